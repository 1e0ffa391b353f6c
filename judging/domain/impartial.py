"""Nobody judges a game they play in."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing, Player, User
from tournaments.names import name_key


def is_player(user: User, player: Player) -> bool:
    """Whether an account and a player are one person.

    By e-mail where both have one; else by name, since somebody who judges and plays is rarer
    than a slip, and another judge is near.
    """
    if user.email and player.email:
        return user.email.casefold() == player.email.casefold()
    name = user.get_full_name()
    return bool(name) and name_key(name) == name_key(player.name)


def plays_for(user: User, entries: Iterable[int]) -> bool:
    """Whether `user` plays in one of the entries (their primary keys). One query."""
    players = Player.objects.filter(entry__in=list(entries))
    return any(is_player(user, player) for player in players)


def refuse_own_game(user: User | None, pairing: Pairing) -> None:
    """Refused where the judge plays at the table themselves."""
    entries = pairing.seats.values_list("entry_id", flat=True)
    if user is not None and plays_for(user, entries):
        raise Refused(
            "own-game",
            _("You play at table %(table)s yourself. Ask another judge to go.")
            % {"table": pairing.table or "–"},
        )


def refuse_own_pair(user: User | None, entry: Entry) -> None:
    """Refused where the judge plays in the pair themselves."""
    if user is not None and plays_for(user, [entry.pk]):
        raise Refused(
            "own-game",
            _("You play in %(entry)s yourself. Ask another judge to rule.") % {"entry": entry.name},
        )
