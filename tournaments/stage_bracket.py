"""A stage's tree of matches as its picture shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw_words import group_words
from tournaments.formats.bracket import BracketMatch, BracketSeat, MatchState, bracket
from tournaments.formats.double_elimination import FINAL, LOSERS, WINNERS
from tournaments.formats.knockout import CONSOLATION, THIRD_PLACE
from tournaments.formats.knockout_tree import MatchKey, TreeFormat, Way
from tournaments.formats.model import EntryId, PairingKind, PlayedPairing
from tournaments.formats.registry import get_format
from tournaments.models import Entry
from tournaments.pictures import Bracket, Match, Side, State, Tree, TreeRound
from tournaments.queries.stages import StageFacts, options_of
from tournaments.stage_cross_tables import score_text


class StageBracket:
    """A tree's matches as the picture shows them."""

    def __init__(
        self,
        facts: StageFacts,
        history: tuple[PlayedPairing, ...],
        entries: Mapping[EntryId, Entry],
        seeds: Mapping[EntryId, int],
    ) -> None:
        self.facts = facts
        self.entries = entries
        tree = cast(TreeFormat, get_format(facts.stage.format))
        self.matches = bracket(tree, history, options_of(facts.stage))
        self.played = {MatchKey(one.round, one.group, one.slot or 0): one for one in history}
        first = sorted(
            (seat.entry for one in history if one.round == 1 for seat in one.seats),
            key=lambda entry: (seeds.get(entry, 0), entry),
        )
        self.seeds = {entry: place for place, entry in enumerate(first, start=1)}

    def drawn(self) -> Bracket | None:
        if not self.matches:
            return None
        double = any(match.key.group == WINNERS for match in self.matches)
        finals = self._rounds(FINAL, named=False)
        third = self._rounds(THIRD_PLACE, named=False)
        consolation = self._rounds(CONSOLATION, named=False)
        losers = self._rounds(LOSERS, named=False)
        return Bracket(
            title=self.facts.name,
            main=Tree(
                group_words(WINNERS) if double else "",
                self._rounds(WINNERS if double else "", named=not double),
            ),
            losers=Tree(group_words(LOSERS), losers) if losers else None,
            finals=tuple(
                TreeRound(_("Final") if place == 0 else _("Second final"), one.matches)
                for place, one in enumerate(finals)
            ),
            third_place=TreeRound(group_words(THIRD_PLACE), third[0].matches) if third else None,
            consolation=Tree(group_words(CONSOLATION), consolation) if consolation else None,
        )

    def _rounds(self, group: str, *, named: bool) -> tuple[TreeRound, ...]:
        matches = [match for match in self.matches if match.key.group == group]
        numbers = sorted({match.key.round for match in matches})
        rounds: list[TreeRound] = []
        for number in numbers:
            there = {match.key.slot: match for match in matches if match.key.round == number}
            # A match beside the tree keeps the number it has in its round.
            first = min(there) if group == THIRD_PLACE else 1
            shown = tuple(
                self._match(there[slot]) if slot in there else None
                for slot in range(first, max(there) + 1)
            )
            name = round_name(len(shown)) if named else self._number(number)
            rounds.append(TreeRound(name, shown))
        return tuple(rounds)

    def _number(self, number: int) -> str:
        return _("Round %(number)s") % {"number": self.facts.offset + number}

    def _match(self, match: BracketMatch) -> Match | None:
        if match.state is MatchState.LEFT_OUT:
            return None
        pairing = self.played.get(match.key)
        states = {
            MatchState.PLAYED: State.DECIDED,
            MatchState.OPEN: State.PLAYING,
            MatchState.BYE: State.BYE,
            MatchState.TO_COME: State.TO_COME,
        }
        state = states[match.state]
        if pairing is not None and pairing.kind is PairingKind.WALKOVER:
            state = State.WALKOVER
        return Match(
            sides=tuple(self._side(match, seat, pairing) for seat in match.seats),
            state=state,
            table=match.table,
            if_needed=match.key.group == FINAL
            and state is State.TO_COME
            and match.key.round == max(one.key.round for one in self.matches)
            and sum(one.key.group == FINAL for one in self.matches) > 1,
        )

    def _side(self, match: BracketMatch, seat: BracketSeat, pairing: PlayedPairing | None) -> Side:
        if seat.entry is None:
            return Side(hint=self._hint(seat))
        played = next(
            (one for one in pairing.seats if one.entry == seat.entry) if pairing else iter(()),
            None,
        )
        return Side(
            name=self.entries[seat.entry].name,
            seed=self.seeds.get(seat.entry),
            score=score_text(played, pairing) if match.state is MatchState.PLAYED else "",
            won=match.winner == seat.entry,
        )

    def _hint(self, seat: BracketSeat) -> str:
        if seat.source is None:
            return ""
        key = seat.source.key
        pairing = self.played.get(key)
        winner = seat.source.way is Way.WINNER
        if pairing is not None and pairing.table is not None:
            text = _("Winner of table %(table)s") if winner else _("Loser of table %(table)s")
            return text % {"table": pairing.table}
        text = (
            _("Winner of match %(slot)s, round %(round)s")
            if winner
            else _("Loser of match %(slot)s, round %(round)s")
        )
        return text % {"slot": key.slot, "round": self.facts.offset + key.round}


def round_name(matches: int) -> str:
    """What a round of a knockout with so many matches is called."""
    if matches == 1:
        return _("Final")
    if matches == 2:
        return _("Semi-finals")
    if matches == 4:
        return _("Quarter-finals")
    return ngettext("Last %(count)s", "Last %(count)s", 2 * matches) % {"count": 2 * matches}
