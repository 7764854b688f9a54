"""The command that lists, queries and builds opening books."""

import json

import pytest

from ai.book import PACKAGED, book_name
from console.cli.main import run_command
from console.cli.parser import Refused
from console.storage.atomic_files import Lock
from console.storage.built_files import books_folder
from engine.rules import AMERICAN, RULE_SETS


def test_lists_the_books(capsys: pytest.CaptureFixture[str]) -> None:
    books_folder().mkdir(parents=True)
    (books_folder() / book_name(AMERICAN)).write_bytes(b"\x1b[31m")
    books = [name for name, rules in RULE_SETS.items() if (PACKAGED / book_name(rules)).is_file() and not rules.same_as]
    assert books[0] == "american"
    assert run_command(["book"]) == 0
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.out.splitlines()] == ["rules", *books]
    assert printed.err == "checkers book: american.book is skipped: the opening book of american is damaged.\n"


def test_prints_the_moves_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["book", "moves", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)[0]
    assert first["move"] == "11-15"
    assert first["weight"] > 1000
    assert run_command(["book", "moves", "--fen", "B:WK32:BK1"]) == 0
    assert capsys.readouterr().out == "The book does not know this position.\n"


def test_builds_a_book_and_resumes(capsys: pytest.CaptureFixture[str]) -> None:
    build = ["build", "--rules", "russian", "--nodes", "100", "--plies", "1", "--jobs", "1", "--positions"]
    assert run_command(["book", *build, "30"]) == 0
    notes = books_folder() / "russian.searched"
    assert len(notes.read_text("ascii").splitlines()) == 30
    notes.write_text(notes.read_text("ascii") + '{"fen": "B:W', "ascii")  # as if killed while writing
    assert run_command(["book", *build, "60"]) == 0
    assert len(notes.read_text("ascii").splitlines()) == 60
    assert "60 positions" in capsys.readouterr().out
    book = books_folder() / book_name(RULE_SETS["russian"])
    before = book.read_bytes()
    with pytest.raises(Refused, match=r"The book of russian has \d+ positions and stays: .* --out FILE\."):
        run_command(["book", *build, "30"])
    assert book.read_bytes() == before
    assert run_command(["book", *build, "60"]) == 0
    assert run_command(["book", *build, "30", "--out", str(book)]) == 0
    assert len(book.read_bytes()) < len(before)
    assert run_command(["book", *build, "60"]) == 0
    assert run_command(["book"]) == 0
    assert any(line.startswith("russian") and line.endswith("built") for line in capsys.readouterr().out.splitlines())


def test_one_program_builds_a_book() -> None:
    lock = Lock.on(books_folder() / ".russian.lock")
    assert lock is not None
    with pytest.raises(Refused, match="Another program is building the book of russian"):
        run_command(["book", "build", "--rules", "russian"])
    lock.release()
