"""Kroket's courses and cards: what ships, what was loaded, and loading more."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.domain.load_game_data import FaultyFile, drop_game_data, load_game_data
from games.game_settings import KroketSettings, settings_of_tournament
from games.rules.kroket.course import FOLDER as COURSE_FILES
from games.rules.kroket.course import Course, courses
from games.rules.kroket.course_svg import course_svg
from games.rules.kroket.deck import FOLDER as DECK_FILES
from games.rules.kroket.deck import Deck, decks
from games.rules.kroket.library import COURSES, DECKS, MOST_CHARACTERS
from games.rules.kroket.schema import DataError, data_text
from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Tournament
from tournaments.spoken import language


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line of a file, and what is wrong with it."""

    number: int
    text: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A course or deck as the page shows it."""

    shelf: str
    name: str
    title: str
    note: str
    own: bool
    about: str
    picture: SafeString | str = ""


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def game_data(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What there is to play Kroket on and with; load a file, take one out, download one."""
    settings = settings_of_tournament(tournament)
    if not isinstance(settings, KroketSettings):
        raise Http404(tournament.game)
    if request.GET.get("file"):
        return _download(settings, request.GET["file"])
    error: Refused | None = None
    text = ""
    if request.method == "POST":
        try:
            if request.POST.get("drop"):
                return _drop(request, tournament)
            text, file = _sent(request)
            name = load_game_data(
                tournament, text, file=file, by=user_of(request), key=key_of(request)
            )
            messages.success(request, _("“%(name)s” is loaded.") % {"name": name})
            return redirect("desk-game-data", tournament.slug)
        except Refused as refused:
            error = refused
    return desk_page(
        request,
        tournament,
        "settings",
        "games/settings/courses.html",
        {
            "error": error,
            "faults": _faults(text, error.errors) if isinstance(error, FaultyFile) else [],
            "courses": _courses(settings),
            "decks": _decks(settings),
        },
        status=status_of(error),
    )


def _drop(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    shelf, _slash, name = request.POST["drop"].partition("/")
    drop_game_data(tournament, shelf, name, by=user_of(request), key=key_of(request))
    messages.success(request, _("“%(name)s” is taken out.") % {"name": name})
    return redirect("desk-game-data", tournament.slug)


def _sent(request: HttpRequest) -> tuple[str, str]:
    """The text of the file, and what it is called. `FaultyFile` where it is none."""
    file = request.FILES.get("file")
    if file is None:
        raise Refused("file-missing", _("Choose a file."), field="file")
    called = (file.name or "")[:60]
    if file.size is None or file.size > 4 * MOST_CHARACTERS:
        raise FaultyFile((DataError("too_long", called, "", most=MOST_CHARACTERS),))
    try:
        return file.read().decode("utf-8-sig"), called
    except UnicodeDecodeError as error:
        raise FaultyFile((DataError("unreadable", called, "", detail=str(error)),)) from error


def _faults(text: str, errors: tuple[DataError, ...]) -> list[FaultyLine]:
    """Each line of the file that has faults, with all of them."""
    lines = text.split("\n")
    by_line: dict[int, list[str]] = {}
    for error in errors:
        why = error.reason(language())
        by_line.setdefault(error.line, []).append(f"{error.path}: {why}" if error.path else why)
    return [
        FaultyLine(number, lines[number - 1][:200] if 0 < number <= len(lines) else "", tuple(why))
        for number, why in sorted(by_line.items())
    ]


def _courses(settings: KroketSettings) -> list[Held]:
    spoken = language()
    own = settings.library.courses
    held: list[tuple[Course, bool]] = [(course, False) for course in courses().values()]
    held += [(course, True) for course in own.values()]
    return [
        Held(
            COURSES,
            course.name,
            course.title[spoken],
            "" if course.original else course.note[spoken],
            loaded,
            _("%(hoops)s hoops") % {"hoops": len(course.hoops)},
            # Drawn by ourselves from data that was checked; every text in it is escaped.
            mark_safe(course_svg(course, note=False, language=spoken)),  # noqa: S308
        )
        for course, loaded in held
    ]


def _decks(settings: KroketSettings) -> list[Held]:
    spoken = language()
    held: list[tuple[Deck, bool]] = [(deck, False) for deck in decks().values()]
    held += [(deck, True) for deck in settings.library.decks.values()]
    return [
        Held(
            DECKS,
            deck.name,
            deck.title[spoken],
            "" if deck.original else deck.note[spoken],
            loaded,
            _("%(cards)s cards") % {"cards": len(deck.ids)},
        )
        for deck, loaded in held
    ]


def _download(settings: KroketSettings, which: str) -> HttpResponse:
    """The file of a course or deck, to be changed and loaded under another name."""
    shelf, _slash, name = which.partition("/")
    text = settings.library.texts.get(shelf, {}).get(name)
    if text is None:
        shipped = {COURSES: (courses(), COURSE_FILES), DECKS: (decks(), DECK_FILES)}
        known, folder = shipped.get(shelf, ({}, COURSE_FILES))
        if name not in known:
            raise Http404(which)
        text = data_text(folder / f"{name}.json")
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response
