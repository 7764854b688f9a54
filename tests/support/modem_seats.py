"""Players of remote games without a screen: tests read their messages and questions, and type their answers."""

import random
import socket
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from ai.dxp.connection import HERE
from ai.dxp.messages import Message, write_message
from console.activities.modem.activity import Remote
from console.activities.modem.agreement import TERMS
from console.activities.modem.connection import ShowDialing
from console.activities.modem.dialing import Dialing
from console.cli.composition import dialogue_of
from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Reply, Say, ShowPage
from console.game.options import Modem, Options
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.read import read
from console.storage.store import Store
from support.conversation import Script
from support.waiting import wait_until

PATIENCE = 20.0


OPEN: list["Seat | Stranger"] = []
"""The seats and strangers with a connection that may be open."""


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Close all connections after each test of a module that imports this."""
    yield
    while OPEN:
        OPEN.pop().close()


class Seat:
    """A player and his conversation. ``ask`` is the open question, ``dialing`` the connection that he waits for.

    ``pages`` are the texts of the pages shown.
    """

    def __init__(
        self,
        name: str | None,
        port: int | None = None,
        store: Store | None = None,
        now: Callable[[], float] = time.monotonic,
        **fields: Any,
    ) -> None:
        modem = Modem(port is not None, HERE, port or 0)
        chosen: dict[str, Any] = {"name": name, "first": True, "modem": modem} | fields
        self.dialogue = dialogue_of(Options(**chosen), Random(1), Script(), store, now)
        self.state = self.dialogue.state
        self._steps = self.dialogue.run()
        self.said: list[str] = []
        self.pages: list[str] = []
        self.ask: Ask | None = None
        self.dialing: Dialing | None = None
        self.left = False
        OPEN.append(self)
        self._go_on(None)

    @property
    def port(self) -> int:
        """The port on which he waits for calls."""
        return port_of(self.dialogue)

    def _go_on(self, reply: Reply) -> None:
        self.ask = self.dialing = None
        while True:
            try:
                step = self._steps.send(reply)
            except StopIteration:
                self.left = True
                return
            reply = None
            match step:
                case Say(text):
                    self.said.append(text)
                case ShowPage():
                    self.pages.append(" ".join(" ".join(step.lines()).split()))
                case Ask():
                    self.ask = step
                    return
                case ShowDialing():
                    self.dialing = step.dialing
                    return

    def connect(self) -> None:
        """Wait until the connection is made or has failed."""
        assert self.dialing is not None
        assert self.dialing.wait(PATIENCE)
        self._go_on(None)

    def look(self) -> bool:
        """Handle a pending event; return True if there was one."""
        if self.dialing is not None and self.dialing.done:
            self._go_on(None)
            return True
        if self.ask is not None and self.ask.news is not None and self.ask.news.wait(0.0):
            self._go_on(None)
            return True
        return False

    def type(self, *lines: str) -> None:
        """Answer the open question and the following questions."""
        for line in lines:
            assert self.ask is not None
            self._go_on(read(line, self.ask.question))

    def close(self) -> None:
        """End the conversation as at the end of input."""
        self._steps.close()
        self.left = True


def port_of(dialogue: Dialogue) -> int:
    """Return the port on which the player of a conversation waits for calls."""
    listener = remote_of(dialogue).connection.listener
    assert listener is not None
    return listener.port


def remote_of(dialogue: Dialogue) -> Remote:
    """Return the remote game of a conversation."""
    assert isinstance(dialogue.state.activity, Remote)
    return dialogue.state.activity


def settle(*seats: Seat, until: Callable[[], bool]) -> None:
    """Handle the events of all seats until a condition is true."""

    def is_settled() -> bool:
        while not until():
            looks = [seat.look() for seat in seats]
            if not any(looks):
                return False
        return True

    wait_until(is_settled, PATIENCE)


def asked(*seats: Seat) -> list[Kind | None]:
    """Return the kind of question that each seat is asked."""
    return [seat.ask.kind if seat.ask is not None else None for seat in seats]


def pair(caller: dict[str, Any] | None = None, answerer: dict[str, Any] | None = None) -> tuple[Seat, Seat]:
    """Return Dan, who has called, and Anna, who has accepted his game. One of them is asked for the first move."""
    anna = Seat("Anna", **(answerer or {}))
    dan = Seat("Dan", anna.port, **(caller or {}))
    settle(dan, anna, until=lambda: asked(anna) == [TERMS])
    anna.type("")  # Enter: Y
    settle(dan, anna, until=lambda: kinds.MOVE in asked(dan, anna))
    return dan, anna


def play(dan: Seat, anna: Seat, rng: random.Random, plies: int) -> None:
    """Type random legal moves for the seat to move, until ``plies`` moves are played or the game is over."""
    for _ in range(plies):
        mover, other = (dan, anna) if asked(dan) == [kinds.MOVE] else (anna, dan)
        game = mover.state.game
        if game.outcome is not None:
            return
        ply, move = game.ply, rng.choice(game.legal_moves())
        mover.type(" ".join(map(mover.state.naming.square, move.path)))
        settle(dan, anna, until=lambda there=other, to=ply + 1: there.state.game.ply == to)  # type: ignore[misc]
        settle(dan, anna, until=lambda: {kinds.MOVE, kinds.ANOTHER} & {*asked(dan, anna)} != set())


def on_turn(dan: Seat, anna: Seat) -> tuple[Seat, Seat]:
    """Return the seat to move and the other seat."""
    return (dan, anna) if dan.state.game.side == dan.state.table.home else (anna, dan)


class Stranger:
    """A peer that sends messages of the test."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port), PATIENCE)
        OPEN.append(self)

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()

    def send(self, *messages: Message) -> None:
        """Send messages."""
        self.socket.sendall(b"".join(write_message(message).encode() + b"\0" for message in messages))
