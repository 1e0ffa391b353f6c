"""A bye that was asked for: "we sit round 4 out". The draw leaves the entry out of that round, and
when the round is published it gets its bye and the points the scheme has for one."""

from __future__ import annotations

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, Pairing, RequestedBye, Round, Seat, User
from tournaments.queries.draw_request import may_sit_out
from tournaments.queries.played import settings_of
from tournaments.queries.requested_byes import asking, stage_of_coming
from tournaments.queries.stages import stages_of

from .act import act
from .check_in import GONE, next_draw, read_entry
from .errors import Conflict, Refused

ASK = "entry.sit-out"
TAKE_BACK = "entry.sit-out-undo"


def sit_out(entry: Entry, number: int, *, by: User | None, why: str = "", key: str = "") -> Event:
    """`entry` sits round `number` (of the tournament) out.

    Raises `Conflict` when it is so already; `Refused` when the round is published, comes before
    the entry does or is none that can be sat out, and when the entry has left.
    """
    with act(ASK, entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return doing.already
        asked = _asked(entry)
        if number in asked:
            raise Conflict(
                "asked-already",
                _("%(entry)s sits round %(round)s out already.")
                % {"entry": entry.name, "round": number},
            )
        _refuse(entry, number)
        RequestedBye.objects.create(entry=entry, round_number=number)
        return doing.log(
            entry,
            before={"sits_out": asked},
            after={"sits_out": sorted([*asked, number])},
            why=why,
        )


def play_after_all(
    entry: Entry, number: int, *, by: User | None, why: str = "", key: str = ""
) -> Event:
    """`entry` does not sit round `number` out after all. Only before the round is published."""
    with act(TAKE_BACK, entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return doing.already
        asked = _asked(entry)
        if number not in asked:
            raise Conflict(
                "not-asked",
                _("%(entry)s does not sit round %(round)s out: somebody was faster.")
                % {"entry": entry.name, "round": number},
            )
        if number < next_draw(doing.row):
            raise Refused("round-drawn", _drawn(number))
        RequestedBye.objects.filter(entry=entry, round_number=number).delete()
        return doing.log(
            entry,
            before={"sits_out": asked},
            after={"sits_out": [one for one in asked if one != number]},
            why=why,
        )


def _asked(entry: Entry) -> list[int]:
    return list(entry.requested_byes.values_list("round_number", flat=True))


def _drawn(number: int) -> str:
    return _("Round %(round)s is published: who sits out in it stays as it is.") % {"round": number}


def _refuse(entry: Entry, number: int) -> None:
    tournament = entry.tournament
    if number < next_draw(tournament):
        raise Refused("round-drawn", _drawn(number), field="round")
    if entry.state in GONE:
        raise Refused("gone", _("%(entry)s has left. Bring it back first.") % {"entry": entry.name})
    if number < entry.from_round:
        raise Refused(
            "not-in-yet",
            _("%(entry)s comes in round %(from)s: it is not in round %(round)s at all.")
            % {"entry": entry.name, "from": entry.from_round, "round": number},
            field="round",
        )
    if number > tournament.rounds_planned:
        raise Refused(
            "no-such-round",
            _("There are %(count)s rounds.") % {"count": tournament.rounds_planned},
            field="round",
        )
    facts = stage_of_coming(stages_of(tournament), number)
    if may_sit_out(facts, number):
        return
    raise Refused(
        "must-play",
        _("In a knockout nobody can sit out: who does not play has lost.")
        if facts.row.tree
        else _("Round %(round)s lays down who meets whom in all the others: nobody can sit it out.")
        % {"round": number},
        field="round",
    )


def seat_byes(round_: Round) -> list[str]:
    """Gives those who asked their bye in a round that is being published, and answers their
    names. Part of `publish_round`, under its lock."""
    entries = asking(round_)
    if not entries:
        return []
    points = settings_of(round_.tournament).points.requested_bye
    order = round_.pairings.aggregate(last=Max("order"))["last"] or 0
    groups = _groups(round_)
    for place, entry in enumerate(entries, start=order + 1):
        pairing = Pairing.objects.create(
            round=round_,
            kind=Pairing.Kind.BYE,
            order=place,
            group=groups.get(entry.pk, ""),
            reasons=[{"code": "sits_out_on_request", "params": {"entry": entry.pk}}],
        )
        Seat.objects.create(
            pairing=pairing,
            round=round_,
            entry=entry,
            side=0,
            outcome=Seat.Outcome.REQUESTED_BYE,
            points=points,
        )
    return [entry.name for entry in entries]


def unseat_byes(round_: Round) -> None:
    """Takes them away again when the publication is taken back. Part of `unpublish_round`."""
    seats = Seat.objects.filter(round=round_, outcome=Seat.Outcome.REQUESTED_BYE)
    pairings = list(seats.values_list("pairing_id", flat=True))
    seats.delete()
    Pairing.objects.filter(pk__in=pairings).delete()


def _groups(round_: Round) -> dict[int, str]:
    """The group each entry is in, by the rounds before."""
    seats = Seat.objects.filter(round__stage=round_.stage_id, round__number__lt=round_.number)
    return dict(seats.exclude(pairing__group="").values_list("entry_id", "pairing__group"))
