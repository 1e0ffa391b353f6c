"""Two rows that are the same pair become one. No result is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.editing_rules import Structure
from tournaments.hooks import merging
from tournaments.models import (
    Entry,
    Event,
    Pairing,
    RequestedBye,
    Seat,
    StageEntry,
    Tournament,
    User,
)
from tournaments.queries.stages import field_of, stages_of

from .act import act, undoing
from .check_in import read_entry, state_facts
from .errors import Conflict, Refused
from .imported import keep_imported

VERB = "entry.merge"
UNDO = "entry.merge-undo"


@dataclass(frozen=True)
class Merge:
    """What merging two entries comes to."""

    keep: Entry
    gone: Entry
    seats: tuple[Seat, ...]
    """Those of `gone`, by round: they go to `keep`."""
    collisions: tuple[tuple[int, str, str], ...]
    """Rounds both are in, with where each sits."""
    laid_down: bool
    """A stage was laid down for the one that is to go."""

    @property
    def rounds(self) -> list[int]:
        return [seat.round.number for seat in self.seats]


def plan_merge(keep: Entry, gone: Entry) -> Merge:
    """Looks at it without doing it. Six queries or so."""
    seats = {entry: _seats(entry) for entry in (keep, gone)}
    own = {seat.round_id: seat for seat in seats[keep]}
    stages = [one for one in stages_of(keep.tournament) if one.begun]
    listed = set(StageEntry.objects.filter(entry=keep).values_list("stage", flat=True)) & set(
        StageEntry.objects.filter(entry=gone).values_list("stage", flat=True)
    )
    laid = any(
        one.row.structure is not Structure.OPEN and one.rounds and gone.pk in field_of(one.stage)
        for one in stages
    )
    return Merge(
        keep=keep,
        gone=gone,
        seats=tuple(seats[gone]),
        collisions=tuple(
            (seat.round.number, _where(own[seat.round_id]), _where(seat))
            for seat in seats[gone]
            if seat.round_id in own
        ),
        laid_down=laid or bool(listed),
    )


def _seats(entry: Entry) -> list[Seat]:
    seats = Seat.objects.filter(entry=entry).select_related("round", "pairing__table")
    return list(seats.order_by("round__number"))


def _where(seat: Seat) -> str:
    if seat.pairing.table is None:
        return _("sits out")
    return _("table %(table)s") % {"table": seat.pairing.table}


def merge_entries(
    keep: Entry, gone: Entry, *, by: User | None, why: str = "", key: str = ""
) -> Entry:
    """`gone` turns out to be `keep`: what it played counts for `keep`, whose number, name and
    players stand; `gone` is withdrawn, and its number leads there.

    Raises `Refused`: `same-entry`; `rounds-collide` when both are in one round, with the rounds;
    `laid-down` when a stage was laid down for the one that is to go (then it is to be kept);
    `rulings` when points were taken from it.
    """
    with act(VERB, keep.tournament, by=by, key=key) as doing:
        keep, gone = read_entry(doing, keep), read_entry(doing, gone)
        if doing.already:
            return keep
        plan = plan_merge(keep, gone)
        refuse_merge(plan)
        merging.send(sender=Entry, keep=keep, gone=gone)
        before = {"keep": _state(keep), "gone": _state(gone)}
        moved = [seat.pk for seat in plan.seats]
        Seat.objects.filter(pk__in=moved).update(entry=keep)
        Pairing.objects.filter(seats__in=moved).update(by_hand=True)
        passed_on = _pass_on(keep, gone)
        doing.log(
            keep,
            before={"state": keep.state, "facts": before},
            after={
                "state": _settle(keep, gone, played=bool(moved)),
                "merged": _("no. %(number)s %(entry)s")
                % {"number": gone.number, "entry": gone.name},
                "rounds": plan.rounds,
                "gone": gone.pk,
                "moved": moved,
                **passed_on,
            },
            why=why,
        )
    return keep


def refuse_merge(plan: Merge) -> None:
    """Raises `Refused` where the two cannot be merged."""
    keep, gone = plan.keep, plan.gone
    words: dict[str, Any] = {"keep": keep.name, "gone": gone.name}
    if keep.pk == gone.pk or gone.merged_into_id is not None or keep.merged_into_id is not None:
        raise Refused("same-entry", _("Pick two different pairs."), field="other")
    if plan.collisions:
        rounds = [number for number, _own, _other in plan.collisions]
        raise Refused(
            "rounds-collide",
            ngettext(
                "Both are in round %(rounds)s, so one of the two results would be lost. "
                "They stay two.",
                "Both are in rounds %(rounds)s, so results would be lost. They stay two.",
                len(rounds),
            )
            % {"rounds": ", ".join(map(str, rounds))},
            field="other",
        )
    if plan.laid_down:
        raise Refused(
            "laid-down",
            _(
                "The stage was laid down with %(gone)s in it. Turn it round: "
                "keep %(gone)s, and merge %(keep)s into it."
            )
            % words,
            field="other",
        )
    if gone.adjustment or keep.struck or gone.struck:
        raise Refused(
            "rulings",
            _(
                "Points were taken from %(gone)s, or results of one of the two are struck. "
                "See to that first."
            )
            % words,
            field="other",
        )


def _state(entry: Entry) -> dict[str, Any]:
    return state_facts(entry) | {
        "fixed_table": entry.fixed_table_id,
        "needs_access": entry.needs_access,
        "seed_rank": entry.seed_rank,
    }


def _pass_on(keep: Entry, gone: Entry) -> dict[str, list[int]]:
    """What else belongs to the pair: asked byes, former players, stages it went on into."""
    own = set(keep.requested_byes.values_list("round_number", flat=True))
    byes = [one for one in gone.requested_byes.all() if one.round_number not in own]
    RequestedBye.objects.filter(pk__in=[one.pk for one in byes]).update(entry=keep)
    lists = list(StageEntry.objects.filter(entry=gone).values_list("pk", flat=True))
    StageEntry.objects.filter(pk__in=lists).update(entry=keep)
    return {"byes": [one.pk for one in byes], "lists": lists}


def _settle(keep: Entry, gone: Entry, *, played: bool) -> str:
    """Both rows as they are afterwards; answers the state of the one kept."""
    if keep.state not in {Entry.State.PRESENT, Entry.State.LATE} and gone.playing:
        keep.state = gone.state
    if played:
        keep.from_round = min(keep.from_round, gone.from_round)
    keep.needs_access = keep.needs_access or gone.needs_access
    keep.seed_rank = gone.seed_rank if keep.seed_rank is None else keep.seed_rank
    table = gone.fixed_table
    gone.fixed_table, gone.state, gone.merged_into = None, Entry.State.WITHDRAWN, keep
    gone.save()
    if keep.fixed_table is None:
        keep.fixed_table = table
    keep.save()
    return keep.state


def undo_merge(tournament: Tournament, event_id: int, *, by: User | None, key: str = "") -> Entry:
    """The two are two again, each with what it had. Only while no round was drawn since."""
    with act(UNDO, tournament, by=by, key=key) as doing:
        event = Event.objects.filter(tournament=doing.row, pk=event_id, verb=VERB).first()
        if event is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        keep_imported(event)
        keep = read_entry(doing, Entry(pk=event.subject_id))
        gone = read_entry(doing, Entry(pk=event.after["gone"]))
        if doing.already:
            return keep
        if gone.merged_into_id != keep.pk:
            raise Conflict(
                "entry-changed",
                _("%(gone)s and %(keep)s are two again already.")
                % {"gone": gone.name, "keep": keep.name},
            )
        newest = doing.row.rounds.order_by("-number").first()
        if newest is not None and newest.drawn_at > event.at:
            raise Refused(
                "drawn-since",
                _("Round %(round)s was drawn since. The two stay one.") % {"round": newest.number},
            )
        Seat.objects.filter(pk__in=event.after["moved"], entry=keep).update(entry=gone)
        RequestedBye.objects.filter(pk__in=event.after["byes"], entry=keep).update(entry=gone)
        StageEntry.objects.filter(pk__in=event.after["lists"], entry=keep).update(entry=gone)
        gone.merged_into = None
        facts = event.before["facts"]
        # The fixed table is one entry's alone: the one who had it not lets go of it first.
        for entry, was in ((keep, facts["keep"]), (gone, facts["gone"])):
            entry.state, entry.from_round = was["state"], was["from_round"]
            entry.missed_points = was.get("missed_points")
            entry.fixed_table_id = was["fixed_table"]
            entry.needs_access, entry.seed_rank = was["needs_access"], was["seed_rank"]
            entry.save()
        with undoing(event):
            doing.log(keep, before={"state": event.after["state"]}, after={"state": keep.state})
    return keep
