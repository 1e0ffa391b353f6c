"""Addresses of the desk's letters."""

from __future__ import annotations

from django.urls import path

from tournaments.views import mails as views

urlpatterns = [
    path("desk/<slug:slug>/mails/", views.mails, name="desk-mails"),
    path("desk/<slug:slug>/mails/again/", views.all_again, name="desk-mails-again"),
    path("desk/<slug:slug>/mails/<uuid:mail_id>/", views.mail, name="desk-mail"),
    path("desk/<slug:slug>/mails/<uuid:mail_id>/again/", views.again, name="desk-mail-again"),
]
