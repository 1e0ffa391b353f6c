"""A part of a picture: the place where something happens, larger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree

#: Taken off while the picture is read, so that no prefix of somebody else comes into it.
_NAMESPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'
_TRANSLATE: Final = re.compile(r"translate\(([-0-9.]+) ([-0-9.]+)\)")


def cropped(
    svg: str, points: Iterable[tuple[float, float]], *, margin: float, least: float, most: float
) -> str:
    """The square of `svg` around `points`, all in the picture's units.

    It keeps `margin` around them and is no smaller than `least`; where it would be larger than
    `most`, or there are no points, the picture stays whole. What lies outside is left out.
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
    written = ElementTree.tostring(root, encoding="unicode")
    return written.replace("<svg", f"<svg{_NAMESPACE}", 1)


def _within(start: float, least: float, room: float) -> float:
    return min(max(start, least), least + max(room, 0))


def _prune(parent: ElementTree.Element, box: tuple[float, float, float, float]) -> None:
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
