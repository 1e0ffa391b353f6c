"""Where the boxes of a bracket stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tournaments.pictures.model import Bracket, Match, Tree, TreeRound

MARGIN = 16.0
TITLE = 58.0
"""Height of the picture's title, where it has one."""
TREE_NAME = 46.0
HEADS = 44.0
"""Height of the rounds' names above a tree."""
LABEL = 36.0
"""Height of a name right above its box."""
ROW = 38.0
BETWEEN = 46.0
"""Between columns, where the lines run."""
GAP = 20.0
"""Between boxes of the first round; more where the picture is to fill a high frame."""
MOST_GAP = 70.0
BOX = 310.0
NARROWEST, WIDEST = 300.0, 470.0
CHAMPION = 76.0
APART = 26.0
"""Between trees, and between things that stand on each other."""


def title_height(title: str) -> float:
    """A picture whose title stands beside it keeps no room for it."""
    return TITLE if title else 0.0


@dataclass(frozen=True, slots=True)
class Measures:
    """What may differ from picture to picture."""

    box: float
    gap: float


@dataclass(frozen=True, slots=True)
class Box:
    """A match at its place. `centre` is its middle from the top."""

    match: Match
    left: float
    width: float
    centre: float

    @property
    def height(self) -> float:
        return ROW * len(self.match.sides)

    @property
    def top(self) -> float:
        return self.centre - self.height / 2

    @property
    def right(self) -> float:
        return self.left + self.width

    def row(self, side: int) -> float:
        """Middle of a side's line."""
        return self.top + ROW * (side + 0.5)


@dataclass(frozen=True, slots=True)
class Label:
    """A name above a column or a box; `strong` for that of a tree."""

    text: str
    left: float
    base: float
    room: float
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a match to the one its winner goes on to."""

    source: Box
    target: Box
    side: int
    """Line of the target it leads to."""


@dataclass(frozen=True, slots=True)
class Layout:
    """All of it."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    links: tuple[Link, ...]
    champion: tuple[float, float, float] | None
    """Left, top and width of the winner's plate; None where there is no room kept for one."""
    last: Match | None
    """The match that decides it all."""


@dataclass(slots=True)
class _Laid:
    """A tree at its place."""

    columns: list[list[Box | None]]
    bottom: float


def lay_out(bracket: Bracket, shape: tuple[float, float] | None, plate: bool) -> Layout:
    """Places everything.

    `shape` is width and height of the frame the picture shall fill: boxes become wider, gaps
    higher, within bounds. `plate` keeps room for the winner's.
    """
    measures = Measures(BOX, GAP)
    found = _lay_out(bracket, measures, plate)
    if shape is None:
        return found
    columns = max((found.width - 2 * MARGIN + BETWEEN) / (BOX + BETWEEN), 1.0)
    wanted = found.height * shape[0] / shape[1]
    box = (wanted - 2 * MARGIN + BETWEEN) / columns - BETWEEN
    box = min(max(box, NARROWEST), WIDEST)
    found = _lay_out(bracket, Measures(box, GAP), plate)
    missing = found.width * shape[1] / shape[0] - found.height
    gaps = sum(_gaps(tree) for tree in (bracket.main, bracket.losers, bracket.consolation) if tree)
    if missing > 0 and gaps:
        found = _lay_out(bracket, Measures(box, min(GAP + missing / gaps, MOST_GAP)), plate)
    return found


def _gaps(tree: Tree) -> int:
    return max((len(round_.matches) for round_ in tree.rounds), default=0)


class _Layout:
    """A layout in the making."""

    def __init__(self, measures: Measures) -> None:
        self.measures = measures
        self.boxes: list[Box] = []
        self.labels: list[Label] = []
        self.links: list[Link] = []

    def box(self, match: Match, left: float, centre: float) -> Box:
        box = Box(match, left, self.measures.box, centre)
        self.boxes.append(box)
        return box

    def label(self, text: str, left: float, base: float, strong: bool = False) -> None:
        room = 3 * self.measures.box if strong else self.measures.box
        self.labels.append(Label(text, left, base, room, strong))

    def link(self, source: Box, target: Box, side: int) -> None:
        names = [own.name for own in target.match.sides]
        came = [own.name for own in source.match.sides if own.name and own.name in names]
        winner = next((own.name for own in source.match.sides if own.won), "")
        # Who is known to have come this way says which line it leads to.
        if winner and winner in names:
            side = names.index(winner)
        elif len(came) == 1:
            side = names.index(came[0])
        self.links.append(Link(source, target, min(side, len(names) - 1)))

    def tree(self, tree: Tree, left: float, top: float, room_above_last: float) -> _Laid:
        """Places a tree; `room_above_last` is kept free above its last match."""
        if tree.name:
            self.label(tree.name, left, top + TREE_NAME * 0.62, strong=True)
            top += TREE_NAME
        step = self.measures.box + BETWEEN
        for place, round_ in enumerate(tree.rounds):
            self.label(round_.name, left + place * step, top + HEADS * 0.6)
        top += HEADS
        unit = ROW * max(
            (len(m.sides) for round_ in tree.rounds for m in round_.matches if m), default=2
        )
        pitch = unit + self.measures.gap
        most = max((len(round_.matches) for round_ in tree.rounds), default=0)
        centres: list[list[float]] = []
        for round_ in tree.rounds:
            centres.append(_centres(centres, len(round_.matches), most, pitch, top + unit / 2))
        if centres and centres[-1]:
            free = centres[-1][0] - unit / 2 - top
            moved = max(room_above_last - free, 0.0)
            centres = [[centre + moved for centre in column] for column in centres]
        columns: list[list[Box | None]] = []
        for place, (round_, column) in enumerate(zip(tree.rounds, centres, strict=True)):
            columns.append(
                [
                    self.box(match, left + place * step, centre) if match else None
                    for match, centre in zip(round_.matches, column, strict=True)
                ]
            )
        for before, after in pairwise(columns):
            self._links(before, after)
        lowest = max((c for column in centres for c in column), default=top)
        return _Laid(columns, lowest + unit / 2)

    def _links(self, before: list[Box | None], after: list[Box | None]) -> None:
        halved = _halves(len(before), len(after))
        for place, source in enumerate(before):
            where = place // 2 if halved else place
            target = after[where] if where < len(after) else None
            if source and target and (halved or len(before) == len(after)):
                self.link(source, target, place % 2 if halved else 1)


def _halves(before: int, after: int) -> bool:
    return before > 1 and after == (before + 1) // 2


def _centres(
    earlier: list[list[float]], count: int, most: int, pitch: float, first: float
) -> list[float]:
    """Middles of a column: between those that feed a match, else evenly over the height."""
    if earlier and _halves(len(earlier[-1]), count):
        feeds = earlier[-1]
        pairs = [feeds[2 * place : 2 * place + 2] for place in range(count)]
        return [sum(pair) / len(pair) for pair in pairs]
    if earlier and len(earlier[-1]) == count:
        return list(earlier[-1])
    spread = most / count if count else 1.0
    return [first + pitch * (spread * (place + 0.5) - 0.5) for place in range(count)]


def _lay_out(bracket: Bracket, measures: Measures, plate: bool) -> Layout:
    making = _Layout(measures)
    step = measures.box + BETWEEN
    top = MARGIN + title_height(bracket.title)
    alone = bracket.losers is None and not bracket.finals
    main = making.tree(bracket.main, MARGIN, top, CHAMPION + APART if alone and plate else 0.0)
    bottom = main.bottom
    last = _last(main)
    if bracket.third_place is not None and last is not None:
        bottom = max(bottom, _third(making, bracket.third_place, last))
    if bracket.losers is not None:
        losers = making.tree(bracket.losers, MARGIN, bottom + APART, 0.0)
        bottom = losers.bottom
        columns = max(len(main.columns), len(losers.columns))
        last = _finals(making, bracket.finals, columns, (_last(main), _last(losers)), top)
    elif bracket.finals:
        last = _finals(making, bracket.finals, len(main.columns), (_last(main), None), top)
    if bracket.consolation is not None:
        bottom = making.tree(bracket.consolation, MARGIN, bottom + APART, 0.0).bottom
    bottom = max([bottom, *(box.top + box.height for box in making.boxes)])
    champion: tuple[float, float, float] | None = None
    if plate and last is not None:
        above = CHAMPION + APART + (0.0 if alone else LABEL)
        champion = (last.left, last.top - above, measures.box)
    width = max((box.right for box in making.boxes), default=MARGIN + step)
    return Layout(
        width=width + MARGIN,
        height=bottom + MARGIN,
        boxes=tuple(making.boxes),
        labels=tuple(making.labels),
        links=tuple(making.links),
        champion=champion,
        last=last.match if last else None,
    )


def _last(laid: _Laid) -> Box | None:
    return laid.columns[-1][0] if laid.columns and laid.columns[-1] else None


def _third(making: _Layout, round_: TreeRound, final: Box) -> float:
    """The match for third place stands under the final. Gives its lower edge."""
    match = round_.matches[0] if round_.matches else None
    if match is None:
        return 0.0
    top = final.top + final.height + APART
    making.label(round_.name, final.left, top + LABEL * 0.6)
    box = making.box(match, final.left, top + LABEL + ROW * len(match.sides) / 2)
    return box.top + box.height


def _finals(
    making: _Layout,
    finals: tuple[TreeRound, ...],
    columns: int,
    feeds: tuple[Box | None, Box | None],
    top: float,
) -> Box | None:
    """The finals of a double elimination, right of both brackets and between them, below `top`."""
    there = [box for box in feeds if box is not None]
    centre = sum(box.centre for box in there) / len(there) if there else top + ROW
    # The winner's plate and the name stand above.
    centre = max(centre, top + CHAMPION + APART + LABEL + ROW)
    before: Box | None = None
    for place, round_ in enumerate(finals):
        match = round_.matches[0] if round_.matches else None
        if match is None:
            continue
        left = MARGIN + (columns + place) * (making.measures.box + BETWEEN)
        box = making.box(match, left, centre)
        making.label(round_.name, left, box.top - LABEL * 0.36)
        if before is not None:
            making.link(before, box, 0)
        else:
            for side, feed in enumerate(feeds):
                if feed is not None:
                    making.link(feed, box, side)
        before = box
    return before
