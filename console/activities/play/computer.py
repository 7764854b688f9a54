"""The computer's part of the conversation: its moves, hints, huffs, answers to draw offers, and its level."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from ai.levels import HINT, LEVELS, Level, strength
from console.activities.play.engines import Engines
from console.activities.play.proofs import Proofs
from console.activities.play.remarks import Remarks, RemarksByPoint
from console.dialogue import kinds
from console.dialogue.activity import CannotDo, FlagFell
from console.dialogue.conversation import Conversation
from console.dialogue.ending import MOVES_BEFORE_A_DRAW
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Cause, MoveChooser, Opponent, Played, Remark, Say, Steps, Think, think
from console.game.options import FIT, LEVEL_NUMBERS
from console.game.player_tags import LEVELS_OWN, Strength
from console.text import engines as engine_text
from console.text import sentences

ENGINE_LATE: Final = Kind("engine late", Trait.YES_OR_NO)


class Computer:
    """The computer as a player of the current game. The built-in opponent is created on first use.

    ``as_rival`` takes the name of a rival and the player that searches for him, and returns the player of his moves.
    ``remarks_of`` returns the remarks of the rival with a name.
    """

    def __init__(
        self,
        conversation: Conversation,
        proofs: Proofs,
        rng: Random,
        engines: Engines,
        opponent: Opponent | None = None,
        *,
        as_rival: Callable[[str, MoveChooser], MoveChooser],
        remarks_of: Callable[[str], RemarksByPoint],
    ) -> None:
        self._state = conversation.state
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._proofs = proofs
        self._rng = rng
        self._given_opponent = opponent
        self._engines = engines
        self._as_rival = as_rival
        self._remarks = Remarks(conversation.state, remarks_of)

    def take_turn(self) -> Steps[None]:
        """Search and play a move. Raises FlagFell if the computer's time runs out."""
        state = self._state
        side, before, moves = state.game.side, state.game.position, state.game.routes()
        yield from self._engines.ready()
        chooser: MoveChooser = self._engines.opponent
        if state.table.strength.rival:
            chooser = self._as_rival(state.table.strength.rival, chooser)
        step = Think(state.game, self.level, self._rng, chooser)
        if state.table.clock is not None:
            step = step._replace(budget=partial(state.table.clock.budget, side))
        thought = yield from think(step)
        if state.table.flag_fallen(side):
            yield from self._flag_fell()
            return
        yield from self._engines.moved()
        move = thought.move
        state.game.play(move)
        state.table.press_clock(side)
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side)
        who = sentences.side_name(side) if state.table.is_demo else state.table.engine or None
        yield Say(sentences.computer_moved(before, move, moves, state.naming, who))
        if state.switches.thinking:
            if state.table.engine:
                yield Say(sentences.engine_thought(thought, side, state.table.engine))
            else:
                yield Say(sentences.thought(thought, side, state.table.jumping, self._proofs.value(before, move)))
        remark = self._remarks.after(thought)
        if remark is not None:
            yield Remark(f'{state.table.the_opponent}: "{remark}"')

    def _flag_fell(self) -> Steps[None]:
        """Raise FlagFell, unless the flag fell for an engine and the player lets the built-in opponent continue."""
        state, engine = self._state, self._state.table.engine
        if not engine or not (yield from self._questions.ask_yes(engine_text.late(engine), ENGINE_LATE)):
            raise FlagFell
        self._engines.unseat()
        state.change(clock=None)

    def hint(self) -> Steps[None]:
        """Say which move the computer, or the engine in its place, would play."""
        from ai.score import is_decided
        from console.text.hints import merits

        state = self._state
        yield from self._engines.ready()
        before, moves = state.game.position, state.game.routes()
        # A separate random generator: a hint must not change the computer's later moves.
        thought = yield from think(Think(state.game, HINT, Random(0), self._engines.opponent, hint=True))
        yield from self._engines.moved()
        self._archive.keep()
        value = self._proofs.value(before, thought.move)
        if value is None and not thought.proved and is_decided(thought.score) and thought.score > 0:
            proof = yield from self._proofs.attempt()
            if proof is not None and proof.winner == before.side:
                thought = replace(thought, pv=tuple(step.move for step in proof.steps), proved=True)
        why = merits(before, thought, state.table.rules, state.naming, state.table.jumping, value)
        yield Say(sentences.hint(thought.move, moves, state.naming, why, state.table.engine or "I"))

    def say_book(self) -> Steps[None]:
        """Say the moves of the opening book in this position."""
        from console.storage.built_files import available_book

        state, damaged = self._state, list[str]()
        book = available_book(state.table.rules, damaged.append)
        for problem in damaged:
            yield Say(problem)
        moves = state.game.legal_moves()
        book_moves = book.find(state.game.position, moves) if book is not None and state.table.jumping != "free" else []
        if not book_moves:
            raise CannotDo("My opening book does not know this position.")
        self._archive.keep()
        for line in sentences.book_moves(book_moves, moves, state.naming):
            yield Say(line)

    @property
    def level(self) -> Level:
        """The strength at which the computer plays the game on the table."""
        level = strength(self._state.level_on_table, self._state.table.strength.rating)
        return level if self._state.switches.book else level._replace(uses_book=False)

    @property
    def has_played(self) -> bool:
        """True if the opponent has been used, so that it need not be created first."""
        return self._given_opponent is not None

    @property
    def problems(self) -> list[str]:
        """The messages about endgame tables that the opponent found damaged so far."""
        return self._given_opponent.problems if self._given_opponent is not None else []

    def choose_huff(self) -> int:
        """Return the square of the piece that the computer huffs."""
        return self.opponent.choose_huff(self._state.game)

    def game_over(self) -> None:
        """Pass a finished game to the opponent, which learns from it."""
        for side in self._state.table.computers:
            self._engines.opponent.remember(self._state.game, side)

    def set_level(self, typed: str) -> Steps[None]:
        """Change the level, let the strength follow the player's rating, or show all levels.

        Raises CannotDo for an unknown level, and during a game against a rival.
        """
        if not typed:
            yield self._archive.level_list()
            return
        table = self._state.table
        if table.strength.rival and table.game.outcome is None:
            raise CannotDo(sentences.own_strength(table.strength.rival))
        argument = typed.casefold()
        is_fitted = argument == FIT
        if is_fitted:
            level = self._archive.fitted(self._state.player, self._state.table.rules.name)
            self._change_level(level.number, Strength(level.rating))
            self._archive.remember(fit=True)
        elif argument in LEVEL_NUMBERS:
            level = LEVELS[int(argument)]
            self._change_level(level.number, LEVELS_OWN)
            self._archive.remember(level=level.number, fit=False)
        else:
            raise CannotDo(sentences.bad_level(typed))
        self._state.switch(fit=is_fitted)
        yield Say(sentences.FITTED if is_fitted else sentences.level(level))
        if table.engine and table.game.outcome is None:
            yield Say(f"{table.engine} plays this game, though.")

    def _change_level(self, level: int, strength: Strength) -> None:
        """Change the computer's strength, but not in a game that is over.

        After the first human move, a change marks the game as helped, unless an external engine plays it.
        """
        state, game, table = self._state, self._state.game, self._state.table
        state.set_level(level)
        if game.outcome is not None:
            return
        moved = any(game.position_at(ply).side not in table.computers for ply in range(game.ply))
        is_help = moved and not table.engine and (table.level, table.strength) != (level, strength)
        state.change(level=level, strength=strength, helped=table.helped or is_help)
        if self._archive.holds():
            self._archive.keep()

    def offer_draw(self) -> Steps[None]:
        """Offer a draw to the computer, or ask the other player at the board."""
        state = self._state
        if state.game.ply < 2 * MOVES_BEFORE_A_DRAW:
            raise CannotDo(sentences.DRAW_TOO_SOON)
        other = 1 - state.game.side
        if other in state.table.computers:
            agreed = self.opponent.accepts_draw(state.game, other)
            yield Say(sentences.draw_answered(agreed, state.table.engine))
        else:
            question = f"{state.table.names[other]}, do you accept a draw (Y/N)? "
            agreed = yield from self._questions.ask_yes(question, kinds.DRAW)
        if agreed:
            state.game.agree_draw()
            self._archive.keep()

    @property
    def opponent(self) -> Opponent:
        """The built-in opponent, created on first use."""
        if self._given_opponent is None:
            from ai.opponent import Opponent as ComputerPlayer
            from console.storage.built_files import books_folder_if_any, tables_folder_if_any

            self._given_opponent = ComputerPlayer(tables_folder_if_any(), books_folder_if_any())
        return self._given_opponent
