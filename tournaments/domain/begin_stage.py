"""Begin the next stage with those who go on into it; and take that back."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Stage, StageEntry, Tournament, User
from tournaments.queries.going_on import GoingOn, going_on
from tournaments.queries.stages import stages_of

from .act import act
from .errors import Conflict, Refused
from .plan import keep_plan


def begin_stage(
    tournament: Tournament,
    *,
    by: User | None,
    prefer: Sequence[int] = (),
    reserves: bool = False,
    early: bool = False,
    despite_missing: bool = False,
    seen: str = "",
    key: str = "",
) -> Stage:
    """Writes down who plays in the next stage, from how the one before stands.

    `prefer` (keys of entries) is the order in which those who are level at the line are taken;
    `reserves` passes over those who are not here now, and the next ones move up. `seen` is
    `GoingOn.stamp` of the list the organiser looked at.

    Raises `Conflict` when the list is another one by now, and `Refused`: `no-stage` where none
    follows, `not-begun`, `round-open`, `too-few`, `tie` while it is not said who of those who are
    level goes on, `early` and `missing-results` unless told to go on. A later correction of a
    result changes nothing in the list by itself.
    """
    with act("stage.begin", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row.stages.get(pk=doing.already.subject_id)
        found = going_on(row, prefer=prefer, reserves=reserves)
        _refuse(row, found, early=early, despite_missing=despite_missing)
        assert found is not None
        if seen and seen != found.stamp:
            raise Conflict(
                "list-changed",
                _(
                    "The list is another one by now: a result or an entry has changed since you "
                    "opened it. Look at it again, then begin."
                ),
            )
        stage = found.following.stage
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=entry, seed=one.seed, rank=one.rank, group=one.group)
            for one, entry in found.going
        )
        keep_plan(row)
        moved_up = [
            entry.name
            for one, entry in found.going
            if any(reason.code == "moves_up" for reason in one.reasons)
        ]
        doing.log(
            stage,
            after={
                "entries": [entry.name for _one, entry in found.going],
                "moved_up": moved_up,
                "without_results": len(found.missing),
                "preferred": [found.entries[pk].name for pk in prefer if pk in found.entries],
                "passed_over": sorted(found.away),
            },
            called=found.following.name,
        )
    return stage


def _refuse(
    tournament: Tournament, found: GoingOn | None, *, early: bool, despite_missing: bool
) -> None:
    if tournament.state == Tournament.State.FINISHED:
        raise Refused("finished", _("The tournament is finished. Take the finish back first."))
    if found is None:
        raise Refused("no-stage", _("No stage follows. Add one in the settings, or finish."))
    if not found.before.begun:
        raise Refused("not-begun", _("%(stage)s has not begun yet.") % {"stage": found.before.name})
    if found.open_round is not None:
        raise Refused(
            "round-open",
            _("Round %(number)s is not closed. Close it first; then begin %(stage)s.")
            % {"number": found.open_round.number, "stage": found.following.name},
        )
    if not found.over and not early:
        raise Refused(
            "early",
            _("%(before)s is not played to its end. Play on, or begin %(stage)s early.")
            % {"before": found.before.name, "stage": found.following.name},
        )
    if found.missing and not despite_missing:
        raise Refused(
            "missing-results",
            ngettext(
                "One result is missing: it may decide who goes on. Enter it, or begin without it.",
                "%(count)s results are missing: they may decide who goes on. Enter them, or begin "
                "without them.",
                len(found.missing),
            )
            % {"count": len(found.missing)},
        )
    if len(found.qualification.qualifiers) < 2:
        raise Refused("too-few", _("Fewer than two would go on. Change the ranks in the settings."))
    if found.ties:
        raise Refused(
            "tie",
            _("Some are level where the line is drawn. Say who of them goes on."),
            field="prefer",
        )


def unbegin_stage(stage: Stage, *, by: User | None, why: str = "", key: str = "") -> Stage:
    """The stage has not begun after all: the list of those who went on is gone. Only while no
    round of it is drawn."""
    with act("stage.unbegin", stage.tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return stage
        facts = next((one for one in stages_of(row) if one.stage.pk == stage.pk), None)
        if facts is None or not facts.begun or facts.stage.number == 1:
            raise Conflict("not-begun", _("That stage has not begun. Load the page again."))
        if facts.rounds:
            raise Refused(
                "rounds-drawn",
                _("A round of %(stage)s is drawn. Discard the draft first.")
                % {"stage": facts.name},
            )
        entries = StageEntry.objects.filter(stage=stage).select_related("entry")
        names = [one.entry.name for one in entries]
        entries.delete()
        keep_plan(row)
        doing.log(
            facts.stage,
            before={"entries": names},
            takes_back="stage.begin",
            why=why,
            called=facts.name,
        )
    return facts.stage
