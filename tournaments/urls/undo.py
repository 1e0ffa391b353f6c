"""The address of taking a step back."""

from __future__ import annotations

from django.urls import path

from tournaments.views import undo

urlpatterns = [path("desk/<slug:slug>/undo/<int:event>/", undo.undo, name="desk-undo")]
