"""Guessing moves: the command, the choice of the game, and the game on the board."""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from ai.analyzer import Analyzer
from ai.expectation import cost
from ai.openings.names import opening_of
from console.activities.guess import sentences as said
from console.activities.guess.guessed_game import GuessedGame, has_choice, masters_game
from console.activities.guess.scores import Guesses, guessed, score_of
from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.messages import Cause, Played, Prepare, Say, Steps
from console.dialogue.task import Task, TaskWord
from console.game.analysis import Mistake
from console.game.naming import crowned, rank_name, rank_of, spoken_list
from console.game.seats import RECORDED, Program
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command
from console.reading.words import ANYWHERE
from console.storage import masters
from console.storage.built_files import tables_folder_if_any
from console.text import sentences
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord

ANOTHER: Final = Kind("another game to guess", Trait.YES_OR_NO | Trait.BETWEEN)
NODES: Final = 30_000  # of the comparison of two moves
_EQUAL: Final = 0.025  # of the expected result; moves with a smaller difference are equally good


class Guessing(Task):
    """A game whose moves are guessed."""

    word: "GuessWord"

    allowed = ANYWHERE | {"guess", "guess NAME"}
    label = "guess"
    takes_back = False
    not_now = 'That has to wait: "guess off" leaves the guessing.'
    not_in_one = 'There is no game to guess: "guess" starts a master\'s.'

    def __init__(self, guessed: GuessedGame, word: "GuessWord") -> None:
        self.guessed: Final = guessed
        self._guesses = Guesses()
        self._is_hinted = False
        other = Program(given=guessed.names[1 - guessed.side], kind=RECORDED)
        super().__init__(word, guessed.start(), other, guessed.side)

    @property
    def headline(self) -> str:
        """The running score, and what the player has to do."""
        return f"{self._guesses.found} right so far. {super().headline}"

    @property
    def words(self) -> Handlers:
        """The handlers of the commands that work differently. There is none for ``reset``: guesses are final."""
        return {word: does for word, does in super().words.items() if word != "reset"}

    def set_out(self) -> Steps[None]:
        """Say who played the game and how it began."""
        game = self.table.game
        yield Say(said.introduction(self.guessed, opening_of(game)))
        if game.ply:
            yield Say(f"The game began {sentences.turns_list(game.turns, self.naming)}.")
        yield from super().set_out()

    def go_on(self) -> Steps[None]:
        """Ask for a guess, play the moves up to the next guess, or say the verdict."""
        game, guessed = self.table.game, self.guessed
        if game.ply == len(guessed.turns):
            yield from self._finish()
        elif game.ply in guessed.plies:
            yield from self.ask_move()
        else:
            yield from self._play_on()

    def _play_on(self) -> Steps[None]:
        """Play the recorded moves up to the next guess or the end, and say them."""
        game, guessed, naming = self.table.game, self.guessed, self.naming
        made: list[str] = []
        while game.ply < len(guessed.turns) and game.ply not in guessed.plies:
            before, moves, move = game.position, game.routes(), guessed.turns[game.ply].move
            is_forced = before.side == guessed.side and not has_choice(game)
            made.append(said.one_of_several(naming.move(move), is_forced, crowned(before, move)))
            yield from self._replay(game.ply)
        alone = sentences.computer_moved(before, move, moves, naming, SIDE_NAMES[before.side])
        yield Say(f"Then {spoken_list(made, 'and')}." if len(made) > 1 else alone)

    def _replay(self, ply: int) -> Steps[None]:
        """Play the recorded move at ply ``ply``. Show it unless a guess has led to the same position."""
        game, turn = self.table.game, self.guessed.turns[ply]
        before, shown = game.position_at(ply), game.position
        game.go_to(ply)
        game.replay(turn)
        if turn.after != shown:
            yield Played(before, Cause.MOVE, turn.move, before.side)
        if turn.huffed is not None:
            yield Say(said.HUFFED.format(self.naming.square(turn.huffed)))

    # Guesses

    @property
    def question(self) -> str:
        """The question for a guess."""
        number = min(self._guesses.asked + 1, len(self.guessed.plies))
        return f"Guess {number} of {len(self.guessed.plies)} (like {self.naming.example})? "

    def judge(self) -> Steps[None]:
        """Judge the guess, and play the recorded move instead.

        A guess is right if it is the recorded move or as good a move.
        """
        ply = self.table.game.ply - 1
        guess, turn = self.table.game.turns[ply], self.guessed.turns[ply]
        if guess.move.after == turn.move.after:
            self._count(is_right=True)
            yield Say(said.found_move(self._guesses))
            yield from self._replay(ply)
            return
        played = self.table.game.copy()
        played.go_to(ply)
        named = self.naming.both(turn.move, played.routes())
        played.replay(turn)
        scores = yield from self._scores(played)
        loss = None if scores is None else cost(*scores, self.table.rules)
        loss = 0.0 if loss is not None and abs(loss) < _EQUAL else loss
        self._count(is_right=loss is not None and loss <= 0)
        yield from self._replay(ply)
        if scores is None or loss is None:
            yield Say(said.not_compared(named, self._guesses))
        else:
            mistake = Mistake(ply, guess.move, self.guessed.side, *scores, loss, (turn.move,))
            yield Say(said.other_move(named, mistake, self._guesses, self.table.rules))

    def _scores(self, played: Game) -> Steps[tuple[int, int] | None]:
        """Search the positions after the recorded move and after the guess.

        Return their scores for the side that has moved, in centimen; None if the player stops the search.
        """
        found: tuple[int, int] | None = None

        def work(stop: Callable[[], bool]) -> None:
            nonlocal found
            games = (played, self.table.game)
            his, mine = (-self._analyzer.analyze(each.positions_since_progress(), stop).score for each in games)
            found = None if stop() else (his, mine)

        yield Prepare(said.COMPARING, work)
        return found

    @cached_property
    def _analyzer(self) -> Analyzer:
        return Analyzer(self.table.rules, self.table.jumping, NODES, tables_folder_if_any())

    def _count(self, is_right: bool) -> None:
        """Count a guess. After a hint it is never right."""
        self._guesses = self._guesses.plus(is_right and not self._is_hinted)
        self._is_hinted = False

    # Words

    def hint(self, command: Command) -> Steps[None]:
        """Say which piece moves; the guess then scores nothing."""
        game = self.table.game
        start = self.guessed.turns[game.ply].move.start
        self._is_hinted = True
        yield Say(said.HINTED.format(rank_name(rank_of(game.position, start)), self.naming.square(start)))

    def again(self, command: Command) -> Steps[None]:
        """Refuse to take a guess back."""
        yield Say(said.NO_UNDO)

    # The end

    def _finish(self) -> Steps[None]:
        """Store the score, say the verdict, and begin another game or resume the suspended activity.

        Raises Left if no activity is suspended.
        """
        guesses, rules = self._guesses, self.table.rules.name
        before = score_of(self.data, rules)
        self.data.change(guessed(rules, guesses))
        yield Say(f"{said.end(self.guessed.record.outcome)} {said.verdict(guesses, before)}")
        yield from self.conversation.archive.notices()
        yield from self.offer(ANOTHER, (said.ASK_ANOTHER, self.word.begin_masters))


class GuessWord(TaskWord):
    """Begins games whose moves are guessed."""

    kind = Guessing

    def execute(self, command: Command) -> Steps[None]:
        """Begin a master's game, the game on the board, or a saved one. Raises CannotDo and NotKept."""
        match command.argument:
            case "":
                yield from self.begin_masters()
            case "game":
                self._begin_own(self._finished_game())
            case name:
                self._begin_own(self.conversation.archive.store.saved.load(name))

    def begin_masters(self) -> Steps[None]:
        """Begin a master's game. Raises CannotDo if the games cannot be read."""
        yield from ()
        try:
            guessed = masters_game(masters.texts(), self.conversation.rng)
        except (OSError, ValueError) as error:
            raise CannotDo(f"I cannot read the masters' games: {error!s}.") from None
        self.state.begin_task(Guessing(guessed, self))

    def _finished_game(self) -> GameRecord:
        """Return the game on the board. Raises CannotDo unless it is over or a study."""
        state = self.state
        if not state.is_at_board or (state.game.outcome is None and not state.in_study):
            raise CannotDo(said.NOT_OVER)
        return state.activity.record()

    def _begin_own(self, record: GameRecord) -> None:
        """Begin a recorded game. Raises CannotDo if it leaves nothing to guess."""
        guessed = GuessedGame(record)
        if not guessed.plies:
            raise CannotDo(said.TOO_SHORT)
        self.state.begin_task(Guessing(guessed, self))


handlers = GuessWord.handlers
