"""What is typed about a ruling, read. Nothing typed is lost on the way."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import parse_qs

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.models import Result
from judging.domain.give_ruling import RulingFacts
from judging.models import Call, Incident, Ruling
from judging.rule_desk import desk_for
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing, Tournament
from tournaments.spoken import language
from tournaments.typed_number import whole


def read_facts(
    data: QueryDict,
    tournament: Tournament,
    *,
    pairing: Pairing | None,
    amends: Ruling | None,
) -> RulingFacts:
    """The ruling as it was typed. Refused, with the field, where something cannot be read."""
    position, question = read_position(data.get("position", ""), tournament)
    sides = range(pairing.seats.count() if pairing is not None else 0)
    return RulingFacts(
        happened=data.get("happened", ""),
        decision=data.get("decision", ""),
        rules=tuple(data.getlist("rules")[:20]),
        consequence=data.get("consequence", Ruling.Consequence.NONE),
        pairing=pairing,
        entry=_entry(data.get("entry", ""), tournament),
        call=_call(data.get("call", ""), tournament),
        minutes=_number(data.get("minutes", ""), "minutes"),
        points=_points(data.get("points", "")),
        winner=_number(data.get("winner", ""), "winner"),
        scores=tuple(_number(data.get(f"score_{side}", ""), f"score_{side}") for side in sides),
        seen=_number(data.get("seen", ""), "seen") or 0,
        position=position,
        question=question,
        staff_note=data.get("staff_note", ""),
        amends=amends,
        incidents=tuple(
            Incident.objects.filter(
                pk__in=list(filter(None, map(whole, data.getlist("incidents"))))[:50],
                round__tournament=tournament,
                pairing=pairing,
                ruling__isnull=True,
                struck_at__isnull=True,
            ).select_related("round")
        )
        if pairing is not None
        else (),
    )


def read_position(
    query: str, tournament: Tournament
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """A question of the rule desk as a ruling keeps it; nothing where none was attached."""
    desk = desk_for(tournament)
    if not query or desk is None:
        return None, {}
    answer = desk.ask(parse_qs(query[:2000]), language())
    if answer.position is None:
        raise Refused("position-impossible", answer.problem, field="position")
    return answer.position, answer.question


def version_of(pairing: Pairing | None) -> int:
    """The newest version of a table's result; 0 without any."""
    results = Result.objects.filter(pairing=pairing).order_by("-version")
    return results.values_list("version", flat=True).first() or 0


def _entry(number: str, tournament: Tournament) -> Entry | None:
    if not number:
        return None
    entry = tournament.entries.filter(number=whole(number) or 0).first()
    if entry is None:
        raise Refused("no-such-pair", _("There is no such pair."), field="entry")
    return entry


def _call(pk: str, tournament: Tournament) -> Call | None:
    return Call.objects.filter(pk=whole(pk) or 0, round__tournament=tournament).first()


def _number(text: str, field: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refused(
            "not-a-number",
            _("“%(text)s” is not a whole number.") % {"text": text[:20]},
            field=field,
        )
    return int(text)


def _points(text: str) -> Decimal | None:
    text = text.strip().replace(",", ".")
    if not text:
        return None
    try:
        return Decimal(text[:12])
    except InvalidOperation:
        raise Refused(
            "not-a-number", _("“%(text)s” is not a number.") % {"text": text[:20]}, field="points"
        ) from None
