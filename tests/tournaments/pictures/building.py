"""Brackets and cross tables by chance, for the tests of the pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from xml.etree import ElementTree

from hypothesis import strategies as st

from tournaments.pictures.bracket import matches_of
from tournaments.pictures.canvas import Canvas, TextBox
from tournaments.pictures.measure import clean
from tournaments.pictures.model import Bracket, CrossTable, Match, Side, State, Tree, TreeRound
from tournaments.pictures.tables import (
    Meeting,
    Placing,
    Player,
    places_table,
    round_robin_table,
    swiss_table,
)

NAMES = (
    "Skovlyst",
    "Anna Holm, Bo Krag",
    "Pip <3 & co.",
    'Team "🎲" Terning',
    "👨‍👩‍👧‍👦 Familien",
    "فريق الشمال",
    "De Tre Musketerer fra Hasle og omegn, hold nummer 2",
    "Østerbro",
    "]]> --> <script>",
)
ANY_NAME = st.one_of(st.sampled_from(NAMES), st.text(min_size=1, max_size=60))


def tree(entries: Sequence[str], dice: random.Random, name: str = "") -> Tree:
    """A knockout of these, played so far as chance has it."""
    size = 1 << max(len(entries) - 1, 1).bit_length()
    there: list[str | None] = [*entries, *([None] * (size - len(entries)))]
    # The last ones have no opponent in round 1: folded, so that nobody is left without a match.
    order = [i for pair in zip(range(size // 2), range(size)[::-1], strict=False) for i in pair]
    known = [there[i] for i in order]
    rounds: list[TreeRound] = []
    while len(known) > 1:
        matches: list[Match | None] = []
        through: list[str | None] = []
        for one, other in zip(known[::2], known[1::2], strict=True):
            if not rounds and one is not None and other is None:
                matches.append(Match(sides=(Side(name=one, seed=1, won=True),), state=State.BYE))
                through.append(one)
            elif one and other and dice.random() < 0.7:
                matches.append(decided(one, other, dice))
                through.append(one if matches[-1] and matches[-1].sides[0].won else other)
            else:
                matches.append(ahead(one or "", other or "", dice))
                through.append(None)
        rounds.append(TreeRound(f"Runde {len(rounds) + 1}", tuple(matches)))
        known = through
    return Tree(name, tuple(rounds))


def decided(one: str, other: str, dice: random.Random) -> Match:
    first = dice.random() < 0.5
    return Match(
        sides=(
            Side(name=one, seed=dice.choice((None, 7)), score=dice.choice(("8", "")), won=first),
            Side(name=other, seed=127, score=str(dice.randrange(8)), won=not first),
        ),
        state=dice.choice((State.DECIDED, State.DECIDED, State.WALKOVER)),
    )


def ahead(one: str, other: str, dice: random.Random) -> Match:
    sides = tuple(
        Side(name=name, hint="Vinder af kamp 12" if dice.random() < 0.5 else "")
        for name in (one, other)
    )
    state = State.PLAYING if one and other and dice.random() < 0.5 else State.TO_COME
    return Match(sides=sides, state=state, table=dice.choice((None, 3, 128)))


def knockout(entries: Sequence[str], dice: random.Random) -> Bracket:
    third = TreeRound("3. plads", (ahead(entries[0], entries[-1], dice),))
    return Bracket(
        title="Slutspil",
        main=tree(entries, dice),
        third_place=third if dice.random() < 0.5 else None,
        consolation=tree(entries[: max(len(entries) // 2, 2)], dice, "Trøst")
        if dice.random() < 0.3
        else None,
    )


def double_elimination(size: int, dice: random.Random) -> Bracket:
    """Of 4, 8, 16 … entries called A1, A2, …; everything is decided but, perhaps, the finals."""
    names = [f"A{number}" for number in range(1, size + 1)]
    rounds: list[TreeRound] = []
    count = size // 4
    while count:
        for _ in range(2):
            matches = tuple(decided(*dice.sample(names, 2), dice) for _ in range(count))
            rounds.append(TreeRound(f"Runde {len(rounds) + 1}", matches))
        count //= 2
    final = ahead(*dice.sample(names, 2), dice)
    again = Match(sides=(Side(), Side()), if_needed=True)
    return Bracket(
        title="Dobbelt",
        main=tree(names, dice, "Vinderrækken"),
        losers=Tree("Taberrækken", tuple(rounds)),
        finals=(TreeRound("Finale", (final,)), TreeRound("2. finale", (again,))),
    )


def names_in(bracket: Bracket) -> list[str]:
    """Every name of a bracket, as often as it stands there."""
    return [side.name for match in matches_of(bracket) for side in match.sides if side.name]


def players(names: Sequence[str]) -> list[Player]:
    return [
        Player(key=100 + place, number=place, name=name, totals=(str(place), "12½"))
        for place, name in enumerate(names, start=1)
    ]


def meeting(number: int, one: int, other: int, dice: random.Random) -> Meeting:
    state = dice.choice((State.DECIDED, State.DECIDED, State.WALKOVER, State.PLAYING))
    scores = (
        (str(dice.randrange(9)), str(dice.randrange(9))) if state is State.DECIDED else ("", "")
    )
    winner = dice.choice((one, other, None)) if state is not State.PLAYING else None
    return Meeting(round=number, one=one, other=other, scores=scores, winner=winner, state=state)


def tables(names: Sequence[str], dice: random.Random) -> Iterator[CrossTable]:
    """One of each kind."""
    field = players(names)
    keys = [player.key for player in field]
    heads = ("Point", "Buchholz")
    met = [meeting(1, one, other, dice) for one, other in combinations(keys, 2)]
    met += [meeting(2, other, one, dice) for one, other in combinations(keys[:4], 2)]
    yield round_robin_table("Gruppe A", field, met, total_heads=heads)
    games: list[Meeting] = []
    places: list[Placing] = []
    for number in range(1, 5):
        order = dice.sample(keys, len(keys))
        places += [
            Placing(round=number, key=key, place=place % 3 + 1, shown="½ p")
            for place, key in enumerate(order)
        ]
        while len(order) > 1:
            games.append(meeting(number, order.pop(), order.pop(), dice))
        games += [Meeting(round=number, one=key, state=State.BYE) for key in order]
    yield swiss_table("Runder", field, games, rounds=6, total_heads=heads)
    yield places_table("Tre ved bordet", field, places, total_heads=heads)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(element: ElementTree.Element) -> set[str]:
    return {text for text in element.itertext() if text}


def shown(names: Sequence[str]) -> set[str]:
    """Names as a picture writes them; those of nothing but blanks are not shown."""
    return {clean(name) for name in names if clean(name)}


def overlaps(canvas: Canvas, width: float, height: float) -> list[tuple[TextBox, TextBox]]:
    """Texts that stand on each other, or (with themselves) outside the picture."""
    found = [
        (box, box)
        for box in canvas.texts
        if box.left < 0 or box.top < 0 or box.right > width or box.bottom > height
    ]
    rows = sorted(canvas.texts, key=lambda box: box.top)
    for place, one in enumerate(rows):
        for other in rows[place + 1 :]:
            if other.top >= one.bottom:
                break
            if one.left < other.right and other.left < one.right:
                found.append((one, other))
    return found
