"""The players with the pieces they have captured, and the moves: in a panel or a strip beside the board."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import clock_text
from console.game.match import points_text
from console.game.options import FIT
from console.screens.play.layout import PanelParts, PlayLayout
from console.screens.play.scoreboard import draw_between, score_lines
from console.screens.widgets.board import draw_piece, draw_small_men
from console.screens.widgets.glyphs import SIZES, Size
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style, clipped
from console.text.reflow import wrapped
from console.text.sentences import draw_count_of
from engine.game import draw_count
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.position import MAN, Piece

_MAN: Final = Size(4, 2)
"""The man on a card."""


class OnTurn(NamedTuple):
    """The side that is marked as the side to move, or None, and the sentence about whose turn it is."""

    side: int | None
    line: str


class PlayersPanel(NamedTuple):
    """Draws the players, the rules and the moves of a game on a canvas. ``words`` are the opponent's last words."""

    canvas: Canvas
    theme: Theme
    state: State
    on_turn: OnTurn
    words: str = ""

    def draw(self, place: PlayLayout) -> None:
        """Draw the players and, in a panel, the moves, at their places in a layout."""
        bottom = self.state.bottom
        if place.frame is not None:
            self.canvas.box(*place.frame, self.theme.glyphs.single, self.theme.palette.frame)
        if place.parts is not None:
            self.draw_panel(place.panel, place.parts, scored=place.is_scored_below)
        else:
            self._draw_strip(1 - bottom, place.panel, place.panel.row)
            self._draw_strip(bottom, place.panel, place.panel.row + place.panel.height - 3)
        if place.tray is not None:
            self._draw_tray(place.tray)

    # The game

    @property
    def headers(self) -> list[str]:
        """The texts for a header, the longest first, the last one empty.

        They name the rules, and the activity, the game of a match or the level.
        """
        more, match, program = self.state.activity.label, self.state.table.match, self.state.table.seats.program
        if not more and match is not None:
            more = f"game {match.number} of {match.best_of}"
        elif not more and program is not None and program.has_level and not program.engine:
            # If the strength follows the player's rating, it is that rating.
            more = f"level {FIT}, {program.rating}" if program.is_fitted else f"level {program.level}"
        name = self.state.table.rules.name
        texts = [", ".join(filter(None, parts)) for parts in ((self._rules_line, more), (name, more), (more,))]
        return [*dict.fromkeys(texts), ""]

    @property
    def _rules_line(self) -> str:
        """The rule set and the kind of jumping."""
        return f"{self.state.table.rules.name}, {self.state.table.jumping}"

    def rules_lines(self, width: int) -> list[str]:
        """Return the lines of the rules in a width; none if a word does not fit."""
        return folded(self._rules_line, width)

    # The players

    def draw_panel(self, panel: Rect, parts: PanelParts, scored: bool = False) -> None:
        """Draw the upper player, the moves and the lower player in a frame.

        The card of an opposing program shows its words. The player's card shows whose turn it is.
        """
        canvas, palette, state = self.canvas, self.theme.palette, self.state
        canvas.box(*panel, self.theme.glyphs.single, palette.frame)
        row, column, _, width = parts.moves
        for at in (row - 1, row + parts.moves.height):
            canvas.fill(at, column, 1, width, self.theme.glyphs.single.across, palette.frame)
        opening = opening_line(state, width - 4)
        canvas.text(row - 1, column + 1, f" {opening} " if opening else "", palette.dim, width - 2)
        told = self._opponents_card(parts)
        words = wrapped(self.words, width - 2) if self.has_room_for(self.words, parts) else ()
        for side, rect in ((1 - state.bottom, parts.upper), (state.bottom, parts.lower)):
            if rect == told:
                self._draw_card(side, rect, words, palette.said)
            else:
                is_own = told is not None or side == (state.bottom if self.on_turn.side is None else self.on_turn.side)
                self._draw_card(side, rect, self._turn_lines(rect) if is_own else (), palette.prompt)
        draw_between(canvas, self.theme, state, parts.moves, scored)

    def draw_card_above(self, parts: PanelParts) -> None:
        """Draw the first rows of the upper player's card again, over which a note was drawn."""
        self._draw_card(1 - self.state.bottom, parts.upper._replace(height=1), (), self.theme.palette.said)

    def _opponents_card(self, parts: PanelParts) -> Rect | None:
        """Return the card of the program that plays against a player, or None."""
        seats, bottom = self.state.table.seats, self.state.bottom
        return None if seats.opponent is None else parts.lower if seats.is_program(bottom) else parts.upper

    def has_room_for(self, words: str, parts: PanelParts) -> bool:
        """Return True if the opponent's words fit on his card."""
        card = self._opponents_card(parts)
        return card is not None and len(wrapped(words, card.width - 2)) < card.height

    def _turn_lines(self, rect: Rect) -> list[str]:
        """Return the lines about whose turn it is, or a short one if they do not fit on a card."""
        lines, side = wrapped(self.on_turn.line, rect.width - 2), self.on_turn.side
        if len(lines) < rect.height or side is None:
            return lines
        return [f"{SIDE_NAMES[side]} {'must jump' if self.state.table.must_jump else 'to move'}."]

    def _draw_card(self, side: int, rect: Rect, lines: Sequence[str], style: Style) -> None:
        """Draw a player's name above a card, and in it his side, what he has captured, and as many lines as fit."""
        canvas, palette, (row, column, height, width) = self.canvas, self.theme.palette, rect
        start, end = column + _MAN.width + 2, column + width - 1
        canvas.fill(row - 1, column, 2, start - column, " ", palette.text)
        canvas.fill(row - 1, column + 1, _MAN.height, _MAN.width, " ", palette.board.dark)
        draw_piece(canvas, row - 1, column + 1, Piece(side, MAN), _MAN, self.theme)
        is_on_turn = side == self.on_turn.side
        canvas.text(row - 1, column, self.theme.glyphs.right if is_on_turn else " ", palette.prompt)
        canvas.put(row - 1, self._draw_name(side, row - 1, start, end - start), " ", palette.frame)
        start = canvas.text(row, start, self._side_in_words(side, end - start), palette.text) + 1
        self._draw_taken(side, row, start, end - start)
        below = Rect(row + 1, column + 1, height - 1, width - 2)
        self.canvas.lines(below, lines, style)

    def _draw_tray(self, rect: Rect) -> None:
        """Draw the pieces that the lower player has captured at the left, those of the upper one at the right.

        A line says who has captured them. The pieces are below it in the largest size that fits. If no size fits, they
        are small men, below the line or, in a tray of one row, behind its text. The score is between them.
        """
        canvas, palette, table, lower = self.canvas, self.theme.palette, self.state.table, self.state.bottom
        canvas.fill(rect.row, rect.column, 1, rect.width, self.theme.glyphs.single.across, palette.frame)
        score = score_lines(self.state, rect.width // 3)[: rect.height]
        middle = max(map(len, score)) + 2 if rect.height > 1 else 0
        room = (rect.width - middle) // 2
        if middle:
            canvas.text(rect.row, rect.column + room, f" {score[0]:{middle - 2}} ", palette.player)
            canvas.lines(Rect(rect.row + 1, rect.column + room + 1, len(score) - 1, middle), score[1:], palette.text)
        most = max(map(table.taken, (BLACK, WHITE)))
        sizes = [size for size in SIZES if size.height < rect.height and size.width * most <= room]
        for side, column in ((lower, rect.column), (1 - lower, rect.column + rect.width - room)):
            taken, name = table.taken(side), table.seats.shown_names[side] or SIDE_NAMES[side]
            name = clipped(name, room - (13 if middle else 20))
            end = canvas.text(rect.row, column + 1, f" {name} took {taken or 'none'} ", palette.text)
            if taken and not sizes:
                row, begin = (rect.row + 1, column + 1) if rect.height > 1 else (rect.row, end + 1)
                if begin + taken < column + room:
                    draw_small_men(canvas, row, begin, 1 - side, self.theme, taken)
            elif taken:
                height, width = sizes[-1].height, sizes[-1].width
                canvas.fill(rect.row + 1, column, height, width * taken, " ", palette.board.dark)
                for place in range(taken):
                    draw_piece(
                        canvas, rect.row + 1, column + place * width, Piece(1 - side, MAN), sizes[-1], self.theme
                    )

    def _side_in_words(self, side: int, room: int) -> str:
        """Return the name of a side, with the look of its pieces if there is room and nothing is captured."""
        in_full = f"{SIDE_NAMES[side]} ({self.theme.called(side)})"
        has_room = len(in_full) + len(self._clock(side)) < room and not self.state.table.taken(side)
        return in_full if self.theme.called(side) and has_room else SIDE_NAMES[side]

    def _draw_strip(self, side: int, rect: Rect, row: int) -> None:
        """Draw a player on three rows of a strip of a few columns: the name, and two of side, captives and clock."""
        canvas, palette, table = self.canvas, self.theme.palette, self.state.table
        style = palette.prompt if side == self.on_turn.side else palette.player
        name = table.seats.shown_names[side].removeprefix("The ")
        canvas.text(row, rect.column, self.theme.glyphs.right if side == self.on_turn.side else " ", style)
        canvas.text(row, rect.column + 1, clipped(name, rect.width - 1, "."), style)
        shown, taken = self._clock(side) or self._points(side).strip(), table.taken(side)
        if not (shown and taken):
            canvas.text(row + 1, rect.column + 1, SIDE_NAMES[side], palette.text)
        if taken:
            below = row + (1 if shown else 2)
            draw_small_men(canvas, below, rect.column + 2, 1 - side, self.theme)
            canvas.text(below, rect.column + 4, f"{taken}", palette.text)
        if len(shown) > rect.width:
            shown = f"{shown[:-3]}h"  # hours and minutes of a clock
        canvas.text(row + 2, rect.column + (len(shown) < rect.width), shown[: rect.width], palette.text)

    def _draw_name(self, side: int, row: int, column: int, room: int) -> int:
        """Draw the name and the points in a match. Return the column after them."""
        canvas, palette, points = self.canvas, self.theme.palette, self._points(side)
        name = clipped(self.state.table.seats.shown_names[side], max(1, room - len(points)), ".")
        return canvas.text(row, canvas.text(row, column, name, palette.player), points, palette.prompt)

    def _points(self, side: int) -> str:
        """Return a player's points in a match, after two blanks; empty outside of matches."""
        match = self.state.match
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
            shown = fitting[0] if fitting else text if len(text) <= room else f"{taken}"
            end = self.canvas.text(row, column, shown, palette.text, room)
            if fitting:
                draw_small_men(self.canvas, row, end + 2, 1 - side, self.theme, taken)


def folded(text: str, width: int) -> list[str]:
    """Wrap a text to a width in columns, broken at spaces and hyphens. There are no lines if a word does not fit."""
    lines = wrap(text, width, break_long_words=False)
    return lines if all(len(line) <= width for line in lines) else []


def opening_line(state: State, room: int) -> str:
    """Return the count of moves that draws the game, while it runs, or else the name of the opening.

    The number of the ballot follows if both fit; the line is empty if the game has neither.
    """
    from ai.openings.ballots import ballot_of
    from ai.openings.names import opening_of

    if not state.game.ply:
        return ""
    count = draw_count(state.game)
    if draw_count_of(state.game):
        return f"Draw: {count.moves} of {count.limit} moves"
    opening, ballot = opening_of(state.game), ballot_of(state.game)
    both = ", ".join(filter(None, (opening, f"ballot {ballot}" if ballot else "")))
    fitting = (text for text in (f"Opening: {both}", both, opening) if text and len(text) <= room)
    return next(fitting, "") if opening else both
