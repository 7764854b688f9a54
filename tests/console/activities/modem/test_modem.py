"""Two people who agree on a game over a line and play it: two conversations, without a screen."""

import random
import re
from collections.abc import Iterator

import pytest
from support.modem_seats import (
    OPEN,
    Clock,
    Seat,
    Stranger,
    asked,
    connected,
    hang_up_all,
    on_turn,
    pair,
    play,
    remote_of,
    settle,
)

from console.activities.modem.kinds import BACK, DIAL, TERMS
from console.activities.modem.people import move_texts
from console.cli.composition import VOCABULARY
from console.dialogue import kinds
from console.dialogue.words import Place
from console.game.clock import Control
from engine.geometry import BLACK, WHITE
from engine.outcome import Reason
from engine.pdn.record import GameRecord
from engine.rules import RULE_SETS


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Leave no line behind."""
    yield
    hang_up_all()


# Agreeing


def test_who_answers_is_told_everything_before_he_accepts() -> None:
    """Rules, jumping, color and clock; a no goes to who called."""
    anna = Seat("Anna")
    dan = Seat("Dan", anna.port, rules="casual", jumping="free", first=False, clock=Control(5, 3))
    OPEN.extend((anna, dan))
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    assert anna.said[-1] == "Dan asks for a game: casual, free, you play Black, a clock of 5+3."
    anna.type("N")
    settle(dan, anna, until=lambda: asked(dan, anna) == [DIAL, DIAL])
    assert dan.said[-1] == "Anna does not want this game."
    dan.type("N")
    anna.type("N")
    assert dan.left
    assert anna.left


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_whole_game(rules: str) -> None:
    """By every set: both have the same moves, the same end and both names, and nobody's rating."""
    dan, anna = pair({"rules": rules, "clock": Control(5)})
    play(dan, anna, random.Random(3), 400)
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    one, other = dan.state, anna.state
    assert move_texts(one.game) == move_texts(other.game)
    assert one.game.outcome == other.game.outcome is not None
    assert one.table.names == other.table.names
    assert {*one.table.names} == {"Dan", "Anna"}
    assert (one.table.pairing.remote, one.table.home) == (other.table.home, other.table.pairing.remote)
    assert not one.table.is_rated
    record = one.activity.record()
    assert (record.tag("BlackType"), record.tag("WhiteType")) == ("human", "human")
    assert [line for line in dan.said if "draw" in line or "wins" in line] != []


def test_plays_moves_typed_ahead_in_their_order() -> None:
    dan, anna = pair()
    dan.type("C3 D4", "B2 C3", "A1 B2")
    for ply, line in ((2, "24-20"), (4, "28-24"), (5, "32-28")):
        settle(dan, anna, until=lambda: asked(anna) == [kinds.MOVE])
        anna.type(line)
        settle(dan, anna, until=lambda to=ply: dan.state.game.ply >= to)  # type: ignore[misc]
    named = [dan.state.table.naming.move(turn.move) for turn in dan.state.game.turns[::2]]
    assert named == ["C3 D4", "B2 C3", "A1 B2"]


def test_another_game_has_the_colors_changed() -> None:
    """Whoever asks first; the other is asked."""
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    assert anna.state.game.outcome is not None
    assert (anna.state.game.outcome.winner, anna.state.game.outcome.reason) == (WHITE, Reason.RESIGNED)
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan) == [TERMS])
    assert dan.said[-1] == "Anna asks for a game: american, forced, you play White, no clock."
    dan.type("Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.WAITING, kinds.MOVE])
    assert (dan.state.table.home, anna.state.table.home) == (WHITE, BLACK)


def test_both_ask_for_another_at_once() -> None:
    """That is an answer, too."""
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.ANOTHER, kinds.ANOTHER])
    dan.type("Y")
    anna.type("Y")
    settle(dan, anna, until=lambda: asked(dan, anna) == [kinds.WAITING, kinds.MOVE])


def test_a_second_caller_hears_that_it_is_busy() -> None:
    """And the game does not."""
    dan, anna = pair()
    eve = Seat("Eve", anna.port)
    OPEN.append(eve)
    settle(dan, anna, eve, until=lambda: asked(eve) == [DIAL])
    assert eve.said[-1].startswith("BUSY")
    play(dan, anna, random.Random(1), 2)


def test_a_number_nobody_answers() -> None:
    """Is told in a sentence, and may be dialled again."""
    anna = Seat("Anna")
    port = anna.port
    anna.close()
    dan = Seat("Dan", port)
    OPEN.append(dan)
    settle(dan, until=lambda: asked(dan) == [DIAL])
    assert dan.said[-1].startswith(f"Nobody answers on 127.0.0.1:{port}")


# Talking


def test_what_is_said_is_shown_and_acts_on_nothing() -> None:
    """Control characters are not; what is too long is cut and said to be; an empty line is asked about."""
    dan, anna = pair()
    partner = remote_of(dan.dialogue)._connection.partner
    assert partner is not None
    partner._line._socket.send(b"C\x1b]0;evil\x07 caf\xe9 \xff\0")
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


def test_a_name_is_what_can_be_shown() -> None:
    """It is cut, made printable, and nobody's if nothing is left."""
    anna = Seat("Anna")
    OPEN.append(anna)
    for sent, shown in ((b"\x1b[2J" + b"n" * 28, "?[2J" + "n" * 16), (b" " * 32, "Guest")):
        stranger = Stranger(anna.port)
        request = bytearray(b"R01" + b"x" * 32 + b"W000000B" + b"Z" + b"z" * 12 + b"e" * 8 + b"w" * 12)
        request[3:35] = sent
        stranger.socket.sendall(bytes(request) + b"\0")
        settle(anna, until=lambda: asked(anna) == [TERMS])
        assert anna.said[-1].startswith(f"{shown} asks for a game")
        stranger.socket.close()
        settle(anna, until=lambda: anna.dialling is not None)


@pytest.mark.parametrize("word", [word.name for word in VOCABULARY.words])
def test_words_that_change_or_tell_what_was_not_agreed_on_are_declined(
    word: str, dan_and_anna: tuple[Seat, Seat]
) -> None:
    """In one sentence; and no word leaves the game but quit."""
    dan, anna = dan_and_anna
    allowed = {"help", "?", "menu", "moves", "board", "where", "look", "flip", "teach", "fen", "save", "games", "fame"}
    allowed |= {"settings", "about"}
    if word in ("quit", "undo", "draw", "resign", "say", "save", "help"):
        return
    game, told = dan.state.game, len(dan.said)
    dan.type(word)
    assert asked(dan) == [kinds.MOVE]
    assert any(line.startswith("That is not done") for line in dan.said[told:]) == (word not in allowed)
    assert dan.state.game is game
    anna.type(word)
    assert asked(anna) == [kinds.WAITING]


@pytest.fixture(scope="module")
def dan_and_anna() -> Iterator[tuple[Seat, Seat]]:
    """One game for all words."""
    dan, anna = connected()
    yield dan, anna
    dan.close()
    anna.close()


def test_the_help_is_that_of_a_game_over_a_line() -> None:
    """Its words are those that work."""
    dan, _ = pair()
    told = len(dan.said)
    dan.type("?")
    words = re.findall(r'"(\w+)[^"]*"', " ".join(dan.said[told:]))
    assert "say" in words
    assert all(VOCABULARY.works(command, Place.LINE) for command in map(VOCABULARY.read, words) if command is not None)


def test_the_moves_are_not_judged() -> None:
    """Where a table knows what each is worth, that is not told to one of two."""
    dan, anna = pair({"rules": "russian"})
    white = on_turn(dan, anna)[0]
    white.type("moves")
    assert white.said[-1].startswith("You can move ")
    assert "(" not in white.said[-1]


def test_a_move_that_is_typed_too_early_waits() -> None:
    """And is played when it is due."""
    dan, anna = pair()
    anna.type("C1 B2", "C1 D2", "nonsense")
    assert asked(anna) == [kinds.WAITING]
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: dan.state.game.ply == 2 and asked(dan) == [kinds.MOVE])


# Going back, and draws


def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    """With the reply to it; until the answer comes nothing is moved."""
    dan, anna = pair()
    play(dan, anna, random.Random(5), 4)
    dan.type("undo")
    dan.type("C3 D4")
    assert dan.said[-1] == "Anna has not yet answered whether the move is taken back."
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


def test_a_draw_is_offered_declined_and_accepted() -> None:
    """After ten moves each; the same offer is put once."""
    dan, anna = pair()
    dan.type("draw")
    assert dan.said[-1] == "Draws may be offered after ten moves each."
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
        assert seat.state.game.outcome is not None
        assert seat.state.game.outcome.reason is Reason.AGREED
        assert seat.state.game.ply == 21


def test_a_flag_that_falls_loses_on_both_sides() -> None:
    """The one whose it is says so."""
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
    for seat in (dan, anna):
        assert seat.state.game.outcome is not None
        assert (seat.state.game.outcome.winner, seat.state.game.outcome.reason) == (BLACK, Reason.FLAG)


def test_a_flag_that_falls_in_silence_is_claimed() -> None:
    """Some seconds later, for the other clock is another one."""
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


def test_a_record_of_a_game_over_a_line_is_one_of_two_people() -> None:
    """So that anything that reads records can go on with it at one board."""
    dan, anna = pair()
    play(dan, anna, random.Random(17), 5)
    record = dan.state.activity.record()
    assert isinstance(record, GameRecord)
    assert record.tag("Line") == "White"
