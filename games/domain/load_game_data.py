"""Courses and cards of an organiser's own: loaded into a Kroket tournament, and taken out again.

They are kept with the tournament's settings, so that whatever carries the tournament carries them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Result
from games.rules.kroket.library import (
    COURSES,
    DECKS,
    library,
    loading_errors,
    shelf_of,
    with_loaded,
    without,
)
from games.rules.kroket.schema import DataError
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Refused
from tournaments.models import Game, Tournament, User
from tournaments.spoken import language

#: Which setting names one of a shelf.
SETTING_OF: Final = {COURSES: "course", DECKS: "deck"}
_KEY: Final = "own"


class FaultyFile(Refused):
    """A file that is no course and no deck. `errors` says why, line by line."""

    def __init__(self, errors: tuple[DataError, ...]) -> None:
        super().__init__("data-faulty", errors[0].message(language()), field="file")
        self.errors = errors


def load_game_data(
    tournament: Tournament, text: str, *, file: str, by: User | None, key: str = ""
) -> str:
    """Keep the course or the cards in `text`, called `file`, with the tournament; its name.

    `FaultyFile` where anything is wrong with it. One of the same name is replaced, but Refused
    once it has been played on or with.
    """
    with act("tournament.edit", tournament, by=by, key=key) as doing:
        kept = _kept(doing)
        if doing.already:
            return str(doing.already.after.get("loaded", ""))
        errors = loading_errors(text, file)
        if errors:
            raise FaultyFile(errors)
        try:
            after, name = with_loaded(kept, text)
        except DataError as error:
            raise FaultyFile((error,)) from error
        shelf = shelf_of(text)
        if name in library(kept).texts[shelf]:
            _unplayed(doing, shelf, name)
        _keep(doing, after)
        doing.log(after={"loaded": name})
    return name


def drop_game_data(
    tournament: Tournament, shelf: str, name: str, *, by: User | None, key: str = ""
) -> None:
    """Take a loaded course or deck out. Refused while the tournament, a stage or a round is to be
    played on or with it."""
    with act("tournament.edit", tournament, by=by, key=key) as doing:
        kept = _kept(doing)
        if doing.already:
            return
        if name not in library(kept).texts.get(shelf, {}):
            raise Refused("data-unknown", _("There is none of that name."))
        if _uses(doing.row, shelf, name):
            raise Refused(
                "data-used",
                _("“%(name)s” is what is played here. Choose another first.") % {"name": name},
            )
        _keep(doing, without(kept, shelf, name))
        doing.log(before={"loaded": name})


def _kept(doing: Act[Tournament]) -> str:
    if doing.row.game != Game.KROKET:
        raise Refused("no-game-data", _("This game has no courses and cards to load."))
    if doing.row.state == Tournament.State.FINISHED:
        raise Refused("finished", _("The tournament is finished. Reopen it first."))
    return str(doing.row.game_settings.get(_KEY, ""))


def _keep(doing: Act[Tournament], text: str) -> None:
    others = {name: value for name, value in doing.row.game_settings.items() if name != _KEY}
    doing.row.game_settings = others | ({_KEY: text} if text else {})
    doing.row.save(update_fields=["game_settings"])


def _unplayed(doing: Act[Tournament], shelf: str, name: str) -> None:
    if (
        _uses(doing.row, shelf, name)
        and Result.objects.filter(pairing__round__tournament=doing.row).exists()
    ):
        raise Refused(
            "results-in",
            _("“%(name)s” has been played, and results are in. Give the new one another name.")
            % {"name": name},
            field="file",
        )


def _uses(tournament: Tournament, shelf: str, name: str) -> bool:
    """Whether anything of the tournament is to be played on or with it."""
    layers: list[Mapping[str, Any]] = [tournament.game_settings]
    layers += tournament.stages.values_list("game_settings", flat=True)
    layers += tournament.rounds.values_list("game_settings", flat=True)
    return any(layer.get(SETTING_OF[shelf]) == name for layer in layers)
