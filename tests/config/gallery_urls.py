"""The gallery with one section of the desk, as addresses for tests."""

from __future__ import annotations

from django.urls import include, path

from config.gallery import gallery

urlpatterns = [
    path("", include("config.gallery")),
    path("", include("config.pwa.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("desk/<slug:slug>/results/", gallery, name="desk-results"),
]
