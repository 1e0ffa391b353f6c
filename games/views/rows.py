"""A table as the result pages show it: what is saved, what is typed, what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from games.domain.game_results import ENDINGS, PLAYED, GameResults, game_results
from games.domain.record_result import Impossible, saved_words
from games.forms import Raw, version_seen
from games.queries import SideState, TableState, table_state
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of a row: who, and the field for what they scored."""

    side: SideState
    colours: tuple[str, ...]
    score: str
    most: int
    wrong: bool
    picked: bool
    """Whether this side is the one typed as the winner."""

    @property
    def name(self) -> str:
        return " + ".join(entry.name for entry in self.side.entries)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every score this side can have, for buttons."""
        return tuple(str(count) for count in range(self.most + 1))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something was refused, with the rule that says so."""

    message: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A table with its form."""

    table: TableState
    cells: tuple[Cell, ...]
    raw: Raw
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
    def number(self) -> int:
        return self.table.number or 0

    @property
    def form_id(self) -> str:
        """Fields of a row stand in several cells; they name their form by this."""
        return f"form-{self.number}"

    @property
    def ended(self) -> str:
        """How it ended, in words; empty for a game played out, which needs no word."""
        if self.table.result is None or self.table.result.payload["ended"] == PLAYED:
            return ""
        return str(ENDINGS[self.table.result.payload["ended"]])


def row_of(
    table: TableState,
    tournament: Tournament,
    rules: GameResults,
    *,
    raw: Raw | None = None,
    error: Refused | None = None,
) -> Row:
    """The row of a table; with what was typed and why it was refused, if it was."""
    raw = raw or Raw(scores=("",) * len(table.sides))
    own = rules.sides()
    colours = [side.colours or own[side.index % len(own)] for side in table.sides]
    field = error.field if error is not None else ""
    return Row(
        table=table,
        cells=tuple(
            Cell(
                side=side,
                colours=tuple(colours[index]),
                score=raw.scores[index] if index < len(raw.scores) else "",
                most=rules.most(colours[index]),
                picked=raw.winner == str(index),
                wrong=field in {"scores", f"score_{index}"},
            )
            for index, side in enumerate(table.sides)
        ),
        raw=raw,
        words=saved_words(table.latest, tournament) if table.latest is not None else {},
        faults=faults_of(error),
        field=field,
        conflict=isinstance(error, Conflict),
    )


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


def round_of(tournament: Tournament, n: int) -> Round:
    """Round `n`; 404 for one that does not exist."""
    round_ = get_object_or_404(Round.objects.defer("draw"), tournament=tournament, number=n)
    round_.tournament = tournament
    return round_


def table_of(tournament: Tournament, n: int, number: int) -> TableState:
    """Table `number` of round `n`; 404 where nobody sits."""
    round_ = round_of(tournament, n)
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
    return request.POST.get("key", "")[:64]


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
