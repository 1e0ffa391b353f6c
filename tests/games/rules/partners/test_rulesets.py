"""Rule sets and options by name."""

from dataclasses import replace

import pytest

from games.rules.errors import RequestError
from games.rules.partners import DM_2018, DM_2023, PARTNERS, Rules, rules_named
from games.rules.partners.conduct import Conduct, Setup


def test_rule_set_not_named_is_that_of_2018() -> None:
    assert rules_named() == DM_2018 == Rules()


def test_rule_set_of_2023_differs_by_the_lane_alone() -> None:
    assert rules_named("dm-2023") == DM_2023 == replace(DM_2018, lane_must_lock=True)


def test_options_change_a_rule_set() -> None:
    options = {"seven_may_end_short": True, "two_may_bring_one": True}
    assert rules_named("dm-2023", options) == Rules(
        lane_must_lock=True, seven_may_end_short=True, two_may_bring_one=True
    )


@pytest.mark.parametrize(
    ("ruleset", "options", "code"),
    [
        ("dm-2019", None, "unknown_ruleset"),
        (None, None, "unknown_ruleset"),
        ("dm-2018", ["seven_may_end_short"], "not_an_object"),
        ("dm-2018", {"eight_may_end_short": True}, "unknown_option"),
        ("dm-2018", {"seven_may_end_short": 1}, "not_a_boolean"),
    ],
)
def test_rules_that_do_not_exist_are_refused(ruleset: object, options: object, code: str) -> None:
    with pytest.raises(RequestError) as caught:
        rules_named(ruleset, options)
    assert caught.value.code == code


def test_another_rule_set_leaves_the_options_as_they_are() -> None:
    options = Rules(seven_may_end_short=True, seven_may_serve_both=False)
    setup = Setup(PARTNERS, options, Conduct(play_on=True))
    changed = setup.under("dm-2023")
    assert (changed.ruleset, changed.options) == ("dm-2023", setup.options)
    assert changed.under("dm-2018") == setup
