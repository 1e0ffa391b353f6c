"""Records in writing: reading is the inverse of writing, and says where it cannot read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import GAMES, PARTNERS, Game
from games.rules.partners.bots import RANDOM
from games.rules.partners.conduct import Conduct, Setup, setup_named
from games.rules.partners.playing import play_game
from games.rules.partners.record import (
    Dealt,
    Drawn,
    Entry,
    Holding,
    Record,
    Stopped,
    Turn,
    setup_headers,
    side_text,
)
from games.rules.partners.record_reader import RecordError, read_record
from games.rules.partners.replay import replay
from games.rules.partners.rulesets import DM_2023

from .games import setups

NAMES = st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("Game", "Ruleset", "Options", "Pack")
)


@st.composite
def moves(draw: st.DrawFn, game: Game) -> str:
    colours = st.sampled_from(["", *(f"{colour}:" for colour in game.board.colours)])
    pieces = st.builds("{}{}".format, colours, st.sampled_from(game.board.places))
    if draw(st.booleans()):
        return f"{draw(pieces)}<>{draw(pieces)}"
    legs = st.builds(
        "{}{}{}{}".format,
        pieces,
        st.sampled_from("-x"),
        st.sampled_from(game.board.places),
        st.sampled_from(["", "*"]),
    )
    return " + ".join(draw(st.lists(legs, min_size=1, max_size=4)))


@st.composite
def entries(draw: st.DrawFn, game: Game) -> Entry:
    colours = st.sampled_from(game.board.colours)
    cards = st.sampled_from(list(game.cards))
    some = draw(st.lists(colours, min_size=1, unique=True))
    match draw(st.sampled_from(["draw", "deal", "turn", "throw", "end"])):
        case "draw":
            return Drawn(tuple((colour, draw(cards)) for colour in some))
        case "deal":
            hands = tuple(
                Holding(colour, tuple(draw(st.lists(cards, max_size=5))), draw(cards | st.just("")))
                for colour in some
            )
            number = st.integers(0, 999)
            return Dealt(draw(number), draw(number), draw(colours), hands)
        case "turn":
            return Turn(draw(colours), draw(cards), draw(moves(game)))
        case "throw":
            return Turn(draw(colours))
        case _:
            side = draw(st.integers(0, len(game.sides) - 1))
            return Stopped(draw(st.sampled_from(["timeout", "x"])), side_text(game, side))


@st.composite
def records(draw: st.DrawFn) -> Record:
    setup = draw(setups())
    about = draw(st.dictionaries(NAMES, st.text(max_size=12), max_size=5))
    listed = draw(st.lists(entries(setup.game), max_size=12))
    return Record((*setup_headers(setup), *about.items()), tuple(listed))


@settings(max_examples=80, deadline=None)
@given(records())
def test_record_reads_back_as_it_was(record: Record) -> None:
    read = read_record(record.text)
    assert read == record
    assert read.text == record.text


@settings(max_examples=50, deadline=None)
@given(setups())
def test_setup_reads_back_from_its_headers(setup: Setup) -> None:
    assert Record(setup_headers(setup), ()).setup == setup


def test_setup_names_only_what_differs() -> None:
    assert setup_headers(Setup(PARTNERS, DM_2023)) == (
        ("Game", "partners"),
        ("Ruleset", "dm-2023"),
    )
    assert setup_headers(Setup(PARTNERS, conduct=Conduct(play_on=True)))[2:] == (
        ("Options", "play_on=yes"),
    )


def test_reading_forgives_form() -> None:
    """Byte-order mark, CRLF, comments, empty lines, spaces."""
    text = (
        '\ufeff[Game "partners"]\r\n# table 4\r\n\r\n'
        "  deal 1.1  by  red :  yellow 2  3 gives 2 ;blue 5\r\n"
        "yellow   2  start-yellow2 ;  red throws\r\n"
    )
    record = read_record(text)
    assert record.setup == Setup(PARTNERS)
    assert record.entries == (
        Dealt(1, 1, "red", (Holding("yellow", ("2", "3"), "2"), Holding("blue", ("5",)))),
        Turn("yellow", "2", "start-yellow2"),
        Turn("red"),
    )
    assert [entry.line for entry in record.entries] == [4, 5, 5]


def test_turns_share_a_line_until_a_colour_comes_again() -> None:
    turns = [Turn(colour) for colour in ("red", "blue", "green", "red", "green", "blue", "green")]
    lines = Record((("Game", "partners"),), tuple(turns)).text.split("\n")[2:-1]
    assert lines == [
        "red throws; blue throws; green throws",
        "red throws; green throws; blue throws",
        "green throws",
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('[Event "a"', "header_form"),
        ('[event "a"]', "header_form"),
        ('[Event "a\\t"]', "header_form"),
        ('[Game "partners"]', "header_twice"),
        ("draw yellow", "draw_form"),
        ("draw yellow 2, yellow 3", "colour_twice"),
        ("draw purple 2", "unknown_colour"),
        ("draw yellow 4", "unknown_card"),
        ("deal 1 by red: yellow 2", "deal_form"),
        ("deal 1.1 by red", "deal_form"),
        ("deal 1.1 by red: yellow 2;", "hand_form"),
        ("deal 1.1 by red: yellow 2 gives", "hand_form"),
        ("deal 1.1 by red: yellow gives 2 3", "hand_form"),
        ("deal 1.1 by red: yellow 2; yellow 3", "colour_twice"),
        ("deal 1.1 by pink: yellow 2", "unknown_colour"),
        ("end timeout", "end_form"),
        ("end timeout yellow-red", "unknown_side"),
        ("yellow throws;", "turn_empty"),
        ("yellow", "turn_form"),
        ("yellow 2", "turn_form"),
        ("yellow 2 start", "move_form"),
        ("yellow 2 start-yellow15", "move_form"),
        ("yellow 2 pink:start-yellow2", "move_form"),
        ("yellow 2 start-yellow2 + ", "move_form"),
        ("maroon throws", "unknown_colour"),
        ("yellow 11 start-yellow2", "unknown_card"),
    ],
)
def test_unreadable_line_is_named_with_its_reason(line: str, code: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(f'[Game "partners"]\n\n{line}\n')
    assert (error.value.line, error.value.code) == (3, code)
    for lang in ("da", "en", "nb"):
        assert error.value.message(lang)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "no_game"),
        ("yellow throws", 1, "no_game"),
        ('[Event "a"]\n[Game "ludo"]', 2, "header_value"),
        ('[Game "partners"]\n[Ruleset "dm-1066"]', 2, "header_value"),
        ('[Game "partners"]\n[Options "play_on"]', 2, "header_value"),
        ('[Game "partners"]\n[Options "fly=yes"]', 2, "header_value"),
        ('[Game "partners"]\nyellow throws\n[Event "a"]', 3, "header_late"),
    ],
)
def test_unreadable_header_is_named_with_its_reason(text: str, line: int, code: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(text)
    assert (error.value.line, error.value.code) == (line, code)
    assert error.value.message("da")


@pytest.mark.parametrize("game", GAMES)
def test_any_text_is_read_or_refused(game: str) -> None:
    for junk in ("[", "deal", "draw", "end", ";", "a;b", ":", "yellow - -", "\x00", "deal 1.1 by"):
        with pytest.raises(RecordError):
            read_record(f'[Game "{game}"]\n{junk}')


def test_record_says_which_pack_was_played_with() -> None:
    setup = setup_named(PARTNERS, pack=dict.fromkeys(PARTNERS.pack, 5))
    played = play_game(setup, [RANDOM] * 4, "pack", most_deals=4)
    assert played.record.header("Pack") == " ".join(f"{card}=5" for card in PARTNERS.pack)
    again = read_record(played.record.text)
    assert (again, again.setup) == (played.record, setup)
    assert replay(again).legal


@pytest.mark.parametrize("pack", ["heart", "heart=", "heart=x", "heart=-4", "heart=4", "ace=60"])
def test_pack_that_cannot_be_is_named_with_its_line(pack: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(f'[Game "partners"]\n[Ruleset "dm-2018"]\n[Pack "{pack}"]\n')
    error = caught.value
    assert (error.line, error.code, error.params) == (3, "header_value", {"header": "Pack"})
