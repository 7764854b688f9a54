"""Every place of the screen: each key that is lit has an effect, and Esc leads back to the game."""

import lzma
import pkgutil
from collections.abc import Hashable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest
from support.canvas_text import row_text
from support.conversation import KINGS, TEN_MOVES, TEN_REPLIES, Scored, options
from support.modem_seats import Seat, asked, settle
from support.modem_seats import hang_up as hang_up  # for all tests
from support.paths import ROOT
from support.play_screen import THEME, PlaySession
from support.stored_games import A_GAME, disk, hold, keep_results, record, release_all
from support.walker import ESCAPE, Walker

from ai.dxp.connection import HERE
from ai.engine import SearchInfo
from console import activities, screens
from console.activities.modem.agreement import TERMS
from console.cli.composition import ROOMS, VOCABULARY
from console.dialogue.activity import Activity, CannotDo
from console.game.hall_of_fame import Result
from console.game.options import Modem
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.readings import Command
from console.screens.widgets.window import Button
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Tick
from console.terminal.screen_stack import Screen
from engine.game import Game
from engine.position import Move, Position
from engine.rules import AMERICAN

MOST_STEPS: Final = 8  # back to the game
SIZES: Final = ((40, 20), (100, 30), (120, 40), (160, 50))
TWO: Final = {"players": "two", "other": "Eve"}
RETURNING: Final = {"name": "Zoe"}
BOTH: Final = tuple(move for both in zip(TEN_MOVES, TEN_REPLIES, strict=True) for move in both)
ANY_KEY: Final = {"Title", "Attract", "ExitScreen"}
"""Screens that any key leaves; they have no keys of their own."""
OTHERS: Final = {"KeyScreen", "OverTheGame"}
"""Base classes of screens, which no place opens itself."""
UNASKED: Final = {"load"}
"""A question that the list of saved games answers."""


class Way(NamedTuple):
    """The way to a place: lines that are typed in a game, special options of the game, and a key.

    With a ``peer``, it is a game with somebody on the line, who has accepted it. Zoe has an unfinished game.
    """

    lines: tuple[str, ...]
    fields: Mapping[str, Any] = MappingProxyType({})
    score: int = 0
    key: Event | None = None
    peer: bool = False


class Lenient(Scored):
    """An opponent that plays any move where that of its script is not legal."""

    def _next(self, game: Game, rng: Random) -> Move:
        try:
            return super()._next(game, rng)
        except ValueError:
            return game.legal_moves()[0]


def leading(home: Path) -> Iterator[Way]:
    """Yield the words and the entries of the menu that lead somewhere, those of a new room among them.

    A review on all cores is left out.
    """
    lines = {word.name for word in VOCABULARY.words} - {"deep"}
    for entry in (entry for room in ROOMS.values() for entries in room.menu.values() for entry in entries):
        lines |= {f"{entry.word} {entry.argument}"} if isinstance(entry.argument, str) else set()
    begun = Way(("11-15",))
    walker = at(begun, home)
    here, game = walker.place, walker.session.dialogue.state.game
    for line in sorted(lines):
        walker.type(line)
        if walker.has_left or walker.place != here or game.ply != 2 or walker.session.play.explorer.is_open:
            yield Way(("11-15", line))
            walker.close()
            walker = at(begun, home)
    walker.close()


def others() -> Iterator[Way]:
    """Yield the ways to places that no word leads to: other beginnings, other positions, and what follows a word."""
    for more in (("explore", "explore"), ("11-16", "11-15"), ("study", "go 1"), ("resign", "Y"), ("save x", "load")):
        yield Way(("11-15", *more))
    yield Way((), {"name": None, "first": None, "at_terminal": True})
    yield Way(("Load",), {"name": None, "first": None})
    yield Way(("Ann",), {"name": None, "first": None, "at_terminal": True})
    yield Way((), {"first": None})
    yield Way(("11-15", "new"), {"at_terminal": True})
    yield Way(("C3 E5", "N"), {"fen": "B:W15:B11"})
    yield Way(("C3 E5",), {"fen": "B:W15,32:B11"})
    yield Way(("C3 E5",), {"fen": "B:W15,22,23,32:B11", "jumping": "forced"})
    yield Way(("C3",), {"fen": "B:W23,32:B11"})
    yield Way(("A7 B6",), {"fen": "B:W18,32:B14,1", **TWO})
    yield Way(tuple(TEN_MOVES[:4]), {"fen": KINGS, "level": 9}, -900)
    yield Way(tuple(TEN_MOVES), {"fen": KINGS, "level": 9})
    yield Way((*BOTH, "draw"), {"fen": KINGS, **TWO})
    yield Way(("match 3", "Y", "resign", "Y", "N"), TWO)
    yield Way((), {"players": "demo"})
    yield Way((), RETURNING)
    yield Way(("11-15", "study", "undo", "10-14", "delete"))
    yield Way(("11-15", "course", "C3 D4"))
    yield Way((), {"modem": Modem(False, HERE, 0)})
    for lines in ((), ("11-15",)):
        yield Way(lines, peer=True)


def at(way: Way, home: Path) -> Walker:
    """Return a walker at the end of a way."""
    release_all()
    opponent, store = Lenient(way.score, TEN_REPLIES), disk(home, automatic=way.fields == RETURNING)
    fields, anna = {**way.fields}, Seat("Anna") if way.peer else None
    fields |= {} if anna is None else {"modem": Modem(True, HERE, anna.port)}
    walker = Walker(PlaySession(options(**fields), opponent, store=store))
    if anna is not None:
        settle(anna, until=lambda: walker.after(Tick()) is walker and asked(anna) == [TERMS])
        anna.type("Y")
        settle(anna, until=lambda: walker.after(Tick()).session.asked is kinds.MOVE)
    walker.type(*way.lines)
    if way.key is not None:
        walker.press(way.key)
    return walker


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Package a few games of masters, and look at nothing in reviews and proofs."""
    games = lzma.decompress((ROOT / "console" / "storage" / "packaged" / "masters.pdn.xz").read_bytes())
    (tmp_path / "few.pdn.xz").write_bytes(lzma.compress(games[:20_000].rpartition(b"[Event")[0]))
    monkeypatch.setattr("console.storage.masters.PACKAGED", tmp_path / "few.pdn.xz")
    monkeypatch.setattr("console.dialogue.proving.Attempt.run", lambda attempt, stop: None)
    monkeypatch.setattr("console.dialogue.analyzing.GameAnalyzer.analyze", first_move)
    monkeypatch.setattr("console.activities.review.analysis.exact_moves", lambda game, prover: {})
    hold(tmp_path, record("11-15 23-19", A_GAME.replace("Dan", "Zoe")))
    keep_results(tmp_path, Result("Dan", 5, "american", "win", "a"))


def first_move(analyzer: object, positions: Sequence[Position], stop: object) -> SearchInfo:
    """Return the first legal move as the result of a search."""
    return SearchInfo(0, tuple(Game(AMERICAN, "huff", positions[-1]).legal_moves()[:1]), 1, 1)


def subclasses(kind: type) -> "Iterator[type[Any]]":
    """Yield all subclasses of a class."""
    each: type[Any]
    for each in kind.__subclasses__():
        yield from (each, *subclasses(each))


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list to which each refused command is added."""
    found = list[object]()
    monkeypatch.setattr(CannotDo, "__init__", lambda error, *said: found.append(said))
    for activity in (Activity, *subclasses(Activity)):
        if "refusal" in vars(activity):

            def refuse(self: Activity, it: Command, refusal: Any = vars(activity)["refusal"]) -> str:  # noqa: B008  # of this turn of the loop
                found.append(it)
                said: str = refusal(self, it)
                return said

            monkeypatch.setattr(activity, "refusal", refuse)
    return found


def fault_of(walker: Walker, button: Button, refused: list[object]) -> str:
    """Press a key that is lit, and return what is wrong with it."""
    before = walker.seen
    refused.clear()
    walker.press(button.event)
    if not walker.has_left and walker.seen == before:
        return f"{button.key} {button.word}: no effect"
    return f"{button.key} {button.word}: {refused}" if refused else ""


def fault_on_the_way_back(walker: Walker) -> str:
    """Press Esc until the game is reached, and return what is wrong with it."""
    for _ in range(MOST_STEPS):
        if walker.has_left or walker.is_in_the_game:
            return ""
        first, before = walker.buttons[0], walker.seen
        if first.event != ESCAPE:
            return f"{first.key} is before Esc"
        walker.press(ESCAPE)
        if not walker.has_left and walker.seen == before:
            return "Esc: no effect"
    return "Esc does not lead to the game"


def fault_of_prompt(walker: Walker) -> str:
    """Return what is wrong with the first picture of a question: more to read, or one word alone before the cursor."""
    play, session = walker.session.play, walker.session
    if walker.screen is not play or session.play.runner.ask is None:
        return ""
    for size in (*SIZES, session.size):
        canvas = Canvas(*size, THEME.palette.text)
        play.draw(canvas, THEME)
        if canvas.caret is not None:
            row, column = canvas.caret
            line = row_text(canvas, row)[play.picture.layout.conversation.column : column].strip()
            if " " not in line and not session.play.runner.ask.prompt.startswith(line):
                return f"{line!r} is alone at {size}"
    return "the first page is not the last" if play.runner.transcript.unread else ""


def keys_at(walker: Walker) -> set[Hashable]:
    """Return the keys that are lit, each with the place."""
    return {(walker.place, button.key, button.word) for button in walker.lit}


def test_every_lit_key_acts_and_escape_leads_to_the_game(quick: None, refused: list[object], tmp_path: Path) -> None:
    """Keys were lit that did nothing or were refused, and no key on the bar led out of some places."""
    todo, pressed, faults = [Way(("11-15",)), *leading(tmp_path), *others()], set[Hashable](), list[object]()
    kinds_asked, opened = set[Kind | None](), set[type[Screen[Any]]]()
    while todo:
        way = todo.pop(0)
        walker = at(way, tmp_path)
        new = set[Hashable]() if walker.has_left else keys_at(walker) - pressed
        pressed |= new
        buttons = [it for it in walker.lit if (walker.place, it.key, it.word) in new] if new else []
        before = walker.seen if new else []
        if new and way.key is None and (fault := fault_of_prompt(walker)):
            faults.append((way, fault))
        for button in buttons:
            if fault := fault_of(walker, button, refused):
                faults.append((way, fault))
            if not walker.has_left and way.key is None and keys_at(walker) - pressed:
                todo.append(way._replace(key=button.event))
            if not walker.has_left and walker.seen != before and walker.buttons[0].event == ESCAPE:
                walker.press(ESCAPE)
            if walker.has_left or walker.seen != before:
                walker.close()
                kinds_asked, opened, walker = kinds_asked | walker.kinds, opened | walker.screens, at(way, tmp_path)
        if new and (fault := fault_on_the_way_back(walker)):
            faults.append((way, fault))
        kinds_asked, opened = kinds_asked | walker.kinds, opened | walker.screens
        walker.close()
    assert not faults, "\n".join(map(str, faults))
    for package in (activities, screens):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    unopened = {it.__name__ for it in {*subclasses(Screen)} - opened if it.__module__.startswith("console.")}
    assert unopened == ANY_KEY | OTHERS
    assert {it.name for it in vars(kinds).values() if isinstance(it, Kind) and it not in kinds_asked} == UNASKED
