"""A game at this board: of a player against the computer, of two players, or of the computer against itself."""

from dataclasses import dataclass

from console.activities.play.computer import Computer
from console.activities.play.newcomer import Newcomer, Offer
from console.dialogue import kinds
from console.dialogue.activity import Activity, Left
from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.ending import Ending
from console.dialogue.messages import Answer, Cause, Command, Played, Say, Steps
from console.dialogue.player import Player
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.dialogue.table import Table
from console.dialogue.words import Place, is_no, is_yes
from console.text import sentences


@dataclass(frozen=True)
class Company:
    """Those who take part in games: they last for a session of play."""

    state: State
    archive: Archive
    commands: Commands
    questions: Questions
    player: Player
    computer: Computer
    newcomer: Newcomer
    ending: Ending


class Play(Activity):
    """One game from its first move until another activity takes its place."""

    def __init__(self, table: Table, company: Company) -> None:
        super().__init__(table)
        self._company = company
        self._is_interrupted = False

    @property
    def is_kept(self) -> bool:
        """True unless it is a demonstration."""
        return not self.table.is_demo

    @property
    def place(self) -> Place:
        """A game, or one that is over."""
        return Place.GAME if self.table.game.outcome is None else Place.OVER

    def interrupt(self) -> None:
        """End a demonstration after the move that is being thought about."""
        self._is_interrupted = self.table.is_demo

    def leave(self) -> Steps[None]:
        """Save an unfinished game beside the others that were left."""
        if self.is_kept:
            yield from self._company.archive.leave(self.record())

    def step(self) -> Steps[Activity | None]:
        """Play the next move, or ask for another game. Raises Begin, Left, FlagFell."""
        company, game = self._company, self.table.game
        self.table.run_clock()
        if self._is_interrupted:
            self._is_interrupted = False
            yield Say(sentences.DEMO_ENDS)
            yield from company.commands.do_everywhere(Command("one"))
        elif game.outcome is not None:
            yield from self._end()
        elif game.huffable:
            yield from self._settle_huff()
        elif game.side in self.table.computers:
            yield from company.computer.take_turn()
        else:
            yield from self._take_turn()
        return company.state.activity

    def _settle_huff(self) -> Steps[None]:
        """Take a piece for a jump that was missed, or let it pass."""
        company, game = self._company, self.table.game
        turn = game.last
        assert turn is not None
        before, judge = game.position, game.side
        is_computer = judge in self.table.computers
        number = company.computer.choose_huff() if is_computer else (yield from company.player.choose_huff(judge))
        if number is None:
            game.waive_huff()
            company.archive.keep()
            return
        owner = None if is_computer else self.table.names[1 - judge]
        message = sentences.huffed(before, turn.move, number, self.table.naming, owner)
        game.huff(number)
        company.archive.keep()
        yield Say(message)
        yield Played(before, Cause.HUFF, square=number)

    def _take_turn(self) -> Steps[None]:
        """Ask for a move once, and do what is answered: a word or the move.

        A newcomer is offered lessons and a level before his first move, and may answer that instead.
        """
        company, newcomer = self._company, self._company.newcomer
        offer = newcomer.offer()
        if offer is None:
            newcomer.begin_lessons()
        prompt = newcomer.prompt(offer)
        answer: Answer | None = yield from company.player.ask_move(prompt, takes_yes=offer is Offer.LESSONS)
        assert answer is not None
        if offer is not None and (yield from newcomer.take(offer, answer)):
            return
        if offer is Offer.LEVEL and company.state.vocabulary.read(answer) == Command("?"):
            yield from company.computer.set_level("")
            return
        ply = self.table.game.ply
        while answer is not None and not (yield from company.commands.do_answer(answer)):
            answer = yield from company.player.move(answer)
            if self.table.game.ply != ply:
                newcomer.settle(*Offer)
                yield from newcomer.meet()

    def _end(self) -> Steps[None]:
        """Say the result and ask for another game; any word works or is answered. Return if the game goes on."""
        company, game = self._company, self.table.game
        company.computer.game_over()
        yield from company.ending.announce()
        while company.state.activity is self and game.outcome is not None:
            answer = yield from company.questions.ask(sentences.ASK_ANOTHER, kinds.ANOTHER, takes_yes=True)
            if is_yes(answer):
                yield from company.commands.do_everywhere(Command("new"))
            elif is_no(answer):
                raise Left
            elif not (yield from company.commands.do_answer(answer)):
                yield Say(sentences.YES_OR_NO)
