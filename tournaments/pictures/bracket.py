"""A bracket as an SVG: single elimination with third place and consolation, double elimination.

The way of each winner is a strong line from its row to its row in the next match. What a line or a
weight says, a bar, a word or a sign says as well; nothing is said by colour alone.
"""

from __future__ import annotations

from tournaments.pictures.bracket_layout import (
    BETWEEN,
    CHAMPION,
    MARGIN,
    ROW,
    TITLE,
    Box,
    Layout,
    Link,
    lay_out,
)
from tournaments.pictures.canvas import PAPER, SCREEN, Canvas
from tournaments.pictures.legend import LEGEND, Sign, legend, legend_height, plate, plate_width
from tournaments.pictures.measure import SAFETY, clean, text_width
from tournaments.pictures.model import Bracket, Match, Side, State, Tree
from tournaments.pictures.words import Words

NAME, SMALLER, HINT = 23.0, 20.0, 18.0
SCORE, SEED, HEAD, TREE_HEAD, BIG = 25.0, 15.0, 19.0, 27.0, 34.0
WIDEST_TITLE = 1000.0
PAD = 12.0
BAR = 7.0


def bracket_svg(
    bracket: Bracket,
    *,
    language: str = "da",
    paper: bool = False,
    shape: tuple[float, float] | None = None,
    scale: float | None = 1.0,
) -> str:
    """The bracket as an SVG that needs nothing but itself.

    `language` is "da", "en" or "nb"; `paper` takes black on white with fixed colours, for what
    is no browser. `shape` is the frame (width, height) whose proportions the picture shall have
    as far as it can; `scale` 1 gives it its natural size in pixels, None lets it fill its frame.
    The same arguments give the same text.
    """
    canvas, width, height, told = draw_bracket(bracket, language, paper, shape)
    return canvas.svg(width, height, title=bracket.title, told=told, scale=scale)


def draw_bracket(
    bracket: Bracket, language: str, paper: bool, shape: tuple[float, float] | None
) -> tuple[Canvas, float, float, str]:
    """The drawing, its width and height, and the description."""
    words = Words(language)
    canvas = Canvas(PAPER if paper else SCREEN)
    champion = champion_of(bracket)
    layout = lay_out(bracket, shape, champion is not None)
    signs = _signs(layout)
    heading = min(text_width(clean(bracket.title), BIG, 700) / SAFETY, WIDEST_TITLE)
    inner = max(layout.width - 2 * MARGIN, heading)
    base = MARGIN + TITLE * 0.6
    canvas.text(
        bracket.title, MARGIN, base, size=BIG, weight=700, fill=canvas.palette.ink, room=inner
    )
    for label in layout.labels:
        size, fill = (
            (TREE_HEAD, canvas.palette.ink) if label.strong else (HEAD, canvas.palette.soft)
        )
        room = min(label.room, layout.width - MARGIN - label.left)
        canvas.text(label.text, label.left, label.base, size=size, weight=700, fill=fill, room=room)
    for link in sorted(layout.links, key=_decided):
        _link(canvas, link)
    seeds = any(side.seed is not None for box in layout.boxes for side in box.match.sides)
    for box in layout.boxes:
        _box(canvas, box, words, seeds)
    if champion is not None and layout.champion is not None:
        _champion(canvas, champion, layout.champion, words)
    legend(canvas, signs, words, MARGIN, layout.height, inner)
    height = layout.height + legend_height(signs, words, inner)
    return canvas, inner + 2 * MARGIN, height, description(bracket, words)


def matches_of(bracket: Bracket) -> list[Match]:
    """All matches of a bracket, in reading order."""
    trees = [tree for tree in (bracket.main, bracket.losers) if tree]
    rounds = [round_ for tree in trees for round_ in tree.rounds]
    rounds += bracket.finals
    rounds += [bracket.third_place] if bracket.third_place else []
    rounds += bracket.consolation.rounds if bracket.consolation else ()
    return [match for round_ in rounds for match in round_.matches if match is not None]


def champion_of(bracket: Bracket) -> Side | None:
    """Who has won the last match there is to play; None while that is open."""
    if not bracket.crowned:
        return None
    if bracket.finals:
        last = [m for round_ in bracket.finals for m in round_.matches if m]
        # A second final to which it has not come is not what decides.
        last = [m for m in last if not m.if_needed or any(side.name for side in m.sides)]
    else:
        last = _ends(bracket.main)
    winners = [side for match in last[-1:] for side in match.sides if side.won and side.name]
    return winners[0] if len(winners) == 1 else None


def _ends(tree: Tree) -> list[Match]:
    final = tree.rounds[-1].matches if tree.rounds else ()
    return [match for match in final if match] if len(final) == 1 else []


def description(bracket: Bracket, words: Words) -> str:
    """The picture in a sentence or two."""
    matches = matches_of(bracket)
    names = {side.name for match in matches for side in match.sides if side.name}
    playing = sum(match.state is State.PLAYING for match in matches)
    told = [words("entries", count=len(names))]
    if playing:
        told.append(words("running", count=playing))
    champion = champion_of(bracket)
    if champion is not None:
        told.append(f"{words('winner')}: {champion.name}")
    return ". ".join(told) + "."


def _decided(link: Link) -> bool:
    return any(side.won for side in link.source.match.sides)


def _link(canvas: Canvas, link: Link) -> None:
    won = [place for place, side in enumerate(link.source.match.sides) if side.won]
    start = link.source.row(won[0]) if won else link.source.centre
    end = link.target.row(link.side)
    turn = link.target.left - BETWEEN / 2
    points = [(link.source.right, start), (turn, start), (turn, end), (link.target.left, end)]
    if won:
        canvas.line(points, stroke=canvas.palette.ink, thick=4.5)
    else:
        canvas.line(points, stroke=canvas.palette.line, thick=1.5)


def _signs(layout: Layout) -> list[Sign]:
    """Which signs the picture has, for the legend."""
    matches = [box.match for box in layout.boxes]
    states = {match.state for match in matches}
    waiting = any(m.state is State.TO_COME and m.table is not None for m in matches)
    there = {
        Sign.WON: any(side.won for match in matches for side in match.sides),
        Sign.PLAYING: State.PLAYING in states,
        Sign.TABLE: waiting,
        Sign.WALKOVER: State.WALKOVER in states,
        Sign.IF_NEEDED: any(m.if_needed and m.state is State.TO_COME for m in matches),
    }
    return [sign for sign in LEGEND if there.get(sign)]


def _box(canvas: Canvas, box: Box, words: Words, seeds: bool) -> None:
    match, palette = box.match, canvas.palette
    playing = match.state is State.PLAYING
    canvas.begin()
    canvas.rect(
        box.left,
        box.top,
        box.width,
        box.height,
        fill=palette.surface,
        stroke=palette.accent if playing else palette.line,
        thick=4 if playing else 1.5,
        radius=6,
        dashed=match.state is State.BYE or (match.if_needed and match.state is State.TO_COME),
    )
    right = box.right - PAD
    if match.state in (State.TO_COME, State.PLAYING) and (playing or match.table is not None):
        wide = plate_width(match.table, playing)
        height = min(box.height - 14, 2 * ROW - 14)
        plate(canvas, right + 5 - wide, box.centre - height / 2, height, match.table, playing)
        right -= wide + 3
    scores = [_score(match, side, words) for side in match.sides]
    for place, (side, (score, size)) in enumerate(zip(match.sides, scores, strict=True)):
        if place:
            line = box.top + place * ROW
            end = min(right, box.right - PAD)
            canvas.line([(box.left + PAD, line), (end, line)], stroke=palette.faint)
        _side(canvas, box, place, right - text_width(score, size, 700), seeds)
        if score:
            canvas.text(
                score,
                right,
                box.row(place) + size * 0.33,
                size=size,
                weight=700 if side.won and match.state is not State.BYE else 400,
                fill=palette.ink if side.won and match.state is not State.BYE else palette.soft,
                anchor="end",
            )
    canvas.end()


def _score(match: Match, side: Side, words: Words) -> tuple[str, float]:
    """What stands at the end of a side's line, and how large."""
    if match.state is State.BYE:
        return words("bye_short"), HINT
    if match.state is State.WALKOVER and not side.won:
        return words("walkover_short"), HINT
    return side.score, SCORE


def _side(canvas: Canvas, box: Box, place: int, right: float, seeds: bool) -> None:
    match, palette = box.match, canvas.palette
    side = match.sides[place]
    base = box.row(place) + NAME * 0.33
    left = box.left + PAD
    if side.won and match.state is not State.BYE:
        canvas.rect(box.left, box.top + place * ROW + 5, BAR, ROW - 10, fill=palette.ink, radius=2)
    if seeds:
        if side.seed is not None:
            canvas.text(
                str(side.seed), left + 23, base - 1, size=SEED, fill=palette.soft, anchor="end"
            )
        left += 29
    else:
        left += 3
    room = right - left - 8
    weight = 700 if side.won and match.state is not State.BYE else 400
    name = clean(side.name)
    over = match.state in (State.DECIDED, State.WALKOVER)
    if name:
        canvas.begin(name)
        canvas.name(
            name,
            left,
            box.row(place),
            size=NAME,
            smaller=SMALLER,
            weight=weight,
            fill=palette.soft if over and not side.won else palette.ink,
            room=room,
            high=ROW - 6,
        )
        canvas.end()
    elif side.hint:
        canvas.begin(side.hint)
        canvas.text(side.hint, left, base - 2, size=HINT, fill=palette.soft, room=room)
        canvas.end()


def _champion(canvas: Canvas, side: Side, where: tuple[float, float, float], words: Words) -> None:
    left, top, width = where
    palette = canvas.palette
    canvas.begin(side.name)
    canvas.rect(left, top, width, CHAMPION, fill=palette.ink, radius=8)
    canvas.text(words("winner"), left + 16, top + 26, size=HINT, fill=palette.on_ink)
    canvas.name(
        side.name,
        left + 16,
        top + 59 - (BIG - 4) * 0.33,
        size=BIG - 4,
        smaller=NAME,
        weight=700,
        fill=palette.on_ink,
        room=width - 32,
        high=BIG,
    )
    canvas.end()
