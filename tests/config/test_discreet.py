"""Whatever goes wrong with what somebody sent: the log tells where, and nothing that they sent."""

from __future__ import annotations

import io
import json
import logging
import smtplib
from collections.abc import Iterator

import pytest
from django.test import Client
from django.test.utils import override_settings

from config.discreet import DiscreetHandler, covered, trace_of
from config.logs.format import FORMATTERS
from tests.config.failing_urls import FAILURES

SENT = {
    "name": "Wilhelmine Quistgaard",
    "email": "wilhelmine.hemmelig@example.org",
    "phone": "+45 98 76 54 32",
    "code": "K7MQ3XRT",
    "token": "WzEsMl0:1tABCd:Qm3vX8pLr2Kz7TnWc5YhJd9BfGs4Ae6UoPiVxRtMy1N",
}
#: None of them may be anywhere in the log.
SECRETS = ("Wilhelmine", "Quistgaard", "hemmelig", "98 76", "98765432", "K7MQ3XRT", "Qm3vX8pLr2Kz")


@pytest.fixture(params=sorted(FORMATTERS))
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What the program's own handler writes, in each format."""
    out = io.StringIO()
    handler = DiscreetHandler(out)
    handler.setFormatter(FORMATTERS[request.param]())
    root = logging.getLogger()
    root.addHandler(handler)
    yield out
    root.removeHandler(handler)


def found(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(FAILURES))
@override_settings(ROOT_URLCONF="tests.config.failing_urls")
def test_failure_is_told_without_what_was_sent(name: str, written: io.StringIO) -> None:
    client = Client(raise_request_exception=False)

    response = client.post(f"/fails/{name}/?q={SENT['name']}", SENT)

    assert response.status_code in {400, 403, 404, 500}
    if response.status_code in {400, 500}:
        assert found(response.content.decode()) == []
    text = written.getvalue()
    assert found(text) == []
    assert f"/fails/{name}/" in text or name == "suspicious"
    if response.status_code == 500:
        assert "failing_urls.py" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        f"/p/{SENT['code']}/lost/",
        f"/p/{SENT['code']}/nowhere/",
        f"/t/findes-ikke/sign-up/own/{SENT['token']}/",
        f"/t/findes-ikke/entries/?q={SENT['name']}",
        "/t/findes-ikke/AbCdEfGhIjKlMnOpQrStUvWxYz0123/",
    ],
)
@override_settings(ROOT_URLCONF="tests.config.failing_urls")
def test_address_is_told_without_its_keys(address: str, written: io.StringIO) -> None:
    assert Client(raise_request_exception=False).get(address).status_code in {404, 500}
    text = written.getvalue()
    assert text and found(text) == [] and "AbCdEfGh" not in text


@pytest.mark.django_db
def test_failed_log_in_is_told_without_account_and_address(written: io.StringIO) -> None:
    client = Client(REMOTE_ADDR="203.0.113.77")
    for _ in range(11):
        client.post("/log-in/", {"username": SENT["email"], "password": SENT["name"]})
    text = written.getvalue()
    assert found(text) == [] and "203.0.113.77" not in text


def test_exception_among_the_words_of_a_line_is_told_by_its_kind(written: io.StringIO) -> None:
    refused = smtplib.SMTPRecipientsRefused({SENT["email"]: (550, SENT["name"].encode())})
    logging.getLogger("startfelt.mail").warning("letter %s: %s", 7, refused)
    assert "letter 7: smtplib.SMTPRecipientsRefused" in written.getvalue()
    assert found(written.getvalue()) == []


def test_json_has_the_trace_as_its_own_field() -> None:
    out = io.StringIO()
    handler = DiscreetHandler(out)
    handler.setFormatter(FORMATTERS["json"]())
    try:
        raise ValueError(SENT["name"])
    except ValueError:
        record = logging.getLogger("startfelt").makeRecord(
            "startfelt", logging.ERROR, __file__, 1, "gone", (), __import__("sys").exc_info()
        )
    handler.handle(record)
    entry = json.loads(out.getvalue())
    assert entry["message"] == "gone"
    assert entry["exception"].endswith("ValueError")
    assert "test_discreet.py" in entry["exception"]
    # What another handler would write is untouched.
    assert record.exc_info is not None


def test_trace_names_the_file_and_line_and_what_led_to_it() -> None:
    try:
        try:
            int("Wilhelmine")
        except ValueError as error:
            raise KeyError("Quistgaard") from error
    except KeyError as error:
        trace = trace_of(error)
    assert found(trace.replace('int("Wilhelmine")', "").replace('"Quistgaard"', "")) == []
    assert trace.splitlines()[-1] == "KeyError"
    assert "ValueError\n\nand then:" in trace


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-14 13:05:09 job 00000000-0000-0000-0000-000000000000 took 1234 ms",
        "GET desk-overview 200 /desk/dm-i-partners-2027-med-et-langt-navn/ 12.5 ms",
        "letter 12345678901 round 2, table 12",
    ],
)
def test_what_is_about_nobody_stays(text: str) -> None:
    assert covered(text) == text
