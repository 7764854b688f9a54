"""``checkers tables``: list, build, verify and query the endgame tables."""

import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ai.endgames.files import PACKAGED, available_files
from ai.endgames.packed import DamagedTables, PackedTables, SliceFigures, file_name
from ai.endgames.slices import MOST_PIECES, Slice
from ai.engine import Engine
from ai.lab.tables.build import TableProgress, build, build_cost, clear, left_in
from ai.lab.tables.kept import Trial, play_trial
from ai.lab.tables.verify import verify
from ai.memory import free_memory
from ai.score import ExactValue
from ai.search.options import SearchOptions
from console.cli.arguments import JSON, PICKS_UP, RULES, SEEDS, WORKERS, read_fen, whole
from console.cli.parser import Asked, Command, OptionError, Refused, option, word
from console.cli.progress import ProgressBar
from console.cli.results import print_result, print_rows
from console.cli.workers import alone, interruptible, workers
from console.game.naming import counted
from console.storage.atomic_files import put_aside
from console.storage.built_files import available_tables, tables_folder, tables_folder_if_any
from console.storage.rules_folder import rules_with_files
from console.terminal.standard_streams import complain, tell
from console.text.sentences import game_length, numbered_moves
from engine.fen import fen_text
from engine.geometry import SIDE_NAMES
from engine.moves import MoveGenerator
from engine.pdn.writer import pdn_move
from engine.printable import printable
from engine.rules import Rules

_OUTCOMES: Final = {1: "win", 0: "draw", -1: "loss"}


def listed(asked: Asked) -> None:
    """Print a line for each file."""
    folder = tables_folder_if_any()
    found = {rules.name: available_files(rules, folder, complain) for rules in rules_with_files(complain)}
    width = max(13, *(len(name) for name, files in found.items() if files))
    rows = []
    for name, files in found.items():
        for tables in files.values():
            size = tables.path.stat().st_size
            values = "distances" if tables.distances else "some" if tables.counted else "outcomes"
            origin = "packaged" if tables.path.parent == PACKAGED else "built"
            sizes = {"rules": name, "pieces": tables.pieces, "positions": tables.positions, "bytes": size}
            rows.append({**sizes, "values": values, "from": origin})
    line = f"{{rules:{width}}} {{pieces:>6}} {{positions:>15,}} {{bytes:>11,}} {{values:9}} {{from}}"
    print_rows(asked.json, rows, line)


def build_tables(asked: Asked) -> None:
    """Build the tables of 2 up to PIECES pieces in the user's folder. Raises NoFolder."""
    rules: Rules = asked.rules
    folder = tables_folder()
    with alone(folder / ".build.lock", "building tables"):
        missing = [count for count in range(2, asked.pieces + 1) if not _is_built(rules, count, folder)]
        for count in range(2, asked.pieces + 1):
            if count not in missing:
                clear(_work(rules, count, folder))
        if not missing:
            tell(f"The tables of {rules.name} up to {asked.pieces} pieces already exist.")
            return
        pieces = missing[-1]
        work = _work(rules, pieces, folder)
        jobs = _announce(rules, pieces, folder, work, asked.jobs, asked.cluster is not None)
        try:
            with interruptible() as bar, workers(jobs, asked.cluster) as executor:
                _follow(build(rules, pieces, folder, work, executor), bar)
        except OverflowError as error:
            raise Refused(f"A win takes longer than a table can hold: {error}.") from error
    size = sum((folder / file_name(rules, count)).stat().st_size for count in range(2, pieces + 1))
    tell(f"The tables of {rules.name} to {pieces} pieces are built: {size:,} bytes in {printable(str(folder))}.")


def _work(rules: Rules, pieces: int, folder: Path) -> Path:
    """Return the folder for the unfinished work of a build."""
    return folder / f"{rules.files}-{pieces}.work"


def _is_built(rules: Rules, pieces: int, folder: Path) -> bool:
    """Return True if the user's tables of a number of pieces are intact; put aside a damaged file. Raises OSError."""
    path = folder / file_name(rules, pieces)
    if not path.exists():
        return False
    try:
        for _ in PackedTables(path, rules).check():
            pass
    except DamagedTables as error:
        complain(f"{error} It has been set aside as {put_aside(path).name} and is being rebuilt.")
        return False
    return True


def _announce(rules: Rules, pieces: int, folder: Path, work: Path, jobs: int, on_cluster: bool) -> int:
    """Print what a build needs and what is available, and return the number of workers.

    It is ``jobs``, or fewer if more do not fit into the memory of this machine. Raises Refused if there is clearly not
    enough disk or memory.
    """
    cost = build_cost(rules, pieces)
    already = sum(path.stat().st_size for path in left_in(work))
    disk = max(0, cost.disk - already)
    place = work if work.is_dir() else folder
    free = shutil.disk_usage(place).free
    memory = None if on_cluster else free_memory()
    if memory is not None:
        jobs = min(jobs, max(1, memory // cost.memory))
    tell(f"{rules.name} to {pieces} pieces: {cost.positions:,} positions, {_bytes(cost.packed)} of tables.")
    tell(f"disk while it is built: {_bytes(disk)} of {_bytes(free)} free in {printable(str(place))}")
    if on_cluster:
        tell(f"memory: {_bytes(cost.memory)} for each worker; all of them must see that folder")
    else:
        available = "" if memory is None else f" of {_bytes(memory)} free"
        tell(f"memory: {_bytes(jobs * cost.memory)}{available}, {counted(jobs, 'worker')}")
    if disk > free:
        raise Refused(f"That is not enough room: {_bytes(disk - free)} more are needed.")
    if memory is not None and cost.memory > memory:
        raise Refused(f"That is not enough memory: {_bytes(cost.memory - memory)} more are needed.")
    return jobs


def verify_tables(asked: Asked) -> None:
    """Verify the tables of 2 up to PIECES pieces."""
    rules: Rules = asked.rules
    files = _files(rules, asked.pieces)
    advice = "Nothing wrong was found up to that point."
    with interruptible(advice) as bar, workers(asked.jobs, asked.cluster) as executor:
        for number, tables in enumerate(files, start=1):
            _follow(verify(rules, files[:number], executor), bar)
            proved = "every value and distance" if tables.counted else "every value"
            tell(f"{rules.name}, {tables.pieces} pieces: {tables.positions:,} positions, {proved} follows.")


def value(asked: Asked) -> None:
    """Print the value of a position and of each move in it."""
    if asked.fen is None:
        raise OptionError("A position is missing, as in --fen B:WK32:BK1,K5.")
    rules: Rules = asked.rules
    position = read_fen(asked.fen, rules)
    tables = available_tables(rules, complain)
    engine = Engine(rules, SearchOptions(megabytes=1), tables=tables)
    found = engine.exact_value(position)
    if tables.problem:
        complain(tables.problem)
    if found is None:
        pieces = (position.black | position.white).bit_count()
        raise Refused(_missing_message(rules, pieces, f"that position has {pieces} pieces", int(tables.pieces)))
    routes = MoveGenerator(rules).legal_moves(position)
    moves = [(pdn_move(each.move, routes, rules), each) for each in engine.exact_moves(position)]
    record = {"rules": rules.name, "fen": fen_text(position), **_record(found)}
    record["moves"] = [{"move": text, **_record(each.value)} for text, each in moves]
    width = max((len(text) for text, _ in moves), default=0)
    lines = [f"  {text:{width}}  {_value_text(each.value)}" for text, each in moves]
    print_result(asked.json, record, [f"{SIDE_NAMES[position.side]} to move: {_value_text(found)}", *lines])


def _record(value: ExactValue) -> dict[str, Any]:
    return {"outcome": _OUTCOMES[value.outcome], "plies": value.plies}


def _value_text(value: ExactValue) -> str:
    """Return a value as in ``win in 7 moves``, counted in moves of the winner."""
    outcome = _OUTCOMES[value.outcome]
    return outcome if value.plies is None else f"{outcome} in {game_length(value.plies)}"


def counts(asked: Asked) -> None:
    """Print the wins, losses and draws of each slice, and the winner's moves in its longest win and loss."""
    rules: Rules = asked.rules
    tables = _files(rules, asked.pieces)[-1]
    rows = [_counts_record(rules, each, figures) for each, figures in tables.figures.items()]
    lines = [f"{'slice':13} {'positions':>13} {'wins':>13} {'losses':>12} {'draws':>12} longest"]
    for each, found in tables.figures.items():
        longest = f"{numbered_moves(found.longest_win)}/{numbered_moves(found.longest_loss)}"
        row = f"{found.positions:>13,} {found.wins:>13,} {found.losses:>12,} {found.draws:>12,} {longest:>7}"
        lines.append(f"{each.name:13} {row}")
    print_result(asked.json, {"rules": rules.name, "pieces": tables.pieces, "slices": rows}, lines)


def _counts_record(rules: Rules, each: Slice, figures: SliceFigures) -> dict[str, int]:
    pieces = each._asdict()
    if not rules.triple_kings:
        pieces = {name: count for name, count in pieces.items() if "triples" not in name}
    return {**pieces, "positions": figures.positions, **asdict(figures)}


def kept(asked: Asked) -> None:
    """Print how often a search without tables keeps the value of a position of PIECES pieces."""
    rules: Rules = asked.rules
    _files(rules, asked.pieces)
    trial = Trial(rules, asked.pieces, asked.nodes, asked.positions, asked.seed, tables_folder_if_any())
    choices, errors = 0, Counter[tuple[str, str, str]]()
    with interruptible("Nothing was kept.") as bar, workers(asked.jobs, asked.cluster) as executor:
        for done, each in enumerate(play_trial(trial, executor), start=1):
            bar.show(done, trial.positions, "positions")
            choices += each.least < each.value
            if each.after < each.value:
                errors[each.slice.name, _OUTCOMES[each.value], _OUTCOMES[each.after]] += 1
    wrong, rows = errors.total(), sorted(errors.items(), key=lambda row: (-row[1], row[0]))
    record = {
        "rules": rules.name,
        "pieces": trial.pieces,
        "nodes": trial.nodes,
        "positions": trial.positions,
        "choices": choices,
        "kept": trial.positions - wrong,
        "errors": [{"slice": each, "from": was, "to": to, "count": count} for (each, was, to), count in rows],
    }
    share, hard = 1 - wrong / trial.positions, 1 - wrong / max(1, choices)
    lines = [
        f"{trial.positions:,} positions: {share:.2%} keep their value, {hard:.2%} of the {choices:,} that can lose it",
        *(f"{each:13} {was} to {to}: {count}" for (each, was, to), count in rows),
    ]
    print_result(asked.json, record, lines)


def _files(rules: Rules, pieces: int) -> list[PackedTables]:
    """Return the files of 2 up to ``pieces`` pieces. Raises Refused if one is missing."""
    found = available_files(rules, tables_folder_if_any(), complain)
    most = 1
    while most + 1 in found:
        most += 1
    if most < pieces:
        raise Refused(_missing_message(rules, pieces, f"{pieces} were asked for", most))
    return [found[count] for count in range(2, pieces + 1)]


def _missing_message(rules: Rules, pieces: int, why: str, most: int) -> str:
    """Return the message that tables are missing, with the command that builds them."""
    found = f"There are tables of {rules.name} to {most} pieces" if most > 1 else f"There are no tables of {rules.name}"
    if pieces > MOST_PIECES:
        return f"{found}, and {why}: more than {MOST_PIECES} are out of reach."
    return f"{found}, and {why}; checkers tables build {pieces} --rules {rules.name} makes them."


def _follow(steps: Iterable[TableProgress], bar: ProgressBar) -> None:
    """Run a build or a verification to its end and show its progress."""
    for step in steps:
        bar.show(step.done, step.total, "positions", step.found)
    bar.clear()


def _bytes(count: int) -> str:
    if count < 10**9:
        return f"{-(-count // 10**6)} MB"
    return f"{count / 10**9:,.1f} GB"


_FEN: Final = option("--fen FEN", str, "the position")
_PIECES: Final = (word("PIECES", whole(2, 8), "how many, 2 to 8"), RULES)
COMMANDS: Final = (
    Command("tables", listed, "The endgame tables: list, build, prove and query them.", JSON),
    Command("tables list", listed, "List the endgame tables.", JSON),
    Command("tables build", build_tables, f"Build the tables of 2 to PIECES pieces.\n{PICKS_UP}", *_PIECES, *WORKERS),
    Command(
        "tables verify",
        verify_tables,
        "Prove every value of the tables of 2 to PIECES pieces from the values of its\nsuccessors.",
        *_PIECES,
        *WORKERS,
    ),
    Command("tables value", value, "Show what a position and each move in it are worth.", RULES, _FEN, JSON),
    Command("tables counts", counts, "Count wins, losses and draws in every slice of PIECES pieces.", *_PIECES, JSON),
    Command(
        "tables kept",
        kept,
        "Count how often a search without tables keeps what a position is worth.",
        *_PIECES,
        option("--nodes N", whole(1, 10**9), "of each search", "50000"),
        option("--positions N", whole(1, 10**9), "drawn at random", "20000"),
        option("--seed N", whole(-SEEDS, SEEDS), "the same seed, the same positions", "1"),
        *WORKERS,
        JSON,
    ),
)
