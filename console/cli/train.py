"""``checkers train``: train the evaluation of a rule set on the program's own games, in several steps."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from ai.expectation import logistic
from ai.lab.training.curve import BANDS, STEP, Curve
from ai.lab.training.games import Batch, ScoreTask, batch_file, nodes_text, play_batch, score_file, scored_file
from ai.lab.training.people import MATCHED, choices, foretold, is_set_aside
from ai.lab.training.samples import RECORD, read_samples
from ai.tasks import finished
from ai.whole_files import read_bytes
from console.cli.arguments import JSON, OUT, PICKS_UP, WORKERS, whole
from console.cli.parser import Asked, Command, OptionError, Refused, option, switch, word
from console.cli.results import print_result
from console.cli.samples import SAMPLES, sample_files, samples_folder
from console.cli.workers import interruptible, workers
from console.game.naming import counted
from console.storage.atomic_files import reason, write_whole
from console.storage.built_files import tables_folder_if_any
from console.terminal.standard_streams import tell
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.printable import printable, quoted
from engine.rules import Rules

_BATCH: Final = 100  # games in a task, which a worker writes to one file
_T = TypeVar("_T")


def games(asked: Asked) -> None:
    """Play games and write their samples. Existing sample files are kept."""
    folder = samples_folder(asked)
    folder.mkdir(parents=True, exist_ok=True)
    end, tables = asked.seed + asked.games, tables_folder_if_any()
    batches = [
        Batch(asked.rules, first, min(first + _BATCH, end), asked.nodes, tables)
        for first in range(asked.seed, end, _BATCH)
    ]
    sizes = {batch: batch.end - batch.first for batch in batches}
    work, file = partial(play_batch, folder=folder), partial(batch_file, folder=folder)
    _work(asked, work, file, sizes, f"of {counted(asked.games, 'game')} in {printable(str(folder))}")


def scores(asked: Asked) -> None:
    """Score all samples of a rule set again and write new files in addition to the old files."""
    folder = samples_folder(asked)
    files = sample_files(asked)
    target = Path(asked.out) if asked.out else folder / "scored"
    if target.resolve() == folder.resolve():
        raise OptionError("--out needs another folder than the one the positions are in")
    target.mkdir(parents=True, exist_ok=True)
    sizes = {ScoreTask(asked.rules, path, asked.nodes, asked.men): path.stat().st_size // RECORD.size for path in files}
    work, file = partial(score_file, folder=target), partial(scored_file, folder=target)
    _work(asked, work, file, sizes, f"scored again in {printable(str(target))}")


def _work(
    asked: Asked, work: Callable[[_T], int], file: Callable[[_T], Path], sizes: Mapping[_T, int], what: str
) -> None:
    """Run all tasks and print the number of positions.

    ``sizes`` has the size of each task. Tasks whose file exists are skipped and left out of the time estimate.
    """
    whole_size = sum(sizes.values())
    found = sum(size for task, size in sizes.items() if file(task).exists())
    positions = worked = 0
    with interruptible() as bar, workers(min(asked.jobs, len(sizes)), asked.cluster) as executor:
        for task, samples in finished(executor, work, sizes):
            worked += sizes[task]
            positions += samples
            bar.show(worked, whole_size, counted(positions, "position"), min(found, worked))
    tell(f"{counted(positions, 'position')} {what}")


def fit(asked: Asked) -> None:
    """Fit the evaluation to all samples of a rule set, and write it with a description of its origin."""
    try:
        from ai.lab.training.fit import Fit, Hyperparameters, load, seeds_text
    except ImportError:
        raise Refused("checkers train fit needs numpy and scipy: pip install '.[train]' brings it.") from None
    from ai.evaluation.trained_evaluation import evaluation_file, pack_evaluation, unpack_weights

    rules: Rules = asked.rules
    start = Path(asked.start) if asked.start else None
    try:
        weights = unpack_weights(read_bytes(start), rules) if start else None
        notes = start.with_suffix(".txt") if start else None
        before = notes.read_text("utf-8") if notes and notes.exists() else ""
    except (OSError, ValueError) as error:
        wanted = f"--start needs an evaluation of {rules.name}, not {quoted(asked.start)}"
        raise OptionError(f"{wanted}: {reason(error)}.") from None
    files = sample_files(asked)
    settings = Hyperparameters(epochs=asked.epochs, trust=asked.trust / 100, seed=asked.seed)
    try:
        samples = load(files)
        fit = Fit(rules, samples, settings.continued() if weights else settings)
    except ValueError as error:
        raise Refused(f"The evaluation cannot be fitted: {error}.") from None
    if weights:
        fit.begin_with(weights)
    loss = fit.run(tell)
    target = asked.out or evaluation_file(rules)
    alike = defaultdict[str, list[Path]](list)
    for file in files:
        alike[nodes_text(file)].append(file)
    played = ",\n".join(
        f"- {len(some)} at {nodes}, seeds {seeds_text(some)}"
        for nodes, some in ((nodes, load(paths)) for nodes, paths in sorted(alike.items()))
    )
    origin = (
        f"{rules.name}, {date.today().isoformat()}: {len(samples)} positions of {fit.games} games,\n{played},\n"
        f"by checkers train games and scores --rules {rules.name} --nodes N, learned by checkers train fit "
        f"--rules {rules.name} --epochs {settings.epochs} --trust {asked.trust} --seed {settings.seed}"
        f"{f' --start {start.name}' if start else ''}\n"
        f"Settings({', '.join(f'{name}={value}' for name, value in asdict(fit.settings).items())})\n"
        f"cross-entropy {loss.training:.5f}, in games not learned from {loss.validation:.5f}\n"
    )
    if before:
        origin += f"It started with these weights:\n{before}"
    for path, content in ((target, pack_evaluation(fit.rounded())), (target.with_suffix(".txt"), origin.encode())):
        write_whole(path, content)
    tell(f"{printable(str(target))}: {target.stat().st_size} bytes")


def curve(asked: Asked) -> None:
    """Print the results of the samples of a rule set by their scores, and the curve that is fitted to them."""
    rules: Rules = asked.rules
    curve = Curve.of(each for path in sample_files(asked) for each in read_samples(path, rules))
    positions = sum(count for count, _ in curve.points.values())
    bands = [(low, *curve.band(low), logistic(low + STEP // 2, curve.scale)) for low in BANDS]
    lines = [
        f"{rules.files} {curve.scale}  {counted(positions, 'position')} of {counted(curve.games, 'game')}",
        "score in centimen  positions  result  curve",
    ]
    for low, count, result, middle in bands:
        shown = f"{result:.3f}" if count else "-"
        lines.append(f"{low:7} to {low + STEP:4}{count:13}{shown:>8}{middle:7.3f}")
    record = {"rules": rules.files, "scale": curve.scale, "positions": positions, "games": curve.games}
    objects = [dict(zip(("score", "positions", "result", "curve"), band, strict=True)) for band in bands]
    print_result(asked.json, record | {"bands": objects}, lines)


def _records(files: Sequence[str]) -> Iterator[list[GameRecord]]:
    """Yield the games of each PDN file."""
    if not files:
        raise OptionError("FILE.pdn is missing: people's games with the tags WhiteElo and BlackElo.")
    for file in files:
        try:
            yield read_games(read_bytes(Path(file)).decode("utf-8"))[0]
        except (OSError, ValueError) as error:
            raise OptionError(f"{quoted(file)} cannot be read: {reason(error)}.") from None


def policy(asked: Asked) -> None:
    """Fit the policy to the games of rated people that are not set aside, and print or write its weights."""
    try:
        from ai.lab.training.fit_policy import PolicyFit, samples
    except ImportError:
        raise Refused("checkers train policy needs numpy and scipy: pip install '.[train]' brings it.") from None
    sets, origin = [], []
    for file, records in zip(asked.files, _records(asked.files), strict=True):
        kept = [record for record in records if not is_set_aside(record)]
        sets.append(list(samples(choices(kept))))
        origin.append(
            f"# {printable(Path(file).name)}: {counted(len(sets[-1]), 'move')} of {counted(len(kept), 'game')}"
        )
    found = PolicyFit(sets).run()
    lines = [f"# Fitted by checkers train policy on {date.today().isoformat()}.", *origin]
    for name, weights in found.items():
        lines += ["", f"[{name}]", *(f"{feature} {weight:.2f}" for feature, weight in weights.items())]
    text = "\n".join(lines) + "\n"
    if asked.out:
        write_whole(Path(asked.out), text.encode("ascii"))
    else:
        tell(text.rstrip())


def match(asked: Asked) -> None:
    """Print how often the policy and each level choose the moves of rated people, by the bands of their ratings."""
    records = [each for some in _records(asked.files) for each in some]
    found = foretold([each for each in records if is_set_aside(each)] if asked.aside else records, asked.every)
    tell(f"{'':12}{'moves':>7}{'top':>8}{'perplexity':>12}{''.join(f'{number:>7}' for number in MATCHED)}")
    for name, band in found.items():
        shares = "".join(f"{share:7.1%}" for share in band.levels)
        tell(f"{name:12}{band.moves:7}{band.top:8.1%}{band.perplexity:12.2f}{shares}")


_FILES: Final = word("FILE.pdn", str, "games of rated people; each file is a set", "files", "*")
_SEED: Final = option("--seed N", whole(0, 10**9), "of openings and chance", "1")
COMMANDS: Final = (
    Command("train", None, "Make the trained evaluation of a rule set."),
    Command(
        "train games",
        games,
        f"Play games and store their positions.\n{PICKS_UP}",
        *SAMPLES,
        option("--games N", whole(1, 10**8), "games to play", "20000"),
        option("--nodes N", whole(50, 10**7), "nodes a move", "3000"),
        _SEED,
        *WORKERS,
    ),
    Command(
        "train scores",
        scores,
        f"Search the positions again.\n{PICKS_UP}",
        *SAMPLES,
        option("--nodes N", whole(50, 10**7), "nodes a position", "2000"),
        option("--men N", whole(1, 60), "only positions with no kings and at least this many men"),
        option("--out FOLDER", str, "where they are written instead of the folder scored beside them"),
        *WORKERS,
    ),
    Command(
        "train fit",
        fit,
        "Fit the evaluation to the positions of the games played.\nNeeds numpy and scipy.",
        *SAMPLES,
        option("--epochs N", whole(1, 1000), "passes over all positions", "10"),
        option("--trust N", whole(0, 100), "weight of results in labels, in percent", "10"),
        option("--start FILE", str, "an evaluation to start from (random weights)"),
        OUT,
        _SEED,
    ),
    Command(
        "train policy",
        policy,
        "Fit levels 1 to 6 to games of rated people, but not to those set aside.\nNeeds numpy and scipy.",
        _FILES,
        OUT,
    ),
    Command(
        "train match",
        match,
        "Count how often the policy and each level choose the moves of rated people.",
        _FILES,
        option("--every N", whole(1, 1000), "take one move in N", "1"),
        switch("--aside", "only games that are set aside, which no fit has used"),
    ),
    Command("train curve", curve, "Print how the games ended, by the score of their positions.", *SAMPLES, JSON),
)
