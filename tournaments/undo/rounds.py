"""How the verbs about rounds, stages and tables are taken back."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.domain.begin_stage import unbegin_stage
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.correct_misfits import undo_resolve
from tournaments.domain.create_tournament import set_table_service
from tournaments.domain.draw_round import discard_draft, draw_round, drawn_from
from tournaments.domain.edit_draft import EDITS, reasons_of_edits, redo_edit, undo_edit
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.finish_tournament import finish_tournament, reopen_tournament
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.domain.set_table import keep_tables, numbers_in, set_table_access
from tournaments.domain.swap_places import swap_places
from tournaments.models import Event, Pairing, Round, Seat, Stage, Table

from .registry import Step, Way
from .rests import Later, resting
from .take_back import taken_back


def _discard(step: Step) -> None:
    discard_draft(step.round(), by=step.by, key=step.key)


def _draw_again(step: Step) -> None:
    before = step.event.before
    if "drawn_from" not in before or before["edited"]:
        raise Refused(
            "edited-by-hand",
            _(
                "That draft had been changed by hand, and those changes are gone. Draw the round "
                "with the random number %(seed)s, and make them again."
            )
            % {"seed": before["seed"]},
        )
    round_ = draw_round(
        step.tournament,
        seed=before["seed"],
        despite_missing=True,
        pk=step.event.subject_id,
        by=step.by,
        key=step.key,
    )
    if round_.number != before["number"] or drawn_from(round_) != before["drawn_from"]:
        raise Refused(
            "drawn-otherwise",
            _(
                "Entries, results or tables have changed since: it would be another draw. Draw the "
                "round anew."
            ),
        )


def _unpublish(step: Step) -> None:
    round_ = step.round()
    _no_tables_moved(step, round_)
    unpublish_round(round_, by=step.by, key=step.key)


def _no_tables_moved(step: Step, round_: Round) -> None:
    """Who was sent to another table since the round was published has been told so."""
    events = Event.objects.filter(tournament=step.tournament, pk__gt=step.event.pk)
    moves = events.filter(
        verb="pairing.move-table",
        subject_kind="pairing",
        subject_id__in=Pairing.objects.filter(round=round_).values("pk"),
    )
    rows = [Later(pk, verb) for pk, verb in moves.values_list("pk", "verb")]
    moved = resting(step.event.pk, rows, taken_back(events)) if rows else None
    if moved is not None:
        raise Refused(
            "tables-moved",
            _("A game was sent to another table since: %(game)s. Take that back first.")
            % {"game": events.get(pk=moved.pk).subject},
        )


def _publish(step: Step) -> None:
    """As it was published before: in spite of the same, and for the same reason."""
    round_ = step.round()
    before = Event.objects.filter(
        tournament=step.tournament,
        pk__lt=step.event.pk,
        verb="round.publish",
        subject_kind="round",
        subject_id=round_.pk,
    ).first()
    publish_round(
        round_,
        despite_warnings=before is not None and bool(before.after.get("despite")),
        why=before.why if before is not None and not reasons_of_edits(round_) else "",
        by=step.by,
        key=step.key,
    )


def _reopen(step: Step) -> None:
    reopen_round(step.round(), by=step.by, key=step.key)


def _close(step: Step) -> None:
    close_round(step.round(), despite_missing=True, by=step.by, key=step.key)


def _undo_edit(step: Step) -> None:
    undo_edit(step.round(), by=step.by, key=step.key)


def _redo_edit(step: Step) -> None:
    redo_edit(step.round(), step.event, by=step.by, key=step.key)


def _swap_back(step: Step) -> None:
    pks = step.event.after.get("swapped", ())
    entries = step.tournament.entries.in_bulk(pks)
    if len(entries) != 2:
        raise Refused("no-entry", _("The log does not say who they were. Swap them by hand."))
    one, other = (entries[pk] for pk in pks)
    round_ = swap_places(step.round(), one, other, by=step.by, key=step.key)
    # Who sat out in between has come from no table; where it had come from before is in the log.
    tables = {table.number: table for table in step.tournament.tables.all()}
    for pk, number in step.event.before.get("left", {}).items():
        Seat.objects.filter(round=round_, entry=int(pk)).update(moved_from=tables.get(number))


def _move_back(step: Step) -> None:
    game = step.pairing()
    number = step.event.after.get("left")
    table = step.tournament.tables.filter(number=number or 0).first()
    if table is None:
        raise Refused("no-table", _("It had no table before. Move it by hand."))
    swapped = len(step.event.before["tables"]) > 1
    move_table(game, table, swap=swapped, by=step.by, key=step.key)


def _stage(step: Step) -> Stage:
    stage = step.tournament.stages.filter(pk=step.event.subject_id).first()
    if stage is None:
        raise Refused("no-stage", _("That stage is gone."))
    stage.tournament = step.tournament
    return stage


def _unbegin(step: Step) -> None:
    unbegin_stage(_stage(step), by=step.by, key=step.key)


def _unfinish(step: Step) -> None:
    reopen_tournament(step.tournament, by=step.by, key=step.key)


def _finish(step: Step) -> None:
    finish_tournament(step.tournament, despite_missing=True, early=True, by=step.by, key=step.key)


def _unresolve(step: Step) -> None:
    undo_resolve(step.tournament, step.event, by=step.by, key=step.key)


def _table(step: Step) -> Table:
    table = step.tournament.tables.filter(pk=step.event.subject_id).first()
    if table is None:
        raise Refused("no-table", _("That table is not in the hall any more."))
    return table


def _service_back(step: Step) -> None:
    table, was = _table(step), step.event.before["in_service"]
    _expect(table.in_service, step.event.after["in_service"])
    open_games = Pairing.objects.filter(table=table).exclude(round__state=Round.State.CLOSED)
    game = open_games.select_related("round").first()
    if not was and game is not None:
        raise Refused(
            "table-in-use",
            _(
                "A game of round %(number)s sits at table %(table)s now. Take the table out of "
                "service on the page of the hall: it shows what follows."
            )
            % {"number": game.round.number, "table": table},
        )
    assert step.by is not None
    set_table_service(table, was, by=step.by, key=step.key)


def _access_back(step: Step) -> None:
    table = _table(step)
    _expect(table.accessible, step.event.after["accessible"])
    set_table_access(table, step.event.before["accessible"], by=step.by, key=step.key)


def _expect(now: bool, left: bool) -> None:
    if now is not left:
        raise Conflict("changed-since", _("Somebody has changed it since. Load the page again."))


def _keep_back(step: Step) -> None:
    kept = step.event.before["kept_tables"]
    ranges = {group: numbers_in(text) or [] for group, text in kept.items()}
    keep_tables(_stage(step), ranges, by=step.by, key=step.key)


_DRAFT: Final = gettext_lazy("The draft is as it was before: %(subject)s.")
_HALL: Final = gettext_lazy("Table %(subject)s is as it was before, from the next draw on.")

WAYS: Final[dict[str, Way]] = {
    "round.draw": Way(
        do=_discard,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("The draft is gone, as if it had never been drawn: %(subject)s."),
    ),
    "round.discard": Way(
        do=_draw_again,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("The same draft is there again: %(subject)s."),
    ),
    "round.publish": Way(
        do=_unpublish,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("It is a draft again, and hidden from all players: %(subject)s."),
    ),
    "round.unpublish": Way(
        do=_publish,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("It is published again, and all players see it: %(subject)s."),
    ),
    "round.close": Way(
        do=_reopen,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("It is open again: %(subject)s."),
    ),
    "round.reopen": Way(
        do=_close,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("It is closed again: %(subject)s."),
    ),
    **{
        verb: Way(do=_undo_edit, action=Action.DRAW, aspect="round", becomes=_DRAFT)
        for verb in sorted(EDITS)
    },
    "draft.undo": Way(do=_redo_edit, action=Action.DRAW, aspect="round", becomes=_DRAFT),
    "round.swap-places": Way(
        do=_swap_back,
        action=Action.DRAW,
        aspect="round",
        becomes=gettext_lazy("The two change places back: %(subject)s. Tell them."),
    ),
    "pairing.move-table": Way(
        do=_move_back,
        action=Action.DRAW,
        aspect="table",
        becomes=gettext_lazy("The game goes back to the table it was at: %(subject)s. Tell them."),
    ),
    "stage.begin": Way(
        do=_unbegin,
        action=Action.DRAW,
        aspect="stage",
        becomes=gettext_lazy("The list of those who go on is gone: %(subject)s."),
    ),
    "tournament.finish": Way(
        do=_unfinish,
        action=Action.DRAW,
        aspect="tournament",
        becomes=gettext_lazy("The tournament is open again."),
    ),
    "tournament.reopen": Way(
        do=_finish,
        action=Action.DRAW,
        aspect="tournament",
        becomes=gettext_lazy("The tournament is finished again."),
    ),
    "tournament.set-right": Way(
        do=_unresolve,
        action=Action.DRAW,
        aspect="set-right",
        becomes=gettext_lazy("Seats and lists are as they were before it was put right."),
    ),
    "table.service": Way(
        do=_service_back, action=Action.EDIT_TOURNAMENT, aspect="service", becomes=_HALL
    ),
    "table.access": Way(
        do=_access_back, action=Action.EDIT_TOURNAMENT, aspect="access", becomes=_HALL
    ),
    "stage.tables": Way(
        do=_keep_back,
        action=Action.EDIT_TOURNAMENT,
        aspect="stage-tables",
        becomes=gettext_lazy("Tables are kept as they were before: %(subject)s."),
    ),
}

NEVER: Final[dict[str, str | Promise]] = {
    "round.redraw": gettext_lazy(
        "The draft before is gone. Draw again with the random number it had: the log has it."
    ),
    "round.game-settings": gettext_lazy("Change it back on the page of the round."),
    "stage.unbegin": gettext_lazy("Begin the stage once more: its page shows who goes on."),
    "stage.": gettext_lazy("Change it back under Stages."),
    "tournament.set-right-undo": gettext_lazy(
        "Put it right once more: the page of what does not fit shows what there is to choose."
    ),
    "tournament.": gettext_lazy("Change it back in the settings."),
    "timetable.": gettext_lazy("Change it back on the page of the papers."),
    "role.": gettext_lazy("Change it back under People."),
    "document.": gettext_lazy("A paper that was asked for is stopped under Papers."),
}
