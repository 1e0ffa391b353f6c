"""Finish a tournament: the list is final. And take that back."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament, User
from tournaments.queries.rounds import missing_results
from tournaments.queries.stage_standings import stage_is_over, tournament_ranking
from tournaments.queries.stages import current_stage, next_stage, stages_of

from .act import act
from .errors import Refused


def finish_tournament(
    tournament: Tournament,
    *,
    by: User | None,
    despite_missing: bool = False,
    early: bool = False,
    key: str = "",
) -> Tournament:
    """No round follows; the standings of now are the final list.

    Raises `Refused`: `round-open` while a round is a draft or runs, `nothing-played`, `early`
    when fewer rounds are played than planned and `early` is not given, `missing-results` when
    games lack a result and `despite_missing` is not given.
    """
    with act("tournament.finish", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        if row.state == Tournament.State.FINISHED:
            raise Refused("finished", _("The tournament is finished already."))
        rounds = list(row.rounds.order_by("number").values_list("number", "state"))
        _refuse_unready(row, rounds, early=early)
        missing = missing_results(row)
        if missing and not despite_missing:
            raise Refused(
                "missing-results",
                ngettext(
                    "One result is missing: round %(round)s, table %(table)s. "
                    "Enter it, or finish without it.",
                    "%(count)s results are missing, the first in round %(round)s at table "
                    "%(table)s. Enter them, or finish without them.",
                    len(missing),
                )
                % {
                    "count": len(missing),
                    "round": missing[0].round.number,
                    "table": missing[0].table,
                },
            )
        before = row.state
        row.state = Tournament.State.FINISHED
        row.save(update_fields=["state"])
        doing.log(
            before={"state": before},
            after={
                "state": Tournament.State.FINISHED,
                "rounds": len(rounds),
                "missing": len(missing),
                "winners": _winners(row),
            },
        )
    return row


def _refuse_unready(tournament: Tournament, rounds: list[tuple[int, str]], *, early: bool) -> None:
    if not rounds:
        raise Refused("nothing-played", _("No round has been played. Draw the first one."))
    number, state = rounds[-1]
    if state == Round.State.DRAFT:
        raise Refused(
            "round-open",
            _("Round %(number)s is a draft. Publish and play it, or discard it; then finish.")
            % {"number": number},
        )
    if state == Round.State.PUBLISHED:
        raise Refused(
            "round-open",
            _("Round %(number)s is still open. Close it; then finish.") % {"number": number},
        )
    if early:
        return
    stages = stages_of(tournament)
    following = next_stage(stages)
    if following is not None:
        raise Refused(
            "early",
            _("%(stage)s is still to come. Begin it, or finish early.") % {"stage": following.name},
        )
    if not stage_is_over(current_stage(stages)):
        raise Refused(
            "early",
            _("%(played)s of %(planned)s rounds are played. Draw the next one, or finish early.")
            % {"played": number, "planned": tournament.rounds_planned},
        )


def _winners(tournament: Tournament) -> list[str]:
    first = [rank.entry for rank in tournament_ranking(tournament) if rank.place == 1]
    return list(
        tournament.entries.filter(pk__in=first).order_by("number").values_list("name", flat=True)
    )


def reopen_tournament(
    tournament: Tournament, *, by: User | None, why: str = "", key: str = ""
) -> Tournament:
    """Takes the finish back: rounds can be opened, drawn and played again."""
    with act("tournament.reopen", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        if row.state != Tournament.State.FINISHED:
            raise Refused("not-finished", _("The tournament is not finished."))
        row.state = Tournament.State.RUNNING
        row.save(update_fields=["state"])
        doing.log(
            before={"state": Tournament.State.FINISHED},
            after={"state": Tournament.State.RUNNING},
            takes_back="tournament.finish",
            why=why,
        )
    return row
