"""A judge rules. What follows is done in the same transaction: the ruling is never without it.

A ruling is final. It is amended only by a new one that names it; what the old one brought about
then no longer counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from games.domain.extend_table import LONGEST, SHORTEST, extend_table, withdraw_extension
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result
from games.models import Result
from judging import search
from judging.domain.disqualified import let_in_again, put_out
from judging.domain.impartial import refuse_own_game, refuse_own_pair
from judging.domain.long_game import make_step, open_step
from judging.domain.offices import refuse_all_but_head
from judging.domain.place_call import clean
from judging.domain.result_guard import BY_JUDGES, ruling_for
from judging.domain.taken_points import taken_by_stage
from judging.escalation import Step
from judging.ledger import known
from judging.models import Call, Incident, LongGame, Ruling
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Pairing, Round, Tournament, User
from tournaments.spoken import language

Consequence = Ruling.Consequence

#: What only the head judge decides.
HEAD_ONLY: Final = frozenset({Consequence.RESULT, Consequence.DISQUALIFICATION})
#: What falls on one pair.
ON_A_PAIR: Final = frozenset(
    {Consequence.WARNING, Consequence.PENALTY, Consequence.DISQUALIFICATION}
)
#: What changes the standings, and so waits for nobody once the tournament is finished.
IN_STANDINGS: Final = frozenset(
    {Consequence.RESULT, Consequence.PENALTY, Consequence.DISQUALIFICATION}
)
#: What happens at a table.
AT_A_TABLE: Final = frozenset({Consequence.MOVE_BACK, Consequence.EXTENSION, Consequence.RESULT})
MOST_POINTS: Final = Decimal(99)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFacts:
    """A ruling as it was typed."""

    happened: str
    decision: str
    rules: tuple[str, ...]
    consequence: str = Consequence.NONE
    pairing: Pairing | None = None
    entry: Entry | None = None
    call: Call | None = None
    minutes: int | None = None
    points: Decimal | None = None
    winner: int | None = None
    """The winning side, where the result is decided; `scores` are then the pieces locked."""
    scores: tuple[int | None, ...] = ()
    seen: int = 0
    """The version of the table's result that the form saw."""
    position: dict[str, Any] | None = None
    question: dict[str, Any] = field(default_factory=dict)
    staff_note: str = ""
    amends: Ruling | None = None
    incidents: tuple[Incident, ...] = ()


def give_ruling(
    tournament: Tournament, facts: RulingFacts, *, by: User | None, key: str = ""
) -> Ruling:
    """The ruling, numbered, with all that follows from it.

    Refused where something is missing, where it is about another tournament, by a judge who
    plays in it, or (a result, a disqualification) by anybody but the head judge.
    """
    with act("ruling.give", tournament, by=by, key=key) as doing:
        if doing.already:
            return Ruling.objects.get(pk=doing.already.subject_id)
        _check_subject(doing, facts)
        _check_words(doing.row, facts)
        _check_consequence(doing, facts)
        _check_amended(doing, facts)
        ruling = _create(doing, facts)
        _bring_about(doing, ruling, facts)
        search.remember(ruling)
        _log(doing, ruling)
        return ruling


# What is looked at -----------------------------------------------------------------------------


def _check_subject(doing: Act[Tournament], facts: RulingFacts) -> None:
    """The table, pair, call and notes are of this tournament and of each other."""
    pairing, entry = facts.pairing, facts.entry
    if pairing is None and entry is None:
        raise Refused("no-subject", _("Which table or which pair is it about?"), field="table")
    if pairing is not None:
        if pairing.round.tournament_id != doing.row.pk:
            raise _elsewhere()
        if pairing.round.state == Round.State.DRAFT or pairing.kind != Pairing.Kind.GAME:
            raise Refused("no-game", _("Nobody plays at this table."), field="table")
        refuse_own_game(doing.by, pairing)
    if entry is not None:
        if entry.tournament_id != doing.row.pk:
            raise _elsewhere()
        refuse_own_pair(doing.by, entry)
        if pairing is not None and not pairing.seats.filter(entry=entry).exists():
            raise Refused(
                "not-seated",
                _("%(entry)s does not sit at table %(table)s.")
                % {"entry": entry.name, "table": pairing.table or "–"},
                field="entry",
            )
    if facts.call is not None and (pairing is None or facts.call.pairing_id != pairing.pk):
        raise _elsewhere()
    if any(incident.round.tournament_id != doing.row.pk for incident in facts.incidents):
        raise _elsewhere()


def _elsewhere() -> Refused:
    return Refused(
        "other-tournament",
        _("This belongs to another table or tournament. Choose a table of this one."),
        field="table",
    )


def _check_words(tournament: Tournament, facts: RulingFacts) -> None:
    if not clean(facts.happened):
        raise Refused("happened-missing", _("Say what happened."), field="happened")
    if not clean(facts.decision):
        raise Refused("decision-missing", _("Say what you decided."), field="decision")
    if not facts.rules:
        raise Refused("rules-missing", _("Name at least one rule."), field="rules")
    if not known(tournament.game, facts.rules):
        raise Refused("rule-unknown", _("Choose rules from the list."), field="rules")


def _check_consequence(doing: Act[Tournament], facts: RulingFacts) -> None:
    kind = facts.consequence
    if kind not in Consequence.values:
        raise Refused("consequence-unknown", _("Choose what follows."), field="consequence")
    if kind in HEAD_ONLY:
        refuse_all_but_head(doing.by, doing.row)
    if kind in IN_STANDINGS and doing.row.state == Tournament.State.FINISHED:
        raise Refused(
            "tournament-finished",
            _("The tournament is finished. Reopen it first: this changes the standings."),
            field="consequence",
        )
    if kind in ON_A_PAIR and facts.entry is None:
        raise Refused("entry-missing", _("Which pair does it fall on?"), field="entry")
    if kind in AT_A_TABLE and facts.pairing is None:
        raise Refused("table-missing", _("At which table?"), field="table")
    if kind == Consequence.EXTENSION and (
        facts.minutes is None or not SHORTEST <= facts.minutes <= LONGEST
    ):
        raise Refused(
            "minutes-missing",
            _("Give between %(least)s and %(most)s minutes.")
            % {"least": SHORTEST, "most": LONGEST},
            field="minutes",
        )
    if kind == Consequence.PENALTY:
        points = facts.points
        if (
            points is None
            or not points.is_finite()
            or not 0 < points <= MOST_POINTS
            or points != round(points, 2)
        ):
            raise Refused(
                "points-missing",
                _("How many points are taken away? More than 0, at most 99."),
                field="points",
            )
    if kind == Consequence.RESULT and facts.winner is None:
        raise Refused("winner-missing", _("Which side wins?"), field="winner")
    if kind == Consequence.RESULT and facts.pairing is not None:
        _check_undecided(facts.pairing, facts.amends)


def _check_undecided(pairing: Pairing, amends: Ruling | None) -> None:
    """A game has one ruling that decides it: another one has to name it."""
    standing = ruling_for(pairing)
    if standing is not None and (amends is None or amends.pk != standing.pk):
        raise Conflict(
            "decided-already",
            _("Ruling %(number)s has decided this game. Amend that one.")
            % {"number": standing.number},
            field="consequence",
        )


def _check_amended(doing: Act[Tournament], facts: RulingFacts) -> None:
    old = facts.amends
    if old is None:
        return
    if old.tournament_id != doing.row.pk or old.pairing_id != (
        facts.pairing.pk if facts.pairing is not None else None
    ):
        raise _elsewhere()
    newer = Ruling.objects.filter(amends=old).first()
    if newer is not None:
        raise Conflict(
            "amended-already",
            _("Ruling %(old)s has been amended by ruling %(new)s. Amend that one.")
            % {"old": old.number, "new": newer.number},
        )
    if doing.by is not None and old.given_by_id != doing.by.pk:
        refuse_all_but_head(doing.by, doing.row)
    if old.consequence in HEAD_ONLY:
        refuse_all_but_head(doing.by, doing.row)
    decided = old.consequence == Consequence.RESULT and facts.consequence != Consequence.RESULT
    if decided and _decided_result(old.pairing) is not None:
        raise Refused(
            "result-rests-on-it",
            _("The result rests on ruling %(number)s. Take the result away first.")
            % {"number": old.number},
            field="consequence",
        )


def _decided_result(pairing: Pairing | None) -> Result | None:
    """The table's result, if the judges decided it."""
    result = Result.objects.filter(pairing=pairing, current=True).first()
    return result if result is not None and result.payload.get("ended") == BY_JUDGES else None


# What is done ------------------------------------------------------------------------------------


def _create(doing: Act[Tournament], facts: RulingFacts) -> Ruling:
    last = doing.row.rulings.aggregate(last=Max("number"))["last"] or 0
    kind = facts.consequence
    ruling = Ruling.objects.create(
        tournament=doing.row,
        number=last + 1,
        pairing=facts.pairing,
        entry=facts.entry,
        call=facts.call,
        happened=clean(facts.happened),
        decision=clean(facts.decision),
        rules=list(dict.fromkeys(facts.rules)),
        staff_note=clean(facts.staff_note),
        consequence=kind,
        minutes=facts.minutes if kind == Consequence.EXTENSION else None,
        points=facts.points if kind == Consequence.PENALTY else None,
        winner=facts.winner if kind == Consequence.RESULT else None,
        position=facts.position,
        question=facts.question,
        amends=facts.amends,
        language=language(),
        given_by=doing.by,
        given_at=timezone.now(),
    )
    Incident.objects.filter(pk__in=[one.pk for one in facts.incidents]).update(ruling=ruling)
    return ruling


def _bring_about(doing: Act[Tournament], ruling: Ruling, facts: RulingFacts) -> None:
    pairing = facts.pairing
    _take_time_back(ruling.amends, by=doing.by)
    if ruling.consequence == Consequence.EXTENSION and pairing is not None and ruling.minutes:
        ruling.extension = extend_table(
            pairing, minutes=ruling.minutes, why=ruling.decision, by=doing.by
        )
        ruling.save(update_fields=["extension"])
    elif ruling.consequence == Consequence.RESULT and pairing is not None:
        _take_last_step(doing, ruling, pairing)
        ruling.result = _decide(doing, ruling, facts, pairing)
        ruling.save(update_fields=["result"])
    let_in_again(ruling.amends)
    put_out(ruling)
    for entry_id in {one.entry_id for one in (ruling, ruling.amends) if one is not None}:
        if entry_id is not None:
            _settle_points(Entry.objects.get(pk=entry_id))


def _take_time_back(old: Ruling | None, *, by: User | None) -> None:
    """Extra time that the amended ruling gave, taken back while its table still plays."""
    if old is None or old.extension is None:
        return
    done = Result.objects.filter(pairing=old.pairing, current=True).exists()
    if not done and old.extension.pairing.round.state == Round.State.PUBLISHED:
        withdraw_extension(old.extension, by=by)


def _take_last_step(doing: Act[Tournament], ruling: Ruling, pairing: Pairing) -> None:
    """The long game of the table is decided; by H4 only one that was locked again can be."""
    game = LongGame.objects.filter(pairing=pairing).first()
    step = Step(game.step) if game is not None else Step.RUNNING
    if step is Step.LOCKED_AGAIN and game is not None:
        with act("escalation.adjudicate", pairing, by=doing.by) as deciding:
            game = open_step(deciding, Step.ADJUDICATED, seen=game.version)
            make_step(
                deciding,
                game,
                Step.ADJUDICATED,
                why=ruling.decision,
                after={"ruling": ruling.number},
            )
    elif "H4" in ruling.rules and step is not Step.ADJUDICATED:
        raise Refused(
            "too-early",
            _(
                "By H4 the winner is named only when the game has been opened and is locked "
                "again. Take the steps of the long game first."
            ),
            field="rules",
        )


def _decide(doing: Act[Tournament], ruling: Ruling, facts: RulingFacts, pairing: Pairing) -> Result:
    """The table's result, which rests on the ruling."""
    typed = Typed(scores=facts.scores, winner=facts.winner, ended=BY_JUDGES)
    current = Result.objects.filter(pairing=pairing, current=True).first()
    if current is None:
        return record_result(pairing, typed, seen=facts.seen, by=doing.by)
    return correct_result(
        pairing,
        typed,
        seen=facts.seen,
        why=_("Ruling %(number)s") % {"number": ruling.number},
        by=doing.by,
    )


def _settle_points(entry: Entry) -> None:
    """The points of a pair as the rulings that stand have it."""
    standing = Ruling.objects.filter(entry=entry, amended_by__isnull=True)
    taken = standing.filter(consequence=Consequence.PENALTY).aggregate(sum=Sum("points"))["sum"]
    entry.adjustment = -(taken or Decimal(0))
    entry.adjusted_in = taken_by_stage(entry)
    entry.save(update_fields=["adjustment", "adjusted_in"])


def _log(doing: Act[Tournament], ruling: Ruling) -> None:
    after: dict[str, Any] = {
        "number": ruling.number,
        "rules": ruling.rules,
        "decision": ruling.decision,
        "consequence": str(ruling.get_consequence_display()),
    }
    if ruling.entry is not None:
        after["pair"] = ruling.entry.name
    for name in ("points", "minutes"):
        if getattr(ruling, name) is not None:
            after[name] = str(getattr(ruling, name))
    if ruling.amends is not None:
        after["amends"] = ruling.amends.number
    words = {"number": ruling.number, "table": "–"}
    if ruling.pairing is None:
        subject = _("ruling %(number)s") % words
    else:
        words |= {"table": str(ruling.pairing.table or "–"), "round": ruling.pairing.round.number}
        subject = _("ruling %(number)s, round %(round)s, table %(table)s") % words
    doing.log(ruling, after=after, why=ruling.happened, called=subject)
