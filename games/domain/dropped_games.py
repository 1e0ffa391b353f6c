"""A game that is none any more, and one that is one again: `tournaments` says so by its hooks."""

from __future__ import annotations

from typing import Any

from games.models import Result
from tournaments.models import Pairing, User


def take_result_away(
    sender: object, *, pairing: Pairing, by: User | None, why: str, **_more: Any
) -> None:
    """The result is taken away as a new version; those before are kept."""
    latest = Result.objects.filter(pairing=pairing).order_by("-version").first()
    if latest is None or latest.removes:
        return
    Result.objects.filter(pairing=pairing, current=True).update(current=False)
    _add(pairing, latest.version + 1, {}, by=by, why=why)


def put_result_back(sender: object, *, pairing: Pairing, by: User | None, **_more: Any) -> None:
    """The version before the newest becomes the newest, if that one took it away."""
    versions = list(Result.objects.filter(pairing=pairing).order_by("-version")[:2])
    if len(versions) == 2 and versions[0].removes:
        _add(pairing, versions[0].version + 1, versions[1].payload, by=by)


def _add(
    pairing: Pairing, version: int, payload: dict[str, Any], *, by: User | None, why: str = ""
) -> None:
    Result.objects.create(
        pairing=pairing,
        version=version,
        current=bool(payload),
        payload=payload,
        why=why,
        entered_by=by,
    )
