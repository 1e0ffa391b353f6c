"""Fair play: a judge notes what they saw, and strikes what was a slip of the finger."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from judging.domain.impartial import refuse_own_game
from judging.domain.place_call import called, clean
from judging.fair_play import template_of
from judging.models import Incident
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Pairing, Round, User


def note_incident(
    pairing: Pairing, entry: Entry, kind: str, *, note: str = "", by: User, key: str = ""
) -> Incident:
    """`entry` did `kind` (a key of `fair_play.TEMPLATES`) at the table."""
    with act("incident.note", pairing, by=by, key=key) as doing:
        if doing.already:
            return Incident.objects.get(pk=doing.already.subject_id)
        template = template_of(doing.tournament.game, kind)
        if template is None:
            raise Refused("kind-unknown", _("Choose what happened."), field="kind")
        if doing.row.round.state == Round.State.DRAFT:
            raise Refused("round-not-running", _("This round has not been published yet."))
        if not doing.row.seats.filter(entry=entry).exists():
            raise Refused(
                "not-seated",
                _("%(entry)s does not sit at table %(table)s.")
                % {"entry": entry.name, "table": doing.row.table or "–"},
                field="entry",
            )
        refuse_own_game(by, doing.row)
        incident = Incident.objects.create(
            round=doing.row.round,
            pairing=doing.row,
            entry=entry,
            kind=kind,
            note=clean(note)[:300],
            noted_by=by,
            noted_at=timezone.now(),
        )
        # The log is read by everybody at the desk: what it was is for judges alone.
        doing.log(incident, called=called(doing.row))
        return incident


def strike_incident(incident: Incident, *, by: User, key: str = "") -> Incident:
    """It was not so. Refused once a ruling rests on it."""
    with act("incident.strike", incident, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        if doing.row.struck_at is not None:
            raise Conflict("struck-already", _("This note has been struck already."))
        if doing.row.ruling is not None:
            raise Refused(
                "ruled-on",
                _("Ruling %(number)s rests on this note; it stays.")
                % {"number": doing.row.ruling.number},
            )
        refuse_own_game(by, doing.row.pairing)
        doing.row.struck_at = timezone.now()
        doing.row.save(update_fields=["struck_at"])
        doing.log(called=called(doing.row.pairing))
        return doing.row
