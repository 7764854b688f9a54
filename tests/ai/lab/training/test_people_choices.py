"""The moves of rated people: which count, which are set aside, how well they are foretold, and the fit to them."""

from pathlib import Path

import pytest

from ai.lab.training.people import BANDS, choices, foretold, is_same, is_set_aside
from ai.levels import LEVELS
from ai.policy import GROUPS, RATINGS
from console.cli.main import main
from engine.entries import read_entries
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord

MOVES = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23 9-14 31-26 6-9 13x6"


def record(white: str = "1500", black: str = "1700", more: str = "", moves: str = MOVES) -> GameRecord:
    """Return a game with these ratings."""
    return read_games(f'[WhiteElo "{white}"]\n[BlackElo "{black}"]\n{more}\n\n{moves} *\n')[0][0]


def test_choices_are_moves_of_people_who_had_others() -> None:
    found = [(choice.rating, choice.move.start) for choice in choices([record()])]
    assert found[:4] == [(1700, 11), (1500, 23), (1700, 8), (1500, 22)]
    assert (1500, 13) not in found  # the jump is forced
    assert {choice.rating for choice in choices([record(white="?")])} == {1700}
    assert {choice.rating for choice in choices([record(more='[BlackType "program"]')])} == {1500}


def test_the_same_tenth_is_always_set_aside() -> None:
    """It depends on the moves alone."""
    lines = [
        f"{first} {reply}" for first in ("11-15", "9-14", "12-16", "10-14") for reply in ("23-19", "22-17", "24-20")
    ]
    aside = [is_set_aside(record(moves=line)) for line in lines]
    assert aside == [is_set_aside(record("?", "?", moves=line)) for line in lines]
    assert 0 < sum(aside) < len(lines) / 2


def test_counts_what_the_policy_and_the_levels_foretell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.lab.training.people.MATCHED", {number: LEVELS[number] for number in (1, 4)})
    found = foretold([record()], every=4)
    low, middle, high = (found[band] for band in BANDS)
    assert (low.moves, middle.moves, high.moves) == (0, 4, 0)
    assert 0 <= middle.top <= 1 < middle.perplexity
    assert len(middle.levels) == 2


def test_two_routes_that_take_the_same_are_the_same_move() -> None:
    move = next(choices([record()])).move
    assert is_same(move, move)
    assert not is_same(move, [each.move for each in choices([record()])][1])


@pytest.mark.slow
def test_fits_a_policy_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy")
    games, out = tmp_path / "games.pdn", tmp_path / "policy.txt"
    games.write_text(f'[WhiteElo "1500"]\n[BlackElo "1700"]\n\n{MOVES} *\n')
    assert main(["train", "policy", str(games), f"--out={out}"]) == 0
    assert "games.pdn: 15 moves of 1 game" in out.read_text()
    entries = read_entries(out.read_text())
    assert set(entries) == {f"{name} {rating}" for name in GROUPS for rating in RATINGS}
    assert main(["train", "match", str(games), "--every=9"]) == 0
    assert "under 1600" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("files", "said"), [([], "FILE.pdn is missing"), (["no-such.pdn"], '"no-such.pdn" cannot be read')]
)
def test_says_what_is_wrong_with_the_games(files: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "match", *files]) == 2
    assert said in capsys.readouterr().err
