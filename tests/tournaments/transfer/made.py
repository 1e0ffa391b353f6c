"""Tournaments to take along: one with a row of every kind, and as many by chance as one likes."""

from __future__ import annotations

import datetime as dt
import io
import json
import random
import zipfile
from typing import Any

from django.core.files.base import ContentFile

from config.day.run import Day
from games.models import Claim, Clock, Extension, GameRecord, Pause, Result
from judging.models import Call, Forecast, Incident, LongGame, LongGameStep, Ruling, Willingness
from reports.models import Job, Timetable
from tests.factories import make_entries, make_round, make_tournament, make_user
from tournaments.domain.check_in import change_state
from tournaments.domain.create_tournament import set_table_service
from tournaments.domain.draw_round import discard_draft, draw_round
from tournaments.domain.keep_apart import keep_apart
from tournaments.models import (
    Entry,
    Event,
    FormerPlayer,
    Game,
    KeptApart,
    Mail,
    Qualified,
    Registration,
    RequestedBye,
    SignUp,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.export import write_archive

AT = dt.datetime(2027, 3, 13, 10, 30, 0, 123456, tzinfo=dt.UTC)
WRITTEN = dt.datetime(2027, 3, 14, 8, 0, tzinfo=dt.UTC)
PDF = b"%PDF-1.7 not much of one"


def written(tournament: Tournament, *, contacts: bool = True) -> bytes:
    """The file of a tournament, as written at `WRITTEN`."""
    target = io.BytesIO()
    write_archive(tournament, target, contacts=contacts, written=WRITTEN)
    return target.getvalue()


def moved(tournament: Tournament, data: bytes | None = None, **how: Any) -> Tournament:
    """Brought in again under its own address; the one it was made of gives way to it."""
    data = written(tournament) if data is None else data
    slug = tournament.slug
    Tournament.objects.filter(pk=tournament.pk).update(slug=f"was-{tournament.pk}")
    return import_tournament(io.BytesIO(data), len(data), by=None, **{"slug": slug, **how})


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_of(data: bytes, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files_of(data)[f"data/{kind}.json"])
    return found


def everything() -> Tournament:
    """A tournament with a row of every kind, and a key in every place where one can be."""
    tournament = make_tournament(wall_text="Kaffe\n\nKage", game_settings={})
    bente = make_user("bente")
    bente.first_name, bente.last_name = "Bente Marie", "Holm"
    bente.save()
    jens = make_user("jens")
    # Numbers that are no keys, and keys that are no numbers.
    make_entries(make_tournament(), 3)
    entries = make_entries(tournament, 6)
    first, second, third, fourth, fifth, sixth = entries
    stage = tournament.stages.get()
    first.adjusted_in = {str(stage.pk): "-1"}
    first.adjustment, first.fixed_table = -1, tournament.tables.get(number=1)
    first.notes = "ringer i morgen"
    first.save()
    sixth.merged_into, sixth.state = first, Entry.State.WITHDRAWN
    sixth.save()
    FormerPlayer.objects.create(
        entry=first, position=1, name="Cæcilie", email="c@example.org", through_round=1
    )
    RequestedBye.objects.create(entry=third, round_number=2)
    KeptApart.objects.create(one=first, other=fourth)
    Qualified.objects.create(
        entry=second, final=tournament, source=None, source_name="Ribe", place=2, why="first"
    )
    round_ = make_round(
        tournament, [(first, second), (third, fourth)], bye=fifth, scores=[(8, 5), (6, 7)]
    )
    final = Stage.objects.create(tournament=tournament, number=2, format=Stage.Format.SCHEDULE)
    final.settings = {"rounds": [[[first.pk, second.pk], [third.pk]]]}
    final.save()
    StageEntry.objects.create(stage=final, entry=second, seed=1, rank=2, group="A")
    round_.draw = _draw(first, second)
    round_.save()
    pairing, other = round_.pairings.filter(kind="game").order_by("order")
    pairing.reasons = [
        {"code": "meet_again", "params": {"entries": [first.pk, second.pk], "times": 2}},
        {"code": "floats_down_again", "params": {"entry": second.pk}},
        {"code": "field", "params": {"entries": 6, "score_groups": 1}},
    ]
    pairing.save()
    other.seats.update(moved_from=tournament.tables.get(number=3))
    old = Result.objects.create(
        pairing=pairing, version=1, current=False, payload={"winner": 1}, entered_by=jens
    )
    result = Result.objects.create(
        pairing=pairing, version=2, payload={"winner": 0}, why="byttet om", entered_by=bente
    )
    GameRecord.objects.create(result=old, text="1. rød 5\n2. blå 7 ♥\n")
    Claim.objects.create(
        pairing=pairing, side=0, entry=first, payload={"winner": 0}, state="settled", result=result,
        device="a1b2",
    )  # fmt: skip
    clock = Clock.objects.create(round=round_, seconds=3600, started_at=AT)
    Pause.objects.create(clock=clock, began_at=AT, ended_at=AT + dt.timedelta(minutes=3))
    extra = Extension.objects.create(pairing=other, seconds=300, why="ur", given_by=jens)
    call = Call.objects.create(
        round=round_, pairing=other, entry=third, source="pair", language="da", state="resolved",
        placed_at=AT, judge=jens, taken_at=AT,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        tournament=tournament, number=1, pairing=other, entry=third, call=call, happened="Uro",
        decision="Advarsel", rules=["B4"], consequence="warning", language="da", given_by=jens,
        given_at=AT, extension=extra,
    )  # fmt: skip
    Ruling.objects.create(
        tournament=tournament, number=2, happened="Igen", decision="Intet", consequence="none",
        language="da", given_by=jens, given_at=AT, amends=ruling,
    )  # fmt: skip
    Incident.objects.create(
        round=round_, pairing=other, entry=third, kind="signals", noted_by=jens, noted_at=AT,
        ruling=ruling,
    )  # fmt: skip
    long_game = LongGame.objects.create(round=round_, pairing=other, since=AT, position={"a": [1]})
    LongGameStep.objects.create(
        long_game=long_game, version=1, origin="running", target="warned", by=jens, at=AT
    )
    Willingness.objects.create(long_game=long_game, side=0, grade="some", by=jens, at=AT)
    for state in ("done", "waiting"):
        Forecast.objects.create(
            round=round_, pairing=other, position={}, ruleset="dm-2018", seed="1", state=state
        )
    Timetable.objects.create(tournament=tournament, first_round=dt.time(10))
    Registration.objects.create(tournament=tournament, fee="200 kr.", opens_at=AT)
    sign_up = SignUp.objects.create(
        tournament=tournament, state="entered", entry=first, email="anna1@example.org",
        facts={"name": "Par 1", "players": [{"name": "Anna 1", "phone": "12345678"}]},
    )  # fmt: skip
    for state in ("sent", "waiting"):
        Mail.objects.create(
            tournament=tournament, sign_up=sign_up, kind="confirm", to="anna1@example.org",
            language="da", subject="Hej", text="Ring 12345678", state=state, key=f"7:{state}",
        )  # fmt: skip
    _log(tournament, bente, entries)
    newest = Event.objects.filter(tournament=tournament).latest("id")
    for document in ("standings", "draw", "standings"):
        job = Job(
            tournament=tournament, document=document, language="da", state="done", asked_by=bente,
            read_event=newest.pk, filename="stilling.pdf", finished_at=AT,
        )  # fmt: skip
        job.file.save("stilling.pdf", ContentFile(PDF))
    return tournament


def _draw(first: Entry, second: Entry) -> dict[str, Any]:
    """As the program kept a draw before it knew of other lots than keys."""
    seat = [first.pk, 1, "win", None, "1", "8", None, None]
    reason = {"code": "bye_lowest", "params": {"entry": first.pk, "points": "0"}}
    return {
        "format": "swiss",
        "options": {},
        "request": {
            "round": 1,
            "seed": "1",
            "entrants": [
                [first.pk, 1, "active", 1, None, "", "", "0"],
                [second.pk, 2, "active", 1],
            ],
            "history": [[1, "bye", True, None, "", None, [seat]]],
            "standings": {},
            "tables": [[1, True, False]],
            "forbidden": [[first.pk, second.pk]],
        },
        "engine": "swiss-1",
        "optimality": "optimal",
        "costs": [],
        "reasons": [reason],
        "warnings": [{"code": "not_in_the_table", "params": {"entries": [first.pk]}}],
        "pairings": [
            {"seats": [[first.pk, 1], [second.pk, 2]], "kind": "game", "table": 1,
             "reasons": [reason]}
        ],
    }  # fmt: skip


def _log(tournament: Tournament, by: Any, entries: list[Entry]) -> None:
    """Events about rows that are there, and about one that is gone."""
    change_state(entries[1], Entry.State.LATE, by=by)
    change_state(entries[1], Entry.State.PRESENT, by=None)
    set_table_service(tournament.tables.get(number=8), False, by=by, why="vakler")
    Event.objects.create(
        tournament=tournament, verb="round.discard", subject_kind="round", subject_id=987_654,
        subject="Runde 2", before={"seed": 3}, key="k" * 64,
    )  # fmt: skip


_GAMES = (
    (Game.PARTNERS, 2, 9),
    (Game.BACKGAMMON, 2, 8),
    (Game.KROKET, 3, 9),
    (Game.PARTNERS_PLUS_PAIRS, 3, 9),
)


def by_chance(seed: int) -> Tournament:
    """A small tournament somewhere on its way; the same seed makes the same one."""
    dice = random.Random(f"transfer:{seed}")
    game, fewest, most = dice.choice(_GAMES)
    entries, rounds = dice.randint(fewest * 2, most), dice.randint(1, 3)
    by = make_user()
    day = Day.begin(
        by=by, name=f"Tilfældig {seed} 🔥", slug=f"chance-{seed}", entries=entries, tables=entries,
        rounds=rounds, seed=seed, public=dice.random() < 0.5, date=dt.date(2027, 3, 13), game=game,
        free=dice.randint(0, 3),
    )  # fmt: skip
    day.check_in(absent=dice.randint(0, 1))
    tournament = day.tournament
    if dice.random() < 0.5:
        one, other = tournament.entries.order_by("number")[:2]
        if dice.random() < 0.3:
            keep_apart(one, other, by=by, why="familie")
    for number in range(dice.randint(0, rounds)):
        round_ = day.draw()
        whole = number + 1 < rounds or dice.random() < 0.5
        day.play(round_, tables=None if whole else 1)
        if not whole:
            break
        day.close(round_)
    else:
        if dice.random() < 0.5 and tournament.rounds.count() < rounds:
            draft = draw_round(tournament, by=by)
            if dice.random() < 0.5:
                discard_draft(draft, by=None)
    tournament.refresh_from_db()
    return tournament
