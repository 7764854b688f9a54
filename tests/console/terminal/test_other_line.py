"""A game on a terminal that is elsewhere, without threads."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from support.other_line import OtherLine, opened

from console.cli.composition import dialogue_of
from console.game.options import Options
from console.screens.run import play
from console.storage.store import Store

GAME = Options(name="Dan", first=True, level=1, seed=1, book=False, animation=False)


def played(typed: Iterable[str], meanwhile: Iterable[str | None] = (), level: int = 1) -> OtherLine:
    """Return the line after a session of play."""
    options, store = replace(GAME, level=level), Store(automatic=False, where=None)
    with opened(OtherLine(typed, meanwhile)) as line:
        assert play(options, lambda: dialogue_of(options, Random(1), store=store), store) == 0
    return line


def test_the_computer_moves_and_hints() -> None:
    line = played(["11-15\r", "hint\r"])
    assert line.typed == []
    assert "I would move" in line.seen
    assert "Your move" in line.seen.splitlines()[-2]


def test_a_word_stops_a_search() -> None:
    line = played(["11-15\r"], ["n", "", "ow\r"], level=9)
    assert line.meanwhile == []
    assert "I move" in line.seen


def test_leaves_while_a_search_runs() -> None:
    line = played(["11-15\r", "never typed"], ["", None], level=9)
    assert line.typed == ["never typed"]
