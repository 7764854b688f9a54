"""The explorer against a recount of the masters' games by a tokenizer of three lines."""

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from support.stored_games import disk

from console.game.tally import Tally
from console.storage import masters
from console.storage.explorer import Explorer
from engine.fen import parse_fen
from engine.game import Game
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN

PACKAGED = Path(masters.__file__).parent / "packaged" / "masters.pdn.xz"
HEAD = b'[Event "ACF archive"]\n'
RESULTS = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}
GENERATOR = MoveGenerator(AMERICAN)
Counts = Counter[int]


def games_of(text: str) -> Iterator[tuple[list[str], int]]:
    """Yield the moves and the result of each game: 0 if Black won, 1 drawn, 2 if White won."""
    for game in re.split(r'\[Event "[^"]*"\]\n', text)[1:]:
        moves, result = game.split("\n\n")[1].rsplit(" ", 1)
        yield re.findall(r"\d+(?:[-x]\d+)+", moves), RESULTS[result.strip()]


def moves_of(texts: Iterable[str]) -> Iterator[tuple[Position, Position]]:
    """Yield the positions before and after each move of a game, as if Black had made it."""
    position = Position.start(AMERICAN)
    for text in texts:
        before, position = position, read_move(text, GENERATOR.routes(position)).after
        yield (before.turned(), position.turned()) if before.side else (before, position)


def recounted(games: Sequence[tuple[list[str], int]], plies: int) -> dict[Position, dict[Position, Counts]]:
    """Return for each position of the first plies the results by the position after the move: for the side to move.

    Only the first time that a game comes to a position counts, at whatever ply.
    """
    counts: dict[Position, dict[Position, Counts]] = {
        before: defaultdict(Counter) for moves, _ in games for before, _ in moves_of(moves[:plies])
    }
    for moves, result in games:
        seen = set[Position]()
        for ply, (before, after) in enumerate(moves_of(moves)):
            if before in counts and before not in seen:
                seen.add(before)
                counts[before][after][2 - result if ply % 2 else result] += 1
    return counts


def check(folder: Path, plies: int) -> int:
    """Compare the explorer with the recount in all positions of the masters' games; return their number."""
    explorer = Explorer(disk(folder), "Dan")
    explorer.read(lambda: False)
    counts = recounted(list(games_of((folder / "masters.pdn").read_text("ascii"))), plies)
    for position, moves in counts.items():
        for shown in (position, position.turned()):
            found = {}
            for each in explorer.look(Game(AMERICAN, "forced", shown)).moves:
                if each.archive.games:
                    found[each.move.after.turned() if shown.side else each.move.after] = each.archive
            assert found == {after: Tally(*(by[result] for result in range(3))) for after, by in moves.items()}
    return len(counts)


def package(monkeypatch: pytest.MonkeyPatch, folder: Path, every: int) -> None:
    """Package every so many games of the masters."""
    games = lzma.decompress(PACKAGED.read_bytes()).split(HEAD)[1:]
    path = folder / "some.pdn.xz"
    path.write_bytes(lzma.compress(b"".join(HEAD + game for game in games[::every]), preset=0))
    monkeypatch.setattr(masters, "PACKAGED", path)


def test_counts_as_the_recount_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(monkeypatch, tmp_path, every=300)
    assert check(tmp_path, plies=6) > 40


@pytest.mark.slow
def test_counts_as_the_recount_of_all_games_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(monkeypatch, tmp_path, every=1)
    assert check(tmp_path, plies=12) > 10_000
    position = parse_fen("B:W19,21-27,29-32:B1-10,12,15", AMERICAN)
    explored = Explorer(disk(tmp_path), "Dan").look(Game(AMERICAN, "forced", position))
    assert (explored.archive.games, [each.archive.games for each in explored.moves][:3]) == (104, [45, 31, 20])
