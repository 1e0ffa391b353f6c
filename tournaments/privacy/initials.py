"""A player is shown by initials in public, or by name again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.hooks import names_withdrawn
from tournaments.models import Player, Tournament, User
from tournaments.names import initials_of

from .person import person_of

VERB = "privacy.initials"


def set_initials(
    tournament: Tournament, ref: str, short: bool, *, by: User | None, key: str = ""
) -> None:
    """Show the person that `ref` names (see `person.Known`) by initials alone, or by name again.

    Holds for every page everybody sees, also of the rounds they played before somebody came in
    their place. Papers made before are thrown away. Refused: `no-person`.
    """
    with act(VERB, tournament, by=by, key=key) as doing:
        if doing.already:
            return
        person = person_of(doing.row, ref)
        rows = person.rows if person is not None else ()
        if person is None or not rows:
            raise Refused("no-person", _("There is nobody like that any more. Search again."))
        before = any(row.initials_only for row in rows)
        for row in rows:
            row.initials_only = short
            row.save(update_fields=["initials_only"])
        if short:
            names_withdrawn.send(sender=Tournament, tournament=doing.row)
        subject = next((row for row in rows if isinstance(row, Player)), rows[0])
        # The log is read by the staff alone; and initials say enough there, too.
        doing.log(
            subject.entry,
            before={"initials": before},
            after={"initials": short},
            called=initials_of(person.known.name) if short else person.known.name,
        )
