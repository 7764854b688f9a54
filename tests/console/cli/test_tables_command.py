"""``checkers tables``: lists, builds, proofs and queries."""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.platform_marks import posix

import console.cli.tables
import console.cli.workers
from ai.endgames.files import PACKAGED, available_files
from ai.endgames.packed import BLOCK, PackedTables, SliceFigures, compress, file_name, write
from ai.endgames.slices import Slice, slices
from ai.lab.tables.build import build_cost
from console.cli.main import main
from console.storage.atomic_files import Lock
from console.storage.built_files import tables_folder
from engine.rules import AMERICAN, RULE_SETS

Said = Callable[..., str]
TRIPLE_KING = next(rules for rules in RULE_SETS.values() if rules.triple_kings)


@contextmanager
def one_thread(jobs: int, cluster: str | None) -> Iterator[Executor]:
    """Replace worker processes by one thread, which starts faster. A requested cluster is not replaced."""
    with ThreadPoolExecutor(1) if cluster is None else console.cli.workers.workers(jobs, cluster) as executor:
        yield executor


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.cli.tables, "workers", one_thread)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Return a function that runs a command and returns everything it prints."""

    def run(*words: str, status: int = 0) -> str:
        assert main(["tables", *words]) == status
        written = capsys.readouterr()
        return written.out + written.err

    return run


def build_two(said: Said) -> Path:
    """Build american tables of two pieces in the user's folder."""
    assert "are built" in said("build", "2")
    return tables_folder() / file_name(AMERICAN, 2)


def write_two(path: Path, change: int = 0, more_wins: int = 0) -> None:
    """Write american tables of two pieces whose first slice has an error but the right checksum.

    ``change`` is combined with a stored value by exclusive or; ``more_wins`` is added to the number of wins.
    """
    packaged = PackedTables(PACKAGED / file_name(AMERICAN, 2), AMERICAN)
    rows: list[tuple[Slice, SliceFigures, list[bytes]]] = []
    for each, figures in packaged.figures.items():
        values = bytearray(b"".join(packaged.read(each, block) for block in range(packaged.blocks(each))))
        assert len(values) <= BLOCK
        if not rows:
            values[1] ^= change  # kings on squares 1 and 2
            figures = SliceFigures(figures.wins + more_wins, figures.losses, figures.draws - more_wins, 11, 10)
        rows.append((each, figures, compress(bytes(values), True)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write(file, AMERICAN, 2, rows, packaged.figures)


class TestList:
    def test_has_a_line_for_every_packaged_file(self, said: Said) -> None:
        lines = said().splitlines()
        assert len(lines) == 1 + len(list(PACKAGED.glob("*.tables")))
        assert max(map(len, lines)) <= 78
        assert re.fullmatch(r"american +5 +139,450,808 +[\d,]+ some +packaged", lines[4])


class TestBuild:
    def test_prints_its_costs_and_builds_the_same_as_packaged(self, said: Said) -> None:
        text = said("build", "2", "--jobs", "1")
        assert text.startswith("american to 2 pieces: 3,488 positions, ")
        assert re.search(r"^disk while it is built: 1 MB of [\d.,]+ [MG]B free in ", text, re.MULTILINE)
        assert re.search(r"^memory: 5\d MB.*, 1 worker$", text, re.MULTILINE)
        path = tables_folder() / file_name(AMERICAN, 2)
        assert path.read_bytes() == (PACKAGED / path.name).read_bytes()
        assert re.search(r"^american +2 .* distances built$", said(), re.MULTILINE)
        assert said("build", "2") == "The tables of american up to 2 pieces already exist.\n"

    def test_puts_aside_and_rebuilds_a_damaged_file(self, said: Said) -> None:
        path = build_two(said)
        whole = path.read_bytes()
        path.write_bytes(whole[:100])
        assert "american-2.tables: the head is damaged.\n" in (text := said())
        assert re.search(r"^american +2 .* packaged$", text, re.MULTILINE)
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        assert "is damaged.\n" in said("value", "--fen", "B:W32:B1", status=1)
        text = said("build", "2")
        assert re.search(
            r"is damaged\. It has been set aside as american-2\.tables\.damaged-1 and is being rebuilt\.\n", text
        )
        assert path.read_bytes() == whole

    @pytest.mark.parametrize("damage", [lambda data: data + b"x", lambda data: b""])
    def test_rebuilds_a_damaged_slice(
        self, damage: Callable[[bytes], bytes], said: Said, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def three_steps(steps: Iterator[object], bar: object) -> None:
            for _ in range(3):
                next(steps)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(console.cli.tables, "_follow", three_steps)
            assert "Interrupted. The same command picks up where it left off.\n" in said("build", "2", status=130)
        left = sorted((tables_folder() / "american-2.work").iterdir())
        assert left
        left[0].write_bytes(damage(left[0].read_bytes()))
        build_two(said)
        path = tables_folder() / file_name(AMERICAN, 2)
        assert path.read_bytes() == (PACKAGED / path.name).read_bytes()

    @pytest.mark.parametrize(
        ("pieces", "disk", "memory", "sentence"),
        [
            ("4", 10**6, 10**10, "That is not enough room: 9 MB more are needed.\n"),
            ("2", 10**10, 10**7, "That is not enough memory: 43 MB more are needed.\n"),
        ],
    )
    def test_is_refused_if_it_does_not_fit(
        self, pieces: str, disk: int, memory: int, sentence: str, said: Said, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=disk))
        monkeypatch.setattr(console.cli.tables, "free_memory", lambda: memory)
        assert sentence in said("build", pieces, status=1)

    def test_starts_only_as_many_workers_as_fit_into_memory(self, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(console.cli.tables, "free_memory", lambda: 12 * 10**7)
        assert re.search(r"of 120 MB free, 2 workers$", said("build", "2", "--jobs=9"), re.MULTILINE)

    def test_only_one_program_builds_at_a_time(self, said: Said) -> None:
        folder = tables_folder()
        folder.mkdir(parents=True)
        lock = Lock.on(folder / ".build.lock")
        assert lock is not None
        text = said("build", "2", status=1)
        lock.release()
        assert text == "checkers tables build: Another program is building tables; let it finish first.\n"

    def test_needs_a_package_for_a_cluster(self, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
        def missing(name: str) -> None:
            raise ModuleNotFoundError(name)

        monkeypatch.setattr(console.cli.workers, "import_module", missing)
        text = said("build", "2", "--cluster", "127.0.0.1:8786", status=1)
        assert text.endswith("needs the extra cluster: python3 -m pip install 'ega-checkers[cluster]'.\n")

    def test_waits_for_the_first_worker_of_a_cluster(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Client(nullcontext[None]):
            def get_executor(self) -> None:
                """Return nothing to work with."""

            def nthreads(self) -> dict[str, int]:
                """Return no workers."""
                return {}

        package = SimpleNamespace(Client=lambda address, **options: Client(), KilledWorker=KeyError)
        monkeypatch.setitem(sys.modules, "distributed", package)
        with console.cli.workers.workers(1, "127.0.0.1:8786"):
            assert "The scheduler at 127.0.0.1:8786 has no workers yet: waiting for one." in capsys.readouterr().err

    def test_reports_an_interrupt_in_a_sentence(self, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*arguments: object) -> Iterator[None]:
            raise KeyboardInterrupt
            yield

        monkeypatch.setattr(console.cli.tables, "build", interrupted)
        monkeypatch.setattr(console.cli.tables, "verify", interrupted)
        assert said("build", "2", status=130).endswith(
            "\ncheckers tables build: Interrupted. The same command picks up where it left off.\n"
        )
        assert (
            said("verify", "2", status=130)
            == "checkers tables verify: Interrupted. Nothing wrong was found up to that point.\n"
        )


class TestVerify:
    def test_tells_what_it_has_proved(self, said: Said) -> None:
        text = said("verify", "2")
        assert text == "american, 2 pieces: 3,488 positions, every value and distance follows.\n"

    @pytest.mark.parametrize(
        ("error", "sentence"),
        [({"change": 2}, r"the value of B:\S+ is wrong\."), ({"more_wins": 1}, r"the figures of 1k-1k are wrong\.")],
    )
    def test_finds_wrong_values_and_figures(self, error: dict[str, int], sentence: str, said: Said) -> None:
        write_two(tables_folder() / file_name(AMERICAN, 2), **error)
        assert re.fullmatch(rf"checkers tables verify: american-2\.tables: {sentence}\n", said("verify", "2", status=1))


class TestValue:
    def test_prints_the_value_of_every_move(self, said: Said) -> None:
        text = said("value", "--fen", "B:WK32:B28,K27")
        assert text.splitlines() == ["Black to move: win in 2 moves", *text.splitlines()[1:]]
        record = json.loads(said("value", "--fen", "B:WK32:B28,K27", "--json"))
        assert record["rules"] == "american"
        assert (record["outcome"], record["plies"]) == (record["moves"][0]["outcome"], record["moves"][0]["plies"])
        printed = {(row["move"], row["outcome"]) for row in record["moves"]}
        assert {tuple(line.split()[:2]) for line in text.splitlines()[1:]} == printed

    def test_has_no_distance_in_tables_without_distances(self, said: Said) -> None:
        record = json.loads(said("value", "--fen=B:W32,31:BK1,K2,K3", "--json"))
        assert (record["outcome"], record["plies"]) == ("win", None)

    def test_is_unknown_with_many_pieces(self, said: Said) -> None:
        text = said("value", "--fen", "B:W32,31,30:B1,2,3", status=1)
        assert text == (
            "checkers tables value: There are tables of american to 5 pieces, and that position has 6 pieces; "
            "checkers tables build 6 --rules american makes them.\n"
        )
        text = said("value", "--fen", "B:W21-32:B1-12", status=1)
        assert text.endswith("that position has 24 pieces: more than 8 are out of reach.\n")


class TestCounts:
    def test_prints_every_slice(self, said: Said) -> None:
        record = json.loads(said("counts", "3", "--json"))
        assert (record["rules"], record["pieces"]) == ("american", 3)
        assert len(record["slices"]) == len(slices(3, AMERICAN))
        triple = json.loads(said("counts", "2", "--rules", TRIPLE_KING.name, "--json"))["slices"]
        assert (len(triple), {"triples", "other_triples"} < set(triple[0])) == (len(slices(2, TRIPLE_KING)), True)
        assert all(row["positions"] == row["wins"] + row["losses"] + row["draws"] for row in record["slices"])

    def test_prints_readable_columns(self, said: Said) -> None:
        lines = said("counts", "5").splitlines()
        assert len(lines) == 1 + len(available_files(AMERICAN)[5].figures)
        assert max(map(len, lines)) <= 78

    def test_names_the_command_for_missing_tables(self, said: Said) -> None:
        text = said("counts", "6", "--rules", "russian", "--json", status=1)
        assert "checkers tables build 6 --rules russian makes them" in text


@posix  # elsewhere every name has a home folder
def test_rejects_a_build_without_a_data_folder(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", "~nobody-here/x")
    text = said("build", "2", status=1)
    assert text.startswith("checkers tables build: That did not work: CHECKERS_HOME is ")
    assert len(said().splitlines()) > len(RULE_SETS)


def test_costs_grow_with_the_pieces() -> None:
    costs = [build_cost(AMERICAN, pieces) for pieces in range(2, 9)]
    assert costs == sorted(costs)
    assert costs[3].positions == sum(
        each.positions(AMERICAN) for count in range(2, 6) for each in slices(count, AMERICAN)
    )
    assert costs[4].memory < 4 << 30


def test_clears_the_leftovers_of_a_killed_build(said: Said) -> None:
    """The build was killed after its last file was complete."""
    build_two(said)
    for name in ("american-2.work", "american-3.work"):
        (tables_folder() / name).mkdir()
        for left in ("1m-1m.solved", "1m1t-2k.solved", ".1m-1k.solved.123.tmp"):
            (tables_folder() / name / left).write_bytes(b"")
    assert said("build", "2") == "The tables of american up to 2 pieces already exist.\n"
    assert not (tables_folder() / "american-2.work").exists()
    assert (tables_folder() / "american-3.work").exists()


@posix
@pytest.mark.parametrize("is_built", [False, True])
def test_unfinished_work_may_be_on_another_disk(is_built: bool, tmp_path: Path, said: Said) -> None:
    """A symbolic link to a folder elsewhere. The build keeps the link, and the other files in that folder.

    The file of the tables may be a link, too.
    """
    if is_built:
        build_two(said)
    elsewhere = tmp_path / "elsewhere"
    other_files = ["letter.txt", "1m-1m.solved.bak", "american-2.tables", ".1m-1m.solved.tmp"]
    (elsewhere / "photos").mkdir(parents=True)
    for name in other_files:
        (elsewhere / name).write_text("theirs" * 100_000)
    (elsewhere / "broken").symlink_to(tmp_path / "nowhere")
    tables_folder().mkdir(parents=True, exist_ok=True)
    work = tables_folder() / "american-2.work"
    work.symlink_to(elsewhere)
    if not is_built:
        (tables_folder() / "american-2.tables").symlink_to(tmp_path / "tables")
    text = said("build", "2")
    assert is_built or re.search(f"^disk while it is built: 1 MB of .* free in {work}$", text, re.MULTILINE)
    assert sorted(path.name for path in elsewhere.iterdir()) == sorted([*other_files, "broken", "photos"])
    assert work.is_symlink()
    assert (tables_folder() / "american-2.tables").is_symlink() != is_built
    assert (tables_folder() / "american-2.tables").read_bytes() == (PACKAGED / "american-2.tables").read_bytes()


def test_counts_what_a_search_without_tables_throws_away(said: Said) -> None:
    """The same positions are searched with any number of nodes, and every fall in value is counted."""
    hasty, careful = (json.loads(said("kept", "3", "--nodes", n, "--positions", "120", "--json")) for n in ("1", "900"))
    order = ("loss", "draw", "win")
    assert hasty["choices"] == careful["choices"] > 10
    assert hasty["kept"] < careful["kept"]
    for found in (hasty, careful):
        assert found["kept"] + sum(error["count"] for error in found["errors"]) == 120
        assert all(order.index(error["from"]) > order.index(error["to"]) for error in found["errors"])
    assert "There are tables of american to 5 pieces" in said("kept", "6", status=1)
