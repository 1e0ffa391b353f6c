"""Webhooks added, changed, switched and removed; what the log keeps of it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import make_entries, make_round, make_tournament
from tests.webhook_server import WebhookServer, follow
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Delivery, Event, Tournament, User, Webhook
from tournaments.privacy.retention import erase_contacts, erase_what_is_due
from tournaments.webhooks import change
from tournaments.webhooks.body import body_of
from tournaments.webhooks.send import send_webhooks
from tournaments.webhooks.signing import unlock
from tournaments.webhooks.tell import tell_all
from tournaments.webhooks.vocabulary import TYPES

URL = "https://example.org/told/hemmelig-noegle"


def add(tournament: Tournament, **fields: Any) -> tuple[Webhook, str]:
    said = {"name": "Væg", "url": URL, "types": ["round.published"], "by": None} | fields
    return change.add_webhook(tournament, **said)


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.code


def test_secret_is_given_once_and_lies_nowhere_as_it_is(
    tournament: Tournament, organiser: User
) -> None:
    webhook, secret = add(tournament, by=organiser, key="k")
    assert secret.startswith("whsec_")
    assert (unlock(webhook.secret), secret in webhook.secret) == (secret, False)
    assert add(tournament, by=organiser, key="k") == (webhook, "")
    kept = json.dumps(list(tournament.events.values("subject", "before", "after", "why")))
    # The rest of an address may be a key, too.
    assert ("example.org" in kept, secret in kept, "hemmelig" in kept) == (True, False, False)


def test_another_secret_is_another(tournament: Tournament) -> None:
    webhook, first = add(tournament)
    second = change.renew_secret(webhook, by=None, key="k")
    webhook.refresh_from_db()
    assert (unlock(webhook.secret), unlock(webhook.former_secret)) == (second, first)
    assert change.renew_secret(webhook, by=None, key="k") == ""
    assert second != first


@pytest.mark.parametrize(
    ("fields", "refused_for"),
    [
        ({"types": []}, "no-types"),
        ({"types": ["webhook.test"]}, "no-types"),
        ({"url": "https://127.0.0.1/"}, "address-network"),
    ],
)
def test_wrong_webhook_is_not_made(
    tournament: Tournament, fields: dict[str, Any], refused_for: str
) -> None:
    with pytest.raises(Refused) as refused:
        add(tournament, **fields)
    assert (code(refused), Webhook.objects.count()) == (refused_for, 0)


def test_tournament_has_no_more_than_a_few(tournament: Tournament) -> None:
    for _ in range(change.MOST):
        last, _secret = add(tournament)
    with pytest.raises(Refused) as refused:
        add(tournament)
    assert code(refused) == "too-many"
    add(make_tournament(tables=1))
    change.remove_webhook(last, by=None)
    add(tournament)


def test_edit_says_what_it_was_before(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    change.edit_webhook(
        webhook, name="Væg", url="https://example.com/", types=["round.closed"], by=None
    )
    event = tournament.events.get(verb="webhook.edit")
    assert (event.before["host"], event.after["host"]) == ("example.org", "example.com")
    webhook.refresh_from_db()
    assert webhook.types == ["round.closed"]


def test_what_happens_while_it_is_off_is_told_to_nobody(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    happens(tournament)
    tell_all()
    change.switch_off(webhook, by=None)
    happens(tournament)
    tell_all()
    change.switch_on(webhook, by=None)
    happens(tournament)
    tell_all()
    assert list(webhook.deliveries.order_by("sequence").values_list("state", "error")) == [
        ("failed", "off"),
        ("waiting", ""),
    ]


def test_switching_what_is_so_already_is_said(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    with pytest.raises(Conflict) as conflict:
        change.switch_on(webhook, by=None)
    assert code(conflict) == "on-already"
    change.switch_off(webhook, by=None)
    with pytest.raises(Conflict) as conflict:
        change.switch_off(webhook, by=None)
    assert code(conflict) == "off-already"
    with pytest.raises(Refused) as refused:
        change.send_test(webhook, by=None)
    assert code(refused) == "off"


def test_removed_webhook_is_forgotten_but_for_what_was_sent(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    change.send_test(webhook, by=None)
    change.remove_webhook(webhook, by=None)
    webhook.refresh_from_db()
    assert (webhook.url, webhook.secret, webhook.state) == ("", "", "removed")
    assert list(change.there(tournament)) == []
    assert webhook.deliveries.get().state == "failed"
    for again in (change.switch_on, change.switch_off, change.renew_secret, change.remove_webhook):
        with pytest.raises(Conflict) as conflict:
            again(webhook, by=None)
        assert code(conflict) == "removed"


def test_program_is_told_nothing_more_once_contacts_are_erased(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    make_entries(tournament, 2)
    erase_contacts(tournament, by=None, key="k")
    erase_contacts(tournament, by=None, key="k")
    webhook.refresh_from_db()
    assert (webhook.state, webhook.secret) == ("removed", "")


def test_program_is_told_nothing_more_where_there_were_no_contacts_either(db: None) -> None:
    today = timezone.now()
    old = make_tournament(tables=1, date=today.date() - timedelta(days=40), days_kept=30)
    webhook, _secret = add(old)
    erase_what_is_due(today)
    webhook.refresh_from_db()
    assert webhook.state == "removed"
    assert erase_what_is_due(today) == 0


def test_few_tests_wait_at_once(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    made = {change.send_test(webhook, by=None, key=f"k{n}").pk for n in range(change.MOST_TESTS)}
    assert change.send_test(webhook, by=None, key="k0").pk in made
    with pytest.raises(Refused) as refused:
        change.send_test(webhook, by=None)
    assert code(refused) == "tests-waiting"


def test_message_on_its_way_is_not_sent_twice_at_once(tournament: Tournament) -> None:
    webhook, _secret = add(tournament)
    test = change.send_test(webhook, by=None)
    with pytest.raises(Conflict) as conflict:
        change.send_again(test, by=None)
    assert code(conflict) == "on-its-way"


def test_address_that_was_mended_gets_what_waits(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [500]
    send_webhooks()
    server.statuses = [204]
    change.edit_webhook(
        webhook,
        name="Væg",
        url=server.url.replace("told", "new"),
        types=list(TYPES),
        by=None,
    )
    assert send_webhooks() == 1
    assert [one.path.partition("?")[0] for one in server.messages] == ["/told", "/new"]


def happens(tournament: Tournament, verb: str = "round.publish", **fields: Any) -> Event:
    said = {"subject_kind": "round", "subject_id": 1, "subject": "Runde 1"} | fields
    return Event.objects.create(tournament=tournament, verb=verb, **said)


@pytest.mark.parametrize(
    ("verb", "about", "facts", "read"),
    [
        ("round.publish", "round", {"round": 1}, "rounds/1/"),
        ("result.record", "pairing", {"round": 1, "table": 2}, "rounds/1/tables/"),
        ("clock.start", "round", {"round": 1}, "rounds/1/clock/"),
        ("entry.withdraw", "entry", {"entry": 3}, "entries/3/"),
        ("entry.edit", "player", {"entry": 3}, "entries/3/"),
        ("privacy.initials", "player", {}, "entries/"),
        ("tournament.finish", "tournament", {}, "ranking/"),
        ("result.record", "gone", {}, ""),
    ],
)
def test_message_says_where_and_never_who(
    tournament: Tournament, verb: str, about: str, facts: dict[str, int], read: str
) -> None:
    one, two, three, four = make_entries(tournament, 4)
    round_ = make_round(tournament, [(one, two), (three, four)])
    subject = {
        "round": round_,
        "pairing": round_.pairings.get(table__number=2),
        "entry": three,
        "player": three.players.first(),
        "tournament": tournament,
    }.get(about)
    event = happens(
        tournament,
        verb,
        subject_kind="pairing" if subject is None else about,
        subject_id=0 if subject is None else subject.pk,
        subject="Anna 3 & Bo 3",
        before={"name": "Anna 3"},
        after={"name": "Anna 4"},
        why="Anna 3 er syg",
        place=7,
    )
    type_ = next(kind for kind in TYPES.values() if verb in kind.verbs)
    text = body_of(event, type_, tournament)
    assert json.loads(text) == {
        "type": type_.name,
        "timestamp": event.at.isoformat(),
        "data": {
            "tournament": tournament.slug,
            "sequence": 7,
            "round": None,
            "table": None,
            "entry": None,
            **facts,
            "read": f"http://127.0.0.1:8000/api/v1/tournaments/{tournament.slug}/{read}",
        },
    }
    assert len(text) < 400


def test_verb_wakes_a_worker_where_somebody_follows(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    from tournaments.webhooks.tell import on_event

    with django_assert_num_queries(0):
        on_event(None, event=happens_unsaved(tournament, "draft.swap"))
    with django_assert_num_queries(1):
        on_event(None, event=happens_unsaved(tournament, "round.publish"))
    assert Delivery.objects.count() == 0


def happens_unsaved(tournament: Tournament, verb: str) -> Event:
    return Event(tournament=tournament, verb=verb)
