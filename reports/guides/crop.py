"""A part of a picture: the place where something happens, larger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple
from xml.etree import ElementTree

from tournaments.pictures.measure import text_width

#: Taken off while the picture is read, so that no prefix of somebody else comes into it.
_NAMESPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'
#: Left, top, right and bottom.
Box = tuple[float, float, float, float]
_TRANSLATE: Final = re.compile(r"translate\(([-0-9.]+) ([-0-9.]+)\)(?: scale\(([0-9.]+)\))?")
#: How far letters reach over and under the line they stand on, in parts of their size.
_ABOVE, _BELOW = 0.72, 0.21
#: What of a text stands before its place.
_BEFORE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Font(NamedTuple):
    """How a text is set, which a group says for what is in it."""

    size: float
    anchor: str


def cropped(
    svg: str, points: Iterable[tuple[float, float]], *, margin: float, least: float, most: float
) -> str:
    """The square of `svg` around `points`, all in the picture's units.

    It keeps `margin` around them and is no smaller than `least`; where it would be larger than
    `most`, or there are no points, the picture stays whole. What lies outside is left out, and so
    is a word that the edge would cut.
    """
    # Our own drawing, not something from outside.
    root = ElementTree.fromstring(svg.replace(_NAMESPACE, "", 1))  # noqa: S314  (drawn by ourselves)  # nosec B314
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    spots = list(points)
    if not spots:
        return svg
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    size = max(max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin, least)
    if size > most:
        return svg
    x = _within((min(xs) + max(xs) - size) / 2, left, width - size)
    y = _within((min(ys) + max(ys) - size) / 2, top, height - size)
    root.attrib["viewBox"] = f"{x:g} {y:g} {size:g} {size:g}"
    _prune(root, (x - margin, y - margin, x + size + margin, y + size + margin))
    _drop_cut_words(root, (x, y, x + size, y + size), Font(16.0, "start"))
    written = ElementTree.tostring(root, encoding="unicode")
    return written.replace("<svg", f"<svg{_NAMESPACE}", 1)


def _within(start: float, least: float, room: float) -> float:
    return min(max(start, least), least + max(room, 0))


def _prune(parent: ElementTree.Element, box: Box) -> None:
    for child in list(parent):
        at = _middle(child)
        if at is not None:
            if not (box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]):
                parent.remove(child)
        elif child.tag == "g" and "transform" not in child.attrib:
            _prune(child, box)
            if not len(child):
                parent.remove(child)


def _middle(element: ElementTree.Element) -> tuple[float, float] | None:
    """Where a small element stands; None for one that may be large, or has no place."""
    attributes = element.attrib
    if "cx" in attributes:
        return float(attributes["cx"]), float(attributes["cy"])
    if element.tag == "text":
        return float(attributes["x"]), float(attributes["y"])
    moved = _TRANSLATE.match(attributes.get("transform", ""))
    return (float(moved[1]), float(moved[2])) if moved else None


def _drop_cut_words(parent: ElementTree.Element, box: Box, font: Font) -> None:
    attributes = parent.attrib
    font = Font(
        float(attributes.get("font-size", font.size)), attributes.get("text-anchor", font.anchor)
    )
    for child in list(parent):
        if child.tag == "text" and not _is_within(child, box, font):
            parent.remove(child)
        elif child.tag == "g":
            _drop_cut_words(child, _box_inside(child, box), font)


def _box_inside(group: ElementTree.Element, box: Box) -> Box:
    """`box` in the units of a group, which may be moved and larger."""
    moved = _TRANSLATE.match(group.attrib.get("transform", ""))
    if moved is None:
        return box
    x, y, scale = float(moved[1]), float(moved[2]), float(moved[3] or 1)
    return (box[0] - x) / scale, (box[1] - y) / scale, (box[2] - x) / scale, (box[3] - y) / scale


def _is_within(text: ElementTree.Element, box: Box, font: Font) -> bool:
    size = float(text.attrib.get("font-size", font.size))
    wide = text_width(text.text or "", size)
    left = float(text.attrib["x"]) - wide * _BEFORE[text.attrib.get("text-anchor", font.anchor)]
    base = float(text.attrib["y"])
    return (
        box[0] <= left
        and left + wide <= box[2]
        and box[1] <= base - _ABOVE * size
        and base + _BELOW * size <= box[3]
    )
