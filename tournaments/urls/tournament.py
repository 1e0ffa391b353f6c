"""Addresses of the desk's front pages."""

from __future__ import annotations

from django.urls import include, path

from tournaments.views import control, floor, log, tables
from tournaments.views import tournament as views
from tournaments.views.waiting import waiting

urlpatterns = [
    path("desk/", views.desk, name="desk"),
    path("desk/new/", views.new, name="desk-new"),
    path("desk/<slug:slug>/", control.overview, name="desk-overview"),
    path("desk/<slug:slug>/floor/", floor.floor, name="desk-floor"),
    path("desk/<slug:slug>/floor/arrange/", floor.arrange, name="desk-floor-arrange"),
    path("desk/<slug:slug>/go/", control.go, name="desk-go"),
    path("desk/<slug:slug>/go/list.json", control.go_list, name="desk-go-list"),
    path("desk/<slug:slug>/waiting/", waiting, name="desk-waiting"),
    path("desk/<slug:slug>/settings/", views.settings, name="desk-settings"),
    path(
        "desk/<slug:slug>/settings/tables/<int:number>/",
        views.table_service,
        name="desk-table-service",
    ),
    path("desk/<slug:slug>/tables/", tables.tables, name="desk-tables"),
    path("desk/<slug:slug>/tables/<int:number>/out/", tables.take_out, name="desk-table-out"),
    path("desk/<slug:slug>/tables/<int:number>/in/", tables.put_in, name="desk-table-in"),
    path("desk/<slug:slug>/tables/<int:number>/access/", tables.access, name="desk-table-access"),
    path("desk/<slug:slug>/tables/stage/<int:number>/", tables.ranges, name="desk-table-ranges"),
    path("desk/<slug:slug>/log/", log.log, name="desk-log"),
    path("", include("tournaments.urls.people")),
    path("", include("tournaments.urls.mails")),
    path("", include("tournaments.urls.privacy")),
]
