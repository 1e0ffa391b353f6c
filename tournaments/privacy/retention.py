"""Contact details are kept for so many days after a tournament, and then erased."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.domain.act import act
from tournaments.models import FormerPlayer, Mail, Player, SignUp, Tournament, User
from tournaments.names import person_key
from tournaments.webhooks.change import remove_all, there

from .erase import clear_mails, clear_sign_up

log = logging.getLogger("startfelt.privacy")

VERB = "privacy.retention"


@dataclass(frozen=True)
class Kept:
    """What there is of contact details."""

    players: int
    sign_ups: int
    letters: int

    def __bool__(self) -> bool:
        return bool(self.players or self.sign_ups or self.letters)


def erasure_day(tournament: Tournament) -> dt.date | None:
    """The day contact details are erased; None when they are kept."""
    if tournament.days_kept is None:
        return None
    return tournament.date + dt.timedelta(days=tournament.days_kept)


def _players(tournament: Tournament) -> tuple[list[Player], list[FormerPlayer]]:
    something = ~Q(email="") | ~Q(phone="")
    return (
        list(Player.objects.filter(something, tournament=tournament)),
        list(FormerPlayer.objects.filter(something, entry__tournament=tournament)),
    )


def kept_now(tournament: Tournament) -> Kept:
    """How much of contact details there is now. Four queries."""
    players, former = _players(tournament)
    return Kept(
        len(players) + len(former), _sign_ups(tournament).count(), _letters(tournament).count()
    )


def _sign_ups(tournament: Tournament) -> QuerySet[SignUp]:
    return SignUp.objects.filter(tournament=tournament).exclude(email="", facts={})


def _letters(tournament: Tournament) -> QuerySet[Mail]:
    return Mail.objects.filter(tournament=tournament).exclude(to="", text="")


def erase_contacts(tournament: Tournament, *, by: User | None, key: str = "") -> Kept:
    """Erase e-mail addresses and telephone numbers of all players, what was sent in by
    registration, and addresses and texts of letters. Names, entries and results stay. Programs
    elsewhere are told nothing more.

    Answers how much there was. With nothing left to erase, nothing is written.
    """
    if not kept_now(tournament) and not there(tournament).exists():
        return Kept(0, 0, 0)
    with act(VERB, tournament, by=by, key=key) as doing:
        if doing.already:
            return Kept(**doing.already.after)
        kept = kept_now(doing.row)
        players, former = _players(doing.row)
        keys = set(
            Player.objects.filter(tournament=doing.row)
            .exclude(pk__in=[player.pk for player in players])
            .values_list("person_key", flat=True)
        )
        for player in players:
            player.email = player.phone = ""
            player.person_key = person_key(player.name, "")
            # Two of one name were told apart by their addresses, and stay two.
            if player.person_key in keys:
                player.person_key += f"#{player.pk}"
            keys.add(player.person_key)
        Player.objects.bulk_update(players, ["email", "phone", "person_key"])
        for one in former:
            one.email = one.phone = ""
        FormerPlayer.objects.bulk_update(former, ["email", "phone"])
        for sign_up in _sign_ups(doing.row):
            clear_sign_up(sign_up)
        clear_mails(list(_letters(doing.row)))
        remove_all(doing.row)
        doing.log(
            after={
                "players": kept.players,
                "sign_ups": kept.sign_ups,
                "letters": kept.letters,
            }
        )
    return kept


def erase_what_is_due(now: dt.datetime | None = None) -> int:
    """Erase the contact details of every tournament whose day has come; of how many there were
    any. May run as often as one likes."""
    now = now or timezone.now()
    count = 0
    played = Tournament.objects.filter(
        days_kept__isnull=False, date__lte=now.date() + dt.timedelta(days=1)
    )
    for tournament in played:
        day = erasure_day(tournament)
        if day is not None and day <= now.astimezone(tournament.zone).date():
            try:
                count += bool(erase_contacts(tournament, by=None))
            except Exception:
                # What goes wrong in one is no reason to keep the others' longer.
                log.exception("contact details of %s could not be erased", tournament.slug)
    return count
