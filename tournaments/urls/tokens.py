"""Addresses of an account's tokens. Before those of tournaments: none may be called so."""

from __future__ import annotations

from django.urls import path

from tournaments.views import tokens as views

urlpatterns = [
    path("desk/tokens/", views.tokens, name="desk-tokens"),
    path("desk/tokens/<int:pk>/revoke/", views.revoke, name="desk-token-revoke"),
]
