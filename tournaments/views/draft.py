"""The draft of a round: look it over, change it by hand, publish it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain import edit_draft
from tournaments.domain.draw_round import discard_draft, redraw_round
from tournaments.domain.errors import Conflict, Refused, status_of
from tournaments.domain.publish_round import publish_round
from tournaments.formats.editing_rules import Structure
from tournaments.game_settings import differing_settings
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.queries.draft import draft_facts
from tournaments.queries.draft_page import draft_page
from tournaments.queries.draft_shape import draft_shape
from tournaments.queries.stages import shows_stage, stage_name
from tournaments.stage_formats import Shape, row_of
from tournaments.templatetags.look import icon, state
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag


def round_of(tournament: Tournament, number: int) -> Round:
    """The round of that number; 404 if there is none."""
    return get_object_or_404(
        Round.objects.select_related("tournament", "stage"), tournament=tournament, number=number
    )


FIRST_ENTRY = SafeString('form="pick" name="pick"')
SECOND_ENTRY = SafeString('form="hand" name="other"')
FIRST_TABLE = SafeString('form="pick" name="game"')
SECOND_TABLE = SafeString('form="hand" name="other_game"')


def show_draft(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    *,
    refused: Refused | None = None,
) -> HttpResponseBase:
    """The draft page; with `refused` it says what was not done, and why."""
    facts = draft_facts(round_)
    page = draft_page(facts)
    shape = draft_shape(round_)
    row = row_of(round_.stage)
    chosen = request.POST if refused is not None else request.GET
    picked = whole(chosen.get("pick") or chosen.get("one"))
    game = whole(chosen.get("game"))
    context: dict[str, Any] = {
        "round": round_,
        "page": page,
        "about": page.about,
        "picked": next(
            (seat for row in page.rows for seat in row["seats"] if seat["pk"] == picked), None
        ),
        "game": next((row for row in page.rows if row["order"] == game and row["table"]), None),
        "games": sum(not row["bye"] for row in page.rows),
        "byes": sum(row["bye"] for row in page.rows),
        "free": [table.number for table in facts.free_tables],
        # What a pick of an entry or a table does, as attributes: the first one, or the second.
        "entry_does": SECOND_ENTRY if picked else FIRST_ENTRY,
        "table_does": SECOND_TABLE if game else FIRST_TABLE,
        "bye_state": state("bye"),
        "last_edit": edit_draft.last_edit(round_),
        "shape": shape,
        "how": _how(shape),
        "stage_name": stage_name(round_.stage) if shows_stage(round_.stage) else "",
        "differs": bool(differing_settings(tournament.game)),
        # Where rounds are laid down, chance has its say in the first round at most.
        "seed_matters": not row.fixed_rounds or (shape.first and not row.tree),
        "refused": refused,
        "conflict": isinstance(refused, Conflict),
        "why": request.POST.get("why", ""),
        # Said in hundreds of rows, made once.
        "table_word": _("Table"),
        "why_word": _("Why"),
        "hand_word": _("by hand"),
        "hand_icon": icon("pencil"),
        "warning_icon": icon("warning"),
    }
    # Published otherwise than drawn, a round has a reason in the log.
    context["why_asked"] = context["last_edit"] is not None and not (
        edit_draft.reasons_of_edits(round_)
    )
    status = status_of(refused)
    return desk_page(
        request, tournament, "rounds", "tournaments/rounds/draft.html", context, status=status
    )


def _how(shape: Shape) -> str:
    """What can be changed by hand in a draft of this shape."""
    if shape.groups and shape.first:
        return _("Pick a pair and then one of another group: they change groups. Or pick a table.")
    if shape.structure is Structure.TABLE:
        return _("Who meets whom is laid down for the whole stage. Tables can be changed.")
    if shape.structure is Structure.TREE and not shape.first:
        return _("Who meets whom follows from the results. Tables can be changed.")
    return _(
        "To change the draft, pick a pair and then the one it changes places with; or pick a table."
    )


def _again(request: HttpRequest, tournament: Tournament, number: int, refused: Refused) -> Any:
    """The draft as it is now with what was refused; the rounds page when it is a draft no more."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None or round_.state != Round.State.DRAFT:
        messages.error(request, str(refused.message))
        return redirect(
            reverse("desk-round", args=[tournament.slug, number])
            if round_
            else reverse("desk-rounds", args=[tournament.slug])
        )
    return show_draft(request, tournament, round_of(tournament, number), refused=refused)


def _common(request: HttpRequest) -> dict[str, Any]:
    return {
        "by": user_of(request),
        "version": whole(request.POST.get("version")),
        "key": key_of(request),
    }


@staff(Action.DRAW)
@require_POST
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One change by hand: `do` says which (swap, bye, table, out, in)."""
    round_ = round_of(tournament, number)
    common = _common(request) | {"why": why_of(request)}
    try:
        said = _do(request, round_, common)
    except Refused as refused:
        return _again(request, tournament, number, refused)
    undo_address = reverse("desk-draft-undo", args=[tournament.slug, number])
    done = edit_draft.last_edit(round_)
    means = done.after.get("means", []) if done is not None else []
    messages.success(request, " ".join([said, *means]), extra_tags=f"undo:{undo_address}")
    return redirect("desk-round", slug=tournament.slug, number=number)


def _do(request: HttpRequest, round_: Round, common: dict[str, Any]) -> str:
    """Calls the verb and answers what was done."""
    do = request.POST.get("do")
    # Buttons that stand in a row say what they do by their name.
    for name, meant in (("other", "swap"), ("other_game", "table"), ("in", "in")):
        if name in request.POST:
            do = meant
    if do == "table":
        order = whole(request.POST.get("game"))
        table = _table(request, round_)
        if order is None:
            raise Refused("no-game", _("Pick a game first, then its new table."))
        edit_draft.move_to_table(round_, order, table, **common)
        return _("The game is at table %(table)s now.") % {"table": table}
    one = _entry(round_, request.POST.get("in") or request.POST.get("one"))
    if do == "swap":
        other = _entry(round_, request.POST.get("other"))
        edit_draft.swap_entries(round_, one, other, **common)
        return _("%(one)s and %(other)s have changed places.") % {
            "one": one.name,
            "other": other.name,
        }
    if do == "bye":
        edit_draft.move_to_bye(round_, one, **common)
        return _("%(entry)s sits out.") % {"entry": one.name}
    if do == "out":
        edit_draft.take_out(round_, one, **common)
        return _("%(entry)s is out of this round.") % {"entry": one.name}
    if do == "in":
        edit_draft.put_in(round_, one, **common)
        return _("%(entry)s is in this round.") % {"entry": one.name}
    raise Refused("unknown-edit", _("Pick what to change, then how."))


def _entry(round_: Round, posted: str | None) -> Entry:
    entry = Entry.objects.filter(tournament=round_.tournament_id, pk=whole(posted) or 0).first()
    if entry is None:
        raise Refused("no-entry", _("Pick one, then the other it is to change places with."))
    return entry


def _table(request: HttpRequest, round_: Round) -> Table:
    """The table named, or that of the other game picked."""
    tables = Table.objects.filter(tournament=round_.tournament_id)
    other = whole(request.POST.get("other_game"))
    if other is not None:
        table = tables.filter(pairings__round=round_, pairings__order=other).first()
    else:
        table = tables.filter(number=whole(request.POST.get("table")) or 0).first()
    if table is None:
        raise Refused("no-table", _("Pick one of the tables of the hall."), field="table")
    return table


@staff(Action.DRAW)
@require_POST
def undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Takes the newest change by hand back."""
    try:
        edit_draft.undo_edit(round_of(tournament, number), **_common(request))
    except Refused as refused:
        return _again(request, tournament, number, refused)
    messages.success(request, _("The change is taken back."))
    return redirect("desk-round", slug=tournament.slug, number=number)


@staff(Action.DRAW)
@require_POST
def redraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Draws the draft again: `seed` as written, the same (`same`), or a new one."""
    round_ = round_of(tournament, number)
    seed = round_.seed if "same" in request.POST else whole(request.POST.get("seed"))
    if seed is None and request.POST.get("seed", "").strip():
        refused = Refused(
            "bad-seed", _("Write the seed as a whole number, up to 15 digits."), field="seed"
        )
        return _again(request, tournament, number, refused)
    try:
        round_ = redraw_round(round_, seed=seed, **_common(request))
    except Refused as refused:
        return _again(request, tournament, number, refused)
    messages.success(
        request,
        _("Round %(number)s is drawn again, with seed %(seed)s.")
        % {"number": number, "seed": round_.seed},
    )
    return redirect("desk-round", slug=tournament.slug, number=number)


@staff(Action.DRAW)
@require_POST
def discard(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Throws the draft away."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        raise Http404
    try:
        discard_draft(round_, **_common(request))
    except Refused as refused:
        return _again(request, tournament, number, refused)
    messages.success(
        request,
        _("The draft of round %(number)s is discarded. Nobody but organisers had seen it.")
        % {"number": number},
        extra_tags=undo_tag(tournament, "round.discard", round_, by=user_of(request)),
    )
    return redirect("desk-rounds", slug=tournament.slug)


@staff(Action.DRAW)
@require_POST
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Everybody sees the round from now on."""
    round_ = round_of(tournament, number)
    try:
        publish_round(
            round_,
            despite_warnings="despite" in request.POST,
            why=why_of(request),
            **_common(request),
        )
    except Refused as refused:
        return _again(request, tournament, number, refused)
    messages.success(
        request,
        _("Round %(number)s is published: players and wall show it.") % {"number": number},
        extra_tags=undo_tag(tournament, "round.publish", round_, by=user_of(request)),
    )
    return redirect("desk-round", slug=tournament.slug, number=number)
