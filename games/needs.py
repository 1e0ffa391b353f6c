"""What `games` knows needs doing: the clock, tables that do not agree, results not confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.claim_states import standing_in
from games.domain.claims.model import agree
from games.domain.game_results import game_results
from games.game_settings import settings_of
from games.models import Claim, Clock, Extension
from games.queries import clock_of, timing_of
from games.timing import State, face
from tournaments.addresses import stem
from tournaments.control.needs import Asked, Kind, Need
from tournaments.marks import Weight
from tournaments.models import Pairing, Round, Tournament

#: How long a table may take until its second side has confirmed before the desk is told.
REPORTED_REST: Final = timedelta(minutes=5)


def game_needs(sender: object, asked: Asked, **_kwargs: Any) -> list[Need]:
    """Answers `needs_asked`. Five queries at most."""
    round_ = asked.playing
    if round_ is None:
        return []
    return [*_clock(asked, round_), *_claims(asked, round_)]


def _clock(asked: Asked, round_: Round) -> Iterator[Need]:
    url = reverse("desk-clock", args=[asked.tournament.slug])
    clock = clock_of(round_)
    if clock is None:
        if asked.day.missing:
            yield Need(
                kind=Kind.CLOCK,
                weight=Weight.ACTIVE,
                sentence=_("Round %(round)s is published, and its clock has not been started.")
                % {"round": round_.number},
                page="desk-clock-run",
                url=url,
                since=round_.published_at,
            )
        return
    paused = next((pause for pause in clock.pauses.all() if pause.ended_at is None), None)
    if paused is not None:
        yield Need(
            kind=Kind.CLOCK,
            weight=Weight.ACTIVE,
            sentence=_("The clock of round %(round)s stands still.") % {"round": round_.number},
            page="desk-clock-run",
            url=url,
            since=paused.began_at,
        )


def _claims(asked: Asked, round_: Round) -> Iterator[Need]:
    said = standing_in(round_)
    if not said:
        return
    numbers = _tables(said)
    disputed = disputed_in(round_, said)
    table = stem("desk-table-result", asked.tournament.slug, round_.number)
    for pairing, claims in said.items():
        number = numbers.get(pairing)
        if number is None:
            continue
        since = max(claim.at for claim in claims)
        if pairing in disputed:
            sentence = _("Table %(number)s: the players say different things.")
        elif asked.now - since >= REPORTED_REST:
            sentence = _("Table %(number)s: one side has reported, the other has not confirmed.")
        else:
            continue
        yield Need(
            kind=Kind.DISPUTE if pairing in disputed else Kind.REPORTED,
            weight=Weight.URGENT if pairing in disputed else Weight.ACTIVE,
            sentence=sentence % {"number": number},
            page="desk-table-result",
            url=f"{table}{number}/",
            since=since,
            table=number,
            all_at=reverse("desk-results", args=[asked.tournament.slug]),
            blocks=frozenset({"play", "close"}),
        )


def _tables(said: Mapping[int, Sequence[Claim]]) -> dict[int, int]:
    rows = Pairing.objects.filter(pk__in=said, table__isnull=False)
    return dict(rows.values_list("pk", "table__number"))


def disputed_in(round_: Round, said: Mapping[int, Sequence[Claim]]) -> frozenset[int]:
    """Keys of the pairings whose sides contradict each other."""
    rules = game_results(round_.tournament.game, settings_of(round_))
    return frozenset(pairing for pairing, claims in said.items() if not agree(rules, claims))


def disputes(sender: object, tournament: Tournament, **_kwargs: Any) -> dict[str, int]:
    """Answers `waiting_asked`: tables of the round that is played whose sides contradict each
    other. Three queries at most."""
    round_ = (
        tournament.rounds.filter(state=Round.State.PUBLISHED)
        .select_related("tournament", "stage")
        .first()
    )
    said = standing_in(round_) if round_ is not None else {}
    return {"results": len(disputed_in(round_, said)) if round_ is not None and said else 0}


def table_words(sender: object, round_: Round, now: datetime, **_kwargs: Any) -> dict[int, str]:
    """Answers `tables_asked`: what the clock and the sides of each table say. Six queries."""
    clock = clock_of(round_)
    timing = timing_of(round_, clock)
    shared = face(timing, now).badge
    extra: dict[int, list[Extension]] = {}
    for extension in Extension.objects.filter(pairing__round=round_):
        extra.setdefault(extension.pairing_id, []).append(extension)
    words = dict.fromkeys(
        round_.pairings.filter(kind=Pairing.Kind.GAME).values_list("pk", flat=True), shared
    )
    if isinstance(clock, Clock):
        words |= {
            pairing: face(timing_of(round_, clock, extensions=given), now).badge
            for pairing, given in extra.items()
        }
    said = standing_in(round_)
    words |= dict.fromkeys(
        (pairing for pairing in said if words.get(pairing) != State.OVER_TIME), "reported"
    )
    return words | dict.fromkeys(disputed_in(round_, said) if said else (), "disputed")


def glance(sender: object, asked: Asked, **_kwargs: Any) -> list[tuple[str, dict[str, Any]]]:
    """Answers `glances_asked`: the clock of the round that is played."""
    round_ = asked.playing
    clock = clock_of(round_) if round_ is not None else None
    if round_ is None or clock is None:
        return []
    shown = face(timing_of(round_, clock), asked.now)
    return [("games/control/clock.html", {"face": shown, "round": round_})]
