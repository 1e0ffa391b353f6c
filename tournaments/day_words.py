"""The day in words: its steps, and the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.access import Action
from tournaments.entry_names import names_of
from tournaments.models import Tournament
from tournaments.queries.day import Day


@dataclass(frozen=True)
class Next:
    """What the organiser does next: a sentence, and where it is done."""

    lead: str | Promise
    label: str | Promise = ""
    url: str = ""
    #: The `Action` that its page asks for.
    needs: str = Action.LOOK.name


@dataclass(frozen=True)
class Step:
    name: str | Promise
    #: "done", "now" or "next".
    mode: str
    note: str
    url: str
    #: The `Action` that its page asks for.
    needs: str = Action.LOOK.name


#: Day.step -> sentence, label of the button, url name. One word is a field of `EntryNames`.
_NEXT: dict[str, tuple[str | Promise, str | Promise, str]] = {
    "entries": (
        "begin",
        "import_them",
        "desk-import",
    ),
    "check-in": (
        "check_in",
        gettext_lazy("Check in"),
        "desk-check-in",
    ),
    "draw": (
        gettext_lazy("The next round can be drawn."),
        gettext_lazy("Go to the draw"),
        "desk-rounds",
    ),
    "publish": (
        gettext_lazy("A draft is waiting: look it through and publish it."),
        gettext_lazy("Open the draft"),
        "desk-rounds",
    ),
    "play": (
        gettext_lazy("The round is being played: type in the results as they come."),
        gettext_lazy("Enter results"),
        "desk-results",
    ),
    "close": (
        gettext_lazy("All results of the round are in: close it."),
        gettext_lazy("Close the round"),
        "desk-rounds",
    ),
    "stage": (
        gettext_lazy("This stage is played: see who goes on, and begin the next."),
        gettext_lazy("Who goes on"),
        "desk-begin-stage",
    ),
    "finish": (
        gettext_lazy("All rounds are played: finish, and the standings are final."),
        gettext_lazy("Finish"),
        "desk-rounds",
    ),
    "over": (
        gettext_lazy("The tournament is over."),
        gettext_lazy("Final standings"),
        "desk-standings",
    ),
}

#: Pages that not everybody at the desk may open.
_NEEDS = {
    "desk-import": Action.EDIT_ENTRIES,
    "desk-check-in": Action.CHECK_IN,
    "desk-results": Action.ENTER_RESULTS,
    "desk-begin-stage": Action.DRAW,
}


def next_of(tournament: Tournament, day: Day) -> Next:
    """The one thing to do next."""
    lead, label, name = _NEXT[day.step]
    named = names_of(tournament)
    lead, label = (getattr(named, str(words), words) for words in (lead, label))
    return Next(lead, label, _url(name, tournament), _needs(name))


def steps_of(tournament: Tournament, day: Day) -> list[Step]:
    """The day from the list of pairs to the final standings, five steps."""
    named = names_of(tournament)
    number = day.round.number if day.round else 0
    begun = number > 0
    over = day.step == "over"
    place = {"entries": 0, "check-in": 1, "finish": 3, "over": 4}.get(day.step, 2)
    notes = [
        str(named.counted % {"count": day.entries}),
        _("%(present)d of %(all)d here") % {"present": day.present, "all": day.entries},
        _("%(round)d of %(all)d") % {"round": number, "all": tournament.rounds_planned}
        if begun
        else ngettext("%(count)d round", "%(count)d rounds", tournament.rounds_planned)
        % {"count": tournament.rounds_planned},
        "",
    ]
    names = [
        (named.listed, "desk-entries"),
        (gettext_lazy("Check-in"), "desk-check-in"),
        (gettext_lazy("Rounds"), "desk-rounds"),
        (gettext_lazy("Final standings"), "desk-standings"),
    ]
    return [
        Step(
            name,
            "done" if index < place or over else "now" if index == place else "next",
            notes[index],
            _url(url, tournament),
            _needs(url),
        )
        for index, (name, url) in enumerate(names)
    ]


def _needs(name: str) -> str:
    return _NEEDS.get(name, Action.LOOK).name


def _url(name: str, tournament: Tournament) -> str:
    try:
        return reverse(name, args=[tournament.slug])
    except NoReverseMatch:
        return ""
