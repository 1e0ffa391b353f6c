"""Addresses of how Startfelt is doing. What machines ask is in `config.health.endpoint`."""

from __future__ import annotations

from django.urls import path

from config.health import desk

urlpatterns = [path("desk/<slug:slug>/status/", desk.status, name="desk-status")]
