"""DXP: messages, connections, and games with pydraughts and with hostile peers."""

import socket
from collections.abc import Callable, Iterator
from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.set_clock import Clock
from support.waiting import wait_until

from ai.dxp import messages as dxp
from ai.dxp.connection import ConnectionFailed, DxpConnection, Listener, split
from ai.dxp.session import DxpGame, Session
from ai.hub.conventions import STANDARD
from ai.time_control import Budget, for_game
from ai.worker import Worker
from console.cli import dxp as dxp_command
from console.cli.main import main, run_command
from engine.game import Game, Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.position import Move
from engine.rules import RULE_SETS

PRINTABLE = st.characters(min_codepoint=32, max_codepoint=126)
sides = st.sampled_from((BLACK, WHITE))
names = st.text(PRINTABLE, max_size=dxp.LONGEST_NAME).map(str.strip)
squares, numbers = st.integers(0, 99), st.integers(0, 999)
positions = st.sampled_from((32, 50)).flatmap(
    lambda size: st.builds(str.__add__, st.sampled_from("BW"), st.text("bwBWe", min_size=size, max_size=size))
)
messages = st.one_of(
    st.builds(
        dxp.GameRequest, names, sides, st.integers(0, 999), st.integers(0, 999), st.none() | positions, st.just("01")
    ),
    st.builds(dxp.GameAnswer, names, st.integers(0, 3)),
    st.builds(dxp.MoveMade, st.integers(0, 9999), squares, squares, st.lists(squares, max_size=20).map(tuple)),
    st.builds(dxp.GameEnd, st.integers(0, 3), st.booleans()),
    st.builds(dxp.BackRequest, numbers, sides),
    st.builds(dxp.BackAnswer, st.integers(0, 2)),
    st.builds(dxp.Chat, st.text(PRINTABLE, max_size=dxp.LONGEST_MESSAGE - 1)),
)


@settings(max_examples=60)
@given(messages)
def test_reads_back_a_written_message(message: dxp.Message) -> None:
    """Every message fits into the length limit."""
    text = dxp.write_message(message)
    assert len(text) <= dxp.LONGEST_MESSAGE
    assert text.isascii()
    assert dxp.read_message(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R01Tornado voor Windows 4.0        W060065A", dxp.GameRequest("Tornado voor Windows 4.0", WHITE, 60, 65)),
        ("ATornado voor Windows 4.0        0", dxp.GameAnswer("Tornado voor Windows 4.0", dxp.ACCEPTED)),
        ("M001205250422122320", dxp.MoveMade(12, 5, 25, (22, 12, 23, 20))),
        ("E00", dxp.GameEnd(dxp.UNKNOWN, is_last=False)),
        ("B005Z", dxp.BackRequest(5, BLACK)),
        ("K1", dxp.BackAnswer(1)),
        ("CWhat do you think about move 35?", dxp.Chat("What do you think about move 35?")),
    ],
)
def test_reads_and_writes_the_specified_examples(text: str, message: dxp.Message) -> None:
    """The examples are from the specification."""
    assert dxp.read_message(text) == message
    assert dxp.write_message(message) == text


def test_cuts_text_to_fit() -> None:
    """Text beyond the length limit is cut, and unprintable or non-ASCII characters become question marks."""
    assert dxp.write_message(dxp.GameAnswer("Zoë" + "x" * 50, dxp.ACCEPTED)) == f"AZo?{'x' * 29}0"
    assert dxp.write_message(dxp.Chat("a\tb\0" + "c" * 500)) == "Ca?b?" + "c" * (dxp.LONGEST_MESSAGE - 5)


@pytest.mark.parametrize("text", ["", "X", "M", "M00120525041212", "R02x", "E40", "B5Z", "K9", "m001205250", "C" * 128])
def test_rejects_and_quotes_an_invalid_message(text: str) -> None:
    with pytest.raises(ValueError, match="is no message of DXP"):
        dxp.read_message(text)


@settings(max_examples=30)
@given(st.lists(messages, max_size=5), st.data())
def test_splits_a_stream_cut_anywhere(sent: list[dxp.Message], data: st.DataObject) -> None:
    stream = b"".join(dxp.write_message(message).encode() + b"\0" for message in sent)
    heard, rest = [], b""
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        messages, rest = split(rest + stream[:size])
        heard += messages
        stream = stream[size:]
    assert heard == sent


# Connections


class Peer:
    """A peer that speaks the protocol by hand."""

    def __init__(self) -> None:
        self.socket, ours = socket.socketpair()
        self.socket.settimeout(10)
        self.line = DxpConnection(ours)
        self._rest = b""

    def say(self, *texts: str) -> None:
        self.socket.sendall(b"".join(text.encode() + b"\0" for text in texts))

    def hear(self) -> str:
        """Return the next message."""
        while b"\0" not in self._rest:
            self._rest += self.socket.recv(1024)
        text, _, self._rest = self._rest.partition(b"\0")
        return text.decode()

    def close(self) -> None:
        """Close both ends."""
        self.line.close()
        self.socket.close()


@pytest.fixture
def peer() -> Iterator[Peer]:
    """Provide a peer."""
    one = Peer()
    yield one
    one.close()


def test_receive_returns_none_after_the_timeout(peer: Peer) -> None:
    assert peer.line.receive(0.01) is None


@pytest.mark.parametrize(
    ("flood", "sentence"),
    [
        (b"C" * 4096, "more than 127 bytes"),
        (b"\0" * 4096, "more than 200 messages"),
        (b"Cx\0" * 1000, "more than 200 messages"),
        (b"K0\0" * 1000, "more than 200 messages"),
        (b"\xff\0" * 2000, "what nobody can read"),
    ],
)
def test_ends_the_call_after_a_flood(peer: Peer, flood: bytes, sentence: str) -> None:
    """A message that is too long, or more messages than a person can send, ends the call."""

    def listen() -> None:
        peer.socket.sendall(flood)
        while peer.line.receive(0.0) is not None:
            pass

    with pytest.raises(ConnectionFailed, match=sentence):
        any(listen() for _ in range(50))  # type: ignore[func-returns-value]  # it is None always


def test_the_rate_limit_ignores_messages_older_than_ten_seconds() -> None:
    theirs, ours = socket.socketpair()
    clock = Clock()
    line = DxpConnection(ours, clock)
    for _ in range(3):
        theirs.sendall(b"Cx\0" * 150)
        assert [line.receive(1) for _ in range(150)] == [dxp.Chat("x")] * 150
        clock.seconds += 11
    line.close()
    theirs.close()


def test_notices_a_closed_connection(peer: Peer) -> None:
    """Both the receiver and the sender notice it: over TCP the latter may do so one message later."""
    peer.socket.close()
    with pytest.raises(ConnectionFailed, match="hung up"):
        peer.line.receive(1)
    with pytest.raises(ConnectionFailed, match="lost"):
        any(peer.line.send(dxp.Chat("Hello?")) for _ in range(50))  # type: ignore[func-returns-value]  # as above


def test_gives_up_on_a_peer_that_reads_nothing() -> None:
    """When the send buffer is full, the sender raises ConnectionFailed after a timeout."""
    theirs, ours = socket.socketpair()
    clock = iter(range(0, 10**6, 20))
    line = DxpConnection(ours, lambda: float(next(clock)))
    with pytest.raises(ConnectionFailed, match="stopped taking"):
        any(line.send(dxp.Chat("x" * 126)) for _ in range(10**6))  # type: ignore[func-returns-value]  # it is None always
    line.close()
    theirs.close()


# Games


def session(line: DxpConnection, report: Callable[[str], None] = print) -> Session:
    """Return a session that plays the first legal move."""
    return Session(line, "me", RULE_SETS["american"], lambda game, _: game.legal_moves()[0], report, patience=20)


def answered(one: Session) -> Game:
    """Return the game that was requested, after it was played."""
    board, terms = one.answer(20)
    one.play(board, terms)
    return board.game


def both(one: Callable[[], Any], other: Callable[[], Any]) -> tuple[Any, Any]:
    """Run two sides at once and return their results."""
    thread = Worker("other", lambda _: other())
    return one(), thread.result(30)


@pytest.mark.parametrize("plies", [0, 1, 79, 80])
def test_divides_the_clock_by_the_moves_left(plies: int, peer: Peer) -> None:
    """The game ends when each side has made its moves."""
    game: Any = SimpleNamespace(ply=plies, outcome=None, side=BLACK)
    one, terms = session(peer.line), dxp.GameRequest("it", BLACK, 10, 40)
    assert one.budget(game, terms, 300.0) == for_game(300.0, moves=max(1, 40 - plies // 2))
    assert one.is_due(game, terms, [300.0, 300.0]) == (plies >= 80)
    assert not one.is_due(game, terms._replace(moves=0), [300.0, 300.0])


REQUEST = dxp.write_message(dxp.GameRequest("them", WHITE, 0, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w"))


def test_refuses_a_request_that_cannot_be_played(peer: Peer) -> None:
    """Another version, another board and a position without moves are refused; the next request is accepted."""
    reports: list[str] = []
    one = session(peer.line, reports.append)
    peer.say("R02" + REQUEST[3:], "E00", dxp.write_message(dxp.GameRequest("them", WHITE, 0, 0, "B" + 50 * "e")))
    peer.say(dxp.write_message(dxp.GameRequest("them", WHITE, 0, 0, "W" + "b" + 31 * "e")), REQUEST)
    board, terms = one.answer(20)
    assert [dxp.read_message(peer.hear()) for _ in range(4)] == [
        dxp.GameAnswer("me", dxp.WRONG_VERSION),
        dxp.GameAnswer("me", dxp.NOT_THIS_GAME),
        dxp.GameAnswer("me", dxp.NOT_THIS_GAME),
        dxp.GameAnswer("me", dxp.ACCEPTED),
    ]
    assert len(reports) == 2
    assert terms[:4] == ("them", WHITE, 0, 0)
    assert board.game.position == Game(RULE_SETS["american"]).position


def test_a_caller_who_asks_for_no_game_gives_up_the_line() -> None:
    """Neither chat nor requests that cannot be played give it more time."""
    clock = Clock()
    said: Iterator[dxp.Message] = cycle([dxp.Chat("hi"), dxp.GameRequest("them", WHITE, 0, 0, "W" + "b" + 31 * "e")])

    def receive(patience: float) -> dxp.Message:
        clock.seconds += 4
        return next(said)

    line: Any = SimpleNamespace(send=lambda message: None, receive=receive)
    one = Session(line, "me", RULE_SETS["american"], lambda game, _: game.legal_moves()[0], print, now=clock)
    with pytest.raises(ConnectionFailed, match=r"^The other side has asked for no game in 30 seconds\.$"):
        one.answer(30)
    assert clock.seconds == 32


def test_a_silent_caller_does_not_hold_the_line(
    peer: Peer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dxp_command, "_TO_ASK", 0.01)
    assert dxp_command._answer(peer.line, cast(Any, SimpleNamespace(session=session, play=print)), 1) == 0
    assert capsys.readouterr().out.endswith("The other side has asked for no game in 0 seconds.\n")


def test_an_illegal_move_ends_the_call(peer: Peer) -> None:
    """The error is a sentence that names the move."""
    one = session(peer.line)
    peer.say(REQUEST, "M0001011500")
    with pytest.raises(ConnectionFailed, match="The other side played 1-15, which is not legal there"):
        answered(one)


def test_accepts_any_numbers_of_the_squares_that_give_the_start() -> None:
    """In Russian draughts a1 first and a board turned half round write the same start."""
    request = dxp.GameRequest("peer", WHITE, 0, 0, "W" + 12 * "w" + 8 * "e" + 12 * "b")
    for start, end, path in ((9, 14, (24, 19)), (9, 13, (21, 17))):
        board = DxpGame.requested(request, RULE_SETS["russian"])
        assert board.read(dxp.MoveMade(0, start, end)).path == path


def test_reports_printable_chat(peer: Peer) -> None:
    """A chat may come at any time and changes nothing."""
    reports: list[str] = []
    one = session(peer.line, reports.append)
    peer.say("CHello \x1b[31m", REQUEST, "C(thinks)", "M0001111500", "Cwell?", "E11")
    game = answered(one)
    assert reports == ['They say: "Hello ?[31m"', 'They say: "(thinks)"', 'They say: "well?"']
    assert game.outcome == Outcome(WHITE, Reason.RESIGNED)


@pytest.mark.parametrize("reason", [dxp.UNKNOWN, dxp.DRAW, dxp.I_WIN])
def test_ignores_a_result_that_cannot_be_verified(peer: Peer, reason: int) -> None:
    """The game remains undecided, and its end is confirmed."""
    one = session(peer.line)
    peer.say(REQUEST, f"E{reason}1")
    assert answered(one).outcome is None
    peer.hear()
    assert dxp.read_message(peer.hear()) == dxp.GameEnd(dxp.UNKNOWN, is_last=False)


def test_goes_back_to_an_earlier_move(peer: Peer) -> None:
    """The game goes back to a move that was made, but to no other."""
    one = session(peer.line)
    peer.say(REQUEST, "M0001111500", "B007Z", "B001Z", "M0001091300", "E10")
    game = answered(one)
    heard = [peer.hear() for _ in range(6)]
    assert heard[1][0] == "M"
    assert heard[2:4] == ["K1", "K0"]
    assert game.turns[0].move.path == (9, 13)
    assert DxpGame(game, [STANDARD]).ply_before(dxp.BackRequest(1, WHITE)) == 1


def test_charges_each_side_for_its_own_time() -> None:
    """Each side has two minutes. We use 40 seconds a move, they use 30. We claim their flag when we are to move."""
    game, clock = Game(RULE_SETS["american"]), Clock()
    board = DxpGame(game, [STANDARD])
    budgets: list[Budget] = []
    sent: list[dxp.Message] = []

    def choose(game: Game, budget: Budget) -> Move:
        budgets.append(budget)
        clock.seconds += 40
        return game.legal_moves()[0]

    def receive(patience: float) -> dxp.Message:
        clock.seconds += 30
        return board.write(game.legal_moves()[0], 30) if game.outcome is None else dxp.GameEnd(dxp.UNKNOWN, False)

    line: Any = SimpleNamespace(send=sent.append, receive=receive)
    Session(line, "me", game.rules, choose, print, now=clock).play(board, dxp.GameRequest("them", BLACK, 2, 0))
    assert budgets == [for_game(left) for left in (120, 80, 40, 0, 0)]
    assert game.outcome == Outcome(BLACK, Reason.FLAG)
    assert sent[-1] == dxp.GameEnd(dxp.I_WIN, is_last=False)


# pydraughts and the command


def test_reports_an_unusable_port(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a port in use nor a port without a listener leads to a traceback."""
    listener = Listener(port=0)
    assert main(["dxp", "listen", "--port", str(listener.port)]) == 1
    port = listener.port
    listener.close()
    assert main(["dxp", "call", f"127.0.0.1:{port}"]) == 1
    assert main(["dxp", "listen", "--address", "no such host"]) == 1
    errors = capsys.readouterr().err
    assert errors.count("\n") == 3
    assert f"I cannot wait for calls on 127.0.0.1:{port}" in errors
    assert f"Nobody answers on 127.0.0.1:{port}" in errors


def test_two_commands_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """One listens, the other calls, and both print the same game."""
    listener = Listener(port=0)
    port = str(listener.port)
    listener.close()
    usual = ["--rules", "casual", "--level", "1", "--seed", "3", "--patience", "20"]
    results = both(lambda: _called(port, usual), lambda: run_command(["dxp", "listen", "--port", port, *usual]))
    assert results == (0, 0)
    lines = capsys.readouterr().out.splitlines()
    games = [line for line in lines if line.startswith("1. ")]
    assert len(games) == 2
    assert len(set(games)) == 1


def _called(port: str, usual: list[str]) -> int:
    """Call until the other thread listens, which takes a moment."""
    wait_until(lambda: main(["dxp", "call", f"127.0.0.1:{port}", *usual]) == 0)
    return 0
