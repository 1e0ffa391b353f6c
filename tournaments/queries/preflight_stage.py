"""Before a draw: does the tournament, the stage and the round before allow one?"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw_words import error_sentence
from tournaments.missing_words import more_about
from tournaments.models import Round, Tournament

from .preflight_model import Level, Note, Scene
from .rounds import missing_results


def state(scene: Scene) -> list[Note]:
    if scene.tournament.state == Tournament.State.FINISHED:
        return [
            Note(
                "finished",
                Level.STOP,
                _("The tournament is finished."),
                _("Take the finish back if another round is to be played."),
            )
        ]
    if scene.open_round is None:
        return []
    if scene.open_round.state == Round.State.DRAFT:
        return [
            Note(
                "draft-exists",
                Level.STOP,
                _("Round %(number)s is drawn already, as a draft.")
                % {"number": scene.open_round.number},
                _("Publish it, draw it again, or discard it."),
            )
        ]
    return [
        Note(
            "round-open",
            Level.STOP,
            _("Round %(number)s is not closed.") % {"number": scene.open_round.number},
            _("Close it first; results that are missing can still be entered afterwards."),
        )
    ]


def stage_over(scene: Scene) -> list[Note]:
    """A format that lays its rounds down has no more of them."""
    facts = scene.facts
    over = scene.stuck is not None and scene.stuck.code == "stage_finished"
    if not over or scene.tournament.state == Tournament.State.FINISHED:
        return []
    return [
        Note(
            "stage-played",
            Level.STOP,
            _("%(stage)s is played: no round is left.") % {"stage": facts.name}
            if not facts.only
            else _("All rounds are played."),
            _("Begin %(stage)s.") % {"stage": scene.following.name}
            if scene.following
            else _("Finish the tournament."),
        )
    ]


def stuck(scene: Scene) -> list[Note]:
    """Why the format has no round now."""
    if scene.stuck is None or scene.stuck.code == "stage_finished" or scene.open_round:
        return []
    missing = scene.stuck.code == "results_missing"
    return [
        Note(
            scene.stuck.code.replace("_", "-"),
            Level.STOP,
            error_sentence(scene.stuck),
            pairings=tuple(missing_results(scene.tournament)) if missing else (),
        )
    ]


def missing(scene: Scene) -> list[Note]:
    if scene.stuck is not None:
        return []
    missing = tuple(missing_results(scene.tournament))
    if not missing:
        return []
    counted = _("Drawn now, they count as no points for both sides. Better to enter them first.")
    return [
        Note(
            "missing-results",
            Level.WARNING,
            ngettext("One game has no result.", "%(count)s games have no result.", len(missing))
            % {"count": len(missing)},
            f"{more_about(missing)} {counted}".strip(),
            pairings=missing,
        )
    ]


def beyond_plan(scene: Scene) -> list[Note]:
    facts = scene.facts
    own = scene.number - facts.offset
    if facts.row.fixed_rounds or facts.planned is None or own <= facts.planned:
        return []
    if scene.following is not None:
        now = _("Begin %(stage)s, or change the plan in the settings.") % {
            "stage": scene.following.name
        }
    else:
        now = _("Finish the tournament, or change the plan in the settings.")
    return [
        Note(
            "beyond-plan",
            Level.WARNING,
            _("%(planned)s rounds are planned; this would be round %(number)s.")
            % {"planned": facts.planned, "number": own}
            if facts.only
            else _("%(planned)s rounds are planned for %(stage)s; this would be its %(number)s.")
            % {"planned": facts.planned, "number": own, "stage": facts.name},
            now,
        )
    ]
