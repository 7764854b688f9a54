"""Remote games in plain lines, on the screen and from the command line."""

import io
import os
import re
from collections.abc import Callable, Iterator
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from support.canvas_text import row_text
from support.command_line import help_of
from support.conversation import Script
from support.headless_screens import picture, send, text_of
from support.modem_seats import PATIENCE, Seat, asked, port_of, remote_of, settle
from support.modem_seats import hang_up as hang_up  # for all tests
from support.play_screen import THEME, FakeTerminal

from ai.dxp.connection import HERE, PORT
from ai.worker import Worker
from console.activities.modem.dialing import Dialing, dial
from console.activities.modem.screen import DialingScreen
from console.cli.composition import dialogue_of
from console.cli.main import run_command
from console.cli.parser import OptionError
from console.game.clock import Control
from console.game.options import Modem, Options
from console.plain import front_end
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.reading import kinds
from console.screens.play.screen import PlayScreen
from console.storage.settings import Settings
from console.storage.store import Store
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Posted, Tick
from console.terminal.screen_stack import Leave, Pop, Push

# Plain lines


class Typist:
    """A player at the plain front end: his input is a pipe, his output a buffer."""

    def __init__(self, name: str, port: int | None = None) -> None:
        self.out = io.StringIO()
        reading, self._writing = os.pipe()
        self._reading = os.fdopen(reading, "rb", 0)
        reader = LineReader.of(self._reading)
        reader.read_ahead()
        modem = Modem(port is not None, HERE, port or 0)
        self.dialogue = dialogue_of(Options(name=name, first=True, modem=modem), Random(1), Script())
        self._front_end = PlainFrontEnd(self.dialogue, reader, self.out, echo=True)
        self.status: int | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.status = self._front_end.run()

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._writing, f"{line}\n".encode())

    def hears(self, text: str) -> None:
        """Wait until his output contains a text."""
        settle(until=lambda: text in self.out.getvalue())

    def end(self) -> None:
        """End his input."""
        os.close(self._writing)
        self._thread.join(PATIENCE)
        self._reading.close()


def test_plays_in_plain_lines_and_repeats_interrupted_prompts() -> None:
    anna = Typist("Anna")
    anna.hears("Waiting for a call on")
    dan = Typist("Dan", port_of(anna.dialogue))
    dan.hears("CONNECT 2400")
    anna.hears("Will you play Dan (Y/N, Enter: Y)? ")
    anna.type("Y")
    dan.hears("Your move (like C3 D4)? ")
    anna.type("say hello")
    dan.hears('Your move (like C3 D4)? \nAnna: "hello"\nYour move (like C3 D4)? ')
    dan.type("C3 D4")
    anna.hears("Dan moves C3 D4 (11-15).\nYour move (like F6 E5)? ")
    dan.type("undo")
    anna.hears("\nDan would like to take back C3 D4. Do you agree (Y/N)? ")
    anna.type("Y")
    dan.hears("Taken back: C3 D4.")
    dan.end()
    anna.hears("Dan has hung up.\nWait for another call (Y/N, Enter: Y)? ")
    anna.type("N")
    settle(until=lambda: anna.status == 0)
    assert dan.status == 0
    anna.end()


def test_plays_what_was_typed_before_the_call() -> None:
    """It was dropped. Both sides name squares from the seat of the side that began."""
    anna = Typist("Anna")
    anna.hears("Waiting for a call on")
    anna.type("F6 E5")
    anna.hears('"F6 E5" waits until somebody is on the line')
    dan = Typist("Dan", port_of(anna.dialogue))
    anna.hears("Will you play Dan (Y/N, Enter: Y)? ")
    anna.type("Y")
    dan.type("C3 D4")
    dan.hears("Anna moves F6 E5 (22-18).")
    dan.end()
    anna.end()


def test_keeps_what_is_typed_while_the_modem_waits() -> None:
    ahead = list[str]()
    waiting = dial(HERE, 1, pause=PATIENCE)
    screen = DialingScreen(waiting, ahead)
    send(screen, [*"F6 E5", "enter", *"say"])
    assert ahead == ["F6 E5"]
    assert "F6 E5" in text_of(picture(screen))
    waiting.stop()
    assert send(screen, ["f2"]) == Pop("say")


@pytest.mark.parametrize("leaving", ["quit", "bye"])
def test_stops_dialing_after_other_lines(leaving: str) -> None:
    """Lines typed before the call wait for the game, lines typed during it are answered."""
    anna = Typist("Anna")
    anna.hears("Waiting for a call on")
    anna.type("hello?")
    anna.hears('hello?\n"hello?" waits until somebody is on the line; "quit" gives up.\n')
    anna.type(f"C3 D4\n{leaving}\nY\nsay so\nquit")
    anna.hears("Wait for another call (Y/N, Enter: Y)? Y\n")
    settle(until=lambda: anna.out.getvalue().count("Waiting for a call on") == 2)
    assert anna.status is None
    anna.type(leaving)
    anna.hears("Y/N, Enter: Y)? say so\n")
    settle(until=lambda: anna.status == 0)
    anna.end()


def test_a_script_does_not_wait_for_a_call_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_end, "_SCRIPT_CALL", 0.01)
    chunks, out = iter([b"C3 D4\n", b""]), io.StringIO()
    reader = LineReader(chunks.__next__, lambda: True)
    options = Options(name="Anna", first=True, modem=Modem(False, HERE, 0))
    plain = PlainFrontEnd(dialogue_of(options, Random(1), Script()), reader, out, echo=True)
    assert Worker("script", lambda _: plain.run()).result(PATIENCE) == 0
    assert out.getvalue().endswith("Good-bye, Anna.\n")


# The screen


class Sitter:
    """A player at the screen."""

    def __init__(self, name: str, port: int | None = None, size: tuple[int, int] = (80, 25)) -> None:
        self.size = size
        modem = Modem(port is not None, HERE, port or 0)
        self.terminal = FakeTerminal()
        self.dialogue = dialogue_of(Options(name=name, first=True, modem=modem, plain=False), Random(1), Script())
        self.play = PlayScreen(self.dialogue, self.terminal, Settings(), Store(automatic=False, where=None))
        self.dialing: DialingScreen | None = None
        self.left = False

    def look(self) -> bool:
        """Pass one event to the screen; return True if one was posted."""
        screen: Any = self.dialing or self.play
        if self.terminal.posted.empty():
            self._follow(screen.handle(Tick()))
            return False
        self._follow(self.play.handle(Posted(self.terminal.posted.get())))
        return True

    def _follow(self, step: object) -> None:
        match step:
            case Push(screen=DialingScreen() as screen):
                self.dialing = screen
            case Pop(result):
                self.dialing = None
                self._follow(self.play.resume(result))
            case Leave():
                self.left = True

    def send(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            screen: Any = self.dialing or self.play
            self._follow(screen.handle(Key(text=key) if len(key) == 1 else Key(key)))

    @property
    def text(self) -> str:
        """The text on the screen."""
        screen: Any = self.dialing or self.play
        canvas = Canvas(*self.size, THEME.palette.text)
        screen.draw(canvas, THEME)
        return "\n".join(row_text(canvas, row).rstrip() for row in range(canvas.height))

    @property
    def line(self) -> str:
        """The line with the question and the typed answer, without what stands beside it."""
        return self.text.splitlines()[-2].partition("└")[0].strip()

    def sees(self, text: str, *others: Any) -> None:
        """Wait until the screen shows a text."""
        settle(self, *others, until=lambda: text in self.text)  # type: ignore[arg-type]  # it looks, as seats do


@pytest.fixture
def sitters() -> Iterator[tuple[Sitter, Seat]]:
    """Yield Anna at the screen, in a game with Dan."""
    anna = Sitter("Anna")
    anna.sees("Waiting for a call on")
    dan = Seat("Dan", port_of(anna.dialogue))
    anna.sees("Will you play Dan (Y/N, Enter: Y)?", dan)
    anna.send("y", "enter")
    anna.sees("Dan thinks", dan)
    settle(dan, until=lambda: asked(dan) == [kinds.MOVE])
    yield anna, dan
    anna.play.close()


def test_names_no_keys_of_words_that_a_line_refuses(sitters: tuple[Sitter, Seat]) -> None:
    keys = " ".join(sitters[0].text.splitlines()[-1].split())
    assert keys == "F1 Help F2 Save F5 Undo F6 Flip F9 Menu F10 Quit"


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_shows_a_whole_request_and_a_whole_line_of_chat(size: tuple[int, int]) -> None:
    anna = Sitter("Anna", size=size)
    anna.sees("Waiting for a call on")
    name, line = "Bartholomew Fotherin", " ".join(f"word{number}" for number in range(10, 24))
    dan = Seat(name, port_of(anna.dialogue), clock=Control(15, 10))

    def reads(*texts: str) -> None:
        settle(anna, dan, until=lambda: all(word in anna.text.split() for text in texts for word in text.split()))  # type: ignore[arg-type]

    reads(f"{name} asks for a game: american, forced, you play", f"Will you play {name} (Y/N,")
    anna.send("page-down")
    reads("White, a clock of 15+10.")
    anna.send("y", "enter")
    settle(anna, dan, until=lambda: asked(dan) == [kinds.MOVE])  # type: ignore[arg-type]
    dan.type(f"say {line}")
    reads(f'{name}: "{line[:20]}', "(say, draw, undo, quit) >")
    anna.send("page-down")
    reads(f'{line[-20:]}"')
    anna.play.close()


@pytest.mark.parametrize("size", [(40, 20), (80, 25)])
def test_says_that_the_game_stands_after_the_line_is_lost(sitters: tuple[Sitter, Seat], size: tuple[int, int]) -> None:
    anna, dan = sitters
    anna.size = size
    anna.send("x", "backspace")
    remote_of(dan.dialogue).connection.peer.hang_up()
    settle(anna, until=lambda: anna.dialing is not None)  # type: ignore[arg-type]
    words = " ".join(re.sub("[║░]", " ", anna.text).split())
    assert "The game and the clocks are stopped; I will keep trying for" in words
    assert "Waiting for a call on" in words


def test_does_not_skip_an_animation_at_a_late_post(sitters: tuple[Sitter, Seat]) -> None:
    anna, dan = sitters
    dan.type("C3 D4")
    settle(anna, dan, until=lambda: anna.play.runner.scene is not None)  # type: ignore[arg-type]  # it looks, as seats do
    scene = anna.play.runner.scene
    anna.play.handle(Posted(None))
    assert anna.play.runner.scene is scene


def test_a_key_before_the_modem_is_shown_does_not_hide_it() -> None:
    """F1 opened the manual over it, and closing the manual waited for a call forever."""
    anna = Sitter("Anna")
    anna.send("f1")
    assert isinstance(anna.dialing, DialingScreen)
    anna.send("escape")
    anna.play.close()


def test_leaves_the_dialing_screen_by_a_key() -> None:
    anna = Sitter("Anna")
    anna.sees("Waiting for a call on")
    assert "ATS0=1" in anna.text
    anna.send("escape")
    assert "Wait for another call (Y/N, Enter: Y)?" in anna.text
    anna.send("n", "enter")
    assert anna.left
    anna.play.close()


def dialled(*lines: str) -> Dialing:
    """Return an attempt to connect that has ended, with the messages of a modem."""

    def work(tell: Callable[[str], None], stop: Event) -> None:
        for line in lines:
            tell(line)

    attempt = Dialing(work)
    assert attempt.wait(PATIENCE)
    return attempt


def test_shows_the_connection_for_a_second() -> None:
    screen, seconds = DialingScreen(dialled("ATDT 192.168.1.2:27531", "CONNECT 2400"), []), 0.0
    while screen.handle(Tick()) is None:
        seconds += screen.tick
    assert 0.9 < seconds < 1.2
    screen = DialingScreen(dial(HERE, 1, pause=PATIENCE), [])
    assert screen.handle(Tick()) is None
    assert screen.handle(Key("escape")) == Pop(None), "who hangs up need not wait"


@pytest.mark.parametrize(("size", "theme"), [((40, 20), "colour"), ((80, 25), "mono"), ((120, 40), "ascii")])
def test_shows_the_last_lines_of_the_modem_at_every_size(size: tuple[int, int], theme: str) -> None:
    lines = [f"ATDT 192.168.100.{number}:27531" for number in range(99)]
    text = text_of(picture(DialingScreen(dialled(*lines), []), *size, theme))
    assert "ATDT 192.168.100.98:27531" in text
    assert "ATDT 192.168.100.80:27531" not in text
    assert "Esc Hang up" in text


def test_folds_a_long_line_of_the_modem() -> None:
    heard = dialled("Waiting for a call on 192.168.100.200:27531.")
    assert "192.168.100.200:27531." in text_of(picture(DialingScreen(heard, []), 40, 20, "colour"))


def test_types_and_shows_chat_while_the_peer_thinks(sitters: tuple[Sitter, Seat]) -> None:
    anna, dan = sitters
    anna.send(*"say hel")
    dan.type("say are you there?", "C3 D4")
    anna.sees('Dan: "are you there?"', dan)
    anna.sees("C3 D4", dan)
    assert anna.line.endswith("say hel")
    anna.send(*"lo", "enter")
    settle(dan, until=lambda: dan.said[-1] == 'Anna: "hello"')
    anna.send("f6", "f1")
    assert anna.left is False


def test_restores_a_line_interrupted_by_a_question_once(sitters: tuple[Sitter, Seat]) -> None:
    anna, dan = sitters
    dan.type("C3 D4")
    anna.sees("C3 D4", dan)
    anna.send(*"say hel")
    dan.type("undo")
    settle(anna, dan, until=lambda: anna.line.endswith("(Y/N)?"))  # type: ignore[arg-type]  # it looks, too
    anna.send("n", "enter")
    assert anna.line == "Your move (like F6 E5)? say hel"
    anna.send(*"lo", "enter")
    assert anna.line == "Your move (like F6 E5)?"
    anna.sees("Your move (like F6 E5)? say hello", dan)


def test_shows_the_words_of_remote_games_in_the_menu(sitters: tuple[Sitter, Seat]) -> None:
    anna, _ = sitters
    anna.send("f9", "enter")
    assert "Say something" in anna.text
    assert max(len(item.inside) for item in anna.play.menu_items()) == 9


# The command line


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        (["host"], ("host", PORT)),
        (["host:99"], ("host", 99)),
        (["host", "--port", "77"], ("host", 77)),
        (["--port", "77", "host:99"], ("host", 77)),
    ],
)
def test_calls_a_port(typed: list[str], where: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Modem] = []

    def play(given: object, modem: Modem) -> int:
        called.append(modem)
        return 0

    monkeypatch.setattr("console.cli.modem.open_game", play)
    run_command(["call", *typed])
    assert called == [Modem(True, *where)]


@pytest.mark.parametrize("command", ["call", "answer"])
def test_prints_help(command: str) -> None:
    assert re.search(r"The caller decides|It waits on", help_of(command))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "HOST.* is missing"),
        (["host:99999"], "use a host, and a port"),
        (["host", "--jumping", "huff"], "DXP has no message"),
        (["host", "--level", "3"], "is no option"),
        (["host", "--rules", "chess"], "chess"),
    ],
)
def test_rejects_bad_arguments_of_a_call(arguments: list[str], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        run_command(["call", *arguments])
