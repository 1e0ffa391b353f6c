"""What `judging` brings to the rotating wall: tables that wait for a judge."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.models import Call
from judging.queries.calls import open_calls
from tournaments.models import Round
from tournaments.wall import Look, Screen, Source, add_source

#: Calls on one screen; when more wait, the oldest are shown.
MOST = 12


def calls(look: Look) -> list[Screen]:
    """Which tables have called, the one that waits longest first. Of why, the wall says nothing."""
    round_ = look.round
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return []
    open_ = [call for call in open_calls(look.tournament) if call.state != Call.State.ARRIVED]
    if not open_:
        return []
    lines = [
        {
            "number": call.pairing.table.number if call.pairing.table is not None else None,
            "since": call.placed_at,
            "coming": call.state == Call.State.TAKEN,
        }
        for call in open_
    ]
    return [
        Screen(
            title=_("Waiting for a judge"),
            template="judging/wall.html",
            context={"lines": lines[:MOST], "more": len(lines[MOST:])},
        )
    ]


CALLS = Source(code="calls", name=gettext_lazy("Calls for a judge"), order=15, screens=calls)


def register() -> None:
    """Let the wall show the calls."""
    add_source(CALLS)
