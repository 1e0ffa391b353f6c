"""One verb, one transaction, one lock, one event: the frame every change of state stands in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from django.db.models import Model
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Round, Tournament, User

from .errors import Refused

M = TypeVar("M", bound=Model)

#: Sent after commit, with `event`. Live pages listen; a listener that fails harms no verb.
event_recorded = Signal()

#: The event that the verbs at work now take back; 0 for none.
_undone: ContextVar[int] = ContextVar("undone", default=0)


@contextmanager
def undoing(event: Event) -> Iterator[None]:
    """Whatever a verb records in here says that it takes `event` back: `undoes`, its key."""
    token = _undone.set(event.pk)
    try:
        yield
    finally:
        _undone.reset(token)


def tournament_of(row: Model) -> Tournament:
    """The tournament that `row` belongs to, by its own foreign keys.

    A row that hangs on a round gets the round with it: one query, and the draw stays unread.
    """
    if isinstance(row, Tournament):
        return row
    if hasattr(row, "round_id"):
        rounds = Round.objects.select_related("tournament", "stage")
        row.round = rounds.get(pk=row.round_id)  # type: ignore[attr-defined]
        row = row.round  # type: ignore[attr-defined]
    return row.tournament  # type: ignore[attr-defined]


class Act(Generic[M]):
    """A verb at work: the row it has locked, and the one event it leaves."""

    def __init__(
        self, verb: str, row: M, by: User | None, key: str, or_else: Collection[str] = ()
    ) -> None:
        self.verb = verb
        #: What the same request may turn out to be instead.
        self.or_else = or_else
        #: The locked row, read again under the lock.
        self.row = row
        self.tournament = tournament_of(row)
        self.by = by
        self.key = key
        #: The event of the same request when it came before: the verb has nothing more to do.
        self.already: Event | None = None
        self.event: Event | None = None
        if key:
            self.already = Event.objects.filter(tournament=self.tournament, key=key).first()
            if self.already is not None and self.already.verb not in {verb, *or_else}:
                raise Refused("key-reused", _("This page is out of date. Load it again."))

    def log(
        self,
        subject: Model | None = None,
        *,
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        why: str = "",
        called: str = "",
        verb: str = "",
        takes_back: str = "",
    ) -> Event:
        """Record what happened to `subject` (default: the locked row). Once for each verb.

        `verb` is one of those it may turn out to be, if it did. `takes_back` is the verb whose last
        event on the same subject this one takes back, when somebody does that by hand and not in
        the log: the event says so as it would there.
        """
        assert self.event is None, "one verb, one event"
        assert not verb or verb in self.or_else, verb
        subject = self.row if subject is None else subject
        if undone := _undone.get() or (takes_back and self._last(takes_back, subject)):
            after = (after or {}) | {"undoes": undone}
        self.event = Event.objects.create(
            tournament=self.tournament,
            actor=self.by,
            verb=verb or self.verb,
            subject_kind=subject._meta.model_name or "",
            subject_id=subject.pk,
            subject=(called or str(subject))[:200],
            before=before or {},
            after=after or {},
            why=why.replace("\0", ""),
            key=self.key,
        )
        return self.event

    def _last(self, verb: str, subject: Model) -> int:
        """The key of the newest event of `verb` on `subject` in this installation; 0 for none."""
        own = Event.objects.filter(
            tournament=self.tournament,
            verb=verb,
            subject_kind=subject._meta.model_name or "",
            subject_id=subject.pk,
            origin__isnull=True,
        )
        return own.order_by("-id").values_list("pk", flat=True).first() or 0


#: Many may hold it at once, and whoever changes the tournament or a round waits for them.
_HOLD = """
    SELECT tournament.id FROM tournaments_tournament tournament
    JOIN tournaments_round round ON round.tournament_id = tournament.id
    WHERE round.id = %s FOR SHARE OF tournament
"""


def _hold_tournament(row: Model) -> None:
    """Before `row` is locked: its tournament, always in this order, or two verbs that reach for
    each other's rows wait for each other for ever.

    A verb on a round also changes its tournament (its state, which round is open), so it has it
    alone. What happens at a table only reads how round and tournament stand (published, finished,
    the points of a win): it shares it, and nobody changes that meanwhile.
    """
    if isinstance(row, Round):
        Tournament.objects.select_for_update(no_key=True).filter(pk=row.tournament_id).first()
    elif hasattr(row, "round_id"):
        with connection.cursor() as cursor:
            cursor.execute(_HOLD, [row.round_id])


@contextmanager
def act(
    verb: str, row: M, *, by: User | None, key: str = "", or_else: Collection[str] = ()
) -> Iterator[Act[M]]:
    """Open the one transaction and take the one lock, on `row`.

    The body checks, writes, and calls `Act.log` once; when `Act.already` is set it only reads
    and returns what the first request did. Anything raised undoes everything.
    `key` is the request's idempotency key (empty: none). `or_else` are the verbs it may turn out to
    be instead, as a claim that makes the result; `Act.log` is told which.
    """
    with transaction.atomic():
        if connection.features.has_select_for_update:
            _hold_tournament(row)
        # No key changes: rows that only point here (an event, a seat) need not wait.
        locked = type(row)._default_manager.select_for_update(no_key=True).get(pk=row.pk)
        doing = Act(verb, locked, by, key, or_else)
        yield doing
        event = doing.event
        if doing.already is None:
            assert event is not None, f"{verb} recorded nothing"
            transaction.on_commit(
                lambda: event_recorded.send_robust(sender=Event, event=event) and None
            )
