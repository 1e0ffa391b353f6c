"""What a picture says to who cannot see it: the position read out, and the last move."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from games.rules.messages import Catalogue, Term, load_catalogue
from games.rules.partners.board import PIECES, Board
from games.rules.partners.moves import Move
from games.rules.partners.position import Position

CATALOGUE_PATH: Final = Path(__file__).with_name("messages.json")


class Words:
    """The words of one language: "da", "en" or "nb"."""

    def __init__(self, board: Board, language: str) -> None:
        self._board = board
        self._language = language
        self._catalogue: Catalogue = load_catalogue(CATALOGUE_PATH)

    def text(self, key: str, **params: str) -> str:
        """A sentence."""
        return self._catalogue.text(key, self._language, params)

    def term(self, key: str, **params: str) -> str:
        """A word, or words, with what goes into them."""
        template = self._catalogue.word(Term(key), self._language)
        return template.format(**params) if params else template

    def colour(self, colour: str) -> str:
        """The name of a colour, as a heading: "Gul"."""
        name = self.term(colour)
        return name[:1].upper() + name[1:]

    def letters(self, colour: str) -> str:
        """One or two letters, different for each colour: "Gu"."""
        return self.term(f"letters_{colour}")

    def place(self, name: str) -> str:
        """A place by its name on the board: "rød 5", "rød startfelt", "rød målcirkel 2"."""
        colour, _, rest = name.partition(":")
        if rest:
            return f"{self.term(colour)} {self._part('', rest)}"
        seat, index = divmod(self._board.codes[name], self._board.fields)
        return f"{self.term(self._board.colours[seat])} {index + 1}"

    def position(self, position: Position | None) -> str:
        """Where the pieces stand, one sentence a colour."""
        colours = self._board.colours
        if position is None:
            return self.text("empty", colours=", ".join(self.term(one) for one in colours))
        return " ".join(
            self.text("colour", colour=self.term(colour), pieces=self._pieces(position, colour))
            for colour in colours
        )

    def card(self, name: str) -> str:
        """A card by what stands on it: "8/hjerte"."""
        signs = {"heart": "sign_heart", "swap": "sign_swap"}
        parts = name.split("/")
        return "/".join(self.term(signs[part]) if part in signs else part for part in parts)

    def marked(self, names: Iterable[str]) -> str:
        """The marked places in one sentence."""
        return self.text("marked", places=", ".join(self.place(name) for name in names))

    def move(self, move: Move) -> str:
        """Who played what, and what became of it."""
        player = self.term(self._board.colours[move.seat])
        known = {"heart": "card_heart", "swap": "card_swap"}.get(move.card)
        card = self.term(known) if known else self.term("card", card=self.card(move.card))
        steps = [self._swap(move)] if move.is_swap else self._steps(move)
        return self.text("move", player=player, card=card, steps="; ".join(steps))

    def _steps(self, move: Move) -> list[str]:
        told = []
        for step in move.steps:
            walk = self.term(
                "walk",
                colour=self.term(step.colour),
                origin=self._the(step.origin),
                target=self._the(step.target),
            )
            if step.captured:
                walk = self.term("captures", walk=walk, other=self.term(step.captured))
            elif step.sent_home:
                walk = self.term("goes_home", walk=walk)
            told.append(walk)
        return told

    def _swap(self, move: Move) -> str:
        one, other = move.steps
        return self.term(
            "swap",
            colour=self.term(one.colour),
            origin=self._the(one.origin),
            other=self.term(other.colour),
            target=self._the(other.origin),
        )

    def _pieces(self, position: Position, colour: str) -> str:
        """What a colour's pieces do: "to brikker i startcirklen, en på rød 5"."""
        places = position.places(colour)
        if position.locked(colour) == PIECES:
            return self.term("all_locked")
        locked = {f"goal{n}" for n in range(1, position.locked(colour) + 1)}
        order = sorted(set(places), key=lambda place: (place != "home", places.index(place)))
        told: list[str] = []
        for place in order:
            noun = "count" if told else "piece"
            which = "_locked" if place in locked else str(places.count(place))
            told.append(f"{self.term(noun + which)} {self._at(place)}")
        return ", ".join(told)

    def _at(self, place: str) -> str:
        if self._board.codes[place] < self._board.ring:
            return self.term("at_field", place=self.place(place))
        return self._part("at_", place)

    def _the(self, place: str) -> str:
        if self._board.codes[place] < self._board.ring:
            return self.place(place)
        return self._part("" if place.startswith("goal") else "the_", place)

    def _part(self, kind: str, place: str) -> str:
        if place.startswith("goal"):
            return self.term(f"{kind}goal", n=place.removeprefix("goal"))
        return self.term(f"{kind}{place}")
