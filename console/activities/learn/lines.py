"""The opening lines that a player learns, stored in a user file.

Later versions may write more: rows and fields that this version does not know are kept in the file.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any, Final

from console.game.repetition import next_day
from console.storage.user_file import UserFile, json_object
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import stored_rules
from engine.notation import read_move

_FORMAT: Final = "EGA Checkers lines"
_LONGEST_TEXT: Final = 1_000


@dataclass(frozen=True)
class Line:
    """A line that the player learns with one side.

    ``start`` is the FEN of its first position, ``moves`` are its moves in PDN, those of both sides. ``due`` is the day
    on which it is asked. ``times`` counts how often in succession it was known when it was due. ``asked`` counts how
    often it was asked, and ``right`` the player's right moves the last time. ``articles`` are those of house rules,
    else empty.
    """

    name: str
    rules: str
    side: int
    start: str
    moves: str
    due: date
    times: int = 0
    asked: int = 0
    right: int = 0
    articles: str = ""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The name, the rules and the side, by which a line is found in the file."""
        return self.name.casefold(), self.rules, self.articles, self.side

    @property
    def content(self) -> tuple[str, str, str, str, int]:
        """Everything but the name, the day and the results."""
        return self.rules, self.articles, self.start, self.moves, self.side

    @property
    def yours(self) -> int:
        """The number of the player's moves."""
        begins = self.start[:1] == SIDE_NAMES[self.side][0]
        return (len(self.moves.split()) + begins) // 2

    def game(self) -> Game:
        """Return the line as a game. Raises ValueError if its moves cannot be played."""
        rules = stored_rules(self.rules, self.articles)
        assert rules is not None, self.rules
        game = Game(rules, "forced", parse_fen(self.start, rules))
        for text in self.moves.split():
            game.play(read_move(text, game.routes()))
        return game

    def answered(self, right: int, today: date) -> "Line":
        """Return the line after it was asked, with the number of right moves.

        A line that is new or was not known is due tomorrow. A line that was known when it was due comes back after a
        longer time. A line that was known before it was due keeps its day.
        """
        known, new = right == self.yours, self.asked == 0
        asked = replace(self, asked=self.asked + 1, right=right)
        if new or not known:
            return replace(asked, times=0, due=next_day(today, 0))
        if self.due > today:
            return asked
        return replace(asked, times=self.times + 1, due=next_day(today, self.times + 1))

    def row(self) -> dict[str, Any]:
        """Return its row in the file, for JSON. Only house rules have articles there."""
        row = asdict(self) | {"side": SIDE_NAMES[self.side], "due": self.due.isoformat()}
        return {name: value for name, value in row.items() if name != "articles" or value}


@dataclass(frozen=True)
class Lines:
    """The contents of the file: ``data`` is its JSON, with everything that this version cannot read."""

    data: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)

    @property
    def all(self) -> list[Line]:
        """The lines that this version can read, sorted by the day on which they are due."""
        read = (_line(row) for row in self.data["lines"])
        return sorted((line for line in read if line is not None), key=lambda line: line.due)

    def due(self, today: date) -> list[Line]:
        """Return the lines that are due today, the earliest first."""
        return [line for line in self.all if line.due <= today]

    def named(self, name: str, side: int | None) -> list[Line]:
        """Return the lines of a name, in upper or lower case, with one side. ``side`` None: with either side."""
        return [line for line in self.all if line.key[0] == name.casefold() and side in (None, line.side)]

    def with_line(self, line: Line) -> "Lines":
        """Return the data with a new line. It replaces the line of the same key."""
        return self._with([*self.without([line]).data["lines"], line.row()])

    def without(self, lines: Collection[Line]) -> "Lines":
        """Return the data without some lines."""
        keys = {line.key for line in lines}
        return self._with([row for row in self.data["lines"] if (line := _line(row)) is None or line.key not in keys])

    def answered(self, line: Line, right: int, today: date) -> "Lines":
        """Return the data after a line was asked, with the number of right moves. A dropped line stays dropped."""
        rows = []
        for row in self.data["lines"]:
            known = _line(row)
            same = known is not None and (known.key, known.content) == (line.key, line.content)
            rows.append(row | known.answered(right, today).row() if same and known is not None else row)
        return self._with(rows)

    def _with(self, rows: list[Any]) -> "Lines":
        return Lines({**self.data, "lines": rows})


_EMPTY: Final[Mapping[str, Any]] = {"format": f"{_FORMAT} 1", "lines": []}


def lines_text(lines: Lines) -> str:
    """Return the text of the file, JSON."""
    return json.dumps(lines.data, indent=1) + "\n"


def read_lines(text: str) -> Lines:
    """Read the text of the file. Raises ValueError for another or damaged file."""
    data = json_object(text, _FORMAT)
    if not isinstance(data.get("lines"), list):
        raise ValueError("it is damaged: the lines are no list")
    return Lines(data)


def _text(value: object) -> str:
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT and value.isprintable():
        return value
    raise ValueError(f"{value!r} is no text")


def _count(value: object) -> int:
    if isinstance(value, int) and 0 <= value <= 10**6:
        return value
    raise ValueError(f"{value!r} is no count")


def _line(row: Any) -> Line | None:
    """Read the row of a line; return None if this version cannot."""
    try:
        name, rules, start, moves = (_text(row[field]) for field in ("name", "rules", "start", "moves"))
        articles = _text(row["articles"]) if "articles" in row else ""
        times, asked, right = (_count(row.get(field, 0)) for field in ("times", "asked", "right"))
        side, due = SIDE_NAMES.index(row["side"]), date.fromisoformat(_text(row["due"]))
        is_known = stored_rules(rules, articles) is not None
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return Line(name, rules, side, start, moves, due, times, asked, right, articles) if is_known else None


_CONTENT: Final = "The openings you learn"
LINES: Final = UserFile(
    "learn.json",
    _CONTENT,
    _CONTENT,
    Lines(),
    read_lines,
    lines_text,
    lambda known: len(known.data["lines"]) - len(known.all),
)
"""The file of lines."""
