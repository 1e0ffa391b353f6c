"""How an address is described in docs/developers/openapi.yaml: one decorator for each method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from .endpoint import Endpoint
from .problems import CONTENT_TYPE

E = TypeVar("E", bound=type[Endpoint])


class FieldProblem(serializers.Serializer):
    """One field that was wrong."""

    field = serializers.CharField(
        allow_blank=True, help_text="The way to it, as in sides.0.score; empty: the whole."
    )
    message = serializers.CharField(help_text="What is wrong and what to do, for people.")
    code = serializers.CharField(help_text="The same for programs.")


class ProblemBody(serializers.Serializer):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text="A URN that ends in the code.")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What happened and what to do, for people.")
    code = serializers.CharField(help_text="What happened, for programs. Stays what it is.")
    instance = serializers.CharField(required=False, help_text="The address that was asked.")
    errors = FieldProblem(many=True, required=False)
    scope = serializers.CharField(required=False, help_text="The scope that the token lacks.")
    lines = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="Of a record: each line that is wrong (`line`, `rule`, `message`).",
    )
    state = serializers.JSONField(
        required=False, help_text="What stands there now, where somebody else was faster."
    )


_SAID = {
    400: "The request is not understood.",
    401: "A token or a log-in is needed, or the token opens nothing any more.",
    403: "The role does not allow it, or the token's scopes do not.",
    404: "There is no such thing, or whoever asks may not know of it.",
    405: "The address does not take that method.",
    406: "Answers are application/json.",
    409: "Somebody else changed it meanwhile.",
    412: "It is another version than If-Match names: somebody else was faster.",
    415: "Send application/json.",
    422: "Fields are wrong, or it cannot be done as things stand.",
    429: "Too many requests; Retry-After says how long to wait.",
}
_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="da (the default), en or nb: the language of words in answers and problems.",
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the answer that is there already: 304 while nothing is new.",
)
_ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200],
    description="Changes with everything that is read here.",
)
_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="Up to 64 letters, digits, - and _ that name this request, such as a UUID. The "
    "same request sent again is done once and answered alike.",
    pattern=r"^[A-Za-z0-9_-]{8,64}$",
)
_IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag that was answered when it was read, or by the verb before: 412 with how "
    "it stands now where somebody else was faster. * or nothing: whatever its version.",
)
#: Without anything, or with what staff bring.
_ANYBODY: Any = [{}, {"token": []}, {"cookieAuth": []}]


def _problems(*statuses: int) -> dict[Any, Any]:
    return {
        (status, CONTENT_TYPE): OpenApiResponse(ProblemBody, description=_SAID[status])
        for status in statuses
    }


def described(
    name: str,
    tag: str,
    summary: str,
    answer: Any = None,
    *,
    method: str = "get",
    body: Any = None,
    status: int = 200,
    examples: Any = None,
    text: str = "",
    refuses: bool = False,
) -> Callable[[E], E]:
    """Describe one method of an endpoint. `answer` and `body` are serializers. With `refuses` what
    is read is reckoned from what was asked, and may be refused as a verb is.

    `name` is the operation's id; who may do it is read from the endpoint itself.
    """

    def wrap(endpoint: E) -> E:
        reads = method == "get"
        needed = endpoint.access if reads else endpoint.verbs[method.upper()]
        parameters: list[Any] = [_LANGUAGE]
        statuses = [400, 404, 406, 429]
        answers: dict[Any, Any] = {status: OpenApiResponse(answer, description=summary)}
        if reads:
            parameters += [_IF_NONE_MATCH, _ETAG]
            query = getattr(endpoint, "query", None)
            parameters += [query] if query is not None else []
            answers[304] = OpenApiResponse(description="Nothing is new.")
            statuses += [401, 403, *([422] if refuses else [])]
        else:
            parameters.append(_KEY)
            statuses += [401, 403, 409, 415, 422]
            if getattr(endpoint, "versioned", ""):
                parameters.append(_IF_MATCH)
                statuses.append(412)
        described_ = extend_schema(
            operation_id=name,
            tags=[tag],
            summary=summary,
            description=text or summary,
            parameters=parameters,
            request=body,
            responses=answers | _problems(*sorted(statuses)),
            examples=examples,
            extensions={"x-needs": str(needed)},
            auth=_ANYBODY if needed == "public" else None,
        )
        inherited = getattr(endpoint, method)

        def own(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
            return inherited(self, request, *args, **kwargs)

        own.__name__ = method
        setattr(endpoint, method, described_(own))
        return endpoint

    return wrap
