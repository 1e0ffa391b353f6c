"""What being present, late, absent or withdrawn means for an entry, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round
from tournaments.queries.entries import OpenSeat, Situation


def means(state: str, from_round: int, situation: Situation, *, struck: bool = False) -> str:
    """What a state means for the rounds to come, in a few words; "" when nothing special."""
    coming = situation.next_draw
    match state:
        case Entry.State.PRESENT if from_round > coming:
            return _("drawn from round %(round)s on") % {"round": from_round}
        case Entry.State.LATE if from_round > coming:
            return _("not drawn before round %(round)s") % {"round": from_round}
        case Entry.State.LATE:
            return _("drawn from round %(round)s on, here or not") % {"round": coming}
        case Entry.State.ABSENT:
            return _("not drawn in round %(round)s") % {"round": coming}
        case Entry.State.WITHDRAWN | Entry.State.DISQUALIFIED if struck:
            return _("its results count for nobody, is not drawn any more")
        case Entry.State.WITHDRAWN | Entry.State.DISQUALIFIED if situation.rounds:
            return _("keeps its results, is not drawn any more")
        case Entry.State.WITHDRAWN | Entry.State.DISQUALIFIED:
            return _("is not drawn")
        case Entry.State.REGISTERED:
            return _("not drawn until checked in")
    return ""


def opponents_words(seat: OpenSeat) -> str:
    """ "table 7 against Nordlys", or the bye."""
    if seat.table is None or not seat.opponents:
        return _("the bye")
    return _("table %(table)s against %(opponents)s") % {
        "table": seat.table,
        "opponents": ", ".join(seat.opponents),
    }


def sits(entry: Entry, situation: Situation) -> str:
    """Where an entry that will not play sits all the same, since the round is drawn; or ""."""
    seat = situation.seats.get(entry.pk)
    if seat is None or seat.hidden or situation.open_round is None or entry.playing:
        return ""
    words = {"round": situation.open_round.number, "where": opponents_words(seat)}
    if situation.draft:
        return _("The draft of round %(round)s has it: %(where)s") % words
    return _("Round %(round)s has it: %(where)s") % words


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that follows, and what to do about it (may be empty)."""

    what: str
    now: str = ""
    urgent: bool = False


def consequences(
    entry: Entry, state: str, from_round: int, situation: Situation, *, meaning_too: bool = True
) -> list[Consequence]:
    """What follows when `entry` comes into `state`; shown before it does. Without `meaning_too`
    only what it runs into."""
    found = []
    meaning = means(state, from_round, situation)
    if meaning and meaning_too:
        found.append(Consequence(f"{meaning[:1].upper()}{meaning[1:]}."))
    seat = situation.seats.get(entry.pk)
    round_ = situation.open_round
    plays = state in {Entry.State.PRESENT, Entry.State.LATE}
    if round_ is not None and seat is not None and not plays:
        words = {"round": round_.number, "where": opponents_words(seat)}
        if round_.state == Round.State.DRAFT:
            found.append(
                Consequence(
                    _("Round %(round)s is drawn as a draft.") % words
                    if seat.hidden
                    else _("The draft of round %(round)s has it: %(where)s.") % words,
                    _("Draw the round again, or take it out by hand, before you publish."),
                    urgent=True,
                )
            )
        else:
            found.append(
                Consequence(
                    _("Round %(round)s is published and has it: %(where)s.") % words,
                    _(
                        "That stays. Either it plays this game to its end, or the game is given "
                        "a result as a walkover."
                    ),
                    urgent=True,
                )
            )
    elif round_ is not None and seat is None and plays:
        words = {"round": round_.number}
        if round_.state == Round.State.DRAFT:
            found.append(
                Consequence(
                    _("The draft of round %(round)s was drawn without it.") % words,
                    _("Draw the round again, or put it in by hand, before you publish."),
                    urgent=True,
                )
            )
        else:
            found.append(Consequence(_("Round %(round)s is published without it.") % words))
    if state in {Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED}:
        if entry.fixed_table is not None:
            found.append(
                Consequence(
                    _("Table %(table)s is no longer kept for it.")
                    % {"table": entry.fixed_table.number}
                )
            )
        found.append(
            Consequence(
                _("Its number %(number)s is given to nobody else.") % {"number": entry.number}
            )
        )
    return found


def done_words(entry: Entry, situation: Situation) -> str:
    """What a message says after a tap: what it is now, and what to do where a round is drawn."""
    label = {
        Entry.State.PRESENT: _("%(number)s %(entry)s is here"),
        Entry.State.LATE: _("%(number)s %(entry)s comes late"),
        Entry.State.ABSENT: _("%(number)s %(entry)s is absent"),
        Entry.State.REGISTERED: _("%(number)s %(entry)s is waited for"),
        Entry.State.WITHDRAWN: _("%(number)s %(entry)s has withdrawn"),
        Entry.State.DISQUALIFIED: _("%(number)s %(entry)s is disqualified"),
    }[Entry.State(entry.state)] % {"number": entry.number, "entry": entry.name}
    meaning = means(entry.state, entry.from_round, situation, struck=entry.struck)
    found = consequences(entry, entry.state, entry.from_round, situation)
    urgent = [f"{one.what} {one.now}".strip() for one in found if one.urgent]
    first = f"{label}: {meaning}." if meaning else f"{label}."
    return " ".join([first, *urgent])
