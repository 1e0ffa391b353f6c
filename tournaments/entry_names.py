"""What an entry is called, by how many players it has: a pair, a player, a team.

The one place that knows. Sentences stand here whole, a column for each kind, since in Danish and
Norwegian the word changes those around it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.queries.stages import players_in_entry

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class EntryNames:
    """How screens and paper speak of the entries of a tournament."""

    one: Words
    """In the middle of a sentence, and before a number."""
    title: Words
    titles: Words
    number: Words
    """With `number` to fill in."""
    counted: Words
    """With `count` to fill in."""
    listed: Words
    everybody: Words
    none: Words
    find: Words
    search: Words
    yours: Words
    """What players search for themselves by."""
    scored: Words
    begin: Words
    import_them: Words
    check_in: Words
    import_first: Words
    import_or_add: Words
    to_list: Words
    one_a_row: Words
    add: Words
    save: Words
    change: Words
    first_come: Words
    standings_come: Words
    tap: Words
    own_page: Words
    find_yours: Words
    call_a_judge: Words
    bring_back: Words
    withdraw: Words
    disqualify: Words
    doubled: Words
    same_as: Words
    keeps: Words
    """What a substitute leaves as it is."""
    called_after: Words
    swap: Words
    swap_when: Words
    sits_out: Words
    """To those it concerns; "you" is one person or several, which many languages tell apart."""
    has_bye: Words
    not_in_round: Words
    not_checked_in: Words


_PLAYER = EntryNames(
    one=_("player"),
    title=_("Player"),
    titles=_("Players"),
    number=_("Player no. %(number)s"),
    counted=ngettext_lazy("%(count)d player", "%(count)d players", "count"),
    listed=_("List of players"),
    everybody=_("All players"),
    none=_("No players yet"),
    find=_("Find a player"),
    search=_("Search for a player or a table"),
    yours=_("Your name or your table"),
    scored=_("Players and what they scored"),
    begin=_("Begin with the list of players: import it from a spreadsheet."),
    import_them=_("Import the players"),
    check_in=_("Check in the players as they come."),
    import_first=_("Import or add the players first."),
    import_or_add=_(
        "Import the list of registrations from a spreadsheet, or add the players one by one."
    ),
    to_list=_("To the list of players"),
    one_a_row=_(
        "From a spreadsheet, one player in each row. You see what would happen before anything is "
        "saved."
    ),
    add=_("Add a player"),
    save=_("Save the player"),
    change=_("Change the player"),
    first_come=_("The first players appear here when they are checked in."),
    standings_come=_("The standings appear when the first players are checked in."),
    tap=_("Tap a player to see how each number came about."),
    own_page=_("The player’s own page"),
    find_yours=_("Find your name to see where you play."),
    call_a_judge=_("Disagree about a rule? Call a judge from your own page, or raise a hand."),
    bring_back=_("Bring the player back"),
    withdraw=_("Withdraw the player"),
    disqualify=_("Disqualify the player"),
    doubled=_("Merge a doubled player"),
    same_as=_("The same player as"),
    keeps=_("Number, results, place and table stay as they are."),
    called_after=_("The number is called after the new player from now on, everywhere."),
    swap=_("Let two players change places"),
    swap_when=_(
        "When the wrong player sat down and has begun: the two take each other’s table, side and "
        "opponents from this round on."
    ),
    sits_out=pgettext_lazy("to one person", "You sit this round out, as you asked"),
    has_bye=pgettext_lazy("to one person", "You have a bye in this round"),
    not_in_round=pgettext_lazy("to one person", "You are not in this round"),
    not_checked_in=pgettext_lazy(
        "to one person",
        "You have not been checked in. Go to the desk, and you are in the next draw.",
    ),
)
_PAIR = EntryNames(
    one=_("pair"),
    title=_("Pair"),
    titles=_("Pairs"),
    number=_("Pair no. %(number)s"),
    counted=ngettext_lazy("%(count)d pair", "%(count)d pairs", "count"),
    listed=_("List of pairs"),
    everybody=_("All pairs"),
    none=_("No pairs yet"),
    find=_("Find a pair"),
    search=_("Search for a pair or a table"),
    yours=_("Your pair, your name or your table"),
    scored=_("Pairs and what they scored"),
    begin=_("Begin with the list of pairs: import it from a spreadsheet."),
    import_them=_("Import the pairs"),
    check_in=_("Check in the pairs as they come."),
    import_first=_("Import or add the pairs first."),
    import_or_add=_(
        "Import the list of registrations from a spreadsheet, or add the pairs one by one."
    ),
    to_list=_("To the list of pairs"),
    one_a_row=_(
        "From a spreadsheet, one pair in each row. You see what would happen before anything is "
        "saved."
    ),
    add=_("Add a pair"),
    save=_("Save the pair"),
    change=_("Change the pair"),
    first_come=_("The first pairs appear here when they are checked in."),
    standings_come=_("The standings appear when the first pairs are checked in."),
    tap=_("Tap a pair to see how each of its numbers came about."),
    own_page=_("The pair’s own page"),
    find_yours=_("Find your pair to see where you play."),
    call_a_judge=_("Disagree about a rule? Call a judge from your pair’s page, or raise a hand."),
    bring_back=_("Bring the pair back"),
    withdraw=_("Withdraw the pair"),
    disqualify=_("Disqualify the pair"),
    doubled=_("Merge a doubled pair"),
    same_as=_("The same pair as"),
    keeps=_("The pair keeps its number, its results, its place and its table."),
    called_after=_(
        "If the pair is called after its players, it is called after the new ones from now on, "
        "everywhere."
    ),
    swap=_("Let two pairs change places"),
    swap_when=_(
        "When the wrong pair sat down and has begun: the two take each other’s table, side and "
        "opponents from this round on."
    ),
    sits_out=_("You sit this round out, as you asked"),
    has_bye=_("You have a bye in this round"),
    not_in_round=_("You are not in this round"),
    not_checked_in=_("You have not been checked in. Go to the desk, and you are in the next draw."),
)
_TEAM = EntryNames(
    one=_("team"),
    title=_("Team"),
    titles=_("Teams"),
    number=_("Team no. %(number)s"),
    counted=ngettext_lazy("%(count)d team", "%(count)d teams", "count"),
    listed=_("List of teams"),
    everybody=_("All teams"),
    none=_("No teams yet"),
    find=_("Find a team"),
    search=_("Search for a team or a table"),
    yours=_("Your team, your name or your table"),
    scored=_("Teams and what they scored"),
    begin=_("Begin with the list of teams: import it from a spreadsheet."),
    import_them=_("Import the teams"),
    check_in=_("Check in the teams as they come."),
    import_first=_("Import or add the teams first."),
    import_or_add=_(
        "Import the list of registrations from a spreadsheet, or add the teams one by one."
    ),
    to_list=_("To the list of teams"),
    one_a_row=_(
        "From a spreadsheet, one team in each row. You see what would happen before anything is "
        "saved."
    ),
    add=_("Add a team"),
    save=_("Save the team"),
    change=_("Change the team"),
    first_come=_("The first teams appear here when they are checked in."),
    standings_come=_("The standings appear when the first teams are checked in."),
    tap=_("Tap a team to see how each of its numbers came about."),
    own_page=_("The team’s own page"),
    find_yours=_("Find your team to see where you play."),
    call_a_judge=_("Disagree about a rule? Call a judge from your team’s page, or raise a hand."),
    bring_back=_("Bring the team back"),
    withdraw=_("Withdraw the team"),
    disqualify=_("Disqualify the team"),
    doubled=_("Merge a doubled team"),
    same_as=_("The same team as"),
    keeps=_("The team keeps its number, its results, its place and its table."),
    called_after=_(
        "If the team is called after its players, it is called after the new ones from now on, "
        "everywhere."
    ),
    swap=_("Let two teams change places"),
    swap_when=_(
        "When the wrong team sat down and has begun: the two take each other’s table, side and "
        "opponents from this round on."
    ),
    sits_out=_("You sit this round out, as you asked"),
    has_bye=_("You have a bye in this round"),
    not_in_round=_("You are not in this round"),
    not_checked_in=_("You have not been checked in. Go to the desk, and you are in the next draw."),
)

#: Players in an entry -> what it is called.
ENTRY_NAMES: dict[int, EntryNames] = {1: _PLAYER, 2: _PAIR, 3: _TEAM}


def names_of(tournament: Tournament) -> EntryNames:
    """What the entries of a tournament are called. No query where `tournaments.access` fetched
    it, and for games that are played alone; one otherwise."""
    alone = getattr(tournament, "entered_alone", None)
    if alone is None:
        return ENTRY_NAMES[players_in_entry(tournament)]
    return ENTRY_NAMES[1 if alone else GAMES[tournament.game].players]
