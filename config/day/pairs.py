"""Players, pairs and teams that exist nowhere, as the spreadsheet an organiser would send."""

from __future__ import annotations

import csv
import io
import random

_FIRST = (
    "Anna Bente Birgit Bo Carl Cæcilie Dorthe Ebbe Else Emil Esther Flemming Freja Grethe Hanne "
    "Hans Henning Ida Inge Jens Johanne Jørgen Karen Kirsten Lars Lene Lone Magnus Maja Mette "
    "Mikkel Niels Ole Palle Pia Poul Ragnhild Rikke Signe Sofus Søren Tage Ulla Vibeke Villads "
    "Ágnes Åse Łukasz Ümit Sørine"
).split()
_LAST = (
    "Andersen Bach Bæk Christensen Dahl Eriksen Frandsen Gram Hansen Holm Højlund Iversen Jensen "
    "Jónsdóttir Jørgensen Kleist Knudsen Kövári Larsen Lund Madsen Mikkelsen Møller Nielsen Olsen "
    "Petersen Poulsen Rasmussen Skov Sørensen Thomsen Toft Vestergaard Winther Yılmaz Ågaard"
).split()
_BEGIN = (
    "Team|Makkerne fra|De låste fra|Hjerterne fra|Syverne fra|Byttekortets|Startfeltets|"
    "Målcirklens|De glade|De seje|Stakken fra|Dommerne fra"
).split("|")
_END = (
    "Bornholm|Fyn|Gudenåen|Himmerland|Kattegat|Limfjorden|Lolland|Mols|Nordkraft|Randers|Ribe|"
    "Samsø|Skagen|Storebælt|Sydhavsøerne|Thy|Vestjylland|Vendsyssel|Ærø|Øresund|Aalborg|Årø"
).split("|")
_CITIES = (
    "Aalborg Aarhus Esbjerg Haderslev Horsens København Løgstør Nuuk Odense Randers Ribe "
    "Ringkøbing Rønne Skive Svendborg Tórshavn Vejle Viborg"
).split()

#: What heads the name of an entry, by its players; one player alone is called by its own name.
_NAMED = {1: (), 2: ("Parnavn",), 3: ("Holdnavn",)}


def headings(players: int) -> tuple[str, ...]:
    """The heading line of a list of entries with so many players."""
    each = [text for n in range(1, players + 1) for text in (f"Spiller {n}", f"E-mail {n}")]
    return (*_NAMED[players], *each, "By", "Bemærkninger")


def spreadsheet(how_many: int, seed: int, players: int = 2) -> bytes:
    """`how_many` entries (up to 5,000) as Danish Excel writes CSV: UTF-8 with BOM, semicolons.

    The same seed gives the same entries. No name of an entry or a player stands twice.
    """
    rng = random.Random(seed)
    names = [f"{begin} {end}" for begin in _BEGIN for end in _END]
    names += [f"{name} {number}" for number in range(2, 20) for name in names[:264]]
    people = [f"{first} {last}" for first in _FIRST for last in _LAST]
    people += [f"{first} {a}-{b}" for first in _FIRST for a in _LAST for b in _LAST[:9] if a != b]
    rng.shuffle(people)
    pairs = names[:264]
    rng.shuffle(pairs)
    pairs += names[264:]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(headings(players))
    for number, name in enumerate(pairs[:how_many], start=1):
        team = [people.pop() for _player in range(players)]
        note = "kørestol, fast bord" if number % 31 == 7 else ""
        if number % 40 == 13:
            name = f"🔥 {name} 🔥"
        row = [name] if players > 1 else []
        for letter, person in zip("abc", team, strict=False):
            row += [person, f"p{number}{letter}@example.org"]
        writer.writerow([*row, rng.choice(_CITIES), note])
    return out.getvalue().encode("utf-8-sig")
