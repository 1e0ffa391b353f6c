"""Who is here, who leaves, who sits out, whom an entry is not to meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.bring_back import bring_back
from tournaments.domain.check_in import change_state, seen_of
from tournaments.domain.disqualify import disqualify
from tournaments.domain.first_round import set_first_round
from tournaments.domain.keep_apart import keep_apart, let_meet
from tournaments.domain.mark_rest_absent import mark_rest_absent
from tournaments.domain.renew_code import renew_code
from tournaments.domain.sit_out import play_after_all, sit_out
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, KeptApart, Tournament
from tournaments.queries.kept_apart import kept_apart_from

from .bodies import number_field, why_field
from .endpoint import Endpoint
from .entries import FullEntry, full_entries, version_of
from .found import entry_named, entry_of, the_tournament
from .shapes import EntryRef, choice
from .verb_table import Subject, VerbRow, verbs_on


class EntryState(EntryRef):
    """How an entry stands."""

    state = choice(Entry.State.values)
    from_round = serializers.IntegerField(help_text="The first round it is drawn in.")
    struck = serializers.BooleanField(help_text="Its results count for nobody.")
    seen = serializers.CharField(help_text="What a later change says it has seen.")
    version = serializers.CharField(help_text="Another one as soon as anything of it changes.")


def _state(_view: Endpoint, row: Entry) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": row.name,
        "state": row.state,
        "from_round": row.from_round,
        "struck": row.struck,
        "seen": seen_of(row),
        "version": version_of(row),
    }


#: An entry as those see it who check in or judge.
ENTRY = Subject(
    tag="entries",
    address="entries/<int:number>/",
    find=entry_of,
    answer=EntryState,
    shaped=_state,
    version="version",
)
#: The same with all that those know who may change it.
FULL_ENTRY = Subject(
    tag="entries",
    address="entries/<int:number>/",
    find=entry_of,
    answer=FullEntry,
    shaped=lambda _view, row: full_entries([row])[0],
    version="version",
)


class SeenBody(serializers.Serializer):
    """What was seen, and why."""

    seen = serializers.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="`seen` of the entry as it was known; where it is another by now: 409.",
    )
    why = why_field()


class LateBody(SeenBody):
    """From when on."""

    from_round = number_field(
        "The first round it plays; without it the one after the next draw.", 99, required=False
    )


class WithdrawBody(SeenBody):
    """What becomes of its results."""

    struck = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether its results count for nobody; null: as the format has it.",
    )


class DisqualifyBody(serializers.Serializer):
    """What becomes of its results, and why it is put out."""

    struck = serializers.BooleanField(help_text="Whether its results count for nobody.")
    why = why_field(required=True)


class FirstRoundBody(serializers.Serializer):
    """From when on, and what it gets for the rounds before."""

    from_round = number_field("The first round it is drawn in.", 99)
    missed_points = serializers.DecimalField(
        max_digits=5,
        decimal_places=2,
        min_value=0,
        allow_null=True,
        default=None,
        help_text="For each round before; null: what the tournament gives for an absence.",
    )
    why = why_field()


class SitOutBody(serializers.Serializer):
    """Which round."""

    round = number_field("Counted through the tournament.", 99)
    why = why_field()


def _in_round(verb: Callable[..., Any]) -> Callable[..., Any]:
    def do(entry: Entry, *, round: int, **sent: Any) -> Any:
        return verb(entry, round, **sent)

    return do


# Whom it is not to meet --------------------------------------------------------------------------


class KeptApartShape(EntryRef):
    """An entry with those that no draw lets it meet."""

    kept_apart = EntryRef(many=True)


class OtherBody(serializers.Serializer):
    """Which other one."""

    other = number_field("Number of the other entry.")
    why = why_field()


class ApartBody(serializers.Serializer):
    """Which other one, and why they are not to meet."""

    other = number_field("Number of the other entry.")
    why = why_field(required=True)


def _apart(_view: Endpoint, row: Entry) -> dict[str, Any]:
    others = [other for _pair, other in kept_apart_from(row)]
    return {
        "number": row.number,
        "name": row.name,
        "kept_apart": [{"number": one.number, "name": one.name} for one in others],
    }


APART = Subject(
    tag="entries",
    address="entries/<int:number>/",
    find=entry_of,
    answer=KeptApartShape,
    shaped=_apart,
)


def _keep_apart(entry: Entry, *, other: int, **sent: Any) -> None:
    keep_apart(entry, entry_named(entry.tournament, other, "other"), **sent)


def _let_meet(entry: Entry, *, other: int, **sent: Any) -> None:
    found = entry_named(entry.tournament, other, "other")
    low, high = sorted((entry.pk, found.pk))
    row = KeptApart.objects.filter(one=low, other=high).values_list("pk", flat=True).first()
    # Without a row, the verb knows whether it was this request that took it away.
    let_meet(entry, row or 0, **sent)


# All who did not come ----------------------------------------------------------------------------


class RestBody(serializers.Serializer):
    """Those who are still waited for, as far as they are known."""

    entries = serializers.ListField(
        child=number_field(),
        min_length=1,
        max_length=5000,
        help_text="Numbers; whoever was checked in meanwhile stays so.",
    )


class RestShape(serializers.Serializer):
    """Who became absent."""

    absent = serializers.ListField(child=serializers.IntegerField(), help_text="Their numbers.")


PRESENCE = Subject(
    tag="entries",
    address="presence/",
    find=the_tournament,
    answer=RestShape,
    shaped=lambda _view, numbers: {"absent": numbers},
)


def _rest_absent(tournament: Tournament, *, entries: Sequence[int], **sent: Any) -> list[int]:
    numbers: list[int] = mark_rest_absent(tournament, entries, **sent).after["absent"]
    return numbers


def _head_judge_put_it_out(entry: Entry, _sent: Mapping[str, Any]) -> Action | None:
    """Who is disqualified comes back by whoever may disqualify."""
    return Action.HEAD_JUDGE if entry.state == Entry.State.DISQUALIFIED else None


def _to(state: Entry.State) -> Callable[..., Any]:
    return partial(change_state, state=state)


urlpatterns = [
    *verbs_on(
        ENTRY,
        VerbRow(
            "entry_check_in",
            "check-in/",
            Action.CHECK_IN,
            "An entry is here.",
            _to(Entry.State.PRESENT),
            SeenBody,
        ),
        VerbRow(
            "entry_late",
            "late/",
            Action.CHECK_IN,
            "An entry comes late, and plays from a later round on.",
            _to(Entry.State.LATE),
            LateBody,
        ),
        VerbRow(
            "entry_absent",
            "absent/",
            Action.CHECK_IN,
            "An entry did not come.",
            _to(Entry.State.ABSENT),
            SeenBody,
        ),
        VerbRow(
            "entry_wait",
            "wait/",
            Action.CHECK_IN,
            "An entry is not checked in, as before it came.",
            _to(Entry.State.REGISTERED),
            SeenBody,
        ),
        VerbRow(
            "entry_new_code",
            "new-code/",
            Action.CHECK_IN,
            "An entry gets another code for its own page; the old one opens nothing any more. "
            "Neither is told here.",
            renew_code,
        ),
        VerbRow(
            "entry_withdraw",
            "withdraw/",
            Action.EDIT_ENTRIES,
            "An entry plays no more, from the next draw on.",
            withdraw,
            WithdrawBody,
        ),
        VerbRow(
            "entry_bring_back",
            "bring-back/",
            Action.EDIT_ENTRIES,
            "An entry that left is here again; one that was disqualified, by the head judge.",
            bring_back,
            SeenBody,
            also=_head_judge_put_it_out,
        ),
        VerbRow(
            "entry_disqualify",
            "disqualify/",
            Action.HEAD_JUDGE,
            "An entry is put out.",
            disqualify,
            DisqualifyBody,
        ),
    ),
    *verbs_on(
        FULL_ENTRY,
        VerbRow(
            "entry_first_round",
            "first-round/",
            Action.EDIT_ENTRIES,
            "An entry is drawn from that round on, with points for those before.",
            set_first_round,
            FirstRoundBody,
        ),
        VerbRow(
            "entry_sit_out",
            "sit-out/",
            Action.EDIT_ENTRIES,
            "An entry sits a coming round out, as it asked.",
            _in_round(sit_out),
            SitOutBody,
        ),
        VerbRow(
            "entry_play_after_all",
            "play-after-all/",
            Action.EDIT_ENTRIES,
            "An entry does not sit that round out after all.",
            _in_round(play_after_all),
            SitOutBody,
        ),
    ),
    *verbs_on(
        APART,
        VerbRow(
            "entry_keep_apart",
            "keep-apart/",
            Action.DRAW,
            "No draw lets the two meet.",
            _keep_apart,
            ApartBody,
        ),
        VerbRow(
            "entry_let_meet",
            "let-meet/",
            Action.DRAW,
            "The two may meet again.",
            _let_meet,
            OtherBody,
        ),
    ),
    *verbs_on(
        PRESENCE,
        VerbRow(
            "entries_rest_absent",
            "rest-absent/",
            Action.CHECK_IN,
            "All of those who are still waited for are absent.",
            _rest_absent,
            RestBody,
            answers=PRESENCE,
        ),
    ),
]
