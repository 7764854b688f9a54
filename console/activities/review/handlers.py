"""The commands that review a game, and the review as it is shown."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ai.analyzer import deep_analyzer
from console.activities.review.analysis import ReviewOrder
from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.conversation import Conversation, ConversationPart, Reviewed
from console.dialogue.messages import PAPER, Draw, Output, Paper, Steps
from console.dialogue.table import Findings
from console.game.analysis import Mistake, PositionAnalyzer
from console.game.naming import spoken_list
from console.storage.built_files import tables_folder_if_any
from console.storage.explorer import Explorer
from console.text import sentences
from console.text.review import review_lines
from engine.geometry import BLACK, WHITE

if TYPE_CHECKING:
    from console.terminal.screen_stack import Screen


@dataclass(frozen=True)
class ShowReview(Output):
    """A review of a game. ``whole``: the lines list all moves, too."""

    apart = False
    order: ReviewOrder
    whole: bool = True

    def lines(self, paper: Paper = PAPER) -> Iterator[str]:
        """Yield the review; ``now`` ends the analysis early."""
        order, stop = self.order, paper.stop()
        prover = order.prover_of(order.game.rules, order.game.jumping)
        yield sentences.REVIEWING
        wrong = list[Mistake]()
        lines = review_lines(order.game, order.naming, order.analyzer, prover, stop, wrong.extend, order.learner)
        yield from lines if self.whole else takewhile(bool, lines)
        order.report(wrong)
        if own := [f'"go {mistake.turn}"' for mistake in wrong if mistake.side == order.learner]:
            yield sentences.TRY_AGAIN.format(spoken_list(own, "or"))
        if not self.whole:
            yield sentences.REVIEW_ALL

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the screen of the review."""
        from console.activities.review.screen import Review

        return Review(self.order)


class Reviews(ConversationPart):
    """Reviews the game on the table."""

    def handlers(self) -> Handlers:
        """Return the handlers by the names of their commands."""
        return {
            "review": lambda command: self._review(command.argument == "all"),
            "deep": lambda _: self._review_deeply(),
        }

    def _review(self, whole: bool) -> Steps[None]:
        """Show a review of the game."""
        self._must_be_begun()
        yield from self._show(self._state.analyzer, whole)

    def _review_deeply(self) -> Steps[None]:
        """Show a review of the game that takes a minute on all cores."""
        self._must_be_begun()
        with deep_analyzer(self._state.game, tables_folder_if_any()) as analyzer:
            yield from self._show(analyzer, whole=True)

    def _must_be_begun(self) -> None:
        """Raise CannotDo if there is nothing to review."""
        if not self._state.game.turns:
            raise CannotDo("Nothing to review yet: no move has been made.")

    def _show(self, analyzer: PositionAnalyzer, whole: bool) -> Steps[None]:
        """Show a review, and keep the mistakes that it finds. It counts as help."""
        state, proofs, wrong = self._state, self._conversation.proofs, list[Mistake]()
        table = state.table
        learner = next(filter(table.seats.is_alone, (BLACK, WHITE)), None)
        explorer = Explorer(self._archive.store, state.player)
        game, naming, names = table.game, state.naming, table.seats.shown_names
        order = ReviewOrder(game, naming, names, proofs.lend, wrong.extend, analyzer, learner, explorer)
        yield ShowReview(order, whole)
        yield from proofs.notices()
        state.table = replace(state.table, findings=Findings(state.game.turns, tuple(wrong)))
        yield from self._conversation.hear(Reviewed(wrong))


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return Reviews(conversation).handlers()
