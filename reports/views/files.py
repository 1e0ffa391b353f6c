"""The desk's page of files: every table to take away, the calendar, and the timetable."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from reports.domain.make_document import LETTERS
from reports.domain.plan_day import MOST_MINUTES, plan_day
from reports.exports import EXPORTS, Reader
from reports.exports.calendar import calendar_of
from reports.exports.files import FORMATS
from reports.models import Timetable
from reports.timetable import Break
from reports.timetable_of import slot_words, timetable_of
from tournaments.access import Action, desk_page, granted, key_of, public, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament

#: Breaks the form asks for.
BREAKS = 3


class TimetableForm(forms.Form):
    """When the first round begins, the pause between rounds, and up to `BREAKS` longer ones."""

    first_round = forms.TimeField(
        label=gettext_lazy("First round begins"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    minutes_between = forms.IntegerField(
        label=gettext_lazy("Minutes between two rounds"), min_value=0, max_value=MOST_MINUTES
    )

    def __init__(self, data: Any = None, *, planned: Timetable | None = None) -> None:
        initial: dict[str, Any] = {"minutes_between": 15}
        if planned is not None:
            initial = {
                "first_round": planned.first_round,
                "minutes_between": planned.minutes_between,
            }
            for place, one in enumerate(planned.breaks, start=1):
                initial |= {f"{name}_{place}": one[name] for name in ("after", "minutes", "name")}
        super().__init__(data, initial=initial)
        for place in range(1, BREAKS + 1):
            self.fields[f"after_{place}"] = forms.IntegerField(
                label=gettext_lazy("Break after round"), min_value=1, max_value=99, required=False
            )
            self.fields[f"minutes_{place}"] = forms.IntegerField(
                label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MINUTES, required=False
            )
            self.fields[f"name_{place}"] = forms.CharField(
                label=gettext_lazy("Called"), max_length=40, required=False
            )

    @property
    def break_rows(self) -> list[list[forms.BoundField]]:
        return [
            [self[f"{name}_{place}"] for name in ("after", "minutes", "name")]
            for place in range(1, BREAKS + 1)
        ]

    @property
    def breaks(self) -> list[Break]:
        """Those that say after which round and for how long."""
        data = self.cleaned_data
        return [
            Break(data[f"after_{n}"], data[f"minutes_{n}"], data[f"name_{n}"])
            for n in range(1, BREAKS + 1)
            if data.get(f"after_{n}") and data.get(f"minutes_{n}")
        ]


@staff(Action.LOOK)
@require_http_methods(["GET", "HEAD"])
def files(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every table there is, in each kind of file; and the timetable."""
    return _page(request, tournament, None)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["POST"])
def set_timetable(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Keep the timetable that was typed."""
    form = TimetableForm(request.POST)
    if form.is_valid():
        try:
            plan_day(
                tournament,
                first_round=form.cleaned_data["first_round"],
                minutes_between=form.cleaned_data["minutes_between"],
                breaks=form.breaks,
                by=user_of(request),
                key=key_of(request),
            )
        except Refused as refused:
            field = refused.field if refused.field in form.fields else None
            form.add_error(field, str(refused.message))
        else:
            return redirect("desk-files", slug=tournament.slug)
    return _page(request, tournament, form)


def _page(
    request: HttpRequest, tournament: Tournament, form: TimetableForm | None
) -> HttpResponseBase:
    actions = granted(request)
    if form is None and Action.EDIT_TOURNAMENT in actions:
        planned = Timetable.objects.filter(tournament=tournament).first()
        form = TimetableForm(planned=planned)
    slots = [(slot, slot_words(slot)) for slot in timetable_of(tournament)]
    context = {
        "exports": [export for export in EXPORTS.values() if export.needs in actions],
        "formats": FORMATS.items(),
        "slots": slots,
        "form": form,
    }
    status = 422 if form is not None and form.errors else 200
    return desk_page(request, tournament, "papers", "reports/files.html", context, status=status)


@staff(Action.LOOK)
@require_safe
def export(request: HttpRequest, tournament: Tournament, name: str, kind: str) -> HttpResponseBase:
    """One table as a file of that kind (a key of `FORMATS`)."""
    return _file(request, tournament, name, kind)


@staff(Action.EDIT_ENTRIES)
@require_safe
def entries_export(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The list of entries as the import reads it, addresses and all."""
    return _file(request, tournament, "entries", "csv")


def _file(request: HttpRequest, tournament: Tournament, name: str, kind: str) -> HttpResponseBase:
    found, form = EXPORTS.get(name), FORMATS.get(kind)
    actions = granted(request)
    if found is None or form is None:
        raise Http404(name)
    if found.needs not in actions:
        raise PermissionDenied(found.needs)
    table = found.read(Reader(tournament, actions))
    title = str(found.title)
    response = HttpResponse(
        form.write(table, tournament.zone, f"{title} · {tournament.name}"),
        content_type=form.content_type,
    )
    name = slugify(f"{tournament.slug} {title}".translate(LETTERS))
    response["Content-Disposition"] = f'attachment; filename="{name}.{form.suffix}"'
    response["Cache-Control"] = "no-store"
    return response


@public
@require_safe
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The timetable for everybody's own calendar."""
    response = HttpResponse(calendar_of(tournament), content_type="text/calendar; charset=utf-8")
    name = slugify(f"{tournament.slug} {_('Timetable')}".translate(LETTERS))
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response
