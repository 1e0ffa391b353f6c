"""Who plays, for lists of hundreds."""

from __future__ import annotations

from tournaments.models import FormerPlayer, Player, Tournament
from tournaments.names import initials_of


def player_names(
    tournament: Tournament, *, round_number: int | None = None, public: bool = False
) -> dict[int, list[str]]:
    """Who plays in each entry, by its key, the first named first: one query.

    With `round_number`, who played in that round: substitutes since then stand aside for those
    they came for; one query more. With `public`, as everybody may read it: initials of those who
    asked for that. For lists that show nothing else of a player: a row for each costs a tenth of
    an object.
    """
    names: dict[int, list[str]] = {}
    rows = Player.objects.filter(tournament=tournament).order_by("entry_id", "position")
    for entry, name, short in rows.values_list("entry_id", "name", "initials_only"):
        names.setdefault(entry, []).append(initials_of(name) if short and public else name)
    if round_number is None:
        return names
    former = FormerPlayer.objects.filter(
        entry__tournament=tournament, through_round__gte=round_number
    ).order_by("-through_round", "-id")
    # The one who left first after the round played in it, so the earliest is written last.
    fields = ("entry_id", "position", "name", "initials_only")
    for entry, position, name, short in former.values_list(*fields):
        if entry in names and position <= len(names[entry]):
            names[entry][position - 1] = initials_of(name) if short and public else name
    return names
