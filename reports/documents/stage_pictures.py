"""The bracket of a knockout, or the cross tables of groups and rounds, for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.fitting import lines
from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import POINTS_PER_MM, Order
from tournaments.domain.errors import Refused
from tournaments.game_settings import game_note
from tournaments.queries.stage_standings import rank_stage
from tournaments.queries.stages import current_stage, shows_stage, stage_of_round, stages_of
from tournaments.queries.standings import stage_field
from tournaments.stage_pictures import Picture, paper_pictures_of
from tournaments.standings_words import entries_by_id

#: Millimetres of a sheet between its margins: of one lying on its side, and of an upright one.
_LYING: Final = (273.0, 174.0)
_UPRIGHT: Final = (186.0, 261.0)
#: Of the head over the first picture: what it always has, and a line of its subtitle and its note,
#: which are as large as `lists.css` has them.
_HEAD, _SUBTITLE, _NOTE = 16.0, 5.8, 4.7
_SUBTITLE_SIZE, _NOTE_SIZE = 13.0, 10.5
#: How much larger the smallest picture must become for the sheets to stand.
_WORTH: Final = 1.2


def order(subject: Subject) -> Order:
    """The stage of the round given, or the one that is played, a picture a sheet; on sheets that
    lie or stand, whichever shows it larger."""
    tournament = subject.tournament
    stages = stages_of(tournament)
    facts = stage_of_round(stages, subject.round.number) if subject.round else current_stage(stages)
    field = stage_field(facts)
    entries = entries_by_id(tournament, public=True)
    ranking = rank_stage(facts, field)
    subtitle = facts.name if shows_stage(facts.stage) else ""
    note = game_note(tournament.game, tournament.game_settings)
    lying, upright = (
        _Drawn(paper_pictures_of(ranking, field, entries, frame), frame)
        for frame in (_beside_head(sheet, subtitle, note) for sheet in (_LYING, _UPRIGHT))
    )
    if not lying.pictures:
        raise Refused(
            "no-picture",
            _("Nothing of this stage is drawn yet, or it has too many for a cross table."),
        )
    # A long table is read from further away on sheets that stand.
    stands = upright.smallest() >= _WORTH * lying.smallest()
    shown = upright if stands else lying
    context: dict[str, Any] = {"pictures": shown.pictures, "frame": shown.frame}
    if _heads_with(facts.name, shown.pictures[0]):
        context["subtitle"] = ""
    return list_order(
        DOCUMENT,
        subject,
        "stage_pictures.html",
        context,
        subtitle,
        sheets=("stage_pictures", "upright_pictures") if stands else ("stage_pictures",),
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The pictures as they are drawn to fill a frame."""

    pictures: Sequence[Picture]
    frame: tuple[float, float]

    def smallest(self) -> float:
        return min(picture.scale_in(self.frame) for picture in self.pictures)


def _heads_with(name: str, picture: Picture) -> bool:
    """Whether the picture under the head begins with the stage's `name` itself. One that is too
    long for it is cut there, and then stands whole in the head."""
    return picture.title.startswith(name) and "…" not in picture.svg


def _beside_head(sheet: tuple[float, float], subtitle: str, note: str) -> tuple[float, float]:
    """What is left of a sheet under the head, which is as wide as the sheet."""
    width, height = sheet
    room = width * POINTS_PER_MM
    head = _HEAD
    if subtitle:
        head += _SUBTITLE * lines(subtitle, _SUBTITLE_SIZE, room, 600)
    if note:
        head += _NOTE * lines(note, _NOTE_SIZE, room)
    return width, height - head


DOCUMENT: Final = Document(
    name="stage-pictures",
    title=gettext_lazy("Bracket and cross tables"),
    about=gettext_lazy("For the wall: who met whom and who goes on, as a picture."),
    order=order,
    round=RoundChoice.OPTIONAL,
    group=Group.ROUND,
    watches=("result.", "round.", "entry.", "pairing.", "stage.", "tournament."),
    ignores=("round.close", "round.reopen"),
)
