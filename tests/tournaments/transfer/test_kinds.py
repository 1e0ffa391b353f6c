"""Every field of every model is taken along, or left out for a reason."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.models import Model

from tournaments.models import Tournament
from tournaments.transfer.kinds import LEFT_OUT, PEOPLE, all_kinds

FLOORS = {"tournaments", "games", "judging", "reports"}
MODELS = [model for model in apps.get_models() if model._meta.app_label in FLOORS]


def label(model: type[Model]) -> str:
    return model._meta.label


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_model_is_taken_along_or_left_out_for_a_reason(model: type[Model]) -> None:
    kinds = [kind for kind in all_kinds() if kind.model is model]
    assert len(kinds) + (label(model) in LEFT_OUT) == 1, (
        f"{label(model)}: say in its app's transfer_kinds.py what of it is taken along when a "
        "tournament is exported, or in LEFT_OUT why nothing is"
    )


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_field_is_taken_along_or_left_out_for_a_reason(kind: object) -> None:
    assert hasattr(kind, "model")
    told = [*kind.fields, *kind.left_out]  # type: ignore[attr-defined]
    fields = {
        field.name
        for field in (*kind.model._meta.concrete_fields, *kind.model._meta.many_to_many)
        # Whatever it belongs to: the tournament of the file.
        if field.related_model is not Tournament
    }
    assert sorted(told) == sorted(fields)


def test_what_is_left_out_is_there_and_has_a_reason() -> None:
    _all = all_kinds()
    assert set(LEFT_OUT) <= {label(model) for model in MODELS}
    assert all(LEFT_OUT.values())
    assert all(reason for kind in _all for reason in kind.left_out.values())


def test_names_of_lists_are_their_own() -> None:
    names = [PEOPLE, *(kind.name for kind in all_kinds())]
    assert len(names) == len(set(names))


def test_secrets_are_in_no_list() -> None:
    taken = {f"{kind.name}.{name}" for kind in all_kinds() for name in kind.fields}
    secret = ("password", "code", "token", "secret", "session", "endpoint", "lease", "auth")
    assert [name for name in taken if name.partition(".")[2] in secret] == []


def test_what_a_row_refers_to_is_brought_in_before_it() -> None:
    seen: set[object] = set()
    for kind in all_kinds():
        for name in kind.fields:
            related = kind.model._meta.get_field(name).related_model
            if related is not None and label(related) not in LEFT_OUT:  # type: ignore[arg-type]
                assert related in seen or (kind.model, name) in {
                    (kind.model, name) for name in ("merged_into", "amends")
                }, (kind.name, name)
        seen.add(kind.model)
