"""Lost connections, hostile peers, and other programs as peers."""

import random
import socket
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from support.damage import damaged
from support.modem_seats import OPEN, PATIENCE, Seat, Stranger, asked, pair, play, remote_of, settle
from support.modem_seats import hang_up as hang_up  # for all tests
from support.set_clock import Clock

from ai.dxp import messages as dxp
from ai.dxp.connection import HERE, Listener
from ai.dxp.session import Session
from ai.time_control import Budget
from console.activities.modem.agreement import BACK, TERMS
from console.activities.modem.connection import DIAL
from console.activities.modem.people import move_texts
from console.game.clock import Control
from console.game.options import Modem
from console.reading import kinds
from console.reading.kinds import Kind
from console.storage.atomic_files import Folders
from console.storage.store import Store
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.house_rules import house_rules
from engine.position import Move
from engine.rules import AMERICAN, RULE_SETS

GRANNY = house_rules("granny", replace(AMERICAN, men_capture_back=True))


def wait_for_reconnection(*seats: Seat) -> None:
    """Wait until all seats are connected again and the game goes on."""
    settle(
        *seats,
        *(each for each in OPEN if isinstance(each, Seat)),
        until=lambda: all("back on the line" in seat.said[-1] for seat in seats),
    )


def cut(seat: Seat) -> None:
    """Break the connection without a message."""
    remote_of(seat.dialogue).connection.peer.connection.socket.shutdown(socket.SHUT_RDWR)


# Lost connections


@pytest.mark.parametrize(("here", "left"), [(3.0, 297.0), (3.5, 296.5), (20.0, 296.0)])
def test_compensates_for_transmission_lag(here: float, left: float) -> None:
    """The move took three seconds. Of the lag, at most one second is charged to the player who made the move."""
    dans, annas = Clock(), Clock()
    dan, anna = pair({"clock": Control(5, 0), "now": dans}, {"now": annas})
    mover, other = (dan, anna) if asked(dan) == [kinds.MOVE] else (anna, dan)
    clock, other_clock = (dans, annas) if mover is dan else (annas, dans)
    clock.seconds += 3
    other_clock.seconds += here
    move = mover.state.game.legal_moves()[0]
    mover.type(" ".join(map(mover.state.naming.square, move.path)))
    settle(dan, anna, until=lambda: other.state.game.ply == 1)
    assert other.state.table.clock is not None
    assert other.state.table.clock.left(BLACK) == pytest.approx(left)


@pytest.mark.parametrize("who", [0, 1])
def test_reconnects_and_continues_the_game(who: int) -> None:
    now = Clock()
    seats = pair({"clock": Control(5, 2), "now": now}, {"now": now})
    dan, anna = seats
    play(dan, anna, random.Random(11), 7)
    now.seconds += 10
    cut(seats[who])
    settle(dan, anna, until=lambda: dan.dialing is not None and anna.dialing is not None)
    assert "the clocks" in dan.said[-2]
    assert dan.state.table.clock is not None
    left = [dan.state.table.clock.left(side) for side in (BLACK, WHITE)]
    now.seconds += 30
    assert [dan.state.table.clock.left(side) for side in (BLACK, WHITE)] == left
    wait_for_reconnection(dan, anna)
    assert dan.said[-1] == "Anna is back on the line: the game resumes after 4 moves."
    play(dan, anna, random.Random(12), 10)
    assert dan.state.game.ply == 17


@pytest.mark.parametrize("who", [0, 1])
def test_sends_a_lost_move_again(who: int) -> None:
    """Dan notices the lost connection when he sends or receives. His move is played on his board in both cases."""
    dan, anna = seats = pair()
    cut(seats[who])
    dan.type("C3 D4")
    wait_for_reconnection(dan, anna)
    assert move_texts(dan.state.game) == move_texts(anna.state.game) == ["11-15"]


def test_sends_the_game_to_a_peer_that_was_restarted() -> None:
    dan, anna = pair({"rules": GRANNY})
    play(dan, anna, random.Random(13), 9)
    port = anna.port
    vanish(anna)
    settle(dan, until=lambda: dan.dialing is not None)
    modem = Modem(False, HERE, port)
    again = Seat("Anna", modem=modem)
    settle(dan, again, until=lambda: asked(again) == [TERMS])
    assert "it resumes after 5 moves" in again.said[-1]
    again.type("Y")
    wait_for_reconnection(dan)
    assert move_texts(dan.state.game) == move_texts(again.state.game)
    play(dan, again, random.Random(14), 2)


def vanish(seat: Seat) -> None:
    """End a program as if it were killed: its sockets close without a message."""
    connection = remote_of(seat.dialogue).connection
    connection.peer.connection.close()
    connection._peer = None
    seat.close()


@pytest.mark.parametrize("who", ["Dan", "Anna"])
def test_continues_a_saved_game(who: str, tmp_path: Path) -> None:
    places = Folders(tmp_path / "data", tmp_path / "config")
    stores = {who: Store(True, places)}
    dan, anna = pair({"store": stores.get("Dan"), "rules": GRANNY}, {"store": stores.get("Anna")})
    play(dan, anna, random.Random(15), 6)
    seats, port = {"Dan": dan, "Anna": anna}, anna.port
    vanish(seats[who])
    stores[who].in_progress.release()
    again = Seat(who, port if who == "Dan" else None, Store(True, places), modem=Modem(who == "Dan", HERE, port))
    assert again.ask is not None
    assert again.ask.prompt == "Pick up the game of Dan and Anna, after 3 moves (Y/N, Enter: Y)? "
    again.type("Y")
    other = anna if who == "Dan" else dan
    wait_for_reconnection(again, other)
    assert move_texts(again.state.game) == move_texts(other.state.game)
    assert (again.state.game.ply, again.state.game.rules) == (6, GRANNY)
    again.type("save both", "quit")
    assert Store(True, places).saved.load("both").tag("White") == "Anna"


def test_does_not_reconnect_after_the_peer_has_quit() -> None:
    dan, anna = pair()
    play(dan, anna, random.Random(16), 2)
    dan.type("quit")
    assert dan.said[-1].startswith("Good-bye, Dan.")
    settle(anna, until=lambda: asked(anna) == [DIAL])
    assert anna.said[-1] == "Dan has hung up."
    anna.type("Y")
    again = Seat("Dan", anna.port)
    settle(anna, again, until=lambda: asked(anna) == [TERMS])


# Hostile peers


REQUEST = dxp.GameRequest("Eve", WHITE, 0, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w")


def called(*messages: dxp.Message) -> tuple[Seat, Stranger]:
    """Return Anna and a stranger. Anna has accepted the stranger's request, and the stranger has sent ``messages``."""
    anna = Seat("Anna")
    eve = Stranger(anna.port)
    eve.send(REQUEST)
    settle(anna, until=lambda: asked(anna) == [TERMS])
    anna.type("Y")
    eve.send(*messages)
    return anna, eve


@pytest.mark.parametrize(
    "messages",
    [
        [dxp.MoveMade(0, 11, 32)],
        [dxp.MoveMade(0, 11, 15), dxp.MoveMade(0, 22, 18)],
        [dxp.Chat("x")] * 150,
        [dxp.GameEnd(3, is_last=False)],
        [dxp.GameEnd(0, is_last=True)],
    ],
)
def test_hangs_up_on_a_peer_that_breaks_the_rules(messages: list[dxp.Message]) -> None:
    anna, _ = called(*messages)
    settle(anna, until=lambda: anna.dialing is not None or asked(anna) == [DIAL])


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        ([REQUEST], "Eve asks for another game, and is told that this is not a good time."),
        (
            [dxp.Chat("[EGA] plays klondike forced 0+0"), REQUEST],
            "Eve asked for a game that cannot be played: no rules",
        ),
        ([dxp.MoveMade(0, 11, 15), dxp.Chat(" !")], 'Eve: "!"'),
    ],
)
def test_says_what_a_peer_does_during_a_game(messages: list[dxp.Message], sentence: str) -> None:
    anna, _ = called(*messages)
    settle(anna, until=lambda: anna.said[-1].startswith(sentence))
    assert anna.dialing is None


def test_names_who_writes_before_the_answer_to_a_request() -> None:
    anna = Seat("Anna")
    eve = Stranger(anna.port)
    eve.send(REQUEST)
    settle(anna, until=lambda: asked(anna) == [TERMS])
    eve.send(dxp.Chat(" well?"))
    settle(anna, until=lambda: anna.said[-1] == 'Eve: "well?"')


def test_ends_the_call_after_declining_another_programs_draw() -> None:
    anna, _ = called(dxp.GameEnd(dxp.DRAW, is_last=False))
    settle(anna, until=lambda: asked(anna) == [kinds.DRAW])
    anna.type("N")
    assert (anna.said[-1], asked(anna)) == ("Eve has hung up.", [DIAL])
    assert anna.state.game.outcome is None


def test_answers_after_a_game_until_the_player_leaves() -> None:
    """The peer resigns, and does not want another game."""
    anna, eve = called(dxp.GameEnd(dxp.I_LOSE, is_last=False))
    settle(anna, until=lambda: asked(anna) == [kinds.ANOTHER])
    for typed, said in (
        ("moves", "The game is over: Y asks for another."),
        ("11-15", 'Y starts another game, N leaves; "review", "record" and "menu" work here, too.'),
    ):
        anna.type(typed)
        assert anna.said[-1] == said
    anna.type("Y")
    assert asked(anna) == [kinds.WAITING]
    eve.send(dxp.GameAnswer("Eve", dxp.NOT_THIS_GAME))
    settle(anna, until=lambda: asked(anna) == [kinds.ANOTHER])
    assert anna.said[-1] == "Eve does not want this game."
    anna.type("N")
    assert anna.left


@pytest.mark.parametrize(("gone", "kind", "winner"), [(289, DIAL, None), (291, kinds.ANOTHER, BLACK)])
def test_accepts_a_claimed_win_on_time_only_near_zero(gone: float, kind: Kind, winner: int | None) -> None:
    now = Clock()
    anna = Seat("Anna", now=now)
    eve = Stranger(anna.port)
    eve.send(REQUEST._replace(minutes=5))
    settle(anna, until=lambda: asked(anna) == [TERMS])
    anna.type("Y")
    eve.send(dxp.MoveMade(0, 11, 15))
    settle(anna, until=lambda: asked(anna) == [kinds.MOVE])
    now.seconds += gone
    eve.send(dxp.GameEnd(dxp.I_WIN, is_last=False))
    settle(anna, until=lambda: asked(anna) in ([DIAL], [kinds.ANOTHER]))
    outcome = anna.state.game.outcome
    assert (asked(anna), outcome and outcome.winner) == ([kind], winner)


def test_asks_one_question_about_repeated_offers() -> None:
    offers: list[dxp.Message] = [dxp.BackRequest(1, BLACK), dxp.Chat("[EGA] draw offered")]
    anna, _ = called(dxp.MoveMade(0, 11, 15), *offers * 20)
    settle(anna, until=lambda: asked(anna) == [BACK])
    for _ in range(60):
        anna.look()
    anna.type("N")
    settle(anna, until=lambda: asked(anna) in ([kinds.MOVE], [kinds.DRAW]))
    assert len([line for line in anna.said if "Eve moves" in line]) == 1


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            dxp.GameAnswer("Scan", dxp.ACCEPTED),
            "Scan would play by other rules: the program there knows no house rules.",
        ),
        (
            dxp.GameAnswer("Anna", dxp.NOT_THIS_GAME),
            "Anna does not want this game, or the program there knows no house rules.",
        ),
    ],
)
def test_plays_no_house_rules_with_a_program_that_ignores_them(answer: dxp.GameAnswer, sentence: str) -> None:
    """Its answer does not repeat the articles, or it does not know the name in the terms."""
    listener = Listener(port=0)
    dan = Seat("Dan", listener.port, rules=GRANNY)
    line = listener.accept(PATIENCE)
    listener.close()
    assert line is not None
    line.send(answer)
    settle(dan, until=lambda: asked(dan) == [DIAL])
    assert dan.said[-1] == sentence
    line.close()


def test_waits_no_longer_than_until_the_next_event_is_due() -> None:
    """It waits for news in full, until an event that comes before that, or not at all if one is overdue."""
    anna, _ = called()
    connection = remote_of(anna.dialogue).connection
    began = time.monotonic()
    assert not connection.wait(0.05)
    assert time.monotonic() - began >= 0.05
    connection.expect(time.monotonic() + 0.05)
    assert connection.wait(PATIENCE)
    assert 0.1 <= time.monotonic() - began < PATIENCE
    assert connection.wait(PATIENCE)
    assert time.monotonic() - began < PATIENCE


def test_hangs_up_on_a_silent_caller() -> None:
    now = Clock()
    anna = Seat("Anna", now=now)
    Stranger(anna.port)
    settle(anna, until=lambda: asked(anna) == [kinds.WAITING])
    anna.type("draw")
    assert anna.said[-1] == "There is no game yet."
    now.seconds += 21
    settle(anna, until=lambda: anna.dialing is not None)
    assert "asked for nothing" in anna.said[-2]


@pytest.mark.parametrize("count", [15, pytest.param(1_000, marks=pytest.mark.slow)])
def test_survives_random_data(count: int) -> None:
    """After any data Anna can wait for the next call, and all messages are printable."""
    anna = Seat("Anna")
    rng = random.Random(2)
    for _ in range(count):
        eve = Stranger(anna.port)
        pieces: list[dxp.Message] = [
            REQUEST,
            dxp.MoveMade(0, 11, 15),
            dxp.Chat("\x1b[2J"),
            dxp.BackRequest(1, BLACK),
            dxp.GameEnd(2, False),
        ]
        stream = b"".join(dxp.write_message(one).encode() + b"\0" for one in rng.choices(pieces, k=6))
        eve.socket.sendall(damaged(stream, rng, rng.randrange(3)))
        eve.socket.close()
        settle(anna, until=lambda: anna.ask is not None)
        while anna.dialing is None:
            assert anna.ask is not None
            if anna.ask.kind is DIAL:
                anna.type("Y")
            elif not anna.look():
                anna.type(rng.choice(["Y", "N", "C3 D4", "quit now", ""]))
    assert all(line.isprintable() for line in anna.said)


# Other programs


def first_move(game: Game, budget: Budget) -> Move:
    """Return a legal move, always the same in a position."""
    return game.legal_moves()[game.ply % len(game.legal_moves())]


def test_calls_another_program() -> None:
    listener = Listener(port=0)
    dan = Seat("Dan", listener.port)
    line = listener.accept(PATIENCE)
    listener.close()
    assert line is not None

    heard: list[str] = []
    games: list[Game] = []

    def play_over() -> None:
        session = Session(line, "Scan", RULE_SETS["american"], first_move, heard.append, patience=PATIENCE)
        board, agreed = session.answer(PATIENCE)
        session.play(board, agreed)
        games.append(board.game)
        line.close()

    thread = Thread(target=play_over, daemon=True)
    thread.start()
    rng = random.Random(20)
    settle(dan, until=lambda: asked(dan) == [kinds.MOVE])
    dan.type("say Good luck", "undo")
    while asked(dan) != [kinds.ANOTHER]:
        move = rng.choice(dan.state.game.legal_moves())
        dan.type(" ".join(map(dan.state.naming.square, move.path)))
        settle(dan, until=lambda: asked(dan) in ([kinds.MOVE], [kinds.ANOTHER]))
    thread.join(PATIENCE)
    assert move_texts(games[0]) == move_texts(dan.state.game)
    assert games[0].outcome == dan.state.game.outcome is not None
    assert 'They say: "Good luck"' in heard
