"""The API's own front: where it begins, its description, its page for people, and what is not."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from .described import described
from .description import openapi
from .endpoint import Endpoint, Read
from .operations import operations


class RootShape(serializers.Serializer):
    """Where everything is."""

    version = serializers.CharField()
    tournaments = serializers.URLField()
    description = serializers.URLField(help_text="OpenAPI 3.1.")
    documentation = serializers.URLField(help_text="The same for people.")


@described("root", "about", "Where everything is.", RootShape)
class Root(Read):
    def read(self) -> dict[str, Any]:
        at = self.request.build_absolute_uri
        return {
            "version": "1",
            "tournaments": at(reverse("api-tournaments")),
            "description": at(reverse("api-description")),
            "documentation": at(reverse("api-docs")),
        }

    def stamp(self, **kwargs: Any) -> str:
        """It stays as it is."""
        return "1"


class Nothing(Endpoint):
    """Every other address under /api/: a problem, whatever the method."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404

    def get(self, request: Request, **kwargs: Any) -> Response:
        """Never comes so far."""
        raise Http404

    post = put = patch = delete = get


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1, as it is kept in the repository."""
    answer = JsonResponse(openapi(), json_dumps_params={"ensure_ascii": False})
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every address of the API with what it takes and gives."""
    return render(request, "tournaments/api/docs.html", {"groups": operations(openapi())})
