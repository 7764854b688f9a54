"""Remote games: two conversations that agree on a game and play it, without a screen."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.house_rules import random_house_rules
from support.modem_seats import Seat, Stranger, asked, on_turn, pair, play, remote_of, settle
from support.modem_seats import hang_up as hang_up  # for all tests
from support.set_clock import Clock
from support.stored_games import disk

from console.activities.modem.agreement import BACK, CLOCK, TERMS
from console.activities.modem.connection import DIAL
from console.activities.modem.people import Terms, move_texts
from console.cli.composition import VOCABULARY
from console.game.clock import Control
from console.reading import kinds
from console.storage.atomic_files import Folders
from console.storage.store import Store
from console.text.rules import explain
from engine.game import Outcome, Reason
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.house_rules import article_line, house_rules, parse_articles
from engine.pdn.record import GameRecord
from engine.rules import AMERICAN, RULE_SETS, losing_game

GRANNY = house_rules("granny", replace(AMERICAN, men_capture_back=True))

# Agreeing


def test_shows_all_terms_before_a_game_is_accepted() -> None:
    anna = Seat("Anna")
    dan = Seat("Dan", anna.port, rules=RULE_SETS["casual"], jumping="free", first=False, clock=Control(5, 3))
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert anna.said[-1] == "Dan asks for a game: casual, free, you play Black, a clock of 5+3."
    anna.type("N")
    settle(dan, anna, until=lambda: asked(dan, anna) == [DIAL, DIAL])
    assert dan.said[-1] == "Anna does not want this game."
    assert anna.state.table.rules == AMERICAN, "a declined request leaves the board"
    dan.type("N")
    anna.type("N")
    assert dan.left
    assert anna.left


@pytest.mark.parametrize("rules", ["international", "russian"])
def test_plays_a_whole_game(rules: str) -> None:
    """Both sides have the same moves, result and names, and the game is not rated."""
    dan, anna = pair({"rules": RULE_SETS[rules], "clock": Control(5)})
    play(dan, anna, random.Random(3), 400)
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    one, other = dan.state, anna.state
    assert move_texts(one.game) == move_texts(other.game)
    assert one.game.outcome == other.game.outcome is not None
    assert one.table.names == other.table.names
    assert {*one.table.names} == {"Dan", "Anna"}
    assert (one.table.seats.peer, one.table.home) == (other.table.home, other.table.seats.peer)
    assert not one.table.is_rated
    record = one.activity.record()
    assert isinstance(record, GameRecord)
    assert (record.tag("BlackType"), record.tag("WhiteType")) == ("human", "human")
    assert record.tag("Line") == SIDE_NAMES[other.table.home]
    assert [line for line in dan.said if "draw" in line or "wins" in line] != []


@pytest.mark.parametrize("games", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_plays_and_saves_whole_games_by_house_rules(games: int, tmp_path: Path) -> None:
    """The other side has no file of the rules. The saved game is read back with its rules."""
    rng = random.Random("house rules over a line")
    for number in range(games):
        rules, _ = random_house_rules(rng)
        if rules.losing and number % 2:
            rules = losing_game(parse_articles("mixed", article_line(replace(rules, losing=False))))
        store = Store(True, Folders(tmp_path / f"data{number}", tmp_path / "config"))
        dan, anna = pair({"rules": rules, "first": number % 2 == 0}, {"store": store})
        assert anna.pages == [" ".join(" ".join(explain(rules)).split())]
        assert (dan.state.table.rules, anna.state.table.rules) == (rules, rules)
        play(dan, anna, rng, 2_000)
        settle(dan, anna, until=lambda ends=(dan, anna): asked(*ends) == [kinds.ANOTHER] * 2)  # type: ignore[misc]
        game = anna.state.game
        assert move_texts(dan.state.game) == move_texts(game)
        assert dan.state.game.outcome == game.outcome is not None
        anna.type("save lunch")
        record = store.saved.load("lunch")
        assert (record.rules, record.outcome) == (rules, game.outcome)
        assert move_texts(record.game()) == move_texts(game)
        dan.close()
        anna.close()
        store.in_progress.release()


@pytest.mark.parametrize("typed", ["", "anna  LEE"])
def test_a_kept_game_goes_on_in_any_spelling_of_the_name(tmp_path: Path, typed: str) -> None:
    """The peer gets the name as it was. Neither leaving nor a level loses the game."""
    store = disk(tmp_path)
    anna = Seat("Anna Lee", store=store)
    dan = Seat("Dan", anna.port)
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan) == [kinds.MOVE])
    play(dan, anna, random.Random(10), 3)
    waits, moves = on_turn(dan, anna)[::-1]
    assert waits.state.activity.headline == f"{moves.state.player} (White) to move."
    for lines in ((), (typed, "level 7"), (typed,)):
        anna.close()
        store.in_progress.release()
        store = disk(tmp_path)
        anna = Seat(None, store=store, at_terminal=True, default_name="Anna Lee")
        assert anna.ask is not None
        assert anna.ask.prompt == "Your name (Enter: Anna Lee)? "
        anna.type(*lines)
    assert anna.ask is not None
    assert anna.ask.prompt.startswith("Pick up the game of Dan and Anna Lee")
    anna.type("Y")
    assert anna.state.player == "Anna Lee"
    assert anna.state.game.ply == 3


def test_shows_house_rules_in_words_before_they_are_accepted(tmp_path: Path) -> None:
    """They are shown once, and the player is told if his own rules have that name."""
    store = Store(True, Folders(tmp_path / "data", tmp_path / "config"))
    store.rules.add(house_rules("granny", replace(AMERICAN, draw_after=20)))
    anna = Seat("Anna", store=store)
    dan = Seat("Dan", anna.port, rules=GRANNY)
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert anna.said[-2] == "Dan asks for a game: granny, forced, you play White, no clock."
    assert "rules called granny, which differ from yours of that name" in anna.said[-1]
    assert ["jumps forward or backward" in page for page in anna.pages] == [True]
    assert (anna.state.table.rules, anna.state.table.home) == (GRANNY, WHITE)
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan) == [kinds.MOVE])
    assert anna.state.table.rules == GRANNY
    anna.type("rules granny")
    assert anna.pages[1] == anna.pages[0]
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    assert (dan.said[-1], anna.said[-1]) == ("My condolences, Dan. Good game.", "Congratulations, Anna!")
    dan.type("Y")
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert len(anna.pages) == 2


def test_explains_the_house_rules_of_a_request_while_a_game_is_on_the_board() -> None:
    """The board and the rules of the game before are still shown."""
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    dan.dialogue.state.activity._agreement._terms = Terms(GRANNY, "forced", None)  # type: ignore[attr-defined]
    dan.type("Y")
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert anna.state.table.rules == AMERICAN
    anna.type("rules granny")
    assert anna.pages[1] == anna.pages[0]


def test_plays_moves_typed_ahead_in_their_order() -> None:
    dan, anna = pair()
    anna.type("nonsense")
    assert asked(anna) == [kinds.WAITING]
    dan.type("C3 D4", "B2 C3", "A1 B2")
    for ply, line in ((2, "24-20"), (4, "28-24"), (5, "32-28")):
        settle(dan, anna, until=lambda: asked(anna) == [kinds.MOVE])
        anna.type(line)
        settle(dan, anna, until=lambda to=ply: dan.state.game.ply >= to)  # type: ignore[misc]
    named = [dan.state.naming.move(turn.move) for turn in dan.state.game.turns[::2]]
    assert named == ["C3 D4", "B2 C3", "A1 B2"]


def test_changes_the_colors_for_another_game() -> None:
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    assert anna.state.game.outcome == Outcome(WHITE, Reason.RESIGNED)
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan) == [TERMS])
    assert dan.said[-1] == "Anna asks for a game: american, forced, you play White, no clock."
    dan.type("Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.WAITING, kinds.MOVE])
    assert (dan.state.table.home, anna.state.table.home) == (WHITE, BLACK)


def test_sends_a_second_caller_away_as_busy() -> None:
    dan, anna = pair()
    eve = Seat("Eve", anna.port)
    settle(dan, anna, eve, until=lambda: asked(eve) == [DIAL])
    assert eve.said[-1].startswith("BUSY")
    play(dan, anna, random.Random(1), 2)


def test_asks_to_dial_again_when_nobody_answers() -> None:
    anna = Seat("Anna")
    port = anna.port
    anna.close()
    dan = Seat("Dan", port)
    settle(dan, until=lambda: asked(dan) == [DIAL])
    assert dan.said[-1].startswith(f"Nobody answers on 127.0.0.1:{port}")


# Talking


def test_shows_chat_printable_bounded_and_cut() -> None:
    dan, anna = pair()
    remote_of(dan.dialogue).connection.peer.connection.socket.send(b"C\x1b]0;evil\x07 caf\xe9 \xff\0")
    settle(anna, until=lambda: "evil" in anna.said[-1])
    assert anna.said[-1] == 'Dan: "?]0;evil? café ÿ"'
    dan.type("say")
    assert dan.said[-1].startswith("Say what?")
    dan.type(f"say {'x' * 200} end")
    assert dan.said[-1].startswith("That was too long")
    settle(anna, until=lambda: "xxx" in anna.said[-1])
    assert anna.said[-1] == f'Dan: "{"x" * 126}"'
    for number in range(30):
        anna.type(f"say {number}")
    assert anna.said[-1].startswith("Not so fast")
    settle(dan, anna, until=lambda: dan.said[-1] == 'Anna: "19"')


def test_makes_names_printable_and_short() -> None:
    anna = Seat("Anna")
    for sent, shown in ((b"\x1b[2J" + b"n" * 28, "?[2J" + "n" * 16), (b" " * 32, "Guest")):
        stranger = Stranger(anna.port)
        request = bytearray(b"R01" + b"x" * 32 + b"W000000B" + b"Z" + b"z" * 12 + b"e" * 8 + b"w" * 12)
        request[3:35] = sent
        stranger.socket.sendall(bytes(request) + b"\0")
        settle(anna, until=lambda: asked(anna) == [TERMS])
        assert anna.said[-1].startswith(f"{shown} asks for a game")
        stranger.socket.close()
        settle(anna, until=lambda: anna.dialing is not None)


def test_rejects_words_that_do_not_work_in_remote_games() -> None:
    allowed = (
        "? menu moves board where look around row column diagonal kings recent history whose flip teach fen games fame "
        "record settings theme sound animation squares numbers about"
    )
    dan, anna = pair()
    game = dan.state.game
    works = {"quit", "undo", "draw", "resign", "say", "save", "help", "repeat", "clock"}
    for word in {word.name for word in VOCABULARY.words} - works:
        heard = len(dan.said)
        dan.type(word)
        assert asked(dan) == [kinds.MOVE], word
        assert any(line.startswith("That has to wait until the call is over") for line in dan.said[heard:]) == (
            word not in f"{allowed} postcard".split()
        ), word
        assert dan.state.game is game
        anna.type(word)
        assert asked(anna) == [kinds.WAITING], word


def test_shows_help_with_words_that_work() -> None:
    dan, _ = pair()
    heard = len(dan.said)
    dan.type("?")
    words = re.findall(r'"(\w+)[^"]*"', " ".join(dan.said[heard:]))
    assert "say" in words
    assert all(dan.state.works(command) for command in map(VOCABULARY.command, words) if command is not None)
    dan.type("moves")
    assert dan.said[-1].startswith("You can move ")
    assert "(" not in dan.said[-1], "the values of moves would be help"


# Taking back, and draws


def test_takes_moves_back_if_the_peer_agrees() -> None:
    dan, anna = pair()
    play(dan, anna, random.Random(5), 4)
    dan.type("undo")
    for typed in ("undo", "C3 D4"):
        dan.type(typed)
        assert dan.said.pop() == "Anna has not yet said whether you may take the move back."
    settle(dan, anna, until=lambda: asked(anna) == [BACK])
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.state.game.ply == 2)
    assert anna.state.game.ply == 2
    assert dan.said[-1].startswith("Taken back: ")
    play(dan, anna, random.Random(6), 3)
    mover, other = on_turn(dan, anna)
    other.type("undo")
    settle(dan, anna, until=lambda: asked(mover) == [BACK])
    mover.type("N")
    settle(dan, anna, until=lambda: other.said[-1].endswith("would rather not take it back."))
    other.type("undo")  # once more: declined without a question
    settle(dan, anna, until=lambda: len([line for line in other.said if "would rather not" in line]) == 2)
    assert asked(mover) == [kinds.MOVE]
    assert move_texts(dan.state.game) == move_texts(anna.state.game)


def test_offers_declines_and_accepts_draws() -> None:
    dan, anna = pair()
    dan.type("draw")
    assert dan.said[-1] == "You may offer a draw once each side has made ten moves."
    play(dan, anna, random.Random(8), 20)
    dan.type("draw", "draw")
    assert dan.said[-1] == "Anna has not yet answered your offer."
    settle(dan, anna, until=lambda: asked(anna) == [kinds.DRAW])
    anna.type("N")
    settle(dan, anna, until=lambda: dan.said[-1] == "Anna plays on.")
    play(dan, anna, random.Random(9), 1)
    dan.type("draw")
    settle(dan, anna, until=lambda: asked(anna) == [kinds.DRAW])
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    for seat in (dan, anna):
        assert (seat.state.game.outcome, seat.state.game.ply) == (Outcome(None, Reason.AGREED), 21)


def test_agrees_on_a_clock_in_the_game() -> None:
    """The word was refused, so that two people could not play with a clock that the caller had forgotten."""
    now = Clock()
    dan, anna = pair({"now": now}, {"now": now})
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: asked(anna) == [kinds.MOVE])
    dan.type("clock 5+3", "clock")
    assert dan.said[-2] == "I have asked Anna for a clock of 5+3; nothing changes without a yes."
    assert dan.said[-1].startswith("This game has no clock.")
    settle(dan, anna, until=lambda: asked(anna) == [CLOCK])
    assert dan.state.table.clock is None
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.said[-1] == "Agreed: this game has a clock of 5+3 from now on.")
    now.seconds += 20
    for seat in (dan, anna):
        clock = seat.state.table.clock
        assert clock is not None
        assert (clock.control, clock.left(BLACK), clock.left(WHITE)) == (Control(5, 3), 300, 280)
    dan.type("clock")
    assert dan.said[-1] == 'This game has a clock of 5+3; Dan 5:00, Anna 4:40 left. "clock 5+3" asks for another.'
    anna.type("clock off")
    settle(dan, anna, until=lambda: asked(dan) == [CLOCK])
    dan.type("N")
    settle(dan, anna, until=lambda: anna.said[-1] == "Dan would rather leave the clocks as they are.")
    assert anna.state.table.clock is not None
    dan.type("clock off")
    settle(dan, anna, until=lambda: asked(anna) == [CLOCK])
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.state.table.clock is None)
    assert anna.state.table.clock is None
    assert "TimeControl" not in dict(dan.state.activity.record().tags)


@pytest.mark.parametrize("theirs", [[], ["clock 10"], ["clock 5+3"]])
def test_both_sides_have_the_same_clock_after_offers_that_cross(theirs: list[str]) -> None:
    """Each side set the clock that it heard of last, or only one of them set a clock."""
    dan, anna = pair()
    dan.type("clock 5+3", "clock 3", "say over")
    anna.type(*theirs, "say over")
    settle(dan, anna, until=lambda: 'Dan: "over"' in anna.said or asked(anna) == [CLOCK])
    if asked(anna) == [CLOCK]:
        anna.type("Y")
    settle(dan, anna, until=lambda: 'Anna: "over"' in dan.said or asked(dan) == [CLOCK])
    if asked(dan) == [CLOCK]:
        dan.type("Y")
    dan.type("say out")
    anna.type("say out")
    settle(dan, anna, until=lambda: 'Dan: "out"' in anna.said and 'Anna: "out"' in dan.said)
    clocks = [seat.state.table.clock and seat.state.table.clock.control for seat in (dan, anna)]
    assert clocks == ([None, None] if theirs else [Control(5, 3)] * 2)
    assert "Anna has not yet answered your offer of a clock." in dan.said


@pytest.mark.parametrize("note", ["clock accepted 5+3", "clock declined 5+3", "clock offered 0+0", "clock offered 1e9"])
def test_ignores_notes_about_clocks_that_were_not_asked_for(note: str) -> None:
    dan, anna = pair()
    heard = len(anna.said)
    remote_of(dan.dialogue).connection.peer.note(note)
    remote_of(dan.dialogue).connection.peer.note("draw offered")
    settle(dan, anna, until=lambda: asked(anna) == [kinds.DRAW])
    assert (anna.state.table.clock, anna.said[heard:]) == (None, [])


def test_a_clock_between_two_games_is_asked_for_with_the_next() -> None:
    dan, anna = pair()
    dan.type("resign", "Y", "clock 3", "Y")
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert "a clock of 3+0" in anna.said[-1]
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.state.game.outcome is None)
    assert dan.state.table.clock is not None


def test_a_clock_under_a_minute_is_offered_in_the_game() -> None:
    """Older programs read only whole minutes in a request."""
    dan, anna = pair({"clock": Control(0, 2, 30)})
    settle(dan, anna, until=lambda: asked(anna) == [CLOCK])
    assert dan.state.table.clock is None
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.state.table.clock is not None)
    for seat in (dan, anna):
        assert seat.state.table.clock is not None
        assert seat.state.table.clock.control == Control(0, 2, 30)


def test_loses_on_time_on_both_sides() -> None:
    now = Clock()
    dan, anna = pair({"clock": Control(1), "now": now}, {"now": now})
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: asked(anna) == [kinds.MOVE])
    assert dan.state.table.clock is not None
    now.seconds += 50
    assert dan.state.table.clock.left(WHITE) == 10
    now.seconds += 10.5
    anna.type("C1 D2")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    assert dan.state.game.outcome == anna.state.game.outcome == Outcome(BLACK, Reason.FLAG)


def test_claims_the_win_some_seconds_after_a_flag_has_fallen() -> None:
    now = Clock()
    dan, anna = pair({"clock": Control(1), "now": now}, {"now": now})
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: asked(anna) == [kinds.MOVE])
    now.seconds += 61
    dan.look()
    assert dan.state.game.outcome is None
    now.seconds += 5
    dan.look()
    assert dan.state.game.outcome is not None
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    assert anna.state.game.outcome == dan.state.game.outcome
