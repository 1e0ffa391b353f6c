"""Addresses of `tournaments`: desk pages under /desk/, what everybody sees under /t/."""

from django.urls import include, path

urlpatterns = [
    # Before what has a tournament's address in its place.
    path("", include("tournaments.urls.transfer")),
    path("", include("tournaments.urls.tokens")),
    path("", include("tournaments.urls.tournament")),
    path("", include("tournaments.urls.entries")),
    path("", include("tournaments.urls.qualifiers")),
    path("", include("tournaments.urls.stages")),
    path("", include("tournaments.urls.rounds")),
    path("", include("tournaments.urls.standings")),
    path("", include("tournaments.urls.public")),
    path("", include("tournaments.urls.registration")),
    path("", include("tournaments.urls.undo")),
    path("", include("tournaments.urls.webhooks")),
    path("", include("tournaments.urls.wall")),
]
