"""Two people who play each other over a line: two conversations, and both front ends."""

import io
import os
import random
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from support.conversation import Script
from support.headless_screens import THEMES, picture, text_of
from support.modem_seats import PATIENCE, Seat, connected, kinds, settle
from support.play_screen import THEME, FakeTerminal

from ai.dxp.line import HERE, Line, Listener
from ai.dxp.line import call as dial_up
from ai.dxp.messages import BackRequest, Chat, GameEnd, GameRequest, Message, MoveMade, write_message
from ai.dxp.people import move_texts
from ai.dxp.session import Session
from ai.time_control import Budget
from console.cli.modem import answer, call
from console.cli.parser import Answered, OptionError
from console.dialogue.loop import Dialogue
from console.dialogue.messages import Kind
from console.dialogue.prompt_words import WORDS, Command, read_word, works_on_the_line
from console.game.clock import Control
from console.game.modem import Modem
from console.game.options import Options
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.screens.dialling import DiallingScreen
from console.screens.play.screen import Play
from console.storage.atomic_files import Places
from console.storage.disk import Disk
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Posted, Tick
from console.terminal.screen_stack import Leave, Pop, Push
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.outcome import Reason
from engine.pdn.record import GameRecord
from engine.position import Move
from engine.rules import RULE_SETS

OPEN: list[Seat] = []


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Leave no line behind."""
    yield
    while OPEN:
        OPEN.pop().close()


def pair(caller: dict[str, Any] | None = None, answerer: dict[str, Any] | None = None) -> tuple[Seat, Seat]:
    """Dan and Anna, with a game that has begun."""
    dan, anna = connected(caller, answerer)
    OPEN.extend((dan, anna))
    return dan, anna


def play(dan: Seat, anna: Seat, rng: random.Random, plies: int) -> None:
    """Have so many legal moves typed by whose turn it is, or all there are."""
    for _ in range(plies):
        mover, other = (dan, anna) if kinds(dan) == [Kind.MOVE] else (anna, dan)
        game = mover.state.game
        if game.outcome is not None:
            return
        ply, move = game.ply, rng.choice(game.legal_moves())
        mover.type(" ".join(map(mover.state.naming.square, move.path)))
        settle(dan, anna, until=lambda there=other, to=ply + 1: there.state.game.ply == to)  # type: ignore[misc]
        settle(dan, anna, until=lambda: {Kind.MOVE, Kind.ANOTHER} & {*kinds(dan, anna)} != set())


def on_turn(dan: Seat, anna: Seat) -> tuple[Seat, Seat]:
    """Who is to move, and who is not."""
    return (dan, anna) if dan.state.game.side == dan.state.home else (anna, dan)


def found_again(*seats: Seat) -> None:
    """Come back when the game goes on for all of them."""
    settle(*seats, *OPEN, until=lambda: all("on the line again" in seat.said[-1] for seat in seats))


def cut(seat: Seat) -> None:
    """Have the line break, without a word to anybody."""
    assert seat.dialogue._modem is not None
    partner = seat.dialogue._modem._partner
    assert partner is not None
    partner._line._socket.shutdown(socket.SHUT_RDWR)


# Agreeing


def test_who_answers_is_told_everything_before_he_accepts() -> None:
    """Rules, jumping, color and clock; a no goes to who called."""
    anna = Seat("Anna")
    dan = Seat("Dan", anna.port, rules="casual", jumping="free", first=False, clock=Control(5, 3))
    OPEN.extend((anna, dan))
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.TERMS])
    assert anna.said[-1] == "Dan asks for a game: casual, free, you play Black, a clock of 5+3."
    anna.type("N")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.DIAL, Kind.DIAL])
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
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    one, other = dan.state, anna.state
    assert move_texts(one.game) == move_texts(other.game)
    assert one.game.outcome == other.game.outcome is not None
    assert one.names == other.names
    assert {*one.names} == {"Dan", "Anna"}
    assert (one.far, one.home) == (other.home, other.far)
    assert not one.is_rated
    record = one.record()
    assert (record.tag("BlackType"), record.tag("WhiteType")) == ("human", "human")
    assert [line for line in dan.said if "draw" in line or "wins" in line] != []


def test_another_game_has_the_colors_changed() -> None:
    """Whoever asks first; the other is asked."""
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    assert anna.state.game.outcome is not None
    assert (anna.state.game.outcome.winner, anna.state.game.outcome.reason) == (WHITE, Reason.RESIGNED)
    anna.type("Y")
    settle(dan, anna, until=lambda: kinds(dan) == [Kind.TERMS])
    assert dan.said[-1] == "Anna asks for a game: american, forced, you play White, no clock."
    dan.type("Y")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.WAITING, Kind.MOVE])
    assert (dan.state.home, anna.state.home) == (WHITE, BLACK)


def test_both_ask_for_another_at_once() -> None:
    """That is an answer, too."""
    dan, anna = pair()
    dan.type("resign", "Y")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    dan.type("Y")
    anna.type("Y")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.WAITING, Kind.MOVE])


def test_a_second_caller_hears_that_it_is_busy() -> None:
    """And the game does not."""
    dan, anna = pair()
    eve = Seat("Eve", anna.port)
    OPEN.append(eve)
    settle(dan, anna, eve, until=lambda: kinds(eve) == [Kind.DIAL])
    assert eve.said[-1].startswith("BUSY")
    play(dan, anna, random.Random(1), 2)


def test_a_number_nobody_answers() -> None:
    """Is told in a sentence, and may be dialled again."""
    anna = Seat("Anna")
    port = anna.port
    anna.close()
    dan = Seat("Dan", port)
    OPEN.append(dan)
    settle(dan, until=lambda: kinds(dan) == [Kind.DIAL])
    assert dan.said[-1].startswith(f"Nobody answers on 127.0.0.1:{port}")


# Talking


def test_what_is_said_is_shown_and_acts_on_nothing() -> None:
    """Control characters are not; what is too long is cut and said to be; an empty line is asked about."""
    dan, anna = pair()
    assert dan.dialogue._modem is not None
    partner = dan.dialogue._modem._partner
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
        settle(anna, until=lambda: kinds(anna) == [Kind.TERMS])
        assert anna.said[-1].startswith(f"{shown} asks for a game")
        stranger.socket.close()
        settle(anna, until=lambda: anna.dialling is not None)


@pytest.mark.parametrize("word", [word.name for word in WORDS])
def test_words_that_change_or_tell_what_was_not_agreed_on_are_declined(
    word: str, dan_and_anna: tuple[Seat, Seat]
) -> None:
    """In one sentence; and no word leaves the game but quit."""
    dan, anna = dan_and_anna
    allowed = {"help", "?", "menu", "moves", "board", "where", "look", "flip", "teach", "fen", "save", "games", "fame"}
    if word in ("quit", "undo", "draw", "resign", "say", "save", "help"):
        return
    game, told = dan.state.game, len(dan.said)
    dan.type(word)
    assert kinds(dan) == [Kind.MOVE]
    assert any(line.startswith("That is not done") for line in dan.said[told:]) == (word not in allowed)
    assert dan.state.game is game
    anna.type(word)
    assert kinds(anna) == [Kind.WAITING]


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
    assert all(works_on_the_line(read_word(word) or Command(word), over=False) for word in words)


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
    assert kinds(anna) == [Kind.WAITING]
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: dan.state.game.ply == 2 and kinds(dan) == [Kind.MOVE])


# Going back, and draws


def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    """With the reply to it; until the answer comes nothing is moved."""
    dan, anna = pair()
    play(dan, anna, random.Random(5), 4)
    dan.type("undo")
    dan.type("C3 D4")
    assert dan.said[-1] == "Anna has not yet answered whether the move is taken back."
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.BACK])
    anna.type("Y")
    settle(dan, anna, until=lambda: dan.state.game.ply == 2)
    assert anna.state.game.ply == 2
    assert dan.said[-1].startswith("Taken back: ")
    play(dan, anna, random.Random(6), 3)
    mover, other = on_turn(dan, anna)
    other.type("undo")
    settle(dan, anna, until=lambda: kinds(mover) == [Kind.BACK])
    mover.type("N")
    settle(dan, anna, until=lambda: other.said[-1].endswith("would rather not take it back."))
    other.type("undo")  # once more: declined without a question
    settle(dan, anna, until=lambda: len([line for line in other.said if "would rather not" in line]) == 2)
    assert kinds(mover) == [Kind.MOVE]
    assert move_texts(dan.state.game) == move_texts(anna.state.game)


def test_a_draw_is_offered_declined_and_accepted() -> None:
    """After ten moves each; the same offer is put once."""
    dan, anna = pair()
    dan.type("draw")
    assert dan.said[-1] == "Draws may be offered after ten moves each."
    play(dan, anna, random.Random(8), 20)
    dan.type("draw", "draw")
    assert dan.said[-1] == "Anna has not yet answered your offer."
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.DRAW])
    anna.type("N")
    settle(dan, anna, until=lambda: dan.said[-1] == "Anna plays on.")
    play(dan, anna, random.Random(9), 1)
    dan.type("draw")
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.DRAW])
    anna.type("Y")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    for seat in (dan, anna):
        assert seat.state.game.outcome is not None
        assert seat.state.game.outcome.reason is Reason.AGREED
        assert seat.state.game.ply == 21


def test_a_flag_that_falls_loses_on_both_sides() -> None:
    """The one whose it is says so."""
    now = Clock()
    dan, anna = pair({"clock": Control(1), "now": now}, {"now": now})
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.MOVE])
    assert dan.state.clock is not None
    now.seconds += 50
    assert dan.state.clock.left(WHITE) == 10
    now.seconds += 10.5
    anna.type("C1 D2")
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    for seat in (dan, anna):
        assert seat.state.game.outcome is not None
        assert (seat.state.game.outcome.winner, seat.state.game.outcome.reason) == (BLACK, Reason.FLAG)


def test_a_flag_that_falls_in_silence_is_claimed() -> None:
    """Some seconds later, for the other clock is another one."""
    now = Clock()
    dan, anna = pair({"clock": Control(1), "now": now}, {"now": now})
    dan.type("C3 D4")
    settle(dan, anna, until=lambda: kinds(anna) == [Kind.MOVE])
    now.seconds += 61
    dan.look()
    assert dan.state.game.outcome is None
    now.seconds += 5
    dan.look()
    assert dan.state.game.outcome is not None
    settle(dan, anna, until=lambda: kinds(dan, anna) == [Kind.ANOTHER, Kind.ANOTHER])
    assert anna.state.game.outcome == dan.state.game.outcome


class Clock:
    """The time, as a test tells it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


# The line lost and found


@pytest.mark.parametrize("who", [0, 1])
def test_a_lost_line_is_found_again(who: int) -> None:
    """The game and the clocks are where they were, and it goes on by itself."""
    now = Clock()
    seats = pair({"clock": Control(5, 2), "now": now}, {"now": now})
    dan, anna = seats
    play(dan, anna, random.Random(11), 7)
    now.seconds += 10
    cut(seats[who])
    settle(dan, anna, until=lambda: dan.dialling is not None and anna.dialling is not None)
    assert "the clocks" in dan.said[-2]
    assert dan.state.clock is not None
    left = [dan.state.clock.left(side) for side in (BLACK, WHITE)]
    now.seconds += 30
    assert [dan.state.clock.left(side) for side in (BLACK, WHITE)] == left
    found_again(dan, anna)
    assert dan.said[-1] == "Anna is on the line again: the game goes on after 7 moves of both sides."
    play(dan, anna, random.Random(12), 10)
    assert dan.state.game.ply == 17


def test_a_move_that_never_arrived_is_made_again() -> None:
    """The line was lost under it."""
    dan, anna = pair()
    cut(anna)
    dan.type("C3 D4")
    found_again(dan, anna)
    assert move_texts(dan.state.game) == move_texts(anna.state.game) == ["11-15"]


def test_a_program_that_was_started_anew_is_told_the_game() -> None:
    """The other one knows it, and who sits there is asked."""
    dan, anna = pair()
    play(dan, anna, random.Random(13), 9)
    port = anna.port
    vanish(anna)
    settle(dan, until=lambda: dan.dialling is not None)
    modem = Modem(False, HERE, port)
    again = Seat("Anna", modem=modem)
    OPEN.append(again)
    settle(dan, again, until=lambda: kinds(again) == [Kind.TERMS])
    assert "it goes on after 9 moves" in again.said[-1]
    again.type("Y")
    found_again(dan)
    assert move_texts(dan.state.game) == move_texts(again.state.game)
    play(dan, again, random.Random(14), 2)


def vanish(seat: Seat) -> None:
    """Have a program end as if it were killed: its sockets close, and nobody is told why."""
    modem = seat.dialogue._modem
    assert modem is not None
    assert modem._partner is not None
    modem._partner._line.close()
    modem._partner = None
    seat.close()


@pytest.mark.parametrize("who", ["Dan", "Anna"])
def test_a_game_that_was_kept_is_gone_on_with(who: str, tmp_path: Path) -> None:
    """Whoever was away: his own record has it, and both agree on the moves."""
    places = Places(tmp_path / "data", tmp_path / "config")
    stores = {who: Disk(True, places)}
    dan, anna = pair({"store": stores.get("Dan")}, {"store": stores.get("Anna")})
    play(dan, anna, random.Random(15), 6)
    seats, port = {"Dan": dan, "Anna": anna}, anna.port
    vanish(seats[who])
    stores[who].release()
    again = Seat(who, port if who == "Dan" else None, Disk(True, places), modem=Modem(who == "Dan", HERE, port))
    OPEN.append(again)
    assert again.ask is not None
    assert again.ask.prompt == "Go on with the game of Dan and Anna, after 3 moves (Y/N)? "
    again.type("Y")
    other = anna if who == "Dan" else dan
    found_again(again, other)
    assert move_texts(again.state.game) == move_texts(other.state.game)
    assert again.state.game.ply == 6
    again.type("save both", "quit")
    assert Disk(True, places).load("both").tag("White") == "Anna"


def test_who_leaves_says_so() -> None:
    """Nobody looks for the line then, but one may call again."""
    dan, anna = pair()
    play(dan, anna, random.Random(16), 2)
    dan.type("quit")
    assert dan.said[-1].startswith("Good-bye, Dan.")
    settle(anna, until=lambda: kinds(anna) == [Kind.DIAL])
    assert anna.said[-1] == "Dan has hung up."
    anna.type("Y")
    again = Seat("Dan", anna.port)
    OPEN.append(again)
    settle(anna, again, until=lambda: kinds(anna) == [Kind.TERMS])


# Hostile others


class Stranger:
    """Somebody who speaks the protocol by hand."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port), PATIENCE)

    def send(self, *messages: Message) -> None:
        """Send messages."""
        self.socket.sendall(b"".join(write_message(message).encode() + b"\0" for message in messages))


REQUEST = GameRequest("Eve", WHITE, 0, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w")


def called(*messages: Message) -> tuple[Seat, Stranger]:
    """Anna, who has taken a stranger's game, and what he sends then."""
    anna = Seat("Anna")
    OPEN.append(anna)
    eve = Stranger(anna.port)
    eve.send(REQUEST)
    settle(anna, until=lambda: kinds(anna) == [Kind.TERMS])
    anna.type("Y")
    eve.send(*messages)
    return anna, eve


@pytest.mark.parametrize(
    "messages",
    [
        [MoveMade(0, 11, 32)],
        [MoveMade(0, 11, 15), MoveMade(0, 8, 11)],
        [Chat("x")] * 150,
        [GameEnd(3, is_last=False)],
        [GameEnd(0, is_last=True)],
    ],
)
def test_who_breaks_the_rules_is_hung_up_on(messages: list[Message]) -> None:
    """Anna is told why, and may wait for the next call."""
    anna, eve = called(*messages)
    settle(anna, until=lambda: anna.dialling is not None or kinds(anna) == [Kind.DIAL])
    eve.socket.close()


def test_offers_without_end_are_one_question() -> None:
    """Those that come while one is open, or were declined, are declined."""
    offers: list[Message] = [BackRequest(1, BLACK), Chat("[EGA] draw offered")]
    anna, eve = called(MoveMade(0, 11, 15), *offers * 20)
    settle(anna, until=lambda: kinds(anna) == [Kind.BACK])
    for _ in range(60):
        anna.look()
    anna.type("N")
    settle(anna, until=lambda: kinds(anna) in ([Kind.MOVE], [Kind.DRAW]))
    assert len([line for line in anna.said if "Eve moves" in line]) == 1
    eve.socket.close()


def test_a_caller_who_says_nothing_is_not_waited_for() -> None:
    """Twenty seconds, and anybody else may call."""
    now = Clock()
    anna = Seat("Anna", now=now)
    OPEN.append(anna)
    eve = Stranger(anna.port)
    settle(anna, until=lambda: kinds(anna) == [Kind.WAITING])
    now.seconds += 21
    settle(anna, until=lambda: anna.dialling is not None)
    assert "asked for nothing" in anna.said[-2]
    eve.socket.close()


@pytest.mark.parametrize("count", [15, pytest.param(1_000, marks=pytest.mark.slow)])
def test_rubbish_ends_no_conversation(count: int) -> None:
    """Whatever a caller sends, Anna can wait for the next in the end, and nothing she is told acts on a terminal."""
    anna = Seat("Anna")
    OPEN.append(anna)
    rng = random.Random(2)
    for _ in range(count):
        eve = Stranger(anna.port)
        pieces: list[Message] = [
            REQUEST,
            MoveMade(0, 11, 15),
            Chat("\x1b[2J"),
            BackRequest(1, BLACK),
            GameEnd(2, False),
        ]
        stream = bytearray(b"".join(write_message(one).encode() + b"\0" for one in rng.choices(pieces, k=6)))
        for _ in range(rng.randrange(3)):
            stream[rng.randrange(len(stream))] = rng.randrange(256)
        eve.socket.sendall(bytes(stream))
        eve.socket.close()
        settle(anna, until=lambda: anna.ask is not None)
        while anna.dialling is None:
            assert anna.ask is not None
            if anna.ask.kind is Kind.DIAL:
                anna.type("Y")
            elif not anna.look():
                anna.type(rng.choice(["Y", "N", "C3 D4", "quit now", ""]))
    assert all(line.isprintable() for line in anna.said)


# Programs


def anything(game: Game, budget: Budget) -> Move:
    """Some legal move."""
    return game.legal_moves()[game.ply % len(game.legal_moves())]


def talk(line: Line, play_over: Callable[[Session], Game]) -> tuple[Thread, list[Game], list[str]]:
    """A program at the other end, on a thread of its own: its games, and what it was told."""
    games: list[Game] = []
    told: list[str] = []
    session = Session(line, "Scan", RULE_SETS["american"], anything, told.append, patience=PATIENCE)

    def run() -> None:
        games.append(play_over(session))
        line.close()

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread, games, told


def test_a_program_may_be_called() -> None:
    """It knows no notes and needs none; a game is played to its end."""
    listener = Listener(port=0)
    dan = Seat("Dan", listener.port)
    OPEN.append(dan)
    line = listener.accept(PATIENCE)
    listener.close()
    assert line is not None

    def play_over(session: Session) -> Game:
        board, agreed = session.answer()
        session.play(board, agreed)
        return board.game

    thread, games, told = talk(line, play_over)
    rng = random.Random(20)
    settle(dan, until=lambda: kinds(dan) == [Kind.MOVE])
    dan.type("say Good luck", "undo")
    while kinds(dan) != [Kind.ANOTHER]:
        move = rng.choice(dan.state.game.legal_moves())
        dan.type(" ".join(map(dan.state.naming.square, move.path)))
        settle(dan, until=lambda: kinds(dan) in ([Kind.MOVE], [Kind.ANOTHER]))
    thread.join(PATIENCE)
    assert move_texts(games[0]) == move_texts(dan.state.game)
    assert games[0].outcome == dan.state.game.outcome is not None
    assert 'They say: "Good luck"' in told


def test_a_program_may_call() -> None:
    """It is asked for nothing that it does not know."""
    anna = Seat("Anna")
    OPEN.append(anna)

    def play_over(session: Session) -> Game:
        board, agreed = session.ask(Game(RULE_SETS["american"]), BLACK, 5)
        session.play(board, agreed)
        return board.game

    thread, games, _ = talk(dial_up(HERE, anna.port), play_over)
    settle(anna, until=lambda: kinds(anna) == [Kind.TERMS])
    assert anna.said[-1] == "Scan asks for a game: american, forced, you play White, a clock of 5+0."
    anna.type("Y")
    settle(anna, until=lambda: kinds(anna) == [Kind.MOVE])
    anna.type("resign", "Y")
    thread.join(PATIENCE)
    assert games[0].outcome == anna.state.game.outcome is not None


# Plain lines


class Typist:
    """Somebody at lines of text: what he types goes through a pipe, what he is told into a buffer."""

    def __init__(self, name: str, port: int | None = None) -> None:
        self.out = io.StringIO()
        reading, self._writing = os.pipe()
        self._reading = os.fdopen(reading, "rb", 0)
        reader = LineReader.of(self._reading)
        reader.read_ahead()
        modem = Modem(port is not None, HERE, port or 0)
        self.dialogue = Dialogue(Options(name=name, first=True, modem=modem), Random(1), Script())
        self._front_end = PlainFrontEnd(self.dialogue, reader, self.out, echo=True)
        self.status: int | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.status = self._front_end.run()

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._writing, f"{line}\n".encode())

    def hears(self, text: str) -> None:
        """Come back when he has been told this."""
        settle(until=lambda: text in self.out.getvalue())

    def end(self) -> None:
        """End his input."""
        os.close(self._writing)
        self._thread.join(PATIENCE)
        self._reading.close()


def test_two_at_lines_of_text() -> None:
    """What comes breaks off the prompt, which is put again; the end of input leaves."""
    anna = Typist("Anna")
    anna.hears("Waiting for a call on")
    assert anna.dialogue._modem is not None
    exchange = anna.dialogue._modem._exchange
    assert exchange is not None
    dan = Typist("Dan", exchange.port)
    dan.hears("CONNECT 2400")
    anna.hears("Do you play Dan (Y/N)? ")
    anna.type("Y")
    dan.hears("Your move (like C3 D4)? ")
    anna.type("say hello")
    dan.hears('Your move (like C3 D4)? \nAnna: "hello"\nYour move (like C3 D4)? ')
    dan.type("C3 D4")
    anna.hears("Dan moves F6 E5 (11-15).\nYour move (like C3 D4)? ")
    dan.type("undo")
    anna.hears("\nDan would take back F6 E5. Do you agree (Y/N)? ")
    anna.type("Y")
    dan.hears("Taken back: C3 D4.")
    dan.end()
    anna.hears("Dan has hung up.\nWait for another call (Y/N)? ")
    anna.type("N")
    settle(until=lambda: anna.status == 0)
    assert dan.status == 0
    anna.end()


def test_waiting_at_lines_of_text_is_given_up_by_a_word() -> None:
    """Or by the end of input."""
    anna = Typist("Anna")
    anna.hears("Waiting for a call on")
    anna.type("quit")
    anna.hears("Wait for another call (Y/N)? ")
    anna.type("Y")
    settle(until=lambda: anna.out.getvalue().count("Waiting for a call on") == 2)
    anna.end()
    assert anna.status == 0


# The screen


class Sitter:
    """Somebody at the screen."""

    def __init__(self, name: str, port: int | None = None) -> None:
        modem = Modem(port is not None, HERE, port or 0)
        self.terminal = FakeTerminal()
        self.dialogue = Dialogue(Options(name=name, first=True, modem=modem, plain=False), Random(1), Script())
        self.play = Play(self.dialogue, self.terminal)
        self.dialling: DiallingScreen | None = None
        self.left = False

    def look(self) -> bool:
        """Have the screen see what has happened."""
        screen: Any = self.dialling or self.play
        if self.terminal.posted.empty():
            self._follow(screen.handle(Tick()))
            return False
        self._follow(self.play.handle(Posted(self.terminal.posted.get())))
        return True

    def _follow(self, step: object) -> None:
        match step:
            case Push(screen=DiallingScreen() as screen):
                self.dialling = screen
            case Pop():
                self.dialling = None
                self._follow(self.play.resume(None))
            case Leave():
                self.left = True

    def send(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            screen: Any = self.dialling or self.play
            self._follow(screen.handle(Key(text=key) if len(key) == 1 else Key(key)))

    @property
    def text(self) -> str:
        """What is to be seen."""
        screen: Any = self.dialling or self.play
        canvas = Canvas(80, 25, THEME.palette.desktop)
        screen.draw(canvas, THEME)
        return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.height))

    def sees(self, text: str, *others: Any) -> None:
        """Come back when this is to be seen."""
        settle(self, *others, until=lambda: text in self.text)  # type: ignore[arg-type]  # it looks, as seats do


@pytest.fixture
def sitters() -> Iterator[tuple[Sitter, Seat]]:
    """Anna at the screen, who has taken Dan's game."""
    anna = Sitter("Anna")
    anna.sees("Waiting for a call on")
    assert anna.dialogue._modem is not None
    exchange = anna.dialogue._modem._exchange
    assert exchange is not None
    dan = Seat("Dan", exchange.port)
    OPEN.append(dan)
    anna.sees("Do you play Dan (Y/N)?", dan)
    anna.send("y")
    anna.sees("Dan is thinking", dan)
    settle(dan, until=lambda: kinds(dan) == [Kind.MOVE])
    yield anna, dan
    anna.play.close()


def test_the_dialling_screen_is_left_by_a_key() -> None:
    """And what comes then is a question."""
    anna = Sitter("Anna")
    anna.sees("Waiting for a call on")
    assert "ATS0=1" in anna.text
    anna.send("escape")
    assert "Wait for another call (Y/N)?" in anna.text
    anna.send("n")
    assert anna.left
    anna.play.close()


class Told:
    """A line that has not come about."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.done = False

    def wait(self, patience: float) -> bool:
        return self.done

    def stop(self) -> None:
        self.done = True


@pytest.mark.parametrize("size", [(40, 20), (80, 25), (120, 40)])
@pytest.mark.parametrize("theme", THEMES)
def test_what_the_modem_tells_is_seen_on_every_screen(size: tuple[int, int], theme: str) -> None:
    """The last lines of many, inside their window."""
    dialled = [f"ATDT 192.168.100.{number}:27531" for number in range(99)]
    text = text_of(picture(DiallingScreen(Told(*dialled)), *size, theme))
    assert "ATDT 192.168.100.98:27531" in text
    assert "ATDT 192.168.100.80:27531" not in text
    assert "Esc Hang up" in text


def test_a_long_line_of_the_modem_is_folded() -> None:
    """The port to call is seen in the smallest window."""
    told = Told("Waiting for a call on 192.168.100.200:27531.")
    assert "192.168.100.200:27531." in text_of(picture(DiallingScreen(told), 40, 20, "colour"))


def test_the_screen_is_alive_while_the_other_thinks(sitters: tuple[Sitter, Seat]) -> None:
    """A line is typed, a word works, chat is shown, and a question in between keeps what was begun."""
    anna, dan = sitters
    anna.send(*"say hel")
    dan.type("say are you there?", "C3 D4")
    anna.sees('Dan: "are you there?"', dan)
    anna.sees("F6 E5", dan)
    assert "say hel" in anna.text
    dan.type("undo")
    anna.sees("Dan would take back F6 E5. Do you agree (Y/N)?", dan)
    assert "say hel" not in anna.text
    anna.send("n")
    assert anna.text.rstrip().splitlines()[-2].rstrip().endswith("say hel") or "say hel" in anna.text
    anna.send(*"lo", "enter")
    settle(dan, until=lambda: dan.said[-1] == 'Anna: "hello"')
    anna.send("f6")
    anna.send("f1")
    assert anna.left is False


def test_the_menu_has_what_can_be_done_over_a_line(sitters: tuple[Sitter, Seat]) -> None:
    """The rest is there, and does not work."""
    anna, _ = sitters
    anna.send("f9", "enter")
    assert "Say something" in anna.text


# The command line


@pytest.mark.parametrize("command", [call, answer])
def test_help_is_told(command: Any) -> None:
    """And opens no line."""
    with pytest.raises(Answered, match=r"Who calls decides|Nobody is waited for"):
        command(["--help"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "wants HOST"),
        (["host:99999"], "it is a host, and a port"),
        (["host", "--jumping", "huff"], "DXP has no message"),
        (["host", "--level", "3"], "is no option"),
        (["host", "--rules", "chess"], "chess"),
    ],
)
def test_a_call_that_cannot_be_made(arguments: list[str], sentence: str) -> None:
    """One sentence each, before anything is opened."""
    with pytest.raises(OptionError, match=sentence):
        call(arguments)


def test_a_record_of_a_game_over_a_line_is_one_of_two_people() -> None:
    """So that anything that reads records can go on with it at one board."""
    dan, anna = pair()
    play(dan, anna, random.Random(17), 5)
    record = dan.state.record()
    assert isinstance(record, GameRecord)
    assert record.tag("Line") == "White"
