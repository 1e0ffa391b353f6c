"""Invitations: who is let in by them, and who is not."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import make_user
from tournaments.domain.errors import Refused
from tournaments.domain.people import change_role, take_role
from tournaments.models import Invitation, Role, Tournament, User
from tournaments.people.invitations import (
    Trouble,
    accept,
    accept_as_new,
    find,
    invite,
    restore,
    revoke,
    trouble_with,
)


def made(tournament: Tournament, by: User, **how: object) -> tuple[Invitation, str]:
    return invite(tournament, by=by, **{"kind": "judge", **how})  # type: ignore[arg-type]


def refusal(invitation: Invitation, user: User) -> str:
    with pytest.raises(Refused) as refused:
        accept(invitation, user)
    return refused.value.code


def test_invitation_gives_the_role_once(tournament: Tournament, organiser: User) -> None:
    invitation, token = made(tournament, organiser)
    jens, ditte = make_user("jens"), make_user("ditte")

    role = accept(invitation, jens)

    assert (role.user, role.kind, role.tournament) == (jens, "judge", tournament)
    assert refusal(invitation, ditte) == "invitation-used"
    again = find(token)
    assert again is not None
    assert (again.uses, trouble_with(again)) == (1, Trouble.USED)


def test_link_is_kept_as_a_hash_alone(tournament: Tournament, organiser: User) -> None:
    _invitation, token = made(tournament, organiser)

    row = Invitation.objects.values().get()
    told = [event.before | event.after for event in tournament.events.all()]

    assert token not in str(row) + str(told)


def test_same_request_makes_one_invitation_and_shows_it_once(
    tournament: Tournament, organiser: User
) -> None:
    first, token = made(tournament, organiser, key="k")
    second, nothing = made(tournament, organiser, key="k")

    assert (first, bool(token), nothing) == (second, True, "")


def test_invitation_for_several_lets_in_so_many(tournament: Tournament, organiser: User) -> None:
    invitation, _token = made(tournament, organiser, max_uses=2, kind="desk")

    for name in ("jens", "ditte"):
        accept(invitation, make_user(name))

    assert refusal(invitation, make_user("signe")) == "invitation-used"
    assert sorted(role.user.username for role in Role.objects.filter(kind="desk")) == [
        "ditte",
        "jens",
    ]


@pytest.mark.parametrize("trouble", ["revoked", "expired", "over"])
def test_invitation_that_holds_no_more_lets_nobody_in(
    tournament: Tournament, organiser: User, trouble: str
) -> None:
    invitation, token = made(tournament, organiser)
    if trouble == "revoked":
        revoke(invitation, by=organiser)
    elif trouble == "expired":
        past = invitation.made_at - dt.timedelta(minutes=1)
        Invitation.objects.update(expires_at=past)
    else:
        Tournament.objects.update(state=Tournament.State.FINISHED)

    again = find(token)
    assert again is not None
    assert trouble_with(again) == trouble
    assert refusal(again, make_user("jens")) == f"invitation-{trouble}"


def test_unknown_link_opens_nothing(db: None) -> None:
    assert trouble_with(find("a" * 32)) == Trouble.UNKNOWN


def test_invitation_that_was_withdrawn_can_hold_again(
    tournament: Tournament, organiser: User
) -> None:
    invitation, _token = made(tournament, organiser)
    revoke(invitation, by=organiser)
    restore(invitation, by=organiser)

    assert accept(invitation, make_user("jens")).kind == "judge"


def test_nobody_lifts_themselves_by_a_link(
    tournament: Tournament, organiser: User, judge: User
) -> None:
    invitation, _token = made(tournament, organiser, kind="organiser")

    assert refusal(invitation, judge) == "works-there"
    assert Role.objects.get(user=judge).kind == "judge"


def test_whoever_was_removed_does_not_come_back_by_the_same_link(
    tournament: Tournament, organiser: User
) -> None:
    invitation, _token = made(tournament, organiser, max_uses=5)
    jens = make_user("jens")
    take_role(accept(invitation, jens), by=organiser)

    assert refusal(invitation, jens) == "role-gone"


@pytest.mark.parametrize("how", ["taken", "lowered"])
def test_links_of_an_organiser_go_with_the_role(
    tournament: Tournament, organiser: User, how: str
) -> None:
    second = make_user("signe", role=Role.Kind.ORGANISER, tournament=tournament)
    theirs, _token = made(tournament, second, kind="organiser")
    others, _token = made(tournament, organiser)
    role = Role.objects.get(user=second)

    if how == "taken":
        take_role(role, by=organiser)
    else:
        change_role(role, "desk", by=organiser)

    theirs.refresh_from_db()
    others.refresh_from_db()
    assert (trouble_with(theirs), trouble_with(others)) == (Trouble.REVOKED, None)


def test_account_and_role_are_made_together(tournament: Tournament, organiser: User) -> None:
    invitation, _token = made(tournament, organiser)

    user = accept_as_new(
        invitation, username="jens", full_name="Jens Holm Krag", password="et langt kodeord"
    )

    assert (user.display_name, user.check_password("et langt kodeord")) == ("Jens Holm Krag", True)
    assert Role.objects.get(user=user).kind == "judge"


def test_account_is_not_made_where_the_link_holds_no_more(
    tournament: Tournament, organiser: User
) -> None:
    invitation, _token = made(tournament, organiser)
    revoke(invitation, by=organiser)

    with pytest.raises(Refused) as refused:
        accept_as_new(invitation, username="jens", full_name="Jens", password="et langt kodeord")

    assert refused.value.code == "invitation-revoked"
    assert not User.objects.filter(username="jens").exists()


@pytest.mark.parametrize(("hours", "max_uses"), [(0, 1), (24 * 365, 1), (1, 0), (1, 100_000)])
def test_invitation_is_bounded(
    tournament: Tournament, organiser: User, hours: int, max_uses: int
) -> None:
    with pytest.raises(Refused) as refused:
        made(tournament, organiser, hours=hours, max_uses=max_uses)
    assert refused.value.code == "invitation-range"
