"""The screen of a review: the player steps through a game and sees the analysis of every position."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ai.score import is_decided
from console.activities.review.analysis import AnalysisWorker, ReviewOrder
from console.activities.review.explorer import ReviewExplorer
from console.activities.review.layout import ReviewLayout, review_layout
from console.activities.review.score_plot import ScorePlot
from console.game.analysis import Mistake, decided, score_for, scores, worst
from console.game.naming import counted
from console.game.seats import Person, Seats
from console.screens.pager import with_help
from console.screens.proof import open_proof
from console.screens.widgets.board import Scene, draw_board, draw_small_men
from console.screens.widgets.evaluation_bar import draw_evaluation_bar
from console.screens.widgets.key_screen import Action, KeyScreen, stepping
from console.screens.widgets.move_list import draw_move_list
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Spots, clicked
from console.terminal.canvas import Canvas, Rect, clipped
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop
from console.text.reflow import wrapped
from console.text.result import how_it_ended
from console.text.review import Reviewer, exact_standing, flaw, numbered, reached, standing, thrown_away
from console.text.sentences import numbered_moves, who_wins
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, Side
from engine.position import Move

_TICK: Final = 0.25
_DIGITS: Final = 3
_WIDE: Final = 60  # columns in which the keys fit one row
_ROWS_BELOW: Final = 11  # beside those of the squares, that leave a second row for the keys
_NO_PLOT: Final = ScorePlot(Rect(0, 0, 0, 0), 0)
_MOST_OF_A_LINE: Final = 9


class Review(KeyScreen[str]):
    """The screen of a review. Enter returns the line that goes to the ply shown; Esc returns None.

    While the number of a move is typed, both keys only clear it.

    The analysis begins at once, on a worker thread.
    """

    def __init__(self, order: ReviewOrder) -> None:
        game, naming = order.game, order.naming
        self._order = order
        self._game = game.copy()
        self._names = order.names
        self._ply = game.ply
        self._naming = naming
        self._home = self._bottom = naming.home
        self._writer = Reviewer(self._game, naming)
        self._prover = order.prover_of(game.rules, game.jumping)
        self._begin = partial(AnalysisWorker, self._game, self._prover, order.analyzer, self._writer.cause)
        self.analysis = self._begin()
        self.explorer = None if order.explorer is None else ReviewExplorer(order.explorer)
        self._scores: list[int | None] = []  # in centimen, by ply, for the side at home
        self._wrong: dict[int, Mistake] = {}  # by the index of the turn
        self._drawing_on = True
        self._showing_best = False
        self._typed = ""
        self.plot = _NO_PLOT
        self._clicks: Spots[int] = []

    @property
    def tick(self) -> float | None:
        """The seconds until the next redraw, or None if the last scores are drawn and the explorer reads no games."""
        is_reading = self.explorer is not None and self.explorer.reading
        return _TICK if self.analysis.working or self._drawing_on or is_reading else super().tick

    def close(self) -> None:
        """End the analysis, and report the mistakes found."""
        self.analysis.worker.leave()
        self._order.report(list(self._wrong.values()))
        if self.explorer is not None:
            self.explorer.close()

    # Events

    def actions(self) -> Sequence[Action]:
        """Return the actions: step through the game, change the view, stop or go on, prove, play on or leave."""
        near, far = stepping(self._ply, len(self._game.turns), self._go)
        analyse, explore, again = list[Action](), list[Action](), list[Action]()
        back = [Action("escape f10 q", self._leave, "Esc", "Back")]
        if self._ply - 1 in self._wrong:
            again = [Action("t", partial(self._leave, f"go {self._ply - 1}"), "T", "Try again")]
        if self.analysis.working or not self.analysis.complete:
            analyse = [Action("a", self._start_or_stop, "A", "Stop" if self.analysis.working else "Analyze")]
        if self.explorer is not None:
            explore = [Action("e", self.explorer.toggle, "E", "Explore")]
            if self.explorer.is_open:
                back = [Action("escape", self.explorer.toggle, "Esc", "Close"), Action("f10 q", self._leave)]
        play = partial(self._leave, f"go {self._ply}" if self._ply != self._game.ply else None)
        is_end = self._ply == len(self._game.turns) and self._game.outcome is not None
        prove = partial(open_proof, _game_at(self._game, self._ply), self._naming, self._order.prover_of)
        actions = [
            *back,
            *near,
            Action("up", partial(self._go, self._ply - 2)),
            Action("down", partial(self._go, self._ply + 2)),
            Action("enter", play, "Enter", "Play", not is_end),
            Action("m tab", partial(self._next_mistake, forward=True), "M", "Mistake", bool(self._wrong)),
            Action("M shift-tab", partial(self._next_mistake, forward=False)),
            *again,
            Action("b", self._show_best, "B", "Best", self._best() is not None),
            Action("p", prove, "P", "Proof"),
            *explore,
            *analyse,
            Action("v f6", self._turn, "V", "Flip"),
            *far,
        ]
        return with_help("review", actions)

    def handle(self, event: Event) -> Next[str] | None:
        """Run an action. The mouse and all keys but digits and Backspace also clear the number that is typed."""
        answer = super().handle(event)
        edits = isinstance(event, Key) and (event.name == "backspace" or event.text.isdecimal())
        if isinstance(event, Key | Mouse) and not edits:
            self._typed = ""
        return answer

    def press(self, key: Key) -> None:
        """Go to the position after the first turn of the move whose number is typed."""
        if key.name == "backspace":
            self._typed = self._typed[:-1]
        elif key.text in "0123456789" and key.text:
            self._typed = (self._typed + key.text)[-_DIGITS:]
            if int(self._typed):
                self._go(2 * int(self._typed) - 1)

    def _leave(self, result: str | None = None) -> Next[str] | None:
        """Close the screen, unless the number of a move is typed."""
        return Pop(result) if not self._typed else None

    def _show_best(self) -> None:
        self._showing_best = not self._showing_best

    def _turn(self) -> None:
        self._bottom = 1 - self._bottom

    def _go(self, ply: int) -> None:
        self._ply = max(0, min(ply, len(self._game.turns)))

    def _next_mistake(self, forward: bool) -> None:
        """Go to the position after the next mistake, or after the previous one. Wrap around at the ends."""
        plies = sorted(turn + 1 for turn in self._wrong)
        ahead = [ply for ply in plies if (ply > self._ply if forward else ply < self._ply)] or plies
        if ahead:
            self._go(ahead[0 if forward else -1])

    def _start_or_stop(self) -> None:
        if self.analysis.working:
            self.analysis.worker.leave()
        elif not self.analysis.complete:
            self.analysis = self._begin()

    def point(self, mouse: Mouse) -> None:
        """Step by the wheel, or go to the move or the score clicked."""
        if mouse.wheel:
            self._go(self._ply + mouse.wheel)
        elif mouse.kind in ("press", "drag"):
            ply = self.plot.at(mouse.row, mouse.column)
            ply = clicked(self._clicks, mouse) if ply is None else ply
            if ply is not None:
                self._go(ply)

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board, the moves, the plot, the worst moves, and comments on the last move and the position."""
        self._drawing_on = self.analysis.working
        found = dict(self.analysis.found)
        self._scores = scores(self._game, found, self._home, self.analysis.exact)
        self._wrong = {mistake.turn: mistake for mistake in self.analysis.wrong}
        self._clicks = []
        has_rows = canvas.height > _ROWS_BELOW + self._naming.geometry.size
        rows_of_keys = 2 if canvas.width < _WIDE and has_rows else 1
        layout = review_layout(self._naming, canvas.width, canvas.height + 1 - rows_of_keys)
        self._draw_header(canvas, theme)
        self._draw_board(canvas, theme, layout)
        if layout.frame is not None:
            self._draw_frame(canvas, theme, layout, layout.frame)
        if layout.moves is not None:
            self._draw_moves(canvas, theme, layout.moves)
        if self.explorer is not None and self.explorer.is_open:
            self.plot = _NO_PLOT
            self.explorer.draw(canvas, theme, layout, _game_at(self._game, self._ply), self._naming)
        else:
            self._draw_judgement(canvas, theme, layout)
        if self.plot is not _NO_PLOT or layout.worst is not None:
            self._draw_comments(canvas, theme, layout.comments)
        self.draw_bar(canvas, theme, rows_of_keys)

    def _draw_header(self, canvas: Canvas, theme: Theme) -> None:
        is_narrow = canvas.width < _WIDE
        order = (self._game.rules.first, 1 - self._game.rules.first)
        players = (self._names[side] if is_narrow else _with_side(self._names[side], side) for side in order)
        end = canvas.text(0, 1, "REVIEW", theme.palette.title)
        canvas.text(0, end + 2, clipped(" - ".join(players), canvas.width - end - 3), theme.palette.text)

    def _draw_board(self, canvas: Canvas, theme: Theme, layout: ReviewLayout) -> None:
        board = layout.board._replace(bottom=self._bottom)
        position = self._game.position_at(self._ply)
        trail = self._game.turns[self._ply - 1].move.path if self._ply else ()
        scene, best = Scene(position, last_move=trail), self._best()
        if self._showing_best and best is not None:
            scene = replace(scene, lifted=best.start, targets=frozenset(best.path[1:]))
        draw_board(canvas, board, scene, theme)
        score = self._scores[self._ply]
        if score is not None:
            draw_evaluation_bar(canvas, theme, board, score if self._home == BLACK else -score)

    def _best(self) -> Move | None:
        """Return the best move in this position by a proof or by the search, or None if it is not known yet."""
        if self._ply in self.analysis.exact:
            return self.analysis.exact[self._ply][0].move
        info = self.analysis.found.get(self._ply)
        return info.move if info is not None and info.pv else None

    def _line(self) -> tuple[Move, ...]:
        """Return the best line in this position, as far as it is known."""
        best, info = self._best(), self.analysis.found.get(self._ply)
        if best is None:
            return ()
        return info.pv if info is not None and info.pv[:1] == (best,) else (best,)

    def _draw_frame(self, canvas: Canvas, theme: Theme, layout: ReviewLayout, frame: Rect) -> None:
        """Draw the frame of the panel and the lines that divide it."""
        palette, glyphs = theme.palette, theme.glyphs
        canvas.box(*frame, glyphs.single, palette.frame)
        note = f"Move number: {self._typed}" if self._typed else reached(self._ply, len(self._game.turns))
        titles = {frame.row: "Moves"}
        if self.explorer is not None and self.explorer.is_open:
            titles[layout.plot.row - 1] = self.explorer.title(_game_at(self._game, self._ply))
        else:
            titles[layout.plot.row - 1] = f"Bars up: {self._names[self._home]} ahead"
            titles[layout.progress.row - 1] = "The worst moves"
        for row, title in titles.items():
            canvas.fill(row, frame.column + 1, 1, frame.width - 2, glyphs.single.across, palette.frame)
            canvas.text(row, frame.column + 2, f" {title} ", palette.title, frame.width - 4)
        canvas.text(frame.row, frame.column + frame.width - len(note) - 4, f" {note} ", palette.text)

    def _draw_moves(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        cells = []
        for index, turn in enumerate(self._game.turns):
            huffed = " huffed" if turn.huffed is not None else ""
            cells.append((self._naming.move(turn.move) + huffed, flaw(self._wrong.get(index))))
        self._clicks += [(spot, turn + 1) for spot, turn in draw_move_list(canvas, theme, rect, cells, self._ply - 1)]

    def _draw_judgement(self, canvas: Canvas, theme: Theme, layout: ReviewLayout) -> None:
        """Draw the plot, the progress of the analysis and the worst moves."""
        self.plot = ScorePlot(layout.plot, len(self._game.turns) + 1)
        marks = {turn + 1: flaw(mistake) for turn, mistake in self._wrong.items()}
        self.plot.draw(canvas, theme, self._scores, self._ply, marks)
        _draw_progress(canvas, theme, layout.progress, self.analysis)
        if layout.worst is not None:
            self._draw_worst(canvas, theme, layout.worst)

    def _draw_worst(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        if self.analysis.complete:
            # The line of the progress is empty, so the list begins there.
            rect = rect._replace(row=rect.row - 1, height=rect.height + 1)
        late = decided(self._game, self._scores, self._home) if self.analysis.complete else None
        gravest = worst(list(self._wrong.values()), rect.height - (late is not None), self._order.learner)
        if not gravest and self.analysis.complete:
            huffs = sum(turn.huffed is not None for turn in self._game.turns)
            none = f"None but {counted(huffs, 'huff')}." if huffs else "None: a clean game."
            canvas.text(rect.row, rect.column + 1, none, theme.palette.text, rect.width - 1)
        rows = []
        for mistake in gravest:
            number = numbered(mistake.turn, self._game.start.side, mistake.side)
            text = f"{number} {self._naming.move(mistake.move)} {thrown_away(mistake, self._game.rules)}"
            rows.append((mistake.side, text, mistake.turn + 1))
        if late is not None:
            won = "had it won" if is_decided(self._scores[late[0]] or 0) else "was winning"
            rows.append((late[1], f"{SIDE_NAMES[late[1]]} {won} after move {numbered_moves(late[0])}", late[0]))
        palette = theme.palette
        for row, (side, text, ply) in enumerate(rows, rect.row):
            lit = ply == self._ply and row < rect.row + len(gravest)
            draw_small_men(canvas, row, rect.column + 1, side, theme)
            canvas.put(row, rect.column, theme.glyphs.right if lit else " ", palette.prompt)
            canvas.text(row, rect.column + 3, text, palette.player if lit else palette.text, rect.width - 3)
            self._clicks.append((rect._replace(row=row, height=1), ply))

    def _draw_comments(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the last move and its mistake, then the standing of the position and the best move."""
        palette, width = theme.palette, rect.width
        mistake = self._wrong.get(self._ply - 1)
        if not self._ply:
            text = "The start of the game."
        elif mistake is not None:
            text = self._writer.fault(mistake)
        else:
            text = f"{self._writer.move(self._ply - 1).rstrip(',')}."
        lines = [(line, palette.alert if mistake else palette.said) for line in wrapped(text, width)]
        under = [(line, palette.text) for line in self._now_in(width, max(1, rect.height - len(lines)))]
        # The mistake matters more than the best move after it.
        room = rect.height - 1 if mistake else max(1, rect.height - len(under))
        canvas.styled(rect, [*lines[:room], *under])

    def _now_in(self, width: int, rows: int) -> list[str]:
        """Return lines on the standing of the position, with as many moves of the best line as fit ``rows``."""
        lines: list[str] = []
        for moves in range(_MOST_OF_A_LINE, 0, -1):
            lines = wrapped(" ".join(self._now(moves)), width)
            if len(lines) <= rows:
                break
        return lines

    def _now(self, moves: int) -> Iterator[str]:
        """Yield sentences on the standing of the position, with the first ``moves`` of the best line."""
        outcome = self._game.outcome if self._ply == len(self._game.turns) else None
        if outcome is not None:
            seats = Seats(*map(Person, self._names))
            yield f"{who_wins(outcome, self._names)}: {how_it_ended(outcome, seats, self._game.rules)}."
            return
        exact, position = self.analysis.exact.get(self._ply), self._game.position_at(self._ply)
        if exact is not None:
            yield exact_standing(exact[0].value, position.side, self._game.jumping, self._names)
        elif self._ply in self.analysis.found:
            yield standing(score_for(BLACK, self.analysis.found[self._ply], position), self._names, self._game.rules)
        else:
            yield "I have not looked at this position yet."
            return
        best = self._line()[:moves]
        if best:
            yield f"Best now: {self._writer.line(best, position)}."


def _draw_progress(canvas: Canvas, theme: Theme, rect: Rect, analysis: AnalysisWorker) -> None:
    """Draw the progress of an analysis until it is complete."""
    palette, glyphs, done, total = theme.palette, theme.glyphs, len(analysis.found), analysis.total
    if analysis.complete:
        return
    label = f" {done} of {total} positions" + ("" if analysis.working else ", stopped")
    label = label if len(label) <= rect.width else f" {done} of {total}"
    canvas.text(rect.row, rect.column + rect.width - len(label), label, palette.text)
    bar = rect.width - len(label)
    canvas.fill(rect.row, rect.column, 1, bar, glyphs.shades[0], palette.dim)
    canvas.fill(rect.row, rect.column, 1, bar * done // total, glyphs.full, palette.prompt)


def _game_at(game: Game, ply: int) -> Game:
    """Return a copy of a game up to ply ``ply``."""
    copy = game.copy()
    copy.go_to(ply)
    return copy


def _with_side(name: str, side: Side) -> str:
    """Return a name with the side behind it, unless the name is that of the side."""
    return name if name == SIDE_NAMES[side] else f"{name} ({SIDE_NAMES[side]})"
