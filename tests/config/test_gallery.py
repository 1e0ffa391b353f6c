"""The page of all components holds what the security policy and the forms need."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from config.gallery import TEMPLATES, SampleForm

pytestmark = pytest.mark.urls("tests.config.gallery_urls")


@pytest.mark.parametrize("page", list(TEMPLATES))
def test_gallery_has_no_inline_style_script_or_foreign_host(client: Client, page: str) -> None:
    html = client.get(f"/components/{page}/" if page else "/components/").content.decode()
    assert re.findall(r"\sstyle=", html) == []
    assert re.findall(r"\son[a-z]+=", html) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)", html) == []
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//', html) == []


def test_gallery_unknown_page_is_not_found(client: Client) -> None:
    assert client.get("/components/nothing/").status_code == 404


def test_navigation_leaves_out_sections_without_an_address(client: Client) -> None:
    html = client.get("/components/").content.decode()
    assert re.findall(r'href="/desk/dm/([a-z-]+)/"', html) == ["results", "results"]
    assert html.count('aria-current="page"') == 3  # both navigations and the sample of tabs


def test_field_names_its_help_and_its_error() -> None:
    form = SampleForm({"name": ""})
    html = form["name"].as_field_group()
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert '<label for="id_name">' in html


def test_field_that_may_be_empty_says_so() -> None:
    with translation.override("en"):
        assert "(optional)" in SampleForm()["email"].as_field_group()
        assert "(optional)" not in SampleForm()["name"].as_field_group()


def test_radio_field_is_a_group_with_a_legend() -> None:
    html = SampleForm()["kind"].as_field_group()
    assert html.strip().startswith("<fieldset")
    assert "<legend>Who is ranked</legend>" in html


def test_broken_page_needs_no_request_and_no_context() -> None:
    with translation.override("en"):
        assert "Something broke" in render_to_string("500.html")


def test_locked_out_says_how_many_times_and_how_long(rf: RequestFactory) -> None:
    with translation.override("en"):
        html = render_to_string(
            "tournaments/locked_out.html",
            {"failure_limit": 10, "cooloff_timedelta": timedelta(minutes=15)},
            request=rf.get("/"),
        )
    assert "wrong 10 times" in html
    assert "Wait 15 minutes" in html
