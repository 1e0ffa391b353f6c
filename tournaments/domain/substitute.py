"""Somebody else plays in the place of a player. The entry stays, with all it has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.imports.facts import EntryFacts, Person, joint_name
from tournaments.models import Entry, Event, FormerPlayer, Player, User

from .act import Act, act, undoing
from .check_in import GONE, meanwhile, next_draw, read_entry
from .entry_rows import check_clashes, facts_of, set_facts, stamp, write_players
from .errors import Conflict, Refused

VERB = "entry.substitute"
UNDO = "entry.substitute-undo"


def substitute(
    entry: Entry,
    position: int,
    person: Person,
    *,
    from_round: int | None = None,
    initials_only: bool = False,
    by: User | None,
    seen: str = "",
    why: str = "",
    key: str = "",
) -> Entry:
    """`person` plays at `position` (1 the first named) from `from_round` on: None, from the next
    draw on; the round that is played now if somebody has come in while it runs.

    Earlier rounds keep the one who played them. An entry that was called after its players is
    called after the new ones. `initials_only` is the wish of `person`: that of the one who goes
    is not theirs. Raises `Conflict` when the entry was changed since `seen`;
    `Refused` when the person plays in another entry, for a round that is over, and when the
    entry has left or the tournament is over.
    """
    with act(VERB, entry.tournament, by=by, key=key) as doing:
        entry = _read(doing, entry)
        if doing.already:
            return entry
        before = facts_of(entry)
        if seen and seen != stamp(entry, before):
            raise Conflict("entry-changed", meanwhile(entry))
        if entry.state in GONE:
            raise Refused(
                "gone", _("%(entry)s has left. Bring it back first.") % {"entry": entry.name}
            )
        old = _player(entry, position)
        coming = next_draw(doing.row)
        since = coming if from_round is None else from_round
        if not max(1, coming - 1) <= since <= coming:
            raise Refused(
                "round-over",
                _("Earlier rounds keep those who played them. Choose round %(round)s.")
                % {"round": coming},
                field="from_round",
            )
        after = _with_player(before, position, person)
        check_clashes(doing.row, after, entry.number)
        FormerPlayer.objects.create(
            entry=entry,
            position=position,
            name=old.name,
            email=old.email,
            phone=old.phone,
            initials_only=old.initials_only,
            through_round=since - 1,
        )
        _write(entry, after)
        entry.players.filter(position=position).update(initials_only=initials_only)
        doing.log(
            entry,
            before=_told(before),
            after=_told(after) | {"from_round": since, "position": position},
            why=why,
        )
    return entry


def undo_substitution(entry: Entry, event_id: int, *, by: User | None, key: str = "") -> Entry:
    """The one who was replaced plays again, if the substitute has played no round yet and the
    players are as the event left them."""
    with act(UNDO, entry.tournament, by=by, key=key) as doing:
        entry = _read(doing, entry)
        if doing.already:
            return entry
        event = Event.objects.filter(
            tournament=doing.row, pk=event_id, subject_kind="entry", subject_id=entry.pk, verb=VERB
        ).first()
        if event is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        before = facts_of(entry)
        if _told(before) != {name: event.after[name] for name in ("name", "players")}:
            raise Conflict("entry-changed", meanwhile(entry))
        position, since = event.after["position"], event.after["from_round"]
        if entry.seats.filter(round__number__gte=since, round__published_at__gt=event.at).exists():
            raise Refused(
                "played-since",
                _("%(player)s has played since. Substitute once more instead.")
                % {"player": _player(entry, position).name},
            )
        old = (
            FormerPlayer.objects.filter(
                entry=entry, position=position, through_round=since - 1
            ).last()
        )  # fmt: skip
        if old is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        person = Person(old.name, old.email, old.phone)
        after = _with_player(before, position, person)
        # Somebody whose data was erased meanwhile does not come back by the name of then.
        if old.name in event.before["players"]:
            after = replace(after, name=event.before["name"])
        check_clashes(doing.row, after, entry.number)
        old.delete()
        _write(entry, after)
        entry.players.filter(position=position).update(initials_only=old.initials_only)
        with undoing(event):
            doing.log(entry, before=_told(before), after=_told(after))
    return entry


def _read(doing: Act[Any], entry: Entry) -> Entry:
    entry = read_entry(doing, entry)
    return (
        doing.row.entries.select_related("fixed_table").prefetch_related("players").get(pk=entry.pk)
    )


def _player(entry: Entry, position: int) -> Player:
    for player in entry.players.all():
        if player.position == position:
            return player
    raise Refused("no-player", _("There is no such player. Load the page again."), field="position")


def _with_player(facts: EntryFacts, position: int, person: Person) -> EntryFacts:
    """The facts with another player; a name made of the players' follows them."""
    players = tuple(
        person if place == position else one for place, one in enumerate(facts.players, start=1)
    )
    joint = joint_name([one.name for one in facts.players])
    name = joint_name([one.name for one in players]) if facts.name == joint else facts.name
    return replace(facts, players=players, name=name)


def _write(entry: Entry, facts: EntryFacts) -> None:
    set_facts(entry, facts)
    entry.save()
    write_players([(entry, facts)])


def _told(facts: EntryFacts) -> dict[str, Any]:
    return {"name": facts.name, "players": [person.name for person in facts.players]}
