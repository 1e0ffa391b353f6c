"""A change by hand, judged by the one table of what each means (`formats/editing_rules`)."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.draw_words import change_sentence
from tournaments.formats.editing_rules import Change, Judgement, RoundStatus, Verdict, judge
from tournaments.hooks import begun
from tournaments.models import Pairing, Round, Seat
from tournaments.queries.draft_shape import draft_shape

from .errors import Refused


def judgement_of(round_: Round, change: Change, pairings: Collection[int] = ()) -> Judgement:
    """The verdict on a change that touches those pairings (keys) of the round.

    Two queries for a round that is published; in a draft none where anybody may meet anybody.
    """
    shape = draft_shape(round_)
    status = RoundStatus(round_.state)
    playing = result_in = False
    if status is RoundStatus.PUBLISHED and pairings:
        games = Seat.objects.filter(pairing__in=pairings, pairing__kind=Pairing.Kind.GAME)
        result_in = games.exclude(outcome="", place__isnull=True).exists()
        answers = begun.send(sender=Round, round_=round_, pairings=pairings)
        playing = any(answer for _receiver, answer in answers)
    return judge(
        change,
        status,
        structure=shape.structure,
        first_round=shape.first,
        playing=playing,
        result_in=result_in,
    )


def judged(round_: Round, change: Change, pairings: Collection[int] = ()) -> list[str]:
    """What the change means, in sentences. Raises `Refused` with the code of the rule (its words
    joined by hyphens) where the table refuses it."""
    judgement = judgement_of(round_, change, pairings)
    if judgement.verdict is Verdict.REFUSED:
        code = judgement.codes[0]
        raise Refused(code.replace("_", "-"), change_sentence(code))
    return [change_sentence(code) for code in judgement.codes]
