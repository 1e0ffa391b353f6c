"""`manage.py simulate_format <format>`: plays virtual events and says how the format does."""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.simulation_checks import CHECKS
from tournaments.formats.simulation_model import EventResult, Scenario, Seeding, Summary
from tournaments.formats.simulation_random import MOST, random_events
from tournaments.formats.simulation_runs import (
    OptionError,
    load_formats,
    option_types,
    parse_options,
    simulate_events,
    summarise,
)

RANDOM = "random"
"""Stands for any format."""

PATIENCE = 1.0
"""Seconds before a progress bar is worth showing."""
BAR = 30


def _share(text: str) -> float:
    """A percentage as a share; `20` and `20%` are both 0.2."""
    try:
        share = float(text.removesuffix("%").replace(",", ".")) / 100
    except ValueError as error:
        raise ArgumentTypeError(f"“{text}” is not a percentage") from error
    if not 0 <= share <= 1:
        raise ArgumentTypeError(f"{text} is not between 0 and 100")
    return share


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise ArgumentTypeError(f"{text} is less than {least}")
        return value

    number.__name__ = "whole number"
    return number


class Command(BaseCommand):
    help = (
        "Plays virtual events of a format between entries of known strength, checks every draw, "
        "and says how well the final standings agree with the strengths. Touches no database. "
        "Exit status 1 when a check fails."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "format",
            choices=[*load_formats(), RANDOM],
            help=f"code of the format; “{RANDOM}”: any of them with any options, one stage or two",
        )
        parser.add_argument(
            "--entries",
            type=_at_least(2),
            help=f"default 32; of {RANDOM} events the most there are, by default {MOST}",
        )
        parser.add_argument(
            "--processes",
            type=_at_least(1),
            default=os.cpu_count() or 1,
            help=f"that share {RANDOM} events (default: as many as there are processors)",
        )
        parser.add_argument(
            "--rounds", type=_at_least(1), help="default: as many as the format plans"
        )
        parser.add_argument("--events", type=_at_least(1), default=50)
        parser.add_argument(
            "--seed", default="1", help="any text; the same seed gives the same events"
        )
        parser.add_argument(
            "--drops", type=_share, default="0", metavar="%", help="entries that withdraw"
        )
        parser.add_argument(
            "--lates", type=_share, default="0", metavar="%", help="entries that come later"
        )
        parser.add_argument(
            "--draws", type=_share, default="0", metavar="%", help="games without a winner"
        )
        parser.add_argument(
            "--no-shows",
            type=_share,
            default="0",
            metavar="%",
            help="games for which somebody does not come",
        )
        parser.add_argument(
            "--spread",
            type=float,
            default=1.0,
            help="standard deviation of the strengths in logits (default 1)",
        )
        parser.add_argument(
            "--seeding",
            choices=[seeding.value for seeding in Seeding],
            default=Seeding.ROUGH.value,
            help="how well the seeds know the strengths",
        )
        parser.add_argument("--tables", action="store_true", help="draw at numbered tables")
        parser.add_argument("--minutes", type=float, default=60.0, help="minutes a round takes")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the format; may be given several times",
        )
        parser.add_argument("--json", action="store_true", help="the summary as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        code = options["format"]
        if code == RANDOM:
            self._random(options)
            return
        try:
            chosen = parse_options(code, options["option"])
        except OptionError as error:
            raise CommandError(str(error)) from error
        scenario = Scenario(
            format=code,
            entries=options["entries"] or 32,
            rounds=options["rounds"],
            drops=options["drops"],
            lates=options["lates"],
            draws=options["draws"],
            no_shows=options["no_shows"],
            spread=options["spread"],
            seeding=Seeding(options["seeding"]),
            tables=options["tables"],
            options=chosen,
        )
        events = simulate_events(scenario, options["events"], options["seed"])
        results = list(self._watched(events, options["events"]))
        summary = summarise(scenario, results, options["minutes"])
        if options["json"]:
            self.stdout.write(
                json.dumps(_plain(summary), ensure_ascii=False, indent=2, default=str)
            )
        else:
            self._tell(summary)
        if summary.faults:
            raise CommandError(f"{len(summary.faults)} checks failed.", returncode=1)

    def _random(self, options: dict[str, Any]) -> None:
        """Events by chance: how many of each format there were, and every check that failed."""
        count = options["events"]
        events = random_events(
            options["seed"],
            count,
            most=options["entries"] or MOST,
            processes=options["processes"],
        )
        played: Counter[str] = Counter()
        rounds = 0
        faults: list[str] = []
        for number, result in enumerate(self._watched(events, count)):
            then = result.scenario.then
            played[result.scenario.format + (f", {then.format}" if then else "")] += 1
            rounds += result.rounds
            faults += [
                f"event {number} of seed {options['seed']}, round {fault.round}, {fault.check}: "
                f"{fault.detail} ({result.scenario})"
                for fault in result.faults
            ]
        self.stdout.write(f"{count} events, {rounds} rounds, {len(CHECKS)} checks")
        for name, times in sorted(played.items()):
            self.stdout.write(f"  {name:<30}  {times}")
        self.stdout.write(f"  {'Checks failed':<30}  {len(faults)}")
        for line in faults[:20]:
            self.stdout.write(self.style.ERROR(f"  {line}"))
        if faults:
            raise CommandError(f"{len(faults)} checks failed.", returncode=1)

    def _watched(self, events: Iterable[EventResult], count: int) -> Iterator[EventResult]:
        """The events, with a bar on stderr once they have taken more than a second."""
        start = time.monotonic()
        shown = False
        for number, result in enumerate(events, start=1):
            yield result
            if time.monotonic() - start > PATIENCE and self.stderr.isatty():
                filled = BAR * number // count
                bar = "█" * filled + "·" * (BAR - filled)
                self.stderr.write(f"\r{bar} {number}/{count}", ending="")
                shown = True
        if shown:
            self.stderr.write("")

    def _names(self, scenario: Scenario) -> Iterable[str]:
        return option_types(scenario.format) if scenario.options is not None else ()

    def _tell(self, summary: Summary) -> None:
        scenario = summary.scenario
        values = {name: getattr(scenario.options, name, None) for name in self._names(scenario)}
        told = ", ".join(f"{name}={value}" for name, value in values.items() if value is not None)
        self.stdout.write(
            f"{scenario.format}: {scenario.entries} entries, {summary.events} events"
            + (f" ({told})" if told else "")
        )
        rows = (
            ("Rounds", f"{summary.rounds:.1f}"),
            ("Duration", f"{summary.minutes / 60:.1f} hours"),
            ("Strongest wins", f"{summary.strongest_won:.0%}"),
            ("Rank correlation (Spearman)", f"{summary.spearman:.3f}"),
            ("Rank correlation (Kendall)", f"{summary.kendall:.3f}"),
            ("Games", f"{summary.games:.1f}"),
            ("Repeated meetings", f"{summary.repeats:.2f}"),
            ("Byes", f"{summary.byes:.2f}"),
            ("Walkovers", f"{summary.walkovers:.2f}"),
            ("Checks failed", f"{len(summary.faults)} ({len(CHECKS)} checks)"),
        )
        wide = max(len(name) for name, _ in rows)
        for name, value in rows:
            self.stdout.write(f"  {name:<{wide}}  {value}")
        for seed, fault in summary.faults[:20]:
            line = f"  seed {seed}, round {fault.round}, {fault.check}: {fault.detail}"
            self.stdout.write(self.style.ERROR(line))


def _plain(summary: Summary) -> dict[str, Any]:
    """The summary as JSON has it; options by name, enumerations by their words."""
    plain = asdict(summary)
    plain["faults"] = [{"seed": seed, **asdict(fault)} for seed, fault in summary.faults]
    return plain
