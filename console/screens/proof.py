"""The screen of a proof: the moves of the proof on a board, with the values of the other moves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from ai.worker import Worker
from console.dialogue.proving import LOOKING, Attempt, ProverOf
from console.game.naming import Naming
from console.screens.pager import with_help
from console.screens.play.layout import play_layout
from console.screens.widgets.board import Scene, draw_board
from console.screens.widgets.key_screen import BACK, Action, KeyScreen, stepping
from console.screens.widgets.move_list import draw_move_list
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Spots, clicked, draw_header
from console.terminal.canvas import Canvas, Rect, Style
from console.terminal.events import Mouse
from console.terminal.screen_stack import Push
from console.text.proof import UNPROVED, ProofWriter
from console.text.reflow import wrapped
from console.text.review import reached
from console.text.sentences import worth
from engine.game import Game
from engine.geometry import SIDE_NAMES

if TYPE_CHECKING:
    from ai.proof import Proof

_TICK: Final = 0.25
_LEAST_MOVES_WIDTH: Final = 20  # columns of the panel if it lists the moves


@dataclass(eq=False)
class ProofScreen(KeyScreen[None]):
    """The screen of a proof.

    ``prove`` runs on its own thread, and returns the proof or None. Its argument returns True when it must stop.
    ``progress`` tells how far it is.
    """

    game: Game
    naming: Naming
    prove: "Callable[[Callable[[], bool]], Proof | None]"
    progress: Callable[[], str] = str

    def __post_init__(self) -> None:
        self.game = self.game.copy()
        self._bottom = self.naming.home
        self.worker = Worker("proof", lambda stop: self.prove(stop.is_set))
        self._drawn = False
        self._step = 0
        self._clicks: Spots[int] = []

    @property
    def tick(self) -> float | None:
        """The polling interval in seconds, or None once the result is drawn."""
        return super().tick if self._drawn else _TICK

    def close(self) -> None:
        """End the search for the proof."""
        self.worker.leave()

    @property
    def _proof(self) -> "Proof | None":
        """The proof, or None while the search runs or if it has found none. Raises the error of the search."""
        return self.worker.result() if self.worker.finished else None

    @property
    def _last(self) -> int:
        return len(self._proof.steps) if self._proof is not None else 0

    # Events

    def actions(self) -> Sequence[Action]:
        """Return the actions: step through the moves of the proof, turn the board, leave, open the manual."""
        near, far = stepping(self._step, self._last, self._go)
        actions = [
            BACK._replace(keys="escape f10 q"),
            *near,
            Action("up", partial(self._go, self._step - 1)),
            Action("down enter", partial(self._go, self._step + 1)),
            Action("v f6", self._turn, "V", "Flip"),
            *far,
        ]
        return with_help("proof", actions)

    def point(self, mouse: Mouse) -> None:
        """Step by the wheel, or go to the move clicked."""
        step = clicked(self._clicks, mouse)
        self._go(self._step + mouse.wheel if step is None else step)

    def _turn(self) -> None:
        self._bottom = 1 - self._bottom

    def _go(self, step: int) -> None:
        self._step = max(0, min(step, self._last))

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board with the next move highlighted, the list of moves at its right and the verdict below."""
        self._drawn = self.worker.finished
        found = play_layout(self.naming, canvas.width, canvas.height)
        proof, palette = self._proof, theme.palette
        board = found.board._replace(bottom=self._bottom)
        draw_board(canvas, board, self._scene(proof), theme)
        title = "PROOF" if proof is None else f"PROOF  {reached(self._step, self._last)}"
        if found.has_header:
            draw_header(canvas, theme, title, f"{self.game.rules.name}, {self.game.jumping}")
        else:
            place = found.strip
            short = title.replace(" of ", "/").split()
            canvas.lines(place, [title] if len(title) <= place.width else short, palette.title)
        listed = found.panel.width >= _LEAST_MOVES_WIDTH
        if listed and proof is not None:
            self._draw_moves(canvas, theme, found.panel, proof)
        below = found.above_the_keys
        texts = self._texts(proof, theme, listed)
        lines = [[(line, style) for line in wrapped(text, below.width)] for text, style in texts]
        rows = list(chain(*lines))
        if len(rows) > below.height:  # the verdict is shown on the first step only, and alone
            rows = lines[bool(self._step)]
        if len(rows) > below.height:
            last = " ".join(line for line, _ in rows[below.height - 1 :])
            rows[below.height - 1 :] = [(last, rows[-1][1])]
        canvas.styled(below, rows)
        self.draw_bar(canvas, theme)

    def _scene(self, proof: "Proof | None") -> Scene:
        """Return the position, with the last move marked and the next move highlighted."""
        if proof is None:
            return Scene(self.game.position)
        made = proof.steps[self._step - 1].move.path if self._step else ()
        position = proof.position_at(self._step)
        if self._step == self._last:
            return Scene(position, last_move=made)
        path = proof.steps[self._step].move.path
        return Scene(position, lifted=path[0], targets=frozenset(path[1:]), last_move=made)

    def _texts(self, proof: "Proof | None", theme: Theme, listed: bool) -> Iterator[tuple[str, Style]]:
        """Yield the verdict and the next move, with the values of the other moves unless they are ``listed``."""
        palette = theme.palette
        if proof is None:
            looking = f"{LOOKING}: {self.progress()}" if self.progress() else LOOKING
            yield (UNPROVED if self.worker.finished else f"{looking}."), palette.said
            return
        writer = ProofWriter(proof, self.game.rules, self.game.jumping, self.naming)
        yield writer.verdict(), palette.said
        if self._step < self._last:
            yield (writer.move(self._step) if listed else writer.step(self._step)) + ".", palette.text
        elif proof.steps:
            yield writer.end(), palette.text

    def _draw_moves(self, canvas: Canvas, theme: Theme, rect: Rect, proof: "Proof") -> None:
        """Draw the moves of the side to move and their values, the move of the proof first, and below all its moves.

        If there are too many moves, the last line counts the rest.
        """
        palette, frame = theme.palette, theme.glyphs.single
        canvas.box(*rect, frame, palette.frame)
        title = f" {SIDE_NAMES[proof.position_at(self._step).side]} to move "
        canvas.text(rect.row, rect.column + 2, title, palette.player, rect.width - 4)
        moves = proof.steps[self._step].moves if self._step < self._last else ()
        cells = [(self.naming.move(each.move), worth(each.value)) for each in moves]
        rows = (rect.height - 3) // 2
        if len(cells) > rows:
            cells[rows - 1 :] = [(f"and {len(cells) - rows + 1} more", "")]
        for row, (move, value) in enumerate(cells, rect.row + 1):
            style = palette.player if row == rect.row + 1 else palette.text
            canvas.put(row, rect.column + 1, theme.glyphs.right if row == rect.row + 1 else " ", palette.prompt)
            room = rect.width - 3
            canvas.text(row, rect.column + 2, move, style, max(0, room - len(value) - 1))
            canvas.text(row, rect.column + 2 + room - len(value), value, style)
        below = rect.row + 1 + min(rows, max(map(len, (step.moves for step in proof.steps)), default=0))
        canvas.fill(below, rect.column + 1, 1, rect.width - 2, frame.across, palette.frame)
        canvas.text(below, rect.column + 2, " How it goes ", palette.player)
        inside = rect.inside(1)._replace(row=below + 1, height=rect.row + rect.height - 2 - below)
        listed = [(self.naming.move(step.move), "") for step in proof.steps]
        self._clicks = [
            (spot, turn + 1) for spot, turn in draw_move_list(canvas, theme, inside, listed, self._step - 1)
        ]


def open_proof(game: Game, naming: Naming, prover_of: ProverOf) -> Push[None]:
    """Return the step that opens a proof of the position of a game."""
    attempt = Attempt(game, prover_of)
    return Push(ProofScreen(game, naming, attempt.run, attempt.progress))
