"""Addresses of those who work here: at the desk, behind an invitation, one's own account."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments.views import account, invited
from tournaments.views import people as views

_PEOPLE = "desk/<slug:slug>/people/"

urlpatterns = [
    path(_PEOPLE, views.people, name="desk-people"),
    path(_PEOPLE + "invite/", views.invite_by_link, name="desk-invite"),
    path(
        _PEOPLE + "invitations/<int:pk>/revoke/",
        views.revoke_invitation,
        name="desk-invitation-revoke",
    ),
    path(_PEOPLE + "undo/<int:event>/", views.undo, name="desk-people-undo"),
    re_path(
        r"^desk/(?P<slug>[-\w]+)/people/(?P<role_id>\d{1,18})/(?P<what>remove|password|kind|log-out)/$",
        views.role_change,
        name="desk-role",
    ),
    path("invite/<str:token>/", invited.invited, name="invited"),
    path("account/", account.account, name="account"),
    path("account/log-out/", account.end_log_ins, name="account-log-out"),
]
