"""Words for what `tournaments.imports` says in codes: fields, faults, hints, unreadable files."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.imports.columns import Field, Kind
from tournaments.imports.hints import FIXED_TABLE, FROM_ROUND, Hint
from tournaments.imports.reading import Unreadable
from tournaments.imports.rows import Problem

_FIELDS: dict[Kind, str | Promise] = {
    Kind.NAME: gettext_lazy("Name of the pair or team"),
    Kind.PLAYER: gettext_lazy("Player %(player)s"),
    Kind.EMAIL: gettext_lazy("E-mail %(player)s"),
    Kind.PHONE: gettext_lazy("Phone %(player)s"),
    Kind.CITY: gettext_lazy("City"),
    Kind.CLUB: gettext_lazy("Club"),
    Kind.NOTES: gettext_lazy("Notes"),
    Kind.SEED: gettext_lazy("Seed"),
    Kind.ACCESS: gettext_lazy("Needs an accessible table"),
    Kind.IGNORED: gettext_lazy("Not imported"),
}
_SINGLE: dict[Kind, str | Promise] = {
    Kind.NAME: gettext_lazy("Name on the lists"),
    Kind.PLAYER: gettext_lazy("Player"),
    Kind.EMAIL: gettext_lazy("E-mail"),
    Kind.PHONE: gettext_lazy("Phone"),
}


def field_label(at: Field, players: int = 2) -> str:
    """What a field is called, in a game with so many players in an entry."""
    words = _SINGLE.get(at.kind) if players == 1 else None
    return str(words or _FIELDS[at.kind]) % {"player": at.player}


#: Problem codes to sentences. `%(field)s` is the field's label, the rest the problem's own.
_PROBLEMS: dict[str, str | Promise] = {
    "no-player": gettext_lazy("%(field)s is missing."),
    "bad-email": gettext_lazy("%(field)s, “%(text)s”, is not an e-mail address."),
    "bad-seed": gettext_lazy("The seed “%(text)s” is not a number from 1 to %(limit)s."),
    "too-long": gettext_lazy("%(field)s has %(length)s characters; there is room for %(limit)s."),
    "twice-in-pair": gettext_lazy(
        "%(name)s stands twice in this row. If they are two people, give each an e-mail address."
    ),
    "pair-twice": gettext_lazy("“%(name)s” is in row %(row)s already."),
    "player-twice": gettext_lazy("%(name)s is in row %(row)s already. Nobody can play twice."),
    "player-elsewhere": gettext_lazy(
        "%(name)s is registered already, in %(entry)s (no. %(number)s). Nobody can play twice. If "
        "they are two people, add e-mail addresses."
    ),
    "name-twice": gettext_lazy(
        "The name “%(name)s” is taken by row %(row)s, which has other players."
    ),
    "name-elsewhere": gettext_lazy(
        "The name “%(name)s” is taken by no. %(number)s, which has other players."
    ),
    "full": gettext_lazy(
        "All %(capacity)s places are taken. Raise the number of places in the settings, "
        "or withdraw somebody first."
    ),
    "outside": gettext_lazy("“%(text)s” stands outside the columns and is not read."),
    "rounded-number": gettext_lazy(
        "The spreadsheet has rounded the phone number to “%(text)s”. Ask for it again."
    ),
    "unreadable-letters": gettext_lazy("Letters in “%(text)s” cannot be read."),
    "garbled-letters": gettext_lazy(
        "“%(text)s” looks garbled: the file was saved in another encoding than it says."
    ),
    "formula": gettext_lazy("“%(text)s” looks like a formula. It is kept as text."),
    "without-email": gettext_lazy("Imported without the broken address, which is in the notes."),
    "namesake": gettext_lazy(
        "There is a %(name)s in %(entry)s (no. %(number)s), too. Two people, or one?"
    ),
    "namesake-row": gettext_lazy("There is a %(name)s in row %(row)s, too. Two people, or one?"),
    "withdrawn": gettext_lazy("Withdrawn here (no. %(number)s). The import does not change that."),
}


def problem_words(problem: Problem, players: int = 2) -> str:
    """A fault or a warning as a sentence, in the active language."""
    label = field_label(problem.at, players) if problem.at else ""
    return str(_PROBLEMS[problem.code]) % {"field": label, **problem.params}


def hint_words(hint: Hint) -> str:
    """What a note asks for, short enough for a badge."""
    if hint.code == FIXED_TABLE:
        return _("asks for a fixed table")
    if hint.code == FROM_ROUND and hint.round:
        return _("comes from round %(round)s") % {"round": hint.round}
    return _("comes late")


#: Why a file cannot be read, and what to do now.
_UNREADABLE: dict[str, tuple[str | Promise, str | Promise]] = {
    "empty": (
        gettext_lazy("There is nothing in this file."),
        gettext_lazy("Choose the file with the list, with one row for each registration."),
    ),
    "too-big": (
        gettext_lazy("The file is larger than %(megabytes)s MB."),
        gettext_lazy("Delete pictures and sheets that are not needed, or save it as CSV."),
    ),
    "too-many-rows": (
        gettext_lazy("The file has more than %(limit)s rows."),
        gettext_lazy("Split it, or delete the rows that are no registrations."),
    ),
    "too-many-columns": (
        gettext_lazy("The file has more than %(limit)s columns."),
        gettext_lazy("Delete the columns that are not needed."),
    ),
    "long-cell": (
        gettext_lazy("A cell has more than %(limit)s characters."),
        gettext_lazy("Shorten it: a name has a few words, and a note a few lines."),
    ),
    "too-much-text": (
        gettext_lazy("There is more text in this sheet than in any list of registrations."),
        gettext_lazy("Copy the list into a new workbook, or save it as CSV."),
    ),
    "open-quote": (
        gettext_lazy("In row %(row)s a quotation mark is opened and never closed."),
        gettext_lazy("Close it or take it away; without that the rest of the file is one cell."),
    ),
    "old-excel": (
        gettext_lazy("This is an old Excel file (.xls), or one with a password."),
        gettext_lazy("Open it and save it as .xlsx without a password, or as CSV."),
    ),
    "binary-excel": (
        gettext_lazy("This is a binary Excel file (.xlsb)."),
        gettext_lazy("Open it and save it as .xlsx or as CSV."),
    ),
    "open-document": (
        gettext_lazy("This is an OpenDocument file (.ods)."),
        gettext_lazy("Open it and save it as .xlsx or as CSV."),
    ),
    "pdf": (
        gettext_lazy("This is a PDF, not a spreadsheet."),
        gettext_lazy("Ask for the list as .xlsx or as CSV."),
    ),
    "picture": (
        gettext_lazy("This is a picture, not a spreadsheet."),
        gettext_lazy("Ask for the list as .xlsx or as CSV."),
    ),
    "text-document": (
        gettext_lazy("This is a text document, not a spreadsheet."),
        gettext_lazy("Copy its table into a spreadsheet and save it as .xlsx or as CSV."),
    ),
    "web-page": (
        gettext_lazy("This is a web page, not a spreadsheet."),
        gettext_lazy("Download the list itself, as .xlsx or as CSV."),
    ),
    "no-workbook": (
        gettext_lazy("This file is no spreadsheet that can be read."),
        gettext_lazy("Save the list as .xlsx or as CSV."),
    ),
    "zip-bomb": (
        gettext_lazy("Unpacked, this workbook is far larger than any list of registrations."),
        gettext_lazy("Copy the list into a new workbook, or save it as CSV."),
    ),
    "damaged": (
        gettext_lazy("The workbook is damaged: it ends too soon or cannot be unpacked."),
        gettext_lazy("Open it in the spreadsheet program, save it again, and try once more."),
    ),
}


def unreadable_words(error: Unreadable) -> str:
    """Why the file cannot be read and what to do, as two sentences."""
    what, now = _UNREADABLE[error.code]
    params = error.params | {"megabytes": error.params.get("limit", 0) // 1024 // 1024}
    return f"{what} {now}" % params
