"""Addresses of the desk's webhooks."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments.views import webhooks as views

_WEBHOOKS = "desk/<slug:slug>/webhooks/"

urlpatterns = [
    path(_WEBHOOKS, views.webhooks, name="desk-webhooks"),
    path(f"{_WEBHOOKS}<int:pk>/", views.webhook, name="desk-webhook"),
    path(
        f"{_WEBHOOKS}<int:pk>/deliveries/<uuid:delivery_id>/again/",
        views.delivery_again,
        name="desk-delivery-again",
    ),
    re_path(
        r"^desk/(?P<slug>[-\w]+)/webhooks/(?P<pk>\d{1,18})/(?P<what>on|off|test|secret|remove)/$",
        views.webhook_change,
        name="desk-webhook-change",
    ),
]
