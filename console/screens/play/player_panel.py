"""The panel of the players, the pieces they have captured, and the moves. It is beside the board or around it."""

from collections.abc import Sequence
from itertools import islice, zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import clock_text, duration_text
from console.game.options import FIT
from console.screens.play.layout import PlayLayout
from console.screens.play.transcript import spans
from console.screens.widgets.board import draw_small_man
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped
from engine.game import Turn
from engine.geometry import SIDE_NAMES, WHITE

_TITLE: Final = "EGA CHECKERS"
_BOX_ROWS: Final = 3
_PLAYER_ROWS: Final = 2
_TURN_ROWS: Final = 2
_LEAST_BOXED_WIDTH: Final = 24
_LEAST_BOXED_HEIGHT: Final = 13
_LEAST_TWO_PER_ROW: Final = 26
_NUMBERED_COLUMNS: Final = 6
_CELL: Final = 14
_NUMBER_COLUMNS: Final = 3
_TIME_COLUMNS: Final = 5
_HUFFED: Final = "huff"
_GAP: Final = 2
_MARGIN: Final = 2
_LEAST_IN_FULL: Final = 27
_MOST_IN_FULL: Final = 33


class OnTurn(NamedTuple):
    """The side that is marked as the side to move, or None, and the sentence about whose turn it is."""

    side: int | None
    line: str


class PlayersPanel(NamedTuple):
    """Draws the players, the rules and the moves of a game on a canvas."""

    canvas: Canvas
    theme: Theme
    state: State
    on_turn: OnTurn

    def draw(self, place: PlayLayout) -> None:
        """Draw the title, the rules, the players and, in a panel, the moves, at their places in a layout."""
        bottom = self.state.bottom
        if place.header is not None:
            self._draw_header()
        if place.rules is not None:
            self.draw_rules(place.rules)
        if place.above is not None and place.below is not None:
            above = place.above if place.header is not None else self._draw_rules_after(place.above)
            self._draw_line(1 - bottom, above)
            self._draw_line(bottom, place.below)
        if place.panel is not None and place.bar is not None:
            self.draw_panel(place.panel, place.in_full)
        elif place.panel is not None:
            self._draw_strip(1 - bottom, place.panel, place.panel.row)
            self._draw_strip(bottom, place.panel, place.panel.row + place.panel.height - 3)

    # The game

    def _draw_header(self) -> None:
        """Draw the title, the rules and the level in the first row."""
        canvas, right = self.canvas, self._header
        start = max(0, canvas.width - 1 - len(right))
        if start > len(_TITLE) + 1:
            canvas.text(0, 1, _TITLE, self.theme.palette.title)
        canvas.text(0, start, right, self.theme.palette.dim)

    @property
    def _header(self) -> str:
        """The rules and the level, or the label of the activity."""
        state = self.state
        if state.activity.label:
            return f"{self._rules_line}  {state.activity.label}"
        has_level = state.table.has_level and not state.table.engine
        return f"{self._rules_line}  {_strength(state)}" if has_level else self._rules_line

    @property
    def header_room(self) -> Rect:
        """The part of the first row between the title and the rules."""
        start = len(_TITLE) + 3
        return Rect(0, start, 1, max(0, self.canvas.width - 3 - len(self._header) - start))

    @property
    def _rules_line(self) -> str:
        """The rule set and the kind of jumping."""
        return f"{self.state.table.rules.name}, {self.state.table.jumping}"

    def draw_rules(self, rect: Rect) -> None:
        """Draw the rules on the lines of ``rect``."""
        for row, line in enumerate(folded(self._rules_line, rect.width)[: max(0, rect.height)], rect.row):
            self.canvas.text(row, rect.column, line, self.theme.palette.dim)

    def _draw_rules_after(self, line: Rect) -> Rect:
        """Draw the rules at the right end of a line, and return the rest of the line."""
        width = len(self._rules_line)
        self.draw_rules(line._replace(column=line.column + line.width - width, width=width))
        return line._replace(width=line.width - width - 1)

    # The players

    def draw_panel(self, rect: Rect, in_full: bool = False) -> None:
        """Draw the upper player, the moves, the lower player, and the sentence about whose turn it is."""
        canvas, palette, state, column = self.canvas, self.theme.palette, self.state, rect.column + 1
        boxed = _is_boxed(rect)
        rows = _BOX_ROWS if boxed else _PLAYER_ROWS
        own = rect._replace(row=rect.row + rect.height - (_TURN_ROWS if boxed else 0) - rows, height=rows)
        draw_player = self._draw_box if boxed else self._draw_two_lines
        draw_player(1 - state.bottom, rect._replace(height=rows))
        draw_player(state.bottom, own)
        canvas.text(rect.row + rows, column, _opening_line(state), palette.dim, rect.width - 1)
        draw_moves(canvas, self.theme, state, moves_place(rect), in_full)
        if boxed:
            lines = islice(spans(self.on_turn.line, rect.width - 1), _TURN_ROWS)
            for row, (first, end) in enumerate(lines, own.row + rows):
                canvas.text(row, column, self.on_turn.line[first:end], palette.prompt)

    def _draw_box(self, side: int, rect: Rect) -> None:
        """Draw a player's box, with the name and the side in its border and the captured pieces inside.

        The side is drawn inside if the border has no room for it. The colour of White's pieces is left out if there is
        no room for it.
        """
        canvas, frame, name = self.canvas, self.theme.palette.frame, SIDE_NAMES[side]
        canvas.box(*rect, self.theme.glyphs.single, frame)
        canvas.fill(rect.row, rect.column + 1, 1, 6, " ", frame)
        end = self._draw_name(side, rect.row, rect.column + 1, rect.width - 3)
        row, column, room = rect.row + 1, rect.column + 2, rect.width - 4
        with_colour = f"{name} ({self.theme.white_called})" if side == WHITE else name
        title_room, inner_room = rect.column + rect.width - end - 3, room - self._taken_width(side)
        if len(name) <= title_room:
            canvas.text(rect.row, end, f" {with_colour if len(with_colour) <= title_room else name} ", frame)
        else:
            canvas.text(rect.row, end, " ", frame)
            after = canvas.text(row, column, with_colour if len(with_colour) < inner_room else name, frame) + 1
            column, room = after, room - (after - column)
        self._draw_taken(side, row, column, room)

    def _draw_two_lines(self, side: int, rect: Rect) -> None:
        """Draw a player on two lines, with a mark if it is his turn."""
        self._draw_name(side, rect.row, rect.column, rect.width, marked=side == self.on_turn.side)
        self._draw_taken(side, rect.row + 1, rect.column + 1, rect.width - 1)

    def _draw_line(self, side: int, rect: Rect) -> None:
        """Draw a player on one line: a mark if it is his turn, his name and the pieces he has captured."""
        end = self._draw_name(side, rect.row, rect.column, rect.width - 10, marked=side == self.on_turn.side)
        self._draw_taken(side, rect.row, end + 2, rect.column + rect.width - end - 2)

    def _draw_strip(self, side: int, rect: Rect, row: int) -> None:
        """Draw a player on three rows of a strip of a few columns."""
        canvas, palette, table = self.canvas, self.theme.palette, self.state.table
        style = palette.prompt if side == self.on_turn.side else palette.player
        canvas.text(row, rect.column + 1, clipped(table.shown_names[side], rect.width - 1, "."), style)
        if table.taken(side):
            self._draw_men(1 - side, 1, row + 1, rect.column + 2)
            canvas.text(row + 1, rect.column + 4, f"{table.taken(side)}", palette.text)
        canvas.text(row + 2, rect.column + 1, self._clock(side)[: rect.width - 1], palette.text)

    def _draw_name(self, side: int, row: int, column: int, room: int, marked: bool = False) -> int:
        """Draw a man and the name, after a mark if it is the player's turn. Return the column after the name."""
        canvas, palette = self.canvas, self.theme.palette
        canvas.text(row, column, self.theme.glyphs.right if marked else " ", palette.prompt)
        self._draw_men(side, 1, row, column + 2)
        name = clipped(self.state.table.shown_names[side], max(1, room - 5), ".")
        return canvas.text(row, column + 5, name, palette.player)

    def _clock(self, side: int) -> str:
        """Return the time left on a side's clock, or an empty text if it has none."""
        clock = self.state.table.clock
        return clock_text(clock.left(side)) if clock is not None and side in clock.sides else ""

    def _taken_width(self, side: int) -> int:
        """Return the width of a side's clock and of the pieces it has captured, in columns."""
        taken, clock = self.state.table.taken(side), self._clock(side)
        return (len(clock) + 1 if clock else 0) + (len(f"takes {taken}") + taken + 3 if taken else 0)

    def _draw_taken(self, side: int, row: int, column: int, room: int) -> None:
        """Draw the number of captured pieces, the pieces if all of them fit, and the clock at the right end."""
        palette, clock, taken = self.theme.palette, self.state.table.clock, self.state.table.taken(side)
        shown = self._clock(side)
        if clock is not None and shown:
            style = palette.prompt if clock.running == side else palette.text
            self.canvas.text(row, column + room - len(shown), shown, style)
            room -= len(shown) + 1
        if taken:
            text = f"takes {taken}"
            fitting = [words for words in (text, f"{taken}") if len(words) + taken + 3 <= room]
            end = self.canvas.text(row, column, fitting[0] if fitting else text, palette.text, room)
            if fitting:
                self._draw_men(1 - side, taken, row, end + 2)

    def _draw_men(self, side: int, count: int, row: int, column: int) -> None:
        """Draw men side by side on the background of a dark square."""
        self.canvas.fill(row, column - 1, 1, count + 2, " ", self.theme.palette.board.dark)
        for place in range(column, column + count):
            draw_small_man(self.canvas, row, place, side, self.theme)


def _strength(state: State) -> str:
    """Return the computer's level, or its rating if that is not the level's."""
    strength = state.table.strength
    if strength.rating is None:
        return f"level {state.level}"
    return f"rated {strength.rating}" if strength.rival else f"level {FIT}, {strength.rating}"


def moves_place(rect: Rect) -> Rect:
    """Return the part of the panel ``rect`` for the moves, between the players."""
    rows = _BOX_ROWS if _is_boxed(rect) else _PLAYER_ROWS
    below = rows + (_TURN_ROWS if _is_boxed(rect) else 0)
    return rect._replace(row=rect.row + rows + 1, height=max(0, rect.height - rows - below - 2))


def _is_boxed(rect: Rect) -> bool:
    """Return True if there is room for the players' boxes."""
    return rect.width >= _LEAST_BOXED_WIDTH and rect.height >= _LEAST_BOXED_HEIGHT


def folded(text: str, width: int) -> list[str]:
    """Wrap a text to a width in columns. Break words at hyphens only, or else cut them and end them in a dot."""
    lines = wrap(text, width, break_long_words=False)
    if any(len(line) > width for line in lines):
        whole_words = wrap(text, width, break_long_words=False, break_on_hyphens=False)
        return [clipped(line.rstrip(","), width, ".") for line in whole_words]
    return lines


def _opening_line(state: State) -> str:
    """Return the name of the opening and the number of the ballot; empty if the game has neither."""
    from console.game.openings import ballot_of, opening_of

    if not state.game.ply:
        return ""
    ballot = ballot_of(state.game)
    return ", ".join(filter(None, (opening_of(state.game), f"ballot {ballot}" if ballot else "")))


def draw_moves(canvas: Canvas, theme: Theme, state: State, rect: Rect, in_full: bool) -> None:
    """Draw the last moves that fit, in both notations and with marks.

    ``in_full``: with all squares of a jump, and with the time of each move.
    """
    if rect.height < 1:
        return
    turns, palette = state.game.turns[: state.game.ply], theme.palette
    columns = _columns_in_full(rect.width) if in_full else _columns(rect.width)
    parts_of = _parts_in_full if in_full else _parts
    lines: list[tuple[str, Sequence[_Part]]] = []
    for first in range((len(turns) - 1) // columns.per_row * columns.per_row, -1, -columns.per_row):
        plies = range(first, min(first + columns.per_row, len(turns)))
        moves = list(zip_longest(*(parts_of(state, ply, columns) for ply in plies), fillvalue=_Part()))
        if len(lines) + len(moves) > rect.height:
            break
        number = f"{first // 2 + 1:2}" if first % 2 == 0 else ""
        lines = [(number, moves[0]), *(("", parts) for parts in moves[1:]), *lines]
    for row, (number, parts) in enumerate(lines, rect.row):
        canvas.text(row, rect.column, number, palette.dim)
        for place, part in enumerate(parts):
            column = rect.column + _NUMBER_COLUMNS + place * (columns.width + columns.gap)
            end = canvas.text(row, column, part.named, palette.text)
            canvas.text(row, end, part.mark, palette.alert)
            canvas.text(row, column + columns.named + 1, part.numbered, palette.dim)
            canvas.text(row, column + columns.width - len(part.time), part.time, palette.text)


class _Columns(NamedTuple):
    """The columns of the list: the number of moves per row, and the widths of the parts of a move."""

    per_row: int
    named: int
    numbered: int
    time: int
    gap: int

    @property
    def width(self) -> int:
        """The width of one move."""
        return self.named + 1 + self.numbered + (1 + self.time if self.time else 0)


class _Part(NamedTuple):
    """One line of a move: its squares by name, a mark, its squares by number, and its time."""

    named: str = ""
    mark: str = ""
    numbered: str = ""
    time: str = ""


def _columns(width: int) -> _Columns:
    """Return the columns for a panel of a width."""
    per_row = 2 if width >= _LEAST_TWO_PER_ROW else 1
    cell = min(_CELL, (width - _NUMBER_COLUMNS - (per_row - 1)) // per_row)
    return _Columns(per_row, cell - _NUMBERED_COLUMNS, _NUMBERED_COLUMNS - 1, 0, 2 if width > 2 * _CELL + 4 else 1)


def _columns_in_full(width: int) -> _Columns:
    """Return the columns for moves in full. Their right edge is that of the inside of the players' boxes."""
    room = width - _NUMBER_COLUMNS - _MARGIN
    per_row = 2 if room >= 2 * _LEAST_IN_FULL + _GAP else 1
    cell = min(_MOST_IN_FULL, (room - (per_row - 1) * _GAP) // per_row)
    squares = cell - _TIME_COLUMNS - 2
    named = squares * 4 // 7
    return _Columns(per_row, named, squares - named, _TIME_COLUMNS, _GAP)


def _parts(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move as one line."""
    turn = state.game.turns[ply]
    # There is no room for a mark of two characters beside the numbers, so the mark replaces them.
    sign = state.activity.marks_at(ply + 1) or (_HUFFED if turn.huffed is not None else "")
    numbered = sign or f"{turn.move.start}{_separator(turn)}{turn.move.end}"
    return [_Part(_console_text(state, turn, columns.named), numbered=numbered)]


def _parts_in_full(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move with all its squares and its time, on as many lines as needed."""
    turn, seconds = state.game.turns[ply], state.table.stopwatch.seconds(ply)
    mark = state.activity.marks_at(ply + 1) or (f" {_HUFFED}" if turn.huffed is not None else "")
    named = _joined([state.table.naming.square(number) for number in turn.move.path], " ", columns.named - len(mark))
    numbered = _joined([str(number) for number in turn.move.path], _separator(turn), columns.numbered)
    time = "" if seconds is None else duration_text(seconds)
    marks = [""] * (len(named) - 1) + [mark]
    return [_Part(*cells) for cells in zip_longest(named, marks, numbered, [time], fillvalue="")]


def _separator(turn: Turn) -> str:
    return "x" if turn.move.captured else "-"


def _joined(parts: Sequence[str], separator: str, width: int) -> list[str]:
    """Join parts by a separator and wrap them to a width. Lines after the first begin with the separator."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1] + separator + part) <= width:
            lines[-1] += separator + part
        else:
            lines.append((separator + part).strip())
    return lines


def _console_text(state: State, turn: Turn, width: int) -> str:
    """Return a move in the notation of the prompt. If a jump is too long, return its two ends."""
    text = state.table.naming.move(turn.move)
    if len(text) > width:
        ends = (turn.move.start, turn.move.end)
        text = (":" if turn.move.captured else " ").join(state.table.naming.square(number) for number in ends)
    return clipped(text, width)
