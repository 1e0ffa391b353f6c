"""Create a tournament, change what is said of it, and its hall."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.plan import keep_plan
from tournaments.domain.stage_presets import PRESETS, set_stages
from tournaments.domain.stages import StageSetup
from tournaments.formats.records import award_points
from tournaments.formats_settings import points_scheme, points_to_json
from tournaments.game_settings import loaded_data, without_data
from tournaments.models import Pairing, Role, Seat, Stage, Table, Tournament, User
from tournaments.queries.played import pairings_from, seat_rows
from tournaments.stage_formats import first_stage, formats_for

#: Fields that `edit_tournament` may change, and the log shows.
FIELDS = (
    "name",
    "game",
    "ruleset",
    "date",
    "venue",
    "time_zone",
    "capacity",
    "rounds_planned",
    "minutes_per_game",
    "game_settings",
    "points_scheme",
    "tie_breaks",
    "unplayed_rule",
    "struck_rule",
    "penalty_rule",
    "wall_text",
)


#: Those of them that the standings are made by.
COUNTED_BY = ("points_scheme", "tie_breaks", "unplayed_rule", "struck_rule", "penalty_rule")


#: What points are kept to.
CENT = Decimal("0.01")


def facts_of(tournament: Tournament, table_count: int) -> dict[str, Any]:
    """What the log keeps of a tournament: plain values by field."""
    facts = {name: getattr(tournament, name) for name in FIELDS}
    facts["game_settings"] = without_data(tournament.game, facts["game_settings"])
    return facts | {"date": str(facts["date"]), "tables": table_count}


def stamp(tournament: Tournament) -> str:
    """What the form of the settings was made from. It differs as soon as anybody saved others."""
    facts = facts_of(tournament, tournament.tables.count())
    facts["loaded"] = loaded_data(tournament.game, tournament.game_settings)
    return hashlib.sha256(repr(sorted(facts.items())).encode()).hexdigest()[:20]


def create_tournament(
    *,
    by: User,
    slug: str,
    table_count: int,
    public: bool = True,
    seed: int | None = None,
    preset: str = "",
    key: str = "",
    **fields: Any,
) -> Tournament:
    """A new tournament with `table_count` tables; `by` is its organiser.

    Its stages are those of `preset` (`stage_presets.PRESETS`), or one as is usual for the game.
    `fields` are those of `FIELDS`. `seed` makes its draws reproducible (drawn when None).
    Raises `Refused("slug-taken")` when another tournament has that address.
    """
    seed = secrets.randbits(31) if seed is None else seed
    with transaction.atomic():
        try:
            with transaction.atomic():
                tournament = Tournament.objects.create(
                    slug=slug, seed=seed, public=public, **fields
                )
        except IntegrityError as error:
            # The same request twice: the first one made it.
            done = Tournament.objects.filter(slug=slug, events__key=key).first() if key else None
            if done is not None:
                return done
            raise Refused(
                "slug-taken",
                _("Another tournament has the address “%(slug)s”. Write one of your own.")
                % {"slug": slug},
                field="slug",
            ) from error
        with act("tournament.create", tournament, by=by, key=key) as doing:
            Role.objects.create(tournament=tournament, user=by, kind=Role.Kind.ORGANISER)
            usual = first_stage(tournament.game, tournament.game_settings)
            Stage.objects.create(tournament=tournament, **usual)
            if preset:
                set_stages(tournament, PRESETS[preset].stages)
            _set_tables(tournament, table_count)
            doing.log(after=facts_of(tournament, table_count))
    return tournament


def edit_tournament(
    tournament: Tournament,
    *,
    by: User,
    table_count: int,
    seen: str = "",
    key: str = "",
    **fields: Any,
) -> Tournament:
    """Change what is said of a tournament.

    `seen` is the `stamp` of what the form was made from: a Conflict when somebody has saved
    other settings since. Raises `Refused("tables-used")` when a table to be taken away has been
    played at or belongs to a pair that cannot move about, and `Refused("finished")` when the list
    is final and would be counted otherwise.
    """
    with act("tournament.edit", tournament, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        if seen and seen != stamp(doing.row):
            raise Conflict("settings-changed", _changed_meanwhile(doing.row))
        before = facts_of(doing.row, doing.row.tables.count())
        if doing.row.state == Tournament.State.FINISHED and any(
            fields.get(name, before[name]) != before[name] for name in COUNTED_BY
        ):
            final = gettext("The tournament is finished: the list is final.")
            raise Refused("finished", f"{final} {gettext('Take the finish back')}.")
        for name, value in fields.items():
            assert name in FIELDS, name
            setattr(doing.row, name, value)
        doing.row.save()
        if doing.row.game != before["game"]:
            _fit_stages(doing.row)
        keep_plan(doing.row)
        _set_tables(doing.row, table_count)
        if doing.row.points_scheme != before["points_scheme"]:
            _score_again(doing.row)
        after = facts_of(doing.row, table_count)
        changed = [name for name in after if before[name] != after[name]]
        told = [{name: facts[name] for name in changed} for facts in (before, after)]
        if "points_scheme" in changed:
            _told_points(*told)
        doing.log(before=told[0], after=told[1])
    return doing.row


def _told_points(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Of the points, only the numbers that changed are told."""
    was, now = (points_to_json(points_scheme(facts["points_scheme"])) for facts in (before, after))
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    before["points_scheme"] = {name: was[name] for name in names if name in was}
    after["points_scheme"] = {name: now[name] for name in names if name in now}


def _fit_stages(tournament: Tournament) -> None:
    """Another game before the first draw: stages that it is not played in become the usual one."""
    if tournament.rounds.exists():
        return
    offered = formats_for(tournament.game)
    formats = set(tournament.stages.values_list("format", flat=True))
    if any(code not in offered or offered[code].several for code in formats):
        usual = {"format": Stage.Format.SWISS, "settings": {}} | first_stage(
            tournament.game, tournament.game_settings
        )
        set_stages(tournament, (StageSetup(usual["format"], usual["settings"]),))


def _changed_meanwhile(tournament: Tournament) -> str:
    """Who changed the settings last, and that theirs stand."""
    event = tournament.events.filter(verb="tournament.edit").select_related("actor").first()
    at = timezone.localtime(event.at, tournament.zone) if event else None
    return gettext(
        "%(who)s changed %(entry)s at %(at)s, after you opened it. Nothing of yours was saved. "
        "Look at it as it is now, and change it again if it is still needed."
    ) % {
        "who": event.actor.display_name if event and event.actor else gettext("somebody else"),
        "entry": tournament.name,
        "at": time_format(at, "TIME_FORMAT") if at else "",
    }


def _score_again(tournament: Tournament) -> None:
    """Give each seat that has a result the points that the scheme has for it now: by outcome,
    place, pieces and time, whatever the game."""
    scheme = points_scheme(tournament.points_scheme)
    due: dict[tuple[int, int], Decimal] = {}
    for pairing in pairings_from(seat_rows(tournament)):
        if not pairing.final:
            continue
        bare = replace(pairing, seats=tuple(replace(seat, points=None) for seat in pairing.seats))
        for seat in bare.seats:
            due[pairing.round, seat.entry] = award_points(bare, seat, scheme).quantize(CENT)
    seats = Seat.objects.filter(round__tournament=tournament).select_related("round")
    moved: list[Seat] = []
    for row in seats:
        points = due.get((row.round.number, row.entry_id))
        if points is not None and points != row.points:
            row.points = points
            moved.append(row)
    Seat.objects.bulk_update(moved, ["points"], batch_size=500)


def set_table_service(
    table: Table, in_service: bool, *, by: User, why: str = "", key: str = ""
) -> Table:
    """Take a table out of service, or back: the next draw does, or does not, use it."""
    with act("table.service", table, by=by, key=key) as doing:
        if not doing.already:
            before = doing.row.in_service
            doing.row.in_service = in_service
            doing.row.save(update_fields=["in_service"])
            doing.log(before={"in_service": before}, after={"in_service": in_service}, why=why)
    return doing.row


def _set_tables(tournament: Tournament, count: int) -> None:
    """Make the hall's tables those numbered 1 to `count`."""
    have = {table.number: table for table in tournament.tables.all()}
    Table.objects.bulk_create(
        Table(tournament=tournament, number=number)
        for number in range(1, count + 1)
        if number not in have
    )
    surplus = [table for number, table in have.items() if number > count]
    used = sorted(
        set(Pairing.objects.filter(table__in=surplus).values_list("table__number", flat=True))
        | set(
            Seat.objects.filter(moved_from__in=surplus).values_list("moved_from__number", flat=True)
        )
        | set(
            tournament.entries.filter(fixed_table__in=surplus).values_list(
                "fixed_table__number", flat=True
            )
        )
    )
    if used:
        numbers = ", ".join(map(str, used))
        raise Refused(
            "tables-used",
            ngettext(
                "Table %(numbers)s has been played at or is somebody’s fixed table. Keep it, "
                "and take it out of service instead.",
                "Tables %(numbers)s have been played at or are somebody’s fixed table. Keep "
                "them, and take them out of service instead.",
                len(used),
            )
            % {"numbers": numbers},
            field="table_count",
        )
    Table.objects.filter(pk__in=[table.pk for table in surplus]).delete()
