"""Keep the record of a game beside its result, once it has been replayed."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.domain.game_records import agrees, games_differ, proven
from games.domain.game_results import Payload, game_results, in_words
from games.domain.seats import seats_of
from games.models import GameRecord, Result
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Seat, User


def attach_record(pairing: Pairing, text: str, *, by: User | None, key: str = "") -> GameRecord:
    """Save `text` as the record of the game that the pairing's current result came from.

    Refused when there is no result, when the result has a record already, when the record is of
    another game or rule set, when its game is illegal (the message names line and rule), and
    when it ended otherwise than the result says, or the games of a match went otherwise.
    """
    with act("record.attach", pairing, by=by, key=key) as doing:
        if doing.already:
            return GameRecord.objects.get(pk=doing.already.after["record"])
        result = _result_of(doing)
        seats = seats_of(doing.row)
        proved = proved_by(doing.row, seats, text, result.payload)
        record = GameRecord.objects.create(result=result, text=text)
        _write_steps(doing, seats, proved)
        doing.log(
            after={"record": record.pk, "version": result.version},
            called=_("round %(round)s, table %(table)s")
            % {"round": doing.row.round.number, "table": doing.row.table or "–"},
        )
        return record


def proved_by(pairing: Pairing, seats: Sequence[Seat], text: str, payload: Payload) -> Payload:
    """The result that the record proves; Refused unless it is the one of `payload`."""
    _proof, proved = proven(pairing, seats, text)
    if not agrees(pairing, proved, payload):
        game = pairing.round.tournament.game
        raise Refused(
            "record-disagrees",
            _("The record ends %(record)s, but the result of table %(table)s is %(result)s.")
            % {
                "record": in_words(game, proved),
                "result": in_words(game, payload),
                "table": pairing.table or "–",
            },
            field="record",
        )
    if differs := games_differ(pairing, proved, payload):
        raise Refused("record-games-disagree", differs, field="record")
    return proved


def _result_of(doing: Act[Pairing]) -> Result:
    """The pairing's current result, which has no record yet."""
    result = Result.objects.filter(pairing=doing.row, current=True).first()
    if result is None:
        raise Refused(
            "no-result", _("Enter the result first; the record of the game is kept beside it.")
        )
    if GameRecord.objects.filter(result=result).exists():
        raise Refused("record-there", _("This result has the record of its game already."))
    return result


def _write_steps(doing: Act[Pairing], seats: Sequence[Seat], proved: Payload) -> None:
    """The steps that each side still had to go are known now."""
    results = game_results(doing.tournament.game).given(proved)
    given = dict(zip(sorted({seat.side for seat in seats}), results, strict=True))
    for seat in seats:
        if given[seat.side].steps is not None:
            seat.steps = given[seat.side].steps
            seat.save(update_fields=["steps"])
