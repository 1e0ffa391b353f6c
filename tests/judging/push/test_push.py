"""Calls on a judge's phone while no page is open: who is told, what is sent, and what is not."""

from __future__ import annotations

import json
import stat
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.answer_call import send_head_judge, take_call
from judging.domain.place_call import answer_clock, place_call
from judging.models import Call, PushDevice, PushNote
from judging.push.devices import MOST, add_device, kind_of
from judging.push.encrypt import CURVE, encrypt, unbase64
from judging.push.keys import authorization, public_key
from judging.push.notes import send_notes
from tests.factories import make_user
from tests.judging.push.service import Browser, Service, push_service, signed_by
from tests.judging.views.test_pages import desk_url
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Role, Tournament, User


@pytest.fixture
def service(settings: Any, tmp_path: Path) -> Iterator[Service]:
    with push_service() as there:
        settings.PUSH_SERVICES = [there.address]
        settings.DATA_DIR = tmp_path
        yield there


def device(user: User, service: Service, browser: Browser, name: str = "a") -> PushDevice:
    return add_device(
        user, endpoint=f"{service.address}/{name}", agent="iPhone Safari", **browser.keys
    )


# The message -----------------------------------------------------------------------------------


def test_message_is_that_of_the_standards_example() -> None:
    """RFC 8291, appendix A."""
    sender = int.from_bytes(unbase64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
        salt=unbase64("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=ec.derive_private_key(sender, CURVE),
    )
    assert body == unbase64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@given(st.binary(max_size=600))
def test_any_message_is_read_by_the_browser_it_is_for(message: bytes) -> None:
    browser = Browser()
    keys = browser.keys
    sealed = encrypt(message, p256dh=keys["p256dh"], auth=keys["auth"])
    assert browser.read(sealed) == message


def test_we_sign_with_a_key_that_is_made_once(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    claims, key = signed_by(authorization("https://push.example.org:8443/x/y", now=1000))
    assert (claims["aud"], claims["exp"]) == ("https://push.example.org:8443", 1000 + 12 * 3600)
    assert claims["sub"].startswith("mailto:")
    assert key == public_key() == signed_by(authorization("https://push.example.org"))[1]
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


# Who is told -----------------------------------------------------------------------------------


def test_call_reaches_the_phones_of_the_judges_and_nobody_is_named(
    service: Service, pairing: Pairing, judge: User, head: User, desk: User
) -> None:
    mine, theirs, not_a_judge = Browser(), Browser(), Browser()
    device(judge, service, mine, "mine")
    device(head, service, theirs, "theirs?at=1")
    device(desk, service, not_a_judge, "desk")
    call = place_call(pairing, reason="dispute", note="Anna snyder", by=desk)
    assert send_notes() == 2
    assert send_notes() == 0
    told = {}
    for (path, headers, body), browser in zip(service.got, (mine, theirs), strict=True):
        told[path] = json.loads(browser.read(body))
        claims, key = signed_by(headers["Authorization"])
        assert (claims["aud"], key) == (service.address, public_key())
        assert claims["exp"] > time.time()
        wanted = {"Content-Encoding": "aes128gcm", "TTL": "300", "Urgency": "high"}
        assert {name: headers[name] for name in wanted} == wanted
    assert set(told) == {"/mine", "/theirs?at=1"}
    message = told["/mine"]
    assert set(message) == {"title", "body", "tag", "url"}
    assert (message["tag"], message["url"]) == (
        f"call-{call.pk}",
        desk_url("desk-calls", pairing.round.tournament),
    )
    assert "1" in message["title"]
    assert "Anna" not in json.dumps(told) and "Par" not in json.dumps(told)
    assert PushDevice.objects.exclude(told_at=None).count() == 2


def test_judge_who_called_or_goes_already_is_not_told(
    service: Service, pairing: Pairing, judge: User, head: User
) -> None:
    device(judge, service, Browser())
    call = place_call(pairing, by=judge)
    assert PushNote.objects.count() == 0
    take_call(call, by=judge)
    device(head, service, Browser(), "head")
    send_head_judge(Call.objects.get(), by=judge)
    assert [note.device.user for note in PushNote.objects.all()] == [head]


def test_call_that_was_taken_meanwhile_is_no_news(
    service: Service, pairing: Pairing, judge: User, head: User, desk: User
) -> None:
    device(judge, service, Browser())
    call = place_call(pairing, by=desk)
    take_call(call, by=head)
    assert send_notes() == 1
    assert (service.got, PushNote.objects.get().state) == ([], "dropped")


# When something is wrong -----------------------------------------------------------------------


def test_service_that_is_down_is_asked_again_and_then_left(
    service: Service, pairing: Pairing, judge: User, desk: User, time_machine: Any
) -> None:
    device(judge, service, Browser())
    place_call(pairing, by=desk)
    service.answers = [503, 429, 500]
    now = timezone.now()
    states = []
    for after in (0, 6, 12, 18, 24):
        time_machine.move_to(now + timedelta(seconds=after), tick=False)
        send_notes()
        states.append(PushNote.objects.get().state)
    assert (len(service.got), states) == (
        3,
        ["waiting", "waiting", "waiting", "dropped", "dropped"],
    )


@pytest.mark.parametrize("ends", [timedelta(seconds=-1), timedelta(hours=1)])
def test_worker_that_died_leaves_its_note_to_another(
    service: Service, pairing: Pairing, judge: User, desk: User, ends: timedelta
) -> None:
    """Also where the clock was set back by an hour since it was taken."""
    device(judge, service, Browser())
    place_call(pairing, by=desk)
    PushNote.objects.update(state="sending", attempts=1, lease_until=timezone.now() + ends)
    send_notes()
    assert PushNote.objects.get().state == "sent"


@pytest.mark.parametrize("answer", [404, 410])
def test_browser_that_has_subscribed_no_more_is_forgotten(
    service: Service, pairing: Pairing, judge: User, desk: User, answer: int
) -> None:
    device(judge, service, Browser())
    place_call(pairing, by=desk)
    service.answers = [answer]
    send_notes()
    assert (PushDevice.objects.count(), PushNote.objects.count()) == (0, 0)


def test_no_internet_holds_up_no_call(
    service: Service, settings: Any, pairing: Pairing, judge: User, desk: User
) -> None:
    settings.PUSH_SERVICES = [service.address, "http://127.0.0.1:9"]
    add_device(judge, endpoint="http://127.0.0.1:9/x", agent="", **Browser().keys)
    call = place_call(pairing, by=desk)
    send_notes()
    assert (call.state, PushNote.objects.get().state) == ("waiting", "waiting")


# Devices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example.org/x",
        "http://127.0.0.1:6379/",
        "https://fcm.googleapis.com.evil.org/x",
        "https://web.push.apple.com@evil.org/x",
        "http://web.push.apple.com/x",
        "file:///etc/passwd",
        "",
        "https://fcm.googleapis.com/" + "x" * 2000,
    ],
)
def test_only_push_services_are_sent_to(db: None, endpoint: str) -> None:
    with pytest.raises(Refused) as refused:
        add_device(make_user(), endpoint=endpoint, agent="", **Browser().keys)
    assert refused.value.code == "push-service"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:1",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/QO",
        "https://db5p.notify.windows.com/w/?token=x",
    ],
)
def test_services_of_the_usual_browsers_are_known(db: None, endpoint: str) -> None:
    assert add_device(make_user(), endpoint=endpoint, agent="", **Browser().keys).pk


@pytest.mark.parametrize("keys", [{"p256dh": "x"}, {"auth": "AAAA"}, {"auth": "ø"}])
def test_keys_that_are_none_are_refused(
    service: Service, judge: User, keys: dict[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        given = Browser().keys | keys
        add_device(judge, endpoint=f"{service.address}/x", agent="", **given)
    assert refused.value.code == "push-keys"


def test_phone_has_one_account_and_an_account_few_phones(
    service: Service, judge: User, head: User
) -> None:
    browser = Browser()
    first = device(judge, service, browser)
    assert device(head, service, browser).pk == first.pk
    assert [one.user for one in PushDevice.objects.all()] == [head]
    for number in range(MOST + 2):
        device(judge, service, browser, str(number))
    assert PushDevice.objects.filter(user=judge).count() == MOST


def test_kind_of_browser_is_told_in_two_words() -> None:
    assert kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/605") == (
        "iPhone, Safari"
    )
    assert kind_of("Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537") == "Android, Chrome"
    assert kind_of("") == ""


def test_judge_asks_for_it_sees_it_and_takes_it_out(
    service: Service,
    tournament: Tournament,
    judge: User,
    second: User,
    client_of: Callable[[User], Client],
) -> None:
    client, url = client_of(judge), desk_url("desk-phones", tournament)
    page = desk_url("desk-calls", tournament)
    there = {"endpoint": f"{service.address}/x"} | Browser().keys
    assert client.post(url, there).status_code == 204
    assert client.post(url, there | {"endpoint": "https://evil.org"}).status_code == 422
    own = PushDevice.objects.get()
    assert public_key() in client.get(page).content.decode()
    assert [one.pk for one in client.get(page).context["devices"]] == [own.pk]
    other = client_of(second)
    assert list(other.get(page).context["devices"]) == []
    for gone in ({"remove": own.pk}, {"gone": own.endpoint}):
        other.post(url, gone)
        assert PushDevice.objects.count() == 1
    client.post(url, {"gone": own.endpoint})
    assert PushDevice.objects.count() == 0
    client.post(url, there)
    assert client.post(url, {"remove": PushDevice.objects.get().pk}).status_code == 302
    assert PushDevice.objects.count() == 0


def test_clock_is_answered_without_a_push(
    service: Service, pairing: Pairing, judge: User, head: User, started: Any, at: Any
) -> None:
    device(head, service, Browser())
    at(61)
    answer_clock(pairing, by=judge)
    assert PushNote.objects.count() == 0


def test_account_without_a_role_here_is_not_told(
    service: Service, pairing: Pairing, judge: User, desk: User
) -> None:
    device(judge, service, Browser())
    Role.objects.filter(user=judge).delete()
    place_call(pairing, by=desk)
    assert PushNote.objects.count() == 0
