"""How answers are written."""

from __future__ import annotations

from rest_framework import renderers


class JSONRenderer(renderers.JSONRenderer):
    """JSON as it is, also where somebody asks for what went wrong in its own type."""

    charset = None
