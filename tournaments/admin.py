"""Django's admin, for support only: accounts can be mended, everything else can be looked at.

What happens in a tournament goes through the verbs of `domain/`, which check, lock and log; here
nothing of it can be changed.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from tournaments.models import Entry, Event, Pairing, Player, Role, Round, Seat, Tournament, User

admin.site.register(User, UserAdmin)


class LookOnly(admin.ModelAdmin):
    """A table to be read: nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(LookOnly):
    list_display = ["name", "date", "state", "slug"]
    search_fields = ["name", "slug"]


@admin.register(Role)
class RoleAdmin(LookOnly):
    list_display = ["user", "kind", "tournament"]
    list_select_related = ["user", "tournament"]
    list_filter = ["tournament"]


@admin.register(Entry)
class EntryAdmin(LookOnly):
    list_display = ["number", "name", "state", "tournament"]
    list_select_related = ["tournament"]
    list_filter = ["tournament"]
    search_fields = ["name", "players__name"]


@admin.register(Player)
class PlayerAdmin(LookOnly):
    list_display = ["name", "entry", "tournament"]
    list_select_related = ["entry", "tournament"]
    search_fields = ["name", "email"]


@admin.register(Round)
class RoundAdmin(LookOnly):
    list_display = ["number", "state", "tournament"]
    list_select_related = ["tournament"]


@admin.register(Pairing)
class PairingAdmin(LookOnly):
    list_display = ["order", "kind", "table", "round"]
    list_select_related = ["table", "round__tournament"]


@admin.register(Seat)
class SeatAdmin(LookOnly):
    list_display = ["entry", "outcome", "points", "score", "round"]
    list_select_related = ["entry", "round__tournament"]


@admin.register(Event)
class EventAdmin(LookOnly):
    list_display = ["at", "actor", "verb", "subject", "tournament"]
    list_select_related = ["actor", "tournament"]
    list_filter = ["tournament", "verb"]
    date_hierarchy = "at"
