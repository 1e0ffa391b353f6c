"""Who plays, for lists of hundreds."""

from __future__ import annotations

from tournaments.models import Player, Tournament


def player_names(tournament: Tournament) -> dict[int, list[str]]:
    """Who plays in each entry, by its key, the first named first: one query.

    For lists that show nothing else of a player: a row for each costs a tenth of an object.
    """
    names: dict[int, list[str]] = {}
    rows = Player.objects.filter(tournament=tournament).order_by("entry_id", "position")
    for entry, name in rows.values_list("entry_id", "name"):
        names.setdefault(entry, []).append(name)
    return names
