"""The panel of the players, the pieces they have captured, and the moves. It is beside the board or around it."""

from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import clock_text
from console.game.match import points_text
from console.game.options import FIT
from console.screens.play.layout import PanelParts, PlayLayout
from console.screens.play.scoreboard import draw_between
from console.screens.play.transcript import spans
from console.screens.widgets.board import draw_small_man
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_header
from console.terminal.canvas import Canvas, Rect, clipped
from console.text.sentences import draw_count_of
from engine.game import draw_count
from engine.geometry import SIDE_NAMES, WHITE

_TITLE: Final = "EGA CHECKERS"


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
        if place.has_header:
            draw_header(self.canvas, self.theme, _TITLE, self._header)
        if place.rules is not None:
            self.draw_rules(place.rules)
        if place.parts is not None:
            self.draw_panel(place.parts, place.in_full)
        else:
            self._draw_strip(1 - bottom, place.panel, place.panel.row)
            self._draw_strip(bottom, place.panel, place.panel.row + place.panel.height - 3)

    # The game

    @property
    def _header(self) -> str:
        """The rules, and the label of the activity, the game of a match or the level."""
        more, match, program = self.state.activity.label, self.state.table.match, self.state.table.seats.program
        if not more and match is not None:
            more = f"game {match.number} of {match.best_of}"
        elif not more and program is not None and program.has_level and not program.engine:
            # If the strength follows the player's rating, it is that rating.
            more = f"level {FIT}, {program.rating}" if program.is_fitted else f"level {program.level}"
        return f"{self._rules_line}  {more}".rstrip()

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
        self.canvas.lines(rect, folded(self._rules_line, rect.width), self.theme.palette.dim)

    # The players

    def draw_panel(self, parts: PanelParts, in_full: bool = False) -> None:
        """Draw the upper player, the moves, the lower player, and the sentence about whose turn it is."""
        canvas, palette, state, turn = self.canvas, self.theme.palette, self.state, parts.turn
        for side, rect in ((1 - state.bottom, parts.upper), (state.bottom, parts.lower)):
            if parts.is_boxed:
                self._draw_border(side, rect)
                self._draw_taken(side, rect.row + 1, rect.column + 2, rect.width - 4)
            else:
                self._draw_name(side, rect.row, rect.column, rect.width)
                self._draw_taken(side, rect.row + 1, rect.column + 1, rect.width - 1)
        canvas.text(parts.moves.row - 1, turn.column, _opening_line(state, turn.width), palette.dim, turn.width)
        draw_between(canvas, self.theme, state, parts.moves, in_full)
        line = self.on_turn.line
        canvas.lines(turn, (line[first:end] for first, end in spans(line, turn.width)), palette.prompt)

    def _draw_border(self, side: int, rect: Rect) -> None:
        """Draw the border of a player's box with the name and the side, which is below if there is no room for it."""
        canvas, frame, name = self.canvas, self.theme.palette.frame, SIDE_NAMES[side]
        canvas.box(*rect, self.theme.glyphs.single, frame)
        canvas.fill(rect.row, rect.column + 1, 1, 6, " ", frame)
        end = self._draw_name(side, rect.row, rect.column + 1, rect.width - 3)
        end = canvas.text(rect.row, end, " ", frame)
        words, room = self._side_in_words(side), rect.column + rect.width - end - 3
        if self.state.table.seats.shown_names[side] == name:
            words, end = words.removeprefix(name).strip(), end - 2
        row, column = rect.row, end
        if len(words) > room:
            row, column, room = rect.row + rect.height - 1, rect.column + 1, rect.width - 4
        if words:
            canvas.text(row, column + 1, f" {words} "[: room + 1], frame)

    def _side_in_words(self, side: int) -> str:
        """Return the name of a side, with the colour of White's pieces if they are not white."""
        called = self.theme.white_called if side == WHITE else ""
        return f"{SIDE_NAMES[side]} ({called})" if called else SIDE_NAMES[side]

    def _draw_strip(self, side: int, rect: Rect, row: int) -> None:
        """Draw a player on three rows of a strip of a few columns."""
        canvas, palette, table = self.canvas, self.theme.palette, self.state.table
        style = palette.prompt if side == self.on_turn.side else palette.player
        name = table.seats.shown_names[side].removeprefix("The ")
        canvas.text(row, rect.column, self.theme.glyphs.right if side == self.on_turn.side else " ", style)
        canvas.text(row, rect.column + 1, clipped(name, rect.width - 1, "."), style)
        if table.taken(side):
            self._draw_men(1 - side, 1, row + 1, rect.column + 2)
            canvas.text(row + 1, rect.column + 4, f"{table.taken(side)}", palette.text)
        shown = self._clock(side) or self._points(side).strip()
        if len(shown) > rect.width:
            shown = f"{shown[:-3]}h"  # hours and minutes of a clock
        canvas.text(row + 2, rect.column + (len(shown) < rect.width), shown[: rect.width], palette.text)

    def _draw_name(self, side: int, row: int, column: int, room: int) -> int:
        """Draw a man and the name, after a mark if it is the player's turn. Return the column after the name."""
        canvas, palette = self.canvas, self.theme.palette
        canvas.text(row, column, self.theme.glyphs.right if side == self.on_turn.side else " ", palette.prompt)
        self._draw_men(side, 1, row, column + 2)
        points = self._points(side)
        name = clipped(self.state.table.seats.shown_names[side], max(1, room - 5 - len(points)), ".")
        end = canvas.text(row, column + 5, name, palette.player)
        return canvas.text(row, end, points, palette.prompt) if points else end

    def _points(self, side: int) -> str:
        """Return a player's points in a match, after two blanks; empty outside of matches."""
        match = self.state.table.match
        return f"  {points_text(match.points[side])}" if match is not None else ""

    def _clock(self, side: int) -> str:
        """Return the time left on a side's clock, or an empty text if it has none."""
        clock = self.state.table.clock
        return clock_text(clock.left(side)) if clock is not None and side in clock.sides else ""

    def _draw_taken(self, side: int, row: int, column: int, room: int) -> None:
        """Draw the number of captured pieces, the pieces if all of them fit, and the clock at the right end."""
        palette, clock, taken = self.theme.palette, self.state.table.clock, self.state.table.taken(side)
        shown = self._clock(side)
        if clock is not None and shown:
            style = palette.prompt if clock.running == side else palette.text
            self.canvas.text(row, column + room - len(shown), shown, style)
            room -= len(shown) + 1
        if taken:
            text = f"{taken} taken"
            fitting = [words for words in (text, f"{taken}") if len(words) + taken + 3 <= room]
            end = self.canvas.text(row, column, fitting[0] if fitting else text, palette.text, room)
            if fitting:
                self._draw_men(1 - side, taken, row, end + 2)

    def _draw_men(self, side: int, count: int, row: int, column: int) -> None:
        """Draw men side by side on the background of a dark square."""
        self.canvas.fill(row, column - 1, 1, count + 2, " ", self.theme.palette.board.dark)
        for place in range(column, column + count):
            draw_small_man(self.canvas, row, place, side, self.theme)


def folded(text: str, width: int) -> list[str]:
    """Wrap a text to a width in columns, broken at spaces and hyphens. There are no lines if a word does not fit."""
    lines = wrap(text, width, break_long_words=False)
    return lines if all(len(line) <= width for line in lines) else []


def _opening_line(state: State, room: int) -> str:
    """Return the count of moves that draws the game, while it runs, or else the name of the opening.

    The number of the ballot follows if both fit; the line is empty if the game has neither.
    """
    from ai.openings.names import ballot_of, opening_of

    if not state.game.ply:
        return ""
    count = draw_count(state.game)
    if draw_count_of(state.game):
        return f"Draw: {count.moves} of {count.limit} moves"
    opening, ballot = opening_of(state.game), ballot_of(state.game)
    both = ", ".join(filter(None, (opening, f"ballot {ballot}" if ballot else "")))
    fitting = (text for text in (f"Opening: {both}", both, opening) if text and len(text) <= room)
    return next(fitting, "") if opening else both
