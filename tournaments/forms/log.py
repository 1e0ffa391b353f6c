"""What one may look for in the log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.forms.choices import set_choices
from tournaments.models import Tournament
from tournaments.queries.log import KINDS, LogFilter, people_in_log

#: The program itself, and players, who have no account.
NOBODY = "0"


class LogForm(forms.Form):
    q = forms.CharField(label=_("Words"), max_length=120, required=False)
    person = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(label=_("What"), required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=99_999, required=False)
    entry = forms.IntegerField(label=_("Number"), min_value=1, max_value=999_999, required=False)
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=999, required=False)

    def __init__(self, tournament: Tournament, data: Any) -> None:
        super().__init__(data, auto_id="log-%s")
        people = [(str(user.pk), user.display_name) for user in people_in_log(tournament)]
        anybody = [("", _("everybody")), *people, (NOBODY, _("players and Startfelt itself"))]
        kinds = [(kind, capfirst(str(label))) for kind, (label, _prefixes) in KINDS.items()]
        set_choices(self, "person", anybody)
        set_choices(self, "kind", [("", _("everything")), *kinds])
        for name in ("table", "entry", "round"):
            self.fields[name].widget = forms.TextInput(
                attrs={"inputmode": "numeric", "class": "input-number", "maxlength": 6}
            )

    @property
    def wanted(self) -> LogFilter:
        """What is looked for; a field that cannot be read narrows nothing down (and says so)."""
        self.is_valid()
        said = self.cleaned_data
        person = said.get("person") or ""
        return LogFilter(
            person=int(person) if person else None,
            kind=said.get("kind") or "",
            table=said.get("table"),
            entry=said.get("entry"),
            round=said.get("round"),
            words=said.get("q") or "",
        )
