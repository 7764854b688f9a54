"""A recorded game that is studied and annotated: nobody plays it, and every new move begins a variation."""

from collections.abc import Callable

from console.activities.study.tree import Path, Study
from console.dialogue.activity import Activity
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Answer, Say, Steps
from console.dialogue.table import Pairing, Table
from console.dialogue.words import Place
from console.game.clock import Stopwatch
from console.game.options import LONGEST_NAME
from console.game.player_tags import players_of
from console.storage.notices import NotKept
from console.text import sentences
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Move


class Studying(Activity):
    """A study; ``study`` is the tree of the game and the current place in it."""

    place = Place.STUDY

    def __init__(self, record: GameRecord, conversation: Conversation) -> None:
        self.study = Study(record, ply=0)
        black, white = (record.tag(color, color)[:LONGEST_NAME] for color in SIDE_NAMES)
        super().__init__(
            Table(
                self.study.game,
                Stopwatch(conversation.state.now, knows_start=False),
                Pairing((black, white)),
                tags=dict(record.tags),
                helped=players_of(record).helped,
                source=record,
            )
        )
        self._conversation = conversation
        self._said_at: tuple[Path, int] | None = None

    @property
    def headline(self) -> str:
        """The line that says which side is to move."""
        return f"A study: {SIDE_NAMES[self.table.game.side]} to move."

    @property
    def people(self) -> list[str]:
        """Empty: the players of the game are not here."""
        return []

    def record(self) -> GameRecord:
        """Return the game with its variations."""
        return self.study.record

    def saved(self) -> None:
        """Note that all changes have been saved."""
        self.study.saved()

    def make(self, move: Move) -> None:
        """Play the next move, or begin a variation with it."""
        self.edit(lambda study: study.play(move))

    def edit(self, change: Callable[[Study], None]) -> None:
        """Change the tree or the current place in it. Raises CannotBe."""
        change(self.study)
        self.change(game=self.study.game)

    def marks_at(self, ply: int) -> str:
        """Return the signs of strength at move number ``ply``."""
        return self.study.marks_at(ply)

    def adjourn(self) -> Steps[None]:
        """Save a study with unsaved changes beside the unfinished games."""
        if not self.study.is_changed:
            return
        try:
            name = self._conversation.archive.save_left(self.study.record)
        except NotKept as error:
            yield Say(str(error))
        else:
            yield Say(sentences.study_kept_as(name))
        self.study.saved()

    def step(self) -> Steps[Activity | None]:
        """Say the notes at the position, ask for a move, and execute the word or play the move that is answered."""
        conversation, naming = self._conversation, self.table.naming
        self.table.run_clock()
        yield from self._say_notes()
        answer: Answer | None = yield from conversation.player.ask_move(
            sentences.ask_move_of_study(naming, self.table.game.side)
        )
        while answer is not None and not (yield from conversation.commands.do_answer(answer)):
            answer = yield from conversation.player.move(answer)
        return conversation.state.activity

    def _say_notes(self) -> Steps[None]:
        """Say the comments at the position and the lines that continue from it, once."""
        study = self.study
        if self._said_at == (study.path, study.game.ply):
            return
        self._said_at = study.path, study.game.ply
        remarks = sentences.remarked(study.marks, study.comments)
        if remarks:
            yield Say(remarks)
        if len(study.ways()) > 1:
            yield Say(ways_on(study, self.table))


def ways_on(study: Study, table: Table) -> str:
    """Return the message that lists the moves that continue from here."""
    return sentences.ways_on([table.naming.move(turn.move) for turn, _ in study.ways()])
