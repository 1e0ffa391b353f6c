"""The forms of registration: signing up, joining, changing, and the organiser's own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.choices import set_choices
from tournaments.imports.facts import (
    MAX_CITY,
    MAX_CLUB,
    MAX_EMAIL,
    MAX_NAME,
    MAX_NOTES,
    MAX_PHONE,
    EntryFacts,
    Person,
    is_email,
)
from tournaments.imports.rows import clean
from tournaments.models import Registration, Tournament
from tournaments.queries.stages import players_in_entry
from tournaments.registration.facts import Given


def _is_email(text: str) -> bool:
    """Whether letters can be sent there: the list of entries takes more than a mail server does."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return is_email(text)


class PeopleForm(forms.Form):
    """The fields of the players, and how what is typed is cleaned. `first_own`: the first player
    is who fills it in."""

    #: The first must leave an address, since the link is sent there.
    first_email = True

    def add_players(self, players: int, *, optional: Collection[int] = (), words: str = "") -> None:
        """`optional`: those who may be left out; `words` are said when one is missing who may not.
        Typed blanks are not a name."""
        self.players = players
        for n in range(1, players + 1):
            own = n == 1
            self.fields[f"player{n}"] = forms.CharField(
                label=_("Your name") if own else _("Their name"),
                max_length=MAX_NAME,
                required=own or n not in optional,
                error_messages={"required": _("Write your name.") if own else words},
                widget=forms.TextInput(attrs={"autocomplete": "name" if own else "off"}),
            )
            self.fields[f"email{n}"] = forms.CharField(
                label=_("Your e-mail") if own else _("Their e-mail"),
                max_length=MAX_EMAIL,
                error_messages={"required": _("Write your e-mail: the link is sent there.")},
                required=own and self.first_email,
                widget=forms.EmailInput(attrs={"autocomplete": "email" if own else "off"}),
            )
            self.fields[f"phone{n}"] = forms.CharField(
                label=_("Your phone") if own else _("Their phone"),
                max_length=MAX_PHONE,
                required=False,
                widget=forms.TextInput(
                    attrs={"type": "tel", "autocomplete": "tel" if own else "off"}
                ),
            )
            self.fields[f"initials{n}"] = forms.BooleanField(
                label=_("Show only my initials in public")
                if own
                else _("Show only their initials in public"),
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, value in data.items():
            if isinstance(value, str):
                data[name] = clean(value, lines=name == "notes")
        for n in range(1, self.players + 1):
            email = data.get(f"email{n}")
            if email and not _is_email(email):
                self.add_error(
                    f"email{n}",
                    _("“%(text)s” is not an e-mail address. Look it over.") % {"text": email},
                )
            field = self.fields[f"player{n}"]
            if field.required and f"player{n}" in data and not data[f"player{n}"]:
                self.add_error(f"player{n}", field.error_messages["required"])
        return data

    def person(self, n: int) -> Person:
        data = self.cleaned_data
        return Person(data[f"player{n}"], data[f"email{n}"], data[f"phone{n}"])

    @property
    def people(self) -> list[tuple[forms.BoundField, list[forms.BoundField], forms.BoundField]]:
        """Of each player: name, address and telephone, initials."""
        return [
            (self[f"player{n}"], [self[f"email{n}"], self[f"phone{n}"]], self[f"initials{n}"])
            for n in range(1, self.players + 1)
        ]


class EntryFieldsMixin(PeopleForm):
    """A whole sign-up. `given` is what the verbs take."""

    name = forms.CharField(
        max_length=MAX_NAME,
        required=False,
        help_text=gettext_lazy("It stands on all lists. Empty: your names."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = forms.CharField(label=gettext_lazy("Club"), max_length=MAX_CLUB, required=False)
    city = forms.CharField(
        label=gettext_lazy("City"),
        max_length=MAX_CITY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "address-level2"}),
    )
    notes = forms.CharField(
        label=gettext_lazy("Anything we should know"),
        max_length=MAX_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Only the organisers see it."),
    )
    needs_access = forms.BooleanField(
        label=gettext_lazy("One of us needs a table that can be reached without steps"),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = players_in_entry(tournament)
        self.add_players(players, optional=self.may_be_missing(players), words=self.missing_words())
        if self.players == 1:
            del self.fields["name"]
            self.fields["needs_access"].label = _(
                "I need a table that can be reached without steps"
            )
        else:
            self.fields["name"].label = (
                _("Name of the pair") if self.players == 2 else _("Name of the team")
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        named = [
            (n, data.get(f"player{n}", ""), data.get(f"email{n}", ""))
            for n in range(1, self.players + 1)
        ]
        for n, name, email in named[1:]:
            if not name and (email or data.get(f"phone{n}")):
                self.add_error(f"player{n}", _("Write their name, too."))
        seen: set[str] = set()
        for n, name, email in named:
            key = Person(name, email).key
            if name and key in seen:
                self.add_error(
                    f"player{n}",
                    _(
                        "%(name)s stands here twice. If they are two people, give each an e-mail "
                        "address."
                    )
                    % {"name": name},
                )
            seen.add(key)
        if not self.errors and len(self.given.named().entry.name) > MAX_NAME:
            self.add_error("name", _("Your names are too long together. Give a name."))
        return data

    def may_be_missing(self, players: int) -> Collection[int]:
        """Positions that may be left empty."""
        raise NotImplementedError

    def missing_words(self) -> str:
        """What is said of one that may not."""
        raise NotImplementedError

    @property
    def given(self) -> Given:
        data = self.cleaned_data
        return Given(
            EntryFacts(
                name=data.get("name", ""),
                players=tuple(self.person(n) for n in range(1, self.players + 1)),
                city=data["city"],
                notes=data["notes"],
                club=data["club"],
                needs_access=data["needs_access"],
            ),
            tuple(data[f"initials{n}"] for n in range(1, self.players + 1)),
        )


def _consent_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("I agree to this"), required=False)


class SignUpForm(EntryFieldsMixin):
    """The public form."""

    invite = forms.BooleanField(required=False)
    others = forms.BooleanField(
        label=gettext_lazy("They are two people with one name"), required=False
    )
    consent = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, tournament: Tournament, registration: Registration, **kwargs: Any
    ) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        if self.players == 1:
            del self.fields["invite"]
        else:
            self.fields["invite"].label = (
                _("I invite the one I play with by a link afterwards")
                if self.players == 2
                else _("I invite those who are missing by a link afterwards")
            )
        if registration.consent:
            self.fields["consent"] = _consent_field()
        else:
            del self.fields["consent"]

    def may_be_missing(self, players: int) -> Collection[int]:
        return range(2, players + 1) if self.data.get("invite") else ()

    def missing_words(self) -> str:
        return _("Write who plays with you, or tick that you invite them by a link.")


class ChangeForm(EntryFieldsMixin):
    """The same without what was settled when it was sent in. `missing`: somebody may still be."""

    others = forms.BooleanField(
        label=gettext_lazy("They are two people with one name"), required=False
    )

    def __init__(self, *args: Any, tournament: Tournament, given: Given, **kwargs: Any) -> None:
        self.missing = given.missing
        super().__init__(*args, tournament=tournament, initial=self.initial_of(given), **kwargs)
        # Another address would be one that nobody has proved to be theirs.
        del self.fields["email1"]

    @staticmethod
    def initial_of(given: Given) -> dict[str, Any]:
        facts = given.entry
        people = {
            f"{field}{n}": value
            for n, (person, short) in enumerate(
                zip(facts.players, given.initials, strict=True), start=1
            )
            for field, value in (
                ("player", person.name),
                ("email", person.email),
                ("phone", person.phone),
                ("initials", short),
            )
        }
        return people | {
            "name": "" if facts.name == given.players_name else facts.name,
            "city": facts.city,
            "club": facts.club,
            "notes": facts.notes,
            "needs_access": facts.needs_access,
        }

    def may_be_missing(self, players: int) -> Collection[int]:
        return self.missing

    def missing_words(self) -> str:
        return _("A name is missing. Let somebody else play, or cancel.")

    def person(self, n: int) -> Person:
        data = self.cleaned_data
        return Person(data[f"player{n}"], data.get(f"email{n}", ""), data[f"phone{n}"])

    @property
    def people(self) -> list[tuple[forms.BoundField, list[forms.BoundField], forms.BoundField]]:
        return [
            (
                self[f"player{n}"],
                [self[f"{kind}{n}"] for kind in ("email", "phone") if f"{kind}{n}" in self.fields],
                self[f"initials{n}"],
            )
            for n in range(1, self.players + 1)
        ]


class JoinForm(PeopleForm):
    """Who was invited: one person."""

    others = forms.BooleanField(
        label=gettext_lazy("They are two people with one name"), required=False
    )
    consent = forms.BooleanField(required=False)

    def __init__(self, *args: Any, registration: Registration | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_players(1)
        if registration and registration.consent:
            self.fields["consent"] = _consent_field()
        else:
            del self.fields["consent"]


class SubstituteForm(PeopleForm):
    """Who goes, and who comes instead."""

    first_email = False
    position = forms.TypedChoiceField(
        label=gettext_lazy("Who does not play"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_players(1)
        for field, label in (
            ("player1", _("Who plays instead")),
            ("email1", _("Their e-mail")),
            ("phone1", _("Their phone")),
            ("initials1", _("Show only their initials in public")),
        ):
            self.fields[field].label = label
            self.fields[field].widget.attrs["autocomplete"] = "off"
        choices = list(enumerate(names, start=1))
        set_choices(self, "position", choices)
        if len(choices) == 1:
            self.fields["position"].initial = 1


class LostLinkForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail"),
        max_length=MAX_EMAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
