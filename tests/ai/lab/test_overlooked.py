"""The shots that levels overlook, by their length."""

import pytest

from ai.engine import Engine, Limits
from ai.lab.overlooked import VIEWS, chances_of, overlooked
from ai.search.options import SMALL_TABLE, SearchOptions
from console.cli.main import main
from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.rules import AMERICAN

ENGINE = Engine(AMERICAN, SearchOptions(megabytes=SMALL_TABLE))


@pytest.mark.parametrize(
    ("fen", "played", "view"),
    [
        ("B:W22,32:B14,1", "14-18", "reply"),  # the man is taken for nothing
        ("B:W22,32:B14,1", "1-5", None),
    ],
)
def test_a_shot_is_as_long_as_one_has_to_look(fen: str, played: str, view: str | None) -> None:
    game = Game(AMERICAN, start=parse_fen(fen, AMERICAN))
    found = list(chances_of(ENGINE, [game.position], read_move(played, game.routes())))
    assert [VIEWS[length] for length, is_error in found if is_error] == ([view] if view else [])
    assert "reply" in [VIEWS[length] for length, _ in found]


def test_counts_chances_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.lab.overlooked._LIMITS", Limits(nodes=20))
    found = overlooked(AMERICAN, 1, 1, 1)
    assert all(0 <= errors <= chances for errors, chances in zip(found.errors, found.chances, strict=True))
    assert sum(found.errors) > 0


def test_prints_a_line_for_each_level(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("console.cli.levels.overlooked", lambda *_: overlooked(AMERICAN, 1, 0, 1))
    assert main(["levels"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert lines[0].split() == " ".join(VIEWS).split()
    assert lines[1].startswith("1 Visitor")
