"""Escaping of names, tags and arguments: no output has control characters that act on a terminal."""

import io
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.canvas_text import row_text
from support.paths import ROOT
from support.stored_games import A_GAME, MOVES, disk, played_session, record

from console.cli.main import main
from console.game.hall_of_fame import Result
from console.terminal.canvas import PLAIN, REST, Canvas, in_columns
from console.terminal.standard_streams import write
from engine.printable import printable, printable_lines, quoted

# Clear the screen, the same by C1's CSI, a right-to-left override, an isolate, a zero-width space, a joiner, a byte
# order mark, a soft hyphen, the Mongolian vowel separator, an invisible letter and a private one.
DANGEROUS = "\x1b[2J\x9b2J\u202e\u2066\u200b\u200d\ufeff\u00ad\u180e\u3164\ue000"


def _is_harmless(text: str) -> bool:
    return all(
        unicodedata.category(character)[0] not in "CZ" and character != "\u3164"
        for character in text
        if character not in " \n"
    )


def test_removes_dangerous_characters() -> None:
    assert printable(f"Dan{DANGEROUS}") == "Dan?[2J?2J?????????"
    assert printable("tab\tline\nreturn\rno-break\xa0wide\u3000paragraph\u2029") == (
        "tab line return no-break wide paragraph "
    )
    assert printable("lone \udc9b surrogate") == "lone ? surrogate"
    assert printable("Zoë Müller, Сергей Фадеев, 高文龙, e\u0301") == "Zoë Müller, Сергей Фадеев, 高文龙, e\u0301"


def test_properties_are_repeatable_and_have_no_deadline() -> None:
    chosen = settings()
    assert (chosen.deadline, chosen.derandomize) == (None, True)


@given(st.text(st.characters()))
def test_makes_any_text_printable(text: str) -> None:
    assert _is_harmless(printable_lines(text))
    assert "\n" not in printable(text)
    assert len(printable(text)) == len(text)
    assert printable(printable(text)) == printable(text)
    assert in_columns(text).replace(REST, "").isprintable()


def test_a_quote_is_short_and_printable() -> None:
    assert quoted("a\x1bb", 3) == '"a?b"'
    assert quoted("a\x1bbc", 3) == '"a?b..."'


def test_replaces_characters_that_a_stream_cannot_encode() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    write("Zoë\x1b\n", stream)
    assert stream.buffer.getvalue() == b"Zo??\n"


def test_the_canvas_shows_nothing_unprintable() -> None:
    canvas = Canvas(80, 1)
    canvas.text(0, 0, DANGEROUS, PLAIN)
    assert row_text(canvas, 0).isprintable()
    assert _is_harmless(row_text(canvas, 0))


class TestEveryWayOut:
    """A dangerous text put in at each end comes out harmless."""

    def test_show(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "evil.pdn"
        path.write_text(
            f'[Event "E{DANGEROUS}"]\n[Black "B{DANGEROUS}"]\n1. 11-15 *\n\n[Event "x"]\n{DANGEROUS} *\n', "utf-8"
        )
        assert main(["show", str(path)]) == 0
        shown = capsys.readouterr()
        assert "Black B?[2J" in shown.out
        assert "is no move" in shown.err
        assert _is_harmless(shown.out + shown.err)

    @pytest.mark.parametrize("arguments", [["show", "{}"], ["play", "--from", "{}"], ["match", "{}", "x"]])
    def test_arguments_of_commands(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert main([argument.format(DANGEROUS) for argument in arguments]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert _is_harmless(error)

    def test_arguments_of_the_program(self) -> None:
        done = subprocess.run(
            [sys.executable, str(ROOT / "checkers.py"), DANGEROUS],
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert _is_harmless(done.stderr)

    def test_saved_games_and_what_is_typed(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0], A_GAME.replace("Dan", f"Dan{DANGEROUS[:4]}")))
        (tmp_path / "games" / "evil.pdn").write_text(
            f'[Black "B{DANGEROUS}"]\n[Date "{DANGEROUS}"]\n11-15 *\n', "utf-8"
        )
        paper = played_session(["games", DANGEROUS, "load evil", f"save {DANGEROUS}", "quit"], disk(tmp_path))
        assert "  B[2J" in paper
        assert _is_harmless(paper)

    def test_the_hall_of_fame(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = disk(tmp_path)
        results = [Result(DANGEROUS, 5, "american", "win")]
        monkeypatch.setattr(store.hall, "results", lambda *_: results)
        paper = played_session(["fame", "quit"], store)
        assert "  7  [2J" in paper
        assert _is_harmless(paper)
