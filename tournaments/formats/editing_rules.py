"""What changing a round by hand means: a table of changes against the state of the round.

Safe goes through; a warning is shown and, where the organiser goes on, logged with the reason
given; a refusal is what would make a result, a sheet on the wall or a later round untrue. What
the format has laid down, and what has happened at the table, can make a verdict stricter and
never milder. What speaks against the round a change leads to is `check_draft`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Change(StrEnum):
    """Kinds of change. The values are stable: they are stored in the log."""

    SWAP_ENTRIES = "swap_entries"
    """Two entries change places, in two games or with a bye."""
    MOVE_ENTRY = "move_entry"
    """An entry goes to another table of several, which changes the size of both."""
    CHANGE_SIDES = "change_sides"
    """The same sides sit otherwise at their table."""
    CHANGE_PARTNERS = "change_partners"
    """Players of one table, or of two, play on other sides."""
    MOVE_TABLE = "move_table"
    SWAP_TABLES = "swap_tables"
    """Two games change tables."""
    GIVE_BYE = "give_bye"
    TAKE_BYE = "take_bye"
    """Who sat out gets a game."""
    PUT_IN = "put_in"
    """An entry that is in no pairing of the round."""
    TAKE_OUT = "take_out"
    """An entry leaves the round."""
    ADD_PAIRING = "add_pairing"
    REMOVE_PAIRING = "remove_pairing"
    MOVE_GROUP = "move_group"
    """An entry goes to another group or bracket."""
    MOVE_SLOT = "move_slot"
    """A match, or an entry, goes to another place of a tree."""
    REDRAW = "redraw"
    """The whole round, from another seed or from other facts."""
    DISCARD = "discard"
    """The whole round is thrown away."""


class RoundStatus(StrEnum):
    """The shell's states of a round."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class Structure(StrEnum):
    """How much of a stage is laid down when it begins."""

    OPEN = "open"
    """Each round follows from the results so far."""
    TABLE = "table"
    """Who meets whom is laid down: round robins, groups, fixed schedules."""
    TREE = "tree"
    """Who wins goes on."""


class Verdict(StrEnum):
    SAFE = "safe"
    WARNS = "warns"
    REFUSED = "refused"


STRICTNESS = {Verdict.SAFE: 0, Verdict.WARNS: 1, Verdict.REFUSED: 2}


class Rule(NamedTuple):
    """A verdict and why. `code` is stable and has words in the shell; empty where it is safe."""

    verdict: Verdict
    code: str = ""


SAFE = Rule(Verdict.SAFE)


def _warns(code: str) -> Rule:
    return Rule(Verdict.WARNS, code)


def _refused(code: str) -> Rule:
    return Rule(Verdict.REFUSED, code)


CLOSED = _refused("round_is_closed")
PUBLIC = _refused("round_is_public")
SEEN = _warns("pairings_were_published")
"""They have read it, and papers hang on the wall."""

RULES: Mapping[Change, Mapping[RoundStatus, Rule]] = {
    change: {
        RoundStatus.DRAFT: draft,
        RoundStatus.PUBLISHED: published,
        RoundStatus.CLOSED: CLOSED,
    }
    for change, draft, published in (
        (Change.SWAP_ENTRIES, SAFE, SEEN),
        (Change.GIVE_BYE, _warns("bye_by_hand"), PUBLIC),
        (Change.MOVE_TABLE, SAFE, _warns("table_was_published")),
        (Change.SWAP_TABLES, SAFE, _warns("table_was_published")),
        (Change.PUT_IN, SAFE, PUBLIC),
        (Change.TAKE_OUT, _warns("entry_sits_out"), _refused("walkover_instead")),
        (Change.MOVE_GROUP, SAFE, _refused("groups_were_published")),
        (Change.REDRAW, _warns("draft_is_lost"), PUBLIC),
        (Change.DISCARD, _warns("draft_is_lost"), PUBLIC),
    )
}
"""Each change that can be asked for in each state of the round, as far as nothing has been played.
Kinds that are not here are only ever found, when a draft is compared with what was drawn."""

WHO_MEETS = (
    Change.SWAP_ENTRIES,
    Change.GIVE_BYE,
    Change.TAKE_OUT,
    Change.MOVE_GROUP,
)
"""Changes of who meets whom."""

TABLES = (Change.MOVE_TABLE, Change.SWAP_TABLES)

LAID_DOWN = _refused("laid_down")

STRUCTURES: Mapping[Structure, Mapping[Change, Rule]] = {
    Structure.OPEN: {},
    Structure.TABLE: {
        Change.SWAP_ENTRIES: LAID_DOWN,
        Change.GIVE_BYE: LAID_DOWN,
        Change.TAKE_OUT: _warns("schedule_repeats_itself"),
        Change.MOVE_GROUP: _refused("groups_are_laid_down"),
    },
    Structure.TREE: dict.fromkeys(WHO_MEETS, _refused("tree_decides")),
}
"""What the format lays down, after the first round of a stage. Where an entry was waited for, it
can be put in: that is no other round than the one laid down."""

FIRST_ROUND: Mapping[Structure, Mapping[Change, Rule]] = {
    Structure.OPEN: {},
    Structure.TABLE: {
        **STRUCTURES[Structure.TABLE],
        Change.MOVE_GROUP: _warns("groups_become_uneven"),
    },
    Structure.TREE: dict.fromkeys(WHO_MEETS, _warns("seeding_changes")),
}
"""The same in its first round, where a group or a place in the tree can still be another."""

PLAYING: Mapping[Change, Rule] = dict.fromkeys(
    (Change.SWAP_ENTRIES, *TABLES), _warns("game_has_begun")
)
"""The game's clock runs, or it is known to have begun. That two sat down wrong is often seen only
then, and a table can break; so it is told, and not refused."""

RESULT_IN: Mapping[Change, Rule] = dict.fromkeys(
    (Change.SWAP_ENTRIES, *TABLES), _refused("result_is_in")
)
"""A result was handed in for one of the pairings concerned: it is taken back first."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be done about a change, and why."""

    verdict: Verdict
    codes: tuple[str, ...]
    """Every reason that applies, the strictest first; empty where it is safe."""


def judge(
    change: Change,
    status: RoundStatus,
    *,
    structure: Structure = Structure.OPEN,
    first_round: bool = False,
    playing: bool = False,
    result_in: bool = False,
) -> Judgement:
    """The verdict on a change that can be asked for: the strictest of the rules that apply.

    `structure` and `first_round` are the stage's and its round's; `playing` and `result_in` say
    whether any pairing the change touches has begun or has a result.
    """
    laid_down = FIRST_ROUND if first_round else STRUCTURES
    rules = [
        RULES[change][status],
        laid_down[structure].get(change, SAFE),
        PLAYING.get(change, SAFE) if playing else SAFE,
        RESULT_IN.get(change, SAFE) if result_in else SAFE,
    ]
    rules.sort(key=lambda rule: -STRICTNESS[rule.verdict])
    codes = dict.fromkeys(rule.code for rule in rules if rule.code)
    return Judgement(rules[0].verdict, tuple(codes))
