"""The bracket as nested lists, for those who cannot see the picture, and as a page without it."""

from __future__ import annotations

from html import escape

from tournaments.pictures.bracket import champion_of
from tournaments.pictures.measure import clean
from tournaments.pictures.model import Bracket, Match, Side, State, Tree, TreeRound
from tournaments.pictures.words import Words


def bracket_html(bracket: Bracket, *, language: str = "da") -> str:
    """A list of rounds, in each a list of its matches, in words. HTML, escaped, without classes
    of its own; the title is not in it."""
    words = Words(language)
    items = _tree(bracket.main, words)
    items += _tree(bracket.losers, words) if bracket.losers else []
    items += [_round(round_, words) for round_ in bracket.finals]
    items += [_round(bracket.third_place, words)] if bracket.third_place else []
    items += _tree(bracket.consolation, words) if bracket.consolation else []
    champion = champion_of(bracket)
    if champion is not None:
        items.append(f"<li>{words('winner')}: {_name(champion)}</li>")
    return f"<ol>{''.join(items)}</ol>"


def _tree(tree: Tree, words: Words) -> list[str]:
    rounds = [_round(round_, words) for round_ in tree.rounds]
    if not tree.name:
        return rounds
    return [f"<li>{escape(clean(tree.name))}<ol>{''.join(rounds)}</ol></li>"]


def _round(round_: TreeRound, words: Words) -> str:
    matches = [f"<li>{_match(match, words)}</li>" for match in round_.matches if match is not None]
    return f"<li>{escape(clean(round_.name))}<ol>{''.join(matches)}</ol></li>"


def _name(side: Side) -> str:
    return f"<bdi>{escape(clean(side.name))}</bdi>"


def _match(match: Match, words: Words) -> str:
    sides = [_side(side, words) for side in match.sides]
    if match.state is State.BYE:
        return f"{sides[0] if sides else ''}: {words('bye')}"
    told = [" – ".join(sides)]
    if match.state is State.PLAYING:
        told.append(words("playing"))
    elif match.state is State.TO_COME:
        told.append(words("if_needed" if match.if_needed else "to_come"))
    if match.table is not None and match.state in (State.PLAYING, State.TO_COME):
        told.append(words("table", number=match.table))
    if match.state is State.WALKOVER:
        away = [_name(side) for side in match.sides if not side.won and side.name]
        if away:
            told.append(f"{', '.join(away)} {words('walkover')}")
    told += [words("winner_of", name=_name(side)) for side in match.sides if side.won]
    return "; ".join(told)


def _side(side: Side, words: Words) -> str:
    if not clean(side.name):
        return escape(clean(side.hint)) or words("unknown")
    told = _name(side)
    if side.seed is not None:
        told += f" ({words('seed', number=side.seed)})"
    return f"{told} {escape(clean(side.score))}" if clean(side.score) else told
