"""A draft, for those who draw: looked over, and changed by hand."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain import edit_draft
from tournaments.domain.draw_round import discard_draft, redraw_round
from tournaments.models import Pairing, Round, Tournament, User
from tournaments.queries.draft import draft_facts, problems_in

from .bodies import number_field, why_field
from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, game_named, round_of, table_named
from .shapes import EntryRef, choice
from .verb_table import Subject, VerbRow, verbs_on
from .verbs_rounds import SeedBody, VersionBody, on_entries
from .verbs_tournament import TOURNAMENT


class DraftPairing(serializers.Serializer):
    """Those who sit together in a draft."""

    order = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Null for a bye.")
    kind = choice(Pairing.Kind.values)
    group = serializers.CharField(allow_blank=True)
    by_hand = serializers.BooleanField(help_text="Whether somebody changed it since the draw.")
    entries = EntryRef(many=True)


class DraftProblem(serializers.Serializer):
    """What speaks against a draft."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    stops = serializers.BooleanField(help_text="It cannot be published so.")
    order = serializers.IntegerField(allow_null=True, help_text="Of the pairing; null: the whole.")


class DraftShape(serializers.Serializer):
    """A draft with what speaks against it."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    state = choice(Round.State.values)
    version = serializers.IntegerField(help_text="Counts up with each change by hand.")
    seed = serializers.IntegerField()
    pairings = DraftPairing(many=True)
    problems = DraftProblem(many=True)


def draft_of(view: Endpoint, number: int) -> Round:
    """The draft of the address. Raises Http404 for a round that is none."""
    row = round_of(view, number)
    if row.state != Round.State.DRAFT:
        raise Http404(str(number))
    return row


def draft_shape(_view: Endpoint, row: Round) -> dict[str, Any]:
    """The places of a round, and, while it is a draft, what speaks against them."""
    facts = draft_facts(row)
    order_of = {pairing.pk: pairing.order for pairing in facts.pairings}
    problems = problems_in(facts) if row.state == Round.State.DRAFT else ()
    return {
        "number": row.number,
        "stage": row.stage.number,
        "state": row.state,
        "version": row.version,
        "seed": row.seed,
        "pairings": [
            {
                "order": pairing.order,
                "table": pairing.table.number if pairing.table is not None else None,
                "kind": pairing.kind,
                "group": pairing.group,
                "by_hand": pairing.by_hand,
                "entries": [
                    {"number": seat.entry.number, "name": seat.entry.name}
                    for seat in facts.seats[pairing.pk]
                ],
            }
            for pairing in facts.pairings
        ],
        "problems": [
            {
                "code": one.code,
                "sentence": one.sentence,
                "stops": one.stops,
                "order": order_of.get(one.pairing) if one.pairing is not None else None,
            }
            for one in problems
        ],
    }


@described("round_draft", "drafts", "A draft, with what speaks against it.", DraftShape)
class Draft(Read):
    access = Action.DRAW

    def read(self, number: int) -> dict[str, Any]:
        return draft_shape(self, draft_of(self, number))

    def version(self, **kwargs: Any) -> str:
        """That of the round."""
        return str(draft_of(self, **kwargs).version)


#: A round whether it is a draft or not: of one that is none any more, verbs say so (409).
DRAFT = Subject(
    tag="drafts",
    address="rounds/<int:number>/draft/",
    find=round_of,
    answer=DraftShape,
    shaped=draft_shape,
    version="version",
)


def _or_discarded(view: Endpoint, number: int) -> Round:
    """The round, or what stands for one that was discarded: of that, the verb says so (409)."""
    discarded = view.tournament.events.filter(verb="round.discard", before__number=number)
    if not view.tournament.rounds.filter(number=number).exists() and discarded.exists():
        return Round(pk=0, tournament=view.tournament, number=number)
    return round_of(view, number)


#: The same, which may be gone.
FORMER_DRAFT = Subject(
    tag="drafts",
    address="rounds/<int:number>/draft/",
    find=_or_discarded,
    answer=DraftShape,
    shaped=draft_shape,
)


class SwapDraftBody(VersionBody):
    """Which two change places."""

    one = number_field("Number of an entry.")
    other = number_field("Number of the one it changes places with.")
    why = why_field()


class OneOfDraftBody(VersionBody):
    """Which entry."""

    entry = number_field("Its number.")
    why = why_field()


class TableOfDraftBody(VersionBody):
    """Which game goes where."""

    table = number_field("Where the game is.")
    to = number_field("Where it goes; who sits there takes the table of this one.")
    why = why_field()


class RedrawBody(SeedBody, VersionBody):
    """By which seed, and which draft."""


class DiscardBody(VersionBody):
    """Which draft, and why."""

    why = why_field()


def _move(round_: Round, *, table: int, to: int, by: User, key: str, **sent: Any) -> None:
    if done_before(round_.tournament, key):
        return
    order = game_named(round_, table, "table").order
    target = table_named(round_.tournament, to, "to")
    edit_draft.move_to_table(round_, order, target, by=by, key=key, **sent)


def _discard(round_: Round, **sent: Any) -> Tournament:
    discard_draft(round_, **sent)
    return round_.tournament


_DRAW = Action.DRAW

urlpatterns = [
    *verbs_on(
        DRAFT,
        VerbRow(
            "draft_swap",
            "swap/",
            _DRAW,
            "Two entries change places in a draft: opponents, table and side.",
            on_entries(edit_draft.swap_entries, "one", "other"),
            SwapDraftBody,
        ),
        VerbRow(
            "draft_bye",
            "bye/",
            _DRAW,
            "An entry sits out, and the one who did takes its place.",
            on_entries(edit_draft.move_to_bye, "entry"),
            OneOfDraftBody,
        ),
        VerbRow(
            "draft_table",
            "table/",
            _DRAW,
            "A game of a draft moves to another table.",
            _move,
            TableOfDraftBody,
        ),
        VerbRow(
            "draft_take_out",
            "take-out/",
            _DRAW,
            "An entry is not in this round; its opponent meets the one with the bye, or gets it.",
            on_entries(edit_draft.take_out, "entry"),
            OneOfDraftBody,
        ),
        VerbRow(
            "draft_put_in",
            "put-in/",
            _DRAW,
            "An entry comes into the drawn round.",
            on_entries(edit_draft.put_in, "entry"),
            OneOfDraftBody,
        ),
        VerbRow(
            "draft_undo",
            "undo/",
            _DRAW,
            "Take the newest change by hand back.",
            edit_draft.undo_edit,
            VersionBody,
        ),
        VerbRow(
            "draft_redraw",
            "redraw/",
            _DRAW,
            "Draw a draft again, from how everything stands now.",
            redraw_round,
            RedrawBody,
        ),
    ),
    *verbs_on(
        FORMER_DRAFT,
        VerbRow(
            "draft_discard",
            "discard/",
            _DRAW,
            "Throw a draft away, as if it had never been drawn.",
            _discard,
            DiscardBody,
            answers=TOURNAMENT,
        ),
    ),
]
