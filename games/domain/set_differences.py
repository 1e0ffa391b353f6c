"""What a stage or a round plays otherwise than the tournament: a longer match in the final."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.models import Result
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.game_settings import Stored, Value, checked
from tournaments.models import Round, Stage, Tournament, User


def set_round_differences(
    round_: Round,
    differences: Mapping[str, Value],
    *,
    seen: Stored | None = None,
    by: User | None,
    key: str = "",
) -> Round:
    """Say how the games of `round_` are played where they differ from its stage.

    `seen` is what was said before, as the form showed it: a Conflict when somebody has changed it
    since. Refused for a setting the game has not, and once the round has a result.
    """
    with act("round.game-settings", round_, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        above = (doing.tournament.game_settings, doing.row.stage.game_settings)
        told = checked(doing.tournament.game, differences, *above, differing=True)
        _unchanged(doing.row.game_settings, seen)
        if doing.row.state == Round.State.CLOSED or _has_results(doing.row):
            raise Refused(
                "results-in",
                _(
                    "Round %(number)s has results by now; they were played as it was. "
                    "Say it for the next round instead."
                )
                % {"number": doing.row.number},
            )
        before = doing.row.game_settings
        doing.row.game_settings = told
        doing.row.save(update_fields=["game_settings"])
        doing.log(
            before={"game_settings": before},
            after={"game_settings": told},
            called=_("Round %(number)s") % {"number": doing.row.number},
        )
    return doing.row


def set_stage_differences(
    stage: Stage,
    differences: Mapping[str, Value],
    *,
    seen: Stored | None = None,
    by: User | None,
    key: str = "",
) -> Stage:
    """The same for all rounds of a stage. Refused once one of them has a result."""
    with act("stage.game-settings", stage, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        above = doing.tournament.game_settings
        told = checked(doing.tournament.game, differences, above, differing=True)
        _unchanged(doing.row.game_settings, seen)
        _not_finished(doing.tournament)
        if Result.objects.filter(pairing__round__stage=doing.row).exists():
            raise Refused(
                "results-in",
                _(
                    "This stage has results by now; they were played as it was. "
                    "Say it for a round instead."
                ),
            )
        before = doing.row.game_settings
        doing.row.game_settings = told
        doing.row.save(update_fields=["game_settings"])
        doing.log(
            before={"game_settings": before},
            after={"game_settings": told},
            called=_("Stage %(number)s") % {"number": doing.row.number},
        )
    return doing.row


def _has_results(round_: Round) -> bool:
    return Result.objects.filter(pairing__round=round_).exists()


def _not_finished(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.FINISHED:
        raise Refused("finished", _("The tournament is finished. Reopen it first."))


def _unchanged(now: Stored, seen: Stored | None) -> None:
    if seen is not None and dict(now) != dict(seen):
        raise Conflict(
            "settings-changed",
            _("Somebody changed this meanwhile. What is saved now is shown; change it again."),
        )
