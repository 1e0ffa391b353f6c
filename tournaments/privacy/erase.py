"""One person's data is erased. Results and standings stay exactly as they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.domain.seal_log import seal_log
from tournaments.hooks import names_withdrawn
from tournaments.mail.faults import Fault
from tournaments.models import Entry, FormerPlayer, Mail, Player, SignUp, Tournament, User
from tournaments.names import initials_of, name_key, person_key
from tournaments.public_names import renamed_entry
from tournaments.registration.rows import LIVE

from .person import Person, person_of
from .tombstones import VERB, as_read, log_of, spans_of


class Instead(StrEnum):
    """What stands where the name stood."""

    INITIALS = "initials"
    NUMBER = "number"


@dataclass(frozen=True)
class Consequences:
    """What an erasure would do, for the page that asks."""

    person: Person
    #: Entry by entry: what it is called now and would be called.
    entries: tuple[tuple[Entry, str, str], ...]
    notes: int
    cancels: int
    events: int
    #: Others who get their e-mails at the same address.
    sharing: tuple[str, ...]


def consequences(person: Person) -> Consequences:
    """What follows when `person` is erased with their initials left; nothing is written."""
    new = initials_of(person.known.name)
    entries = {row.entry.pk: row.entry for row in person.rows}
    return Consequences(
        person=person,
        entries=tuple(
            (entry, entry.name, _called(entry, person.known.name, new))
            for entry in entries.values()
        ),
        notes=sum(bool(entry.notes) for entry in entries.values()),
        cancels=sum(sign_up.state in LIVE for sign_up in person.sign_ups),
        events=len(spans_of(as_read(log_of(person.tournament)), person.known.name)),
        sharing=tuple(
            Player.objects.filter(tournament=person.tournament, email__iexact=person.known.email)
            .exclude(email="")
            .exclude(pk__in=[player.pk for player in person.players])
            .values_list("name", flat=True)
        ),
    )


def erase_person(
    tournament: Tournament,
    ref: str,
    *,
    instead: str,
    by: User | None,
    why: str = "",
    key: str = "",
) -> str:
    """Erase the person that `ref` names (see `person.Known`); what stands for the name now.

    E-mail, phone, what they sent in, the letters' addresses and texts and the notes about their
    entry go; a sign-up that is not an entry yet is cancelled. The name gives way to initials or
    to "Erased player 3". Entries, seats and results are not touched. In the log the name is
    covered from now on.

    Refused: `no-person` when the row is gone, `unknown-choice`.
    """
    if instead not in set(Instead):
        raise Refused("unknown-choice", _("Choose what stands instead of the name."), field="as")
    with act(VERB, tournament, by=by, key=key) as doing:
        if doing.already:
            return str(doing.already.after["as"])
        person = person_of(doing.row, ref)
        if person is None:
            raise Refused("no-person", _("There is nobody like that any more. Search again."))
        old = person.known.name
        # So that every event has the place it is known by.
        seal_log(doing.row)
        places = spans_of(log_of(doing.row), old) if old else {}
        new = _new_name(person, Instead(instead))
        for entry in _entries(person):
            _rename_entry(entry, old, new)
        for player in person.players:
            _clear(player, new)
            player.person_key = _free_key(doing.row, new, player)
            player.save()
        for former in person.former:
            _clear(former, new)
            former.save()
        for sign_up in person.sign_ups:
            clear_sign_up(sign_up)
        clear_mails(person.mails)
        names_withdrawn.send(sender=Tournament, tournament=doing.row)
        doing.log(
            after={
                "as": new,
                "covers": places,
                "players": len(person.players) + len(person.former),
                "sign_ups": len(person.sign_ups),
                "letters": len(person.mails),
            },
            why=why,
            called=new,
        )
    return new


def _entries(person: Person) -> Iterable[Entry]:
    """The entries of a person as they are now, each once."""
    keys = {row.entry_id for row in person.rows}
    return Entry.objects.filter(pk__in=keys).prefetch_related("players")


def _called(entry: Entry, old: str, new: str) -> str:
    if not old:
        return entry.name
    people = [(player.name, player.name) for player in entry.players.all()]
    same = name_key(old)
    swapped = [(full, new if name_key(full) == same else shown) for full, shown in people]
    return renamed_entry(entry.name, swapped if (old, old) in people else [*swapped, (old, new)])


def _rename_entry(entry: Entry, old: str, new: str) -> None:
    entry.name = _free_name(entry, _called(entry, old, new))
    entry.name_key = name_key(entry.name)
    entry.notes = ""
    entry.save(update_fields=["name", "name_key", "notes"])


def _free_name(entry: Entry, name: str) -> str:
    """`name`, or with a number behind it where another entry is called so already."""
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    taken = set(others.values_list("name_key", flat=True))
    number, free = 1, name
    while name_key(free) in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _free_key(tournament: Tournament, name: str, player: Player) -> str:
    """A key nobody else has: two who are called "A. H." are still two people."""
    key = person_key(name, "")
    others = Player.objects.filter(tournament=tournament, person_key=key).exclude(pk=player.pk)
    return f"{key}#{player.pk}" if others.exists() else key


def _new_name(person: Person, instead: Instead) -> str:
    if instead is Instead.INITIALS:
        return initials_of(person.known.name)
    erased = person.tournament.events.filter(verb=VERB).count()
    return _("Erased player %(number)s") % {"number": erased + 1}


def _clear(row: Player | FormerPlayer, name: str) -> None:
    row.name, row.email, row.phone, row.initials_only = name, "", "", False


def clear_sign_up(sign_up: SignUp) -> None:
    """What was sent in goes, signed links are worth nothing, and a place is given up."""
    sign_up.facts, sign_up.email = {}, ""
    sign_up.link_version += 1
    if sign_up.state in LIVE:
        sign_up.state, sign_up.queued_at, sign_up.answer_by = SignUp.State.CANCELLED, None, None
    sign_up.save()


def clear_mails(mails: Iterable[Mail]) -> int:
    """Addresses and texts of letters go; one that waits is not sent. How many had something."""
    rows = Mail.objects.filter(pk__in=[mail.pk for mail in mails])
    waiting = rows.filter(state__in=[Mail.State.WAITING, Mail.State.SENDING])
    waiting.update(
        state=Mail.State.FAILED, error=Fault("erased").stored, lease=None, lease_until=None
    )
    return rows.update(to="", subject="", text="")
