"""The Hub server and a foreign client: whole games with pydraughts 0.6, which declares its numbering."""

import logging
import shutil
import sys
from collections.abc import Iterator

import draughts  # type: ignore[import-untyped]  # it has no types
import pytest
from draughts.engine import HubEngine, Limit  # type: ignore[import-untyped]  # as above
from support.paths import ROOT
from support.platform_marks import posix

VARIANTS = ("english", "italian", "russian", "brazilian", "standard")  # all variants that both programs play


class Engine(HubEngine):  # type: ignore[misc]  # it has no types
    """pydraughts' client, which logs a warning for each unexpected answer."""

    def __init__(self) -> None:
        env = shutil.which("env")  # it resolves the symbolic link of a virtual environment's Python
        assert env is not None
        super().__init__([env, sys.executable, str(ROOT / "checkers.py"), "hub"])
        self.configure({"numbering": "pydraughts"})
        self.init()

    def close(self) -> None:
        """End the program and close its streams."""
        self.quit()
        assert self.p.wait(timeout=10) == 0
        self.p.stdin.close()
        self.p.stdout.close()


@pytest.fixture(scope="module")
def program() -> Iterator[Engine]:
    """Provide one program for all tests."""
    one = Engine()
    yield one
    one.close()


@pytest.fixture
def engine(program: Engine, caplog: pytest.LogCaptureFixture) -> Iterator[Engine]:
    """Provide a client; unexpected answers fail the test at its end."""
    yield program
    assert warnings(caplog) == []


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the client's warnings."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def play(engine: Engine, variant: str, limit: Limit, fen: str = "startpos", plies: int = 1000) -> int:
    """Play both sides by the engine for up to ``plies`` plies and return their number.

    The client raises KeyError for an answer that is no legal move.
    """
    board = draughts.Board(variant=variant, fen=fen)
    engine.send("new-game")
    engine.ping()
    played = 0
    while not board.is_over() and played < plies:
        board.push(engine.play(board, limit, False).move)
        played += 1
    return played


@posix
@pytest.mark.parametrize(
    ("variant", "fen", "limit", "most", "played"),
    [
        *((variant, "startpos", Limit(nodes=50), 8, 8) for variant in VARIANTS),
        ("english", "W:WK22,18,17:B5,K26", Limit(depth=7), 10, 5),  # White wins by force
        ("brazilian", "B:Wa3,c3:Bb2,Kh8", Limit(nodes=50), 4, 4),
        ("italian", "W:WK10,21:BK23,12", Limit(nodes=50), 4, 4),
    ],
)
def test_a_client_plays_from_any_position(
    engine: Engine, variant: str, fen: str, limit: Limit, most: int, played: int
) -> None:
    """The client exchanges the colors of english: it sends Black as W."""
    engine.configure({"variant": variant, "megabytes": 1})
    assert {*VARIANTS, "american"} <= engine.variants
    assert play(engine, variant, limit, fen, most) == played


@posix
def test_a_client_gets_an_answer_in_an_impossible_position(program: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """The client raises IndexError for a ``done`` without a move."""
    program.configure({"variant": "english", "megabytes": 1})
    for impossible in ("Ww" + 30 * "e" + "b", "W" + 32 * "e", "W" + 31 * "e", "W" + 31 * "e" + "w"):
        caplog.clear()
        with pytest.raises(IndexError):
            program.go(impossible, depth=3)
        assert any("error message=" in line for line in warnings(caplog))
    caplog.clear()
    assert play(program, "english", Limit(nodes=300), plies=4) == 4
    assert warnings(caplog) == []
