"""Which row holds the headings, and what each column means.

Headings are recognised in Danish, English and Norwegian, by word and by the number or the word
("makker") that says whose they are. What no heading says, the content may: addresses with an @,
and numbers long enough for a telephone. Everything found out is a proposal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from .columns import JOINED, NOTHING, OF_A_PLAYER, Column, Field, Kind
from .reading import Sheet

#: Headings are looked for in this many filled rows from the top; titles may stand above.
HEADING_ROWS: Final = 20
SAMPLES: Final = 3


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


#: Headings as `heading_key` leaves them: without numbers, case, accents' forms and signs.
_WORDS: Final[dict[Kind, frozenset[str]]] = {
    Kind.NAME: _words(
        "parnavn, par, parrets navn, parnavnet, pair, pair name, holdnavn, hold, holdets navn, "
        "team, teamnavn, team name, lag, lagnavn, lagets navn, navn på par, navn på hold, "
        "navn på lag, name of the pair, name of pair, name of team, name on the lists, "
        "name of the pair or team, parrets eller holdets navn, navnet på paret eller laget, "
        "navn på listerne, navn på listene, entry, tilmelding, påmelding"
    ),
    Kind.PLAYER: _words(
        "spiller, spillere, spillernavn, player, player name, deltager, deltagernavn, deltaker, "
        "deltakernavn, participant, medlem, member, navn, name, fulde navn, full name, "
        "fullt navn, fornavn, efternavn, etternavn, first name, last name, given name, surname"
    ),
    Kind.EMAIL: _words(
        "email, e mail, mail, epost, e post, mailadresse, emailadresse, e mailadresse, "
        "email adresse, e mail adresse, email address, e mail address, mail address, "
        "epostadresse, e postadresse"
    ),
    Kind.PHONE: _words(
        "telefon, tlf, mobil, mobilnummer, telefonnummer, tlf nr, tlfnr, telefonnr, mobilnr, "
        "mobiltelefon, phone, phone number, mobile, mobile number, telephone, tel, cell"
    ),
    Kind.CITY: _words("by, hjemby, bopæl, sted, poststed, bosted, city, town, home town, hometown"),
    Kind.CLUB: _words(
        "klub, klubb, club, klubnavn, klubbnavn, club name, forening, spilleklub, spilleklubb, "
        "spilforening, partnersklub, partnersklubb, klubtilhør, klubbtilhørighet"
    ),
    Kind.ACCESS: _words(
        "kørestol, kørestolsbruger, kørestolsbord, tilgængelighed, tilgængeligt bord, "
        "behov for tilgængeligt bord, niveaufri adgang, trinfri adgang, handicapvenligt bord, "
        "rullestol, rullestolbruger, tilgjengelighet, tilgjengelig bord, trinnfri adgang, "
        "wheelchair, wheelchair user, accessible, accessibility, accessible table, "
        "needs an accessible table, needs access, step free access"
    ),
    Kind.NOTES: _words(
        "bemærkninger, bemærkning, noter, note, notes, kommentar, kommentarer, comment, comments, "
        "remark, remarks, besked, merknad, merknader, ønsker, ønske, wishes, andet, annet, other"
    ),
    Kind.SEED: _words(
        "seed, seedning, seeding, seedet, rangering, rangliste, ranking, rank, seed rank"
    ),
    Kind.IGNORED: _words(
        "nr, no, number, nummer, id, startnummer, startnr, tidsstempel, timestamp, tidspunkt, "
        "tilmeldt, state, tilstand, status, fast bord, fixed table, fra runde, from round"
    ),
}
#: The partner is the second player.
_PARTNER: Final = re.compile(r"\b(makker|partner|medspiller)(ens|s|en)?\b")
_PLAYER: Final = re.compile(r"\b(spiller|player|deltager|deltaker|participant)(ens|s|en)?\b")
_NUMBER: Final = re.compile(r"(?<!\d)([1-9])(?!\d)")
#: Headings of a person's name that do not say that the person plays.
_PLAIN_NAME: Final = _words("navn, name")
_FAMILY_NAME: Final = _words("efternavn, etternavn, last name, surname")


def heading_key(heading: str) -> str:
    """A heading as compared: folded, its signs as spaces."""
    text = unicodedata.normalize("NFKC", heading).casefold()
    return _spaced(re.sub(r"[\W_]+", " ", text))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _without_player(key: str) -> tuple[str, int]:
    """A heading's key without what says whose it is, and whose (0: it does not say)."""
    number = _NUMBER.search(key)
    rest = _NUMBER.sub(" ", key)
    partner = _PARTNER.search(rest)
    player = int(number[1]) if number else 2 if partner else 0
    return _spaced(_PLAYER.sub(" ", _PARTNER.sub(" ", rest))), player


def meaning(heading: str) -> Field | None:
    """What a heading says by itself, or None. Whose it is may be open still (player 0)."""
    key = heading_key(heading)
    if not key:
        return None
    for kind, words in _WORDS.items():
        if key in words:
            return Field(kind)
    rest, player = _without_player(key)
    if not rest:
        # Nothing but "Spiller 2" or "Makker"; a bare number heads nothing.
        return Field(Kind.PLAYER, player) if not key.isdigit() else None
    for kind, words in _WORDS.items():
        if rest in words and (kind in OF_A_PLAYER or not player):
            return Field(kind, player)
    return None


def find_headings(sheet: Sheet) -> int:
    """The number of the row that holds the headings; 0 when none of the first rows does.

    One word that happens to be a heading is none: it takes two.
    """
    best, best_score = 0, 1
    for row in [row for row in sheet.rows if not row.empty][:HEADING_ROWS]:
        score = sum(1 for cell in row.cells if meaning(cell) is not None)
        if score > best_score:
            best, best_score = row.number, score
    return best


def best_sheet(sheets: Sequence[Sheet]) -> int:
    """The index of the sheet that looks most like a list of entries."""

    def score(index: int) -> tuple[int, int, int]:
        sheet = sheets[index]
        heading = find_headings(sheet)
        cells = next((row.cells for row in sheet.rows if row.number == heading), ())
        known = sum(1 for cell in cells if meaning(cell) is not None)
        return (known, sum(1 for row in sheet.rows if not row.empty), -index)

    return max(range(len(sheets)), key=score)


_ADDRESS: Final = re.compile(r"\S+@\S+\.\S+")
_TELEPHONE: Final = re.compile(r"\+?[\d\s().-]{8,20}")


def _content_kind(contents: Sequence[str]) -> Kind | None:
    """What most of the filled cells of a column look like."""
    for kind, pattern in ((Kind.EMAIL, _ADDRESS), (Kind.PHONE, _TELEPHONE)):
        if contents and sum(1 for cell in contents if pattern.fullmatch(cell)) * 2 > len(contents):
            return kind
    return None


class _Seats:
    """Hands out fields: each once, except those that several columns may share."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.taken: set[Field] = set()

    def give(self, said: Field) -> Field | None:
        """`said`, with the first player who has none where it does not say whose; or None."""
        if said.kind == Kind.IGNORED:
            return said
        if said.kind in OF_A_PLAYER and not said.player:
            free = (Field(said.kind, player) for player in range(1, self.players + 1))
            field = next((field for field in free if field not in self.taken), None)
        elif said.player > self.players or (said in self.taken and said.kind not in JOINED):
            field = None
        else:
            field = said
        if field:
            self.taken.add(field)
        return field


def _plain_names_name_the_pair(
    headings: Sequence[str], said: list[Field | None], players: int
) -> None:
    """A column "Navn" beside a full set of players names the pair; elsewhere a player."""
    plain = [i for i, text in enumerate(headings) if heading_key(text) in _PLAIN_NAME]
    others = [i for i, f in enumerate(said) if f and f.kind == Kind.PLAYER and i not in plain]
    named = any(f and f.kind == Kind.NAME for f in said)
    if players > 1 and len(plain) == 1 and len(others) >= players and not named:
        said[plain[0]] = Field(Kind.NAME)


def propose(sheet: Sheet, heading: int, players: int) -> tuple[Column, ...]:
    """Every column of `sheet` that holds anything, with what it seems to mean.

    `heading` is the number of the row of headings (0: there is none), `players` how many an
    entry has.
    """
    width = sheet.width
    heads = next((row.cells for row in sheet.rows if row.number == heading), ())
    headings = [cell.strip() for cell in heads] + [""] * (width - len(heads))
    contents: list[list[str]] = [[] for _ in range(width)]
    for row in sheet.rows:
        if row.number > heading:
            for i, cell in enumerate(row.cells):
                if cell.strip():
                    contents[i].append(cell.strip())
    said = [meaning(text) for text in headings]
    _plain_names_name_the_pair(headings, said, players)

    seats = _Seats(players)
    given: dict[int, Field | None] = {}
    # First those that say whose: "E-mail" beside "E-mail 1" is then the second player's.
    spoken = [(i, field) for i, field in enumerate(said) if field]
    for i, field in sorted(spoken, key=lambda item: item[1].player == 0):
        before = given.get(i - 1)
        if heading_key(headings[i]) in _FAMILY_NAME and before and before.kind == Kind.PLAYER:
            given[i] = before
        else:
            given[i] = seats.give(field)
    for i in range(width):
        kind = _content_kind(contents[i])
        if said[i] is None and kind:
            given[i] = seats.give(Field(kind))
    return tuple(
        Column(
            index=i,
            heading=headings[i],
            samples=tuple(dict.fromkeys(contents[i]))[:SAMPLES],
            field=given.get(i) or NOTHING,
            recognised=given.get(i) is not None or not contents[i],
        )
        for i in range(width)
        if headings[i] or contents[i]
    )
