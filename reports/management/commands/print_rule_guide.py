"""`manage.py print_rule_guide`: a rule guide as PDF, without a tournament."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reports.documents.rule_guides import SIZES, guide_order
from reports.guides import FAMILIES, LANGUAGES, RULESETS, facts_for
from reports.press.crew import print_order


class Command(BaseCommand):
    help = "Prints the rule guide of a game to a PDF file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=[str(game) for game in FAMILIES])
        parser.add_argument("file", type=Path, help="the PDF to write")
        parser.add_argument("--ruleset", default="", help="its usual one when left out")
        parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
        parser.add_argument("--size", choices=SIZES, default=SIZES[0])

    def handle(self, *args: Any, **options: Any) -> None:
        game, ruleset = options["game"], options["ruleset"]
        if ruleset and ruleset not in RULESETS[game]:
            known = ", ".join(filter(None, RULESETS[game])) or "none"
            raise CommandError(f"{game} has no rule set {ruleset}. There are: {known}.")
        order = guide_order(facts_for(game, ruleset), options["language"], options["size"])
        with tempfile.TemporaryDirectory() as folder:
            pages = print_order(order, Path(folder), options["file"], lambda done, total: None)
        self.stdout.write(f"{options['file']}: {pages} pages")
