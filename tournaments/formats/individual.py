"""An individual event: single players are entered, and sit two a side with a new partner each
round. Partners and opponents are both balanced; each player scores what the side scored.

For 4n and 4n + 1 players whist tournaments are laid down (`individual_designs`); for other
numbers, and as soon as players come and go, rounds are searched for as at all larger tables,
a partner again weighing most, then opponents met before.
"""

from __future__ import annotations

from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.model import Draw, DrawRequest, FormatOptions, InvalidRequestError
from tournaments.formats.multi_seat import draw_tables
from tournaments.formats.registry import register


class Individual:
    """The format. Stateless."""

    code = "individual"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round: tables of two sides, who is left over has a bye. Everything else is as
        in `MultiSeat.draw`."""
        options = request.options if request.options is not None else IndividualOptions()
        if not isinstance(options, IndividualOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        if options.per_side < 2:
            raise InvalidRequestError("side_too_small", per_side=options.per_side)
        return draw_tables(request, options.at_tables())

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """The organiser decides."""
        return options.rounds if isinstance(options, IndividualOptions) else None


INDIVIDUAL = register(Individual())
