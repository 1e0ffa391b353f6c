"""What is taken along of what `tournaments` stores. See `tournaments.transfer.kinds`."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Final

from django.db.models import Q

from tournaments.domain.recheck import read_stored_draw
from tournaments.formats.model import Entrant
from tournaments.models import (
    Entry,
    Event,
    FormerPlayer,
    KeptApart,
    Mail,
    Pairing,
    Player,
    Qualified,
    Registration,
    RequestedBye,
    Round,
    Seat,
    SignUp,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
from tournaments.names import name_key, person_key
from tournaments.plain import to_plain
from tournaments.queries.stage_standings import tournament_ranking
from tournaments.queries.stages import stages_of
from tournaments.transfer.kinds import (
    CHECKS,
    DERIVED,
    KEY,
    LEFT_OUT,
    SAID_AGAIN,
    WORKER,
    Kind,
    Later,
    Made,
    Refer,
    names_by_model,
    register,
)
from tournaments.transfer.references import Json, Ways

#: Where a reason of a draw (`formats.model.Reason`) names entries, below `way`.
_IN_REASON: Final = ("params.entry|opponent|down|up", "params.entries|opponents.*")


def reasons_at(way: str) -> Ways:
    return {f"{way}.*.{end}": "entries" for end in _IN_REASON}


#: A fixed schedule names entries; other formats have a number under the same name.
_SCHEDULE: Final = "rounds.*.*.*"
_DRAW: Final[Ways] = {
    "request.entrants.*.0": "entries",
    "request.history.*.6.*.0": "entries",
    "request.forbidden.*.*": "entries",
    f"options.{_SCHEDULE}": "entries",
    "pairings.*.seats.*.0": "entries",
    **reasons_at("pairings.*.reasons"),
    **reasons_at("reasons"),
    **reasons_at("warnings"),
}


def _with_lots(row: dict[str, Any]) -> None:
    """What a draw read of each entry, with what its lots were drawn with said."""
    request = row["draw"].get("request")
    if not request:
        return
    columns = [field for field in fields(Entrant) if field.name != "lot"]
    for entrant in request["entrants"]:
        # Rows of earlier draws are shorter.
        for column in columns[len(entrant) :]:
            assert column.default is not MISSING
            entrant.append(to_plain(column.default))
        if len(entrant) == len(columns):
            entrant.append(None)
        entrant[-1] = entrant[0] if entrant[-1] is None else entrant[-1]


def _entry(row: Entry, _made: Made) -> None:
    row.name_key = name_key(row.name)


def _entry_in(row: Entry, said: dict[str, Json], _made: Made) -> None:
    row.lot_key = _whole(said["lot"])


def _player(row: Player, made: Made) -> None:
    # Two of one name were told apart by their addresses, and stay two.
    key, count = person_key(row.name, row.email), 1
    while key in made.taken:
        count += 1
        key = f"{person_key(row.name, row.email)}#{count}"
    made.taken.add(key)
    row.person_key = key


def _qualified(row: Qualified, _made: Made) -> None:
    # The tournament it came from is another one, and not here.
    row.source = None


def _of_pairing(row: Any, _made: Made) -> None:
    row.round_id = row.pairing.round_id


def _whole(value: Json) -> int:
    if type(value) is not int or abs(value) >= 2**63:
        raise ValueError("no number")
    return value


def _as_it_is(_raw: dict[str, Any], _later: Later) -> None:
    """The same next year."""


def _stage_next_year(raw: dict[str, Any], _later: Later) -> None:
    if raw["format"] == Stage.Format.SCHEDULE:
        # It says who meets whom, and who comes next year nobody knows.
        raw["settings"] = {}


def _registration_next_year(raw: dict[str, Any], later: Later) -> None:
    for name in ("opens_at", "closes_at"):
        if raw[name] is not None:
            raw[name] = later(raw[name])


#: What an event was sealed with elsewhere.
_SEALED: Final = ("id", "tournament", "actor", "subject")


def _event_out(raw: dict[str, Any], refer: Refer) -> dict[str, Json]:
    sealed = raw["origin"] or {
        "id": raw["id"],
        "tournament": raw["tournament_id"],
        "actor": raw["actor_id"],
        "subject": raw["subject_id"],
    }
    return {"of": refer(raw["subject_kind"], raw["subject_id"]), "sealed": sealed}


def _event_in(row: Event, said: dict[str, Json], made: Made) -> None:
    sealed, of = said["sealed"], said["of"]
    if not isinstance(sealed, dict) or set(sealed) != set(_SEALED):
        raise ValueError("an event is not sealed as it should be")
    for name in _SEALED:
        if name != "actor" or sealed[name] is not None:
            _whole(sealed[name])
    row.origin = sealed
    if of is None:
        # Below zero: no row of ours has such a key.
        row.subject_id = -abs(sealed["subject"])
    else:
        names = {model._meta.model_name: name for model, name in names_by_model().items()}
        if row.subject_kind not in names:
            raise ValueError(f"no kind {row.subject_kind}")
        row.subject_id = made.key(names[row.subject_kind], _whole(of))


register(
    Kind(
        name="tournament",
        model=Tournament,
        within="pk",
        fields=(
            "name", "game", "ruleset", "date", "venue", "time_zone", "capacity", "rounds_planned",
            "minutes_per_game", "game_settings", "points_scheme", "tie_breaks", "unplayed_rule",
            "struck_rule", "penalty_rule", "seed", "state", "public", "wall_text", "days_kept",
            "created_at",
        ),
        left_out={"id": KEY, "slug": "chosen anew where it is brought in; the manifest has it"},
    ),
    Kind(
        name="stages",
        model=Stage,
        within="tournament",
        number="number",
        fields=(
            "number", "name", "format", "settings", "table_ranges", "game_settings", "from_rank",
            "to_rank", "carry",
        ),
        left_out={"id": KEY},
        inside={"settings": {_SCHEDULE: "entries"}},
        next_year=_stage_next_year,
    ),
    Kind(
        name="tables",
        model=Table,
        within="tournament",
        number="number",
        fields=("number", "in_service", "accessible", "plan_x", "plan_y"),
        left_out={"id": KEY},
        next_year=_as_it_is,
    ),
    Kind(
        name="entries",
        model=Entry,
        within="tournament",
        number="number",
        fields=(
            "number", "name", "city", "club", "notes", "seed_rank", "state", "from_round",
            "missed_points", "struck", "adjustment", "adjusted_in", "needs_access", "fixed_table",
            "merged_into", "payment", "created_at",
        ),
        left_out={
            "id": KEY,
            "name_key": DERIVED,
            "code": "a secret; everybody gets a new one",
            "lot_key": "as `lot`, which is there for every entry",
        },
        inside={"adjusted_in": {"#": "stages"}},
        without_contacts={"notes": ""},
        derive=_entry,
        more=("lot",),
        more_out=lambda raw, _refer: {
            "lot": raw["id"] if raw["lot_key"] is None else raw["lot_key"]
        },
        more_in=_entry_in,
    ),
    Kind(
        name="players",
        model=Player,
        within="tournament",
        fields=("entry", "position", "name", "email", "phone", "initials_only"),
        left_out={"id": KEY, "person_key": DERIVED},
        without_contacts={"email": "", "phone": ""},
        derive=_player,
    ),
    Kind(
        name="former_players",
        model=FormerPlayer,
        within="entry__tournament",
        fields=(
            "entry", "position", "name", "email", "phone", "initials_only", "through_round",
        ),
        left_out={"id": KEY},
        without_contacts={"email": "", "phone": ""},
    ),
    Kind(
        name="requested_byes",
        model=RequestedBye,
        within="entry__tournament",
        fields=("entry", "round_number"),
        left_out={"id": KEY},
    ),
    Kind(
        name="kept_apart",
        model=KeptApart,
        within="one__tournament",
        fields=("one", "other"),
        left_out={"id": KEY},
    ),
    Kind(
        name="qualified",
        model=Qualified,
        within="final",
        fields=("entry", "source_name", "place", "why"),
        left_out={"id": KEY, "source_entry": "of another tournament, which is not in the file"},
        derive=_qualified,
    ),
    Kind(
        name="stage_entries",
        model=StageEntry,
        within="stage__tournament",
        fields=("stage", "entry", "seed", "rank", "group"),
        left_out={"id": KEY},
    ),
    Kind(
        name="rounds",
        model=Round,
        within="tournament",
        number="number",
        fields=(
            "stage", "number", "state", "seed", "draw", "game_settings", "version", "drawn_at",
            "published_at", "closed_at",
        ),
        left_out={"id": KEY},
        inside={"draw": _DRAW},
        before_out=_with_lots,
    ),
    Kind(
        name="pairings",
        model=Pairing,
        within="round__tournament",
        fields=("round", "table", "kind", "order", "reasons", "by_hand", "group", "slot"),
        left_out={"id": KEY},
        inside={"reasons": {f"*.{end}": "entries" for end in _IN_REASON}},
    ),
    Kind(
        name="seats",
        model=Seat,
        within="round__tournament",
        fields=(
            "pairing", "entry", "side", "moved_from", "colours", "outcome", "points", "place",
            "score", "steps", "in_time",
        ),
        left_out={"id": KEY, "round": SAID_AGAIN},
        derive=_of_pairing,
    ),
    Kind(
        name="registration",
        model=Registration,
        within="tournament",
        fields=(
            "opens_at", "closes_at", "doors_open", "fee", "about", "consent", "contact",
            "hours_to_accept",
        ),
        left_out={"id": KEY},
        next_year=_registration_next_year,
    ),
    Kind(
        name="sign_ups",
        model=SignUp,
        within="tournament",
        fields=(
            "state", "facts", "email", "language", "link_version", "consent", "consented_at",
            "queued_at", "answer_by", "entry", "created_at",
        ),
        left_out={"id": KEY},
        without_contacts={"facts": {}, "email": ""},
    ),
    Kind(
        name="letters",
        model=Mail,
        within="tournament",
        fields=(
            "sign_up", "kind", "to", "language", "subject", "text", "state", "attempts", "due_at",
            "error", "created_at", "sent_at",
        ),
        left_out={
            "id": KEY,
            "lease": WORKER,
            "lease_until": WORKER,
            "key": "names a key of the log's; it keeps the sender from writing twice",
        },
        contacts_only=True,
        # One that waits is sent from where it waits, and nowhere else.
        only=Q(state__in=(Mail.State.SENT, Mail.State.FAILED)),
        sorted_by="created_at",
    ),
    Kind(
        name="log",
        model=Event,
        within="tournament",
        number="",
        fields=(
            "at", "actor", "verb", "subject_kind", "subject", "before", "after", "why", "key",
            "place", "digest",
        ),
        left_out={
            "id": "as `sealed`, which names nothing elsewhere",
            "subject_id": "as `of` (its number here) and `sealed`",
            "origin": "as `sealed`, which is there for every event",
        },
        more=("of", "sealed"),
        more_out=_event_out,
        more_in=_event_in,
        rank=1,
    ),
)  # fmt: skip

LEFT_OUT.update(
    {
        "tournaments.User": "an account: those who did something are named in `people`",
        "tournaments.Role": "who may do what is decided where it is brought in",
        "tournaments.Invitation": "a link that lets somebody in: a secret of this installation",
        "tournaments.LogIn": "a session of this installation",
        "tournaments.ApiToken": "a secret of this installation",
        "tournaments.ApiAnswer": "what a program was answered here, for when it asks again",
        "tournaments.Webhook": "a secret of this installation, and where it sends to",
        "tournaments.Delivery": "what was sent from here",
        "tournaments.Qualifier": "says which other tournaments lead to this one: not in the file",
        "tournaments.Import": "tells how the tournament came to this installation",
    }
)


def _ranking_is_reckoned(tournament: Tournament) -> None:
    """Stages, their options and the standings can be read."""
    stages_of(tournament)
    tournament_ranking(tournament)


def _draws_can_be_read(tournament: Tournament) -> None:
    for round_ in tournament.rounds.exclude(draw={}):
        read_stored_draw(round_)


CHECKS.extend((_ranking_is_reckoned, _draws_can_be_read))
