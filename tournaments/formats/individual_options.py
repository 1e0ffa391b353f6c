"""What an organiser can choose about an individual event."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.model import FormatOptions
from tournaments.formats.multi_seat_options import MeetBy, MultiSeatOptions
from tournaments.formats.swiss_options import RankBy


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualOptions(FormatOptions):
    """Options of rounds in which single players are partners for one round."""

    per_side: int = 2
    """Players on a side: 2 at Partners, 3 at Partners+ in two teams. Always two sides."""
    meet_by: MeetBy = MeetBy.DESIGN
    rank_by: RankBy | None = None
    """Order within equal points; None: by lot."""
    rounds: int | None = None
    """Planned number of rounds; None leaves it to the organiser. A short event that is planned
    can be laid down so that nobody meets anybody twice, as partner or opponent."""

    def at_tables(self) -> MultiSeatOptions:
        """The same, said in terms of tables."""
        return MultiSeatOptions(
            sides=2,
            per_side=self.per_side,
            meet_by=self.meet_by,
            rank_by=self.rank_by,
            rounds=self.rounds,
        )
