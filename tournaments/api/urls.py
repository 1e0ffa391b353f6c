"""Addresses of the API of `tournaments`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import (
    charts,
    counting,
    drafts,
    entries,
    floor,
    front,
    log,
    mails,
    misfits,
    people,
    rounds,
    settings,
    sign_ups,
    stages,
    standings,
    tournaments,
    verbs_entries,
    verbs_register,
    verbs_rounds,
    verbs_tournament,
    webhooks,
)

_T = "tournaments/<slug:slug>/"

urlpatterns = [
    path("", front.Root.as_view(), name="api-root"),
    path("openapi.json", front.description, name="api-description"),
    path("docs/", front.docs, name="api-docs"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="api-tournaments"),
    path(_T, tournaments.OneTournament.as_view(), name="api-tournament"),
    path(f"{_T}entries/<int:number>/", entries.OneEntry.as_view(), name="api-entry"),
    path(f"{_T}presence/", entries.Presence.as_view(), name="api-presence"),
    path(f"{_T}contacts/", entries.Contacts.as_view(), name="api-contacts"),
    path(f"{_T}contacts/<int:number>/", entries.OneContact.as_view(), name="api-contact"),
    path(f"{_T}rounds/<int:number>/", rounds.OneRound.as_view(), name="api-round"),
    path(f"{_T}rounds/<int:number>/draft/", drafts.Draft.as_view(), name="api-round-draft"),
    path(f"{_T}pairings/", rounds.Pairings.as_view(), name="api-pairings"),
    path(f"{_T}standings/", standings.StageStandings.as_view(), name="api-standings"),
    path(f"{_T}standings/<int:number>/", standings.Workings.as_view(), name="api-workings"),
    path(f"{_T}ranking/", standings.Ranking.as_view(), name="api-ranking"),
    path(f"{_T}stages/<int:number>/chart/", charts.Chart.as_view(), name="api-chart"),
    path(f"{_T}tables/", log.Tables.as_view(), name="api-tables"),
    path(f"{_T}log/", log.Log.as_view(), name="api-log"),
    path(f"{_T}misfits/", misfits.Misfits.as_view(), name="api-misfits"),
    *counting.urlpatterns,
    *drafts.urlpatterns,
    path(f"{_T}mails/", mails.Mails.as_view(), name="api-mails"),
    path(f"{_T}sign-ups/", sign_ups.SignUps.as_view(), name="api-sign-ups"),
    *floor.urlpatterns,
    *mails.urlpatterns,
    *misfits.urlpatterns,
    *people.urlpatterns,
    *settings.urlpatterns,
    *sign_ups.urlpatterns,
    *stages.urlpatterns,
    *verbs_entries.urlpatterns,
    *verbs_register.urlpatterns,
    *verbs_rounds.urlpatterns,
    *verbs_tournament.urlpatterns,
    *webhooks.urlpatterns,
]
