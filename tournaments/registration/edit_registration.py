"""What the public page of a tournament says, and when people may sign up."""

from __future__ import annotations

import hashlib
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Conflict
from tournaments.models import Registration, Tournament, User

from .rows import registration_of

FIELDS = (
    "opens_at",
    "closes_at",
    "doors_open",
    "fee",
    "about",
    "consent",
    "contact",
    "hours_to_accept",
)


def stamp(registration: Registration | None) -> str:
    """What the form was made from."""
    return hashlib.sha256(repr(_facts(registration)).encode()).hexdigest()[:20]


def edit_registration(
    tournament: Tournament, *, by: User, seen: str = "", key: str = "", **fields: Any
) -> Registration:
    """People may sign up online as `fields` (those of `FIELDS`) say. The first time, there was no
    registration online. `Conflict` when somebody saved others since `seen`."""
    with act("registration.edit", tournament, by=by, key=key) as doing:
        registration = registration_of(doing.row)
        if doing.already and registration:
            return registration
        if seen and seen != stamp(registration):
            raise Conflict(
                "settings-changed",
                _(
                    "Somebody else has saved other settings since you opened the page. Nothing of "
                    "yours was saved. Load the page again to see theirs."
                ),
            )
        before = _facts(registration)
        registration = registration or Registration(tournament=doing.row)
        for name, value in fields.items():
            assert name in FIELDS, name
            setattr(registration, name, value)
        registration.save()
        after = _facts(registration)
        changed = [name for name in after if before.get(name) != after[name]]
        doing.log(
            before={name: before.get(name) for name in changed},
            after={name: after[name] for name in changed},
        )
    return registration


def _facts(registration: Registration | None) -> dict[str, Any]:
    if registration is None:
        return {}
    facts = {name: getattr(registration, name) for name in FIELDS}
    plain = (int, str, type(None))
    return {
        name: value if isinstance(value, plain) else value.isoformat(timespec="minutes")
        for name, value in facts.items()
    }
