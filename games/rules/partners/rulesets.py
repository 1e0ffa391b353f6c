"""Rule sets: the DM guide of 2018, the clarification of 2023, and the options beside them.

Where the rules' text is silent or contradicts itself the ledger chooses a reading. Each choice
that a move can show is an option here; its default is the ledger's choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.rules.errors import RequestError


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that the engine asks about.

    - ``lane_must_lock`` (C9, the 2023 clarification): a piece that begins its move in the lane
      must end it locked or outside.
    - ``seven_may_end_short`` (F3): steps of a 7 may stay unused when a leg finishes the side.
    - ``seven_rest_on_one_piece`` (F3): what is left of a 7 goes to one piece of a partner, as
      page 3 of the guide says, not to several, as page 15 says.
    - ``seven_may_serve_both`` (P8): in teams a 7 may be spread over both partners; otherwise it
      goes to the second only when it finishes the first.
    - ``two_may_bring_one`` (P3): the 2 of Partners+ may bring out a single piece.
    - ``swap_from_start`` (P7): the swap of Partners+ also takes a piece that stands alone on its
      start field, for one of its own colour: nobody else may ever stand there (C3).
    """

    lane_must_lock: bool = False
    seven_may_end_short: bool = False
    seven_rest_on_one_piece: bool = False
    seven_may_serve_both: bool = True
    two_may_bring_one: bool = False
    swap_from_start: bool = False


DM_2018: Final = Rules()
DM_2023: Final = Rules(lane_must_lock=True)

RULE_SETS: Final[Mapping[str, Rules]] = {"dm-2018": DM_2018, "dm-2023": DM_2023}
OPTIONS: Final = frozenset(Rules.__dataclass_fields__)


def rules_named(name: object = "dm-2018", options: object = None) -> Rules:
    """The rule set called ``name``, with ``options`` (a mapping of names to booleans) changed.

    ``RequestError`` for an unknown rule set, an unknown option, or a value that is no boolean.
    """
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise RequestError("unknown_ruleset", ruleset=str(name), known=tuple(RULE_SETS))
    if options is None:
        return rules
    if not isinstance(options, Mapping):
        raise RequestError("not_an_object", field="options")
    for option, value in options.items():
        if option not in OPTIONS:
            raise RequestError("unknown_option", option=str(option), known=tuple(sorted(OPTIONS)))
        if not isinstance(value, bool):
            raise RequestError("not_a_boolean", field=f"options.{option}")
    return replace(rules, **options)
