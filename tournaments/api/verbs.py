"""POST: one verb of `domain/`, done once for each Idempotency-Key.

The verb gets a key for the log that is made of the account, the header and what was sent. Whoever
is cut off between the verb and the answer sends the same again: the verb then finds its own event
and says what it said before. What was answered is kept for some days and given again.

With `If-Match` it is done only while what it is about is the version named: else 412.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.domain.errors import Conflict
from tournaments.models import ApiAnswer, User
from tournaments.undo.take_back import alone

from .endpoint import Endpoint, tag_of, versions_named
from .problems import Problem, WrongBody
from .renderers import JSONRenderer

KEPT: Final = dt.timedelta(days=3)
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Verb(Endpoint):
    """An address that takes POST. `do` calls the verb of `domain/` and says how it stands then."""

    #: What may be sent; None: nothing.
    takes: ClassVar[type[Serializer] | None] = None
    #: The status of what was done.
    done: ClassVar[int] = 200
    #: Fields of the answer that are not kept, such as a secret.
    once: ClassVar[tuple[str, ...]] = ()

    #: How things stand now, for whoever was too late.
    present: ClassVar[Callable[..., dict[str, Any] | None] | None] = None
    #: The field of `present`, and of what is answered, that `If-Match` names; empty: there is none.
    versioned: ClassVar[str] = ""
    #: `do(sent, by=…, key=…, …)` calls the verb and returns what is answered. Raises `Refused`.
    do: ClassVar[Callable[..., dict[str, Any]]]

    request: Request

    def post(self, request: Request, **kwargs: Any) -> Response:
        """Do it, or give again what was answered to the same request."""
        kwargs.pop("slug", None)
        user = request.user
        assert isinstance(user, User)
        key = _key(request)
        digest = self._digest(request)
        known, _made = ApiAnswer.objects.get_or_create(
            user=user, key=key, defaults={"digest": digest}
        )
        if known.digest != digest:
            raise Problem(
                422,
                "key-reused",
                _("This Idempotency-Key was sent with something else. Take a new one."),
                field="Idempotency-Key",
            )
        if known.status is not None and known.body is not None:
            again = self._answer(known.body, known.status)
            again["Idempotency-Replayed"] = "true"
            return again
        sent = self._sent(request)
        log_key = hashlib.sha256(f"{user.pk}:{key}:{digest}".encode()).hexdigest()
        try:
            with self._as_seen(request, log_key, kwargs):
                done = self.do(sent, by=user, key=log_key, **kwargs)
            # As it is sent, so that it is the same the second time.
            body = json.loads(JSONRenderer().render(done))
        except Conflict as conflict:
            raise self._too_late(conflict, kwargs) from conflict
        kept = body | dict.fromkeys(self.once, "")
        ApiAnswer.objects.filter(pk=known.pk).update(status=self.done, body=kept)
        ApiAnswer.objects.filter(at__lt=timezone.now() - KEPT).delete()
        return self._answer(body, self.done)

    def _answer(self, body: dict[str, Any], status: int) -> Response:
        """What was done, with the version that a next `If-Match` may name."""
        answer = Response(body, status=status)
        if self.versioned in body:
            answer["ETag"] = tag_of("", str(body[self.versioned]))
        return answer

    @contextmanager
    def _as_seen(self, request: Request, log_key: str, kwargs: dict[str, Any]) -> Iterator[None]:
        """Nobody changes the tournament meanwhile, and it is as `If-Match` says, or 412."""
        wanted = versions_named(request.headers.get("If-Match"))
        if wanted is None:
            yield
            return
        if not self.versioned or self.present is None:
            raise Problem(
                400,
                "no-version",
                _("What this is about has no version to match. Leave If-Match out."),
                field="If-Match",
            )
        with alone(self.tournament) as row:
            # Whoever lost the answer sends the same again: it is another version since then.
            if not row.events.filter(key=log_key).exists():
                state = self.present(**kwargs)
                if state is None or str(state[self.versioned]) not in wanted:
                    raise Problem(
                        412,
                        "changed-meanwhile",
                        _(
                            "Somebody else was faster, and nothing of yours was done. Look at how "
                            "it stands now (“state”), and send it again if it is still wanted."
                        ),
                        field="If-Match",
                        more={"state": state},
                    )
            yield

    def _too_late(self, conflict: Conflict, kwargs: dict[str, Any]) -> Problem:
        """What somebody else saved stands, and is shown."""
        state = self.present(**kwargs) if self.present is not None else None
        return Problem(
            conflict.status,
            conflict.code,
            conflict.message,
            field=conflict.field,
            more={} if state is None else {"state": state},
        )

    def _sent(self, request: Request) -> dict[str, Any]:
        if self.takes is None:
            if request.data:
                raise WrongBody(
                    {name: [_("Nothing is taken here.")] for name in dict(request.data)}
                )
            return {}
        unknown = (
            sorted(set(request.data) - set(self.takes().fields)) if _is_object(request) else []
        )
        if unknown:
            said = _("There is no such field here. Leave it out.")
            raise WrongBody({name: [said] for name in unknown}, "unknown")
        body = self.takes(data=request.data)
        if not body.is_valid():
            raise WrongBody(body.errors)
        return dict(body.validated_data)

    def _digest(self, request: Request) -> str:
        # The framework has read the body by now, or will: as sent, it is in the request below.
        whole = (request.method, request.get_full_path(), request._request.body)
        return hashlib.sha256(repr(whole).encode()).hexdigest()


def _is_object(request: Request) -> bool:
    return isinstance(request.data, dict)


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "").strip()
    if not _KEY.fullmatch(key):
        raise Problem(
            400,
            "idempotency-key",
            _("Send an Idempotency-Key of 8 to 64 letters, digits, - and _, such as a UUID."),
            field="Idempotency-Key",
        )
    return key
