"""From PDN text to games: what other programs write is read leniently, and what cannot be read is told by its line.

First the text falls into score sheets, which costs next to nothing; then a sheet is played through.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.fen import parse_fen
from engine.game import Game, Turn
from engine.geometry import Geometry
from engine.notation import algebraic_name, find_move
from engine.outcome import Outcome, Reason
from engine.pdn.writer import DRAWN, TERMINATIONS, UNDECIDED, UNKNOWN, GameRecord, ordered_tags
from engine.position import Position
from engine.printable import quoted
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules

_TOKEN: Final = re.compile(
    r"""
      (?P<space>[\s\xa0\ufeff\x1a]+)
    | (?P<comment>\{[^}]*\})
    | (?P<rest>;[^\n]* | ^%[^\n]*)
    | (?P<annotation>\$\d+ | [!?]+)
    | (?P<opening>\() | (?P<closing>\))
    | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n] | \\[^\n] | "(?!\s*\]))*)"\s*\])
    | (?P<no_tag>\[[^\]\n]*\]?)
    | (?P<result>(?:1/2(?:-1/2)? | 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | \*)(?![-\w/]))
    | (?P<move>[a-j]?\d{1,2}(?:[-:x\u2013][a-j]?\d{1,2} | [a-j]\d{1,2})+(?![-\w])[!?*]*)
    | (?P<number>\d+(?:\.+ | (?=\s)) | \.{2,})
    | (?P<unclosed>\{)
    | (?P<junk>[^\s{}()\[\];]+ | .)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII | re.IGNORECASE,
)
_TAG_LINE: Final = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]*"', re.MULTILINE | re.ASCII)
_NEXT_GAME: Final = re.compile(r'^[ \t]*\[[ \t]*Event[ \t]*"', re.MULTILINE)
_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")
_HUFF: Final = re.compile(r"huff\s+(?:([0-9]{1,2})|waived)", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d)?)\d*\s*\]", re.ASCII)
_LONGEST_QUOTE: Final = 30
_FIRST_WON: Final = ("1-0", "2-0")
_SECOND_WON: Final = ("0-1", "0-2")
_DRAWS: Final = (DRAWN, "1/2", "1-1")


@dataclass(frozen=True)
class Problem:
    """Why a game cannot be read: which game of the file (from 1), in which line, and the reason."""

    number: int
    line: int
    reason: str

    def __str__(self) -> str:
        return f"game {self.number}, line {self.line}: {self.reason}"


class UnreadableGame(ValueError):
    """A score sheet that cannot be played through; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True)
class WrittenMove:
    """A move as it is written, its line, and the comments behind it."""

    text: str
    line: int
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """One game of a file before it is played through; ``span`` is where it stands in the text.

    ``ended`` tells whether a result closes the moves; ``result`` is that, or what the tag of this name says.
    """

    number: int
    line: int
    tags: tuple[tuple[str, str, int], ...]
    moves: tuple[WrittenMove, ...]
    result: str
    ended: bool
    span: tuple[int, int]
    problem: Problem | None = None

    def tag(self, name: str, otherwise: str = "?") -> str:
        """The value of a tag."""
        return next((value for tag, value, _ in self.tags if tag == name and value not in UNKNOWN), otherwise)


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or else Latin-1, which every byte is; lines end as they do here."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_games(text: str, usual: Rules = AMERICAN) -> tuple[list[GameRecord], list[Problem]]:
    """Every game of a text that can be read, and why the others cannot."""
    games: list[GameRecord] = []
    problems: list[Problem] = []
    for sheet in score_sheets(text):
        try:
            games.append(read_sheet(sheet, usual))
        except UnreadableGame as error:
            problems.append(error.problem)
    return games, problems


def score_sheets(text: str) -> list[ScoreSheet]:
    """The games of a text, none played through yet."""
    return list(_Scanner(text).sheets())


class _Scanner:
    """Cuts a text into score sheets; what is wrong with one does not touch the next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._count = 0
        self._clear()

    def _clear(self) -> None:
        self._first: int | None = None
        self._tags: list[tuple[str, str, int]] = []
        self._moves: list[WrittenMove] = []
        self._comments: list[str] = []
        self._result = ""
        self._depth = self._opened = 0
        self._in_moves = False
        self._problem: tuple[int, str] | None = None

    def sheets(self) -> Iterator[ScoreSheet]:
        """The sheets in the order of the text."""
        at = 0
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            assert match is not None, "any character is junk if it is nothing else"
            kind, stop = match.lastgroup, match.end()
            if kind == "tag" and self._begins_another(match):
                yield from self._sheet(at)
            if kind not in ("space", "rest", "comment") and self._first is None:
                self._first = at
            if kind == "result" and not self._depth:
                self._result = match[0]
                yield from self._sheet(stop)
            elif kind == "unclosed" or (kind == "comment" and _NEXT_GAME.search(self._text, at, stop)):
                follower = (_TAG_LINE if kind == "unclosed" else _NEXT_GAME).search(self._text, at)
                stop = follower.start() if follower else len(self._text)
                self._fail(at, "the comment is never closed")
                self._in_moves = True
            else:
                self._take(kind, match)
            at = stop
        yield from self._sheet(len(self._text))

    def _begins_another(self, match: re.Match[str]) -> bool:
        """Whether a tag belongs to the next game: moves or a tag of its name stand before it.

        Where something was wrong among the moves it must also open its line.
        """
        if self._depth or (self._in_moves and self._problem):
            return not self._text[self._text.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        return self._in_moves or any(name == match["name"] for name, _, _ in self._tags)

    def _take(self, kind: str | None, match: re.Match[str]) -> None:
        """Add one token to the sheet at hand."""
        if kind == "opening":
            self._opened = self._opened if self._depth else match.start()
            self._depth += 1
        elif kind == "closing":
            self._depth -= 1
            if self._depth < 0:
                self._depth = 0
                self._fail(match.start(), "there is no variation to close with )")
        elif self._depth:
            return
        elif kind == "comment" and self._moves:
            self._comments.append(" ".join(match[0][1:-1].split()))
        elif kind == "tag":
            value = re.sub(r"\\(.)", r"\1", match["value"])
            self._tags.append((match["name"], value, self._line(match.start())))
        elif kind == "no_tag":
            self._fail(match.start(), f"{_quoted(match[0])} is no tag")
        elif kind == "move":
            self._in_moves = True
            self._close_move()
            self._moves.append(WrittenMove(match[0].rstrip("!?*"), self._line(match.start())))
        elif kind == "junk":
            self._in_moves = True
            self._fail(match.start(), f"{_quoted(match[0])} is no move")

    def _close_move(self) -> None:
        if self._moves and self._comments:
            last = self._moves[-1]
            self._moves[-1] = WrittenMove(last.text, last.line, tuple(self._comments))
        self._comments = []

    def _fail(self, at: int, reason: str) -> None:
        """Note the first thing that is wrong with the sheet at hand."""
        self._first = at if self._first is None else self._first
        self._problem = self._problem or (self._line(at), reason)

    def _line(self, at: int) -> int:
        return bisect_right(self._breaks, at - 1) + 1

    def _sheet(self, stop: int) -> Iterator[ScoreSheet]:
        """The sheet at hand if there is anything on it; begins the next."""
        self._close_move()
        if self._depth:
            self._fail(self._opened, "the variation is never closed")
        if self._first is not None and (self._tags or self._moves or self._problem):
            self._count += 1
            line = self._line(self._first)
            stated = next((value for name, value, _ in self._tags if name == "Result"), UNDECIDED)
            yield ScoreSheet(
                self._count,
                line,
                tuple(self._tags),
                tuple(self._moves),
                stated if self._result in ("", UNDECIDED) else self._result,
                bool(self._result),
                (self._first, stop),
                None if self._problem is None else Problem(self._count, *self._problem),
            )
        self._clear()


def _quoted(text: str) -> str:
    return quoted(text, _LONGEST_QUOTE)


def rules_of(sheet: ScoreSheet, usual: Rules = AMERICAN) -> Rules:
    """The rule set a sheet names by its variant or its game type, else the usual one."""
    named = RULE_SETS.get(sheet.tag("Variant").casefold())
    if named is not None:
        return named
    number = re.match(r"\s*([0-9]{1,4})\b", sheet.tag("GameType"))
    types = {rules.game_type: rules for rules in RULE_SETS.values()}
    return types.get(int(number[1]), usual) if number else usual


def read_sheet(sheet: ScoreSheet, usual: Rules = AMERICAN) -> GameRecord:
    """The game on a sheet, played through; a draw nobody claimed does not stop it. Raises UnreadableGame."""
    if sheet.problem is not None:
        raise UnreadableGame(sheet.problem)
    rules = rules_of(sheet, usual)
    game = Game(rules, _jumping(sheet, rules), _start(sheet, rules))
    squares_of = _squares_of(rules.geometry)
    clocks: list[float | None] = []
    for written in sheet.moves:
        try:
            numbers = [squares_of[name] for name in _SQUARE.findall(written.text.casefold())]
            move = find_move(numbers, game.routes())
            game.replay(Turn(move, move.after))
            clocks.append(_read_comments(game, written.comments))
        except KeyError as error:
            raise _unreadable(sheet, written.line, f"{written.text}: there is no square {error.args[0]}") from None
        except ValueError as error:
            raise _unreadable(sheet, written.line, f"{written.text}: {error}{_foreign(sheet)}") from None
    outcome = _outcome(sheet, game)
    tags = ordered_tags({name: value for name, value, _ in sheet.tags})
    timed = any(left is not None for left in clocks)
    return GameRecord(rules, game.jumping, game.start, game.turns, outcome, tags, tuple(clocks) if timed else ())


def _unreadable(sheet: ScoreSheet, line: int, reason: str) -> UnreadableGame:
    return UnreadableGame(Problem(sheet.number, line, reason))


def _foreign(sheet: ScoreSheet) -> str:
    """What to add where a move fails in a game of a kind that is not played here."""
    kind = sheet.tag("GameType", "")
    known = {str(rules.game_type) for rules in RULE_SETS.values()}
    return "" if not kind or kind.split(",")[0].strip() in known else f" (its GameType {_quoted(kind)} is not known)"


def _tag_line(sheet: ScoreSheet, name: str) -> int:
    return next((line for tag, _, line in sheet.tags if tag == name), sheet.line)


def _jumping(sheet: ScoreSheet, rules: Rules) -> Jumping:
    """The kind of jumping the tag names; without one a huff among the comments tells."""
    named = sheet.tag("Jumping", "")
    huffs = any(_HUFF.fullmatch(comment) for move in sheet.moves for comment in move.comments)
    for jumping in rules.jumpings:
        if named.casefold() == jumping or (not named and huffs and jumping == "huff"):
            return jumping
    if named:
        kinds = " or ".join(rules.jumpings)
        reason = f"{rules.name} is not played with jumping {_quoted(named)}: {kinds}"
        raise _unreadable(sheet, _tag_line(sheet, "Jumping"), reason)
    return "forced"


def _start(sheet: ScoreSheet, rules: Rules) -> Position | None:
    fen = sheet.tag("FEN", "")
    if not fen:
        return None
    numbers = _squares_of(rules.geometry)
    try:
        return parse_fen(re.sub(r"[a-j][0-9]{1,2}", lambda name: str(numbers.get(name[0], name[0])), fen), rules)
    except ValueError as error:
        raise _unreadable(sheet, _tag_line(sheet, "FEN"), str(error)) from None


def _squares_of(geometry: Geometry) -> dict[str, int]:
    """The number of every square by the names PDN may give it."""
    numbers = range(1, geometry.squares + 1)
    plain = {f"{number:0{width}}": number for number in numbers for width in (1, 2)}
    return plain | {algebraic_name(number, geometry): number for number in numbers}


def _read_comments(game: Game, comments: Sequence[str]) -> float | None:
    """Carry out a huff that the comments behind a move tell of; returns the time they say is left."""
    left = None
    for comment in comments:
        huff, clock = _HUFF.fullmatch(comment), _CLOCK.search(comment)
        if huff and game.jumping == "huff":
            if huff[1]:
                game.huff(int(huff[1]))
            else:
                game.waive_huff()
        elif clock:
            left = round(int(clock[1]) * 3600 + int(clock[2]) * 60 + float(clock[3]), 1)
    return left


def _outcome(sheet: ScoreSheet, game: Game) -> Outcome | None:
    """How the game ended: as the last position says where it decides, else as the sheet does."""
    shown = game.outcome
    if shown is not None and shown.winner is not None:
        return shown
    first = game.rules.first
    reasons = {text: reason for reason, text in TERMINATIONS.items()}
    reason = reasons.get(sheet.tag("Termination").casefold())
    if sheet.result in _DRAWS:
        return Outcome(None, Reason.AGREED) if shown is None or reason is Reason.AGREED else shown
    if sheet.result in (*_FIRST_WON, *_SECOND_WON):
        winner = first if sheet.result in _FIRST_WON else 1 - first
        return Outcome(winner, Reason.FLAG if reason is Reason.FLAG else Reason.RESIGNED)
    return shown
