"""`{% idempotency_key %}` inside a form: the same form sent twice is one change."""

from __future__ import annotations

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def idempotency_key() -> SafeString:
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4().hex)
