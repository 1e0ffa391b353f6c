"""The emergency pack: all that is needed to run the next rounds by hand, as one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext_lazy

from games.game_settings import minutes_of_stage
from reports.documents import (
    blank_sheets,
    check_in_list,
    emergency_sheets,
    pairing_lists,
    rulings_log,
    schedule,
    stage_pictures,
    standings,
)
from reports.documents.emergency_steps import steps_of
from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.rounds import round_label
from reports.press.parts import Order, joined
from tournaments import spoken
from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Role, Round
from tournaments.queries.stages import StageFacts, current_stage, stages_of


def order(subject: Subject) -> Order:
    """Everything in the order it is needed. A draft of the next round is in it, as a proposal."""
    tournament = subject.tournament
    language = spoken.language()
    rounds = list(tournament.rounds.order_by("number"))
    last = rounds[-1] if rounds else None
    facts = current_stage(stages_of(tournament))
    tables = tournament.tables.filter(in_service=True).count()
    found: list[Order] = []
    for build in (
        lambda: _cover(subject, facts, last),
        lambda: standings.order(replace(subject, round=None)),
        lambda: stage_pictures.order(subject) if facts.row.fixed_rounds else None,
        lambda: emergency_sheets.plan(DOCUMENT, subject, facts),
        lambda: emergency_sheets.met(DOCUMENT, subject),
        lambda: _current(subject, last),
        lambda: pairing_lists.by_name(replace(subject, round=last)) if last else None,
        lambda: emergency_sheets.clock_log(DOCUMENT, subject, rounds),
        lambda: emergency_sheets.rulings(DOCUMENT, subject),
        lambda: rulings_log.order(subject) if tournament.rulings.exists() else None,
        lambda: check_in_list.order(subject),
        lambda: schedule.order(subject),
        lambda: emergency_sheets.blank_list(DOCUMENT, subject, tables),
        lambda: blank_sheets.blank_order(subject, max(1, emergency_sheets.ROUNDS * tables)),
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


def _cover(subject: Subject, facts: StageFacts, last: Round | None) -> Order:
    tournament = subject.tournament
    roles = tournament.roles.exclude(kind=Role.Kind.DISPLAY).select_related("user")
    kinds = list(Role.Kind.values)
    people = [
        (role.get_kind_display(), role.user.display_name, role.user.email)
        for role in sorted(roles, key=lambda role: (kinds.index(role.kind), str(role.user)))
    ]
    steps = steps_of(facts.stage.format, tree=facts.row.tree, begun=facts.rounds > 0)
    context: dict[str, Any] = {
        "minutes": minutes_of_stage(facts.stage),
        "last": round_label(last) if last is not None else "",
        "draft": last is not None and last.state == Round.State.DRAFT,
        "steps": [step.words for step in steps],
        "people": people,
    }
    return list_order(DOCUMENT, subject, "emergency_cover.html", context, sheets=("emergency",))


def _current(subject: Subject, last: Round | None) -> Order | None:
    """The round that is played, or a draft of the next as a proposal, table by table."""
    if last is None or last.state == Round.State.CLOSED:
        return None
    return pairing_lists.by_table(replace(subject, round=last))


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
    watches=(
        "result.",
        "round.",
        "entry.",
        "pairing.",
        "stage.",
        "clock.",
        "tournament.",
        "role.",
        "ruling.",
    ),
    needs=Action.DRAW,
)
