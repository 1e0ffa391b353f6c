"""The few words a picture says of itself, in three languages."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("da", "en", "nb")

WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "playing": ("spiller nu", "playing now", "spiller nå"),
    "to_come": ("skal spilles", "to be played", "skal spilles"),
    "table": ("bord {number}", "table {number}", "bord {number}"),
    "table_word": ("bord", "table", "bord"),
    "walkover": ("mødte ikke op", "did not come", "møtte ikke"),
    "walkover_short": ("w.o.", "w.o.", "w.o."),
    "bye": ("sidder over", "bye", "står over"),
    "bye_short": ("fri", "bye", "fri"),
    "winner": ("Vinder", "Winner", "Vinner"),
    "winner_of": ("{name} vandt", "{name} won", "{name} vant"),
    "through": ("videre", "goes on", "videre"),
    "if_needed": ("kun hvis nødvendig", "only if needed", "bare hvis nødvendig"),
    "unknown": ("ikke fundet endnu", "not known yet", "ikke klart ennå"),
    "seed": ("seedet {number}", "seed {number}", "seedet {number}"),
    "won": ("vundet", "won", "vunnet"),
    "drawn": ("uafgjort", "drawn", "uavgjort"),
    "lost": ("tabt", "lost", "tapt"),
    "name": ("Navn", "Name", "Navn"),
    "number": ("Nr.", "No.", "Nr."),
    "against": ("mod", "against", "mot"),
    "round": ("runde", "round", "runde"),
    "first_place": ("nummer 1", "first place", "nummer 1"),
    "part": (
        "{name}, del {number} af {count}",
        "{name}, part {number} of {count}",
        "{name}, del {number} av {count}",
    ),
    "upper_half": ("øverste halvdel", "upper half", "øvre halvdel"),
    "lower_half": ("nederste halvdel", "lower half", "nedre halvdel"),
    "finish": ("afslutningen", "the last rounds", "avslutningen"),
    "entries": ("{count} deltagere", "{count} entries", "{count} deltakere"),
    "running": ("kampe i gang: {count}", "matches running: {count}", "kamper i gang: {count}"),
}


class Words:
    """The words of one language; KeyError for another."""

    def __init__(self, language: str) -> None:
        self._place = {code: place for place, code in enumerate(LANGUAGES)}[language]

    def __call__(self, key: str, **values: str | int) -> str:
        text = WORDS[key][self._place]
        return text.format(**values) if values else text
