"""The desk's pages that make a tournament of what there is: a file is brought in, this year's is
copied for the next."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.forms.tournament import RESERVED_SLUGS
from tournaments.forms.transfer import BringInForm, NextYearForm
from tournaments.models import Tournament
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.next_year import copy_for_next_year, proposed


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
