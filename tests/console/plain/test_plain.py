"""The plain front end: its output, its input, and how it ends."""

import io
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest
from support.conversation import Script, converse, front_end, message_lines, options
from support.paths import ROOT
from support.platform_marks import posix

from console.cli.composition import VOCABULARY, dialogue_of
from console.game.naming import SQUARE_STYLES, Naming, SquareStyle
from console.game.options import Options
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.storage.store import PIPED
from console.text.board import board_text
from engine.fen import parse_fen
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

START = f"{sys.executable}", str(ROOT / "checkers.py")


def run(
    line: Sequence[str], typed: bytes = b"", environment: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[bytes]:
    """Run a command on pipes to its end; return its output with line ends as on POSIX."""
    done = subprocess.run(
        line, input=typed, capture_output=True, timeout=60, check=False, cwd=ROOT, env={**os.environ, **environment}
    )
    end = os.linesep.encode()
    done.stdout, done.stderr = done.stdout.replace(end, b"\n"), done.stderr.replace(end, b"\n")
    return done


def started(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the program on pipes to its end."""
    return run([*START, *arguments], typed)


class TestPaper:
    def test_writes_no_line_wider_than_a_screen(self) -> None:
        paper = converse(["x" * 200, "moves", "?", "hint", "level"], options(name="W" * 20))
        typed_away = paper.replace("x" * 200, "")
        assert max(map(len, typed_away.splitlines())) <= 78

    def test_counts_captured_men_when_the_counts_change(self) -> None:
        lines = message_lines(converse(["C3 E5", "N"], options(fen="B:W15,22,32:B11,1"), Script(["32-28"])))
        assert [line for line in lines if line.startswith("Taken")] == ["Taken: Dan 1, the County Champion 1."]

    def test_help_lists_the_words(self) -> None:
        paper = converse(["help"])
        listed = paper[paper.index("Words at the prompt:") :].splitlines()
        assert all(len(line) <= 78 for line in listed)
        for word in VOCABULARY.words:
            line = next(line for line in listed if line.startswith(f"  {word.name} "))
            spelled = f"  {word.name} {word.takes}".rstrip()
            letter, _, does = line.removeprefix(spelled).strip().rpartition("  ")
            assert does
            assert word.does.startswith(does)
            assert letter.strip() == word.letter

    def test_answers_a_question_mark_in_eight_lines(self) -> None:
        lines = message_lines(converse(["?"]))
        answer = lines[2:-2]
        assert len(answer) == 8
        assert answer[-1] == '"course" has lessons, "menu" lists words, "help" shows the manual.'
        assert "F1" not in " ".join(answer)
        assert answer[0] == "C3 D4 moves your man on C3 to D4."

    @pytest.mark.parametrize(
        ("typed", "shown"),
        [
            ("help forced, huff", "  6. Jumping: forced, huff and free\n"),
            ("help zebra", 'The manual has nothing on "zebra": "help" shows all of it.\n'),
            ("help Levls", 'The manual has nothing on "levls", but on "levels".\n'),
            (
                "help me on ballots, please",
                'From chapter 10, Words at the prompt; "help 10" shows it all:\n',
            ),
            ("help me", "C3 D4 moves your man on C3 to D4.\n"),
        ],
    )
    def test_help_shows_one_place_of_the_manual(self, typed: str, shown: str) -> None:
        paper = converse([typed])
        assert shown in paper
        assert "  5. The rules: american\n" not in paper
        assert "\n     two  " not in paper

    def test_writes_no_control_characters_of_the_input(self) -> None:
        assert "\x1b" not in converse(["\x1b[2J\x07", "\x00\x9b1m"])

    def pages(self, *lines: str) -> list[str]:
        """Return the transcript of a session at a terminal, cut at the questions after each page."""
        out, stream = io.StringIO(), io.BytesIO("".join(f"{line}\n" for line in lines).encode())
        dialogue = dialogue_of(options(), random.Random(1), Script())
        reader = LineReader(stream.readline, lambda: True)
        assert PlainFrontEnd(dialogue, reader, out, echo=False, at_terminal=True).run() == 0
        return out.getvalue().split("More (Enter, or Q to stop)? ")

    @pytest.mark.parametrize("more", ["", "y", "Yes"])
    @pytest.mark.parametrize("end", ["q", "Q", "no"])
    def test_stops_the_manual_at_each_page_on_a_terminal(self, more: str, end: str) -> None:
        _, *pages, after = self.pages("help", more, end, "quit")
        assert [page.count("\n") for page in pages] == [22]
        assert after.endswith("Good-bye, Dan.\n")
        assert after.count("\n") < 5

    @pytest.mark.parametrize(
        ("typed", "heard"),
        [
            ("where", "It is your move."),
            ("quit", "Good-bye, Dan."),
            ("C3 D5", "Did you mean C3 D4 (Y/N)?"),
            ("undoo", 'did you mean "undo"'),
        ],
    )
    def test_answers_a_line_that_ends_the_manual(self, typed: str, heard: str) -> None:
        """Words were swallowed at the end of a page."""
        _, after = self.pages("help", typed, "quit")
        assert after.startswith(f"Your move (like C3 D4)? {typed}\n")
        assert heard in " ".join(after.partition("\n")[2].split())

    def test_says_at_a_terminal_that_a_long_search_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("console.plain.front_end._PROGRESS_INTERVAL", 0.0)
        assert 'I am thinking; "now" hurries me.' in self.pages("C3 D4", "quit")[0]
        assert "I am thinking" not in converse(["C3 D4"])

    def test_a_line_that_ends_the_manual_is_no_answer_to_another_question(self) -> None:
        """Commands are executed at any question; other lines answer only a question for a move."""
        _, after = self.pages("resign", "help", "perhaps", "n", "quit")
        assert after.startswith("Do you really want to resign (Y/N)? Your move (like C3 D4)? ")


class TestBoard:
    """At a terminal the board is drawn before each move by default."""

    SITTING = options(at_terminal=True)

    def boards(self, lines: list[str], chosen: Options = SITTING) -> int:
        """Return the number of boards drawn."""
        return converse(lines, chosen, Script(["22-18", "23-19"])).count("1 2 3 4 5 6 7 8")

    def test_describes_a_new_position_in_words_when_drawing_is_off(self) -> None:
        paper = converse(["course 2", "course off", "C3 D4"], options(drawing=False))
        assert "You (Black) have 2 men on C7 and D4. I (White) have 3 men on E5, G5 and H4." in " ".join(paper.split())
        assert paper.count("men on") == 2
        assert "men on" not in converse(["course 2"], options(drawing=True))

    def test_draws_the_board_after_each_reply_unless_it_is_switched_off(self) -> None:
        assert self.boards(["C3 D4", "moves", "C7 D8"]) == 3
        assert self.boards(["C3 D4", "moves", "C7 D8"], options()) == 1
        assert self.boards(["board off", "C3 D4", "C7 D8", "undo", "redo", "board on"]) == 2
        chosen = options(at_terminal=True, drawing=False)
        assert self.boards(["C3 D4", "undo", "flip", "new", "Y"], chosen) == 0
        assert self.boards(["C3 D4", "board"], chosen) == 1

    def test_draws_the_final_board(self) -> None:
        paper = converse(["C3 E5", "N"], options(fen="B:W15:B11", at_terminal=True))
        assert paper.index("1 2 3 4") < paper.index("Dan (Black) wins") < paper.rindex("1 2 3 4")


@pytest.mark.parametrize("name", ["russian", "international", "italian"])
@pytest.mark.parametrize("style", SQUARE_STYLES)
@pytest.mark.parametrize("bottom", [BLACK, WHITE])
def test_labels_of_the_board_lead_to_every_square(name: str, style: SquareStyle, bottom: int) -> None:
    rules = RULE_SETS[name]
    for home in (BLACK, WHITE):
        naming = Naming.of(rules, home, style)
        for number in range(1, rules.geometry.squares + 1):
            alone = Position(rules.geometry, rules.geometry.bit(number), 0, 0, 0, BLACK)
            lines = board_text(alone, naming, bottom).splitlines()
            row = next(line for line in lines if "x" in line)
            left, right = row.partition("|")[0].strip(), row.rpartition("|")[2].strip()
            if style == "numbers":
                low, high = sorted((int(left), int(right)))
                assert low <= number <= high < low + rules.geometry.per_row
                assert lines[-1].strip().startswith("+--")
            else:
                column = lines[-1][: row.index("x") + 1].split()[-1]
                assert naming.square(number) in (left + column, column + left)
                assert right == ""


FROM_BLACK = Naming(AMERICAN, BLACK, "console")


def test_draws_pieces_and_labels_from_both_sides() -> None:
    position = parse_fen("W:W29,K30,18:B1,K4,11", AMERICAN)
    for home, bottom, row, line in (
        (BLACK, BLACK, 1, "H | .   .   . O . o |"),
        (BLACK, BLACK, 8, "A | X .   .   . x . |"),
        (BLACK, WHITE, 1, "A | . x .   .   . X |"),
        (BLACK, WHITE, 10, "    8 7 6 5 4 3 2 1"),
        (WHITE, WHITE, 1, "H | . x .   .   . X |"),
        (WHITE, BLACK, 1, "A | .   .   . O . o |"),
    ):
        assert board_text(position, FROM_BLACK._replace(home=home), bottom).splitlines()[row] == line


class TestReader:
    @staticmethod
    def reader(*chunks: bytes) -> LineReader:
        rest = list(chunks)
        return LineReader(lambda: rest.pop(0) if rest else b"", lambda: bool(rest))

    def test_joins_lines_from_pieces(self) -> None:
        reader = self.reader(b"C3", b" D4\r\nqu", b"it\n\n\xff\xfeA\xc3\n", b"last")
        lines = [reader.line() for _ in range(7)]
        assert lines == ["C3 D4", "quit", "", "\ufffd\ufffdA\ufffd", "last", None, None]

    def test_reads_the_code_page_of_the_system_where_it_is_not_utf_8(self) -> None:
        """PowerShell in the code page 65001 begins with a mark."""
        reader = LineReader.of(io.BytesIO(b"\xef\xbb\xbfZo\xc3\xab\nZo\xeb\n"), "cp1252")
        assert [reader.line(), reader.line()] == ["Zoë", "Zoë"]

    def test_takes_a_word_as_the_next_line_or_anywhere(self) -> None:
        """At a terminal a move may be typed ahead before the word."""
        reader = self.reader(b"NOW \nC3 D4\nno", b"w\nnow\nmoves\n")
        assert [reader.take("now"), reader.take("now")] == [True, False]
        assert [reader.take("now", anywhere=True) for _ in range(3)] == [True, True, False]
        assert [reader.line(), reader.line()] == ["C3 D4", "moves"]


class Slow(Script):
    stopped = False

    def choose_move(self, request, stop, report=None):  # type: ignore[no-untyped-def]  # as in Script
        self.stopped = any(stop() for _ in range(5))
        return super().choose_move(request, lambda: False, report)


@pytest.mark.parametrize(("typed", "stopped"), [(b"C3 D4\nnow\nmoves\n", True), (b"C3 D4\nmoves\n", False)])
def test_moves_at_once_on_now(typed: bytes, stopped: bool) -> None:
    out, opponent = io.StringIO(), Slow(["22-17"])
    assert front_end(typed, options(), opponent, out).run() == 0
    assert opponent.stopped is stopped
    assert "I am not thinking" not in out.getvalue()
    assert out.getvalue().count("You can move") == 1


class TestRandomInput:
    @pytest.mark.parametrize("seed", range(2))
    def test_survives_random_bytes(self, seed: int) -> None:
        rng = random.Random(seed)
        typed = bytes(rng.choice((10, rng.randrange(256), rng.randrange(32, 127))) for _ in range(900))
        out = io.StringIO()
        assert front_end(typed.replace(b"q", b"\n"), options(name=None, first=None), Script(), out).run() == 0
        assert "\x1b" not in out.getvalue()
        assert "Good-bye" in out.getvalue()


class TestProgram:
    def test_plays_one_move_from_a_pipe(self) -> None:
        done = started("--level", "1", "--seed", "1", typed=b"Dan\nY\nC3 D4\n")
        assert done.returncode == 0
        assert done.stderr == b""
        paper = done.stdout.decode()
        assert re.search(r"^I move [F-H]\d [E-F]\d \(\d+-\d+\)\.$", paper, re.MULTILINE)
        assert paper.endswith("\nGood-bye, Dan.\n")
        assert "\x1b" not in paper
        assert started("--level", "1", "--seed", "1", typed=b"Dan\nY\nC3 D4\n").stdout == done.stdout

    def test_leaves_at_the_end_of_input(self) -> None:
        done = started()
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{PIPED}\nYour name? \nGood-bye.\n".encode(), b"")

    @posix  # elsewhere every name has a home folder
    def test_promises_nothing_in_a_pipe_without_a_place(self) -> None:
        done = run(START, b"Dan\nY\nsave lunch\n", {"CHECKERS_HOME": "~no-such-user"})
        assert PIPED.encode() not in done.stdout
        assert done.stdout.count(b"Nothing is saved: ") == 1

    def test_replaces_characters_that_the_output_cannot_write(self) -> None:
        done = run(START, "Zoë\nY\n".encode(), {"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"Zo?" in done.stdout

    def test_leaves_quietly_when_the_output_is_closed(self) -> None:
        with subprocess.Popen(START, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin
            assert process.stdout
            assert process.stderr
            process.stdout.close()
            process.stdin.write(b"Dan\nY\nmoves\nmoves\n")
            process.stdin.close()
            assert process.stderr.read() == b""
            assert process.wait(30) == 0

    @pytest.mark.timeout(60)
    @posix
    def test_leaves_with_a_farewell_on_ctrl_c(self) -> None:
        with subprocess.Popen(
            [*START, "--name", "Dan", "--first"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout
            assert process.stderr
            paper = b""
            while b"Your move" not in paper:
                paper += os.read(process.stdout.fileno(), 1000)
            process.send_signal(signal.SIGINT)
            paper += process.stdout.read()
            assert paper.endswith(b"\nGood-bye, Dan.\n")
            assert process.stderr.read() == b""
            assert process.wait(30) == 130

    def test_names_a_missing_package_in_one_sentence(self) -> None:
        code = (
            "import sys; sys.modules['blessed'] = None; import console.cli.play as play;"
            "play.full_screen_possible = lambda: True;"
            "import checkers; sys.argv = ['checkers']; sys.exit(checkers.main())"
        )
        done = run([sys.executable, "-c", code])
        assert done.returncode == 1
        assert (
            done.stderr == b"checkers: The package blessed is missing: install the game with python3 -m pip install .\n"
        )


def test_the_conversation_in_readme_can_be_had(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    typed, seed, printed = re.findall(
        r"`printf '(.*)' \| checkers --keep --seed (\d+)`.*?```text\n(.*?)```", readme, re.DOTALL
    )[0]
    program = [sys.executable, str(ROOT / "checkers.py"), "--keep", "--seed", seed]
    home = {**os.environ, "CHECKERS_HOME": str(tmp_path)}
    done = subprocess.run(
        program, input=typed.replace("\\n", "\n"), env=home, capture_output=True, text=True, check=True
    )
    assert [line.rstrip() for line in done.stdout.splitlines()] == printed.splitlines()
