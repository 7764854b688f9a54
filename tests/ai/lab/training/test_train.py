"""Training: games, samples and the fit of an evaluation."""

import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.evaluation.network import SUM_WORDS
from ai.evaluation.trained_evaluation import pack_evaluation, packed, unpack_evaluation
from ai.lab.training.fit import Fit, Hyperparameters, load, seeds_text
from ai.lab.training.games import (
    Batch,
    ScoreTask,
    batch_file,
    nodes_text,
    play_batch,
    play_game,
    score_file,
    scored_file,
)
from ai.lab.training.samples import RECORD, Sample, position_of, read_samples, sample, write_samples
from ai.search.options import SearchOptions
from console.cli.main import run_command
from console.cli.parser import OptionError, Refused
from engine.fen import parse_fen
from engine.geometry import Geometry
from engine.moves import MoveGenerator
from engine.native_types import i64, vec
from engine.position import Position
from engine.rules import AMERICAN, Rules

SUMS = vec[i64]([0] * SUM_WORDS)


def _numbers(part: bytes) -> NDArray[np.int64]:
    return np.frombuffer(part, "<i2").astype(np.int64)


def random_men(geometry: Geometry, rng: random.Random) -> tuple[int, int]:
    """Return some random men of both sides."""
    numbers = rng.sample(range(1, geometry.squares + 1), 14)
    return geometry.mask(tuple(numbers[:7])), geometry.mask(tuple(numbers[7:]))


def test_reads_back_written_samples(tmp_path: Path) -> None:
    position = Position.start(AMERICAN)
    whites = position.passed()
    written = [
        sample(position, 7, -33, 1, exact=True),
        sample(whites, 7, 99_999, -1, exact=False),
        Sample(1 << 34, 2, 1 << 34 | 2, 2, 2**32 - 1, -32_000, 0, False),
    ]
    assert written[0][:2] == written[1][:2], "the board is turned to the side to move"
    path = tmp_path / "some.samples"
    write_samples(path, written)
    assert list(read_samples(path, AMERICAN)) == written
    assert [tuple(row) for row in load([path]).tolist()] == [tuple(map(int, each)) for each in written]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="breaks off"):
        list(read_samples(path, AMERICAN))


def test_refuses_every_damaged_byte_of_samples(tmp_path: Path) -> None:
    """A file of an earlier version has no checksum. Its positions must be possible."""
    path = tmp_path / "american-60-00000000.samples"
    write_samples(path, [sample(Position.start(AMERICAN), 7, -33, 1, exact=True)] * 2)
    good = path.read_bytes()
    for at in range(len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :])
        for read in (lambda: list(read_samples(path, AMERICAN)), lambda: load([path])):
            with pytest.raises(ValueError, match="damaged"):
                read()
    path.write_bytes(good[:-4])
    assert len(list(read_samples(path, AMERICAN))) == len(load([path])) == 2
    for at in (7, 15, 23, 31):
        path.write_bytes(good[:at] + b"\xff" + good[at + 1 : -4])
        with pytest.raises(Refused, match=f"{path.name}: some positions are none of american"):
            run_command(["train", "scores", "--samples", str(tmp_path), "--jobs", "1"])


def test_a_game_gives_quiet_samples_with_one_result(tmp_path: Path) -> None:
    generator = MoveGenerator(AMERICAN)
    games = [play_game(AMERICAN, number, 20, None) for number in range(2, 6)]
    assert games[:1] == [play_game(AMERICAN, 2, 20, None)]
    assert any(games)
    assert not all(games), "openings that are not level are thrown away"
    for number, samples in enumerate(games, 2):
        assert {each.game for each in samples} <= {number}
        # The views alternate with the side to move: one side's win is the other's loss.
        assert {abs(each.result) for each in samples} in (set(), {0}, {1})
        for each in samples:
            position = position_of(each, AMERICAN.geometry)
            assert not generator.can_capture(position)
            assert not generator.can_capture(position.passed())
    batch = Batch(AMERICAN, 4, 6, 20, None)
    play_batch(batch, tmp_path)
    assert list(read_samples(batch_file(batch, tmp_path), AMERICAN)) == [each for game in games[2:] for each in game]
    batch_file(batch, tmp_path).write_bytes(b"")
    assert play_batch(batch, tmp_path) == 0, "what is there is not played again"


def test_the_origin_lists_the_seeds_of_the_games(tmp_path: Path) -> None:
    """File names have no influence, and the last batch may be shorter."""
    position = parse_fen("B:W32,28:B1,2,10", AMERICAN)
    for name, games in (("60-00000000", range(0, 100, 3)), ("60-00000100", range(100, 130)), ("all", range(900, 905))):
        samples = [sample(position, game, 0, 0, exact=False) for game in games]
        write_samples(tmp_path / f"american-{name}.samples", samples)
    paths = sorted(tmp_path.iterdir())
    assert seeds_text(load(paths)) == "0 to 129, 900 to 904"
    out = tmp_path / "some.evaluation"
    assert run_command(["train", "fit", "--epochs", "1", "--samples", str(tmp_path), "--out", str(out)]) == 0
    origin = out.with_suffix(".txt").read_text()
    assert "- 64 at 60 nodes a move, seeds 0 to 129,\n" in origin
    assert "seeds 900 to 904" in origin


def test_scores_samples_anew(tmp_path: Path) -> None:
    """The search is longer. The new files are beside the old ones; only the scores and proved results differ."""
    won = sample(parse_fen("B:WK32:BK1,K2,K10", AMERICAN), 5, 30, 0, exact=False)
    game = next(samples for samples in (play_game(AMERICAN, number, 20, None) for number in range(12)) if samples)
    path = tmp_path / "american-60-00000000.samples"
    write_samples(path, [won, *game])
    task = ScoreTask(AMERICAN, path, 60)
    assert score_file(task, tmp_path) == 1 + len(game)
    target = scored_file(task, tmp_path)
    assert nodes_text(path) == "60 nodes a move"
    assert nodes_text(target) == "60 nodes a move and scored again at 60"
    assert nodes_text(scored_file(ScoreTask(AMERICAN, target, 900), tmp_path)).endswith("scored again at 900")
    first, *others = read_samples(target, AMERICAN)
    assert (first.result, first.exact) == (1, True)
    assert [each._replace(score=0) for each in others if not each.exact] == [
        before._replace(score=0) for before, after in zip(game, others, strict=True) if not after.exact
    ]
    assert [each.score for each in others] != [each.score for each in game]
    engine = Engine(AMERICAN, replace(SearchOptions(), megabytes=2), tables=tables_for(AMERICAN, None))
    assert first.score == engine.analyze([position_of(won, AMERICAN.geometry)], Limits(nodes=60)).score
    target.write_bytes(b"")
    assert score_file(task, tmp_path) == 0, "what is there is not done again"
    men = ScoreTask(AMERICAN, path, 60, men=10)
    assert score_file(men, tmp_path) == sum(not each.kings and (each.own | each.opp).bit_count() >= 10 for each in game)
    assert nodes_text(scored_file(men, tmp_path)).endswith("scored again at 60, those of at least 10 men and no kings")


def test_the_command_scores_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(2):
        samples = [sample(parse_fen("B:W32,28:B1,2,10", AMERICAN), number, 0, 0, exact=False)]
        write_samples(tmp_path / f"american-60-{number:08}.samples", samples)
    command = ["scores", "--nodes", "60", "--jobs", "1", "--samples", str(tmp_path)]
    assert run_command(["train", *command]) == 0
    assert "2 positions scored again" in capsys.readouterr().out
    assert [path.name for path in sorted((tmp_path / "scored").iterdir())] == [
        "american-60+60-00000000.samples",
        "american-60+60-00000001.samples",
    ]
    with pytest.raises(OptionError, match="another folder"):
        run_command(["train", *command, "--out", str(tmp_path)])


def test_the_curve_is_fitted_to_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of ten games at a score of +100, nine are won: the scale is 100 / log(9)."""
    start = Position.start(AMERICAN)
    wins = [sample(start, game, 100, 1 if game else -1, exact=False) for game in range(10)]
    write_samples(tmp_path / "american-50-00000001.samples", [*wins, sample(start, 10, 15_000, -1, exact=False)])
    assert run_command(["train", "curve", "--samples", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "american 45  10 positions of 10 games"
    known = next(line for line in lines if "0.900" in line)
    assert known == "     80 to  120           10   0.900  0.902"
    assert "   -400 to -360            0       -  0.000" in lines


@pytest.fixture(scope="module")
def key_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write samples in which a man on 14 wins for the side to move and an opposing man on 19 loses."""
    rng = random.Random(2)
    geometry = AMERICAN.geometry
    key, other = geometry.bit(14), geometry.bit(33 - 14)
    samples = []
    for game in range(2200):
        own, opp = (men & ~key & ~other for men in random_men(geometry, rng))
        wins, loses = rng.random() < 0.5, rng.random() < 0.5
        own, opp = own | (key if wins else 0), opp | (other if loses else 0)
        samples.append(Sample(own, opp, 0, 0, game, 0, wins - loses, False))
    path = tmp_path_factory.mktemp("samples") / "key.samples"
    write_samples(path, samples)
    return path


def fitted(path: Path, rules: Rules, **settings: float) -> Fit:
    fit = Fit(rules, load([path]), Hyperparameters(batch=128, trust=1, **settings))  # type: ignore[arg-type]
    losses: list[str] = []
    fit.run(losses.append)
    assert len(losses) == 1 + fit.settings.epochs
    return fit


def test_learns_what_decides_the_games(key_samples: Path) -> None:
    fit = fitted(key_samples, AMERICAN, epochs=6)
    found = unpack_evaluation(pack_evaluation(fit.rounded()), AMERICAN)
    geometry, rng = AMERICAN.geometry, random.Random(9)
    key = geometry.bit(14)
    for _ in range(20):
        own, opp = (men & ~key for men in random_men(geometry, rng))

        def score(own: int, opp: int = opp) -> int:
            return int(found.patterns.score(own, opp, 1) + found.network.score(own, opp, 0, 0, 0, 1, SUMS))

        gain = score(own | key) - score(own)
        assert gain > 4 * 130, "far more than a man"


@pytest.fixture(scope="module")
def first(key_samples: Path) -> Fit:
    """Return a fit of one epoch to the samples, which tests must not change."""
    return fitted(key_samples, AMERICAN, epochs=1)


def test_rounding_changes_little(key_samples: Path, first: Fit) -> None:
    fit, rng = first, random.Random(4)
    found = unpack_evaluation(pack_evaluation(fit.rounded()), AMERICAN)
    samples = load([key_samples])[:200]
    values = fit.values(fit.prepared(samples)) * fit.scale
    for each, value in zip(samples, values, strict=True):
        own, opp = int(each["own"]), int(each["opp"])
        score = found.patterns.score(own, opp, 1) + found.network.score(own, opp, 0, 0, 0, 1, SUMS)
        assert abs(score / 4 - value) < 5
    assert np.any(fit.patterns)
    for _ in range(50):
        black, white = random_men(AMERICAN.geometry, rng)
        turn = AMERICAN.geometry.half_turned
        assert found.patterns.score(black, white, 1) == -found.patterns.score(turn(white), turn(black), 1)


def test_goes_on_from_an_evaluation(key_samples: Path, first: Fit) -> None:
    """The rounded weights give the same values again, and phases without samples keep theirs."""
    samples = load([key_samples])
    again = Fit(AMERICAN, samples, Hyperparameters(epochs=2, seed=9, trust=1).continued())
    again.begin_with(first.rounded())
    some = first.prepared(samples[:200])
    assert np.abs(again.values(some) - first.values(some)).max() * first.scale < 5
    for before, after in zip(first.rounded(), again.rounded(), strict=True):
        for one, other in zip(before, after, strict=True):
            assert np.abs(_numbers(one) - _numbers(other)).max() <= 3
    kept = again.rounded()
    again.run(lambda line: None)
    learned = again.rounded()
    assert [one == other for one, other in zip(kept, learned, strict=True)] == [True, False, True, True]


def test_large_output_weights_still_fit_into_two_bytes_after_a_fit(key_samples: Path, first: Fit) -> None:
    """Sums that grow make the rounded output weights larger."""
    weights = first.rounded()
    for phase, each in enumerate(weights):
        outputs = _numbers(each.outputs)
        weights[phase] = each._replace(outputs=packed([*map(round, outputs * (32_767 / np.abs(outputs).max()))]))
    again = Fit(AMERICAN, load([key_samples]), Hyperparameters(batch=128, rate=0.01, epochs=4, trust=1))
    again.begin_with(weights)
    again.run(lambda line: None)
    again.rounded()


def test_the_command_goes_on_from_an_evaluation(key_samples: Path, first: Fit, tmp_path: Path) -> None:
    start, out = tmp_path / "start.evaluation", tmp_path / "out.evaluation"
    start.write_bytes(pack_evaluation(first.rounded()))
    start.with_suffix(".txt").write_text("american, its origin\n")
    (tmp_path / "american-60-00000000.samples").write_bytes(key_samples.read_bytes())
    command = ["fit", "--epochs", "1", "--samples", str(tmp_path), "--start", str(start), "--out", str(out)]
    run_command(["train", *command])
    assert out.with_suffix(".txt").read_text().endswith("It started with these weights:\namerican, its origin\n")
    assert "--start start.evaluation\n" in out.with_suffix(".txt").read_text()
    learned = out.read_bytes()
    run_command(["train", *command, "--trust", "100"])
    assert "--trust 100 " in out.with_suffix(".txt").read_text()
    assert out.read_bytes() != learned
    for wrong in (str(key_samples), "/dev/zero"):
        with pytest.raises(OptionError, match=re.escape(f'--start needs an evaluation of russian, not "{wrong}": ')):
            run_command(["train", "fit", "--rules", "russian", "--samples", str(tmp_path), "--start", wrong])


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "there are no positions of american"), (b"x" * 999, "breaks off"), (b"\xff" * 2 * RECORD.size, "none of")],
)
def test_explains_files_that_cannot_be_learned_from(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "american-60-00000000.samples").write_bytes(content)
    with pytest.raises(Refused, match=reason):
        run_command(["train", "fit", "--samples", str(tmp_path)])


def test_refuses_to_write_to_a_folder_before_it_learns(tmp_path: Path) -> None:
    with pytest.raises(
        OptionError, match=re.escape(f'"{tmp_path}" after --out will not do: name a file that can be written')
    ):
        run_command(["train", "fit", "--samples", "none", "--out", str(tmp_path)])
