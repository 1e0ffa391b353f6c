"""What results count by, and which game is played how. What is sent is read by the desk's own form,
so that both refuse the same in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.create_tournament import COUNTED_BY, edit_tournament, stamp
from tournaments.domain.errors import Refused
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PRESET_TIE_BREAKS,
    PenaltyRule,
    StruckRule,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats_settings import POINTS_KEYS, points_scheme
from tournaments.forms.points import (
    MAY_TAKE,
    MOST,
    TIE_BREAK_FIELDS,
    places_as_text,
    preset_of,
)
from tournaments.forms.tournament import TournamentForm
from tournaments.game_settings import fields_table, resolved
from tournaments.games import PLAYABLE
from tournaments.models import Tournament, User
from tournaments.queries.what_if import places_that_change

from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, the_tournament
from .problems import WrongBody
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on

_TIE_BREAKS: Final = [code.value for code in TieBreak if code is not TieBreak.POINTS]


def _number(key: str = "", **options: Any) -> serializers.DecimalField:
    least = -MOST if key in MAY_TAKE else Decimal(0)
    return serializers.DecimalField(
        max_digits=6, decimal_places=2, min_value=least, max_value=MOST, **options
    )


class PointsBody(serializers.Serializer):
    """Points for each way a round can end. What is left out stays as it is."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """One for each number of a scheme."""
        return {key: _number(key, required=False) for key in POINTS_KEYS}


class CountingBody(serializers.Serializer):
    """What results count by. What is left out stays as it is."""

    preset = choice(
        list(POINTS_SCHEMES),
        "Its numbers and tie-breaks, as far as they are not sent besides.",
        required=False,
    )
    points = PointsBody(required=False)
    by_place = serializers.ListField(
        child=serializers.ListField(child=_number(), min_length=2, max_length=6),
        max_length=5,
        required=False,
        help_text="At tables of three and more: for each size of table, points for each place.",
    )
    tie_breaks = serializers.ListField(
        child=choice(_TIE_BREAKS),
        max_length=len(TIE_BREAK_FIELDS),
        required=False,
        help_text="In their order; points come first of themselves.",
    )
    unplayed_rule = choice([rule.value for rule in UnplayedRule], required=False)
    struck_rule = choice(
        ["", *(rule.value for rule in StruckRule)], "Empty: as is usual.", required=False
    )
    penalty_rule = choice([rule.value for rule in PenaltyRule], required=False)
    despite_moves = serializers.BooleanField(
        default=False, help_text="Change it although somebody gets another place by it."
    )


class CountingShape(serializers.Serializer):
    """What results count by."""

    preset = serializers.CharField(
        allow_blank=True, help_text="The one that the numbers are of; empty: numbers of our own."
    )
    points = PointsBody()
    by_place = serializers.ListField(child=serializers.ListField(child=_number()))
    tie_breaks = serializers.ListField(child=serializers.CharField())
    unplayed_rule = serializers.CharField()
    struck_rule = serializers.CharField(allow_blank=True)
    penalty_rule = serializers.CharField()
    version = serializers.CharField(help_text="Another one as soon as any setting changes.")


def _counting(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    scheme = points_scheme(row.points_scheme)
    return {
        "preset": preset_of(scheme),
        "points": {key: _text(getattr(scheme, key)) for key in POINTS_KEYS},
        "by_place": [[_text(value) for value in each] for each in scheme.by_place],
        "tie_breaks": [code for code in row.tie_breaks if code != TieBreak.POINTS],
        "unplayed_rule": row.unplayed_rule,
        "struck_rule": row.struck_rule,
        "penalty_rule": row.penalty_rule,
        "version": stamp(row),
    }


def _text(number: Decimal) -> str:
    return f"{number:.2f}"


class GameBody(serializers.Serializer):
    """Which game is played how. What is left out stays as it is."""

    game = choice([game.value for game in PLAYABLE], required=False)
    ruleset = serializers.CharField(max_length=24, allow_blank=True, required=False)
    settings = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="What its rules leave to the organiser, by name: a number, true or false, or one "
        "of what can be chosen.",
    )


class PlayedShape(serializers.Serializer):
    """Which game is played how."""

    game = serializers.CharField()
    ruleset = serializers.CharField(allow_blank=True)
    settings = serializers.DictField(
        child=serializers.JSONField(), help_text="All there are, also those as usual."
    )
    version = serializers.CharField(help_text="Another one as soon as any setting changes.")


def _game(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    values = resolved(row.game, row.game_settings, around=True)
    return {
        "game": row.game,
        "ruleset": row.ruleset,
        "settings": {one.key: values[one.key] for one in fields_table(row.game)},
        "version": stamp(row),
    }


class _OfSettings(Read):
    access = Action.EDIT_TOURNAMENT

    def version(self, **kwargs: Any) -> str:
        """That of all settings."""
        return stamp(the_tournament(self))


@described("settings_counting", "tournaments", "What results count by.", CountingShape)
class Counting(_OfSettings):
    def read(self) -> dict[str, Any]:
        return _counting(self, the_tournament(self))


@described("settings_game", "tournaments", "Which game is played how.", PlayedShape)
class GameSettings(_OfSettings):
    def read(self) -> dict[str, Any]:
        return _game(self, the_tournament(self))


COUNTING = Subject(
    tag="tournaments",
    address="settings/counting/",
    find=the_tournament,
    answer=CountingShape,
    shaped=_counting,
    version="version",
)
GAME = Subject(
    tag="tournaments",
    address="settings/game/",
    find=the_tournament,
    answer=PlayedShape,
    shaped=_game,
    version="version",
)

# What is sent, as the desk's form has it ---------------------------------------------------------


def _form(tournament: Tournament, typed: Mapping[str, Any], game: str) -> TournamentForm:
    """The form with what was sent, and what was not as it is. Raises `WrongBody`."""
    there = TournamentForm(instance=tournament)
    as_it_is = {
        name: there.get_initial_for_field(field, name) for name, field in there.fields.items()
    }
    sent = {name: value for name, value in (as_it_is | dict(typed)).items() if value is not False}
    form = TournamentForm(
        {name: "" if value is None else value for name, value in sent.items()},
        instance=Tournament.objects.get(pk=tournament.pk),
    )
    if not form.is_valid():
        raise WrongBody(
            {_field(name, game): [str(one) for one in said] for name, said in form.errors.items()}
        )
    return form


def _field(name: str, game: str) -> str:
    """A field of the form as it is called here."""
    if name in TIE_BREAK_FIELDS:
        return f"tie_breaks.{TIE_BREAK_FIELDS.index(name)}"
    for before, after in (("points_by_place", "by_place"), (f"{game}-", "settings.")):
        if name.startswith(before):
            return after + name.removeprefix(before)
    if name.removeprefix("points_") in POINTS_KEYS:
        return "points." + name.removeprefix("points_")
    return "" if name == "__all__" else name


def _count(
    tournament: Tournament,
    *,
    by: User,
    key: str,
    despite_moves: bool,
    preset: str = "",
    points: Mapping[str, Decimal] | None = None,
    by_place: list[list[Decimal]] | None = None,
    tie_breaks: list[str] | None = None,
    **rules: str,
) -> None:
    if done_before(tournament, key):
        return
    typed: dict[str, Any] = dict(rules)
    if preset:
        scheme = POINTS_SCHEMES[preset]
        typed |= {f"points_{name}": getattr(scheme, name) for name in POINTS_KEYS}
        typed["points_by_place"] = places_as_text(scheme.by_place)
        if tie_breaks is None:
            tie_breaks = [code.value for code in PRESET_TIE_BREAKS[preset]]
    typed |= {f"points_{name}": value for name, value in (points or {}).items()}
    if by_place is not None:
        typed["points_by_place"] = places_as_text(tuple(map(tuple, by_place)))
    if tie_breaks is not None:
        chosen = [*tie_breaks, *[""] * len(TIE_BREAK_FIELDS)]
        typed |= dict(zip(TIE_BREAK_FIELDS, chosen, strict=False))
    # The numbers say it; what the form would fill in for a preset is filled in.
    form = _form(tournament, typed | {"points_preset": ""}, tournament.game)
    counted = {name: form.cleaned_data[name] for name in COUNTED_BY}
    moved = [] if despite_moves else places_that_change(tournament, **counted)
    if moved and tournament.state != Tournament.State.FINISHED:
        raise Refused(
            "places-change",
            ngettext("%(many)s pair changes place", "%(many)s pairs change places", len(moved))
            % {"many": len(moved)},
            field="despite_moves",
        )
    edit_tournament(tournament, table_count=tournament.tables.count(), by=by, key=key, **counted)


def _play(
    tournament: Tournament,
    *,
    by: User,
    key: str,
    settings: Mapping[str, Any] | None = None,
    **sent: str,
) -> None:
    if done_before(tournament, key):
        return
    game = sent.get("game", tournament.game)
    if game != tournament.game and tournament.rounds.exists():
        raise Refused(
            "round-drawn", _("The game stays what it is once a round is drawn."), field="game"
        )
    known = {one.key: one for one in fields_table(game)}
    for name, value in (settings or {}).items():
        if name not in known:
            said = _("There is no such field here. Leave it out.")
            raise WrongBody({f"settings.{name}": [said]}, "unknown")
        if type(value) not in (bool, int, str) or type(value) is not type(known[name].default):
            raise WrongBody({f"settings.{name}": [_("One of the options makes no sense.")]})
    if game != tournament.game:
        # Its own rule set, unless one is named.
        sent = {"ruleset": ""} | sent
    typed = sent | {f"{game}-{name}": value for name, value in (settings or {}).items()}
    form = _form(tournament, typed, game)
    chosen = {name: form.cleaned_data[name] for name in ("game", "ruleset", "game_settings")}
    edit_tournament(tournament, table_count=tournament.tables.count(), by=by, key=key, **chosen)


urlpatterns = [
    *verbs_on(
        COUNTING,
        VerbRow(
            "settings_counting_edit",
            "",
            Action.EDIT_TOURNAMENT,
            "Change what results count by. Every result counts anew.",
            _count,
            CountingBody,
            beside=Counting,
            route="api-settings-counting",
        ),
    ),
    *verbs_on(
        GAME,
        VerbRow(
            "settings_game_edit",
            "",
            Action.EDIT_TOURNAMENT,
            "Change which game is played how.",
            _play,
            GameBody,
            beside=GameSettings,
            route="api-settings-game",
        ),
    ),
]
