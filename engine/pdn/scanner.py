"""The scanner that splits PDN text into score sheets. Only the text of one game is in memory at a time.

A sheet is the text of a game whose moves are not yet played. The scanner is lenient: what it cannot read becomes a
``Fault`` in its place, and the rest is read as if it were not there. The time is linear in the length of any text.

Source: the reading grammar of PDN 3.0, and files that follow no grammar.
"""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final, NamedTuple, TypeAlias

from engine.notation import DASH, SEPARATOR, plain
from engine.pdn.record import OF_THE_GAME, ROSTER, UNDECIDED, UNKNOWN, points
from engine.pdn.tree import Comment, Diagnostic, Mark, SetUp
from engine.printable import quoted

_SPACES: Final = r"\s\0\x1a\x85\xa0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
_QUOTE: Final = r"(?:\\?\"|&quot;|&\#34;|['`\xab\xbb\u2018-\u201f\u2033])"
_VALUE: Final = r"""(?: [^"\\\n] | \\[^\n] | "(?!\s*\]) )*"""
_NO_FOOTNOTE: Final = rf"(?! (?!(?-i:[A-Z])(?!\w))\w | [{DASH}](?![{DASH}] | (?-i:[A-Z])(?![\w{DASH}])))"
_RESULT: Final = rf"""(?:
      (?:1/2|\xbd)(?:[ ]*[{DASH}:][ ]*(?:1/2|\xbd))? | \d{{1,2}}[.,]\d{{1,2}}[ ]*[{DASH}:][ ]*-?\d{{1,2}}[.,]\d{{1,2}}
    | 1[ ]*[{DASH}:][ ]*[01] | 0[ ]*[{DASH}:][ ]*[012] | 2[ ]*[{DASH}:][ ]*0 | \*
  )(?![-\w/])"""
_TOKEN: Final = re.compile(
    rf"""
      (?P<space>(?:[{_SPACES},|] | \\[nrt] | \*\*+ | __+ | \*(?=[a-j]?\d[\d{DASH}:x]) )+)
    | (?P<rest>;[^\n]* | ^%[^\n]*)
    | (?P<mark>\$\d+ | [!?]+ | \([!?]+\) | [=+~\#\xb1\u2213\u221e\u25a1\u2a00\u2a71\u2a72][-=+/~]* | [x\xd7](?!\w))
    | (?P<broken>^[^\w\s"\[/]\w+[ \t]*"[^"\n]*"[^\w\s]{{0,2}}[ \t]*$ | ^\w+[ \t]*"[^"\n]*"\][ \t]*$)
    | (?P<brace>\{{)
    | (?P<opening>\() | (?P<closing>\))
    | (?P<tag>\[\s*(?P<name>\w+)\s*(?:
          "(?P<value>{_VALUE}(?:\n(?![ \t]*[\[\n]){_VALUE}){{0,2}})"
        | {_QUOTE}(?P<other>[^\]\n]*?){_QUOTE}
      )\s*\])
    | (?P<no_tag>\[[^\]\n]*\]?)
    | (?P<setup>/\s*FEN\s*"(?P<fen>[^"\n]*)"\s*/)
    | (?P<result>{_RESULT})
    | (?P<move>(?:
          [a-j]?\d{{1,2}}(?:[ \t]*{SEPARATOR}[ \t]*(?!{_RESULT})[a-j]?\d{{1,2}} | [a-j]\d{{1,2}})+
        | \d{{1,2}}\.\d{{1,2}}(?![ \t]*{SEPARATOR})
        | [a-j]{SEPARATOR}?[a-j]\d{{1,2}}(?:{SEPARATOR}?[a-j]\d{{1,2}})*
        | \d{{4}}(?![^\s,|*!?])
      ){_NO_FOOTNOTE}(?:[!?]|\*(?!\*))*)
    | (?P<number>\d+(?:\.+ | \)(?=\s*[a-j]?\d)) | \.+(?!\w) | \u2026)
    | (?P<figures>\d+(?=\s))
    | (?P<footnote>[{DASH}]+(?-i:[A-Z]\d?)?(?!\w) | [{DASH}]?(?-i:[A-Z])(?![\w{DASH}]))
    | (?P<wrapping>`{{3,}}\w* | </?[a-z][^<>\n]*> | ^>[> ]* | &nbsp;)
    | (?P<junk>[^\s{{}}()\[\];,|]+ | .)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII | re.IGNORECASE,
)
# Plain moves with their numbers are most of a file. What may be a result is none of them.
_PLAIN_MOVE: Final = r"(?![0-2]-[0-2]\s)\d\d?(?:-\d\d?|(?:x\d\d?)+)(?=\s)"
_RUN: Final = re.compile(rf"(?:[ \t\r\n]*(?:\d+\.[ \t\r\n]*)?{_PLAIN_MOVE})+", re.ASCII)
_OF_RUN: Final = re.compile(_PLAIN_MOVE, re.ASCII)
_DIGIT: Final = re.compile(r"\d")
_BRACE: Final = re.compile(r"[{}]")
_BARE_TAG: Final = re.compile(r"\[\s*(\w+)[ \t:=]+\"?([^\"\]\n]+)\"?\]", re.ASCII)
_PROSE: Final = re.compile(r"[^\n{}()\[\];]+")
_MOVE: Final = re.compile(rf"\d{SEPARATOR}\d|[a-j]\d{SEPARATOR}?[a-j]\d|\b[a-j]:?[a-j]\d", re.IGNORECASE)
_NO_REMARK: Final = re.compile(rf"\"|[^\]]\Z|\A\[(?!%).*(?:{_MOVE.pattern})", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_a-jx]", re.IGNORECASE)
_ENDS_PROSE: Final = re.compile(rf"\s+{_RESULT}\s*$", re.VERBOSE)
# Behind a result: the game goes on with the number of another turn or another result. Behind a comment sign: a move.
# Behind a result: the number of another turn than the first, or another result.
_GOES_ON: Final = re.compile(
    rf"[ \t]*(?:(?:\n[ \t]*)?(?!0*1\.)\d+\.+\s*[a-j]?\d|{_RESULT})", re.VERBOSE | re.IGNORECASE
)
_MOVES_FOLLOW: Final = re.compile(rf"[ \t]*(?:\n[ \t]*)?(?:\d+\.+\s*)?(?:\d?{_MOVE.pattern}|\d{{4}}\b)", re.IGNORECASE)
# At most a rest of a move and a number come before the move.
_MOVES_BEGIN: Final = re.compile(
    rf"(?:[^\sk-wyz]*\s+)?(?:\d+\.+\s*)?(?:{_MOVE.pattern}|\d+{SEPARATOR}\d)", re.IGNORECASE
)
_TAG_LINE: Final = re.compile(rf"^[ \t]*\[[ \t]*\w+[ \t]*{_QUOTE}", re.MULTILINE | re.ASCII)
_NEXT_GAME: Final = re.compile(rf"^[ \t]*\[[ \t]*Event[ \t]*{_QUOTE}", re.MULTILINE | re.IGNORECASE)
_PLAYER: Final = re.compile(r"P([12])(?![a-z0-9])")
BLACK_FIRST: Final = ("english", "pool")  # variants of PlayStrategy
_NAMES: Final = {name.casefold(): name for name in (*ROSTER, *OF_THE_GAME)}
_AHEAD: Final = 1 << 16  # characters of lookahead
_LONGEST: Final = 1 << 20  # characters; a longer comment is treated as never closed
_LONGEST_NESTED: Final = 1 << 9  # characters between the first brace that closes and the one of the outer comment
_LONGEST_QUOTE: Final = 30
_ENDS_OF_MOVES: Final = "!?*"
_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_DEEPEST: Final = 20  # nested variations; deeper ones are text


class WrittenMove(NamedTuple):
    """A move as it is written, without the marks after it, and its line."""

    text: str
    line: int


class Fault(NamedTuple):
    """A text that cannot be read, its line and the reason. Among moves, it ends what can be played."""

    text: str
    line: int
    reason: str


class WrittenVariation(NamedTuple):
    """A variation in parentheses, as items and as text."""

    items: "tuple[WrittenItem, ...]"
    text: str


WrittenItem: TypeAlias = WrittenMove | Comment | Mark | SetUp | WrittenVariation | Fault


@dataclass(frozen=True)
class ScoreSheet:
    """The text of one game of a file; ``span`` is its place in the text, in characters.

    ``tags`` are name, value and line. ``items`` are moves, comments, marks, variations, positions set up and faults.
    ``terminator`` is the result that ends the moves, empty if there is none. ``result`` is the Result tag, or the
    terminator if it says something else. ``faults`` are damaged tags; ``doubtful`` are comments that may have
    swallowed moves.
    """

    number: int
    line: int
    tags: tuple[tuple[str, str, int], ...]
    items: tuple[WrittenItem, ...]
    result: str
    terminator: str
    span: tuple[int, int]
    faults: tuple[Fault, ...] = ()
    doubtful: tuple[Fault, ...] = ()

    def diagnostic(self, fault: Fault) -> Diagnostic:
        """Return a fault as an error or a warning about this game."""
        return Diagnostic(self.number, fault.line, fault.reason, fault.text)

    @property
    def problem(self) -> Diagnostic | None:
        """The first error that is found without playing the moves, or None."""
        among = (item for item in self.items if isinstance(item, Fault))
        fault = next(chain(self.faults, among), None)
        return None if fault is None else self.diagnostic(fault)

    @property
    def moves(self) -> tuple[WrittenMove, ...]:
        """The moves of the game up to its first fault, without variations."""
        readable = takewhile(lambda item: not isinstance(item, Fault), self.items)
        return tuple(item for item in readable if isinstance(item, WrittenMove))

    def tag(self, name: str, otherwise: str = "?") -> str:
        """Return the value of a tag, or ``otherwise`` if it is unknown."""
        return next((value for tag, value, _ in self.tags if tag == name and value not in UNKNOWN), otherwise)

    def tag_line(self, name: str) -> int:
        """Return the line of a tag, or of the game if there is no such tag."""
        return next((line for tag, _, line in self.tags if tag == name), self.line)


def score_sheets(text: str) -> list[ScoreSheet]:
    """Return the score sheets of a text."""
    return list(iter(Scanner([text]).read, None))


class _Window:
    """A sliding window of a text; pieces are appended on demand. ``begin`` is its place in the text.

    ``drop`` keeps one character before its place, so that ``^`` still matches at the beginning of a line.
    """

    def __init__(self, pieces: Iterable[str], line: int) -> None:
        self._pieces = iter(pieces)
        self._line = line
        self._counted_to = 0
        self.text = ""
        self.begin = 0
        self.complete = False

    def grow(self, size: int) -> None:
        """Extend the window to at least ``size`` characters, or to the end of the text."""
        while len(self.text) < size and not self.complete:
            piece = next(self._pieces, None)
            self.complete = piece is None
            self.text += piece or ""

    def drop(self, at: int) -> int:
        """Drop the text before a place, and return the new index of the place."""
        dropped = max(0, at - 1)
        self.line_at(at)
        self._counted_to -= dropped
        self.text = self.text[dropped:]
        self.begin += dropped
        return at - dropped

    def line_at(self, at: int) -> int:
        """Return the line of a place, from 1; the places of successive calls must not decrease."""
        self._line += self.text.count("\n", self._counted_to, at)
        self._counted_to = max(at, self._counted_to)
        return self._line

    def closing_brace(self, at: int) -> int:
        """Return the index of the first ``}`` from ``at`` on; -1 if there is none or the comment would be too long."""
        found = self.text.find("}", at, at + _AHEAD)
        if found < 0:
            self.grow(at + _LONGEST)
            found = self.text.find("}", at + _AHEAD, at + _LONGEST)
        return found

    def skip_to(self, pattern: re.Pattern[str], at: int) -> int:
        """Return the place of the first match of ``pattern`` from ``at`` on, or the end of the text.

        Drop the text before it where necessary. ``pattern`` matches only at the beginning of a line.
        """
        while (found := pattern.search(self.text, at)) is None and not self.complete:
            at = self.drop(max(at, self.text.rfind("\n"), len(self.text) - _AHEAD))
            self.grow(len(self.text) + _AHEAD)
        return len(self.text) if found is None else found.start()


def _outer_brace(text: str, at: int, close: int) -> int:
    """Return the place of the brace that closes the one ``at``, if comments are nested; else ``close``, the first."""
    if text.find("{", at + 1, close) < 0:
        return close
    depth = 0
    for brace in _BRACE.finditer(text, at, close + _LONGEST_NESTED):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return close if _TAG_LINE.search(text, at, brace.start()) else brace.start()
    return close


def _readable(junk: re.Match[str]) -> list[re.Match[str]]:
    """Return the tokens of moves that are written with look-alike characters. Return other junk unchanged."""
    tokens = [] if junk[0].isascii() else list(_TOKEN.finditer(plain(junk[0])))
    is_moves = all(token.lastgroup in ("move", "mark", "number", "space", "footnote") for token in tokens)
    return tokens if tokens and is_moves else [junk]


class _OpenVariation:
    """A variation that is being read, or the game itself. ``begin`` is the index of its first piece of text."""

    def __init__(self, begin: int = 0) -> None:
        self.items: list[WrittenItem] = []
        self.begin = begin


class Scanner:
    """A reader of the sheets in a text that arrives in pieces. ``line`` is the number of its first line."""

    def __init__(self, pieces: Iterable[str], line: int = 1) -> None:
        self._window = _Window(pieces, line)
        self._at = 0
        self._fresh_line = self._fresh_paragraph = True
        self.count = 0
        """The number of games read so far."""
        self._clear()

    def _clear(self) -> None:
        self._first: int | None = None
        self._first_line = 0
        self._tags: dict[str, tuple[str, int]] = {}
        self._levels = [_OpenVariation()]
        self._text_of_variations: list[str] = []
        self._result = ""
        self._depth = self._opened_line = 0
        self._in_moves = self._has_moves = False
        self._header: list[Fault] = []
        self._doubtful: list[Fault] = []
        self._is_faulty = False
        self._numbered_from: int | None = None
        self._moves_from = 0

    def read(self) -> ScoreSheet | None:
        """Return the next sheet, or None at the end of the text."""
        while (match := self._token()) is not None:
            at, kind = match.start(), match.lastgroup
            if self._in_moves and self._has_moves and not self._depth and self._take_run(at):
                continue
            if kind == "space":
                self._at = match.end()
                self._keep_text(match[0])
                self._fresh_line = self._fresh_line or "\n" in match[0] or "\\" in match[0]
                self._fresh_paragraph = match[0].count("\n") > 1 or (self._fresh_paragraph and self._fresh_line)
                continue
            tag = self._tag_of(match) if kind in ("tag", "no_tag") else None
            if tag is not None and self._begins_another(tag[0]):
                sheet = self._close(at)
                if sheet is not None:
                    return sheet
            if kind == "junk" and not _DIGIT.search(match[0]) and self._take_prose(at):
                continue
            self._at = match.end()
            if kind == "brace":
                self._take_comment(at)
                continue
            is_new = self._first is None and not self._has_moves
            is_stray = kind == "no_tag" and tag is None and is_new and not _NO_REMARK.search(match[0])
            if kind == "wrapping" or is_stray or (kind in ("mark", "footnote") and is_new):
                continue
            if kind == "number" and self._fresh_line and self._is_faulty and not (self._tags or self._has_moves):
                self._clear()
            if self._first is None:
                self._begin(at)
            if kind == "result" and not self._depth:
                if self._take_result(match[0], at) and (sheet := self._close(self._at)) is not None:
                    return sheet
            elif tag is not None and not self._depth:
                self._keep_text(match[0])
                self._tags.setdefault(tag[0], (tag[1], self._window.line_at(at)))
            else:
                for token in _readable(match) if kind == "junk" else (match,):
                    self._take(token, at)
            self._fresh_line = self._fresh_paragraph = False
        return self._close(self._at)

    def _take_result(self, result: str, at: int) -> bool:
        """Read a result. Return False if the game goes on behind it: it is a mark or an error then."""
        self._at = at + len(result)
        goes_on = _GOES_ON if self._has_moves else _MOVES_BEGIN if result == "*" else _MOVES_FOLLOW
        is_in_tags = not self._has_moves and self._window.text.startswith("[", self._at)
        if is_in_tags or goes_on.match(self._window.text, self._at, self._at + _AHEAD):
            if result == "*":
                self._add(Mark(result))
            else:
                self._fail(at, result, f"{quoted(result)} stands among the moves")
            return False
        self._result = "".join(result.split())
        self._take_comments_of_line()
        return True

    def _tag_of(self, match: re.Match[str]) -> tuple[str, str] | None:
        """Return the name and the value of a tag, which may lack its quotes, or None if the brackets hold none."""
        if match.lastgroup == "tag":
            value = match["value"]
            if value is None:
                value = html.unescape(match["other"])
            value = " ".join(re.sub(r"\\(.)", r"\1", value).splitlines())
            return _NAMES.get(match["name"].casefold(), match["name"]), value
        bare = None if self._in_moves else _BARE_TAG.fullmatch(match[0])
        if bare is None:
            return None
        name = _NAMES.get(bare[1].casefold(), bare[1] if '"' in bare[0] else "")
        return (name, bare[2].strip()) if name else None

    def _take_prose(self, at: int) -> bool:
        """Read the words up to the end of the line as a comment. Return False if there are moves among them.

        Before the first tag of a game the words are left out.
        """
        line = _PROSE.match(self._window.text, at, at + _AHEAD)
        if at + self._window.begin < self._moves_from or line is None or not _WORD.search(plain(line[0])):
            return False
        if self._in_moves and self._window.text.startswith("[", line.end()):
            return False
        result = _ENDS_PROSE.search(line[0])
        words = line[0][: result.start()] if result else line[0]
        if (move := _MOVE.search(plain(words))) is not None:
            self._moves_from = at + self._window.begin + move.start()
            return False
        self._at = at + len(words)
        if self._first is not None:
            self._keep_text(words)
            self._add(Comment(words.strip()))
        return True

    def _token(self) -> re.Match[str] | None:
        window = self._window
        if not window.complete and len(window.text) - self._at < _AHEAD:
            self._at = window.drop(self._at)
            window.grow(self._at + 2 * _AHEAD)
        if self._at >= len(window.text):
            return None
        match = _TOKEN.match(window.text, self._at, self._at + _AHEAD)
        assert match is not None, "any character is junk if it is nothing else"
        return match

    def _take_run(self, at: int) -> bool:
        """Read plain moves at once, as they are read one by one. Return False if there are none at a place."""
        run = _RUN.match(self._window.text, at, at + _AHEAD)
        if run is None:
            return False
        for move in _OF_RUN.finditer(self._window.text, at, run.end() + 1):
            self._add(WrittenMove(move[0], self._window.line_at(move.start())))
        self._at = run.end()
        self._fresh_line = self._fresh_paragraph = False
        return True

    def _begins_another(self, name: str) -> bool:
        """Return True if a tag belongs to the next game: moves or a tag of the same name come before it.

        In a variation, or after a fault among the moves, return True if the tag is the first in its line.
        """
        if self._depth or (self._in_moves and self._is_faulty):
            return self._fresh_line
        return self._in_moves or name in self._tags or (name == "Event" and self._is_faulty)

    def _begin(self, at: int) -> None:
        """Begin a game at a place."""
        self._first = at + self._window.begin
        self._first_line = self._window.line_at(at)

    def _take_comment(self, at: int) -> None:
        """Read a comment from its brace on.

        If no brace closes it, or another game begins before that brace, record an error and go on at the next game.
        """
        close = self._window.closing_brace(at)
        swallowed = None if close < 0 else _NEXT_GAME.search(self._window.text, at, close)
        if self._first is None:
            self._begin(at)
        if close >= 0 and swallowed is None:
            self._window.grow(close + _LONGEST_NESTED)
            outer = _outer_brace(self._window.text, at, close)
            text = self._window.text[at + 1 : outer]
            self._keep_text(f"{{{text}}}")
            if outer == close and _MOVE.search(text, 0, max(0, text.find("{"))):
                self._doubt(at, text)
            self._add(Comment(text if outer == close else text.translate({123: "(", 125: ")"})))
            close = outer
            self._at = close + 1
            self._fresh_line = False
            return
        self._fail(at, "{", "the comment is never closed")
        self._at = swallowed.start() if swallowed else self._window.skip_to(_TAG_LINE, at)
        self._fresh_line = True

    def _take_comments_of_line(self) -> None:
        """Read the comments after a result in the same line. They belong to the game with this result."""
        while (match := self._token()) is not None:
            at, kind = match.start(), match.lastgroup
            if kind == "space" and "\n" not in match[0]:
                self._at = match.end()
            elif kind == "rest":
                self._at = match.end()
                self._take(match, at)
            elif kind == "brace":
                close = self._window.closing_brace(at)
                if close < 0 or _NEXT_GAME.search(self._window.text, at, close):
                    return
                self._take_comment(at)
            else:
                return

    def _add(self, item: WrittenItem) -> None:
        """Add an item to the current variation, unless it is nested too deeply."""
        if self._depth < _DEEPEST:
            self._levels[-1].items.append(item)

    def _keep_text(self, text: str) -> None:
        """Add a piece to the text of the variations, if one is open."""
        if self._depth:
            self._text_of_variations.append(text)

    def _take(self, match: re.Match[str], at: int) -> None:
        """Add a token to the current sheet. ``at`` is its place."""
        kind, text = match.lastgroup, match[0]
        is_first = not (self._has_moves or self._tags or self._numbered_from is not None)
        is_year = kind == "move" and text.isdigit() and is_first
        if is_year and _MOVES_FOLLOW.match(self._window.text, self._at, self._at + _AHEAD) is None:
            return
        if kind == "closing":
            self._close_variation(at)
        self._keep_text(text)
        if kind == "opening":
            self._open_variation(at)
        elif kind == "rest":
            if _MOVES_BEGIN.match(text, 1):
                self._doubt(at, text)
            self._add(Comment(text.removeprefix(";")))
        elif kind in ("mark", "result"):
            self._add(Mark(text))
        elif kind == "move":
            self._in_moves = self._in_moves or not self._depth
            self._has_moves = True
            text = "".join(text.split())
            bare = text.rstrip(_ENDS_OF_MOVES)
            self._add(WrittenMove(bare, self._window.line_at(at)))
            if bare != text:
                self._add(Mark(text[len(bare) :]))
        elif kind in ("number", "figures"):
            self._take_number(text, at, is_bare=kind == "figures")
        elif kind == "footnote":
            self._add(Comment(text.lstrip(_DASHES) or text))
        elif kind == "setup" and (self._in_moves or self._depth):
            self._add(SetUp(match["fen"], self._window.line_at(at)))
        elif kind == "setup":
            self._tags["FEN"] = match["fen"], self._window.line_at(at)
        elif kind in ("tag", "broken") or (kind == "no_tag" and _NO_REMARK.search(text)):
            self._fail(at, text, f"{quoted(text, _LONGEST_QUOTE)} is no tag", is_tag=not self._in_moves)
        elif kind == "no_tag":
            self._add(Comment(text))
        elif kind == "junk":
            self._fail(at, text, f"{quoted(text, _LONGEST_QUOTE)} is no move")

    def _take_number(self, text: str, at: int, is_bare: bool) -> None:
        """Check a number without a point: it must be that of the next move, counted from the first number."""
        figures, end = text.rstrip(".)\u2026"), at + len(text)
        if not figures or not (is_bare or self._numbered_from is None):
            return
        if self._depth and (not is_bare or _MOVES_BEGIN.match(self._window.text, end, end + _AHEAD)):
            return
        moves = sum(isinstance(item, WrittenMove) for item in self._levels[-1].items)
        begun = int(figures[-4:]) - moves // 2
        if not self._depth and self._numbered_from is None and not (is_bare and moves):
            self._numbered_from = begun
        elif self._depth or self._numbered_from is None or not 0 <= begun - self._numbered_from <= 1:
            self._fail(at, text, f"{quoted(text)} is no move")

    def _open_variation(self, at: int) -> None:
        if not self._depth:
            self._opened_line = self._window.line_at(at)
        self._depth += 1
        if self._depth < _DEEPEST:
            self._levels.append(_OpenVariation(len(self._text_of_variations)))
        else:
            self._levels[-1].items.append(Fault("(", self._opened_line, "variations are nested too deeply"))

    def _close_variation(self, at: int) -> None:
        self._depth -= 1
        if self._depth < 0:
            self._depth = 0
            self._fail(at, ")", "there is no variation to close with )")
        elif self._depth < _DEEPEST - 1:
            level = self._levels.pop()
            text = "".join(self._text_of_variations[level.begin :])
            self._add(WrittenVariation(tuple(level.items), text))

    def _fail(self, at: int, text: str, reason: str, is_tag: bool = False) -> None:
        """Store a fault in its place, or as one of the tags."""
        self._is_faulty = True
        fault = Fault(text, self._window.line_at(at), reason)
        if is_tag and not self._depth:
            self._header.append(fault)
        else:
            self._in_moves = self._in_moves or not self._depth
            self._add(fault)

    def _doubt(self, at: int, text: str) -> None:
        """Store a comment that begins among the moves, and may have swallowed some."""
        if self._in_moves and not self._depth:
            reason = f"{quoted(' '.join(text.split()), _LONGEST_QUOTE)} is read as a comment, but has moves"
            self._doubtful.append(Fault(text, self._window.line_at(at), reason))

    def _in_colors(self, name: str) -> str:
        """Return the name of a tag with the color of the player whom PlayStrategy calls P1, who moves first, or P2."""
        player = _PLAYER.match(name) if "Variant" in self._tags else None
        if player is None:
            return name
        begins_black = self._tags["Variant"][0].casefold() in BLACK_FIRST
        in_colors = ("White", "Black")[(player[1] == "2") != begins_black] + name[2:]
        return name if in_colors in self._tags else in_colors

    def _close(self, end: int) -> ScoreSheet | None:
        """Begin the next sheet. Return the current one if it has tags or moves: an error alone is no game."""
        if self._depth:
            self._levels[0].items.append(Fault("(", self._opened_line, "the variation is never closed"))
        sheet = None
        if self._first is not None and (self._tags or self._has_moves):
            self.count += 1
            stated = self._tags.get("Result", (UNDECIDED, 0))[0]
            items = self._levels[0].items
            if not self._result and items and isinstance(items[-1], WrittenMove) and items[-1].text == stated:
                self._result = stated
                items.pop()
            sheet = ScoreSheet(
                self.count,
                self._first_line,
                tuple((self._in_colors(name), value, line) for name, (value, line) in self._tags.items()),
                tuple(self._levels[0].items),
                stated if self._result in ("", UNDECIDED) or points(stated) == points(self._result) else self._result,
                self._result,
                (self._first, end + self._window.begin),
                tuple(self._header),
                tuple(self._doubtful),
            )
        self._clear()
        return sheet
