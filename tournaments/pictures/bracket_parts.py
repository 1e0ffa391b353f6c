"""A large bracket cut into parts that fit a wall, a phone or a sheet."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pictures.model import Bracket, Tree, TreeRound
from tournaments.pictures.words import Words

LAST = 3
"""Rounds the last part shows at least, some of them once more: from the quarter-finals on."""


def bracket_parts(
    bracket: Bracket, *, most_matches: int = 8, most_rounds: int = 5, language: str = "da"
) -> tuple[Bracket, ...]:
    """The bracket itself where it has no more than `most_matches` in a column and `most_rounds`
    columns; else its parts: halves, quarters and so on of the tree, then its last rounds, then
    each further bracket the same way. Each part is a bracket with a title of its own.
    """
    words = Words(language)
    trees = [tree for tree in (bracket.main, bracket.losers) if tree is not None]
    if bracket.consolation is None and all(_fits(t, most_matches, most_rounds) for t in trees):
        rows = sum(_most(tree) for tree in trees)
        columns = max(len(tree.rounds) for tree in trees) + len(bracket.finals)
        if rows <= most_matches + 1 and columns <= most_rounds:
            return (bracket,)
    main, *further = (
        [
            _titled(bracket.title, tree, part)
            for part in _cut(tree, most_matches, most_rounds, words)
        ]
        for tree in trees
    )
    main[-1] = replace(
        main[-1],
        third_place=bracket.third_place,
        crowned=bracket.crowned and not bracket.finals and bracket.losers is None,
    )
    cut = [*main, *(part for parts in further for part in parts)]
    if bracket.finals:
        cut.append(_finish(bracket))
    if bracket.consolation is not None:
        cut += [
            _titled(bracket.title, bracket.consolation, named)
            for named in _cut(bracket.consolation, most_matches, most_rounds, words)
        ]
    return tuple(cut)


def _titled(title: str, tree: Tree, part: Tree) -> Bracket:
    names = [name for name in (title, tree.name, part.name) if name]
    return Bracket(title=" · ".join(names), main=Tree("", part.rounds), crowned=False)


def _finish(bracket: Bracket) -> Bracket:
    """The last match of each bracket and the finals."""
    return Bracket(
        title=" · ".join(n for n in (bracket.title, bracket.finals[0].name) if n),
        main=Tree(bracket.main.name, bracket.main.rounds[-1:]),
        losers=Tree(bracket.losers.name, bracket.losers.rounds[-2:]) if bracket.losers else None,
        finals=bracket.finals,
        crowned=bracket.crowned,
    )


def _most(tree: Tree) -> int:
    return max((len(round_.matches) for round_ in tree.rounds), default=0)


def _fits(tree: Tree, most_matches: int, most_rounds: int) -> bool:
    return _most(tree) <= most_matches and len(tree.rounds) <= most_rounds


def _cut(tree: Tree, most_matches: int, most_rounds: int, words: Words) -> list[Tree]:
    """Parts of a tree, named by where they are in it."""
    if _fits(tree, most_matches, most_rounds):
        return [Tree("", tree.rounds)]
    parts = 1
    while -(-len(tree.rounds[0].matches) // parts) > most_matches:
        parts *= 2
    rounds = 1
    while (
        rounds < min(len(tree.rounds), most_rounds)
        and len(tree.rounds[rounds].matches) % parts == 0
        and len(tree.rounds[rounds].matches) >= parts
    ):
        rounds += 1
    cut = [
        Tree(_part_name(tree, number, parts, rounds, words), _slice(tree, number, parts, rounds))
        for number in range(parts)
    ]
    rest = tree.rounds[rounds:]
    if not rest:
        return cut
    # The last rounds start early enough to show how the last four or so came there.
    start = rounds
    while start > 1 and len(tree.rounds) - start < min(LAST, most_rounds):
        if len(tree.rounds[start - 1].matches) > most_matches:
            break
        start -= 1
    further = _cut(Tree(tree.name, tree.rounds[start:]), most_matches, most_rounds, words)
    if len(further) == 1:
        further = [Tree(words("finish"), further[0].rounds)]
    return cut + further


def _slice(tree: Tree, number: int, parts: int, rounds: int) -> tuple[TreeRound, ...]:
    sliced: list[TreeRound] = []
    for round_ in tree.rounds[:rounds]:
        each = -(-len(round_.matches) // parts)
        sliced.append(TreeRound(round_.name, round_.matches[number * each : (number + 1) * each]))
    return tuple(sliced)


def _part_name(tree: Tree, number: int, parts: int, rounds: int, words: Words) -> str:
    first, last = tree.rounds[0].name, tree.rounds[rounds - 1].name
    span = first if rounds == 1 else f"{first} – {last}"
    if parts == 1:
        return span
    if parts == 2:
        return f"{span}, {words('lower_half' if number else 'upper_half')}"
    return words("part", name=span, number=number + 1, count=parts)
