"""Close a round that has been played, and open it again."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.missing_words import more_about
from tournaments.models import Round, Tournament, User
from tournaments.queries.rounds import missing_results

from .errors import Refused
from .rounds import expect_state, one_open_round, round_act


def close_round(
    round_: Round, *, by: User | None, despite_missing: bool = False, key: str = ""
) -> Round:
    """The round is over, and the next can be drawn. Results may still be entered afterwards.

    Raises `Conflict` when it is not published, and `Refused("missing-results")` when games lack
    a result, unless `despite_missing`: a warning that can be overruled.
    """
    with round_act("round.close", round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.PUBLISHED)
        missing = missing_results(row.tournament, number=row.number)
        if missing and not despite_missing:
            words = ngettext(
                "Round %(number)s is still open: one result is missing (table %(tables)s). "
                "Enter it, or close the round without it.",
                "Round %(number)s is still open: %(count)s results are missing "
                "(tables %(tables)s). Enter them, or close the round without them.",
                len(missing),
            ) % {
                "number": row.number,
                "count": len(missing),
                "tables": ", ".join(str(pairing.table) for pairing in missing),
            }
            raise Refused("missing-results", f"{words} {more_about(missing)}".strip())
        row.state = Round.State.CLOSED
        row.closed_at = timezone.now()
        row.version += 1
        row.save(update_fields=["state", "closed_at", "version"])
        doing.log(
            before={"state": Round.State.PUBLISHED},
            after={
                "state": Round.State.CLOSED,
                "number": row.number,
                "missing": [str(pairing.table) for pairing in missing],
            },
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row


def reopen_round(round_: Round, *, by: User | None, why: str = "", key: str = "") -> Round:
    """Takes the closing back. Results, tables and standings stay as they are.

    Raises `Conflict` when the round is not closed, `Refused` when a later round is drawn or
    published (`later-round`) or the tournament is finished (`finished`).
    """
    with round_act("round.reopen", round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.CLOSED)
        if row.tournament.state == Tournament.State.FINISHED:
            raise Refused(
                "finished",
                _("The tournament is finished. Take the finish back first, then open the round."),
            )
        later = (
            Round.objects.filter(tournament=row.tournament_id, number__gt=row.number)
            .values_list("number", "state")
            .first()
        )
        if later is not None:
            number, state = later
            raise Refused(
                "later-round",
                (
                    _(
                        "Round %(number)s stays closed: round %(later)s is drawn from its results. "
                        "Discard that draft first. A result can be corrected without opening "
                        "the round."
                    )
                    if state == Round.State.DRAFT
                    else _(
                        "Round %(number)s stays closed: round %(later)s is published. "
                        "A result can be corrected without opening the round."
                    )
                )
                % {"number": row.number, "later": number},
            )
        row.state = Round.State.PUBLISHED
        row.closed_at = None
        row.version += 1
        with one_open_round(row.number):
            row.save(update_fields=["state", "closed_at", "version"])
        doing.log(
            before={"state": Round.State.CLOSED},
            after={"state": Round.State.PUBLISHED, "number": row.number},
            takes_back="round.close",
            why=why,
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row
