"""Make a stored draw again from its stored inputs, and say where it differs. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.formats.dependents_model import DependentKind
from tournaments.formats.model import DrawError, DrawRequest
from tournaments.formats.registry import get_format
from tournaments.misfit_words import misfit_sentence
from tournaments.models import Event, Pairing, Round
from tournaments.queries.misfits import find_misfits, misfit_facts, read_and_gone
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
    """Draws again from `Round.draw` and compares pairings, tables and costs; then what the draw
    read with the results; then the rows.

    Pairings that were changed by hand are expected to differ from the draw, and results that the
    log says were changed since to differ from what it read; others must not.
    """
    stored = round_.draw
    try:
        request = read_stored_draw(round_)
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
    notes: list[str] = []
    if stored["engine"] != fresh["engine"]:
        notes.append(f"drawn by {stored['engine']}, checked by {fresh['engine']}")
    told, forged = _against_results(round_)
    notes += told
    differences += forged
    unlike, by_hand = _rows_unlike(round_, stored["pairings"])
    if by_hand:
        notes.append(f"{by_hand} pairings were changed by hand (see the log)")
    return Recheck((*differences, *unlike), tuple(notes))


def read_stored_draw(round_: Round) -> DrawRequest:
    """What the round was drawn from. KeyError, ValueError or TypeError when that cannot be read."""
    stored = round_.draw
    options = options_from_json(stored["format"], stored["options"])
    return request_from_json(stored["request"], options)


def _against_results(round_: Round) -> tuple[list[str], list[str]]:
    """What the round does not fit of the results as they are now: what the log explains, and what
    it does not. Results that were others when it was drawn have an event since that changed them;
    without one, what the draw says it read was not there."""
    facts = misfit_facts(round_.tournament, with_rounds=True, only_round=round_.number)
    names = names_of(round_.tournament)
    explained = _Since(round_)
    notes: list[str] = []
    differences: list[str] = []
    for one in find_misfits(facts):
        sentence = f"does not fit the results: {misfit_sentence(one, names)}"
        if one.round == round_.number and one.dependent.kind is DependentKind.ROUND:
            forged = [place for place in one.changed if not explained.at(*place)]
            notes += [] if forged else [sentence]
            differences += [
                f"read another result of round {number}, {_place(table)}, than there is, and the "
                "log has no change of it"
                for number, table in forged
            ]
        elif one.wrong and (one.round or one.stage.offset + 1) == round_.number:
            notes.append(sentence)
    stage = next(one for one in facts.stages if one.stage.pk == round_.stage_id)
    gone = read_and_gone(facts, stage, round_.number)
    if gone > 0 and not explained.everywhere:
        differences.append(f"read {gone} results of games that are not there")
    return notes, differences


def _place(table: int | None) -> str:
    return "a bye" if table is None else f"table {table}"


class _Since:
    """What has changed results since a round was drawn, by the log."""

    def __init__(self, round_: Round) -> None:
        events = Event.objects.filter(tournament=round_.tournament_id)
        drawn = events.filter(
            verb__in=("round.draw", "round.redraw"), subject_kind="round", subject_id=round_.pk
        )
        last = drawn.order_by("-id").values_list("id", flat=True).first() or 0
        since = list(events.filter(id__gt=last).only("verb", "subject_kind", "subject_id", "after"))
        self.everywhere = any(
            event.verb.startswith(ANYWHERE) or "corrected" in event.after for event in since
        )
        keys = [event.subject_id for event in since if event.subject_kind == "pairing"]
        places = Pairing.objects.filter(pk__in=keys, round__tournament=round_.tournament_id)
        self.places = set(places.values_list("round__number", "table__number"))

    def at(self, number: int, table: int | None) -> bool:
        """Whether the result there (None: a bye's) may be another since."""
        return self.everywhere or (number, table) in self.places


#: Verbs that can change any result: by their beginning.
ANYWHERE = ("entry.", "round.swap-places", "tournament.edit", "tournament.set-right")


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
