"""The games of a backgammon match as somebody types them: one line a game, "1 g x2", "2 drop".

A penalty stands in the line where it was given: "p2 1" gives the second side a point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.backgammon.rules import BACKGAMMON, GAMMON, KINDS, SINGLE, Outcome, Penalty
from tournaments.domain.errors import Refused

#: Lines that are read; the longest match ends before.
MOST_GAMES: Final = 200

_KINDS: Final = {
    "": SINGLE,
    "s": SINGLE,
    "single": SINGLE,
    "g": GAMMON,
    "gammon": GAMMON,
    "b": BACKGAMMON,
    "bg": BACKGAMMON,
    "backgammon": BACKGAMMON,
}
#: What a game won so is called.
GAME_KINDS: Final[dict[str, str | Promise]] = {
    SINGLE: gettext_lazy("single game"),
    GAMMON: gettext_lazy("gammon"),
    BACKGAMMON: gettext_lazy("backgammon"),
}

_LINE: Final = re.compile(
    r"(?P<winner>[12])[\s:.,]*(?P<kind>[a-z]*?)[\s,]*(?:[x×]?\s*(?P<cube>\d{1,5}))?[\s,]*"
    r"(?P<drop>d|drop|pass)?"
)


_PENALTY: Final = re.compile(r"p\s*(?P<side>[12])[\s:.,+]*(?P<points>[1-9]\d{0,2})")


def read_games(text: str) -> tuple[Outcome | Penalty, ...]:
    """The games in `text` and the penalties between them, empty lines left out. Refused (field
    "games") names the line."""
    games: list[Outcome | Penalty] = []
    lines = [line.strip().casefold() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        penalty = _PENALTY.fullmatch(line)
        if penalty is not None and len(games) < MOST_GAMES:
            games.append(Penalty(int(penalty["side"]) - 1, int(penalty["points"])))
            continue
        found = _LINE.fullmatch(line)
        if found is None or found["kind"] not in _KINDS or len(games) == MOST_GAMES:
            raise Refused(
                "game-unreadable",
                _("Game line %(number)s, “%(text)s”, cannot be read. Type it like 1 g x2.")
                % {"number": number, "text": line[:30]},
                field="games",
            )
        games.append(
            Outcome(
                winner=int(found["winner"]) - 1,
                kind=_KINDS[found["kind"]],
                cube=int(found["cube"] or 1),
                dropped=bool(found["drop"]),
            )
        )
    return tuple(games)


def written_games(games: Sequence[Outcome | Penalty]) -> str:
    """The games as `read_games` reads them."""
    return "\n".join(_written(game) for game in games)


def _written(game: Outcome | Penalty) -> str:
    if isinstance(game, Penalty):
        return f"p{game.side + 1} {game.points}"
    words = [str(game.winner + 1)]
    words += [game.kind] if game.kind != SINGLE else []
    words += [f"x{game.cube}"] if game.cube != 1 else []
    words += ["drop"] if game.dropped else []
    return " ".join(words)


def points_of(game: Outcome) -> int:
    """What a game of a match gave."""
    return game.cube * KINDS[game.kind]


def turned(game: Outcome | Penalty) -> Outcome | Penalty:
    """The same with the two sides exchanged."""
    if isinstance(game, Penalty):
        return game._replace(side=1 - game.side)
    return game._replace(winner=1 - game.winner)


def went_from(written: Mapping[str, Any]) -> Outcome | Penalty:
    """A game or a penalty as a result keeps it."""
    if "penalty" in written:
        return Penalty(written["side"], written["penalty"])
    return Outcome(written["winner"], written["kind"], written["cube"], written["dropped"])
