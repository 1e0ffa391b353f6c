"""Which event is news to which page."""

from __future__ import annotations

import re
from collections.abc import Set
from pathlib import Path

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.queries import PAIR_NEWS, TABLE_NEWS
from games.views.public import FRONT_NEWS
from judging.views.public import RULINGS_NEWS
from tests.factories import make_entries, make_round
from tests.results import make_round as make_played_round
from tournaments.log_words import SENTENCES
from tournaments.models import Event, Pairing, Round, Tournament
from tournaments.queries.news import ALL, NEWS, STAFF, kinds_of_verb, news_stamp
from tournaments.views.public import ROUND_NEWS
from tournaments.views.registration import SIGN_UP_NEWS
from tournaments.views.standings import NEWS as STANDINGS_NEWS

ROOT = Path(__file__).resolve().parents[3]
#: What everybody may look at, and the kinds of news it shows.
PAGES = {
    "front": FRONT_NEWS,
    "round": ROUND_NEWS,
    "standings": STANDINGS_NEWS,
    "pair": PAIR_NEWS,
    "table": TABLE_NEWS,
    "rulings": RULINGS_NEWS,
    "sign-up": SIGN_UP_NEWS,
}
EVERYWHERE = set(PAGES)
NOBODY: set[str] = set()
PLAY = EVERYWHERE - {"sign-up", "rulings"}
#: For each verb there is, the pages it is news to. A new verb must be put here.
RENEWED: dict[str, Set[str]] = {
    # All of these change who plays, where, or what is known of them in public.
    **dict.fromkeys(
        (
            "tournament.create",
            "tournament.edit",
            "tournament.finish",
            "tournament.reopen",
            "tournament.set-right",
            "tournament.set-right-undo",
        ),
        PLAY | {"sign-up"},
    ),
    **dict.fromkeys(
        (
            "round.publish",
            "round.unpublish",
            "round.close",
            "round.reopen",
            "round.game-settings",
            "round.swap-places",
            "pairing.move-table",
            "table.service",
            "table.access",
        ),
        PLAY,
    ),
    **dict.fromkeys(
        (
            "stage.add",
            "stage.edit",
            "stage.move",
            "stage.remove",
            "stage.preset",
            "stage.begin",
            "stage.unbegin",
            "stage.game-settings",
        ),
        PLAY,
    ),
    **dict.fromkeys(
        (
            "clock.start",
            "clock.undo-start",
            "clock.pause",
            "clock.resume",
            "clock.length",
            "clock.end",
            "clock.undo-pause",
            "clock.undo-resume",
            "table.extend",
            "table.withdraw-extension",
        ),
        frozenset({"front", "pair", "table"}),
    ),
    **dict.fromkeys(
        (
            "result.record",
            "result.correct",
            "result.remove",
            "result.undo",
            "result.agree",
            "record.attach",
        ),
        frozenset({"round", "standings", "pair", "table"}),
    ),
    **dict.fromkeys(
        ("claim.enter", "claim.differ", "claim.withdraw"), frozenset({"pair", "table"})
    ),
    # A pair's own page says when the next round is planned.
    "timetable.set": frozenset({"pair"}),
    **dict.fromkeys(
        (
            "entries.import",
            "entries.qualified",
            "entry.register",
            "entry.edit",
            "entry.withdraw",
            "entry.disqualify",
            "entry.undo",
            "entry.return",
            "entry.first-round",
            "entry.sit-out",
            "entry.sit-out-undo",
            "entry.substitute",
            "entry.substitute-undo",
            "entry.merge",
            "entry.merge-undo",
        ),
        EVERYWHERE,
    ),
    **dict.fromkeys(
        (
            "entry.check-in",
            "entry.late",
            "entry.absent",
            "entry.wait",
            "entries.absent",
            "entries.absent-undo",
        ),
        frozenset({"pair"}),
    ),
    **dict.fromkeys(
        (
            "signup.send",
            "signup.confirm",
            "signup.change",
            "signup.cancel",
            "signup.offer",
            "signup.accept",
            "signup.expire",
            "signup.join",
            "signup.invite-anew",
            "signup.link",
            "signup.enter",
        ),
        EVERYWHERE,
    ),
    **dict.fromkeys(
        ("privacy.erase", "privacy.initials", "privacy.retention", "privacy.days"), EVERYWHERE
    ),
    "registration.edit": PLAY | {"sign-up"},
    "ruling.give": EVERYWHERE,
    # The judges' own pages and pieces follow these.
    **dict.fromkeys(
        (
            "call.place",
            "call.take",
            "call.arrive",
            "call.resolve",
            "call.hand-over",
            "call.send-head",
            "call.withdraw",
            "call.undo",
            "escalation.step",
            "escalation.take-back",
            "escalation.position",
            "escalation.willingness",
            "escalation.adjudicate",
        ),
        NOBODY,
    ),
}
#: What only the staff learns.
AMONG_STAFF = {
    "qualifiers.set",
    "tournament.export",
    "stage.tables",
    "role.give",
    "role.take",
    "role.password",
    "role.join",
    "role.invite",
    "role.revoke-invitation",
    "role.restore-invitation",
    "role.log-out",
    "table.arrange",
    "table.arrange-undo",
    "entry.new-code",
    "entry.keep-apart",
    "entry.keep-apart-undo",
    "entry.pay",
    "entry.pay-undo",
    "round.draw",
    "round.redraw",
    "round.discard",
    "draft.swap",
    "draft.bye",
    "draft.table",
    "draft.take-out",
    "draft.put-in",
    "draft.undo",
    "document.ask",
    "document.cancel",
    "mail.again",
    "mail.all-again",
    "webhook.add",
    "webhook.edit",
    "webhook.on",
    "webhook.off",
    "webhook.pause",
    "webhook.secret",
    "webhook.test",
    "webhook.again",
    "webhook.remove",
    "incident.note",
    "incident.strike",
    "forecast.ask",
    "forecast.cancel",
}


def test_for_every_verb_it_is_said_whom_it_is_news_to() -> None:
    assert set(SENTENCES) - set(RENEWED) - AMONG_STAFF == set()
    assert (set(RENEWED) | AMONG_STAFF) - set(SENTENCES) == set()


@pytest.mark.parametrize("verb", sorted(RENEWED))
def test_verb_renews_the_pages_that_show_it(verb: str) -> None:
    kinds = kinds_of_verb(verb)
    renewed = {page for page, of in PAGES.items() if ALL in kinds or kinds & set(of.split())}
    assert (renewed, STAFF in kinds) == (RENEWED[verb], False)


@pytest.mark.parametrize("verb", sorted(AMONG_STAFF))
def test_verb_of_the_staff_is_news_to_nobody_else(verb: str) -> None:
    assert kinds_of_verb(verb) == {STAFF}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_stamp_changes_with_exactly_the_verbs_whose_hint_calls_the_page(
    tournament: Tournament, page: str
) -> None:
    of = PAGES[page]
    before = news_stamp(tournament, of)
    for verb in ("privacy.initials", *(f"{one}x" if one.endswith(".") else one for one in NEWS)):
        kinds = kinds_of_verb(verb)
        happened(tournament, verb, "thing", 1)
        now = news_stamp(tournament, of)
        assert (now != before) == bool(ALL in kinds or kinds & set(of.split())), verb
        before = now


def test_pages_wait_for_kinds_of_news_that_there_are() -> None:
    kinds = {ALL}.union(*NEWS.values())
    waited = {
        kind
        for template in (ROOT / "templates").rglob("*.html")
        for of in re.findall(r'data-news-of="([a-z -]+)"', template.read_text())
        for kind in of.split()
    }
    said = {kind for of in PAGES.values() for kind in of.split()}
    assert (waited | said) - kinds == set()
    poll = (ROOT / "templates/tournaments/entries/_check_in_poll.html").read_text()
    assert kinds_of_verb("entry.check-in") == {"presence"} and "presence" in poll


def happened(tournament: Tournament, verb: str, kind: str, pk: int) -> None:
    Event.objects.create(
        tournament=tournament, verb=verb, subject_kind=kind, subject_id=pk, subject="x"
    )


@pytest.mark.parametrize(
    ("verb", "kind", "own", "to_pair", "to_all"),
    [
        ("round.publish", "round", False, True, True),
        ("draft.swap", "round", False, False, False),
        ("tournament.edit", "tournament", False, True, True),
        ("result.record", "pairing", False, False, True),
        ("result.record", "pairing", True, True, True),
        # The others' names stand on the page, too.
        ("entry.edit", "entry", False, True, True),
        ("entry.edit", "entry", True, True, True),
        ("entry.check-in", "entry", False, False, True),
        ("entry.check-in", "entry", True, True, True),
        ("entries.absent", "tournament", False, True, True),
        ("ruling.give", "ruling", False, True, True),
        ("privacy.initials", "player", False, True, True),
        ("call.place", "call", False, False, False),
    ],
)
def test_news_of_others_is_none_to_a_pair(
    tournament: Tournament, verb: str, kind: str, own: bool, to_pair: bool, to_all: bool
) -> None:
    one, two, three, four = make_entries(tournament, 4)
    round_ = make_round(tournament, [(one, two), (three, four)])
    first, second = round_.pairings.order_by("order")
    subject = {
        "pairing": first.pk if own else second.pk,
        "entry": one.pk if own else three.pk,
    }.get(kind, 77)
    mine = Pairing.objects.filter(seats__entry=one)

    def stamps() -> tuple[str, str]:
        return (
            news_stamp(tournament, PAIR_NEWS, pairings=mine, entry=one),
            news_stamp(tournament, PAIR_NEWS),
        )

    before = stamps()
    happened(tournament, verb, kind, subject)
    after = stamps()
    assert (before[0] != after[0], before[1] != after[1]) == (to_pair, to_all)


def test_stamp_changes_with_seats_that_moved_without_an_event_of_theirs(
    tournament: Tournament,
) -> None:
    one, two, three, four = make_entries(tournament, 4)
    round_ = make_played_round(tournament, 1, [(one, two), (three, four)])
    mine = Pairing.objects.filter(seats__entry=one)

    def stamp() -> str:
        return news_stamp(tournament, PAIR_NEWS, pairings=mine, entry=one)

    before = stamp()
    other = round_.pairings.order_by("order").last()
    assert other is not None
    record_result(other, Typed(scores=(8, 5), winner=0), seen=0, by=None)
    assert stamp() == before

    Round.objects.update(version=round_.version + 1)
    moved = stamp()
    Round.objects.update(state=Round.State.DRAFT)
    assert len({before, moved, stamp()}) == 3
