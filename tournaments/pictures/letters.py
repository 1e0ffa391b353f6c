"""Text for a drawer that sets letter by letter, from left to right, as WeasyPrint does in an SVG.

What a browser does by itself is done beforehand: scripts that run from the right are turned, Arabic
letters take the form they have beside their neighbours, and an emoji made of several is shown by
its first.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from tournaments.pictures.measure import JOINER, RIGHT_TO_LEFT, SKIN_TONES, clusters

_FORMS = (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD))
"""Arabic letters in each of their forms."""
_VARIATIONS = ("\ufe0e", "\ufe0f")
_MIRRORED = {"(": ")", ")": "(", "[": "]", "]": "[", "<": ">", ">": "<"}


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """Forms of each letter by name: isolated, final, initial, medial."""
    shapes: dict[str, dict[str, str]] = {}
    for code in _FORMS:
        form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1:
            shapes.setdefault(chr(int(letters[0], 16)), {})[form.strip("<>")] = chr(code)
    return shapes


def _from_right(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _shaped(run: str) -> str:
    """Each Arabic letter in the form its neighbours ask for."""
    shapes = _shapes()
    # Marks above and below stand between letters without parting them.
    bases = [i for i, letter in enumerate(run) if unicodedata.category(letter) != "Mn"]
    letters = list(run)
    for place, i in enumerate(bases):
        own = shapes.get(run[i])
        if own is None:
            continue
        before = shapes.get(run[bases[place - 1]], {}) if place else {}
        after = shapes.get(run[bases[place + 1]], {}) if place + 1 < len(bases) else {}
        joins_before = "initial" in before and "final" in own
        joins_after = "initial" in own and "final" in after
        form = {
            (False, False): "isolated",
            (True, False): "final",
            (False, True): "initial",
            (True, True): "medial",
        }[joins_before, joins_after]
        letters[i] = own.get(form, run[i])
    return "".join(letters)


def _turned(run: str) -> str:
    """A run from the right as it stands from the left; marks stay behind their letter."""
    return "".join(_MIRRORED.get(sign, sign) for sign in reversed(clusters(_shaped(run))))


def letter_by_letter(text: str) -> str:
    """The text so that its letters, drawn one after another from the left, read right."""
    signs = clusters(unicodedata.normalize("NFC", text))
    plain = "".join(sign.split(JOINER)[0] for sign in signs)
    plain = "".join(c for c in plain if c not in _VARIATIONS and ord(c) not in SKIN_TONES)
    drawn, run = "", ""
    pending = ""
    for letter in plain:
        if _from_right(letter) or (run and unicodedata.category(letter) == "Mn" and not pending):
            run += pending + letter
            pending = ""
        elif run and unicodedata.bidirectional(letter) in ("WS", "ON", "CS", "ES", "NSM"):
            pending += letter
        else:
            drawn += _turned(run) + pending + letter
            run = pending = ""
    return (drawn + _turned(run) + pending).replace(RIGHT_TO_LEFT, "")
