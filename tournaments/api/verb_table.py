"""The table that verbs stand in: one row, and a verb has its address, door and description.

    verbs_on(
        ROUND,
        VerbRow("round_close", "close/", Action.DRAW, "Close a round.", close_round, CloseBody),
    )

`close_round(row, *, by, key, **sent)` is the verb of `domain/` that the desk's page calls, with
the row in the address and what was sent under the names of `CloseBody`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import URLPattern, path
from rest_framework.serializers import Serializer

from tournaments.access import Action
from tournaments.models import User

from .described import described
from .endpoint import Endpoint, Read
from .verbs import Verb

_TOURNAMENT: Final = "tournaments/<slug:slug>/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What verbs are about: where it is, how it is found, how it is answered."""

    tag: str
    #: Below that of the tournament.
    address: str
    #: `find(view, **numbers of the address)` -> the row, read anew. Raises Http404.
    find: Callable[..., Any]
    #: `shaped(view, row)` -> what is answered, as `answer` says it.
    answer: type[Serializer]
    shaped: Callable[[Endpoint, Any], dict[str, Any]]
    #: The field of the answer that `If-Match` names; empty: whoever was faster is seen by what
    #: the verb refuses.
    version: str = ""


@dataclass(frozen=True, slots=True)
class VerbRow:
    """A verb."""

    #: The operation's id.
    name: str
    #: Below that of its subject.
    address: str
    #: The action of `tournaments/access.py` whose role and scope it takes.
    action: Action
    summary: str
    #: `do(row, *, by, key, **sent)`. Raises `Refused`.
    do: Callable[..., Any]
    #: What may be sent; None: nothing.
    takes: type[Serializer] | None = None
    #: What is answered where it is not the subject: `do` returns the row of it.
    answers: Subject | None = None
    #: 201 where something is made.
    status: int = 200
    #: Fields of the answer that are shown once and kept nowhere: empty when it is given again.
    once: tuple[str, ...] = ()
    #: `also(row, sent)`: the action that it takes besides, of some rows or of what is sent.
    also: Callable[[Any, Mapping[str, Any]], Action | None] | None = None
    #: What is read at the same address.
    beside: type[Read] | None = None
    #: The name of its address, where that is not the operation's.
    route: str = ""
    examples: tuple[Any, ...] = ()


def verbs_on(subject: Subject, *rows: VerbRow) -> list[URLPattern]:
    """The addresses of the verbs on a subject, for a `urls.py`."""
    return [
        path(
            f"{_TOURNAMENT}{subject.address}{row.address}",
            _endpoint(subject, row).as_view(),
            name=row.route or "api-" + row.name.replace("_", "-"),
        )
        for row in rows
    ]


def _endpoint(subject: Subject, row: VerbRow) -> type[Verb]:
    bases = (row.beside, _OfTable) if row.beside is not None else (_OfTable,)
    endpoint = type(
        row.name,
        bases,
        {
            "__module__": __name__,
            "subject": subject,
            "row": row,
            "verbs": {"POST": row.action},
            "takes": row.takes,
            "done": row.status,
            "once": row.once,
            "versioned": "" if row.answers is not None else subject.version,
        },
    )
    answer = (row.answers or subject).answer
    describe = described(
        row.name,
        subject.tag,
        row.summary,
        answer,
        method="post",
        body=row.takes,
        status=row.status,
        examples=list(row.examples) or None,
    )
    return describe(endpoint)


class _OfTable(Verb):
    """A verb that a row of the table says."""

    subject: Subject
    row: VerbRow

    def do(self, sent: dict[str, Any], *, by: User, key: str, **address: int) -> dict[str, Any]:
        found = self.subject.find(self, **address)
        if self.row.also is not None and (action := self.row.also(found, sent)) is not None:
            self.require(action)
        done = self.row.do(found, by=by, key=key, **sent)
        if self.row.answers is not None:
            return self.row.answers.shaped(self, done)
        return self.subject.shaped(self, self.subject.find(self, **address))

    def present(self, **address: int) -> dict[str, Any] | None:
        """How it stands now, where there is one thing that it is about."""
        if self.row.answers is not None:
            return None
        return self.subject.shaped(self, self.subject.find(self, **address))
