"""Template tags for the small marks that stand in every row: side, state, icon, clock.

Tags rather than includes: a list of 500 tables draws thousands of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.entry_names import EntryNames, names_of
from tournaments.game_settings import game_note as note_of
from tournaments.marks import SIDES, STATES
from tournaments.models import Tournament
from tournaments.spoken import language

register = template.Library()

#: A ring is drawn with pathLength 100, so that a share of it is a percentage.
RING_LENGTH = 100
_SILENT = SafeString('aria-hidden="true"')


@register.simple_tag
def entry_names(tournament: Tournament) -> EntryNames:
    """What the tournament's entries are called: `{% entry_names tournament as named %}`, then
    `{{ named.titles }}`."""
    return names_of(tournament)


@register.simple_tag
def entry_number(tournament: Tournament, number: int) -> str:
    """ "Pair no. 5", "Player no. 5"."""
    return str(names_of(tournament).number) % {"number": number}


@register.simple_tag
def game_note(tournament: object) -> str:
    """What every page of the tournament says of how its game is played: `""` for nothing."""
    if not isinstance(tournament, Tournament):
        return ""
    return note_of(tournament.game, tournament.game_settings)


@register.simple_tag
def icon(name: str, label: str = "", size: str = "") -> SafeString:
    """A line drawing. Without `label` it is decoration and silent; `size` is "" or "large"."""
    href = f"{static('icons/symbols.svg')}#{name}"
    classes = f"icon icon-{size}" if size else "icon"
    if label:
        return format_html(
            '<svg class="{}" viewBox="0 0 24 24" role="img" aria-label="{}">'
            '<use href="{}"></use></svg>',
            classes,
            label,
            href,
        )
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"></use></svg>',
        classes,
        href,
    )


@register.simple_tag
def side(colour: str, size: str = "", named: bool = False) -> SafeString:
    """The mark of a side: shape, colour and letters. `size` is "", "small" or "large".

    With `named` the colour's name stands beside it as text; without, it is read aloud only.
    """
    return _drawn_side(colour, size, named, language())


@lru_cache(maxsize=256)
def _drawn_side(colour: str, size: str, named: bool, language: str | None) -> SafeString:
    """Drawn once a language: a list shows each of them hundreds of times."""
    mark = SIDES[colour]
    letters = str(mark.letters)
    drawing = format_html(
        '<svg class="side-mark" viewBox="0 0 24 24" {}>{}'
        '<text x="12" y="{}" font-size="{}" text-anchor="middle">{}</text></svg>',
        _SILENT if named else format_html('role="img" aria-label="{}"', mark.name),
        SafeString(mark.outline),
        mark.baseline,
        9.5 if len(letters) > 1 else 12,
        letters,
    )
    classes = f"side side-{colour} side-{size}" if size else f"side side-{colour}"
    return format_html(
        '<span class="{}">{}{}</span>',
        classes,
        drawing,
        format_html('<span class="side-name">{}</span>', mark.name) if named else "",
    )


@register.simple_tag
def state(key: str, word: str = "") -> SafeString:
    """The badge of a state; `word` replaces the usual one ("3 min over time")."""
    mark = STATES[key]
    return format_html(
        '<span class="state state-{}" data-state="{}">{}<span>{}</span></span>',
        mark.weight,
        key,
        icon(mark.icon),
        word or mark.word,
    )


def clock_digits(seconds: int) -> str:
    """45:00, 1:05:00, and what has gone beyond the end as +2:10."""
    sign, seconds = ("+", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02}:{left:02}" if hours else f"{sign}{minutes}:{left:02}"


@register.inclusion_tag("components/clock.html")
def clock(
    remaining: float,
    length: float,
    running: bool = True,
    size: str = "medium",
    label: str = "",
    note: str = "",
    word: str = "",
) -> dict[str, Any]:
    """A ring that empties, with digits. Both times in seconds; `remaining` < 0 is over time.

    `remaining` is what the server computed for this page, at its own time. clock.js lets it run
    on from there by the server's time; what time the phone believes it is does not matter.
    `word` says why a clock that does not run stands still ("paused" if nothing is said).
    """
    share = max(0.0, min(1.0, remaining / length)) if length > 0 else 0.0
    # A second is shown until it is over: 0:01 stays until nothing is left.
    whole = -int(-remaining // 1) if remaining > 0 else int(remaining)
    phase = "over" if remaining <= 0 else "last" if remaining <= 300 else "play"
    return {
        "remaining": f"{remaining:.3f}",
        "length": f"{length:.0f}",
        "running": running,
        "size": size,
        "label": label,
        "note": note,
        "word": word,
        "at": int(timezone.now().timestamp() * 1000),
        "signs": len(clock_digits(whole)),
        "phase": phase,
        "digits": clock_digits(whole),
        "arc": f"{share * RING_LENGTH:.2f}",
    }


@register.filter
def undo_url(message: Message) -> str:
    """Where a message's undo button posts to, from `extra_tags="undo:/address/"`; else ""."""
    tags = message.extra_tags or ""
    return tags.removeprefix("undo:") if tags.startswith("undo:") else ""
