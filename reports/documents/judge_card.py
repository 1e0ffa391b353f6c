"""The judge's pocket card: the steps of a long game with this tournament's times, and the rules
that judges are asked about most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.game_settings import settings_of_tournament
from judging.escalation import MINUTES_TO_OPEN, TRANSITIONS, Office, Step
from judging.escalation_words import STEPS
from judging.ledger import Rule, cited, known, rules_of
from judging.models import Ruling
from reports.documents.cards import card_parts, quarter
from reports.documents.fitting import fit, lines
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import POINTS_PER_MM, Order, Paper
from tournaments import spoken
from tournaments.models import Tournament

#: Rules of a game that are asked about most where no ruling was ever given: what people trip over.
_USUAL: Final = ("B4", "C7", "C3", "B2", "D1", "E1", "F1", "G1")
_LISTED: Final = 16
_TOPS: Final = ((9.0, 1), (8.0, 1), (7.0, 2), (5.5, 2))
#: Text beside the id, and the lines of rules that one side of the card holds.
_RULE_ROOM: Final = 80.0
_RULE_LINES: Final = 26


@dataclass(frozen=True)
class Stop:
    """A step of a long game: when it comes, what is done, by which rule and whom."""

    when: str
    what: str | Promise
    rule: str
    head: bool


def order(subject: Subject) -> Order:
    """Two sheets, front and back, four cards on each: print both sides and cut. Two queries."""
    tournament = subject.tournament
    language = spoken.language()
    grid = quarter(subject.paper)
    stops = stops_of(tournament)
    facts = settings_of_tournament(tournament).facts()
    context = {
        "tournament": tournament,
        "top_size": fit(tournament.name, 90 * POINTS_PER_MM, _TOPS, 600),
        "minutes": tournament.minutes_per_game,
        "stops": stops,
        "facts": facts,
    }
    front = card_parts(grid, [("front", ())] * 4, _TEMPLATE, "judge_card", context)
    rules = asked_most(tournament, language, but={stop.rule for stop in stops})
    back = card_parts(grid, [("back", ())] * 4, _TEMPLATE, "judge_card", context | {"rules": rules})
    return Order(
        title=f"{tournament.name} · {DOCUMENT.title}", language=language, parts=(*front, *back)
    )


_TEMPLATE: Final = "reports/paper/judge_card.html"


def stops_of(tournament: Tournament) -> list[Stop]:
    """The steps of a long game in their order; none in a game whose rules have none."""
    if not known(tournament.game, ("H1",)):
        return []
    whens = {
        Step.RUNNING: _("After %(minutes)s minutes") % {"minutes": tournament.minutes_per_game},
        Step.OVER_TIME: _("At once"),
        Step.TEN_MINUTES: _("After %(minutes)s minutes more") % {"minutes": MINUTES_TO_OPEN},
        Step.OPENING: _("If it locks again"),
        Step.LOCKED_AGAIN: _("Then"),
    }
    return [
        Stop(
            when=whens[step.origin],
            what=STEPS[step.target].take,
            rule=step.rule,
            head=step.office is Office.HEAD_JUDGE,
        )
        for step in TRANSITIONS.values()
    ]


def asked_most(tournament: Tournament, language: str, *, but: Collection[str] = ()) -> list[Rule]:
    """The rules that rulings in this game cited most, then those that usually are, then the first
    of the ledger: as many as the card holds. One query.

    Not those of `but`: they stand on the front, with this tournament's minutes and not those that
    the rules speak of."""
    game = tournament.game
    counted: Counter[str] = Counter()
    for rules in Ruling.objects.filter(tournament__game=game).values_list("rules", flat=True):
        counted.update(rules)
    language = language if language in {"da", "en", "nb"} else "en"
    ids = [id_ for id_, _count in counted.most_common()]
    ids += [*_USUAL, *(rule.id for rule in rules_of(game, language))]
    chosen: list[Rule] = []
    used = 0
    wanted = dict.fromkeys(one for one in ids if one not in but)
    for rule in cited(game, wanted, language)[:_LISTED]:
        used += lines(rule.title, 8.5, _RULE_ROOM * POINTS_PER_MM)
        if used > _RULE_LINES:
            break
        chosen.append(rule)
    return chosen


DOCUMENT: Final = Document(
    name="judge-card",
    title=gettext_lazy("The judge’s pocket card"),
    about=gettext_lazy(
        "Four on a sheet, for both sides: a long game step by step, and the rules asked about most."
    ),
    order=order,
    round=RoundChoice.NONE,
    group=Group.JUDGES,
    watches=("ruling.", "tournament.edit"),
    papers=(Paper.A4, Paper.LETTER),
    in_its_own_size=True,
)
