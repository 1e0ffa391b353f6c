"""Entries are registered, changed, paid for, merged; somebody else plays in one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of
from tournaments.domain.errors import Refused
from tournaments.domain.merge_entries import merge_entries
from tournaments.domain.register import register
from tournaments.domain.substitute import substitute
from tournaments.forms.entries import EntryForm
from tournaments.imports.facts import (
    MAX_CITY,
    MAX_CLUB,
    MAX_EMAIL,
    MAX_NAME,
    MAX_NOTES,
    MAX_PHONE,
    MAX_SEED,
    Person,
    is_email,
)
from tournaments.imports.rows import clean
from tournaments.models import Entry, Tournament
from tournaments.registration.pay import mark_payment

from .bodies import number_field, why_field
from .entries import Entries
from .found import entry_named, the_tournament
from .problems import WrongBody
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on
from .verbs_entries import FULL_ENTRY


def _text(most: int, text: str = "", **options: Any) -> serializers.CharField:
    options = {"required": False, "allow_blank": True} | options
    return serializers.CharField(max_length=most, help_text=text, **options)


class PersonBody(serializers.Serializer):
    """A player."""

    name = _text(MAX_NAME, required=True, allow_blank=False)
    email = _text(MAX_EMAIL, default="")
    phone = _text(MAX_PHONE, default="")


class EntryBody(serializers.Serializer):
    """What is said of an entry. What is left out stays as it is."""

    name = _text(MAX_NAME, "Empty: it is called after its players.")
    players = PersonBody(many=True, required=False, help_text="All of them, in their order.")
    city = _text(MAX_CITY)
    club = _text(MAX_CLUB)
    notes = _text(MAX_NOTES, "For the organisers. Players do not see them.")
    seed = serializers.IntegerField(
        min_value=1, max_value=MAX_SEED, required=False, allow_null=True, help_text="1: the best."
    )
    needs_access = serializers.BooleanField(
        required=False, help_text="Needs a table that can be reached without steps."
    )
    fixed_table = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True
    )
    from_round = number_field("The first round it is drawn in.", 99, required=False)


class RegisterBody(EntryBody):
    """Who comes in."""

    players = PersonBody(many=True, help_text="All of them, in their order.")
    present = serializers.BooleanField(default=False, help_text="They are here: check them in.")


class PayBody(serializers.Serializer):
    """How it stands with the payment."""

    payment = choice(Entry.Payment.values)
    seen = choice(["", *Entry.Payment.values], "As it was known; another by now: 409.", default="")


class SubstituteBody(PersonBody):
    """Who comes, in whose place, and from when on."""

    position = number_field("Of the player who goes; 1 is the first named.", 9)
    initials_only = serializers.BooleanField(
        default=False, help_text="Whoever comes asked to be shown by their initials."
    )
    from_round = number_field(
        "Without it, from the next draw on; the round being played, if they came into it.",
        99,
        required=False,
    )
    why = why_field()


class MergeBody(serializers.Serializer):
    """Which other entry is the same."""

    gone = number_field("Number of the one that is no more.")
    why = why_field()


def _typed(sent: dict[str, Any]) -> dict[str, Any]:
    """The same as fields of the desk's form, so that both are read in one place."""
    fields = {"seed": "seed_rank"}
    typed = {fields.get(name, name): value for name, value in sent.items() if name != "players"}
    for place, person in enumerate(sent.get("players", ()), start=1):
        typed |= {
            f"player{place}": person["name"],
            f"email{place}": person["email"],
            f"phone{place}": person["phone"],
        }
    return {name: "" if value is None else value for name, value in typed.items()}


def _field(name: str) -> str:
    """A field of the desk's form as it is called here."""
    for kind, own in (("player", "name"), ("email", "email"), ("phone", "phone")):
        place = name.removeprefix(kind)
        if place != name and place.isdecimal():
            return f"players.{int(place) - 1}.{own}"
    return "seed" if name == "seed_rank" else name


def _read(form: EntryForm, sent: dict[str, Any]) -> EntryForm:
    """The form, if all in it is right and the players are as many as play together."""
    if "players" in sent and len(sent["players"]) != form.players:
        said = _("So many play together in one entry: %(count)s.") % {"count": form.players}
        raise WrongBody({"players": [said]})
    if not form.is_valid():
        raise WrongBody(
            {_field(name): [str(one) for one in said] for name, said in form.errors.items()}
        )
    return form


def _said_here(refused: Refused) -> Refused:
    return type(refused)(refused.code, refused.message, field=_field(refused.field))


def _register(tournament: Tournament, *, key: str, by: Any, present: bool, **sent: Any) -> Entry:
    done = tournament.events.filter(key=key, verb="entry.register").first()
    if done is not None:
        return tournament.entries.get(pk=done.subject_id)
    typed = {"from_round": 1} | _typed(sent)
    form = _read(EntryForm(typed, tournament=tournament), sent)
    try:
        return register(
            tournament,
            form.facts,
            by=by,
            table=form.table,
            from_round=form.first_round,
            state=Entry.State.PRESENT if present else Entry.State.REGISTERED,
            key=key,
        )
    except Refused as refused:
        raise _said_here(refused) from refused


def _edit(entry: Entry, *, key: str, by: Any, **sent: Any) -> None:
    before = EntryForm.initial_of(entry, facts_of(entry))
    typed = {name: "" if value is None else value for name, value in before.items()}
    form = EntryForm(typed | _typed(sent), tournament=entry.tournament, entry=entry)
    _read(form, sent)
    try:
        edit_entry(
            entry,
            form.facts,
            by=by,
            table=form.table,
            from_round=form.first_round,
            key=key,
        )
    except Refused as refused:
        raise _said_here(refused) from refused


def _substitute(
    entry: Entry, *, position: int, name: str, email: str, phone: str, **sent: Any
) -> None:
    person = Person(clean(name), clean(email), clean(phone))
    if not person.name:
        raise WrongBody({"name": [_("Write the name of the one who comes.")]})
    if person.email and not is_email(person.email):
        said = _("“%(text)s” is not an e-mail address. Correct it, or leave it empty.")
        raise WrongBody({"email": [said % {"text": person.email}]})
    substitute(entry, position, person, **sent)


def _merge(entry: Entry, *, gone: int, **sent: Any) -> None:
    merge_entries(entry, entry_named(entry.tournament, gone, "gone"), **sent)


ENTRIES = Subject(
    tag="entries",
    address="entries/",
    find=the_tournament,
    answer=FULL_ENTRY.answer,
    shaped=FULL_ENTRY.shaped,
)

urlpatterns = [
    *verbs_on(
        ENTRIES,
        VerbRow(
            "entry_register",
            "",
            Action.EDIT_ENTRIES,
            "Register an entry, under the next free number.",
            _register,
            RegisterBody,
            answers=ENTRIES,
            status=201,
            beside=Entries,
            route="api-entries",
        ),
    ),
    *verbs_on(
        FULL_ENTRY,
        VerbRow(
            "entry_edit",
            "edit/",
            Action.EDIT_ENTRIES,
            "Change what is said of an entry.",
            _edit,
            EntryBody,
        ),
        VerbRow(
            "entry_pay",
            "pay/",
            Action.EDIT_ENTRIES,
            "An entry has paid, or not, or need not.",
            mark_payment,
            PayBody,
        ),
        VerbRow(
            "entry_substitute",
            "substitute/",
            Action.EDIT_ENTRIES,
            "Somebody else plays in the place of a player; earlier rounds keep those who played.",
            _substitute,
            SubstituteBody,
        ),
        VerbRow(
            "entry_merge",
            "merge/",
            Action.EDIT_ENTRIES,
            "Two entries are one pair: the other's results are this one's.",
            _merge,
            MergeBody,
        ),
    ),
]
