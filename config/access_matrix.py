"""Who may open what: every address with what its view says of itself, as a table.

The views are wrapped by `tournaments.access` or by Django's `login_required`, and the API's say it
in their class; here it is read from them, so a page that forgets is everybody's in the table, where
it is seen. docs/developers/access-matrix.md is written from it, and a test asks every address as
everybody and compares.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.access import ALLOWED, LOOKING, OPEN, SAFE, Action
from tournaments.models import Role

EVERYBODY: Final = "everybody"
ACCOUNT: Final = "account"
#: What of HTTP is asked of each address.
METHODS: Final = ("GET", "POST")
#: An open page's name -> what it needs where the tournament is not public.
_NEEDED: Final = {name: needed for needed, name in OPEN.items()}
_ARGUMENT: Final = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")


class Answer(StrEnum):
    """What whoever asks meets at the door."""

    LET_IN = "let in"
    LOG_IN = "to the log-in"
    HIDDEN = "as if it did not exist"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Row:
    """One address: its name, its path with `<kind:name>` for what it takes, and its doors."""

    name: str
    path: str
    #: Method -> who may: `EVERYBODY`, `ACCOUNT`, "public", "wall" or an `Action`.
    access: Mapping[str, str]
    #: The methods that it takes.
    methods: tuple[str, ...]

    @property
    def is_api(self) -> bool:
        """Whether programs ask there."""
        return self.path.startswith("/api/")

    @property
    def of_tournament(self) -> bool:
        """Whether it is an address of one tournament."""
        return "slug" in self.arguments

    @property
    def arguments(self) -> dict[str, str]:
        """What it takes, with the kind of each."""
        return {found["name"]: found["kind"] or "str" for found in _ARGUMENT.finditer(self.path)}

    @property
    def shown_path(self) -> str:
        """As people read it."""
        return _ARGUMENT.sub(r"<\g<name>>", self.path)

    def filled(self, values: Mapping[str, object]) -> str:
        """The address with `values` by name, or else by kind."""
        return _ARGUMENT.sub(
            lambda found: str(values.get(found["name"], values.get(found["kind"] or "str"))),
            self.path,
        )

    def answer(
        self, method: str, role: str | None, *, logged_in: bool = True, public: bool = True
    ) -> Answer:
        """What somebody meets who has `role` in the tournament (None: none there)."""
        access = self.access[method]
        if access == EVERYBODY:
            return Answer.LET_IN
        if access == ACCOUNT:
            return Answer.LET_IN if logged_in else Answer.LOG_IN
        actions = ALLOWED[role] if role is not None else frozenset[Action]()
        if access in _NEEDED:
            return Answer.LET_IN if public or _NEEDED[access] in actions else Answer.HIDDEN
        if not logged_in:
            return Answer.LOG_IN
        if not actions:
            return Answer.HIDDEN
        if Action(access) not in actions or (method not in SAFE and actions <= LOOKING):
            return Answer.REFUSED
        return Answer.LET_IN


def rows() -> list[Row]:
    """Every address but those of the support's own pages (/admin/), by path."""
    found = {row.path: row for row in _walk(get_resolver(), "/")}
    return [found[path] for path in sorted(found)]


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Row]:
    for pattern in resolver.url_patterns:
        here = prefix + _readable(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from _walk(pattern, here)
        else:
            yield _row(pattern, here)


def _readable(pattern: str) -> str:
    named = re.sub(r"\(\?P<(\w+)>[^()]*(?:\([^()]*\)[^()]*)*\)", r"<\1>", pattern)
    return named.replace("\\", "").strip("^$")


def _row(pattern: URLPattern, path: str) -> Row:
    view = pattern.callback
    cls = getattr(view, "cls", None)
    of_tournament = "slug" in pattern.pattern.regex.groupindex or "<slug:slug>" in path
    if cls is not None:
        verbs = getattr(cls, "verbs", {})
        said = {method: str(verbs.get(method, getattr(cls, "access", ""))) for method in METHODS}
        access = {
            method: who if of_tournament else EVERYBODY if who == "public" else ACCOUNT
            for method, who in said.items()
        }
    else:
        who = str(getattr(view, "access", ""))
        if not who:
            who = ACCOUNT if hasattr(view, "login_url") else EVERYBODY
        access = {"GET": who, "POST": str(getattr(view, "access_to_change", who))}
    return Row(str(pattern.name or ""), path, access, methods_of(view))


def methods_of(view: Callable[..., Any]) -> tuple[str, ...]:
    """The methods that a view takes, as its class or Django's `require_…` say; else all."""
    cls = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if cls is not None:
        named = [name.upper() for name in cls.http_method_names if hasattr(cls, name)]
    else:
        named = list(METHODS)
        step: Any = view
        while step is not None:
            kept = inspect.getclosurevars(step).nonlocals if inspect.isfunction(step) else {}
            if "request_method_list" in kept:
                named = list(kept["request_method_list"])
                break
            step = getattr(step, "__wrapped__", None)
    return tuple(method for method in (*METHODS, "PUT", "PATCH", "DELETE") if method in named)


# The table in words ----------------------------------------------------------------------------

_HEAD: Final = """\
# Who may open what

Written by `manage.py access_matrix --write` from the code; a test fails when they differ, and
another asks every address as everybody and compares the answers. Do not edit it by hand.

What a role may do is said in `tournaments/access.py`; a view names the one action it needs.
`✓` means that whoever has the role is let in with the methods the address takes, `read` that they
are let in but may send nothing, `–` that they are refused (403). For pages of the desk: whoever is
not logged in is led to the log-in (a program is answered 401), and an account without a role there
meets the same 404 as for a tournament that does not exist.
"""

_ROLES: Final = tuple(Role.Kind.values)


def as_markdown() -> str:
    """The whole table."""
    found = rows()
    parts = [_HEAD, "## What each role may do\n", _actions()]
    outside = [row for row in found if not row.of_tournament]
    parts += ["## Outside any tournament\n", _table(("Who", "Methods", "Address", "Name"), [
        (row.access["GET"], _methods(row), f"`{row.shown_path}`", row.name) for row in outside
    ])]  # fmt: skip
    open_ = [row for row in found if row.of_tournament and row.access["GET"] in _NEEDED]
    parts += [
        "## Open pages of a tournament\n",
        "For everybody. Where the tournament is not public, `public` ones exist for those alone "
        "who see the desk, `wall` ones for the screens in the hall, too.\n",
        _table(("Page", "Methods", "Address", "Name"), [
            (row.access["GET"], _methods(row), f"`{row.shown_path}`", row.name) for row in open_
        ]),
    ]  # fmt: skip
    staff = [row for row in found if row.of_tournament and row not in open_]
    parts += ["## The desk\n", _table(("Action", "Methods", "Address", "Name", *_ROLES), [
        (
            _needs(row), _methods(row), f"`{row.shown_path}`", row.name,
            *(_mark(row, role) for role in _ROLES),
        )
        for row in staff
    ])]  # fmt: skip
    return "\n".join(parts)


def _actions() -> str:
    marks = [
        (action.value, *("✓" if action in ALLOWED[role] else "–" for role in _ROLES))
        for action in Action
    ]
    return _table(("Action", *_ROLES), marks)


def _methods(row: Row) -> str:
    return " ".join(row.methods)


def _needs(row: Row) -> str:
    return " / ".join(dict.fromkeys(row.access[m] for m in METHODS if m in row.methods))


def _mark(row: Row, role: str) -> str:
    taken = [method for method in METHODS if method in row.methods]
    let_in = [m for m in taken if row.answer(m, role) == Answer.LET_IN]
    if not let_in:
        return "–"
    return "✓" if let_in == taken else "read"


def _table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    shown = [head, ("---",) * len(head), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in shown) + "\n"
