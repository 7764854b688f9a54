"""Lists to choose from: saved games, levels, rule sets, clocks, engines, the hall of fame."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from console.game.clock import Control
from console.screens.pager import Manual, Pager
from console.screens.widgets.table_list import Column, TableList, TextTable, figures
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, ScrollBar, draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push, Screen
from console.text.engines import OURSELVES, allowed
from console.text.rules import explain
from console.text.sentences import NO_GAME_YET, NOBODY_YET, clock_in_words, how_saved, numbered_moves
from engine.printable import printable
from engine.rules import RULE_SETS

if TYPE_CHECKING:
    from ai.hub.client import HubParameter
    from console.game.hall_of_fame import Standing
    from console.storage.saved_games import SavedGame

_CLOCKS: Final = ((3, 2), (5, 0), (5, 3), (10, 5), (15, 10), (30, 0))  # minutes, and seconds added per move
_LEAST_LIST: Final = 26
_ABOUT_WIDTH: Final = 40
_WIDE: Final = 76
_FOUNDER: Final = "One of the ten founders of this hall, who were made up in 1990 to be climbed past."

About = Callable[[int], Sequence[str]]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Row(Generic[Value]):
    """A row. ``value`` is the result of choosing it. ``about`` returns lines about it that fit a width."""

    texts: Sequence[str]
    value: Value
    about: About | None = None


class ListScreen(Screen[Value]):
    """A list of rows. Enter or a second click returns the value of the chosen row, Esc returns None.

    The lines about the chosen row are shown beside the list if there is room for both.
    """

    def __init__(
        self,
        title: str,
        columns: Sequence[Column],
        rows: Sequence[Row[Value]],
        chosen: int = 0,
        verb: str = "Choose",
        empty: str = "There is nothing here yet.",
        topic: str = "",
    ) -> None:
        self._title = title
        self._rows = rows
        self._table = TableList(columns, [row.texts for row in rows], chosen)
        self._list = self._table.cursor
        self._verb = verb
        self._empty = empty
        self._topic = topic
        self._beside = False
        self._about_top = 0
        self._about_page = (0, 0)
        self._bar = KeyBar()

    # Events

    def handle(self, event: Event) -> Next[Value] | None:
        """Move, choose or leave."""
        event = self._bar.pressed(event)
        before, answer = self._list.chosen, None
        match event:
            case Mouse():
                answer = self._point(event)
            case Key():
                answer = self._press(event)
        if self._list.chosen != before:
            self._about_top = 0
        return answer

    def _press(self, key: Key) -> Next[Value] | None:
        if key.name in ("escape", "f10"):
            return Pop()
        if key.name == "enter":
            return self._choose()
        if key.name == "f1":
            return Push(Manual(self._topic))
        if key.name in ("right", "tab") and not self._beside and self._about is not None:
            return Push(Pager(self._title, "\n".join(self._about(_WIDE))))
        if key.name in ("left", "right") and self._beside:
            self._turn(-1 if key.name == "left" else 1)
        else:
            self._list.handle(key)
        return None

    def _turn(self, step: int) -> None:
        """Scroll the text beside the list by half a page."""
        total, page = self._about_page
        self._about_top = max(0, min(self._about_top + step * max(1, page // 2), total - page))

    def _point(self, mouse: Mouse) -> Next[Value] | None:
        """Choose the row clicked, or take it if it is chosen. The wheel scrolls what is under it."""
        if mouse.wheel and self._beside and not self._table.covers(mouse):
            self._turn(mouse.wheel)
            return None
        return self._choose() if self._table.point(mouse) else None

    def _choose(self) -> Next[Value] | None:
        return Pop(self._rows[self._list.chosen].value) if self._rows else None

    @property
    def _about(self) -> About | None:
        return self._rows[self._list.chosen].about if self._rows else None

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the list in a window as large as it needs, and the lines about the chosen row beside it."""
        draw_desktop(canvas, theme)
        height = canvas.height - 1
        natural = max(self._table.table.width + 4, len(self._title) + 16, 0 if self._rows else len(self._empty) + 4)
        room = canvas.width - _ABOUT_WIDTH
        self._beside = room >= _LEAST_LIST and any(row.about is not None for row in self._rows)
        if self._beside:
            width = min(natural, room)
            self._draw_list(canvas, theme, Rect(0, 0, height, width))
            self._draw_about(canvas, theme, width, height, canvas.width - width)
        else:
            width = min(natural, canvas.width - 2)
            rows = min(height - 2, max(len(self._rows), len(wrap(self._empty, width - 4))) + 4)
            self._draw_list(canvas, theme, Rect((height - rows) // 2, (canvas.width - width) // 2, rows, width))
        self._bar.draw(canvas, theme, self._buttons())

    def _draw_list(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        count = f"{self._list.chosen + 1} of {len(self._rows)}" if self._rows else ""
        draw_window(canvas, theme, *rect, self._title, count)
        self._table.draw(canvas, theme, rect, self._empty)
        if self._list.typed:
            typed = f" Find: {self._list.typed} "
            canvas.text(rect.row + rect.height - 1, rect.column + 2, typed, theme.palette.typed, rect.width - 4)

    def _draw_about(self, canvas: Canvas, theme: Theme, column: int, height: int, width: int) -> None:
        inside = width - 4
        lines = self._about(inside) if self._about else ()
        page = height - 2
        self._about_page = (len(lines), page)
        self._about_top = max(0, min(self._about_top, len(lines) - page))
        draw_window(canvas, theme, 0, column, height, width)
        for row, line in enumerate(lines[self._about_top : self._about_top + page]):
            first = self._about_top + row == 0
            canvas.text(row + 1, column + 2, line, theme.palette.title if first else theme.palette.text, inside)
        ScrollBar(1, column + width - 1, page, self._about_top, page, len(lines)).draw(canvas, theme)

    def _buttons(self) -> list[Button]:
        some, more = bool(self._rows), list[Button]()
        if self._about is not None and not self._beside:
            more = [Button("Tab", "More", Key("tab"))]
        elif self._beside and self._about_page[0] > self._about_page[1]:
            more = [Button("Right", "More", Key("right"))]
        return [
            Button("Esc", "Back", Key("escape")),
            Button("Enter", self._verb, Key("enter"), some),
            *more,
            Button("Up", "", Key("up"), some),
            Button("Down", "", Key("down"), some),
            Button("F1", "Help", Key("f1")),
            Button("A-Z", "Find", Key(), some),
        ]


def level_list(current: int, record: Mapping[int, tuple[int, int, int]]) -> ListScreen[int]:
    """Return the list of levels, with ratings and the results against each so far. Its result is a number, 1 to 9.

    ``record`` has wins, draws and losses by level.
    """
    from ai.levels import LEVEL_RATINGS, LEVELS
    from console.text.levels import VOICES

    columns = [*figures(""), Column("Name"), Column("Who", 2, least=30), Column("Record", 1), *figures("Rating")]
    rows = []
    for number, level in LEVELS.items():
        texts = (
            str(number),
            level.name,
            VOICES[number].about,
            record_text(record.get(number)),
            str(LEVEL_RATINGS[number]),
        )
        rows.append(Row(texts, number))
    return ListScreen("How strong?", columns, rows, list(LEVELS).index(current), topic="Levels")


def clock_list(current: Control | None) -> ListScreen[str]:
    """Return the list of clocks. Its result is the argument of the word ``clock``."""
    usual = [Control(*each) for each in _CLOCKS]
    controls = [None, *usual, *([current] if current is not None and current not in usual else [])]
    rows = [
        Row((str(control or "off"), clock_in_words(control) if control else "no clock"), str(control or "off"))
        for control in controls
    ]
    columns = [Column("Clock"), Column("For each player")]
    return ListScreen("The clock of the next game", columns, rows, controls.index(current), topic="The screen")


def engine_list(commands: Sequence[str]) -> ListScreen[str]:
    """Return the list of engines used before and the program's own. Its result is the argument of ``engine``."""
    rows = [Row((str(number), command), str(number)) for number, command in enumerate(commands, 1)]
    columns = [*figures(""), Column("Started by")]
    return ListScreen("Who plays?", columns, [*rows, Row(("off", OURSELVES), "off")], topic="Levels")


def parameter_list(parameters: Sequence["HubParameter"]) -> ListScreen[str]:
    """Return the list of an engine's parameters. Its result is the name of one."""
    rows = [Row((printable(each.name), printable(each.value), allowed(each)), each.name) for each in parameters]
    columns = [Column("Parameter", least=10), Column("Value", least=6), Column("It may be", 1)]
    return ListScreen("Parameters of the engine", columns, rows, verb="Set", topic="Levels")


def rules_list(current: str) -> ListScreen[str]:
    """Return the list of rule sets with their explanations. Its result is the name of one."""
    rows = [Row((name,), name, partial(explain, rules)) for name, rules in RULE_SETS.items()]
    chosen = list(RULE_SETS).index(current)
    return ListScreen("Whose rules?", [Column("Rules")], rows, chosen, topic="The rules")


def games_list(games: Sequence["SavedGame"]) -> ListScreen[str]:
    """Return the list of saved games, in the order given. Its result is the argument of ``load``."""
    columns = [Column("Name", least=12), Column("Players", least=16), Column("Date", 2), Column("Result", 1)]
    columns += [*figures("Moves", rank=4), Column("Rules", 3)]
    rows = []
    for game in games:
        players, moves = f"{game.black} - {game.white}", str(numbered_moves(game.moves))
        texts = (game.words, players, game.date, how_saved(game), moves, game.rules)
        rows.append(Row(texts, game.words))
    return ListScreen("Saved games", columns, rows, verb="Load", empty=NO_GAME_YET)


def hall_list(standings: Sequence["Standing"], player: str = "") -> ListScreen["Standing"]:
    """Return the hall of fame, the best first, with results by level.

    The best standing of ``player`` is chosen at first.
    """
    columns = [*figures("", rank=3), Column("Name", least=18), *figures("Rating")]
    columns += [*figures("Best", "Won", "Drawn", "Lost", "Row", rank=2), Column("Rules", 1)]
    rows = []
    for place, one in enumerate(standings, 1):
        counts = ("", "", "", "") if one.founder else tuple(map(str, (one.wins, one.draws, one.losses, one.streak)))
        texts = (str(place), one.name, _or_dash(one.rating), "" if one.founder else _or_dash(one.best), *counts)
        rules = "founder" if one.founder else one.rules
        rows.append(Row((*texts, rules), one, partial(_about_one, one)))
    chosen = next((place for place, one in enumerate(standings) if one.name == player and not one.founder), 0)
    return ListScreen("Hall of fame", columns, rows, chosen, verb="Close", empty=NOBODY_YET)


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _about_one(one: "Standing", width: int) -> list[str]:
    """Return a player's results and first win against each level, or the story of a founder."""
    from ai.levels import LEVELS

    if one.founder:
        return [f"{one.name}, 1990", "", *wrap(one.founder, width), "", *wrap(_FOUNDER, width)]
    columns = [Column("Level"), *figures("Record"), Column("First win", 1)]
    firsts = dict(one.first_wins)
    rows = [
        (LEVELS[level].name if level in LEVELS else str(level), f"{won}-{drawn}-{lost}", firsts.get(level, ""))
        for level, won, drawn, lost in one.by_level
    ]
    titles, lines = TextTable(columns, rows).lines(width)
    records = (f"Best rating {_or_dash(one.best)}", f"Best row of wins {one.streak}")
    return [f"{one.name}, {one.rules}", "", *records, "", titles, *lines]
