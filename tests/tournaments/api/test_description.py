"""The description of the API: it is up to date, and what it says is so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from judging.models import Call
from tests.tournaments.api.asking import bearer, key_of
from tests.tournaments.api.hall import hall
from tournaments.api.description import openapi
from tournaments.models import Tournament

ROOT = Path(__file__).resolve().parents[3]
#: Examples of each operation, of what it takes and of what it refuses.
EXAMPLES = int(os.environ.get("STARTFELT_API_EXAMPLES", "2"))

NEGATIVE = schemathesis.GenerationMode.NEGATIVE
#: What is sent as the test says, whatever was made up for it.
SAID_HERE = {ParameterLocation.HEADER, ParameterLocation.COOKIE}

described = schemathesis.openapi.from_dict(openapi())
OPERATIONS = {
    found.ok().label: found.ok()
    for found in described.get_all_operations()
    if isinstance(found, Ok)
}


def test_description_in_the_repository_is_up_to_date() -> None:
    """`make openapi` writes it."""
    written = yaml.safe_load((ROOT / "docs/developers/openapi.yaml").read_text("utf-8"))
    assert written == openapi()


def test_description_is_openapi_3_1() -> None:
    document = openapi()
    assert document["openapi"] == "3.1.0"
    operations = [
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    ]
    assert len(operations) == len(set(operations)) == len(OPERATIONS)


def test_description_is_served_as_it_is_kept(client: Client) -> None:
    assert client.get("/api/v1/openapi.json").json() == openapi()


@pytest.fixture
def open_database() -> Iterator[None]:
    """A request leaves the test's connection open, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def tag_of(operation: Any) -> str:
    """Operations stand under one tag each."""
    tag: str = operation.tags[0]
    return tag


@pytest.mark.usefixtures("open_database")
@pytest.mark.parametrize("tag", sorted({tag_of(one) for one in OPERATIONS.values()}))
def test_every_answer_is_as_described(tag: str, tournament: Tournament) -> None:
    """All addresses of a tag, each asked in the same hall: what was done is undone again."""
    _there, organiser = hall(tournament)
    headers = bearer(key_of(organiser)) | {"Accept-Encoding": "identity"}
    for label, operation in OPERATIONS.items():
        if tag_of(operation) == tag:
            before = transaction.savepoint()
            try:
                ask_all(operation, tournament, headers)
            except BaseException as error:
                error.add_note(label)
                raise
            transaction.savepoint_rollback(before)


def ask_all(operation: Any, tournament: Tournament, headers: dict[str, str]) -> None:
    """Everything that its description allows, and some of what it does not."""
    operation.app = operation.schema.app = WSGIHandler()
    call = Call.objects.get(round__tournament=tournament)
    address = {"slug": tournament.slug, "number": 1, "table": 1, "pk": call.pk}

    # A verb may be refused as things stand, whatever is sent; and what is reckoned from it.
    refuses = "422" in operation.definition.raw["responses"]
    beside = [positive_data_acceptance] if refuses else []

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of(
            operation.as_strategy(),
            operation.as_strategy(generation_mode=NEGATIVE),
        ),
        known=st.booleans(),
    )
    def asked(case: Any, known: bool) -> None:
        if known:
            case.path_parameters = {
                name: address.get(name, value) for name, value in case.path_parameters.items()
            }
        put_right = SAID_HERE | ({ParameterLocation.PATH} if known else set())
        is_wrong = any(
            one.mode is NEGATIVE for place, one in case.meta.components.items()
            if place not in put_right
        )  # fmt: skip
        accepted = [] if is_wrong else [negative_data_rejection]
        case.call_and_validate(headers=headers, excluded_checks=[*beside, *accepted])

    asked()
