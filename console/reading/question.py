"""An open question, with everything that decides what a line means there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from console.game.move_input import JumpPath
from console.game.naming import Naming
from console.reading.kinds import Kind
from console.reading.readings import Command
from console.reading.words import Vocabulary
from engine.game import Game


@dataclass(frozen=True, eq=False)
class Question:
    """An open question.

    ``path`` is the path of the piece in hand, or the empty path; squares continue it. ``label`` is the task.
    ``offered`` is the command that the last answer offered, and ``choices`` are the moves that were named.
    ``may_offer``: an answer may offer a command.
    ``may_be_long``: moves may fill more than a line. ``asks_letters``: a move in the other letters may be asked about.
    ``unanswered`` is said to a line that is no answer, and ``task`` is the message that set the task. ``sides`` has the
    names of sides and players at the question who begins, with True for those by which the player begins.
    """

    kind: Kind
    vocabulary: Vocabulary
    game: Game
    naming: Naming
    path: JumpPath
    label: str = ""
    offered: Command | None = None
    choices: tuple[tuple[int, ...], ...] = ()
    may_offer: bool = False
    may_be_long: bool = False
    asks_letters: bool = False
    unanswered: str = ""
    task: str = ""
    sides: Mapping[str, bool] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Return True for a question of the same kind about the same jump."""
        return isinstance(other, Question) and (self.kind, self.path.squares) == (other.kind, other.path.squares)

    def __hash__(self) -> int:
        """Return a hash by the kind."""
        return hash(self.kind)
