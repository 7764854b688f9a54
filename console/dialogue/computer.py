"""The computer's part of the conversation: its moves, hints, opinions and levels."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from console.dialogue.messages import Cause, Kind, Opponent, Played, Say, Talk, Think
from console.dialogue.new_game import Seating
from console.dialogue.prompt_words import is_yes
from console.game.options import LEVEL_NUMBERS, Options
from console.storage.store import Store
from console.text import sentences
from console.text.hints import merits
from engine.position import Position

if TYPE_CHECKING:
    from ai.levels import Level
    from ai.opponent import Thought


class Computing(Seating):
    """A table at which the computer may sit too."""

    def __init__(
        self,
        options: Options,
        rng: Random,
        opponent: Opponent | None = None,
        store: Store | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(options, store, now)
        self._rng = rng
        self._given_opponent = opponent

    def _set_up(self) -> None:
        """A new game on the board, after the three moves of a ballot if they were wished."""
        super()._set_up()
        wished = self._options.ballot
        if wished is not None and self.game.start == Position.start(self.rules):
            from ai.match.ballots import BALLOTS, has_ballots, play_ballot

            if has_ballots(self.rules):
                play_ballot(self.game, wished or self._rng.randint(1, len(BALLOTS)))

    def _computer_turn(self) -> Talk[None]:
        side, before, moves = self.game.side, self.game.position, self.game.routes()
        step = Think(self.game, self._level(self.level), self._rng, self._opponent)
        if self.clock is not None:
            step = replace(step, budget=partial(self.clock.budget, side))
        thought = yield from self._think(step)
        move = thought.move
        assert move is not None, "a side without a move has lost"
        if self.flag_fell(side):
            return
        self.game.play(move)
        self._moved(side)
        yield Played(before, Cause.MOVE, move, side)
        who = sentences.side_name(side) if self.is_demo else None
        yield Say(sentences.computer_moved(before, move, moves, self.naming, who))
        if self.thinking:
            yield Say(sentences.thought(thought, side))

    def _think(self, step: Think) -> "Talk[Thought]":
        thought = yield step
        assert thought is not None
        assert not isinstance(thought, str)
        return thought

    def _hint(self) -> Talk[None]:
        before, moves = self.game.position, self.game.routes()
        # A source of chance of its own: asking for a hint leaves the game's sequence as it is.
        step = Think(self.game, self._hint_level(), Random(0), self._opponent, hint=True)
        thought = yield from self._think(step)
        assert thought.move is not None, "a side without a move has lost"
        self.helped = True
        self._keep()
        why = merits(before, thought, self.rules, self.naming, self.jumping)
        yield Say(sentences.hint(thought.move, moves, self.naming, why))

    def _set_level(self, argument: str) -> str:
        """Change the level, or tell it; the sentence that says so."""
        if argument in LEVEL_NUMBERS:
            self.helped = self.helped or (self.game.ply > 0 and self.level != int(argument))
            self.level = int(argument)
            if self.store:
                self.store.remember(replace(self.store.settings, level=self.level))
        elif argument:
            return sentences.BAD_LEVEL
        return sentences.level(self._level(self.level))

    def _offer_draw(self) -> Talk[None]:
        other = 1 - self.game.side
        if other in self.computers:
            agreed = self._opponent.accepts_draw(self.game, other)
            yield Say(sentences.DRAW_ACCEPTED if agreed else sentences.DRAW_DECLINED)
        else:
            agreed = is_yes((yield from self._ask(sentences.ask_draw(self.names[other]), Kind.DRAW)))
        if agreed:
            self.game.agree_draw()
            self._keep()

    @property
    def _opponent(self) -> Opponent:
        if self._given_opponent is None:
            from ai.opponent import Opponent as Computer

            self._given_opponent = Computer()
        return self._given_opponent

    @staticmethod
    def _hint_level() -> "Level":
        from ai.levels import HINT

        return HINT

    @staticmethod
    def _level(number: int) -> "Level":
        from ai.levels import LEVELS

        return LEVELS[number]
