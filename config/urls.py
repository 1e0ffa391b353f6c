"""All addresses."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path, re_path

from config.language import choose_language
from tournaments.api.front import Nothing
from tournaments.views.account import PasswordChange

handler500 = "tournaments.views.errors.server_error"

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("judging.api.urls")),
    path("api/v1/", include("reports.api.urls")),
    re_path("^api/", Nothing.as_view(), name="api-nothing"),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("games.urls_public")),
    path("", include("games.urls_players")),
    path("", include("judging.urls")),
    path("", include("reports.urls")),
    path("", include("config.pwa.urls")),
    path("", include("config.health.urls")),
    path("log-in/", LoginView.as_view(redirect_authenticated_user=True), name="log-in"),
    path("log-out/", LogoutView.as_view(), name="log-out"),
    path("password/", PasswordChange.as_view(), name="password_change"),
    path("language/setlang/", choose_language, name="set_language"),
    # For support only; nobody at a tournament needs it.
    path("admin/", admin.site.urls),
]

if settings.DEBUG:
    urlpatterns.append(path("", include("config.gallery")))
