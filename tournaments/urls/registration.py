"""Addresses of registration: the public page, the pages behind a signed link, the desk's."""

from __future__ import annotations

from django.urls import path

from tournaments.views import registration as public
from tournaments.views import registration_desk as desk
from tournaments.views import registration_join as join
from tournaments.views import registration_own as own

_OWN = "t/<slug:slug>/sign-up/own/<str:token>/"
_DESK = "desk/<slug:slug>/registration/"

urlpatterns = [
    path("t/<slug:slug>/sign-up/", public.sign_up, name="sign-up"),
    path("t/<slug:slug>/sign-up/sent/", public.sent, name="sign-up-sent"),
    path("t/<slug:slug>/sign-up/link/", public.lost_link, name="sign-up-link"),
    path("t/<slug:slug>/sign-up/join/<str:token>/", join.join, name="sign-up-join"),
    path("t/<slug:slug>/sign-up/joined/", join.joined, name="sign-up-joined"),
    path(_OWN, own.own, name="sign-up-own"),
    path(_OWN + "change/", own.change, name="sign-up-change"),
    path(_OWN + "cancel/", own.cancel, name="sign-up-cancel"),
    path(_OWN + "substitute/", own.substitute, name="sign-up-substitute"),
    path(_OWN + "new-link/", own.new_link, name="sign-up-new-link"),
    path(_OWN + "do/<slug:verb>/", own.do, name="sign-up-do"),
    path(_DESK, desk.sign_ups, name="desk-registration"),
    path(_DESK + "settings/", desk.settings, name="desk-registration-settings"),
    path(_DESK + "<int:number>/<slug:verb>/", desk.do, name="desk-sign-up-do"),
    path("desk/<slug:slug>/entries/payments/", desk.payments, name="desk-payments"),
    path(
        "desk/<slug:slug>/entries/<int:number>/payment/",
        desk.payment,
        name="desk-entry-payment",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/payment/undo/<int:pk>/",
        desk.undo_payment,
        name="desk-entry-payment-undo",
    ),
]
