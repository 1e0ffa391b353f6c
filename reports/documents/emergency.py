"""The emergency pack: all that is needed to run the next rounds by hand, as one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Clock
from reports.documents import blank_sheets, check_in_list, pairing_lists, schedule, standings
from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.rounds import round_label
from reports.press.parts import Order, joined
from tournaments import spoken
from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.games import GAMES
from tournaments.models import Entry, Pairing, Role, Round, Seat, Stage, Tournament
from tournaments.queries.stages import current_stage, stages_of

#: Blank score sheets for each table, and empty lists of pairings: rounds that can be run with it.
_ROUNDS: Final = 2

#: How a round is drawn by hand, by the format of the stage.
_BY_HAND: Final[dict[str, tuple[str | Promise, ...]]] = {
    Stage.Format.SWISS: (
        gettext_lazy("Take the standings. Cross out those who do not play."),
        gettext_lazy("An odd number? The lowest who has not sat out yet sits out."),
        gettext_lazy(
            "From the top: each meets the next below whom it has not met. Look it up under "
            "“Who has met whom”."
        ),
        gettext_lazy("If the last ones have all met, undo the pairing above and try again."),
        gettext_lazy("Fixed tables first; then give the top game the lowest free number."),
    ),
    Stage.Format.KNOCKOUT: (
        gettext_lazy("Take the bracket. The winners of two neighbouring games meet."),
        gettext_lazy("Write the names into the next column before you call them out."),
    ),
    Stage.Format.MULTI_SEAT: (
        gettext_lazy("Take the standings. Cross out those who do not play."),
        gettext_lazy("Fill table after table from the top, without two who have met, if you can."),
        gettext_lazy("Let those who began last time sit at another place."),
    ),
}
_AS_LAID_DOWN: Final = (
    gettext_lazy("Who meets whom was laid down before the first round: take the printed plan."),
    gettext_lazy("Write down who did not come: the others have won."),
)


def order(subject: Subject) -> Order:
    """Everything in the order it is needed. A draft of the next round is in it, as a proposal."""
    tournament = subject.tournament
    language = spoken.language()
    rounds = list(tournament.rounds.order_by("number"))
    last = rounds[-1] if rounds else None
    tables = tournament.tables.filter(in_service=True).count()
    found: list[Order] = []
    for build in (
        lambda: _cover(subject, last),
        lambda: standings.order(replace(subject, round=None)),
        lambda: _met(subject),
        lambda: _current(subject, last),
        lambda: pairing_lists.by_name(replace(subject, round=last)) if last else None,
        lambda: _clock_log(subject, rounds),
        lambda: check_in_list.order(subject),
        lambda: schedule.order(subject),
        lambda: _blank_list(subject, tables),
        lambda: blank_sheets.blank_order(subject, max(1, _ROUNDS * tables)),
    ):
        found += _if_any(build)
    return joined(f"{tournament.name} · {DOCUMENT.title}", language, found)


def _if_any(build: Callable[[], Order | None]) -> list[Order]:
    """What `build` makes; nothing where there is nothing of it to print yet."""
    try:
        made = build()
    except Refused:
        return []
    return [] if made is None else [made]


def _cover(subject: Subject, last: Round | None) -> Order:
    tournament = subject.tournament
    facts = current_stage(stages_of(tournament))
    roles = Role.objects.filter(tournament=tournament).select_related("user")
    kinds = list(Role.Kind.values)
    people = [
        (role.get_kind_display(), role.user.display_name, role.user.email)
        for role in sorted(roles, key=lambda role: (kinds.index(role.kind), str(role.user)))
    ]
    context: dict[str, Any] = {
        "minutes": tournament.minutes_per_game,
        "last": round_label(last) if last is not None else "",
        "draft": last is not None and last.state == Round.State.DRAFT,
        "steps": _BY_HAND.get(facts.stage.format, _AS_LAID_DOWN),
        "people": people,
    }
    return list_order(DOCUMENT, subject, "emergency_cover.html", context, sheets=("emergency",))


def _met(subject: Subject) -> Order | None:
    """Whom each has met, by number."""
    entries = {entry.pk: entry for entry in subject.tournament.entries.order_by("number")}
    met: dict[int, set[int]] = {pk: set() for pk in entries}
    sat_out: dict[int, list[int]] = {}
    seats = Seat.objects.filter(
        round__tournament=subject.tournament, round__state__in=("published", "closed")
    ).values_list("pairing_id", "pairing__kind", "entry_id", "side", "round__number")
    together: dict[int, list[tuple[int, int]]] = {}
    for pairing, kind, entry, side, number in seats:
        if kind == Pairing.Kind.BYE:
            sat_out.setdefault(entry, []).append(number)
        together.setdefault(pairing, []).append((entry, side))
    for those in together.values():
        for entry, side in those:
            met[entry] |= {entries[one].number for one, other in those if other != side}
    rows = [
        (
            entry.number,
            entry.name,
            ", ".join(map(str, sorted(met[pk]))),
            ", ".join(map(str, sat_out.get(pk, ()))),
        )
        for pk, entry in entries.items()
    ]
    if not rows:
        return None
    return list_order(
        DOCUMENT, subject, "emergency_met.html", {"rows": rows}, _("Who has met whom")
    )


def _current(subject: Subject, last: Round | None) -> Order | None:
    """The round that is played, or a draft of the next as a proposal, table by table."""
    if last is None or last.state == Round.State.CLOSED:
        return None
    return pairing_lists.by_table(replace(subject, round=last))


def _clock_log(subject: Subject, rounds: list[Round]) -> Order | None:
    """When each round began and stood still, and which tables have extra time."""
    clocks = {
        clock.round_id: clock
        for clock in Clock.objects.filter(round__in=rounds).prefetch_related("pauses")
    }
    if not clocks:
        return None
    last = next(row for row in reversed(rounds) if row.pk in clocks)
    context = {
        "rounds": [
            {
                "label": round_label(row),
                "minutes": clocks[row.pk].seconds // 60,
                "started_at": clocks[row.pk].started_at,
                "pauses": list(clocks[row.pk].pauses.all()),
                "closed_at": row.closed_at,
            }
            for row in rounds
            if row.pk in clocks
        ],
        "extensions": [
            (
                pairing.table.number if pairing.table else None,
                sum(one.minutes for one in pairing.extensions.all()),
            )
            for pairing in last.pairings.select_related("table").prefetch_related("extensions")
            if pairing.extensions.all()
        ],
        "last": round_label(last),
    }
    return list_order(DOCUMENT, subject, "emergency_clock.html", context, _("The clock so far"))


def _blank_list(subject: Subject, tables: int) -> Order:
    """Empty lists of pairings, a sheet a round, to be filled in and hung up."""
    tournament: Tournament = subject.tournament
    playing = tournament.entries.filter(state__in=(Entry.State.PRESENT, Entry.State.LATE)).count()
    sides = GAMES[tournament.game].usual_sides
    rows = max(4, min(tables, -(-playing // sides)) if playing else tables) + 1
    context = {
        "rows": range(rows),
        "sides": range(sides),
        "sheets": range(_ROUNDS),
    }
    return list_order(
        DOCUMENT, subject, "emergency_blank.html", context, _("Pairings by hand"),
        sheets=("emergency",),
    )  # fmt: skip


DOCUMENT: Final = Document(
    name="emergency-pack",
    title=gettext_lazy("Emergency pack"),
    about=gettext_lazy(
        "Should power or program fail: standings, who has met whom, lists and sheets to go on by "
        "hand. Print it after each round."
    ),
    order=order,
    round=RoundChoice.NONE,
    group=Group.AFTER,
    watches=("result.", "round.", "entry.", "pairing.", "stage.", "clock.", "tournament.", "role."),
    needs=Action.DRAW,
)
