"""The desk's pages of the file a tournament is taken along in: write it, bring one in."""

from __future__ import annotations

import tempfile

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.forms.tournament import RESERVED_SLUGS
from tournaments.forms.transfer import BringInForm, NextYearForm
from tournaments.models import Import, Tournament
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.export import export_tournament
from tournaments.transfer.next_year import copy_for_next_year, proposed

#: A file that is larger lies on the disk while it is sent.
IN_MEMORY = 8 << 20


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the file has in it; and the file."""
    if request.method == "POST":
        file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  (the answer closes it)
        export_tournament(
            tournament,
            file,
            by=user_of(request),
            contacts="without_contacts" not in request.POST,
            key=key_of(request),
        )
        file.seek(0)
        day = timezone.localdate().isoformat()
        return FileResponse(
            file,
            as_attachment=True,
            filename=f"{tournament.slug}-{day}.zip",
            content_type="application/zip",
        )
    came = Import.objects.filter(tournament=tournament).select_related("by").first()
    return desk_page(
        request, tournament, "settings", "tournaments/transfer/export.html", {"came": came}
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponseBase:
    """A tournament out of a file; whoever brings it in is its organiser."""
    form = BringInForm(request.POST, request.FILES) if request.method == "POST" else BringInForm()
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        file: UploadedFile = form.cleaned_data["file"]
        assert file.file is not None  # a form's file has come
        try:
            tournament = import_tournament(
                file.file,
                file.size or 0,
                by=user_of(request),
                slug=form.cleaned_data["slug"],
                reserved=RESERVED_SLUGS,
            )
        except Refused as error:
            refused = error
            form.add_error(error.field, str(error.message))
        else:
            messages.success(request, _("%(name)s is here, whole.") % {"name": tournament.name})
            return redirect("desk-overview", slug=tournament.slug)
    status = status_of(refused) if refused else 422 if form.errors else 200
    return render(request, "tournaments/transfer/bring_in.html", {"form": form}, status=status)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def next_year(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Next year's tournament, made as this one was."""
    name, slug, date = proposed(tournament)
    initial = {"name": name, "slug": slug, "date": date}
    form = NextYearForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            copy = copy_for_next_year(
                tournament, by=user_of(request), key=key_of(request), **form.cleaned_data
            )
        except Refused as refused:
            form.add_error(refused.field, str(refused.message))
        else:
            messages.success(request, _("%(name)s is made.") % {"name": copy.name})
            return redirect("desk-settings", slug=copy.slug)
    status = 422 if form.errors else 200
    return desk_page(
        request,
        tournament,
        "settings",
        "tournaments/transfer/next_year.html",
        {"form": form},
        status=status,
    )
