"""Move one game of a published round to another table, with what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draw_words import change_sentence
from tournaments.formats.editing_rules import Change
from tournaments.models import Pairing, Round, Table, User
from tournaments.queries.rounds import with_seats

from .errors import Conflict, Refused
from .judged import judged, judgement_of
from .rounds import expect_state, expect_version, round_act
from .tables_left import note_tables_left, published_tables

#: What the sentences about a move say in their own words.
_SAID = frozenset({"table_was_published"})


@dataclass(frozen=True)
class Move:
    """What moving a game to a table would mean."""

    pairing: Pairing
    table: Table
    #: The game that sits there now and would take the old table.
    there: Pairing | None
    #: Sentences to read before doing it.
    consequences: tuple[str, ...]


def plan_move(pairing: Pairing, table: Table) -> Move:
    """Looks at a move without making it."""
    there = (
        with_seats(Pairing.objects.filter(round=pairing.round_id, table=table))
        .exclude(pk=pairing.pk)
        .first()
    )
    old = pairing.table
    sentences = [
        _(
            "%(entries)s move from table %(old)s to table %(new)s. "
            "Their pages, the round and the wall say so at once."
        )
        % {"entries": _names(pairing), "old": old or "–", "new": table}
    ]
    if there is not None:
        sentences.append(
            _("%(entries)s sit there now and move to table %(old)s.")
            % {"entries": _names(there), "old": old or "–"}
        )
    sentences += [
        _("%(entry)s has table %(table)s as a fixed table and would leave it.")
        % {"entry": seat.entry.name, "table": seat.entry.fixed_table.number}
        for game, goes_to in ((pairing, table), (there, old))
        if game is not None
        for seat in game.seats.all()
        if seat.entry.fixed_table is not None and seat.entry.fixed_table != goes_to
    ]
    judgement = judgement_of(pairing.round, _kind(there), _touched(pairing, there))
    sentences += [change_sentence(code) for code in judgement.codes if code not in _SAID]
    sentences.append(
        _(
            "Printed lists and score sheets still show the old table; printed again, lists say "
            "where they moved from. Tell the players yourself."
        )
    )
    return Move(pairing, table, there, tuple(sentences))


def _kind(there: Pairing | None) -> Change:
    return Change.MOVE_TABLE if there is None else Change.SWAP_TABLES


def _touched(pairing: Pairing, there: Pairing | None) -> list[int]:
    return [one.pk for one in (pairing, there) if one is not None]


def _names(pairing: Pairing) -> str:
    return " – ".join(seat.entry.name for seat in pairing.seats.all())


def move_table(
    pairing: Pairing,
    table: Table,
    *,
    by: User | None,
    version: int | None = None,
    swap: bool = False,
    why: str = "",
    key: str = "",
) -> Pairing:
    """The game is played at `table` from now on; clock, result and seats stay with it.

    Raises `Refused`: `table-out-of-service`; `table-taken` when another game sits there and
    `swap` is not given; `result-is-in` when a game that would move is over already. `Conflict`
    when the round is not published, or is not the `version` seen.
    """
    with round_act("pairing.move-table", pairing.round, by=by, key=key) as doing:
        row = doing.row
        game = with_seats(Pairing.objects.filter(round=row, pk=pairing.pk)).first()
        if doing.already and game is not None:
            return game
        expect_state(row, Round.State.PUBLISHED)
        expect_version(row, version)
        if game is None or game.kind == Pairing.Kind.BYE:
            raise Conflict("no-game", _("That game is not in the round any more. Load the page."))
        target = Table.objects.get(pk=table.pk, tournament=row.tournament_id)
        move = plan_move(game, target)
        _refuse_move(move, swap=swap)
        means = judged(row, _kind(move.there), _touched(game, move.there))
        old = game.table
        moved_rows = Pairing.objects.filter(pk__in=_touched(game, move.there))
        left = published_tables(
            row,
            [
                seat.entry_id
                for one in (game, move.there)
                if one is not None
                for seat in one.seats.all()
            ],
        )
        before = {_names(one): str(one.table) for one in (game, move.there) if one is not None}
        moved_rows.update(table=None, by_hand=True)
        Pairing.objects.filter(pk=game.pk).update(table=target)
        after = {_names(game): str(target)}
        if move.there is not None:
            Pairing.objects.filter(pk=move.there.pk).update(table=old)
            after[_names(move.there)] = str(old)
        note_tables_left(row, left)
        row.version += 1
        row.save(update_fields=["version"])
        doing.log(
            game,
            before={"tables": before},
            after={"tables": after, "number": row.number, "means": means}
            | {"left": None if old is None else old.number},
            why=why,
            called=_("Round %(number)s, table %(table)s") % {"number": row.number, "table": target},
        )
        game.table = target
    return game


def _refuse_move(move: Move, *, swap: bool) -> None:
    table = move.table
    if not table.in_service:
        raise Refused(
            "table-out-of-service",
            _("Table %(table)s is out of service. Pick another one.") % {"table": table},
            field="table",
        )
    if move.pairing.table_id == table.pk:
        raise Refused(
            "same-table", _("It is at table %(table)s already.") % {"table": table}, field="table"
        )
    if move.there is not None and not swap:
        raise Refused(
            "table-taken",
            _(
                "%(entries)s sit at table %(table)s. Pick a free one, "
                "or let the two games change places."
            )
            % {"entries": _names(move.there), "table": table},
            field="table",
        )
