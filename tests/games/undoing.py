"""A tournament that is played at random, and all of it that an undo must bring back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import F

from games.domain.claims import claim_result
from games.domain.extend_table import extend_table
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result, remove_result
from games.domain.run_clock import end_clock, pause_clock, resume_clock, start_clock
from games.models import Claim, Clock, Extension, Result
from tests.factories import make_entries, make_tournament
from tournaments.domain.check_in import change_state
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.disqualify import disqualify
from tournaments.domain.draw_round import discard_draft, draw_round
from tournaments.domain.edit_draft import move_to_table
from tournaments.domain.edit_draft import swap_entries as swap_in_draft
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of
from tournaments.domain.errors import Refused
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.domain.set_table import set_table_access
from tournaments.domain.sit_out import sit_out
from tournaments.domain.swap_places import swap_places
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, Event, KeptApart, Pairing, Round, Tournament
from tournaments.queries.stage_standings import tournament_ranking
from tournaments.queries.standings import standings_of

Doing = Callable[["Play", int, int], object]


class Play:
    """A tournament of seven pairs, and what is there in it."""

    def __init__(self) -> None:
        self.tournament = make_tournament(ruleset="dm-2018", rounds_planned=4, tables=5)
        make_entries(self.tournament, 7)

    def fresh(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def entry(self, n: int) -> Entry:
        return self.tournament.entries.get(number=n % 7 + 1)

    @property
    def round(self) -> Round:
        """The newest round. Refused without one."""
        row = self.tournament.rounds.order_by("number").last()
        if row is None:
            raise Refused("no-round", "")
        row.tournament = self.fresh()
        return row

    def game(self, n: int) -> Pairing:
        games = list(self.round.pairings.filter(kind="game").order_by("order"))
        return games[n % len(games)]

    def seen(self, game: Pairing) -> int:
        newest = game.results.order_by("-version").first()
        return newest.version if newest is not None else 0

    def does(self, step: str, one: int, other: int) -> Event | None:
        """Tries it; the event, or None where it was refused."""
        newest = self.newest()
        try:
            STEPS[step](self, one, other)
        except Refused:
            assert self.newest() == newest
            return None
        return self.newest()

    def newest(self) -> Event | None:
        return Event.objects.filter(tournament=self.tournament).order_by("-id").first()


def scores(n: int) -> Typed:
    return Typed(scores=((8, 5), (3, 8), (8, 0), (6, 8))[n % 4])


def _go_on(play: Play, _one: int, _other: int) -> object:
    """Whatever comes next in the day."""
    last = play.tournament.rounds.order_by("number").last()
    if last is None or last.state == Round.State.CLOSED:
        return draw_round(play.fresh(), by=None, despite_missing=True)
    if last.state == Round.State.DRAFT:
        return publish_round(play.round, by=None, despite_warnings=True, why="so be it")
    return close_round(play.round, by=None, despite_missing=True)


def _go_back(play: Play, _one: int, _other: int) -> object:
    """The way back that the round's own page has."""
    back: dict[str, Callable[..., object]] = {
        Round.State.DRAFT: discard_draft,
        Round.State.PUBLISHED: unpublish_round,
        Round.State.CLOSED: reopen_round,
    }
    return back[play.round.state](play.round, by=None)


def _table(play: Play, n: int) -> Any:
    return play.tournament.tables.get(number=n % 5 + 1)


def _edit(play: Play, one: int, other: int) -> object:
    entry = play.entry(one)
    facts = replace(facts_of(entry), city=("Aarhus", "Odense", "Ribe")[other % 3])
    return edit_entry(entry, facts, from_round=entry.from_round, by=None)


def _pause(play: Play, _one: int, _other: int) -> object:
    clock = Clock.objects.filter(round=play.round).first()
    if clock is None:
        return start_clock(play.round, by=None)
    running = clock.pauses.filter(ended_at__isnull=True).exists()
    return (resume_clock if running else pause_clock)(play.round, by=None)


def _claim(play: Play, one: int, other: int) -> object:
    game = play.game(one)
    seats = list(game.seats.order_by("side"))
    return claim_result(game, seats[other % len(seats)].entry, scores(one), device="a phone")


STATES = [Entry.State.PRESENT, Entry.State.ABSENT, Entry.State.LATE, Entry.State.REGISTERED]

STEPS: dict[str, Doing] = {
    "go on": _go_on,
    "go back": _go_back,
    "state": lambda p, a, b: change_state(p.entry(a), STATES[b % 4], by=None),
    "withdraw": lambda p, a, b: withdraw(p.entry(a), struck=b % 2 == 0, by=None),
    "disqualify": lambda p, a, b: disqualify(p.entry(a), struck=b % 2 == 0, why="so", by=None),
    "sit out": lambda p, a, b: sit_out(p.entry(a), b % 4 + 1, by=None),
    "edit": _edit,
    "record": lambda p, a, b: record_result(
        p.game(a), scores(b), seen=p.seen(p.game(a)), by=None
    ),
    "correct": lambda p, a, b: correct_result(
        p.game(a), scores(b), seen=p.seen(p.game(a)), why="misread", by=None
    ),
    "remove": lambda p, a, b: remove_result(
        p.game(a), seen=p.seen(p.game(a)), why="wrong table", by=None
    ),
    "claim": _claim,
    "move": lambda p, a, b: move_table(p.game(a), _table(p, b), swap=True, by=None),
    "swap": lambda p, a, b: swap_places(p.round, p.entry(a), p.entry(b), by=None),
    "swap in draft": lambda p, a, b: swap_in_draft(p.round, p.entry(a), p.entry(b), by=None),
    "move in draft": lambda p, a, b: move_to_table(
        p.round, a % 3 + 1, _table(p, b), by=None, why="steps"
    ),
    "clock": _pause,
    "time up": lambda p, a, b: end_clock(p.round, by=None),
    "extend": lambda p, a, b: extend_table(p.game(a), minutes=b % 5 + 1, why="so", by=None),
    "access": lambda p, a, b: set_table_access(_table(p, a), b % 2 == 0, by=None),
    "finish": lambda p, a, b: finish_tournament(
        p.fresh(), by=None, despite_missing=True, early=True
    ),
}  # fmt: skip


def everything(tournament: Tournament) -> dict[str, Any]:
    """All that an undo must bring back, told without keys that a new draw makes anew."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    at = ("pairing__round__number", "pairing__order")
    return {
        "state": tournament.state,
        "standings": standings_of(tournament) if tournament.rounds.exists() else None,
        "ranking": tournament_ranking(tournament),
        "entries": list(
            tournament.entries.order_by("number").values_list(
                "number", "state", "from_round", "missed_points", "struck", "name", "city", "club",
                "seed_rank", "fixed_table", "payment", "adjustment",
            )
        ),
        "asked": sorted(
            tournament.entries.values_list("number", "requested_byes__round_number"), key=str
        ),
        "apart": sorted(KeptApart.objects.filter(one__tournament=tournament).values_list("one")),
        "tables": list(
            tournament.tables.order_by("number").values_list("number", "in_service", "accessible")
        ),
        "rounds": list(tournament.rounds.order_by("number").values_list("number", "state", "seed")),
        "seats": list(
            tournament.rounds.order_by(
                "number", "seats__pairing__order", "seats__side"
            ).values_list(
                "number", "seats__pairing__order", "seats__pairing__table__number",
                "seats__pairing__kind", "seats__entry__number", "seats__side",
                "seats__moved_from__number", "seats__outcome", "seats__points", "seats__place",
                "seats__score", "seats__in_time",
            )
        ),
        "results": [
            (*where, str(payload))
            for *where, payload in Result.objects.filter(
                pairing__round__tournament=tournament, current=True
            ).order_by(*at).values_list(*at, "payload")
        ],
        "claims": sorted(
            Claim.objects.filter(
                # Of those who sit there: what others had said counts no more.
                pairing__seats__entry=F("entry"),
                pairing__seats__side=F("side"),
                pairing__round__tournament=tournament,
                state=Claim.State.STANDING,
            ).values_list(*at, "side", "entry__number")
        ),
        "clocks": list(
            Clock.objects.filter(round__tournament=tournament)
            .order_by("round__number", "pauses__began_at")
            .values_list(
                "round__number", "seconds", "started_at", "pauses__began_at", "pauses__ended_at"
            )
        ),
        "extensions": sorted(
            Extension.objects.filter(pairing__round__tournament=tournament).values_list(
                *at, "seconds"
            )
        ),
    }  # fmt: skip
