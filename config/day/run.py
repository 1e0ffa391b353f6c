"""A tournament day, run through the same verbs as the desk's pages."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from config.day.pairs import spreadsheet
from config.day.tables import play_table
from games.domain.record_result import record_result
from games.domain.run_clock import start_clock
from tournaments.domain.check_in import change_state
from tournaments.domain.close_round import close_round
from tournaments.domain.create_tournament import create_tournament
from tournaments.domain.draw_round import draw_round
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.import_entries import import_entries, plan_import
from tournaments.domain.publish_round import publish_round
from tournaments.domain.stages import StageSetup, edit_stage
from tournaments.games import GAMES
from tournaments.imports.headings import best_sheet, find_headings, propose
from tournaments.imports.reading import read_upload
from tournaments.imports.rows import read_table
from tournaments.models import Entry, Game, Pairing, Round, Stage, Tournament, User

#: Tables of several sides give points by place, so that those of three and of four are worth as
#: much. Everything else is a win and a loss.
_BY_PLACE: dict[str, Any] = {
    "points_scheme": {
        "win": "6",
        "draw": "3",
        "loss": "0",
        "bye": "6",
        "walkover_win": "6",
        "walkover_loss": "0",
        "by_place": [
            ["6", "3", "0"],
            ["6", "4", "2", "0"],
            ["6", "4.5", "3", "1.5", "0"],
            ["6", "4.8", "3.6", "2.4", "1.2", "0"],
        ],
    }
}
POINTS: dict[str, dict[str, Any]] = {
    Game.KROKET: _BY_PLACE,
    Game.PARTNERS_PLUS_PAIRS: _BY_PLACE,
}


@dataclass
class Day:
    """One tournament on its way from the first import to the final list.

    `seed` decides everything chance decides: the pairs, the draws, the games.
    """

    tournament: Tournament
    by: User
    seed: int

    @classmethod
    def begin(
        cls,
        *,
        by: User,
        name: str,
        slug: str,
        entries: int,
        tables: int,
        rounds: int,
        seed: int,
        public: bool,
        date: dt.date,
        venue: str = "",
        game: str = Game.PARTNERS,
        free: int = 0,
        **fields: Any,
    ) -> Day:
        """Create the tournament and import its entries from a spreadsheet; so many places are
        `free` after that. `fields` are others of the tournament."""
        rulesets = GAMES[game].rulesets
        tournament = create_tournament(
            by=by,
            slug=slug,
            table_count=tables,
            public=public,
            seed=seed,
            name=name,
            date=date,
            venue=venue,
            capacity=entries + free,
            rounds_planned=rounds,
            game=game,
            ruleset=next(iter(rulesets), ""),
            **(POINTS.get(game, {}) | fields),
        )
        day = cls(tournament, by, seed)
        day.import_entries(entries)
        return day

    def import_entries(self, how_many: int) -> None:
        """Read, recognise, preview and confirm, as the organiser does."""
        players = GAMES[self.tournament.game].players
        upload = read_upload(spreadsheet(how_many, self.seed, players))
        sheet = upload.sheets[best_sheet(upload.sheets)]
        heading = find_headings(sheet)
        table = read_table(sheet, heading, propose(sheet, heading, players), players)
        plan = plan_import(self.tournament, table)
        import_entries(self.tournament, table, by=self.by, seen=plan.fingerprint)

    def seat(self, sides: int) -> None:
        """Tables of so many sides; one smaller where that saves somebody from sitting out, if
        the game can be played so."""
        smaller = sides > GAMES[self.tournament.game].fewest_sides and sides < 6
        stage = self.tournament.stages.get(number=1)
        settings = {"sides": sides, "smaller_tables": smaller}
        edit_stage(stage, StageSetup(Stage.Format.MULTI_SEAT, settings), by=self.by)

    def check_in(self, *, absent: int = 0) -> None:
        """Everybody comes but the last `absent`."""
        entries = list(self.tournament.entries.order_by("number"))
        for entry in entries[: len(entries) - absent]:
            change_state(entry, Entry.State.PRESENT, by=self.by)
        for entry in entries[len(entries) - absent :]:
            change_state(entry, Entry.State.ABSENT, by=self.by)

    def draw(self) -> Round:
        """Draw the next round and publish it."""
        round_ = draw_round(self.tournament, by=self.by)
        return publish_round(round_, by=self.by, despite_warnings=True)

    def play(
        self, round_: Round, *, tables: int | None = None, ago: dt.timedelta = dt.timedelta(0)
    ) -> int:
        """Start the clock (`ago`) and play the first `tables` tables (None: all).

        Returns the number of results handed in.
        """
        start_clock(round_, at=timezone.now() - ago, by=self.by)
        games = round_.pairings.filter(kind=Pairing.Kind.GAME).select_related(
            "round__tournament", "table"
        )
        played = list(games.order_by("order"))[:tables]
        for pairing in played:
            rng = random.Random(f"{self.seed}:{round_.number}:{pairing.order}")
            game = play_table(pairing, rng, most_minutes=int(ago.total_seconds()) // 60 or None)
            record_result(pairing, game.typed, seen=0, by=self.by, record=game.record)
        return len(played)

    def close(self, round_: Round) -> None:
        close_round(round_, by=self.by)

    def finish(self) -> None:
        finish_tournament(self.tournament, by=self.by)
        self.tournament.refresh_from_db()

    def fix_table(self, number: int, table: int) -> None:
        """The entry of that number cannot move about and sits at `table` every round."""
        entry = self.tournament.entries.prefetch_related("players").get(number=number)
        edit_entry(entry, facts_of(entry), by=self.by, table=table)
