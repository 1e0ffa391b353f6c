"""What judges saw, and what they ruled."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.note_incident import note_incident, strike_incident
from judging.models import Call, Incident, Ruling
from judging.queries.rulings import line
from judging.queries.rulings import rows as ruling_rows
from tournaments.access import Action
from tournaments.api.bodies import number_field
from tournaments.api.endpoint import Endpoint
from tournaments.api.found import entry_named, game_named, the_tournament
from tournaments.api.rounds import MOST
from tournaments.api.shapes import EntryRef, choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Tournament, User

from .found import game_now, text_field
from .rulings import Rulings, RulingShape, ruling_shape


class IncidentShape(serializers.Serializer):
    """What a judge saw, short of a ruling."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entry = EntryRef()
    kind = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    noted_at = serializers.DateTimeField()
    struck_at = serializers.DateTimeField(allow_null=True)


def _incident_of(view: Endpoint, pk: int) -> Incident:
    rows = Incident.objects.select_related("pairing__table", "round", "entry")
    row = rows.filter(pk=pk, round__tournament=view.tournament).first()
    if row is None:
        raise Http404(str(pk))
    return row


def _incident(_view: Endpoint, row: Incident) -> dict[str, Any]:
    table = row.pairing.table
    return {
        "id": row.pk,
        "round": row.round.number,
        "table": table.number if table is not None else None,
        "entry": {"number": row.entry.number, "name": row.entry.name},
        "kind": row.kind,
        "note": row.note,
        "noted_at": row.noted_at,
        "struck_at": row.struck_at,
    }


INCIDENT = Subject(
    tag="rulings",
    address="incidents/<int:pk>/",
    find=_incident_of,
    answer=IncidentShape,
    shaped=_incident,
)
INCIDENTS = Subject(
    tag="rulings",
    address="incidents/",
    find=the_tournament,
    answer=IncidentShape,
    shaped=lambda view, row: _incident(view, _incident_of(view, row.pk)),
)


class IncidentBody(serializers.Serializer):
    """Who did what, and where."""

    table = number_field("A table that is played at now.")
    entry = number_field("Number of the entry.")
    kind = serializers.CharField(max_length=40, help_text="As the fair-play page has them.")
    note = text_field(300)


def _note(tournament: Tournament, *, table: int, entry: int, kind: str, **sent: Any) -> Incident:
    found = entry_named(tournament, entry, "entry")
    return note_incident(game_now(tournament, table), found, kind, **sent)


class RulingBody(serializers.Serializer):
    """A ruling. About a table (`round` and `table`), an entry, or both; or amending another."""

    happened = text_field(4000, "What happened.", default=serializers.empty, allow_blank=False)
    decision = text_field(4000, "What was decided.", default=serializers.empty, allow_blank=False)
    rules = serializers.ListField(
        child=serializers.CharField(max_length=6),
        min_length=1,
        max_length=20,
        help_text="Ids of the rules it rests on.",
    )
    consequence = choice(Ruling.Consequence.values, default=Ruling.Consequence.NONE.value)
    round = number_field("Without it, the one that is played.", required=False)
    table = number_field(required=False)
    entry = number_field("Number of the entry it falls on.", required=False)
    call = number_field("Id of the call it answers.", required=False)
    minutes = serializers.IntegerField(
        min_value=1, max_value=999, required=False, help_text="Of an extension."
    )
    points = serializers.DecimalField(
        max_digits=4, decimal_places=2, min_value=0, required=False, help_text="Of a penalty."
    )
    winner = serializers.IntegerField(
        min_value=0, max_value=8, required=False, help_text="The side that wins."
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99_999, allow_null=True),
        max_length=9,
        default=list,
        help_text="What each side scored, where the result is decided.",
    )
    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST,
        default=0,
        help_text="`result_version` of the table, where the result is decided.",
    )
    staff_note = text_field(4000, "For staff alone.")
    amends = number_field(
        "Number of the ruling it replaces; the table is that one's.", required=False
    )
    incidents = serializers.ListField(
        child=number_field(), max_length=50, default=list, help_text="Ids of what it rests on."
    )


def _subject(tournament: Tournament, sent: dict[str, Any], amends: Ruling | None) -> Pairing | None:
    """The game that the ruling is about; that of the ruling it amends."""
    number, table = sent.pop("round", None), sent.pop("table", None)
    if amends is not None:
        return amends.pairing
    if table is None:
        return None
    if number is None:
        return game_now(tournament, table)
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT)
    round_ = rounds.filter(number=number).first()
    if round_ is None:
        said = _("There is no round %(round)s.") % {"round": number}
        raise Refused("no-such-round", said, field="round")
    return game_named(round_, table, "table")


def _call(tournament: Tournament, pk: int) -> Call:
    call = Call.objects.filter(pk=pk, round__tournament=tournament).first()
    if call is None:
        said = _("There is no call %(call)s.") % {"call": pk}
        raise Refused("no-such-call", said, field="call")
    return call


def _noted(tournament: Tournament, pairing: Pairing | None, ids: list[int]) -> tuple[Incident, ...]:
    """The incidents at the table that a ruling can rest on: not struck, and in no other ruling."""
    still_open = Incident.objects.filter(
        round__tournament=tournament, ruling__isnull=True, struck_at__isnull=True
    )
    found = tuple(still_open.filter(pk__in=ids, pairing=pairing).select_related("round"))
    missing = sorted(set(ids) - {one.pk for one in found})
    if missing:
        said = _("No ruling about this table can rest on incident %(incident)s.")
        raise Refused("no-such-incident", said % {"incident": missing[0]}, field="incidents")
    return found


def _give(tournament: Tournament, *, by: User, key: str, **sent: Any) -> Ruling:
    done = tournament.events.filter(key=key, verb="ruling.give").first()
    if done is not None:
        return Ruling.objects.get(pk=done.subject_id)
    amends, entry, call = (sent.pop(name, None) for name in ("amends", "entry", "call"))
    old = None
    if amends is not None:
        old = ruling_rows().filter(tournament=tournament, number=amends).first()
        if old is None:
            said = _("There is no ruling %(number)s.") % {"number": amends}
            raise Refused("no-such-ruling", said, field="amends")
    pairing = _subject(tournament, sent, old)
    if pairing is not None:
        pairing.round.tournament = tournament
    incidents = _noted(tournament, pairing, sent.pop("incidents"))
    facts = RulingFacts(
        pairing=pairing,
        entry=None if entry is None else entry_named(tournament, entry, "entry"),
        call=None if call is None else _call(tournament, call),
        rules=tuple(sent.pop("rules")),
        scores=tuple(sent.pop("scores")),
        amends=old,
        incidents=incidents,
        **sent,
    )
    return give_ruling(tournament, facts, by=by, key=key)


def _ruling(_view: Endpoint, row: Ruling) -> dict[str, Any]:
    return ruling_shape(line(ruling_rows().get(pk=row.pk)))


RULINGS = Subject(
    tag="rulings",
    address="rulings/",
    find=the_tournament,
    answer=RulingShape,
    shaped=_ruling,
)

_RULING = OpenApiExample(
    "Extra time",
    value={
        "happened": "The table waited for a judge.",
        "decision": "They get five minutes.",
        "rules": ["H1"],
        "consequence": "extension",
        "table": 4,
        "minutes": 5,
    },
    request_only=True,
)


urlpatterns = [
    *verbs_on(
        INCIDENTS,
        VerbRow(
            "incident_note",
            "",
            Action.JUDGE,
            "Note what somebody did, short of a ruling.",
            _note,
            IncidentBody,
            answers=INCIDENTS,
            status=201,
        ),
    ),
    *verbs_on(
        INCIDENT,
        VerbRow("incident_strike", "strike/", Action.JUDGE, "It was not so.", strike_incident),
    ),
    *verbs_on(
        RULINGS,
        VerbRow(
            "ruling_give",
            "",
            Action.JUDGE,
            "Give a ruling, with all that follows from it; or (`amends`) one in the place of "
            "another.",
            _give,
            RulingBody,
            answers=RULINGS,
            status=201,
            beside=Rulings,
            route="api-rulings",
            examples=(_RULING,),
        ),
    ),
]
