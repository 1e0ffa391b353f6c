"""The form an entry is registered and changed by."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.import_words import field_label
from tournaments.imports.columns import Field, Kind
from tournaments.imports.facts import (
    MAX_CITY,
    MAX_CLUB,
    MAX_EMAIL,
    MAX_NAME,
    MAX_NOTES,
    MAX_PHONE,
    MAX_SEED,
    EntryFacts,
    Person,
    is_email,
    joint_name,
)
from tournaments.imports.rows import clean
from tournaments.models import Entry, Tournament
from tournaments.queries.stages import players_in_entry


class EntryForm(forms.Form):
    """Everything said of an entry. `facts`, `table` and `first_round` are what the verbs take."""

    name = forms.CharField(max_length=MAX_NAME, required=False)
    city = forms.CharField(label=gettext_lazy("City"), max_length=MAX_CITY, required=False)
    club = forms.CharField(label=gettext_lazy("Club"), max_length=MAX_CLUB, required=False)
    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        max_length=MAX_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("For the organisers. Players do not see them."),
    )
    seed_rank = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=1,
        max_value=MAX_SEED,
        required=False,
        help_text=gettext_lazy("1 is the strongest. Empty: not seeded."),
    )
    fixed_table = forms.TypedChoiceField(
        label=gettext_lazy("Fixed table"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=gettext_lazy("For somebody who cannot move about: the same table every round."),
    )
    needs_access = forms.BooleanField(
        label=gettext_lazy("Needs a table that can be reached without steps"), required=False
    )
    from_round = forms.IntegerField(
        label=gettext_lazy("Plays from round"),
        min_value=1,
        max_value=99,
        initial=1,
        help_text=gettext_lazy("1 unless they cannot be there from the start."),
    )
    present = forms.BooleanField(
        label=gettext_lazy("They are here: check them in at once"), required=False
    )

    def __init__(
        self, *args: Any, tournament: Tournament, entry: Entry | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players_in_entry(tournament)
        self.fields["name"].label = field_label(Field(Kind.NAME), self.players)
        self.fields["name"].help_text = _("Empty: it is called after its players.")
        for n in range(1, self.players + 1):
            self.fields[f"player{n}"] = forms.CharField(
                label=field_label(Field(Kind.PLAYER, n), self.players), max_length=MAX_NAME
            )
            self.fields[f"email{n}"] = forms.CharField(
                label=field_label(Field(Kind.EMAIL, n), self.players),
                max_length=MAX_EMAIL,
                required=False,
                widget=forms.EmailInput,
            )
            self.fields[f"phone{n}"] = forms.CharField(
                label=field_label(Field(Kind.PHONE, n), self.players),
                max_length=MAX_PHONE,
                required=False,
                widget=forms.TextInput(attrs={"type": "tel"}),
            )
        if entry is not None:
            del self.fields["present"]
        taken = tournament.entries.filter(fixed_table__isnull=False)
        if entry is not None:
            taken = taken.exclude(pk=entry.pk)
        tables = tournament.tables.exclude(pk__in=taken.values("fixed_table"))
        own = entry.fixed_table_id if entry is not None else None
        choices = [
            (table.number, _("Table %(number)s") % {"number": table.number})
            for table in tables
            if table.in_service or table.pk == own
        ]
        table_field = self.fields["fixed_table"]
        assert isinstance(table_field, forms.TypedChoiceField)
        table_field.choices = [("", _("None")), *choices]

    @staticmethod
    def initial_of(entry: Entry, facts: EntryFacts) -> dict[str, Any]:
        """What the form shows of an entry."""
        people = {
            f"{kind}{n}": getattr(person, attribute)
            for n, person in enumerate(facts.players, start=1)
            for kind, attribute in (("player", "name"), ("email", "email"), ("phone", "phone"))
        }
        return {
            "name": facts.name,
            "city": facts.city,
            "club": facts.club,
            "needs_access": facts.needs_access,
            "notes": facts.notes,
            "seed_rank": facts.seed_rank,
            "fixed_table": entry.fixed_table.number if entry.fixed_table else "",
            "from_round": entry.from_round,
            **people,
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, value in data.items():
            if isinstance(value, str):
                data[name] = clean(value, lines=name == "notes")
        for n in range(1, self.players + 1):
            email = data.get(f"email{n}")
            if email and not is_email(email):
                self.add_error(
                    f"email{n}",
                    _("“%(text)s” is not an e-mail address. Correct it, or leave it empty.")
                    % {"text": email},
                )
        names = [data.get(f"player{n}", "") for n in range(1, self.players + 1)]
        if not data.get("name") and all(names):
            data["name"] = joint_name(names)
            if len(data["name"]) > MAX_NAME:
                self.add_error("name", _("The players' names are too long together. Give a name."))
        return data

    @property
    def facts(self) -> EntryFacts:
        data = self.cleaned_data
        return EntryFacts(
            name=data["name"],
            players=tuple(
                Person(data[f"player{n}"], data[f"email{n}"], data[f"phone{n}"])
                for n in range(1, self.players + 1)
            ),
            city=data["city"],
            notes=data["notes"],
            seed_rank=data["seed_rank"],
            club=data["club"],
            needs_access=data["needs_access"],
        )

    @property
    def table(self) -> int | None:
        number = self.cleaned_data["fixed_table"]
        return int(number) if number else None

    @property
    def first_round(self) -> int:
        return int(self.cleaned_data["from_round"])

    @property
    def people(self) -> list[list[forms.BoundField]]:
        """The fields of each player, beside each other."""
        return [
            [self[f"player{n}"], self[f"email{n}"], self[f"phone{n}"]]
            for n in range(1, self.players + 1)
        ]
