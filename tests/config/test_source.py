"""What the code itself shows: where HTML is taken as it is, and that no secret stands in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("config", "tournaments", "games", "judging", "reports", "scripts")

#: Every file that takes text as HTML, and why nothing of a stranger's is in it unescaped.
#: `test_strange_words` puts tags into every text there is and looks at every page.
OUR_OWN_HTML = {
    "config/templatetags/pwa.py": "nothing at all",
    "games/statistics/pictures.py": "a chart whose labels are escaped by what draws it",
    "games/views/courses.py": "a course that was checked; every text in it is escaped",
    "games/views/records.py": "a board drawn from a record that was replayed",
    "games/views/rows.py": "the word `selected`",
    "judging/views/long_games.py": "a board drawn from a position",
    "judging/views/rule_desk.py": "a board drawn from a position",
    "judging/views/rulings.py": "a board drawn from a position",
    "reports/documents/diplomas.py": "the drawing on a diploma, with a number in it",
    "reports/guides/inline.py": "the text of a guide, escaped piece by piece",
    "reports/guides/shown.py": "pictures of the guides",
    "tournaments/qr.py": "a code drawn as a picture",
    "tournaments/stage_pictures.py": "a bracket whose names are escaped by what draws it",
    "tournaments/templatetags/look.py": "icons that ship with the program",
    "tournaments/views/draft.py": "attributes that are written there",
    "tournaments/wall/own.py": "a code drawn as a picture",
}
#: Templates: what is put in as it is there, and nothing else.
OUR_OWN_IN_TEMPLATES = {"board", "css", "field.help_text", "mark", "mark.svg"}

_TAKEN = {"mark_safe", "SafeString", "SafeText"}
_SAFE = re.compile(r"\{\{\s*([\w.]+)[^}]*\|\s*safe\b")
_NAMED = re.compile(r"(?i)(?:secret|password|passwd|token|api_?key|private_?key)$")
#: Beginnings of keys that services give out, and of key files.
_KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}"
    r"|\bsk_live_\w{16,}|\bxox[abp]-\w{10,}|://[\w.]+:[^@/\s\"'{}$…]{3,}@(?!host|mail\.example)"
)
_READ = {".py", ".html", ".js", ".md", ".txt", ".json", ".toml", ".yaml"}
#: The demo's password is printed for everybody to use.
PUBLISHED = {("config/management/commands/load_demo.py", "PASSWORD")}


def sources() -> list[Path]:
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def name_of(node: ast.AST) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def test_every_place_that_takes_text_as_html_is_known() -> None:
    taking = {
        str(path.relative_to(ROOT))
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and name_of(node.func) in _TAKEN
    }
    assert taking == set(OUR_OWN_HTML)


def test_templates_take_nothing_as_html_but_what_we_draw() -> None:
    taking = set()
    for path in sorted((ROOT / "templates").rglob("*.*")):
        text = path.read_text("utf-8")
        taking |= set(_SAFE.findall(text))
        assert "autoescape off" not in text, path
        assert "safeseq" not in text, path
    assert taking == OUR_OWN_IN_TEMPLATES


def test_no_secret_stands_in_the_code() -> None:
    """Secrets come from the environment, or are made on the first start and lie with the data."""
    written = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else []
            value = node.value if isinstance(node, ast.Assign) else None
            if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                continue
            for target in targets:
                if _NAMED.search(name_of(target)) and len(value.value) > 7:
                    written.add((str(path.relative_to(ROOT)), name_of(target)))
    assert written == PUBLISHED


def test_no_key_of_a_service_stands_in_any_file() -> None:
    found = {}
    for folder in (*FOLDERS, "templates", "static", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in _READ:
                continue
            if keys := _KEYS.findall(path.read_text("utf-8", errors="replace")):
                found[str(path.relative_to(ROOT))] = keys
    assert found == {}


def test_settings_take_secrets_from_the_environment_alone() -> None:
    text = (ROOT / "config" / "settings.py").read_text("utf-8")
    for name in ("DATABASE_URL", "REDIS_URL"):
        assert re.search(rf'^{name} = env\.str\("{name}", default=""\)', text, re.MULTILINE), name
    for name in ("SECRET_KEY", "METRICS_TOKEN"):
        assert re.search(rf'^{name} = os\.environ\.get\("{name}", ""\)', text, re.MULTILINE), name
    assert 'env.email_url("EMAIL_URL", default="consolemail://")' in text
