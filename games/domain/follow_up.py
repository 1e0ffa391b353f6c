"""What follows from a result that was changed, under the same lock as the change itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournaments.domain.correct_misfits import Decided, Done, apply_decisions, take_back
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Tournament, User
from tournaments.queries.misfits import Misfit, MisfitFacts, find_misfits, misfit_facts

CHANGES = ("result.correct", "result.remove")


@contextmanager
def tournament_alone(pairing: Pairing) -> Iterator[None]:
    """The tournament, before the pairing is locked: what follows from a result is at other tables
    and in other rounds. Whoever does anything at a table waits."""
    with transaction.atomic():
        if connection.features.has_select_for_update:
            rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
            rows.filter(rounds__pk=pairing.round_id).first()
        yield


class FollowUp:
    """Made before a result is changed; says afterwards what does not fit any more."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.before = [one.key for one in find_misfits(self._facts())]

    def _facts(self) -> MisfitFacts:
        return misfit_facts(self.tournament, with_rounds=True)

    def new(self, facts: MisfitFacts) -> list[Misfit]:
        return [one for one in find_misfits(facts) if one.key not in self.before]

    def decide(self, decided: Decided | None, *, by: User | None, why: str) -> Done:
        """Does what was decided about it; without `decided` all is left. See `apply_decisions`."""
        facts = self._facts()
        done = apply_decisions(
            self.tournament, facts, self.before, decided or Decided(), by=by, why=why
        )
        if self.before:
            done.before["corrected"] = done.before.get("corrected", {}) | {"misfits": self.before}
        return done

    def expect_nothing(self, known: set[str]) -> None:
        """Refused when something does not fit that did, and was not among `known`."""
        if any(one.key not in known for one in self.new(self._facts())):
            raise Refused(
                "undo-follows",
                _(
                    "It was not taken back: rounds have been drawn from this result since. "
                    "Correct it instead: that page shows what follows, and asks."
                ),
            )


def take_change_back(pairing: Pairing, version: int, *, by: User | None) -> set[str]:
    """What was decided with the change that made `version` is taken back; answers the keys of what
    did not fit before it. Raises as `take_back`."""
    made: dict[str, Any] = {"subject_kind": "pairing", "subject_id": pairing.pk}
    event = (
        Event.objects.filter(verb__in=CHANGES, after__version=version, **made)
        .select_related("tournament")
        .order_by("-id")
        .first()
    )
    if event is None:
        return set()
    take_back(event, by=by)
    return set(event.before.get("corrected", {}).get("misfits", ()))
