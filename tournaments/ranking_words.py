"""Places as people read them, and how far somebody came in a tree."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.draw_words import reason_sentence
from tournaments.formats.model import EntryId
from tournaments.formats.stage_ranks import Rank


def place_text(rank: Rank) -> str:
    """A place, and with whom it is shared: "3", "5–8"."""
    return str(rank.place) if rank.last == rank.place else f"{rank.place}–{rank.last}"


def tree_words(rank: Rank, names: Mapping[EntryId, str], rounds_before: int) -> str:
    """How far an entry came in a tree; rounds are counted through the tournament."""
    if rank.reason is None:
        return ""
    params = dict(rank.reason.params)
    number = params.get("round")
    if isinstance(number, int):
        params["round"] = rounds_before + number
    return reason_sentence({"code": rank.reason.code, "params": params}, names)
