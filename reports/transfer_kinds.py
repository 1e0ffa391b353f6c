"""What is taken along of what `reports` stores. See `tournaments.transfer.kinds`."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils import timezone

from reports.models import Job, Timetable
from reports.tournament_file import TOURNAMENT_FILE
from tournaments.transfer.kinds import KEY, WORKER, Kind, Made, Refer, register
from tournaments.transfer.references import Json


def _made_paper(row: Job, _made: Made) -> None:
    # Its file comes once all else is kept; until then it is one whose file is gone.
    row.state = Job.State.DONE
    row.pruned_at = timezone.now()


def _read_out(raw: dict[str, Any], refer: Refer) -> dict[str, Json]:
    read = raw["read_event"]
    return {"read": None if read is None else refer("event", read)}


def _read_in(row: Job, said: dict[str, Json], made: Made) -> None:
    row.read_event = None if said["read"] is None else made.key("log", int(said["read"]))


register(
    Kind(
        name="timetable",
        model=Timetable,
        within="tournament",
        fields=("first_round", "minutes_between", "breaks"),
        left_out={"id": KEY},
        next_year=lambda _raw, _later: None,
    ),
    Kind(
        name="papers",
        model=Job,
        within="tournament",
        fields=(
            "document", "params", "language", "file", "filename", "asked_by", "asked_at",
            "finished_at",
        ),
        left_out={
            "id": KEY,
            "state": "only what is made is taken along",
            "attempts": WORKER,
            "lease": WORKER,
            "lease_until": WORKER,
            "done": WORKER,
            "total": WORKER,
            "read_event": "as `read`, a place in the log",
            "digest": "of what it printed, with keys of the database",
            "first_pages": WORKER,
            "pruned_at": "only what has its file is taken along",
            "error": "only what is made is taken along",
            "key": "of the request; the log has it",
        },
        # A list for the door may have telephone numbers.
        contacts_only=True,
        # A file of the tournament is not in the next one.
        only=Q(state=Job.State.DONE, pruned_at=None) & ~Q(file="") & ~Q(document=TOURNAMENT_FILE),
        more=("read",),
        more_out=_read_out,
        more_in=_read_in,
        derive=_made_paper,
        sorted_by="asked_at",
        rank=2,
    ),
)  # fmt: skip
