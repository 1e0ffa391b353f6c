"""Addresses of the app itself. The service worker stands at the root: it looks after all."""

from __future__ import annotations

from django.urls import path

from config.pwa import views

urlpatterns = [
    path("app.webmanifest", views.manifest, name="app-manifest"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("app/offline/", views.offline, name="app-offline"),
    path("app/pass/", views.queue_pass, name="app-pass"),
]
