"""Every page that shows the state follows it."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from tests.config.test_access import address, names_in_tournaments
from tests.factories import make_entries, make_round
from tournaments.models import Tournament, User

#: What does not follow, by the reason: what lies in somebody's hands stays as it is.
DOES_NOT = {
    "a form or a question: whoever sends it is told what has changed since": (
        "desk-check-in-one",
        "desk-check-in-rest",
        "desk-close",
        "desk-draw",
        "desk-entry",
        "desk-entry-apart",
        "desk-entry-disqualify",
        "desk-entry-first-round",
        "desk-entry-merge",
        "desk-entry-new",
        "desk-entry-sit-out",
        "desk-entry-substitute",
        "desk-entry-withdraw",
        "desk-file",
        "desk-files",
        "desk-finish",
        "desk-floor-arrange",
        "desk-import",
        "desk-move",
        "desk-next-year",
        "desk-privacy",
        "desk-qualifiers",
        "desk-registration-settings",
        "desk-round-game",
        "desk-settings",
        "desk-stage",
        "desk-stage-game",
        "desk-stage-new",
        "desk-swap",
        "desk-table-absent",
        "desk-table-out",
        "desk-table-record",
        "desk-table-result",
        "desk-webhooks",
        "sign-up-joined",
        "sign-up-link",
        "sign-up-sent",
        "wall-choose",
    ),
    "a piece, which its page asks for again": (
        "desk-document-list",
        "desk-file-list",
        "desk-forecast-piece",
        "desk-papers-list",
        "desk-stage-outlook",
        "desk-waiting",
        "round-long",
        "table-judges",
    ),
    "it asks every second while one of its papers is made, and not before": ("desk-papers",),
    "there is no letter yet": ("desk-mails",),
    "a list of places to go, made when it is asked for": ("desk-go",),
    "nothing in it changes by what happens": ("desk-entry-code", "rule-desk", "tournament-rules"),
}

MENU = b'id="waiting" data-news-of'


def test_page_of_a_tournament_follows_what_happens_or_says_why_not(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    entries = make_entries(tournament, 4)
    make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    client = client_of(organiser)
    still = set()
    for name in names_in_tournaments():
        answer = client.get(address(name, tournament.slug))
        html = answer.headers.get("Content-Type", "").startswith("text/html")
        # The numbers of the menu renew themselves, whatever the page below does.
        pieces = answer.content.replace(MENU, b"")
        if answer.status_code == 200 and html and b"data-news-of" not in pieces:
            still.add(name)
    assert still == {name for names in DOES_NOT.values() for name in names}
