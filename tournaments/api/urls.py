"""Addresses of the API of `tournaments`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import (
    charts,
    entries,
    front,
    log,
    rounds,
    standings,
    tournaments,
    verbs_entries,
    verbs_rounds,
)

_T = "tournaments/<slug:slug>/"
_R = f"{_T}rounds/<int:number>/"
_E = f"{_T}entries/<int:number>/"

urlpatterns = [
    path("", front.Root.as_view(), name="api-root"),
    path("openapi.json", front.description, name="api-description"),
    path("docs/", front.docs, name="api-docs"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="api-tournaments"),
    path(_T, tournaments.OneTournament.as_view(), name="api-tournament"),
    path(f"{_T}entries/", entries.Entries.as_view(), name="api-entries"),
    path(f"{_T}entries/<int:number>/", entries.OneEntry.as_view(), name="api-entry"),
    path(f"{_T}presence/", entries.Presence.as_view(), name="api-presence"),
    path(f"{_T}contacts/", entries.Contacts.as_view(), name="api-contacts"),
    path(f"{_T}rounds/", verbs_rounds.RoundsToDraw.as_view(), name="api-rounds"),
    path(f"{_T}rounds/<int:number>/", rounds.OneRound.as_view(), name="api-round"),
    path(f"{_T}pairings/", rounds.Pairings.as_view(), name="api-pairings"),
    path(f"{_T}standings/", standings.StageStandings.as_view(), name="api-standings"),
    path(f"{_T}standings/<int:number>/", standings.Workings.as_view(), name="api-workings"),
    path(f"{_T}ranking/", standings.Ranking.as_view(), name="api-ranking"),
    path(f"{_T}stages/<int:number>/chart/", charts.Chart.as_view(), name="api-chart"),
    path(f"{_T}tables/", log.Tables.as_view(), name="api-tables"),
    path(f"{_T}log/", log.Log.as_view(), name="api-log"),
    path(f"{_R}publish/", verbs_rounds.PublishRound.as_view(), name="api-round-publish"),
    path(f"{_R}unpublish/", verbs_rounds.UnpublishRound.as_view(), name="api-round-unpublish"),
    path(f"{_R}close/", verbs_rounds.CloseRound.as_view(), name="api-round-close"),
    path(f"{_R}reopen/", verbs_rounds.ReopenRound.as_view(), name="api-round-reopen"),
    path(f"{_T}finish/", verbs_rounds.Finish.as_view(), name="api-finish"),
    path(f"{_T}reopen/", verbs_rounds.Reopen.as_view(), name="api-reopen"),
    path(f"{_E}check-in/", verbs_entries.CheckIn.as_view(), name="api-entry-check-in"),
    path(f"{_E}late/", verbs_entries.Late.as_view(), name="api-entry-late"),
    path(f"{_E}absent/", verbs_entries.Absent.as_view(), name="api-entry-absent"),
    path(f"{_E}wait/", verbs_entries.Wait.as_view(), name="api-entry-wait"),
    path(f"{_E}withdraw/", verbs_entries.Withdraw.as_view(), name="api-entry-withdraw"),
    path(f"{_E}bring-back/", verbs_entries.BringBack.as_view(), name="api-entry-bring-back"),
]
