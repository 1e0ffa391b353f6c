"""Publish a drawn round, so that everybody sees it; and take that back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.hooks import unpublishing
from tournaments.models import Pairing, Round, Seat, Tournament, User
from tournaments.queries.draft import draft_facts, problems_in
from tournaments.queries.played import settings_of

from .draft_changes import changes_by_hand
from .edit_draft import last_edit, reasons_of_edits
from .errors import Refused
from .rounds import expect_state, expect_version, games_with_results, round_act
from .sit_out import seat_byes, unseat_byes

if TYPE_CHECKING:
    from tournaments.queries.draft import Problem


def publish_round(
    round_: Round,
    *,
    by: User | None,
    version: int | None = None,
    despite_warnings: bool = False,
    why: str = "",
    key: str = "",
) -> Round:
    """The draft becomes the round: players see it, nobody redraws it, byes have their points.

    `version` is that of the draft the organiser looked at. Raises `Conflict` when the draft was
    changed since or is a draft no more; `Refused("draft-broken")` when it cannot be played as it
    is (a game without a table); `Refused("draft-warnings")` when something speaks against it
    (an entry has withdrawn since, two meet again) and `despite_warnings` is not given.

    The event tells what hands made otherwise than drawn, and why: the reasons given with the
    changes, and `why`. Raises `Refused("why-missing")` for a draft that hands changed without any.
    """
    with round_act("round.publish", round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.DRAFT)
        expect_version(row, version)
        facts = draft_facts(row)
        problems = problems_in(facts)
        _refuse_broken([problem for problem in problems if problem.stops])
        warnings = [problem for problem in problems if not problem.stops]
        if warnings and not despite_warnings:
            raise Refused(
                "draft-warnings",
                ngettext(
                    "Round %(number)s was not published. One thing speaks against it: %(first)s",
                    "Round %(number)s was not published. %(count)s things speak against it: "
                    "%(first)s …",
                    len(warnings),
                )
                % {
                    "number": row.number,
                    "count": len(warnings),
                    "first": warnings[0].sentence,
                },
            )
        by_hand = changes_by_hand(facts)
        reasons = [*reasons_of_edits(row), why] if by_hand else [why]
        # What a correction made otherwise has its reason with the correction.
        if by_hand and not any(reasons) and last_edit(row) is not None:
            raise Refused(
                "why-missing",
                _(
                    "This round is otherwise than drawn: %(what)s Say why, then publish; "
                    "the log keeps it."
                )
                % {"what": by_hand[0]},
                field="why",
            )
        byes = Seat.objects.filter(round=row, pairing__kind=Pairing.Kind.BYE)
        byes.update(outcome=Seat.Outcome.BYE, points=settings_of(row.tournament).points.bye)
        asked = seat_byes(row)
        row.state = Round.State.PUBLISHED
        row.published_at = timezone.now()
        row.version += 1
        row.save(update_fields=["state", "published_at", "version"])
        Tournament.objects.filter(pk=row.tournament_id, state=Tournament.State.OPEN).update(
            state=Tournament.State.RUNNING
        )
        doing.log(
            before={"state": Round.State.DRAFT},
            after={
                "state": Round.State.PUBLISHED,
                "number": row.number,
                "games": row.pairings.filter(kind=Pairing.Kind.GAME).count(),
                "byes": list(
                    byes.filter(outcome=Seat.Outcome.BYE)
                    .order_by("entry__number")
                    .values_list("entry__name", flat=True)
                ),
                "despite": [problem.sentence for problem in warnings],
            }
            | ({"sit_out": asked} if asked else {})
            | ({"by_hand": by_hand} if by_hand else {}),
            why="; ".join(dict.fromkeys(filter(None, reasons))),
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row


def _refuse_broken(problems: list[Problem]) -> None:
    if problems:
        raise Refused("draft-broken", problems[0].sentence)


def unpublish_round(round_: Round, *, by: User | None, why: str = "", key: str = "") -> Round:
    """The round is a draft again and hidden. Only while nothing of it has begun.

    Raises `Conflict` when it is not published, `Refused("results-in")` when a result is there;
    other floors refuse when a clock runs or a result was handed in (`hooks.unpublishing`).
    """
    with round_act("round.unpublish", round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.PUBLISHED)
        results = games_with_results(row)
        if results:
            raise Refused(
                "results-in",
                ngettext(
                    "Round %(number)s stays published: %(count)s result is in. "
                    "Move single tables by hand, or correct the result.",
                    "Round %(number)s stays published: %(count)s results are in. "
                    "Move single tables by hand, or correct the results.",
                    results,
                )
                % {"number": row.number, "count": results},
            )
        unpublishing.send(sender=Round, round_=row)
        unseat_byes(row)
        Seat.objects.filter(round=row, pairing__kind=Pairing.Kind.BYE).update(
            outcome="", points=None
        )
        row.state = Round.State.DRAFT
        row.published_at = None
        row.version += 1
        row.save(update_fields=["state", "published_at", "version"])
        if not Round.objects.filter(tournament=row.tournament_id).exclude(pk=row.pk).exists():
            Tournament.objects.filter(pk=row.tournament_id, state=Tournament.State.RUNNING).update(
                state=Tournament.State.OPEN
            )
        doing.log(
            before={"state": Round.State.PUBLISHED},
            after={"state": Round.State.DRAFT, "number": row.number},
            takes_back="round.publish",
            why=why,
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row
