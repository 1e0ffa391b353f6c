"""Every component on a page, with made-up data. Served while developing, and to the tests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.marks import SIDES, STATES

TEMPLATES = {
    "": "components/gallery.html",
    "player": "components/gallery_player.html",
    "wall": "components/gallery_wall.html",
    "wall-rows": "components/gallery_wall_rows.html",
}

PAIRS = [
    ("Skovlyst", "Anna Holm, Bo Krag", "Hasle", "playing"),
    ("Søstjernerne", "Åse Ørum, Ægir Dahl", "Rønne", "judge-called"),
    ("Nordlys", "Ingrid Berg, Kåre Vik", "Bodø", "over-time"),
    ("To Ess og en Konge", "Malthe Riis, Frida Lund", "Aarhus Brætspilsklub", "reported"),
    ("Ørnereden", "Sofie Bach, Emil Toft", "Odense", "disputed"),
    ("Langsom & Sikker", "Grethe Friis, Poul Friis", "Hasle", "done"),
    ("Łódź Express", "Zofia Nowak, Jan Wójcik", "Gdańsk", "waiting"),
    ("Tredje Gang", "Karla Juhl, Viggo Stær", "Viborg", "done"),
]


class SampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(label="Name of the pair", help_text="As it is called out and printed.")
    email = forms.EmailField(label="E-mail", required=False)
    club = forms.ChoiceField(label="Club", choices=[("", "–"), ("h", "Hasle"), ("r", "Rønne")])
    start = forms.TimeField(
        label="Starts at", widget=forms.TimeInput(attrs={"type": "time"}), required=False
    )
    seats = forms.IntegerField(label="Tables", min_value=1)
    kind = forms.ChoiceField(
        label="Who is ranked",
        choices=[("pair", "Pairs"), ("player", "Players")],
        widget=forms.RadioSelect,
    )
    fixed = forms.BooleanField(label="Needs a table that stays the same", required=False)
    note = forms.CharField(label="Note to the desk", widget=forms.Textarea, required=False)


def gallery(request: HttpRequest, page: str = "") -> HttpResponse:
    """The desk's components, or one of the other shells by name."""
    if page not in TEMPLATES:
        raise Http404(page)
    rows = [
        {"number": n, "name": name, "players": players, "club": club, "state": state}
        for n, (name, players, club, state) in enumerate(PAIRS, start=9)
    ]
    context: dict[str, Any] = {
        "tournament": SimpleNamespace(
            name="DM i Partners 2026", slug="dm", time_zone="Europe/Copenhagen"
        ),
        "section": "results",
        "can": dict.fromkeys(("CHECK_IN", "EDIT_TOURNAMENT", "ENTER_RESULTS"), True),
        "counts": {"results": 3},
        "colours": list(SIDES),
        "states": list(STATES),
        "rows": rows,
        "wall_rows": [
            {
                "number": n,
                "a": PAIRS[n % 8][0],
                "b": PAIRS[(n + 3) % 8][0],
                "state": PAIRS[n % 8][3],
            }
            for n in range(1, 25)
        ],
        "form": SampleForm({"name": "", "email": "bente@", "kind": "pair", "seats": "16"}),
        "url": request.path,
    }
    return render(request, TEMPLATES[page], context)


urlpatterns = [
    path("components/", gallery, name="gallery"),
    path("components/<slug:page>/", gallery, name="gallery-page"),
]
