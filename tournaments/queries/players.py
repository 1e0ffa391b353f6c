"""Who plays, for lists of hundreds."""

from __future__ import annotations

from tournaments.models import FormerPlayer, Player, Tournament


def player_names(
    tournament: Tournament, *, round_number: int | None = None
) -> dict[int, list[str]]:
    """Who plays in each entry, by its key, the first named first: one query.

    With `round_number`, who played in that round: substitutes since then stand aside for those
    they came for; one query more. For lists that show nothing else of a player: a row for each
    costs a tenth of an object.
    """
    names: dict[int, list[str]] = {}
    rows = Player.objects.filter(tournament=tournament).order_by("entry_id", "position")
    for entry, name in rows.values_list("entry_id", "name"):
        names.setdefault(entry, []).append(name)
    if round_number is None:
        return names
    former = FormerPlayer.objects.filter(
        entry__tournament=tournament, through_round__gte=round_number
    ).order_by("-through_round", "-id")
    # The one who left first after the round played in it, so the earliest is written last.
    for entry, position, name in former.values_list("entry_id", "position", "name"):
        if entry in names and position <= len(names[entry]):
            names[entry][position - 1] = name
    return names
