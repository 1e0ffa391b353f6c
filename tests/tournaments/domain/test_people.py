"""Who works at a tournament."""

from __future__ import annotations

import pytest

from tests.factories import make_tournament, make_user
from tournaments.domain.errors import Refused
from tournaments.domain.people import give_role, reset_password, take_role
from tournaments.models import Role, Tournament, User


def test_give_role_makes_an_account_that_can_log_in(
    tournament: Tournament, organiser: User
) -> None:
    role, password = give_role(
        tournament, username="Jens ", kind="judge", full_name="Jens Holm Krag", by=organiser
    )

    user = User.objects.get(username="jens")
    assert (role.user, role.kind, user.check_password(password)) == (user, "judge", True)
    assert user.display_name == "Jens Holm Krag"


def test_give_role_keeps_the_password_of_an_account_that_exists(
    tournament: Tournament, organiser: User
) -> None:
    user = make_user("ditte")

    role, password = give_role(tournament, username="ditte", kind="desk", by=organiser)

    assert (role.user, password) == (user, "")


def test_give_role_twice_changes_the_role(tournament: Tournament, organiser: User) -> None:
    give_role(tournament, username="jens", kind="judge", by=organiser)
    give_role(tournament, username="jens", kind="desk", by=organiser)

    assert [r.kind for r in Role.objects.filter(user__username="jens")] == ["desk"]


def test_give_role_with_the_same_key_makes_one_account(
    tournament: Tournament, organiser: User
) -> None:
    for _ in range(2):
        give_role(tournament, username="jens", kind="judge", by=organiser, key="k")
    assert tournament.events.filter(verb="role.give").count() == 1


def test_give_role_again_after_it_was_taken_away_says_so(
    tournament: Tournament, organiser: User
) -> None:
    role, _password = give_role(tournament, username="jens", kind="judge", by=organiser, key="k")
    take_role(role, by=organiser)

    with pytest.raises(Refused) as refused:
        give_role(tournament, username="jens", kind="judge", by=organiser, key="k")
    assert refused.value.code == "role-gone"


@pytest.mark.parametrize("how", ["take", "give"])
def test_last_organiser_stays(tournament: Tournament, organiser: User, how: str) -> None:
    role = Role.objects.get(user=organiser)

    with pytest.raises(Refused) as refused:
        if how == "take":
            take_role(role, by=organiser)
        else:
            give_role(tournament, username=organiser.username, kind="desk", by=organiser)

    role.refresh_from_db()
    assert (refused.value.code, role.kind) == ("last-organiser", "organiser")


def test_take_role_twice_says_that_it_is_gone(
    tournament: Tournament, organiser: User, judge: User
) -> None:
    role = Role.objects.get(user=judge)
    take_role(role, by=organiser)

    with pytest.raises(Refused) as refused:
        take_role(role, by=organiser)
    assert refused.value.code == "role-gone"


def test_reset_password_works_for_ones_own_people(organiser: User, judge: User) -> None:
    password = reset_password(Role.objects.get(user=judge), by=organiser)

    judge.refresh_from_db()
    assert judge.check_password(password)


@pytest.mark.parametrize("kind", ["elsewhere", "support"])
def test_reset_password_is_refused_for_others(organiser: User, judge: User, kind: str) -> None:
    role = Role.objects.get(user=judge)
    if kind == "elsewhere":
        Role.objects.create(tournament=make_tournament(), user=judge, kind="organiser")
    else:
        User.objects.filter(pk=judge.pk).update(is_staff=True)

    with pytest.raises(Refused) as refused:
        reset_password(role, by=organiser)

    judge.refresh_from_db()
    assert (refused.value.code, judge.check_password("korrekt hest")) == (
        "password-elsewhere",
        True,
    )
