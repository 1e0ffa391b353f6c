"""The list of entries: look, add, change, take out as a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of
from tournaments.domain.check_in import GONE, seen_of
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.domain.errors import Refused
from tournaments.domain.register import register
from tournaments.entry_words import done_words, means, sits
from tournaments.follows import follows
from tournaments.forms.entries import EntryForm
from tournaments.import_words import hint_words
from tournaments.log_words import told
from tournaments.models import Entry, Event, Tournament
from tournaments.names import players_beside
from tournaments.queries.entries import (
    Situation,
    counts_of,
    list_of,
    open_hints,
    situation_of,
)
from tournaments.queries.players import player_names
from tournaments.templatetags import look
from tournaments.undo.toasts import undo_tag


def row_of(
    entry: Entry, situation: Situation, names: Mapping[int, Sequence[str]] | None = None
) -> dict[str, Any]:
    """What a list shows of an entry. `names` are those of the players, read for all at once.

    Numbers are texts, which a template writes down as they are.
    """
    players: Sequence[str] = names.get(entry.pk, ()) if names is not None else ()
    if names is None:
        players = [player.name for player in entry.players.all()]
    return {
        "entry": entry,
        "number": str(entry.number),
        "name": entry.name,
        "city": entry.city,
        "table": "" if entry.fixed_table is None else str(entry.fixed_table.number),
        "players": players_beside(entry.name, players, ", "),
        "means": means(entry.state, entry.from_round, situation, struck=entry.struck),
        "sits": sits(entry, situation),
        "hints": [hint_words(hint) for hint in open_hints(entry)],
        "seen": seen_of(entry),
    }


@staff(Action.LOOK)
@require_safe
@follows("entries presence signups rounds tournament staff", pieces="#page")
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All entries, or those in one state (`?state=`), or those whose notes ask for something."""
    situation = situation_of(tournament, drafts=sees_drafts(request))
    everyone = list_of(tournament)
    marks = {kind: look.state(kind) for kind in Entry.State.values}
    names = player_names(tournament)
    rows = [
        row_of(entry, situation, names)
        | {
            "mark": marks[entry.state],
            "seed": str(entry.seed_rank or ""),
            "notes": entry.notes,
        }
        for entry in everyone
    ]
    asking = [row for row in rows if row["hints"]]
    state = request.GET.get("state", "")
    if state == "asking":
        rows = asking
    elif state in Entry.State.values:
        rows = [row for row in rows if row["entry"].state == state]
    else:
        state = ""
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/list.html",
        {
            "rows": rows,
            "hand": look.icon("hand"),
            "state": state,
            "states": [
                (kind.value, kind.label, count)
                for kind, count in ((Entry.State(k), n) for k, n in counts_of(everyone).items())
                if count
            ],
            "asking": len(asking),
            "all": len(everyone),
            "taken": sum(1 for entry in everyone if entry.state != Entry.State.WITHDRAWN),
        },
    )


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Register one by hand."""
    form = EntryForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        state = Entry.State.PRESENT if form.cleaned_data["present"] else Entry.State.REGISTERED
        try:
            entry = register(
                tournament,
                form.facts,
                by=user_of(request),
                table=form.table,
                from_round=form.first_round,
                state=state,
                key=key_of(request),
            )
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
        else:
            messages.success(
                request, done_words(entry, situation_of(tournament, drafts=sees_drafts(request)))
            )
            again = "another" in request.POST
            return redirect("desk-entry-new" if again else "desk-entries", slug=tournament.slug)
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/new.html",
        {"form": form, "situation": situation_of(tournament, drafts=sees_drafts(request))},
        status=422 if form.errors else 200,
    )


def entry_of(tournament: Tournament, number: int) -> Entry:
    rows = tournament.entries.select_related("fixed_table", "merged_into")
    rows = rows.prefetch_related("players")
    return get_object_or_404(rows, number=number)


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One entry: change what is said of it, see how it stands and what was done to it."""
    row = entry_of(tournament, number)
    facts = facts_of(row)
    form = EntryForm(
        request.POST or None,
        tournament=tournament,
        entry=row,
        initial=EntryForm.initial_of(row, facts),
    )
    seen = request.POST.get("seen") or stamp(row, facts)
    if request.method == "POST" and form.is_valid():
        try:
            changed = edit_entry(
                row,
                form.facts,
                by=user_of(request),
                table=form.table,
                from_round=form.first_round,
                seen=seen,
                key=key_of(request),
            )
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
            # What was typed stays; sent again it is measured against what is there now.
            seen = stamp(row, facts) if refused.code == "entry-changed" else seen
        else:
            messages.success(
                request,
                _("%(entry)s is saved.") % {"entry": changed.name},
                extra_tags=undo_tag(tournament, "entry.edit", row, by=user_of(request)),
            )
            return redirect("desk-entries", slug=tournament.slug)
    situation = situation_of(tournament, drafts=sees_drafts(request))
    history = Event.objects.filter(
        tournament=tournament, subject_kind="entry", subject_id=row.pk
    ).select_related("actor")
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/entry.html",
        {
            "row": row_of(row, situation),
            "form": form,
            "seen": seen,
            "situation": situation,
            "history": told(history[:20]),
            "gone": row.state in GONE,
            "asked": list(row.requested_byes.values_list("round_number", flat=True)),
            "former": row.former_players.filter(through_round__gte=1),
        },
        status=422 if form.errors else 200,
    )
