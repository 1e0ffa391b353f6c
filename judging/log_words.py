"""The judges' verbs in the words of the log; `register` adds them to the tournament's."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments import log_fields, log_words

SENTENCES: Final[dict[str, str | Promise]] = {
    "call.place": gettext_lazy("called a judge: %(subject)s"),
    "call.take": gettext_lazy("went to a call: %(subject)s"),
    "call.arrive": gettext_lazy("came to the table: %(subject)s"),
    "call.resolve": gettext_lazy("dealt with a call: %(subject)s"),
    "call.hand-over": gettext_lazy("handed a call over: %(subject)s"),
    "call.send-head": gettext_lazy("asked the head judge to come: %(subject)s"),
    "call.withdraw": gettext_lazy("took a call back: %(subject)s"),
    "call.undo": gettext_lazy("took back what was done about a call: %(subject)s"),
    "escalation.step": gettext_lazy("took the next step in a long game: %(subject)s"),
    "escalation.take-back": gettext_lazy("took a step in a long game back: %(subject)s"),
    "escalation.position": gettext_lazy("set up the position: %(subject)s"),
    "escalation.willingness": gettext_lazy("noted the will to open: %(subject)s"),
    "escalation.adjudicate": gettext_lazy("decided a game: %(subject)s"),
    "ruling.give": gettext_lazy("gave a ruling: %(subject)s"),
    "incident.note": gettext_lazy("noted something about fair play: %(subject)s"),
    "incident.strike": gettext_lazy("struck a note about fair play: %(subject)s"),
    "forecast.ask": gettext_lazy("had a position played out: %(subject)s"),
    "forecast.cancel": gettext_lazy("stopped a play-out: %(subject)s"),
}

NAMES: Final[dict[str, str | Promise]] = {
    "judge": gettext_lazy("judge"),
    "reason": gettext_lazy("reason"),
    "step": gettext_lazy("step"),
    "rules": gettext_lazy("rules"),
    "decision": gettext_lazy("decision"),
    "consequence": gettext_lazy("consequence"),
    "pair": gettext_lazy("pair"),
    "points": gettext_lazy("points"),
    "amends": gettext_lazy("instead of ruling"),
    "ruling": gettext_lazy("ruling"),
    "willingness": gettext_lazy("will to open"),
}


def register() -> None:
    """Let the log page know them."""
    log_words.SENTENCES.update(SENTENCES)
    for name, words in NAMES.items():
        log_fields.NAMES.setdefault(name, words)
