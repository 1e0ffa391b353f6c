"""Everything that goes wrong, as RFC 9457 says it: `application/problem+json`.

`detail` is for people and says what to do; `code` is for programs and stays what it is. `errors`
names each field that was wrong.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tournaments.away import RETRY_AFTER, WORDS, away_in
from tournaments.domain.errors import Refused

log = logging.getLogger("startfelt.api")

CONTENT_TYPE: Final = "application/problem+json"
_TYPE: Final = "urn:startfelt:problem:"
#: The field that is meant where the whole request is.
_WHOLE: Final = ("non_field_errors", "detail")


class Problem(exceptions.APIException):
    """A refusal of the API itself. `code` is for programs, `message` for people."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str | Promise,
        *,
        field: str = "",
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(str(message), code)
        self.status_code = status
        self.code = code
        self.message = message
        self.field = field
        self.more = dict(more or {})


class WrongBody(exceptions.ValidationError):
    """Fields of what was sent are wrong: 422, as on the desk's forms."""

    status_code = 422


#: Status -> code and sentence where an exception brings none of its own.
SAID: Final[dict[int, tuple[str, str | Promise]]] = {
    400: ("wrong-query", gettext_lazy("The request has something in it that is not understood.")),
    401: (
        "not-authenticated",
        gettext_lazy("This needs a token. Send it as “Authorization: Bearer …”, or log in."),
    ),
    403: ("not-allowed", gettext_lazy("Your role at this tournament does not allow that.")),
    404: ("not-found", gettext_lazy("There is nothing at this address. Check it, and the token.")),
    405: (
        "method-not-allowed",
        gettext_lazy("This address does not take that method. “Allow” says which it takes."),
    ),
    406: ("not-acceptable", gettext_lazy("Answers come as application/json. Ask for that.")),
    415: ("wrong-media-type", gettext_lazy("Send application/json, and say so in Content-Type.")),
    422: ("wrong-fields", gettext_lazy("Some fields are wrong. “errors” says which and why.")),
    429: (
        "too-many-requests",
        gettext_lazy("Too many requests at once. Wait the seconds that Retry-After says."),
    ),
    500: ("server-error", gettext_lazy("Something went wrong here. Try again in a moment.")),
}


def problem(
    request: Request | None,
    status: int,
    code: str,
    detail: str | Promise,
    *,
    errors: list[dict[str, str]] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Response:
    """The answer that says what went wrong."""
    body: dict[str, Any] = {
        "type": _TYPE + code,
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(detail),
        "code": code,
    }
    if request is not None:
        body["instance"] = request.path
    if errors:
        body["errors"] = errors
    body |= more or {}
    return Response(body, status=status, content_type=CONTENT_TYPE)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> Response:
    """Called by the framework for everything a view raises."""
    request = context.get("request")
    set_rollback()
    if isinstance(exc, Refused):
        errors = [{"field": exc.field, "message": str(exc.message), "code": exc.code}]
        return problem(
            request, exc.status, exc.code, exc.message, errors=errors if exc.field else None
        )
    if isinstance(exc, Problem):
        errors = [{"field": exc.field, "message": str(exc.message), "code": exc.code}]
        answer = problem(
            request,
            exc.status_code,
            exc.code,
            exc.message,
            errors=errors if exc.field else None,
            more=exc.more,
        )
        return _headed(answer, exc)
    if isinstance(exc, Http404):
        return problem(request, 404, *SAID[404])
    if isinstance(exc, PermissionDenied):
        return problem(request, 403, *SAID[403])
    if isinstance(exc, exceptions.ValidationError):
        code, said = SAID[exc.status_code]
        return problem(
            request, exc.status_code, code, said, errors=list(_errors(exc.get_full_details()))
        )
    if isinstance(exc, exceptions.ParseError):
        said = _("The body is no JSON that can be read. Send one object, in UTF-8.")
        return problem(request, 400, "not-json", said)
    if isinstance(exc, exceptions.APIException):
        code, said = SAID.get(exc.status_code, (str(exc.default_code), exc.detail))
        if isinstance(exc, exceptions.AuthenticationFailed):
            code, said = str(exc.get_codes()), str(exc.detail)
        return _headed(problem(request, exc.status_code, code, said), exc)
    away = away_in(exc)
    if away is not None:
        log.warning("an API request has to come again: %s", away)
        title, why, now = WORDS[away]
        answer = problem(request, 503, away, f"{title}. {why} {now}")
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer
    log.exception("an API request failed")
    if request is not None:
        got_request_exception.send(sender=type(context.get("view")), request=request._request)
    return problem(request, 500, *SAID[500])


def _headed(answer: Response, exc: exceptions.APIException) -> Response:
    header = getattr(exc, "auth_header", None)
    if header:
        answer["WWW-Authenticate"] = header
    wait = getattr(exc, "wait", None)
    if wait:
        answer["Retry-After"] = str(int(wait))
    return answer


def _errors(details: Any, field: str = "") -> Iterator[dict[str, str]]:
    """Each wrong field with its way to it: "sides.0.score"."""
    if isinstance(details, Mapping) and {"message", "code"} == set(details):
        yield {
            "field": field,
            "message": str(details["message"]),
            "code": str(details["code"]).replace("_", "-"),
        }
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            way = field if name in _WHOLE else f"{field}.{name}".lstrip(".")
            yield from _errors(inner, way)
    elif isinstance(details, list):
        plain = all(isinstance(one, Mapping) and "message" in one for one in details)
        for place, inner in enumerate(details):
            yield from _errors(inner, field if plain else f"{field}.{place}".lstrip("."))
