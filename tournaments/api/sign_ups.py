"""Registration online: who has signed up and what the desk does to it, and what the organiser says
of it. Those who sign up act by the link in their letter."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.models import Registration, SignUp, Tournament
from tournaments.registration.by_hand import move_to_list
from tournaments.registration.cancel import cancel
from tournaments.registration.confirm import confirm
from tournaments.registration.edit_registration import FIELDS, edit_registration, stamp
from tournaments.registration.facts import Given
from tournaments.registration.listed import Listed, rows_of
from tournaments.registration.move_up import offer
from tournaments.registration.rows import registration_of
from tournaments.registration.send_anew import send_anew

from .bodies import WhyBody
from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, the_tournament
from .pages import PageQuery, page_of, paged
from .problems import WrongBody
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class SignedPlayer(serializers.Serializer):
    """Somebody of a sign-up."""

    name = serializers.CharField(allow_blank=True, help_text="Empty: still to be invited.")
    email = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(allow_blank=True)


class SignUpShape(serializers.Serializer):
    """A sign-up as the desk sees it."""

    id = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True, help_text="Empty once it is erased.")
    players = SignedPlayer(many=True)
    state = choice(SignUp.State.values)
    queue = serializers.IntegerField(allow_null=True, help_text="Place in the waiting list.")
    until = serializers.DateTimeField(allow_null=True, help_text="Until when it is to answer.")
    entry = serializers.IntegerField(allow_null=True, help_text="Number of the entry it became.")
    undelivered = serializers.IntegerField(help_text="Letters that could not be sent.")
    verbs = serializers.ListField(
        child=serializers.CharField(), help_text="What would not be refused now."
    )


def _shape(row: Listed) -> dict[str, Any]:
    given = row.given
    return {
        "id": row.sign_up.pk,
        "name": given.named().entry.name if given is not None else "",
        "players": _players(given),
        "state": row.state,
        "queue": row.queue,
        "until": row.until,
        "entry": row.sign_up.entry.number if row.sign_up.entry is not None else None,
        "undelivered": row.undelivered,
        "verbs": list(row.verbs),
    }


def _players(given: Given | None) -> list[dict[str, str]]:
    people = given.entry.players if given is not None else ()
    return [{"name": one.name, "email": one.email, "phone": one.phone} for one in people]


def _one(view: Endpoint, row: SignUp) -> dict[str, Any]:
    rows = rows_of(the_tournament(view))
    return _shape(next(one for one in rows if one.sign_up.pk == row.pk))


def _sign_up_of(view: Endpoint, pk: int) -> SignUp:
    row = view.tournament.sign_ups.select_related("entry").filter(pk=pk).first()
    if row is None:
        raise Http404(str(pk))
    row.tournament = view.tournament
    return row


class SignUpsQuery(PageQuery):
    """Which sign-ups."""

    state = choice(SignUp.State.values, required=False)


@described(
    "sign_ups_list",
    "registration",
    "Everybody who has signed up: those who wait first in their order, then the newest.",
    page_of(SignUpShape),
)
class SignUps(Read):
    access = Action.EDIT_ENTRIES
    query = SignUpsQuery

    def read(self) -> dict[str, Any]:
        rows = rows_of(self.tournament)
        if "state" in self.asked:
            rows = [row for row in rows if row.state == self.asked["state"]]
        return paged(self.request, self.asked, rows, lambda page: list(map(_shape, page)))


SIGN_UP = Subject(
    tag="registration",
    address="sign-ups/<int:pk>/",
    find=_sign_up_of,
    answer=SignUpShape,
    shaped=_one,
)


class RegistrationBody(serializers.Serializer):
    """When people may sign up, and what the page says. What is left out stays as it is."""

    opens_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Null: as soon as this is saved."
    )
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Null: when the doors open."
    )
    doors_open = serializers.TimeField(
        required=False, allow_null=True, help_text="By the clock of the hall."
    )
    fee = serializers.CharField(max_length=160, allow_blank=True, required=False)
    about = serializers.CharField(max_length=20_000, allow_blank=True, required=False)
    consent = serializers.CharField(max_length=4_000, allow_blank=True, required=False)
    contact = serializers.EmailField(max_length=254, allow_blank=True, required=False)
    hours_to_accept = serializers.IntegerField(
        min_value=1,
        max_value=240,
        required=False,
        help_text="So long a free place is kept for the first in the waiting list.",
    )


class RegistrationShape(serializers.Serializer):
    """When people may sign up, and what the page says."""

    online = serializers.BooleanField(help_text="Whether people sign up online at all.")
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    doors_open = serializers.TimeField(allow_null=True)
    fee = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    consent = serializers.CharField(allow_blank=True)
    contact = serializers.CharField(allow_blank=True)
    hours_to_accept = serializers.IntegerField()
    version = serializers.CharField(help_text="Another one as soon as any of it changes.")


def _registration(_view: Endpoint, tournament: Tournament) -> dict[str, Any]:
    row = registration_of(tournament)
    shown = row or Registration(tournament=tournament)
    said = {name: getattr(shown, name) for name in FIELDS}
    return said | {"online": row is not None, "version": stamp(row)}


@described("registration", "registration", "When people may sign up online.", RegistrationShape)
class RegistrationRead(Read):
    access = Action.EDIT_TOURNAMENT

    def read(self) -> dict[str, Any]:
        return _registration(self, the_tournament(self))

    def version(self, **kwargs: Any) -> str:
        """That of all of it."""
        return stamp(registration_of(the_tournament(self)))


REGISTRATION = Subject(
    tag="registration",
    address="registration/",
    find=the_tournament,
    answer=RegistrationShape,
    shaped=_registration,
    version="version",
)


def _edit(tournament: Tournament, *, key: str, **sent: Any) -> None:
    if done_before(tournament, key):
        return
    there = registration_of(tournament)
    opens, closes = (
        sent[name] if name in sent else getattr(there, name, None)
        for name in ("opens_at", "closes_at")
    )
    if opens and closes and closes <= opens:
        raise WrongBody({"closes_at": [_("It closes before it opens.")]})
    edit_registration(tournament, key=key, **sent)


_DESK = Action.EDIT_ENTRIES

urlpatterns = [
    *verbs_on(
        SIGN_UP,
        VerbRow("sign_up_confirm", "confirm/", _DESK, "It counts from now on.", confirm),
        VerbRow("sign_up_enter", "enter/", _DESK, "They are in the list.", move_to_list),
        VerbRow(
            "sign_up_offer", "offer/", _DESK, "Offer a free place to one of those who wait.", offer
        ),
        VerbRow("sign_up_cancel", "cancel/", _DESK, "It comes to nothing.", cancel, WhyBody),
        VerbRow("sign_up_resend", "resend/", _DESK, "Write a new link to its address.", send_anew),
    ),
    *verbs_on(
        REGISTRATION,
        VerbRow(
            "registration_edit",
            "",
            Action.EDIT_TOURNAMENT,
            "Say when people may sign up online, and what the page says.",
            _edit,
            RegistrationBody,
            beside=RegistrationRead,
            route="api-registration",
        ),
    ),
]
