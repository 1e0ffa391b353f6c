"""What a sign-up says, as it is kept in its row. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.imports.facts import EntryFacts, Person, joint_name


@dataclass(frozen=True, slots=True)
class Given:
    """What was sent in. A player without a name is one who is still to be invited."""

    entry: EntryFacts
    initials: tuple[bool, ...]
    """For each player: asked to be shown by their initials alone."""
    invitation: int = 1
    """Counts the invitations given out: raised, the earlier ones are worth nothing."""
    others: bool = False
    """They have said that players called like somebody who is there already are other people."""

    @property
    def missing(self) -> tuple[int, ...]:
        """Positions (from 1) that nobody fills yet."""
        people = enumerate(self.entry.players, start=1)
        return tuple(position for position, person in people if not person.name)

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def first(self) -> Person:
        return self.entry.players[0]

    def named(self) -> Given:
        """With a name: its own, or one made of its players."""
        if self.entry.name:
            return self
        return replace(self, entry=replace(self.entry, name=self.players_name))

    @property
    def players_name(self) -> str:
        """What it is called after its players. Public pages shorten them for who asks for it."""
        names = [person.name for person in self.entry.players if person.name]
        return joint_name(names) if names else ""

    def with_player(self, position: int, person: Person, *, initials: bool) -> Given:
        """`person` at `position`; a name made of the players' follows."""
        made = self.entry.name in {"", self.players_name}
        people, short = list(self.entry.players), list(self.initials)
        people[position - 1], short[position - 1] = person, initials
        facts = replace(self.entry, players=tuple(people), name="" if made else self.entry.name)
        return replace(self, entry=facts, initials=tuple(short)).named()

    def to_json(self) -> dict[str, Any]:
        facts = self.entry
        return {
            "name": facts.name,
            "players": [
                {"name": p.name, "email": p.email, "phone": p.phone, "initials_only": short}
                for p, short in zip(facts.players, self.initials, strict=True)
            ],
            "city": facts.city,
            "club": facts.club,
            "notes": facts.notes,
            "needs_access": facts.needs_access,
            "invitation": self.invitation,
            "others": self.others,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Given | None:
        """None once the data is erased."""
        if not kept.get("players"):
            return None
        people = kept["players"]
        return cls(
            entry=EntryFacts(
                name=kept.get("name", ""),
                players=tuple(
                    Person(p["name"], p.get("email", ""), p.get("phone", "")) for p in people
                ),
                city=kept.get("city", ""),
                club=kept.get("club", ""),
                notes=kept.get("notes", ""),
                needs_access=bool(kept.get("needs_access")),
            ),
            initials=tuple(bool(p.get("initials_only")) for p in people),
            invitation=int(kept.get("invitation", 1)),
            others=bool(kept.get("others")),
        )
