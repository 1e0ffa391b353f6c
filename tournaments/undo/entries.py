"""How the verbs about entries are taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.domain.check_in import UNDO, VERBS, undo
from tournaments.domain.edit_entry import changed_meanwhile, edit_entry
from tournaments.domain.entry_rows import facts_of, log_facts
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.keep_apart import keep_apart, let_meet
from tournaments.domain.mark_rest_absent import mark_rest_absent, undo_rest_absent
from tournaments.domain.merge_entries import undo_merge
from tournaments.domain.sit_out import play_after_all, sit_out
from tournaments.domain.substitute import undo_substitution
from tournaments.imports.facts import Person
from tournaments.models import Entry, Event, KeptApart
from tournaments.privacy.tombstones import as_read
from tournaments.registration.pay import mark_payment, undo_payment

from .drawn import nothing_drawn_since
from .registry import Step, Way


def _state_needs(event: Event) -> Action:
    """Whether somebody is here is the desk's; who is put out is not."""
    states = {event.before.get("state"), event.after.get("state")}
    if Entry.State.DISQUALIFIED in states:
        return Action.HEAD_JUDGE
    if Entry.State.WITHDRAWN in states or event.before.get("struck") or event.after.get("struck"):
        return Action.EDIT_ENTRIES
    return Action.CHECK_IN


def _state_back(step: Step) -> None:
    nothing_drawn_since(step)
    undo(step.entry(), step.event.pk, by=step.by, key=step.key)


def _rest_back(step: Step) -> None:
    nothing_drawn_since(step)
    undo_rest_absent(step.tournament, step.event.pk, by=step.by, key=step.key)


def _rest_again(step: Step) -> None:
    nothing_drawn_since(step)
    numbers = step.event.after["waiting"]
    mark_rest_absent(step.tournament, numbers, by=step.by, key=step.key)


def _edit_back(step: Step) -> None:
    event = step.event
    rows = step.tournament.entries.select_related("fixed_table").prefetch_related("players")
    entry = rows.get(pk=event.subject_id)
    now = facts_of(entry)
    shown = log_facts(entry, now)
    if "contact" in event.after:
        raise Refused(
            "contact-changed",
            _("The addresses from before are kept nowhere. Change the entry on its own page."),
        )
    if as_read([event])[0].before != event.before:
        raise Refused("erased", _("What stood there before was erased. It does not come back."))
    if any(value != event.after.get(field) for field, value in shown.items()):
        raise Conflict("entry-changed", changed_meanwhile(entry))
    was = event.before
    if len(was["players"]) != len(now.players):
        raise Refused(
            "players-added",
            _("A player was added, and does not go by one button. Change the entry on its page."),
        )
    players = tuple(
        Person(name, one.email, one.phone)
        for name, one in zip(was["players"], now.players, strict=True)
    )
    facts = replace(
        now,
        name=was["name"],
        players=players,
        city=was["city"],
        club=was["club"],
        notes=was["notes"],
        seed_rank=was["seed"],
        needs_access=was["needs_access"],
    )
    edit_entry(
        entry,
        facts,
        table=was["fixed_table"],
        from_round=was["from_round"],
        by=step.by,
        key=step.key,
    )


def _substitute_back(step: Step) -> None:
    undo_substitution(step.entry(), step.event.pk, by=step.by, key=step.key)


def _merge_back(step: Step) -> None:
    undo_merge(step.tournament, step.event.pk, by=step.by, key=step.key)


def _pay_back(step: Step) -> None:
    undo_payment(step.entry(), step.event.pk, by=step.by, key=step.key)


def _pay_again(step: Step) -> None:
    event = step.event
    mark_payment(
        step.entry(),
        event.before["payment"],
        seen=event.after["payment"],
        by=step.by,
        key=step.key,
    )


def _rounds(event: Event) -> set[int]:
    """The round that an event about sitting out is about."""
    return set(event.before["sits_out"]) ^ set(event.after["sits_out"])


def _plays(step: Step) -> None:
    for number in _rounds(step.event):
        play_after_all(step.entry(), number, by=step.by, key=step.key)


def _sits_out(step: Step) -> None:
    for number in _rounds(step.event):
        sit_out(step.entry(), number, by=step.by, key=step.key)


def _meet(step: Step) -> None:
    entry, other = _both(step, step.event.after)
    low, high = sorted((entry.pk, other.pk))
    row = KeptApart.objects.filter(one=low, other=high).first()
    let_meet(entry, row.pk if row is not None else 0, by=step.by, key=step.key)


def _apart(step: Step) -> None:
    entry, other = _both(step, step.event.before)
    first = Event.objects.filter(
        tournament=step.tournament, pk=step.event.after.get("undoes", 0)
    ).first()
    why = (first.why if first is not None else "") or step.event.why or _("As before.")
    keep_apart(entry, other, why=why, by=step.by, key=step.key)


def _both(step: Step, told: dict[str, Any]) -> tuple[Entry, Entry]:
    other = step.tournament.entries.filter(pk=told.get("other", 0)).first()
    if other is None:
        raise Refused("no-entry", _("The log does not say who the other was. Do it by hand."))
    return step.entry(), other


_STATE: Final = Way(
    do=_state_back,
    action=_state_needs,
    aspect="entry-state",
    becomes=gettext_lazy("%(subject)s is as it was before, from the next draw on."),
)
_SITS: Final = gettext_lazy("Whether %(subject)s sits that round out is as it was before.")
_APART: Final = gettext_lazy("Whom %(subject)s may meet is as it was before.")
_PAID: Final = gettext_lazy("What %(subject)s has paid is marked as it was before.")

#: Verbs about one entry's state.
_STATES: Final = (*VERBS.values(), "entry.return", "entry.first-round", UNDO)

WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys(_STATES, _STATE),
    "entries.absent": Way(
        do=_rest_back,
        action=Action.CHECK_IN,
        becomes=gettext_lazy("Those of them who are still absent are waited for again."),
    ),
    "entries.absent-undo": Way(
        do=_rest_again,
        action=Action.CHECK_IN,
        becomes=gettext_lazy("Those of them who are still waited for are absent again."),
    ),
    "entry.edit": Way(
        do=_edit_back,
        action=Action.EDIT_ENTRIES,
        aspect="entry-facts",
        becomes=gettext_lazy("What is said of %(subject)s is as it was before."),
    ),
    "entry.substitute": Way(
        do=_substitute_back,
        action=Action.EDIT_ENTRIES,
        aspect="entry-facts",
        becomes=gettext_lazy("The one who was replaced in %(subject)s plays again."),
    ),
    "entry.merge": Way(
        do=_merge_back,
        action=Action.EDIT_ENTRIES,
        aspect="entry-state",
        becomes=gettext_lazy("The two are two again, each with what it had."),
    ),
    "entry.pay": Way(do=_pay_back, action=Action.EDIT_ENTRIES, aspect="payment", becomes=_PAID),
    "entry.pay-undo": Way(
        do=_pay_again, action=Action.EDIT_ENTRIES, aspect="payment", becomes=_PAID
    ),
    "entry.sit-out": Way(do=_plays, action=Action.EDIT_ENTRIES, becomes=_SITS),
    "entry.sit-out-undo": Way(do=_sits_out, action=Action.EDIT_ENTRIES, becomes=_SITS),
    "entry.keep-apart": Way(do=_meet, action=Action.DRAW, becomes=_APART),
    "entry.keep-apart-undo": Way(do=_apart, action=Action.DRAW, becomes=_APART),
}

NEVER: Final[dict[str, str | Promise]] = {
    "entry.register": gettext_lazy(
        "Numbers hang on the wall and are given once: an entry does not go. Withdraw it instead."
    ),
    "entries.import": gettext_lazy(
        "A whole list does not go by one button. Withdraw those who should not be there, or import "
        "the right list: what differs is shown first."
    ),
    "entry.merge-undo": gettext_lazy("Merge the two once more on the page of the entry."),
    "entry.substitute-undo": gettext_lazy("Let the substitute in once more on the entry's page."),
    "entry.new-code": gettext_lazy(
        "A code that was withdrawn stays so: somebody else may know it. Give a new one."
    ),
    "signup.": gettext_lazy(
        "A letter has been sent about it. Change the registration under Registration instead."
    ),
    "registration.": gettext_lazy("Change it back under Registration."),
    "mail.": gettext_lazy("A letter that was sent does not come back."),
    "privacy.": gettext_lazy(
        "What was erased is gone for good. The other choices are changed back under Privacy."
    ),
}
