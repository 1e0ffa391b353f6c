"""All that is kept about one person, as data to hand out and as a page to read."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournaments.hooks import person_told
from tournaments.log_words import told
from tournaments.models import Entry, FormerPlayer, Pairing, Player, Seat, SignUp, Tournament

from .person import Known, Person, named_in
from .tombstones import as_read, event_key, log_of, spans_of


def told_about(person: Person) -> dict[str, Any]:
    """Plain values and times. Of others it has names alone, since they are public."""
    known, tournament = person.known, person.tournament
    rows = person.rows
    entries = list({row.entry_id: row.entry for row in rows}.values())
    return {
        "tournament": {
            "name": tournament.name,
            "date": tournament.date.isoformat(),
            "venue": tournament.venue,
        },
        "written": _time(tournament, timezone.now()),
        "person": {"name": known.name, "email": known.email, "phone": _phone(known, rows)},
        "plays_in": [_played(row) for row in rows],
        "results": [_result(seat) for entry in entries for seat in _seats(entry)],
        "registrations": [_sign_up(person, row) for row in person.sign_ups],
        "emails": [
            {
                "written": _time(tournament, mail.created_at),
                "sent": _time(tournament, mail.sent_at),
                "state": mail.get_state_display(),
                "to": mail.to,
                "subject": mail.subject,
                "text": mail.text,
            }
            for mail in person.mails
        ],
        "judges": [
            title
            for _receiver, titles in person_told.send(
                sender=Tournament, tournament=tournament, entries=entries
            )
            for title in titles or ()
        ],
        "log": _log(person),
    }


def as_json(told: dict[str, Any]) -> str:
    """The same as text to hand out; times by the tournament's clock (ISO 8601)."""
    return json.dumps(told, ensure_ascii=False, indent=2, default=dt.datetime.isoformat) + "\n"


def _phone(known: Known, rows: Sequence[Player | FormerPlayer]) -> str:
    return known.phone or next((row.phone for row in rows if row.phone), "")


def _time(tournament: Tournament, at: dt.datetime | None) -> dt.datetime | None:
    return None if at is None else at.astimezone(tournament.zone).replace(microsecond=0)


def _played(row: Player | FormerPlayer) -> dict[str, Any]:
    entry = row.entry
    found = {
        "number": entry.number,
        "entry": entry.name,
        "name": row.name,
        "email": row.email,
        "phone": row.phone,
        "only_initials_in_public": row.initials_only,
        "city": entry.city,
        "club": entry.club,
        "notes": entry.notes,
        "state": entry.get_state_display(),
        "payment": entry.get_payment_display(),
    }
    if isinstance(row, FormerPlayer):
        found["through_round"] = row.through_round
    return found


def _seats(entry: Entry) -> list[Seat]:
    seats = entry.seats.filter(pairing__kind=Pairing.Kind.GAME).exclude(round__state="draft")
    return list(seats.select_related("round", "pairing__table").order_by("round__number"))


def _result(seat: Seat) -> dict[str, Any]:
    return {
        "round": seat.round.number,
        "table": seat.pairing.table.number if seat.pairing.table else None,
        "outcome": seat.get_outcome_display() if seat.outcome else "",
        "score": seat.score,
        "points": None if seat.points is None else str(seat.points),
    }


def _sign_up(person: Person, sign_up: SignUp) -> dict[str, Any]:
    """What was sent in, with the contact details of this person alone."""
    facts = sign_up.facts if isinstance(sign_up.facts, dict) else {}
    own = [one for one in named_in(sign_up) if one.is_same(person.known)]
    return {
        "sent_in": _time(person.tournament, sign_up.created_at),
        "state": sign_up.get_state_display(),
        "entry": facts.get("name", ""),
        "players": [one.name for one in named_in(sign_up)],
        "email": own[0].email if own else "",
        "phone": own[0].phone if own else "",
        "city": facts.get("city", ""),
        "club": facts.get("club", ""),
        "notes": facts.get("notes", ""),
        "needs_access": bool(facts.get("needs_access")),
        "agreed_to": sign_up.consent,
        "agreed": _time(person.tournament, sign_up.consented_at),
    }


def _log(person: Person) -> list[dict[str, Any]]:
    """The events of the log that name the person."""
    if not person.known.name:
        return []
    events = as_read(log_of(person.tournament))
    named = spans_of(events, person.known.name)
    own = [event for event in events if event_key(event) in named]
    return [
        {
            "at": _time(person.tournament, one.event.at),
            "who": one.actor,
            "what": one.sentence,
            "why": one.event.why,
        }
        for one in told(own)
    ]
