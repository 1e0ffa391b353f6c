"""Verbs of the API, each where it can be done and how it is refused; and what came before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import pause_clock, start_clock
from tests.factories import make_entries
from tests.results import make_round
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.close_round import close_round
from tournaments.domain.disqualify import disqualify
from tournaments.domain.draw_round import draw_round
from tournaments.domain.edit_draft import swap_entries
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.keep_apart import keep_apart
from tournaments.domain.sit_out import sit_out
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, Pairing, Round, Tournament, User

Setting = Callable[[Tournament, User], None]

#: Something that no verb takes.
NONSENSE: dict[str, Any] = {"colour": "red"}
WHY = {"why": "skrevet forkert"}


@dataclass(frozen=True)
class Case:
    """A verb where it can be done, and where it is refused."""

    #: `{event}`, `{call}`, `{incident}`: the newest one's key.
    path: str
    before: Setting
    scope: str
    log: str
    said: dict[str, Any]
    #: What is sent; called with the tournament where it depends.
    body: dict[str, Any] | Callable[[Tournament], dict[str, Any]] = field(default_factory=dict)
    status: int = 200
    #: What is sent to be refused (None: the same, after it was done), and how that is said.
    refused: dict[str, Any] | None = None
    code: str = ""
    #: Fields that are answered once.
    once: tuple[str, ...] = ()


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


# What came before --------------------------------------------------------------------------------


def nothing(tournament: Tournament, organiser: User) -> None:
    """A tournament with its hall."""


def entered(tournament: Tournament, organiser: User) -> None:
    make_entries(tournament, 4)


def expected(tournament: Tournament, organiser: User) -> None:
    make_entries(tournament, 4, state=Entry.State.REGISTERED)


def drafted(tournament: Tournament, organiser: User) -> None:
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)], state=Round.State.DRAFT)


def drawn(tournament: Tournament, organiser: User) -> None:
    """A draft by the draw itself: five entries, one of them sits out."""
    make_entries(tournament, 5)
    draw_round(fresh(tournament), by=organiser, seed=7)


def came_late(tournament: Tournament, organiser: User) -> None:
    drawn(tournament, organiser)
    make_entries(tournament, 1)


def changed(tournament: Tournament, organiser: User) -> None:
    drawn(tournament, organiser)
    round_ = tournament.rounds.get()
    one, other = (
        pairing.seats.order_by("side")[0].entry
        for pairing in round_.pairings.filter(kind="game").order_by("order")[:2]
    )
    swap_entries(round_, one, other, by=organiser)


def published(tournament: Tournament, organiser: User) -> None:
    drafted(tournament, organiser)
    Round.objects.filter(tournament=tournament).update(state=Round.State.PUBLISHED)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)


def running(tournament: Tournament, organiser: User) -> None:
    published(tournament, organiser)
    start_clock(tournament.rounds.get(), by=organiser)


def paused(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    pause_clock(tournament.rounds.get(), by=organiser)


def one_result(tournament: Tournament, organiser: User) -> None:
    published(tournament, organiser)
    pairing = Pairing.objects.get(round__tournament=tournament, order=1)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)


def played(tournament: Tournament, organiser: User) -> None:
    one_result(tournament, organiser)
    pairing = Pairing.objects.get(round__tournament=tournament, order=2)
    record_result(pairing, Typed(scores=(8, 4)), seen=0, by=organiser)


def closed(tournament: Tournament, organiser: User) -> None:
    played(tournament, organiser)
    close_round(tournament.rounds.get(), by=organiser)


def finished(tournament: Tournament, organiser: User) -> None:
    closed(tournament, organiser)
    finish_tournament(fresh(tournament), early=True, by=organiser)


def staged(tournament: Tournament, organiser: User) -> None:
    """One round of the first stage is played; the two best go on into the second."""
    closed(tournament, organiser)
    swiss = StageSetup("swiss")
    set_stages(tournament, (swiss, StageSetup("knockout", {"third_place": False}, to_rank=2)))


def begun(tournament: Tournament, organiser: User) -> None:
    staged(tournament, organiser)
    begin_stage(fresh(tournament), by=organiser, early=True)


def gone(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    withdraw(tournament.entries.get(number=1), by=organiser)


def put_out(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    disqualify(tournament.entries.get(number=1), struck=False, why="snyd", by=organiser)


def sitting_out(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    sit_out(tournament.entries.get(number=1), 2, by=organiser)


def apart(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    one, other = tournament.entries.filter(number__lte=2)
    keep_apart(one, other, by=organiser, why="brødre")
