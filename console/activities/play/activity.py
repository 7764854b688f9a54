"""A game at this board: a player against the computer, two players, or the computer against itself."""

from console.activities.play.computer import Computer
from console.dialogue.activity import Activity, Left
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.table import Table
from console.reading import kinds
from console.reading.readings import Command, No, Yes
from console.reading.words import AT_BOARD, IN_GAME, Allowed
from console.text import sentences
from console.text.phrases import PHRASES


class Playing(Activity):
    """The activity of one game, from its first move until another activity replaces it."""

    def __init__(self, table: Table, conversation: Conversation, computer: Computer) -> None:
        super().__init__(table)
        self._conversation = conversation
        self._computer = computer
        self._is_interrupted = False
        self._is_announced = False

    @property
    def is_kept(self) -> bool:
        """True for every game but a demonstration."""
        return bool(self.table.seats.people)

    @property
    def allowed(self) -> Allowed:
        """The words of a game, or of a game that is over."""
        return IN_GAME if self.table.game.outcome is None else AT_BOARD

    def interrupt(self) -> None:
        """End a demonstration after the current move."""
        self._is_interrupted = not self.table.seats.people

    def leave(self) -> Steps[None]:
        """Save an unfinished game among the unfinished games."""
        if self.is_kept:
            yield from self._conversation.archive.leave(self.record())

    def step(self) -> Steps[None]:
        """Play the next move, or ask for another game. Raises Begin, Left, FlagFell."""
        conversation, game = self._conversation, self.table.game
        self.table.run_clock()
        if self._is_interrupted:
            self._is_interrupted = False
            yield Say("That was a demonstration. Now you.")
            yield from conversation.commands.do_everywhere(Command("one"))
        elif game.outcome is not None:
            yield from self._end()
        elif game.huffable:
            yield from self._settle_huff()
        elif self.table.seats.is_program(game.side):
            yield from self._computer.take_turn()
        else:
            yield from self._take_turn()

    def _settle_huff(self) -> Steps[None]:
        """Huff a piece for the missed jump, or waive the huff, as the side to move chooses."""
        conversation, game = self._conversation, self.table.game
        turn = game.last
        assert turn is not None
        before, side = game.position, game.side
        is_computer = self.table.seats.is_program(side)
        number = (
            self._computer.opponent.choose_huff(game)
            if is_computer
            else (yield from conversation.player.choose_huff(side))
        )
        if number is None:
            game.waive_huff()
            conversation.archive.keep()
            return
        owner = None if is_computer else self.table.names[1 - side]
        message = sentences.huffed(before, turn.move, number, self._conversation.state.naming, owner)
        game.huff(number)
        conversation.archive.keep()
        yield Say(message)
        yield Played(before, Cause.HUFF, square=number)

    def _take_turn(self) -> Steps[None]:
        """Ask for a move once, while the computer thinks. Execute the answer as a command, or play it as a move."""
        player, self._is_announced = self._conversation.player, False
        with self._computer.pondering():
            answer = yield from player.ask_move()
        yield from player.act(answer)

    def _end(self) -> Steps[None]:
        """Announce the result and ask for another game, until a command resumes this game or begins another activity.

        Raises Left.
        """
        conversation, game = self._conversation, self.table.game
        if not self._is_announced:  # before a problem or another task
            yield from conversation.ending.announce()
            self._is_announced = True
        while conversation.state.activity is self and game.outcome is not None:
            following = conversation.state.next_game
            prompt = sentences.ask_another(following.match, following.opponent)
            answer = yield from conversation.questions.ask(prompt, kinds.ANOTHER)
            match answer:
                case Yes(rest):
                    yield from conversation.commands.begin(rest)
                case No() if following.match is not None:
                    yield from conversation.ending.leave_match()
                case No():
                    raise Left
                case _ if not (yield from conversation.player.respond(answer)):
                    yield Say(PHRASES["asked"]["another"])
