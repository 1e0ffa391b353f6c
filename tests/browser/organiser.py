"""An organiser at the desk, in Danish: a browser, and what they know to do with it.

Words are those on the screen. Every step ends by waiting for what it leads to, never for a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from config.day.pairs import spreadsheet
from tests.browser.device import device, follow
from tests.browser.looks import faults_at_two_widths
from tests.browser.server import PASSWORD, Server

#: A saved result's line in the grid.
DONE = re.compile("is-done")


class Organiser:
    """Runs one tournament from its creation to the final list."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.slug = ""
        #: Kind of page -> what axe-core found on it.
        self.faults: dict[str, list[str]] = {}

    def look(self, name: str, page: Page | None = None) -> None:
        """Have axe-core look at the page, as wide as a desk and as narrow as a phone."""
        page = page or self.page
        wide = page.viewport_size
        assert wide is not None
        if found := faults_at_two_widths(page, wide):
            self.faults[name] = found

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def section(self, name: str) -> None:
        sections = self.page.get_by_role("navigation", name="Turneringens sider")
        follow(self.page, sections.get_by_role("link", name=name, exact=True))
        expect(sections.locator("[aria-current=page]")).to_contain_text(name)

    def heading(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def public(self, path: str = "") -> str:
        """The address of a page anybody may see."""
        return f"{self.server.url}/t/{self.slug}/{path}"

    # Before the first round ----------------------------------------------------------------------

    def log_in(self) -> None:
        self.page.goto(f"{self.server.url}/desk/")
        self.page.get_by_label("Brugernavn").fill("bente")
        self.page.get_by_label("Kode").fill(PASSWORD)
        self.button("Log ind").click()
        expect(self.link("Ny turnering").first).to_be_visible()

    def create(
        self, name: str, *, game: str, tables: int, places: int, rounds: int, **fields: str
    ) -> None:
        """A tournament by the form; `fields` are how further labels begin (`_` for a space), and
        values."""
        page = self.page
        follow(page, self.link("Ny turnering").first)
        page.get_by_label("Navn", exact=True).fill(name)
        page.get_by_label("Dato", exact=True).fill("2027-03-13")
        page.get_by_label("Spil", exact=True).select_option(label=game)
        page.get_by_label("Borde", exact=True).fill(str(tables))
        page.get_by_label("Pladser", exact=True).fill(str(places))
        page.get_by_label("Runder", exact=True).fill(str(rounds))
        for label, value in fields.items():
            field = page.get_by_label(re.compile("^" + label.replace("_", " "))).first
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        self.look(f"new tournament: {game}")
        self.button("Opret turneringen").click()
        self.heading(name)
        self.slug = page.url.rstrip("/").split("/")[-1]

    def import_list(self, how_many: int, *, players: int, folder: Path, seed: int = 1) -> None:
        """As many entries from a spreadsheet, `players` each."""
        file = folder / "liste.csv"
        file.write_bytes(spreadsheet(how_many, seed=seed, players=players))
        follow(self.page, self.link(re.compile("^Import")).first)
        self.page.locator("input[type=file]").set_input_files(file)
        self.button("Vis, hvad der vil ske").click()
        self.button(f"Importér: {how_many} nye, 0 ændrede").click()
        expect(self.page.locator("tbody[data-rows] tr")).to_have_count(how_many)

    def check_in(self, how_many: int) -> None:
        """By number and Enter, as fast as they come."""
        self.section("Indtjekning")
        search = self.page.get_by_role("searchbox")
        for number in range(1, how_many + 1):
            search.fill(str(number))
            expect(self.page.locator("[data-check-in-top]")).to_contain_text("Enter tjekker")
            search.press("Enter")
            expect(search).to_have_value("")
        # The box is empty before everybody is known to be here.
        expect(self.page.locator("#check-in-rows [data-primary]")).to_have_count(0)
        self.section("Runder")

    # A round -------------------------------------------------------------------------------------

    def draw(self, number: int) -> None:
        """To the draft."""
        self.section("Runder")
        follow(self.page, self.link(f"Træk lod til runde {number}"))
        self.button(f"Træk lod til runde {number}").click()
        self.heading(f"Kladde til runde {number}")

    def publish(self) -> None:
        """As it is; where the draft is warned about, anyway."""
        self.button(re.compile("^Offentliggør")).first.click()
        anyway = self.button("Offentliggør alligevel")
        drawn = self.page.get_by_role("heading", level=1, name=re.compile(r"^Runde \d+"))
        expect(anyway.or_(drawn)).to_be_visible()
        if anyway.is_visible():
            anyway.click()
        expect(drawn).to_be_visible()

    def to_results(self) -> None:
        self.section("Resultater")
        expect(self.page.get_by_label("Bord og resultat")).to_be_visible()

    def type_result(self, table: int, line: str) -> None:
        """A line in the quick field, until it is saved."""
        quick = self.page.get_by_label("Bord og resultat")
        quick.fill(f"{table} {line}")
        quick.press("Enter")
        expect(self.page.locator(f"#table-{table}")).to_have_class(DONE)

    def open_tables(self) -> dict[int, list[str]]:
        """The tables without a result, each with who sits there, side by side."""
        rows = self.page.locator("#rows tr:not(.is-done)").all()
        return {
            int(str(row.get_attribute("data-table"))): texts(row.locator(".results-name"))
            for row in rows
        }

    def type_results(self, lines: list[str]) -> None:
        """A line for each table, from table 1."""
        self.to_results()
        for table, line in enumerate(lines, start=1):
            self.type_result(table, line)

    def play(self, number: int, line: Callable[[list[str]], str], *, publish: bool = True) -> None:
        """Draw, publish and play a round; `line` says how a table ends, by who sits there."""
        if publish:
            self.draw(number)
            self.publish()
        self.to_results()
        for table, names in self.open_tables().items():
            self.type_result(table, line(names))
        self.close(number)

    def close(self, number: int) -> None:
        self.section("Runder")
        follow(self.page, self.button(f"Afslut runde {number}"))
        expect(self.button(f"Afslut runde {number}")).to_have_count(0)

    def finish(self) -> None:
        self.section("Runder")
        follow(self.page, self.link("Afslut turneringen"))
        self.button("Afslut turneringen").click()
        self.heading("Slutstilling")

    # What was drawn, and how it ended ------------------------------------------------------------

    def tables_of(self, number: int) -> list[list[list[str]]]:
        """Who sits where in a round, as everybody reads it: tables of sides of names."""
        self.page.goto(self.public(f"rounds/{number}/"))
        tables = self.page.locator("#pairings tr:has(.side-line)").all()
        sides = [table.locator(".side-line").all() for table in tables]
        drawn = [[texts(side.locator(".row-link")) for side in one] for one in sides]
        self.page.goto(f"{self.server.url}/desk/{self.slug}/rounds/")
        return drawn


def texts(found: Locator) -> list[str]:
    """The words of each; also of those out of sight, which are not laid out (`content-visibility`)
    and so show none."""
    return [text.strip() for text in found.all_text_contents()]


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """Somebody without an account."""
    with device(browser, {"width": 390, "height": 844}) as context:
        yield context.new_page()
