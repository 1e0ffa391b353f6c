"""The changes an event keeps, in words: what a field is called, and what its value means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.game_settings import AROUND, BELOW, SETTINGS
from tournaments.games import GAMES
from tournaments.models import Entry, Game, Role, Round, SignUp, Stage, Tournament
from tournaments.stage_formats import CHOICES, STAGE_FORMATS
from tournaments.tie_break_words import (
    PENALTY_RULES,
    POINTS_FIELDS,
    STRUCK_RULES,
    TIE_BREAKS,
    UNPLAYED_RULES,
)
from tournaments.webhooks.faults import WORDS as WEBHOOK_FAULTS
from tournaments.webhooks.vocabulary import TYPES

#: Kept for programs alone: an undo, a check of the draw, a key of the database.
SILENT: Final = frozenset(
    {
        "slots", "undoes", "version", "numbers", "record", "extension", "seconds", "engine",
        "document",
        "passed_over", "corrected", "position", "facts", "gone", "moved", "lists", "claim",
        "mail", "letters", "delivery", "covers", "as", "swapped", "left", "stood", "ran", "other",
        "drawn_from", "edited", "call",
    }
)  # fmt: skip

#: Field -> what people call it. "verbs.field" where the same key means two things.
NAMES: Final[dict[str, str | Promise]] = {
    # A tournament
    "name": gettext_lazy("name"),
    "game": gettext_lazy("game"),
    "ruleset": gettext_lazy("rule set"),
    "date": gettext_lazy("date"),
    "venue": gettext_lazy("venue"),
    "time_zone": gettext_lazy("time zone"),
    "capacity": gettext_lazy("places"),
    "rounds_planned": gettext_lazy("rounds"),
    "minutes_per_game": gettext_lazy("minutes a game"),
    "game_settings": gettext_lazy("how it is played"),
    "loaded": gettext_lazy("loaded course or cards"),
    "points_scheme": gettext_lazy("points"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "unplayed_rule": gettext_lazy("unplayed games"),
    "struck_rule": gettext_lazy("results that are struck"),
    "penalty_rule": gettext_lazy("points taken by rulings"),
    "wall_text": gettext_lazy("text on the wall"),
    "tables": gettext_lazy("tables"),
    "in_service": gettext_lazy("in use"),
    "accessible": gettext_lazy("without steps"),
    "kept_tables": gettext_lazy("tables kept"),
    "role": gettext_lazy("role"),
    "qualifiers": gettext_lazy("tournaments that lead here"),
    "host": gettext_lazy("sends to"),
    "told": gettext_lazy("told of"),
    "fault": gettext_lazy("why"),
    "message": gettext_lazy("message"),
    "contacts": gettext_lazy("with contact details"),
    "invited_by": gettext_lazy("invited by"),
    "uses": gettext_lazy("for how many"),
    "expires": gettext_lazy("holds until"),
    "withdrawn": gettext_lazy("invitations withdrawn"),
    "log_ins": gettext_lazy("log-ins ended"),
    "winners": gettext_lazy("winners"),
    # Entries
    "players": gettext_lazy("players"),
    "city": gettext_lazy("city"),
    "club": gettext_lazy("club"),
    "needs_access": gettext_lazy("needs an accessible table"),
    "notes": gettext_lazy("notes"),
    "seed": gettext_lazy("seed"),
    "fixed_table": gettext_lazy("fixed table"),
    "from_round": gettext_lazy("from round"),
    "contact": gettext_lazy("e-mail or phone"),
    "state": gettext_lazy("state"),
    "number": gettext_lazy("number"),
    "struck": gettext_lazy("results struck"),
    "missed_points": gettext_lazy("points for each missed round"),
    "initials": gettext_lazy("only initials in public"),
    "sign_ups": gettext_lazy("registrations"),
    "sits_out": gettext_lazy("sits out in rounds"),
    "sit_out": gettext_lazy("sit out on request"),
    "merged": gettext_lazy("merged"),
    "places": gettext_lazy("places"),
    "waiting": gettext_lazy("waiting"),
    "absent": gettext_lazy("absent"),
    "created": gettext_lazy("new"),
    "changed": gettext_lazy("changed"),
    "unchanged": gettext_lazy("unchanged"),
    "left_out": gettext_lazy("left out"),
    "payment": gettext_lazy("payment"),
    # Registration online
    "opens_at": gettext_lazy("opens"),
    "closes_at": gettext_lazy("closes"),
    "doors_open": gettext_lazy("doors open"),
    "fee": gettext_lazy("fee"),
    "about": gettext_lazy("about the tournament"),
    "consent": gettext_lazy("consent"),
    "hours_to_accept": gettext_lazy("hours to accept a place"),
    "days_kept": gettext_lazy("days contact details are kept"),
    "registration.contact": gettext_lazy("questions go to"),
    # Rounds
    "round": gettext_lazy("round"),
    "rounds": gettext_lazy("rounds"),
    "round.seed": pgettext_lazy("random number", "seed"),
    "games": gettext_lazy("games"),
    "byes": gettext_lazy("sit out"),
    "without_results": gettext_lazy("results missing"),
    "missing": gettext_lazy("results missing"),
    "despite": gettext_lazy("in spite of"),
    "by_hand": gettext_lazy("otherwise than drawn"),
    "pairings": gettext_lazy("changed"),
    "means": gettext_lazy("which means"),
    "apart": gettext_lazy("not to meet"),
    "kept": gettext_lazy("left as it is"),
    "drawn_again": gettext_lazy("drawn again"),
    "put_right": gettext_lazy("put right"),
    # Stages
    "format": gettext_lazy("format"),
    "options": gettext_lazy("options"),
    "from_rank": gettext_lazy("from place"),
    "to_rank": gettext_lazy("to place"),
    "carry": gettext_lazy("taken along"),
    "stages": gettext_lazy("stages"),
    "stage.entries": gettext_lazy("go on"),
    "moved_up": gettext_lazy("moved up"),
    "preferred": gettext_lazy("chosen among those who were level"),
    # Clock, extra time, results
    "started": gettext_lazy("began at"),
    "paused": gettext_lazy("stood still from"),
    "minutes": gettext_lazy("minutes"),
    "minutes left": gettext_lazy("minutes left"),
    "why": gettext_lazy("reason"),
    "result": gettext_lazy("result"),
    "winner": gettext_lazy("winner"),
    "ended": gettext_lazy("how it ended"),
    "side": gettext_lazy("side"),
    "signed": gettext_lazy("signed on the other side's phone"),
    "language": gettext_lazy("language"),
    # The timetable
    "first_round": gettext_lazy("first round begins"),
    "minutes_between": gettext_lazy("minutes between rounds"),
    "breaks": gettext_lazy("breaks"),
}

_STATES: Final[dict[str, str | Promise]] = {
    **dict(Tournament.State.choices),
    **dict(Round.State.choices),
    **dict(SignUp.State.choices),
    **dict(Entry.State.choices),
}
_POINTS: Final[dict[str, str | Promise]] = {
    **POINTS_FIELDS,
    "by_place": gettext_lazy("by place"),
}
_RULESETS: Final[dict[str, str | Promise]] = {
    code: name for game in GAMES.values() for code, name in game.rulesets.items()
}

#: Field -> what the codes it holds are called.
_VALUES: Final[dict[str, Mapping[str, str | Promise]]] = {
    "state": _STATES,
    "payment": dict(Entry.Payment.choices),
    "game": dict(Game.choices),
    "ruleset": _RULESETS,
    "role": dict(Role.Kind.choices),
    "points_scheme": _POINTS,
    "game_settings": {
        one.key: one.label
        for table in (*SETTINGS.values(), *AROUND.values(), BELOW)
        for one in table
    },
    "tie_breaks": {code: words.name for code, words in TIE_BREAKS.items()},
    "unplayed_rule": UNPLAYED_RULES,
    "struck_rule": STRUCK_RULES,
    "penalty_rule": PENALTY_RULES,
    "language": dict(settings.LANGUAGES),
    "format": {row.code: row.label for row in STAGE_FORMATS.values()},
    "options": {
        **{option.name: option.label for row in STAGE_FORMATS.values() for option in row.fields},
        **{value.value: words for table in CHOICES.values() for value, words in table.items()},
    },
    "carry": dict(Stage.Carry.choices),
    "contact": {"new": gettext_lazy("new")},
    "told": {one.name: one.words for one in TYPES.values()},
    "fault": WEBHOOK_FAULTS,
}


def field_name(verb: str, field: str) -> str:
    """What `field` of an event with `verb` is called; the key itself where it has no words."""
    words = NAMES.get(f"{verb.split('.')[0]}.{field}", NAMES.get(field))
    return field.replace("_", " ") if words is None else str(words)


def value_text(field: str, value: Any) -> str:
    """A kept value as people read it: codes in words, lists with commas, "" for none."""
    words = _VALUES.get(field, {})
    return _plain(value, lambda text: str(words.get(text, text)))


def _plain(value: Any, name: Callable[[str], str]) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_plain(item, name) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name(key)} {_plain(item, name)}" for key, item in value.items())
    return name(str(value))
