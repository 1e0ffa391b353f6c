"""Which entry a row is about, and what stands against taking it in."""

from __future__ import annotations

from collections.abc import Iterable

from .facts import EntryFacts, Known
from .rows import Candidate, Problem


class EntryList:
    """The entry list as the rows meet it, changing with each that is taken in."""

    def __init__(self, known: Iterable[Known], capacity: int) -> None:
        self.known: dict[int, Known] = {}
        self._by_name: dict[str, int] = {}
        self._by_person: dict[str, int] = {}
        self._by_player_name: dict[str, set[int]] = {}
        for entry in known:
            self._put(entry)
        self.places = capacity - sum(1 for entry in self.known.values() if not entry.withdrawn)
        #: What rows of this file have claimed, by row: entries, names, people, people's names.
        self._entry_rows: dict[int, int] = {}
        self._name_rows: dict[str, int] = {}
        self._person_rows: dict[str, int] = {}
        self._player_name_rows: dict[str, int] = {}

    def _put(self, entry: Known) -> None:
        self.known[entry.number] = entry
        self._by_name[entry.facts.name_key] = entry.number
        for person in entry.facts.players:
            self._by_person[person.key] = entry.number
            self._by_player_name.setdefault(person.name_key, set()).add(entry.number)

    def _drop(self, number: int) -> None:
        entry = self.known[number]
        del self._by_name[entry.facts.name_key]
        for person in entry.facts.players:
            self._by_person.pop(person.key, None)
            self._by_player_name[person.name_key].discard(number)

    def match(self, facts: EntryFacts) -> int | None:
        """The number of the entry that `facts` are about, or None.

        It is one whose players are the same people; else one of the same name with at least
        one player of the same name; else the only one whose players all have these names, when
        not every address speaks against it.
        """
        numbers = {self._by_person.get(person.key) for person in facts.players}
        if len(numbers) == 1 and (number := numbers.pop()) is not None:
            return number
        names = {person.name_key for person in facts.players}
        named = self._by_name.get(facts.name_key)
        if named is not None:
            there = {person.name_key for person in self.known[named].facts.players}
            if there & names:
                return named
        holders = [self._by_player_name.get(name, set()) for name in names]
        same = [n for n in set.intersection(*holders) if self._could_be(self.known[n], facts)]
        return same[0] if len(same) == 1 else None

    @staticmethod
    def _could_be(entry: Known, facts: EntryFacts) -> bool:
        there = {person.name_key: person.email for person in entry.facts.players}
        if len(there) != len({person.name_key for person in facts.players}):
            return False
        return any(
            not person.email
            or not there.get(person.name_key)
            or person.email.casefold() == there[person.name_key].casefold()
            for person in facts.players
        )

    def faults(self, number: int | None, facts: EntryFacts, capacity: int) -> list[Problem]:
        """What stands against `facts` becoming entry `number` (None: a new one)."""
        if number is not None and number in self._entry_rows:
            return [self._pair_twice(self.known[number].facts, self._entry_rows[number])]
        rows = [self._person_rows.get(person.key) for person in facts.players]
        if len(set(rows)) == 1 and rows[0] is not None:
            return [self._pair_twice(facts, rows[0])]
        found = []
        if len({person.key for person in facts.players}) < len(facts.players):
            found.append(Problem("twice-in-pair", None, {"name": facts.players[-1].name}))
        for person, row in zip(facts.players, rows, strict=True):
            there = self._by_person.get(person.key)
            if row is not None:
                found.append(Problem("player-twice", None, {"name": person.name, "row": row}))
            elif there is not None and there != number:
                params = {"name": person.name, **self._called(there)}
                found.append(Problem("player-elsewhere", None, params))
        row = self._name_rows.get(facts.name_key)
        holder = self._by_name.get(facts.name_key)
        if row is not None:
            found.append(Problem("name-twice", None, {"name": facts.name, "row": row}))
        elif holder is not None and holder != number:
            params = {"name": facts.name, **self._called(holder)}
            found.append(Problem("name-elsewhere", None, params))
        if not found and number is None and self.places <= 0:
            found.append(Problem("full", None, {"capacity": capacity}))
        return found

    @staticmethod
    def _pair_twice(facts: EntryFacts, row: int) -> Problem:
        return Problem("pair-twice", None, {"name": facts.name, "row": row})

    def _called(self, number: int) -> dict[str, object]:
        return {"entry": self.known[number].facts.name, "number": number}

    def namesakes(self, number: int | None, facts: EntryFacts) -> list[Problem]:
        """Players with the name of somebody in another entry: perhaps one person, perhaps two."""
        found = []
        for person in facts.players:
            others = self._by_player_name.get(person.name_key, set()) - {number}
            row = self._player_name_rows.get(person.name_key)
            if others:
                params = {"name": person.name, **self._called(min(others))}
                found.append(Problem("namesake", None, params))
            elif row is not None:
                found.append(Problem("namesake-row", None, {"name": person.name, "row": row}))
        return found

    def take(self, candidate: Candidate, number: int | None, facts: EntryFacts) -> None:
        """The row comes in: it holds its name, its people and its entry from here on."""
        self._name_rows[facts.name_key] = candidate.row
        for person in facts.players:
            self._person_rows[person.key] = candidate.row
            self._player_name_rows.setdefault(person.name_key, candidate.row)
        if number is None:
            self.places -= 1
            return
        self._entry_rows[number] = candidate.row
        withdrawn = self.known[number].withdrawn
        self._drop(number)
        self._put(Known(number, facts, withdrawn))
