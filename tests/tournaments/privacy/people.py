"""A tournament with people whose data can be told from everything else."""

from __future__ import annotations

from dataclasses import dataclass

from tests.factories import make_entries, make_round
from tests.mail_server import make_mail
from tournaments.models import Entry, FormerPlayer, Mail, Player, Registration, SignUp, Tournament
from tournaments.names import name_key, person_key

#: In every address and number of the people here, and nowhere else.
EMAIL, PHONE = "hemmelig", "98765"
NAMES = (
    ("Wilhelmine Quistgaard", "Xerxes Zahle"),
    ("Ottoline Fabritius", "Yngvild Wandall"),
    ("Balthazar Neergaard", "Quirinus Krabbenhoft"),
    ("Hyldegunn Raffenberg", "Theophilus Juelsminde"),
)
FORMER = "Cornelius Ahlefeldt"


@dataclass(frozen=True)
class Town:
    tournament: Tournament
    entries: list[Entry]
    former: FormerPlayer
    sign_up: SignUp
    mail: Mail

    def player(self, name: str) -> Player:
        return self.tournament.players.get(name=name)


def email_of(name: str) -> str:
    return f"{name.split()[0].lower()}.{EMAIL}@example.org"


def town(tournament: Tournament) -> Town:
    """Four pairs: the first and third called after their players; two rounds, one of them over;
    a player who left, a sign-up that waits and a letter to the first player."""
    entries = make_entries(tournament, len(NAMES))
    for entry, names in zip(entries, NAMES, strict=True):
        for player, name in zip(entry.players.all(), names, strict=True):
            player.name, player.email = name, email_of(name)
            player.phone = f"+45 {PHONE}{player.pk}"
            player.person_key = person_key(name, player.email)
            player.save()
        if entry.number % 2:
            entry.name = " & ".join(names)
            entry.name_key = name_key(entry.name)
            entry.save()
    pairs = [(entries[0], entries[1]), (entries[2], entries[3])]
    make_round(tournament, pairs, state="closed", scores=[(8, 3), (5, 8)])
    make_round(tournament, [(entries[0], entries[2]), (entries[1], entries[3])], number=2)
    former = FormerPlayer.objects.create(
        entry=entries[1],
        position=1,
        name=FORMER,
        email=email_of(FORMER),
        phone=f"+45 {PHONE}0",
        through_round=1,
    )
    Registration.objects.create(tournament=tournament)
    facts = {
        "name": "Sene venner",
        "players": [
            {"name": "Gunhilde Sehested", "email": email_of("Gunhilde"), "phone": PHONE},
            {"name": "Fritjof Lindenov", "email": email_of("Fritjof"), "phone": PHONE},
        ],
    }
    sign_up = SignUp.objects.create(
        tournament=tournament, state="waiting", facts=facts, email=email_of("Gunhilde")
    )
    mail = make_mail(tournament, email_of(NAMES[0][0]), state="sent", text="Hej Wilhelmine\n")
    return Town(tournament, entries, former, sign_up, mail)
