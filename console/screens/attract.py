"""The attract mode: a master's game plays itself until a key is pressed."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ai.openings.names import opening_of
from console.game.naming import Naming
from console.screens.play.animation import SCENE_SECONDS, moving
from console.screens.widgets.board import BoardLayout, Scene, draw_board
from console.screens.widgets.glyphs import SIZES
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_any_key
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Tick, is_pressed
from console.terminal.screen_stack import Next, Pop, Screen
from console.text.sentences import who_wins
from console.version import NAME
from engine.game import Game, Outcome
from engine.pdn.record import GameRecord

_BETWEEN_MOVES: Final = 1.2
_AT_THE_END: Final = 6.0
_ROWS: Final = 4  # the title, the opening, the move and the bar


class _Frame(NamedTuple):
    """A scene, the line below it, and the seconds it is shown."""

    scene: Scene
    line: str
    seconds: float


class Attract(Screen[Event]):
    """A recorded game, move by move. It ends after the last move, or at any key or click, which is the result."""

    def __init__(self, record: GameRecord, naming: Naming) -> None:
        game = record.game()
        self._naming = naming
        opening = opening_of(game)
        self._title = f"A master's game: {opening}" if opening else "A master's game"
        self._frames = _frames(game, naming, record.outcome)
        self._frame = next(self._frames)

    @property
    def tick(self) -> float | None:
        """The seconds that the current scene is shown."""
        return self._frame.seconds

    def handle(self, event: Event) -> Next[Event] | None:
        """Show the next scene, or go back to the title."""
        if is_pressed(event):
            return Pop(event)
        following = next(self._frames, None) if isinstance(event, Tick) else self._frame
        if following is None:
            return Pop()
        self._frame = following
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board as large as it fits, with the opening above and the move below it."""
        palette, scene = theme.palette, self._frame.scene
        layouts = (
            BoardLayout(self._naming, size, framed=framed) for size in reversed(SIZES) for framed in (True, False)
        )
        room = canvas.height - _ROWS
        board = next(found for found in layouts if found.width <= canvas.width and found.height <= room)
        top = 2 + (room - board.height) // 2
        canvas.text(0, 1, NAME.upper(), palette.title)
        canvas.center(top - 1, self._title, palette.said)
        draw_board(canvas, board._replace(row=top, column=(canvas.width - board.width) // 2), scene, theme)
        canvas.center(top + board.height, self._frame.line, palette.player)
        draw_any_key(canvas, theme)


def _frames(game: Game, naming: Naming, outcome: Outcome | None) -> Iterator[_Frame]:
    """Yield the frames of a game from its start to its result."""
    yield _Frame(Scene(game.start), "", _BETWEEN_MOVES)
    for ply, turn in enumerate(game.turns):
        before = game.position_at(ply)
        line = f"{ply // 2 + 1}. {naming.move(turn.move)}" if before.side == game.start.side else naming.move(turn.move)
        for scene in moving(before, turn.move):
            yield _Frame(scene, line, SCENE_SECONDS)
        yield _Frame(Scene(turn.after, last_move=turn.move.path), line, _BETWEEN_MOVES)
    yield _Frame(Scene(game.position), f"{who_wins(outcome)}." if outcome is not None else "", _AT_THE_END)
