"""Many virtual events of a scenario: their summary, and options as text."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from statistics import fmean
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import tournaments.formats
from tournaments.formats.model import FormatOptions
from tournaments.formats.registry import format_codes, get_format
from tournaments.formats.simulation_events import simulate_event
from tournaments.formats.simulation_model import EventResult, Scenario, Summary


class OptionError(ValueError):
    """An option the format does not have, or a value it cannot take. The text says which."""


def load_formats() -> tuple[str, ...]:
    """Imports every module of the package, so that each format has registered; all codes."""
    for module in pkgutil.iter_modules(tournaments.formats.__path__):
        importlib.import_module(f"tournaments.formats.{module.name}")
    return format_codes()


def simulate_events(scenario: Scenario, events: int, seed: str) -> Iterator[EventResult]:
    """So many events of a scenario, each with a seed of its own that follows from `seed`."""
    for number in range(1, events + 1):
        yield simulate_event(scenario, f"{seed}:{number}")


def summarise(
    scenario: Scenario, results: Sequence[EventResult], minutes_a_round: float
) -> Summary:
    """Means over events; ValueError without any."""
    if not results:
        raise ValueError("no events to summarise")
    rounds = fmean(result.rounds for result in results)
    return Summary(
        scenario=scenario,
        events=len(results),
        spearman=fmean(result.spearman for result in results),
        kendall=fmean(result.kendall for result in results),
        strongest_won=fmean(result.strongest_won for result in results),
        rounds=rounds,
        minutes=rounds * minutes_a_round,
        games=fmean(result.games for result in results),
        repeats=fmean(result.repeats for result in results),
        byes=fmean(result.byes for result in results),
        walkovers=fmean(result.walkovers for result in results),
        faults=tuple((result.seed, fault) for result in results for fault in result.faults),
    )


def options_class(code: str) -> Callable[..., FormatOptions] | None:
    """The options of a format: the class of its module that is called like its code, as
    `RoundRobinOptions` for `round_robin`. None where there is none."""
    module = sys.modules[type(get_format(code)).__module__]
    name = "".join(part.capitalize() for part in code.split("_")) + "Options"
    found = getattr(module, name, None)
    if isinstance(found, type) and issubclass(found, FormatOptions):
        return found
    return None


def option_types(code: str) -> dict[str, type]:
    """Options that can be written as text, by name: flags, numbers, words of an enumeration."""
    kind = options_class(code)
    if kind is None or not is_dataclass(kind):
        return {}
    hints = get_type_hints(kind)
    types = {field.name: _plain(hints[field.name]) for field in fields(kind)}
    return {name: type_ for name, type_ in types.items() if type_ is not None}


def _plain(hint: Any) -> type | None:
    """The type that can be written as text; of `X | None` it is X's."""
    if get_origin(hint) in (Union, UnionType):
        others = [part for part in get_args(hint) if part is not type(None)]
        return _plain(others[0]) if len(others) == 1 else None
    if isinstance(hint, type) and (hint in (bool, int, str) or issubclass(hint, Enum)):
        return hint
    return None


def parse_options(code: str, pairs: Iterable[str]) -> FormatOptions | None:
    """`["groups=4", "pots=snake"]` as the format's options; None for no pairs at all.

    Raises `OptionError` with what is wrong and what could be written instead.
    """
    texts: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise OptionError(f"“{pair}” is not of the form name=value.")
        texts[name] = value
    if not texts:
        return None
    types = option_types(code)
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in types:
            known = ", ".join(sorted(types)) or "none"
            raise OptionError(f"{code} has no option “{name}”. Its options: {known}.")
        values[name] = _value(name, text, types[name])
    kind = options_class(code)
    assert kind is not None, "types were read from it"
    return kind(**values)


FLAGS: Mapping[str, bool] = {"1": True, "true": True, "yes": True} | {
    "0": False,
    "false": False,
    "no": False,
}


def _value(name: str, text: str, type_: type) -> Any:
    allowed: Iterable[str]
    if type_ is bool:
        if text.lower() in FLAGS:
            return FLAGS[text.lower()]
        allowed = FLAGS
    elif issubclass(type_, Enum):
        words = {str(member.value): member for member in type_}
        if text in words:
            return words[text]
        allowed = words
    else:
        try:
            return int(text) if type_ is int else text
        except ValueError:
            allowed = ("a whole number",)
    raise OptionError(f"{name} cannot be “{text}”. It can be: {', '.join(allowed)}.")
