"""A table as the result pages show it: what is saved, what is typed, what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.domain.game_results import ENDINGS, PLAYED, GameResults, game_results
from games.domain.record_result import Impossible, saved_words
from games.forms import Raw, version_seen
from games.queries import SideState, TableState, table_state
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, Round, Tournament
from tournaments.templatetags import look


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of a row: who, and the field for what they scored."""

    side: SideState
    index: str
    marks: SafeString
    """The side's colours, drawn."""
    score: str
    most: str
    """The highest score, as text."""
    wrong: bool
    picked: bool
    """Whether this side is the one typed as the winner."""

    @property
    def name(self) -> str:
        return " + ".join(entry.name for entry in self.side.entries)

    @property
    def saved(self) -> str:
        """What the side scored by the saved result; empty where nothing was scored."""
        return "" if self.side.score is None else str(self.side.score)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every score this side can have, for buttons."""
        return tuple(str(count) for count in range(int(self.most) + 1))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something was refused, with the rule that says so."""

    message: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A table with its form."""

    table: TableState
    number: str
    """The table's number as text; "0" for a game without a table."""
    url: str
    """The table's page, which takes the form."""
    cells: tuple[Cell, ...]
    raw: Raw
    badge: SafeString
    check: SafeString
    """The mark of what is saved."""
    options: SafeString
    """How it can end, as options of a list."""
    words: dict[str, str]
    """`result`, `at` and `who` of the newest version; empty if there is none."""
    faults: tuple[Fault, ...] = ()
    field: str = ""
    """The field the faults belong to."""
    conflict: bool = False
    """Somebody else saved something meanwhile: theirs is shown, what was typed is kept."""

    @property
    def done(self) -> bool:
        return self.table.result is not None

    @property
    def ended(self) -> str:
        """How it ended, in words; empty for a game played out, which needs no word."""
        if self.table.result is None or self.table.result.payload["ended"] == PLAYED:
            return ""
        return str(ENDINGS[self.table.result.payload["ended"]])

    @property
    def minutes(self) -> str:
        """Minutes of the saved result, else what the clock says; empty without either."""
        saved = self.table.result
        minutes = saved.payload.get("minutes") if saved is not None else self.table.face.minutes
        return "" if minutes is None else str(minutes)

    @property
    def typed_ending(self) -> str:
        """What was typed for how it ended, in words; empty for a game played out."""
        ended = self.raw.ended
        return str(ENDINGS[ended]) if ended in ENDINGS and ended != PLAYED else ""


class Rows:
    """Makes the rows of one answer. What they share is drawn once, not once a row."""

    def __init__(self, tournament: Tournament, n: int) -> None:
        self.tournament = tournament
        self.rules = rules_of(tournament)
        self._own = self.rules.sides()
        self._page = reverse("desk-table-result", args=[tournament.slug, n, 0]).removesuffix("0/")
        self._check = look.icon("check")
        self._marks: dict[tuple[str, ...], SafeString] = {}
        self._badges: dict[str, SafeString] = {}
        self._options: dict[str, SafeString] = {}

    def row(
        self, table: TableState, *, raw: Raw | None = None, error: Refused | None = None
    ) -> Row:
        """The row of a table; with what was typed and why it was refused, if it was."""
        raw = raw or Raw(scores=("",) * len(table.sides))
        field = error.field if error is not None else ""
        number = str(table.number or 0)
        return Row(
            table=table,
            number=number,
            url=f"{self._page}{number}/",
            cells=tuple(
                self._cell(side, position, raw, field) for position, side in enumerate(table.sides)
            ),
            raw=raw,
            badge=self._badge(table.state),
            check=self._check,
            options=self._ending_options(raw.ended),
            words=saved_words(table.latest, self.tournament) if table.latest is not None else {},
            faults=faults_of(error),
            field=field,
            conflict=isinstance(error, Conflict),
        )

    def _cell(self, side: SideState, position: int, raw: Raw, field: str) -> Cell:
        colours = side.colours or self._own[position % len(self._own)]
        return Cell(
            side=side,
            index=str(position),
            marks=self._drawn(tuple(colours)),
            score=raw.scores[position] if position < len(raw.scores) else "",
            most=str(self.rules.most(colours)),
            wrong=field in {"scores", f"score_{position}"},
            picked=raw.winner == str(position),
        )

    def _drawn(self, colours: tuple[str, ...]) -> SafeString:
        if colours not in self._marks:
            marks = format_html_join("", "{}", ((look.side(colour),) for colour in colours))
            self._marks[colours] = format_html('<span class="sides">{}</span>', marks)
        return self._marks[colours]

    def _badge(self, key: str) -> SafeString:
        if key not in self._badges:
            self._badges[key] = look.state(key)
        return self._badges[key]

    def _ending_options(self, chosen: str) -> SafeString:
        if chosen not in self._options:
            self._options[chosen] = format_html_join(
                "",
                '<option value="{}"{}>{}</option>',
                (
                    (key, mark_safe(" selected") if key == chosen else "", ENDINGS[key])
                    for key in self.rules.endings
                ),
            )
        return self._options[chosen]


def faults_of(error: Refused | None) -> tuple[Fault, ...]:
    if error is None:
        return ()
    if isinstance(error, Impossible):
        return tuple(Fault(problem.message(), problem.rule) for problem in error.problems)
    return (Fault(str(error.message)),)


def saved_raw(row: Row, rules: GameResults) -> Raw:
    """The saved result as the fields of a form."""
    result = row.table.result
    assert result is not None
    return Raw.of(rules.typed(result.payload), len(row.cells))


def round_of(tournament: Tournament, n: int, *, drafts: bool = True) -> Round:
    """Round `n`; 404 for one that does not exist, and without `drafts` for one that is a draft."""
    round_ = get_object_or_404(Round, tournament=tournament, number=n)
    if round_.state == Round.State.DRAFT and not drafts:
        raise Http404(str(n))
    round_.tournament = tournament
    return round_


def table_of(tournament: Tournament, n: int, number: int, *, drafts: bool = True) -> TableState:
    """Table `number` of round `n`; 404 where nobody sits, or as `round_of`."""
    round_ = round_of(tournament, n, drafts=drafts)
    pairing = Pairing.objects.filter(
        round=round_, table__number=number, kind=Pairing.Kind.GAME
    ).first()
    if pairing is None:
        raise Http404(f"{n}/{number}")
    pairing.round = round_
    return table_state(pairing)


def sent(request: HttpRequest, table: TableState) -> tuple[Raw, int, str]:
    """What a result form sent: the fields, the version it saw, its idempotency key."""
    data = request.POST.dict()
    return Raw.sent(data, len(table.sides)), version_seen(data), key_of(request)


def key_of(request: HttpRequest) -> str:
    """The key of a result's form, whatever is in it: a page that was loaded again sends a row
    with its old key and a newer version seen, and the verbs compare what was typed themselves."""
    return request.POST.get("key", "").replace("\0", "")[:64]


def fragment(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """A piece of a desk page, with the same names as the whole page has."""
    can = {action.name: True for action in request.actions}  # type: ignore[attr-defined]
    response = render(
        request,
        template,
        {"tournament": tournament, "can": can, "endings": ENDINGS, **context},
        status=status,
    )
    return with_server_now(response)


def with_server_now(response: HttpResponse) -> HttpResponse:
    """Say what time it is here, in milliseconds, so that clocks on pages can be set by it."""
    response["X-Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    response["Cache-Control"] = "no-store"
    return response


def rules_of(tournament: Tournament) -> GameResults:
    """What the desk knows about the game's results; 404 for a game it cannot enter."""
    try:
        return game_results(tournament.game)
    except Refused as refused:
        raise Http404(str(refused.message)) from None
