"""QR codes on pages."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString


def qr_code(text: str) -> SafeString:
    """`text` as a QR code, drawn black on white in any light, with the margin it needs."""
    drawn = segno.make_qr(text, error="m").svg_inline(
        border=4, light="#fff", dark="#000", omitsize=True, svgclass="qr", lineclass=None
    )
    # Segno's own drawing of what we gave it; nothing of the text stands in it.
    return SafeString(drawn)
