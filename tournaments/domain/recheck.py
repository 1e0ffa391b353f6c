"""Make a stored draw again from its stored inputs, and say where it differs. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.formats.model import DrawError
from tournaments.formats.registry import get_format
from tournaments.misfit_words import misfit_sentence
from tournaments.models import Round
from tournaments.queries.misfits import misfits_of
from tournaments.stage_formats import options_from_json

from .correct_misfits import names_of
from .draft_rows import read_draft
from .draw_record import draw_to_json, request_from_json


@dataclass(frozen=True)
class Recheck:
    #: Where the draw made now is not the one stored. Empty: it is the same.
    differences: tuple[str, ...]
    #: What is no fault of the draw, but should be known: changes by hand, another engine, a seat
    #: that does not fit the results as they are now.
    notes: tuple[str, ...]


def recheck(round_: Round) -> Recheck:
    """Draws again from `Round.draw` and compares pairings, tables and costs; then the rows.

    Pairings that were changed by hand are expected to differ from the draw; others must not.
    """
    stored = round_.draw
    try:
        request = request_from_json(
            stored["request"], options_from_json(stored["format"], stored["options"])
        )
        engine = get_format(stored["format"])
    except (KeyError, ValueError, TypeError) as error:
        return Recheck((f"what the draw was made from cannot be read: {error!r}",), ())
    if str(round_.seed) != request.seed:
        return Recheck((f"the round has seed {round_.seed}, its draw {request.seed}",), ())
    try:
        fresh = draw_to_json(engine.draw(request))
    except DrawError as error:
        return Recheck((f"no draw comes of it now: {error.reason.code}",), ())
    differences = _compare(stored, fresh)
    notes = []
    if stored["engine"] != fresh["engine"]:
        notes.append(f"drawn by {stored['engine']}, checked by {fresh['engine']}")
    names = names_of(round_.tournament)
    notes += [
        f"does not fit the results: {misfit_sentence(one, names)}"
        for one in misfits_of(round_.tournament)
        if one.wrong and (one.round or one.stage.offset + 1) == round_.number
    ]
    unlike, by_hand = _rows_unlike(round_, stored["pairings"])
    if by_hand:
        notes.append(f"{by_hand} pairings were changed by hand (see the log)")
    return Recheck((*differences, *unlike), tuple(notes))


def _compare(stored: dict[str, Any], fresh: dict[str, Any]) -> list[str]:
    """Lines about pairings and costs that are not the same."""
    lines = [
        f"place {place}: stored {_told(was)}, now {_told(now)}"
        for place, (was, now) in enumerate(
            zip(stored["pairings"], fresh["pairings"], strict=False), start=1
        )
        if _essence(was) != _essence(now)
    ]
    if len(stored["pairings"]) != len(fresh["pairings"]):
        lines.append(f"stored {len(stored['pairings'])} pairings, now {len(fresh['pairings'])}")
    if stored["costs"] != fresh["costs"]:
        lines.append(f"costs: stored {stored['costs']}, now {fresh['costs']}")
    return lines


def _essence(pairing: dict[str, Any]) -> Any:
    facts = pairing["seats"], pairing["kind"], pairing["table"]
    return *facts, pairing.get("group", ""), pairing.get("slot")


def _told(pairing: dict[str, Any]) -> str:
    who = "–".join(str(entry) for entry, _side in pairing["seats"])
    return (
        f"{who} at table {pairing['table']}" if pairing["table"] else f"{who} ({pairing['kind']})"
    )


def _rows_unlike(round_: Round, drawn: list[dict[str, Any]]) -> tuple[list[str], int]:
    """Rows nobody changed by hand that are not as drawn, and how many were changed by hand."""
    rows = read_draft(round_)
    by_hand = sum(slot.by_hand for slot in rows.values())
    lines = []
    for place, pairing in enumerate(drawn, start=1):
        slot = rows.get(place)
        if slot is None or slot.by_hand:
            continue
        seats = [[entry, side + 1] for entry, side in slot.seats]
        place_drawn = pairing.get("group", ""), pairing.get("slot")
        if (seats, slot.table, slot.group, slot.slot) != (
            pairing["seats"],
            pairing["table"],
            *place_drawn,
        ):
            lines.append(f"place {place}: the draw says {_told(pairing)}, the round {seats}")
    return lines, by_hand
