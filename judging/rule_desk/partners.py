"""The rule desk of Partners and Partners+."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.errors import RulesError
from games.rules.messages import Term
from games.rules.partners import (
    PIECES,
    RULE_SETS,
    Game,
    Move,
    Position,
    Refusal,
    judge_hand,
    refusals,
)
from games.rules.partners.board_svg import board_svg
from games.rules.partners.conduct import Setup
from games.rules.partners.picture.words import Words
from judging.rule_desk.model import Answer, Query, Way, WhyNot, encoded

#: A hand has so many cards.
HAND: Final = 4
#: Ways that are listed; a seven can have hundreds.
LISTED: Final = 60


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, read."""

    places: dict[str, list[str]]
    player: str
    cards: tuple[str, ...]
    ruleset: str
    way: str
    """Notation and card of the way to show, such as "7 red3-red5"."""
    why: str
    """Piece and card whose refusal to show, such as "7 red red3"."""

    def query(self, **more: str) -> str:
        """The same question as an address, perhaps showing something else."""
        fields: dict[str, Any] = {
            colour: ",".join(place for place in places if place != "home")
            for colour, places in self.places.items()
        }
        fields |= {"player": self.player, "card": list(self.cards), "ruleset": self.ruleset}
        return encoded(fields | more)


class PartnersDesk:
    """Asks the engine of Partners."""

    template: Final = "judging/rule_desk/partners.html"

    def __init__(self, setup: Setup, options: Sequence[str] = ()) -> None:
        """``setup``: what is played, as the organiser set it; ``options``: in words, what of it
        differs from the rule set."""
        self.game: Game = setup.game
        self.setup = setup
        self.options = options

    def ask(self, query: Query, language: str) -> Answer:
        asked = self._read(query)
        try:
            position = Position.parse(self.game, asked.places)
        except RulesError as error:
            return Answer(
                board=self._empty(asked, language),
                query=asked.query(),
                position=None,
                problem=error.message(language),
            )
        if not asked.cards:
            return Answer(
                board=board_svg(self.game.name, position, language=language, names=True),
                query=asked.query(),
                position=position.as_json(),
            )
        return self._answer(asked, position, language)

    def _read(self, query: Query) -> _Asked:
        colours = self.game.board.colours
        player = _first(query, "player")
        ruleset = _first(query, "ruleset")
        cards = [card for card in query.get("card", ()) if card in self.game.cards]
        return _Asked(
            places={colour: _places(query.get(colour, ())) for colour in colours},
            player=player if player in colours else colours[0],
            cards=tuple(dict.fromkeys(cards))[:HAND],
            ruleset=ruleset if ruleset in RULE_SETS else self.setup.ruleset,
            way=_first(query, "way"),
            why=_first(query, "why"),
        )

    def _answer(self, asked: _Asked, position: Position, language: str) -> Answer:
        rules = self.setup.under(asked.ruleset).rules
        judged = judge_hand(position, asked.player, asked.cards, rules)
        moves = [move for found in judged.moves.values() for move in found]
        shown = next((m for m in moves if f"{m.card} {m.notation}" == asked.way), None)
        refused = [
            (card, refusal)
            for card in judged.moves
            for refusal in refusals(position, asked.player, card, rules)
        ]
        why = [
            (card, refusal, f"{card} {refusal.colour} {refusal.place}" == asked.why)
            for card, refusal in refused
        ]
        # Without a usable card, what is in the way of each piece is shown at once.
        rings = {
            place
            for card, refusal, chosen in why
            if chosen or (not moves and not asked.why)
            for place in _in_the_way(refusal)
        }
        words = Words(self.game.board, language)
        cited = [judged.rule] if len(asked.cards) > 1 or not moves else []
        if not moves:
            cited += [reason.rule for _card, refusal in refused for reason in refusal.reasons]
        return Answer(
            board=board_svg(
                self.game.name,
                None if shown is not None else position,
                last_move=shown,
                reachable=rings if shown is None else (),
                language=language,
                names=True,
            ),
            query=asked.query(way=asked.way, why=asked.why),
            position=position.as_json(),
            question={
                "player": asked.player,
                "cards": list(asked.cards),
                "ruleset": asked.ruleset,
                "way": asked.way if shown is not None else "",
            },
            verdict="yes" if moves else "no",
            headline=self._headline(asked, moves, words),
            details="" if moves else judged.message(language),
            ways=tuple(
                Way(
                    card=words.card(move.card),
                    notation=move.notation,
                    query=asked.query(way=f"{move.card} {move.notation}"),
                    shown=move is shown,
                )
                for move in _listed(moves, shown)
            ),
            more_ways=max(0, len(moves) - LISTED),
            why_not=tuple(
                WhyNot(
                    side=refusal.colour,
                    rules=tuple(dict.fromkeys(reason.rule for reason in refusal.reasons)),
                    message=refusal.message(language),
                    query=asked.query(why=f"{card} {refusal.colour} {refusal.place}"),
                    shown=chosen,
                    card=words.card(card),
                )
                for card, refusal, chosen in why
            ),
            rules=tuple(dict.fromkeys(cited)),
            told=words.move(shown) if shown is not None else "",
        )

    def _headline(self, asked: _Asked, moves: list[Move], words: Words) -> str:
        usable = dict.fromkeys(words.card(move.card) for move in moves)
        card = words.card(asked.cards[0])
        if len(asked.cards) > 1:
            if not usable:
                return _("No card can be used: the hand is thrown.")
            return _("Must play one of: %(cards)s") % {"cards": ", ".join(usable)}
        if not moves:
            return _("No. %(card)s cannot be used.") % {"card": card}
        return ngettext(
            "Yes. %(card)s can be used in one way.",
            "Yes. %(card)s can be used in %(ways)s ways.",
            len(moves),
        ) % {"card": card, "ways": len(moves)}

    def _empty(self, asked: _Asked, language: str) -> str:
        """The pieces that can stand where they are said to; the others at home."""
        whole: dict[str, list[str]] = {
            colour: ["home"] * PIECES for colour in self.game.board.colours
        }
        position = Position.at_home(self.game)
        for colour, places in asked.places.items():
            for index, place in enumerate(places[:PIECES]):
                tried = {**whole, colour: [*whole[colour]]}
                tried[colour][index] = place
                try:
                    position = Position.parse(self.game, tried)
                except RulesError:
                    continue
                whole = tried
        return board_svg(self.game.name, position, language=language, names=True)

    def form(self, query: Query, language: str) -> dict[str, Any]:
        asked = self._read(query)
        board = self.game.board
        words = Words(board, language)
        fields = [
            (board.colours[seat], [(name, words.place(name)) for name in names])
            for seat, names in enumerate(_fields(self.game))
        ]
        paint = _first(query, "paint")
        return {
            "colours": [
                {
                    "key": colour,
                    "name": words.colour(colour),
                    "places": (asked.places[colour] + ["home"] * PIECES)[:PIECES],
                    "painted": colour == (paint or board.colours[0]),
                    "own": [
                        (place, words.place(f"{colour}:{place}"))
                        for place in ("home", "start", "goal4", "goal3", "goal2", "goal1")
                    ],
                }
                for colour in board.colours
            ],
            "fields": fields,
            "player": asked.player,
            "cards": [(card, words.card(card)) for card in self.game.cards],
            "chosen": asked.cards,
            "rulesets": list(RULE_SETS),
            "ruleset": asked.ruleset,
            "options": self.options,
            "hand": HAND,
        }

    def query_of(self, position: Any, question: Mapping[str, Any]) -> str:
        if not isinstance(position, Mapping):
            return ""
        # In the board's order: PostgreSQL gives a position's keys back in an order of its own.
        fields: dict[str, Any] = {
            colour: ",".join(place for place in position[colour] if place != "home")
            for colour in self.game.board.colours
            if colour in position
        }
        fields |= {
            "player": question.get("player", ""),
            "card": question.get("cards", []),
            "ruleset": question.get("ruleset", ""),
            "way": question.get("way", ""),
        }
        return encoded(fields)

    def picture(self, position: Any, question: Mapping[str, Any], language: str) -> str:
        try:
            found = Position.parse(self.game, position)
        except RulesError:
            return ""
        move = None
        if question.get("way") and question.get("player") in self.game.board.colours:
            ruleset = str(question.get("ruleset"))
            setup = self.setup.under(ruleset) if ruleset in RULE_SETS else self.setup
            cards = [card for card in question.get("cards", ()) if card in self.game.cards]
            moves = judge_hand(found, str(question["player"]), cards, setup.rules).moves.values()
            move = next(
                (m for ways in moves for m in ways if f"{m.card} {m.notation}" == question["way"]),
                None,
            )
        return board_svg(self.game.name, None if move else found, last_move=move, language=language)


def _first(query: Query, name: str) -> str:
    values = query.get(name, ())
    return values[0][:80] if values else ""


def _places(values: Iterable[str]) -> list[str]:
    """The places of a colour's pieces, those not named at home."""
    named = [place.strip()[:12] for value in values for place in value[:200].split(",")]
    named = [place for place in named if place][:8]
    return named + ["home"] * (PIECES - len(named))


def _fields(game: Game) -> list[tuple[str, ...]]:
    board = game.board
    return [
        board.places[seat * board.fields : (seat + 1) * board.fields]
        for seat in range(len(board.colours))
    ]


def _listed(moves: list[Move], shown: Move | None) -> list[Move]:
    listed = moves[:LISTED]
    return listed if shown is None or shown in listed else [shown, *listed]


def _in_the_way(refusal: Refusal) -> list[str]:
    """The places that a refusal's sentence names as what is in the way, as the board calls them."""
    places = []
    for reason in refusal.reasons:
        owner, circle = reason.params.get("owner"), reason.params.get("circle")
        if isinstance(owner, Term):
            places.append(f"{owner.key}:start")
        if isinstance(circle, Term):
            places.append(f"{refusal.colour}:goal{circle.number}")
    return places
