"""The player's own mistakes as problems: the task, and how the mistakes of a reviewed game are stored."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from ai.engine import SearchInfo
from ai.expectation import cost
from ai.themes import themes
from console.activities.problems import sentences as said
from console.activities.problems.activity import Following, Solving
from console.activities.problems.solved import SolverStanding
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Say, Steps
from console.dialogue.task import TaskWord
from console.game.analysis import NOTABLE, Mistake
from console.game.move_input import UnreadableMove, parse_squares
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item, next_day
from console.storage.due_items import added, items_of, removed, updated
from console.storage.player_data import Statement
from console.text import sentences
from console.text.review import flaw
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.house_rules import own_articles
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.rules import Rules


class SolvingMistake(Solving):
    """A mistake of the player's, in place of which a better move is to be found. Raises ValueError if unreadable."""

    goal = "do better"
    last = 1

    def __init__(self, mistake: Item, rules: Rules, word: TaskWord, following: Following) -> None:
        self._mistake = mistake
        position = parse_fen(mistake.start, rules)
        move = read_move(mistake.moves, MoveGenerator(rules).routes(position))
        super().__init__(rules, position, move, word, following)

    def introduction(self) -> str:
        """Return the message that introduces the mistake, with the wrong move in the present notation."""
        played, game = self._mistake.name, self.table.game
        with suppress(UnreadableMove):
            squares = parse_squares(played, self.naming._replace(letters="console"))
            played = self.naming.path_of(squares, game.possible())
        return said.MISTAKE_SET_OUT.format(played, sentences.task(game.start.side, self.goal))

    def is_as_good(self, found: SearchInfo) -> Steps[bool]:
        """Return True if the score of the move is close to that of the better move."""
        better = yield from self.reply_of(self.defense, self.solved_game())
        return cost(-better.score, -found.score, self.table.rules) < NOTABLE

    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Forget a mistake that was solved at once, or return it with the day on which it is set again."""
        changed = removed(self._mistake) if at_once else updated(self._mistake.failed(self.conversation.today()))
        return [changed] if self.counts else []

    def news(self, before: SolverStanding, after: SolverStanding, at_once: bool) -> str:
        """Return the message about the day on which the mistake comes back."""
        if at_once:
            return said.FORGOTTEN
        today = self.conversation.today()
        return said.COMES_BACK.format(sentences.in_days((self._mistake.failed(today).due - today).days))

    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the better move."""
        return themes(self.table.rules, self.table.game.start, (yield from self.solution()))


def store_mistakes(conversation: Conversation, wrong: Sequence[Mistake]) -> Steps[None]:
    """Store the player's gravest mistakes in the game on the table as problems."""
    data = conversation.archive.store.player
    table, people = conversation.state.table, {conversation.state.player, *conversation.state.activity.people}
    found = []
    for mistake in wrong:
        is_own = not table.seats.is_program(mistake.side) and table.names[mistake.side] in people
        if flaw(mistake) == "??" and is_own and (item := _item(table.game, mistake, conversation.today())) is not None:
            found.append(added(item))
    if not found:
        return
    before = len(items_of(data, MISTAKE, table.rules))
    data.change(*found)
    new = len(items_of(data, MISTAKE, table.rules)) - before
    if new > 0:
        yield Say(f"""{("One" if new == 1 else new)} of your mistakes will come back tomorrow: type "problem yours".""")


def _item(game: Game, mistake: Mistake, today: date) -> Item | None:
    """Return a mistake as it is stored, or None if it makes no problem.

    It makes none if the better move is the only legal move, or is illegal if jumps are forced.
    """
    position, better, generator = game.position_at(mistake.turn), mistake.better[0], MoveGenerator(game.rules)
    moves = generator.legal_moves(position)
    if len(moves) < 2 or all(move.after != better.after for move in moves):
        return None
    played = Naming(game.rules, position.side, "console").move(mistake.move)
    where = game.rules.name, own_articles(game.rules), position.side
    text = move_text(better, generator.routes(position))
    return Item(MISTAKE, *where, played, fen_text(position), text, next_day(today, 0))
