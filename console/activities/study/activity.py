"""Studies: recorded games that the player steps through and annotates, and the evaluation of their positions."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from threading import Lock
from typing import Final

from ai.engine import Engine, Limits, SearchInfo
from ai.search.options import ANALYSIS_OPTIONS
from ai.time_control import UNLIMITED, Budget
from console.activities.study.sentences import ways_on
from console.activities.study.tree import Path, Study
from console.dialogue.activity import Activity, OutlineMove
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Consider, Say, Steps
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.options import LONGEST_NAME
from console.game.player_tags import players_of, shown_name
from console.game.seats import Person, Seats
from console.reading.readings import Command
from console.reading.words import IN_STUDY
from console.storage.built_files import available_tables
from console.storage.notices import NotKept
from console.storage.saved_games import UNFINISHED
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.pdn.tree import signs
from engine.position import Move, Position
from engine.rules import Jumping, Rules

_SECONDS: Final = 20.0  # of a search at length
IN_BRIEF: Final = 50_000  # nodes


class PositionEvaluator:
    """Evaluates positions by one set of rules. The engine is made on first use, and keeps its transposition table."""

    def __init__(self, rules: Rules, jumping: Jumping) -> None:
        self._rules = rules
        self._jumping = jumping
        self._lock = Lock()  # the last search may still be ending on its thread

    def consider(self, game: Game) -> Consider:
        """Return the step that evaluates the position of a game."""
        search = partial(self._search, game.positions_since_progress())
        return Consider(game.copy(), partial(search, 0), partial(search, IN_BRIEF))

    def _search(
        self,
        positions: Sequence[Position],
        nodes: int,
        stop: Callable[[], bool],
        report: Callable[[SearchInfo], None] | None,
    ) -> SearchInfo:
        with self._lock:
            limits = Limits(nodes=nodes, budget=UNLIMITED if nodes else Budget(hard=_SECONDS))
            return self._engine.analyze(positions, limits, stop, report)

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._rules, ANALYSIS_OPTIONS, self._jumping, tables=available_tables(self._rules))


class Studying(Activity):
    """The activity of a study. ``study`` is the tree of the game and the current place in it, at first ply ``ply``."""

    label = "study"
    allowed = IN_STUDY
    follows = True

    def __init__(self, record: GameRecord, conversation: Conversation, ply: int = 0) -> None:
        self.study = Study(record, ply)
        players = players_of(record, conversation.player_name)
        black, white = (shown_name(record, color, color)[:LONGEST_NAME] for color in SIDE_NAMES)
        super().__init__(
            Table(
                self.study.game,
                Stopwatch(conversation.state.now, before=None),
                Seats(Person(black), Person(white)),
                players.home,
                helped=players.helped,
                source=record,
            )
        )
        self._conversation = conversation
        self._evaluator = PositionEvaluator(record.rules, record.jumping)
        self._said_at: tuple[Path, int] | None = None
        self._considered: Position | None = None

    @property
    def headline(self) -> str:
        """The line that says that this is a study, and which side must jump."""
        return f"A study: {SIDE_NAMES[self.table.game.side]} must jump." if self.table.must_jump else "A study."

    @property
    def people(self) -> list[str]:
        """Empty, because the players of the recorded game are not at this board."""
        return []

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in a study."""
        return f'"{command.name}" is for games, and this is a study: "study off" leaves it.'

    def record(self) -> GameRecord:
        """Return the game with its variations."""
        return self.study.record

    @property
    def edited(self) -> GameRecord:
        """The record as it was loaded or last saved. Saving the study replaces it."""
        return self.study.stored

    def saved(self) -> None:
        """Note that all changes have been saved."""
        self.study.saved()
        self._keep()

    def make(self, move: Move) -> None:
        """Play a move that is in the tree, or add it: at the end of the line, or as a new variation."""
        self.edit(lambda study: study.play(move))

    def edit(self, change: Callable[[Study], None]) -> None:
        """Change the tree or the current place in it. Raises CannotDo."""
        before = self.study.record
        change(self.study)
        self.table = replace(self.table, game=self.study.game)
        if self.study.record is not before:
            self._keep()

    def _keep(self) -> None:
        """Save the changes for the next start, should this program be killed."""
        study = self.study
        self._conversation.archive.store.in_progress.keep_study(study.record if study.is_changed else None)

    @property
    def outline(self) -> Sequence[OutlineMove]:
        """The tree of the game."""
        return tuple(self.study.outline())

    def marks_at(self, ply: int) -> str:
        """Return the annotation symbols of move number ``ply``, counted from 1; empty for none."""
        return self.study.marks_at(ply)

    def adjourn(self) -> Steps[None]:
        """Save the study among the unfinished games if it has unsaved changes."""
        if not self.study.is_changed:
            return
        try:
            self._conversation.archive.store.saved.save(UNFINISHED, self.study.record, self.study.stored)
        except NotKept as error:
            yield Say(str(error))
            self.study.saved()
        else:
            yield Say(f'What you wrote in the study is saved: "study {UNFINISHED}" picks it up again.')
            self.saved()

    def step(self) -> Steps[None]:
        """Say the notes at the position, and ask for a move. Execute the answer as a command, or play it as a move.

        If the computer thinks aloud, it also evaluates the position.
        """
        conversation = self._conversation
        self.table.run_clock()
        yield from self._say_notes()
        yield from self._consider()
        side = self.table.game.side
        prompt = f"{SIDE_NAMES[side]} to move (like {conversation.state.naming.example_of(side)})? "
        yield from conversation.player.act((yield from conversation.player.ask_move(prompt)))

    def _consider(self) -> Steps[None]:
        """Evaluate the position, once, if the computer thinks aloud."""
        if not self._conversation.state.switches.thinking:
            self._considered = None
        elif self._considered != self.study.game.position:
            self._considered = self.study.game.position
            yield self._evaluator.consider(self.study.game)

    def _say_notes(self) -> Steps[None]:
        """Say the comments at the position and the lines that continue from it, unless they were just said."""
        study = self.study
        if self._said_at == (study.path, study.game.ply):
            return
        self._said_at = study.path, study.game.ply
        remarks = " ".join(filter(None, (signs(study.notes), *study.comments)))
        if remarks:
            yield Say(remarks)
        if len(study.ways()) > 1:
            yield Say(ways_on(study, self._conversation.state.naming))
