"""How what judges do is taken back, and what is final."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.domain.answer_call import RULES, withdraw_call
from judging.domain.call_back import put_call_back
from judging.domain.long_game import take_step_back
from judging.domain.note_incident import strike_incident
from judging.models import Call, Incident, LongGame, Ruling
from tournaments.access import Action
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Event
from tournaments.undo.hooks import taking_back
from tournaments.undo.registry import Step, Way
from tournaments.undo.registry import register as register_ways


def _call(step: Step) -> Call:
    calls = Call.objects.filter(round__tournament=step.tournament)
    return calls.select_related("pairing__table").get(pk=step.event.subject_id)


def _call_back(step: Step) -> None:
    if "call" not in step.event.before:
        raise Refused("no-way", _("The log does not say how the call stood. Answer it by hand."))
    put_call_back(_call(step), step.event, by=step.by, key=step.key)


def _not_called(step: Step) -> None:
    withdraw_call(_call(step), by=step.by, key=step.key)


def _step_back(step: Step) -> None:
    pairing = step.pairing()
    game = LongGame.objects.filter(pairing=pairing).first()
    take_step_back(
        pairing,
        seen=game.version if game is not None else 0,
        why=_("Taken back in the log."),
        by=step.by,
        key=step.key,
    )


def _strike(step: Step) -> None:
    incident = Incident.objects.select_related("pairing", "ruling").get(pk=step.event.subject_id)
    if step.by is None:
        raise Conflict("nobody", _("A judge strikes a note."))
    strike_incident(incident, by=step.by, key=step.key)


_CALL: Final = Way(
    do=_call_back,
    action=Action.JUDGE,
    aspect="call",
    becomes=gettext_lazy("The call stands as it did before: %(subject)s."),
)

WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys((*RULES, "call.undo"), _CALL),
    "call.place": Way(
        do=_not_called,
        action=Action.CALL_JUDGE,
        aspect="call",
        becomes=gettext_lazy("The table needs no judge any more: %(subject)s."),
    ),
    "escalation.step": Way(
        do=_step_back,
        action=Action.HEAD_JUDGE,
        aspect="escalation",
        becomes=gettext_lazy("The long game is one step further back: %(subject)s. Tell them."),
    ),
    "incident.note": Way(
        do=_strike,
        action=Action.JUDGE,
        aspect="incident",
        becomes=gettext_lazy("The note is struck: %(subject)s."),
    ),
}

NEVER: Final[dict[str, str | Promise]] = {
    "ruling.": gettext_lazy(
        "A ruling is final. The head judge amends it by a new one that names it: then what the old "
        "one brought about (points, a result, extra time) no longer counts."
    ),
    "escalation.take-back": gettext_lazy("Take the step once more on the page of the long game."),
    "escalation.position": gettext_lazy("Set the position up once more: the newest one counts."),
    "escalation.willingness": gettext_lazy("Note it once more: the newest word counts."),
    "escalation.adjudicate": gettext_lazy(
        "A ruling has decided the game. The head judge amends the ruling."
    ),
    "incident.strike": gettext_lazy("Note it once more."),
    "forecast.": gettext_lazy("A play-out changes nothing. Ask for another where it is needed."),
}


def keep_what_was_ruled(sender: object, *, event: Event, **_more: Any) -> None:
    """Refused for what a ruling that stands brought about: its extra time, its result."""
    rulings = Ruling.objects.filter(tournament=event.tournament_id, amended_by__isnull=True)
    if event.verb == "table.extend":
        rulings = rulings.filter(extension=event.after["extension"])
    elif event.verb.startswith("result."):
        rulings = rulings.filter(
            result__pairing=event.subject_id, result__version=event.after.get("version")
        )
    else:
        return
    ruling = rulings.first()
    if ruling is not None:
        raise Refused(
            "ruling-stands",
            _("It rests on ruling %(number)s. The head judge amends the ruling; then this goes.")
            % {"number": ruling.number},
        )


def register() -> None:
    """Called when the app starts."""
    register_ways(WAYS, NEVER)
    taking_back.connect(keep_what_was_ruled, dispatch_uid="judging.keep_what_was_ruled")
