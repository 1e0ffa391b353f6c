"""What a token may be let do, and what that leaves of a role's actions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tournaments.access import LOOKING, Action

#: Looking at what the role sees. Every token has it.
READ: Final = "read"

#: Scope -> the actions it lets through. One for each action beyond looking.
SCOPES: Final[dict[str, frozenset[Action]]] = {READ: LOOKING} | {
    action.value: frozenset({action}) for action in Action if action not in LOOKING
}


def scope_of(action: Action) -> str:
    """The scope a token needs for `action`."""
    return READ if action in LOOKING else action.value


def within(actions: frozenset[Action], scopes: Collection[str]) -> frozenset[Action]:
    """Those of `actions` that a token with `scopes` may use."""
    allowed = frozenset().union(*(SCOPES.get(scope, frozenset()) for scope in scopes))
    return actions & allowed
