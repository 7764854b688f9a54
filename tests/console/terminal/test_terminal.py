"""The terminal: what is written headless, and start, signals, colours and leaving on a real pseudo-terminal."""

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pyte
import pytest

from console.screens.widgets.board import BoardLayout, Scene, Size, draw_board
from console.terminal import terminal as terminal_module
from console.terminal.canvas import Canvas, Style
from console.terminal.events import Posted
from console.terminal.output import paint
from console.terminal.terminal import Terminal, terminal_driver
from console.terminal.theme import COLOUR, EGA, SMOOTH, Depth, Theme
from engine.position import Position
from engine.rules import AMERICAN

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are for POSIX", allow_module_level=True)

from support.platform_marks import linux
from support.pty_harness import Program

KEYS = "tests/support/programs/keys.py"
SIGNALLED = "tests/support/programs/signalled.py"
PUT_BACK = (b"\x1b[?1006;1002l", b"\x1b[?1049l", b"\x1b[?7h", b"\x1b[?25h", b"\x1b[?1l")


def move(row: int, column: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H"


def random_canvas(rng: Random, width: int = 20, height: int = 6, before: Canvas | None = None) -> Canvas:
    canvas = Canvas(width, height, Style(7, 1))
    for row in range(height):
        for column in range(width):
            old = before.at(row, column) if before is not None and rng.random() < 0.7 else None
            char, style = rng.choice("ab█░ "), Style(rng.randrange(16), rng.randrange(8))
            canvas.put(row, column, old.char if old else char, Style(old.ink, old.paper) if old else style)
    return canvas


def assert_shows(screen: pyte.Screen, canvas: Canvas) -> None:
    for row in range(canvas.height):
        for column in range(canvas.width):
            cell, seen = canvas.at(row, column), screen.buffer[row][column]
            assert seen.data == cell.char
            assert seen.bg == "{:02x}{:02x}{:02x}".format(*EGA[cell.paper])
            if cell.char != " ":
                assert seen.fg == "{:02x}{:02x}{:02x}".format(*EGA[cell.ink])


def test_painting_only_the_changes_gives_the_picture() -> None:
    """Every cell is painted, blanks too: nothing relies on erasing with a background colour."""
    rng = Random(7)
    screen = pyte.Screen(20, 6)
    stream = pyte.Stream(screen)
    before = None
    for _ in range(40):
        canvas = random_canvas(rng, before=before)
        written = paint(canvas, before, Depth.TRUE, move)
        assert not re.search(r"\x1b\[\d*[JKX@LMP]", written)
        stream.feed(written)
        assert_shows(screen, canvas)
        before = canvas
    assert before is not None
    assert paint(before, before, Depth.TRUE, move) == ""


def test_what_an_encoding_lacks_is_a_question_mark() -> None:
    canvas = Canvas(5, 1)
    canvas.text(0, 0, "Łódź", Style(7, 0))
    assert "?ód?" in paint(canvas, None, Depth.NONE, move, "latin-1")


def frame(position: Position, last_move: tuple[int, ...]) -> Canvas:
    canvas = Canvas(80, 24, COLOUR.desktop)
    layout = BoardLayout(position.geometry, Size(6, 2), row=1)
    draw_board(canvas, layout, Scene(position, last_move=last_move), Theme(COLOUR, SMOOTH))
    return canvas


@pytest.mark.parametrize("depth", list(Depth))
def test_a_move_on_the_board_takes_few_bytes(depth: Depth) -> None:
    start = Position.start(AMERICAN)
    bit = start.geometry.bit
    moved = replace(start, black=start.black ^ bit(11) ^ bit(15))
    answered = replace(moved, white=start.white ^ bit(22) ^ bit(18))
    written = paint(frame(answered, (22, 18)), frame(moved, (11, 15)), depth, move)
    assert len(written.encode()) < 450


def test_the_driver_asks_the_terminal_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("NO_COLOR", "1")
    stream = io.StringIO()
    driver = terminal_driver(stream, kind="xterm-256color", force_styling=True)
    assert stream.getvalue() == ""
    assert os.environ["NO_COLOR"] == "1"
    assert driver.number_of_colors == 0
    assert driver.move_yx(1, 2) == move(1, 2)
    with driver.mouse_enabled(report_drag=True):
        assert stream.getvalue() == "\x1b[?1006;1002h"


def test_reading_events_needs_no_terminal_library() -> None:
    modules = "console.screens.widgets.board, " + ", ".join(
        f"console.terminal.{name}" for name in ("screen_stack", "canvas", "events", "terminal", "theme")
    )
    script = f"import sys, {modules}; sys.exit('blessed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_first_frame_keys_and_leaving() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("#0 None ready>")
        assert "80x24 smooth colour" in program.text
        assert "A ║ ▟██▙ ░░░░░░" in program.text
        assert b"\x1bP" not in program.output
        assert b"$p" not in program.output
        assert b"\x1b[6n" not in program.output
        for keys, event in (
            ("a", "#1 Key(name='', text='a')"),
            ("\x1b[15~", "#2 Key(name='f5'"),
            ("\x1b[?1;2c\x1b[A", "#3 Key(name='up'"),
            ("\x1b", "#4 Key(name='escape'"),
            (b"\xc3\xa9", "#5 Key(name='', text='é')"),
            ("\x1b[<0;8;3M", "#6 Mouse(kind='press', row=2, column=7, button='left')"),
            ("w", "#8 Posted(value='done')"),
        ):
            program.send(keys)
            program.wait_for(event)
        program.send("q")
        assert program.wait_end() == 3
        for sequence in PUT_BACK:
            assert sequence in program.output
        assert program.output.endswith(b"put back\r\n")


def test_only_what_changed_is_written() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("#0 None ready>")
        program.wait_for_bytes(b"\x1b[?25h", program.output.rindex(b"ready>"))  # the frame's last bytes
        before = len(program.output)
        program.send("a")
        program.wait_for("#1 Key(name='', text='a') ready>")
        assert len(program.output) - before < 150


def test_the_mouse_can_be_left_to_the_terminal() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("#0 None ready>")
        assert b"\x1b[?1006;1002h" in program.output
        program.send("m")
        program.wait_for("#1 ")
        assert b"\x1b[?1006;1002l" in program.output
        start = len(program.output)
        program.send("m")
        program.wait_for_bytes(b"\x1b[?1006;1002h", start)


def test_another_size_is_painted_anew() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("80x24 smooth")
        program.wait_for("ready>")
        for columns, rows in ((100, 40), (40, 20), (80, 25)):
            program.resize(columns, rows)
            program.wait_for(f"{columns}x{rows} smooth")
            program.wait_for("Resize() ready>")
        program.resize(39, 10)
        program.wait_for("Terminal too small: 39x10, need 40x20")
        program.resize(80, 24)
        program.wait_for("80x24 smooth")


def test_a_terminal_of_unknown_size_is_80_by_24() -> None:
    with Program.python(KEYS, columns=80, rows=24) as program:
        program.wait_for("ready>")
        program.set_size(0, 0)
        program.send("a")
        program.wait_for("80x24 smooth")
        program.wait_for("text='a')")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)]
)
def test_signals_end_it_with_the_terminal_put_back(number: signal.Signals, status: int) -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        start = len(program.output)
        program.kill(number)
        ended = program.wait_end()
        # Left to Python, an interrupt nobody catches ends the program by that very signal.
        assert ended == (-signal.SIGINT if number == signal.SIGINT else status)
        for sequence in PUT_BACK:
            assert sequence in program.output[start:]


def test_keys_come_while_the_bell_rings() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        place = len(program.output)
        program.send("b")
        program.wait_for_bytes(b"\a", place)
        program.send("a")
        program.wait_for("#2 ")
        assert program.output[place:].count(b"\a") < 3
        for _ in range(3):
            program.wait_for_bytes(b"\a", place)
            place = program.output.index(b"\a", place) + 1
        assert b"\a" not in program.output[place:]


def test_ctrl_c_is_a_signal_and_ctrl_d_a_key() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        program.send("\x04")
        program.wait_for("Key(name='ctrl-d'")
        program.send("\x03")
        program.wait_end()
        assert b"KeyboardInterrupt" in program.output
        assert b"\x1b[?1049l" in program.output


def test_a_failure_is_told_on_the_screen_that_was_there_before() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        program.send("x")
        assert program.wait_end() == 1
        assert program.output.index(b"\x1b[?1049l") < program.output.index(b"broken on request")


def test_ctrl_z_gives_the_terminal_back_and_fg_paints_again() -> None:
    with Program(["bash", "--norc", "-i"], environment={"PS1": "shell> "}) as program:
        program.wait_for("shell>")
        program.send(f"{sys.executable} {KEYS}\n")
        program.wait_for("#0 None ready>")
        start = len(program.output)
        program.send("\x1a")
        program.wait_for_bytes(b"Stopped", start)
        for sequence in PUT_BACK:
            assert sequence in program.output[start:]
        start = len(program.output)
        program.send("fg\n")
        program.wait_for_bytes(b"\x1b[?1049h", start)
        program.wait_for_bytes(b"Resize() ready>", start)
        program.send("q")
        program.wait_for_bytes(b"put back", start)


def test_a_stop_that_could_not_be_caught_is_painted_over() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        program.kill(signal.SIGSTOP)
        program.wait_stopped()
        start = len(program.output)
        program.kill(signal.SIGCONT)
        program.wait_for_bytes(b"\x1b[?1049h", start)
        program.wait_for_bytes(b"Resize() ready>", start)


def modes_left(output: bytes) -> set[str]:
    """The modes that a terminal is in after this output and was not in before."""
    modes = {"7": "h", "25": "h"}
    for numbers, final in re.findall(r"\x1b\[\?([\d;]+)([hl])", output.decode()):
        modes |= dict.fromkeys(numbers.split(";"), final)
    return {mode for mode, final in modes.items() if (final == "h") != (mode in ("7", "25"))}


@pytest.mark.parametrize(
    ("signals", "endings"),
    [
        ((signal.SIGINT,), {130}),
        ((signal.SIGTSTP,), {0}),
        ((signal.SIGHUP, signal.SIGTERM), {129, -signal.SIGTERM}),
    ],
    ids=["interrupt", "stop", "two"],
)
def test_at_whatever_moment_a_signal_comes_the_terminal_is_left_as_it_was_found(
    signals: tuple[signal.Signals, ...], endings: set[int]
) -> None:
    """Signals came while modes were changed, and those that had been set already stayed."""
    with Program.python(SIGNALLED, *(str(int(number)) for number in signals)) as program:
        program.wait_for_bytes(b"<done, settings as they were>\r\n")
        moments = program.output.split(b">\r\n")[:-1]
    numbers = [int(number) for number in re.findall(rb"<moment (\d+)", b"".join(moments))]
    assert len(numbers) > 80
    assert numbers == [*range(1, len(numbers) + 1)]
    for output in moments:
        told = output.rpartition(b"<")[2].decode()
        assert told.endswith("settings as they were"), told
        assert not modes_left(output), told
    found = {int(status) for status in re.findall(rb": (-?\d+), settings", b">".join(moments))}
    assert found <= endings


def test_a_hang_up_ends_it_quietly() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        program.hang_up()
        assert program.wait_without_terminal() in (0, 129)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, b"\x1b[38;2;"),
        ({"COLORTERM": None}, b"\x1b[38;5;"),
        ({"COLORTERM": None, "TERM": "xterm-16color"}, b"\x1b[93;44m"),
        ({"COLORTERM": None, "TERM": "xterm"}, b"\x1b[93;44m"),
        ({"COLORTERM": None, "TERM": "linux"}, b"\x1b[0;1;33;44m"),
        ({"COLORTERM": None, "TERM": "screen-256color"}, b"\x1b[38;5;"),
        ({"COLORTERM": None, "TERM": "no-such-terminal"}, b"\x1b[38;5;"),
    ],
)
def test_colour_depths(environment: dict[str, str | None], expected: bytes) -> None:
    with Program([sys.executable, KEYS], environment=environment) as program:
        program.wait_for("cp437 colour" if environment.get("TERM") == "linux" else "smooth colour")
        program.wait_for("ready>")
        assert expected in program.output


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "vt100", "COLORTERM": None}])
def test_without_colour_everything_else_stays(environment: dict[str, str | None]) -> None:
    with Program([sys.executable, KEYS], environment=environment) as program:
        program.wait_for("smooth mono")
        program.wait_for("ready>")
        assert not re.search(rb"\x1b\[[\d;]*(?<![\d])(3\d|4\d|9\d)(;|m)", program.output)
        assert b"\x1b[1;1H" in program.output
        assert b"\x1b[0;1m" in program.output


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_an_encoding_without_the_glyphs_gets_ascii(encoding: str) -> None:
    with Program.python(KEYS, PYTHONIOENCODING=encoding) as program:
        program.wait_for("80x24 ascii colour")
        program.wait_for("ready>")
        assert program.output.isascii()


def test_ascii_and_mono_on_request() -> None:
    with Program.python(KEYS, "ascii", "mono") as program:
        program.wait_for("80x24 ascii mono")


@pytest.mark.parametrize("milliseconds", ["9" * 400, "soon", "-5", "30"])
def test_a_delay_of_escape_that_cannot_be_is_the_usual_one(milliseconds: str) -> None:
    with Program.python(KEYS, ESCDELAY=milliseconds) as program:
        program.wait_for("ready>")
        program.send("\x1b")
        program.wait_for("#1 Key(name='escape'")


def test_posts_never_wait_where_nobody_can_be_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows a pipe that nobody read filled up, and the thread that searches stood still for good."""
    monkeypatch.setattr(terminal_module, "_POSIX", False)
    with Path(os.devnull).open() as keyboard:
        monkeypatch.setattr(sys, "stdin", keyboard)
        terminal = Terminal()
    posts = 70_000  # more than a pipe holds

    def post() -> None:
        for number in range(posts):
            terminal.post(number)

    worker = threading.Thread(target=post, daemon=True)
    worker.start()
    worker.join(30)
    assert not worker.is_alive()
    assert terminal.read(0) == Posted(0)


def test_posts_never_wait_where_nobody_has_read_yet() -> None:
    with Program.python(KEYS, "posts") as program:
        program.wait_for("Posted(value=69999) ready>")


def test_random_bytes_never_break_it() -> None:
    rng = Random(11)
    junk = bytes(rng.choice(b"\x1b[]PO<;0123456789MmABCR~ \x00\x07\r\x80\xff\xc3\xa9abc") for _ in range(6000))
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        for mark, start in zip("STUVWYZdefgh", range(0, len(junk), 500), strict=True):
            program.send(junk[start : start + 500])
            program.send("\x1b\\\x1b\\" + mark)
            program.wait_for(f"text='{mark}') ready>")
        program.send("q")
        assert program.wait_end() == 3
        assert b"Traceback" not in program.output


@linux
def test_waiting_costs_nothing() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        before = program.cpu_seconds()
        with pytest.raises(AssertionError):
            program.wait_for("what never comes", patience=1.0)
        assert program.cpu_seconds() - before <= 0.01


@pytest.mark.parametrize("multiplexer", ["tmux", "screen"])
def test_the_mouse_works_inside_multiplexers(multiplexer: str, tmp_path: Path) -> None:
    """They answer no question about mouse modes, so that asking first would leave the mouse off for good."""
    if shutil.which(multiplexer) is None:
        pytest.skip(f"{multiplexer} is not installed")
    command = {
        "tmux": ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull, "new-session", f"{sys.executable} {KEYS}"],
        "screen": ["screen", "-c", os.devnull, "-U", sys.executable, KEYS],
    }[multiplexer]
    tmp_path.chmod(0o700)
    with Program(command, environment={"TMUX": None, "STY": None, "SCREENDIR": str(tmp_path)}) as program:
        program.wait_for("ready>")
        for sequence in ("\x1b[<0;8;3M", "\x1b[<32;20;8M", "\x1b[<0;20;8m"):
            program.send(sequence)
        program.wait_for("#3 Mouse(kind='release', row=7, column=19")
        program.send("q")
        program.wait_end()
