"""What the verbs about rounds share: looking a locked round over before it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Event, Pairing, Round, Seat, Tournament, User

from .act import Act, act
from .errors import Conflict


@contextmanager
def round_act(verb: str, round_: Round, *, by: User | None, key: str = "") -> Iterator[Act[Round]]:
    """As `act` on the round; a Conflict when the draft was discarded meanwhile."""
    try:
        with act(verb, round_, by=by, key=key) as doing:
            yield doing
    except Round.DoesNotExist as error:
        raise Conflict(
            "discarded",
            _("Somebody discarded that draft meanwhile. Load the page to see how it stands."),
        ) from error


def last_event(round_: Round) -> Event | None:
    """The newest event about a round."""
    return (
        Event.objects.filter(
            tournament_id=round_.tournament_id, subject_kind="round", subject_id=round_.pk
        )
        .select_related("actor")
        .order_by("-id")
        .first()
    )


def who_and_when(event: Event | None, round_: Round) -> dict[str, str]:
    """`who` and `at` (the tournament's time) of an event, for a sentence."""
    if event is None:
        return {"who": _("somebody else"), "at": ""}
    at = timezone.localtime(event.at, round_.tournament.zone)
    return {
        "who": event.actor.display_name if event.actor else _("the program"),
        "at": time_format(at, "TIME_FORMAT"),
    }


def expect_version(round_: Round, version: int | None) -> None:
    """Conflict when somebody has changed the round since the page with `version` was made."""
    if version is None or version == round_.version:
        return
    facts = who_and_when(last_event(round_), round_)
    raise Conflict(
        "round-changed",
        _(
            "%(who)s changed this round at %(at)s, after you opened it. "
            "Nothing of yours was saved. Look at it as it is now, and do it again if it still fits."
        )
        % facts,
    )


def expect_state(round_: Round, state: str) -> None:
    """Conflict when the round is no longer in `state`, saying who moved it on."""
    if round_.state == state:
        return
    facts = who_and_when(last_event(round_), round_) | {"number": str(round_.number)}
    sentences = {
        Round.State.DRAFT: _(
            "Round %(number)s is a draft again (%(who)s, %(at)s). Load the page to see it."
        ),
        Round.State.PUBLISHED: _(
            "Round %(number)s is published (%(who)s, %(at)s) and everybody can see it. "
            "Withdraw the publication first, if no game has begun."
        ),
        Round.State.CLOSED: _("Round %(number)s is closed (%(who)s, %(at)s). Open it again first."),
    }
    raise Conflict(f"round-{round_.state}", sentences[Round.State(round_.state)] % facts)


@contextmanager
def one_open_round(number: int) -> Iterator[None]:
    """Turns the database's "one open round" and "one round per number" into a Conflict."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise Conflict(
            "other-round-open",
            _(
                "Round %(number)s cannot be opened: another round is open. "
                "Load the page to see which."
            )
            % {"number": number},
        ) from error


def games_with_results(round_: Round) -> int:
    """How many games of the round have a final result."""
    games = Seat.objects.filter(round=round_, pairing__kind=Pairing.Kind.GAME)
    return games.exclude(outcome="", place__isnull=True).values("pairing_id").distinct().count()


def newest_round(tournament: Tournament) -> int:
    """The number of the newest round, drafts included; 0 without any."""
    numbers = tournament.rounds.order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


def refuse_drawn_meanwhile(tournament: Tournament, drawn: int | None) -> None:
    """Conflict when a round was drawn since a page showed what would follow, `drawn` being the
    newest round it knew; None: the page showed nothing that hangs on it."""
    if drawn is None or drawn == (newest := newest_round(tournament)):
        return
    raise Conflict(
        "drawn-meanwhile",
        _("Round %(number)s has been drawn meanwhile. Look at what follows now, then decide.")
        % {"number": newest},
    )
