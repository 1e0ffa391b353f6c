"""Reading a guide's source: stanzas, conditions, rules taken over, marks inside lines."""

from __future__ import annotations

from typing import Any

import pytest

from reports.guides import source
from reports.guides.inline import inline_html, plain
from reports.guides.model import Bullets, Example, GuideError, Paragraph, Tip
from reports.guides.source import read_guide

TEXT = """
= Tag

^ House rules

~ A game
of running.

# run | Run

Run away.
Fast.

## A1 | Who is it

[if team]
A team.
[end]
[if !team]
One.
[end]

! first | Begin
You stand here.
> You are it.

- one - with a dash – and
more
- two

tip: Look.

? Why?
> Because. [A1]
"""


@pytest.fixture
def tag(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {("tag", "en"): TEXT, ("partners", "en"): "# p | P\n\n## A9 | Nine\n\n! x | X\nY.\n"}
    monkeypatch.setattr(source, "source_of", lambda name, language: texts[name, language])


def test_source_is_read_stanza_by_stanza(tag: None) -> None:
    guide = read_guide("tag", "en", frozenset({"team"}))
    assert (guide.title, guide.edition, guide.lead) == ("Tag", "House rules", "A game of running.")
    (chapter,) = guide.chapters
    assert (chapter.id, chapter.title) == ("run", "Run")
    before, rule, question = chapter.sections
    assert before.blocks == (Paragraph("Run away. Fast."),)
    assert (rule.id, rule.title, rule.kind) == ("A1", "Who is it", "rule")
    assert rule.blocks == (
        Paragraph("A team."),
        Example("first", "Begin", "You stand here.", "You are it."),
        Bullets(("one", "with a dash – and more", "two")),
        Tip("Look."),
    )
    assert (question.id, question.title, question.kind) == ("q1", "Why?", "question")
    assert question.blocks == (Paragraph("Because. [A1]"),)


def test_condition_that_is_not_met_is_left_out(tag: None) -> None:
    rule = read_guide("tag", "en", frozenset()).rules[0]
    assert rule.blocks[0] == Paragraph("One.")


def test_rule_is_taken_over_with_the_examples_there_are(
    tag: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = source.source_of
    monkeypatch.setattr(
        source, "source_of", lambda n, lang: "# c | C\n\n<< A9\n" if n == "plus" else own(n, lang)
    )
    with_it = read_guide("plus", "en", frozenset(), frozenset({"x"}))
    without = read_guide("plus", "en", frozenset(), frozenset())
    assert with_it.rules[0].blocks == (Example("x", "X", "Y.", ""),)
    assert without.rules[0].blocks == ()


@pytest.mark.parametrize(
    "text",
    ["Words.\n", "# c | C\n\n## C | No number\n", "# c | C\n\n@ 7 | Seven\n", "# c\n"]
    + ["# c | C\n\n<< B1\n"],
)
def test_source_that_makes_no_sense_is_refused(
    tag: None, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = source.source_of
    monkeypatch.setattr(source, "source_of", lambda n, lang: text if n == "bad" else own(n, lang))
    with pytest.raises(GuideError):
        read_guide("bad", "en", frozenset())


def test_marks_become_html_and_everything_else_is_escaped() -> None:
    figures: dict[str, Any] = {"minutes": "45", "heart": "hjerte"}
    html = inline_html("**Play** <b> {minutes} & `8/heart` [C2, C5]", figures)
    assert html.startswith("<strong>Play</strong> &lt;b&gt; ")
    assert '<b class="figure">45</b> &amp; ' in html
    assert 'aria-label="8/hjerte"' in html
    assert 'href="#C2">C2</a> <a class="rule-id" href="#C5">C5</a>' in html


def test_plain_words_have_no_marks() -> None:
    figures = {"minutes": "45", "heart": "hjerte"}
    words = plain("**Play** {minutes} `8/heart` `-4` [C2]", figures)
    assert words == "Play 45 8/hjerte −4 C2"


def test_figure_that_nobody_knows_is_refused() -> None:
    with pytest.raises(GuideError, match="hours"):
        inline_html("{hours}", {})
