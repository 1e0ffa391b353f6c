"""Addresses of `judging`: the judges' pages at the desk, and what the tables see of them."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
