"""What does not fit, in sentences, and what each choice does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw_words import group_words
from tournaments.formats.dependents_model import Choice, DependentKind
from tournaments.formats.knockout_tree import Way
from tournaments.queries.misfit_questions import Question, When
from tournaments.queries.misfits import Misfit

#: What is wrong, by the code of the first reason.
WHAT: dict[str, str | Promise] = {
    "seat_wrong": gettext_lazy(
        "%(where)s: %(wrong)s sits there. By the results it should be %(right)s, %(source)s."
    ),
    "seat_missing": gettext_lazy("%(where)s: %(right)s is missing there, %(source)s."),
    "seat_undecided": gettext_lazy(
        "%(where)s: %(wrong)s sits there, though nobody can tell yet who should: the seat is for "
        "the %(source)s."
    ),
    "seat_to_be_empty": gettext_lazy(
        "%(where)s: %(wrong)s should not sit there, and nobody should instead."
    ),
    "match_to_be_dropped": gettext_lazy(
        "%(where)s: %(wrong)s should not sit there. By the results this match is not played."
    ),
    "match_missing": gettext_lazy(
        "Round %(number)s%(bracket)s: a match is missing. By the results %(entries)s play there."
    ),
    "other_qualifier": gettext_lazy(
        "%(stage)s: %(right)s%(group)s would have gone on instead of %(wrong)s, as seed %(seed)s."
    ),
    "qualifier_missing": gettext_lazy("%(stage)s: %(right)s%(group)s should have gone on too."),
    "qualifier_too_many": gettext_lazy("%(stage)s: %(wrong)s should not have gone on."),
    "other_seed": gettext_lazy(
        "%(stage)s: %(wrong)s is seed %(seed)s there and would be seed %(now)s."
    ),
    "drawn_from_other_points": gettext_lazy(
        "Round %(number)s was drawn from other points: %(changed)s had another result then. It "
        "was right when it was drawn."
    ),
    "drawn_from_other_tie_breaks": gettext_lazy(
        "Round %(number)s was drawn from the same points and other tie-breaks: %(changed)s had "
        "another result then. It was right when it was drawn."
    ),
}

#: What putting it right does besides, by the code of a further reason.
BESIDES: dict[str, str | Promise] = {
    "result_stays_with_seat": gettext_lazy(
        "The result stays with the seat: what %(wrong)s played there counts for %(right)s."
    ),
    "results_stay_with_seat": gettext_lazy(
        "All results stay with the seat: what %(wrong)s played in this stage counts for %(right)s."
    ),
    "result_is_dropped": gettext_lazy("The result of this match is taken away; the log keeps it."),
    "bye_becomes_game": gettext_lazy(
        "%(entry)s had a bye there and has to play %(opponent)s now, at a table that is free."
    ),
}

#: In which case it does not fit, where that depends on what is chosen before it.
WHEN: dict[When, str | Promise] = {
    When.ANYWAY: "",
    When.LEFT: gettext_lazy("If what is above is left as it is:"),
    When.RIGHT: gettext_lazy("If what is above is put right:"),
}

ENTRIES = frozenset({"entry", "opponent"})


def misfit_sentence(one: Misfit, names: Mapping[int, str]) -> str:
    """What does not fit. `names` are those of all entries."""
    return _filled(WHAT, one, one.dependent.reasons[0], names)


def besides(one: Misfit, names: Mapping[int, str]) -> list[str]:
    """What putting it right does besides."""
    return [_filled(BESIDES, one, reason, names) for reason in one.dependent.reasons[1:]]


def _filled(
    table: Mapping[str, str | Promise], one: Misfit, reason: Any, names: Mapping[int, str]
) -> str:
    words = table.get(reason.code)
    if words is None:
        return str(reason.code).replace("_", " ")
    dependent = one.dependent
    facts: dict[str, Any] = {
        "stage": one.stage.name,
        "number": one.round,
        "where": _where(one),
        "bracket": _comma(group_words(dependent.group)),
        "group": _brackets(group_words(dependent.group)),
        "wrong": names.get(dependent.wrong or 0, "?"),
        "right": names.get(dependent.right or 0, "?"),
        "entries": " – ".join(names.get(entry, "?") for entry in dependent.entries),
        "seed": dependent.seed,
        "source": _source(reason.params, one.stage.offset),
        "changed": _places(one),
    }
    params = {
        key: names.get(value, "?") if key in ENTRIES else value
        for key, value in reason.params.items()
        if key in ENTRIES or key == "now" or (key == "seed" and reason.code == "other_seed")
    }
    return str(words) % (facts | params)


def _comma(words: str) -> str:
    return f", {words}" if words else ""


def _brackets(words: str) -> str:
    return f" ({words})" if words else ""


def _where(one: Misfit) -> str:
    dependent = one.dependent
    facts = {"round": one.round, "table": dependent.table, "match": dependent.slot}
    if dependent.table is not None:
        words = _("Round %(round)s, table %(table)s") % facts
    else:
        words = _("Round %(round)s, match %(match)s") % facts
    return words + _brackets(group_words(dependent.group))


def _source(params: Mapping[str, Any], offset: int) -> str:
    """Where a seat comes from: the winner of a match, or its loser."""
    if "way" not in params:
        return ""
    facts = {
        "round": params["round"] + offset,
        "match": params["slot"],
        "bracket": _comma(group_words(str(params["group"]))),
    }
    if params["way"] == Way.WINNER:
        return _("winner of match %(match)s of round %(round)s%(bracket)s") % facts
    return _("loser of match %(match)s of round %(round)s%(bracket)s") % facts


def _places(one: Misfit) -> str:
    told = [
        _("round %(round)s, table %(table)s") % {"round": number, "table": table}
        if table is not None
        else _("round %(round)s, a bye") % {"round": number}
        for number, table in one.changed[:3]
    ]
    more = len(one.changed) - len(told)
    if more:
        told.append(ngettext("%(more)s more", "%(more)s more", more) % {"more": more})
    return "; ".join(told)


def choice_words(
    question: Question, choice: Choice, names: Mapping[int, str]
) -> tuple[str, list[str]]:
    """What a choice is called, and what it does."""
    return _CHOICES[choice](question, names)


def _keep(question: Question, names: Mapping[int, str]) -> tuple[str, list[str]]:
    told = _("Leave it as it is")
    if any(one.dependent.undecided for one in question.misfits):
        return told, [_("Once the result is there, it is shown whether it fits.")]
    if question.wrong:
        return told, [_("Nobody's seat changes. It stays marked as not fitting.")]
    return told, [_("What was drawn and played stands.")]


def _redraw(question: Question, names: Mapping[int, str]) -> tuple[str, list[str]]:
    one = question.first
    if question.kind in {DependentKind.QUALIFIER, DependentKind.SEED}:
        told = _("Make the list of %(stage)s again") % {"stage": one.stage.name}
        if not one.stage.rounds:
            return told, [_("Nothing of it is drawn yet.")]
        what = _(
            "Round %(number)s is withdrawn from everybody's pages and drawn again from the new "
            "list, as a draft."
        )
        return told, [what % {"number": one.stage.last}]
    return _("Draw round %(number)s again") % {"number": one.round}, [
        _(
            "It is withdrawn from everybody's pages and drawn again, as a draft: any table can "
            "change. Nothing of it is played."
        )
    ]


def _swap(question: Question, names: Mapping[int, str]) -> tuple[str, list[str]]:
    swaps = question.swaps
    does = list(dict.fromkeys(line for one in swaps for line in besides(one, names)))
    if len(swaps) > 1:
        told = _("Put it right") if len({_match(one) for one in swaps}) == 1 else _("Put all right")
        return told, [*(_moves(one, names) for one in swaps), *does]
    if swaps[0].dependent.reasons[0].code == "seat_to_be_empty":
        does.insert(0, _("The other one has a bye there."))
    return _moves(swaps[0], names), does or [_("Everybody's pages show it at once.")]


def _match(one: Misfit) -> tuple[object, ...]:
    return one.round, one.dependent.group, one.dependent.slot


def _moves(one: Misfit, names: Mapping[int, str]) -> str:
    dependent = one.dependent
    facts = {
        "wrong": names.get(dependent.wrong or 0, "?"),
        "right": names.get(dependent.right or 0, "?"),
        "entries": " – ".join(names.get(entry, "?") for entry in dependent.entries),
        "number": one.round,
        "stage": one.stage.name,
    }
    if dependent.kind is DependentKind.MATCH:
        return _("Add the match %(entries)s to round %(number)s") % facts
    if dependent.kind is DependentKind.QUALIFIER:
        return _("Let %(right)s into %(stage)s instead of %(wrong)s") % facts
    if dependent.wrong is None:
        return _("Put %(right)s into the empty seat") % facts
    if dependent.right is None:
        return _("Take %(wrong)s out") % facts
    return _("Put %(right)s into the seat of %(wrong)s") % facts


_CHOICES = {Choice.KEEP: _keep, Choice.REDRAW: _redraw, Choice.SWAP: _swap}


@dataclass(frozen=True)
class Offered:
    """One choice as a page offers it."""

    value: str
    label: str
    does: tuple[str, ...]
    chosen: bool


@dataclass(frozen=True)
class Line:
    """One thing that does not fit."""

    text: str
    differs: bool | None = None
    """Of a round drawn from other results: whether it would have other pairings; None: nobody has
    looked."""


@dataclass(frozen=True)
class Asked:
    """A question as a page asks it."""

    key: str
    what: tuple[Line, ...]
    wrong: bool
    offered: tuple[Offered, ...]
    draws: bool
    """It is about rounds that were drawn from other results."""
    when: str = ""
    """In which case; empty: anyway."""

    @property
    def open(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.offered) > 1

    @property
    def looked(self) -> bool:
        """Whether it is known of all its rounds if they would differ."""
        return all(line.differs is not None for line in self.what)


def asked(
    questions: Iterable[Question],
    names: Mapping[int, str],
    chosen: Mapping[str, str] | None = None,
    differs: Mapping[int, bool] | None = None,
) -> list[Asked]:
    """The questions in words. `chosen` is what was chosen on the page before, by key; `differs`
    says of rounds, by number, whether they would be drawn otherwise."""
    chosen = chosen or {}
    return [
        Asked(
            key=one.key,
            what=_lines(one, names, differs or {}),
            wrong=one.wrong,
            offered=tuple(_offered(one, choice, names, chosen) for choice in one.choices),
            draws=one.kind is DependentKind.ROUND and one.when is not When.RIGHT,
            when=str(WHEN[one.when]),
        )
        for one in questions
    ]


def _lines(
    question: Question, names: Mapping[int, str], differs: Mapping[int, bool]
) -> tuple[Line, ...]:
    draws = question.kind is DependentKind.ROUND
    lines = [
        Line(misfit_sentence(one, names), differs.get(one.round or 0) if draws else None)
        for one in question.misfits
    ]
    return tuple(dict.fromkeys(lines))


def _offered(
    question: Question, choice: Choice, names: Mapping[int, str], chosen: Mapping[str, str]
) -> Offered:
    label, does = choice_words(question, choice, names)
    given = chosen.get(question.key, Choice.KEEP.value)
    if given not in question.choices:
        given = Choice.KEEP.value
    return Offered(choice.value, label, tuple(does), choice.value == given)
