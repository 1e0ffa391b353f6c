"""The verbs about people outside the hall, for the test of all: those who sign up, letters, those
who work here, programs."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.factories import make_user
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Mail, Registration, Role, SignUp, Tournament, User
from tournaments.people.invitations import invite
from tournaments.registration.confirm import confirm
from tournaments.registration.facts import Given
from tournaments.registration.send_in import send_in
from tournaments.webhooks.change import add_webhook, switch_off

from .verb_cases import Case, nothing

EDIT = "edit-tournament"
ENTRIES = "edit-entries"
WRONG = "wrong-fields"
WEBHOOK: dict[str, Any] = {
    "name": "Skærmen",
    "url": "https://example.org/hook",
    "types": ["round.published"],
}


def _open(tournament: Tournament, places: int) -> None:
    """Registration is open for ever; so many places are free."""
    Tournament.objects.filter(pk=tournament.pk).update(capacity=places, date=dt.date(2999, 1, 1))
    Registration.objects.create(tournament=tournament)


def pair(letter: str) -> Given:
    first = Person(f"Anna {letter}", f"anna.{letter}@example.org")
    return Given(EntryFacts("", (first, Person(f"Bo {letter}"))), (False, False)).named()


def sent_in(tournament: Tournament, organiser: User) -> None:
    _open(tournament, 2)
    send_in(Tournament.objects.get(pk=tournament.pk), pair("a"))


def on_the_list(tournament: Tournament, organiser: User) -> None:
    """One has the only place; another waits, and a second place has come since."""
    _open(tournament, 1)
    for letter in "ab":
        confirm(send_in(Tournament.objects.get(pk=tournament.pk), pair(letter)), by=None)
    assert SignUp.objects.latest("id").state == SignUp.State.WAITING
    Tournament.objects.filter(pk=tournament.pk).update(capacity=2)


def failed_letter(tournament: Tournament, organiser: User) -> None:
    Mail.objects.create(
        tournament=tournament,
        kind="confirm",
        to="anna@example.org",
        language="da",
        subject="Tilmelding",
        text="Hej",
        state=Mail.State.FAILED,
        attempts=8,
    )


def helper(tournament: Tournament, organiser: User) -> None:
    make_user("hans", role=Role.Kind.DESK, tournament=tournament)


def account(tournament: Tournament, organiser: User) -> None:
    make_user("hans")


def invited(tournament: Tournament, organiser: User) -> None:
    invite(tournament, kind=Role.Kind.JUDGE, by=organiser)


def told(tournament: Tournament, organiser: User) -> None:
    add_webhook(tournament, **WEBHOOK, by=organiser)


def told_no_more(tournament: Tournament, organiser: User) -> None:
    told(tournament, organiser)
    switch_off(tournament.webhooks.get(), by=organiser)


CASES = [
    Case("sign-ups/{sign_up}/confirm/", sent_in, ENTRIES, "signup.confirm", {"state": "entered"}),
    Case("sign-ups/{sign_up}/enter/", sent_in, ENTRIES, "signup.enter", {"state": "entered"}),
    Case("sign-ups/{sign_up}/offer/", on_the_list, ENTRIES, "signup.offer", {"state": "offered"}),
    Case(
        "sign-ups/{sign_up}/cancel/",
        sent_in,
        ENTRIES,
        "signup.cancel",
        {"state": "cancelled"},
        {"why": "ringede"},
    ),
    Case(
        "sign-ups/{sign_up}/resend/",
        sent_in,
        ENTRIES,
        "signup.link",
        {"state": "unconfirmed"},
        refused={"colour": "red"},
        code=WRONG,
    ),
    Case(
        "registration/",
        nothing,
        EDIT,
        "registration.edit",
        {"online": True, "fee": "200 kr.", "hours_to_accept": 24, "doors_open": "09:00:00"},
        {"fee": "200 kr.", "doors_open": "09:00"},
        refused={"opens_at": "2027-03-02T10:00:00Z", "closes_at": "2027-03-01T10:00:00Z"},
        code=WRONG,
    ),
    Case("mails/{mail}/again/", failed_letter, EDIT, "mail.again", {"state": "waiting"}),
    Case("mails/again/", failed_letter, EDIT, "mail.all-again", {"waiting": 1, "failed": 0}),
    Case(
        "people/",
        account,
        EDIT,
        "role.give",
        {},
        {"username": "hans", "role": "judge"},
        refused={"username": "nobody", "role": "judge"},
        code="no-account",
    ),
    Case("people/take/", helper, EDIT, "role.take", {}, {"username": "hans"}, code="no-role"),
    Case(
        "people/log-out/",
        helper,
        EDIT,
        "role.log-out",
        {},
        {"username": "hans"},
        refused={"username": "nobody"},
        code="no-role",
    ),
    Case(
        "invitations/",
        nothing,
        EDIT,
        "role.invite",
        {"role": "judge", "uses": 0, "max_uses": 3},
        {"role": "judge", "max_uses": 3},
        201,
        {"role": "king"},
        WRONG,
        once=("link",),
    ),
    Case("invitations/{invitation}/revoke/", invited, EDIT, "role.revoke-invitation", {"uses": 0}),
    Case(
        "webhooks/",
        nothing,
        EDIT,
        "webhook.add",
        {"state": "on", "name": "Skærmen"},
        WEBHOOK,
        201,
        WEBHOOK | {"url": "ftp://example.org"},
        once=("secret",),
    ),
    Case(
        "webhooks/{webhook}/edit/",
        told,
        EDIT,
        "webhook.edit",
        {"name": "Avisen", "url": WEBHOOK["url"]},
        {"name": "Avisen"},
        refused={"types": []},
        code=WRONG,
    ),
    Case("webhooks/{webhook}/on/", told_no_more, EDIT, "webhook.on", {"state": "on"}),
    Case("webhooks/{webhook}/off/", told, EDIT, "webhook.off", {"state": "off"}),
    Case("webhooks/{webhook}/remove/", told, EDIT, "webhook.remove", {"state": "removed"}),
    Case(
        "webhooks/{webhook}/new-secret/",
        told,
        EDIT,
        "webhook.secret",
        {"state": "on"},
        refused={"colour": "red"},
        code=WRONG,
        once=("secret",),
    ),
    Case(
        "webhooks/{webhook}/test/",
        told,
        EDIT,
        "webhook.test",
        {"state": "on"},
        refused={"colour": "red"},
        code=WRONG,
    ),
    Case(
        "floor/",
        nothing,
        EDIT,
        "table.arrange",
        {"places": [{"table": 2, "x": 0, "y": 0}]},
        {"places": [{"table": 2, "x": 0, "y": 0}]},
        refused={"places": [{"table": 3, "x": 1, "y": 1}, {"table": 4, "x": 2, "y": 2}]},
        code="tables-touch",
    ),
]
