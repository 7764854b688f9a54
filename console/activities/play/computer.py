"""The computer's part of the conversation: its moves, hints, huffs, answers to draw offers, and its level."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from ai.levels import HINT, LEVELS, Level, MoveRequest
from ai.score import is_decided
from console.activities.play.remarks import Courtesy, Remarks
from console.dialogue.activity import CannotDo, FlagFell, think
from console.dialogue.conversation import Conversation, ConversationPart, ProgramKind
from console.dialogue.menu import level_list
from console.dialogue.messages import Cause, ComputerPlayer, MoveChooser, Played, Say, Steps, Think
from console.dialogue.table import is_too_early_for_a_draw
from console.game.naming import quoted
from console.game.options import DEFAULT_LEVEL, FIT, LEVEL_NUMBERS
from console.game.seats import BUILT_IN, RIVAL, Program
from console.reading import kinds
from console.text import sentences
from console.text.levels import VOICES, TurningPoint, remarks_at_level
from engine.geometry import SIDE_NAMES

if TYPE_CHECKING:
    from ai.claims import Claim
    from ai.worker import Worker
    from engine.position import Move

PEOPLE: Final = "people"
PROOF_SECONDS: Final = 3.0  # of a hint, which may be asked while the clock runs


class Computer(ConversationPart):
    """The computer as a player of the current game. The built-in opponent is created on first use."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._proofs = conversation.proofs
        self._rng = conversation.rng
        self._given_opponent = conversation.opponent
        built_in = ProgramKind(lambda *_: self.opponent, remarks_at_level)
        self._programs = {BUILT_IN: built_in, **conversation.programs}
        self._remarks = Remarks(conversation.state, self._programs)
        self._courtesy = Courtesy(conversation, self._remarks)
        self._met: Program | None = None

    def meet(self) -> Steps[None]:
        """Introduce the built-in opponent, unless the last introduction was at the same level and rating."""
        opponent = self._state.table.opponent
        if opponent is not None and opponent.level is not None and not opponent.own_name and self._met != opponent:
            self._met = opponent
            met = sentences.meeting(opponent, VOICES[opponent.level].about)
            yield Say(met, words=met)

    def ready(self) -> Steps[None]:
        """Seat the program that plays the game, and after a search the one that has chosen the move."""
        for kind in self._programs.values():
            yield from kind.ready(self._conversation)

    def _chooser(self, program: Program) -> MoveChooser:
        """Return what chooses the moves of a program; the built-in opponent for one of an unknown kind."""
        return self._programs.get(program.kind, self._programs[BUILT_IN]).chooser(self._conversation, program)

    def take_turn(self) -> Steps[None]:
        """Search and play a move; resign instead, or offer a draw after it, if manners ask for it.

        Raises FlagFell if the computer's time runs out.
        """
        from ai.manners import Gesture

        state = self._state
        side, before, moves = state.game.side, state.game.position, state.game.routes()
        yield from self.meet()
        yield from self.ready()
        program = state.table.seats.program
        assert program is not None
        game, chooser, level = state.game, self._chooser(program), self._level_of(program)
        clock = state.table.clock
        request = MoveRequest(game, level, self._rng, clock.budget(side) if clock is not None else None)
        is_paced = clock is None and not program.engine
        thought = yield from think(Think(game, partial(chooser.choose_move, request), paced=is_paced))
        self._complain()
        if state.table.flag_fallen(side):
            raise FlagFell
        yield from self.ready()
        gesture = self._courtesy.gesture(thought, level)
        if gesture is Gesture.RESIGN and (yield from self._courtesy.resign()):
            return
        move = thought.move
        state.game.play(move)
        state.table.press_clock(side)
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side)
        who = (state.table.engine or None) if state.table.seats.people else SIDE_NAMES[side]
        yield Say(sentences.computer_moved(before, move, moves, state.naming, who))
        if state.switches.thinking:
            if state.table.engine:
                yield Say(sentences.engine_thought(thought, side, state.table.engine))
            else:
                yield Say(sentences.thought(thought, side, state.table.jumping, self._proofs.value(before, move)))
        if gesture is Gesture.OFFER_DRAW and state.game.outcome is None:
            yield from self._courtesy.offer_draw()
            return
        remark = self._remarks.after(thought)
        if remark is not None:
            words, claim = remark
            yield Say(sentences.speaks(program, words), words=words)
            yield from self._prove(claim)

    def _prove(self, *claims: "Claim") -> Steps[None]:
        """Say the claims of what was said, if they were asked for."""
        if self._conversation.options.claims:
            yield from (Say(claim.text) for claim in claims)

    def hint(self) -> Steps[None]:
        """Say which move the computer, or the engine in its place, would play."""
        from ai.claims import Claim, Claims, Kind
        from console.text import hints

        state = self._state
        yield from self.ready()
        before, moves = state.game.position, state.game.routes()
        # A separate random generator: a hint must not change the computer's later moves.
        program = state.table.seats.program
        chooser = self._chooser(program) if program is not None and program.engine else self.opponent
        search = partial(chooser.choose_move, MoveRequest(state.game, HINT, Random(0)))
        thought = yield from think(Think(state.game, search, hint=True))
        self._complain()
        yield from self.ready()
        self._archive.keep()
        value = self._proofs.value(before, thought.move)
        if value is None and not thought.proved and is_decided(thought.score) and thought.score > 0:
            proof = yield from self._proofs.attempt(PROOF_SECONDS)
            if proof is not None and proof.winner == before.side:
                thought = replace(thought, pv=tuple(step.move for step in proof.steps), proved=True)
        claims = Claims(state.table.rules, state.table.jumping).of_best(before, thought, value)
        merits = hints.merits(claims, state.naming)
        why = list(merits)
        proved = sentences.worth(value) if value is not None and state.table.jumping != "forced" else ""
        reason = hints.because(why, state.naming.move(thought.move))
        state.offer = state.offer._replace(moves=(thought.move.path,), reason=reason)
        said = hints.hint(thought.move, moves, state.naming, why, state.table.engine or "I", proved)
        others = hints.others(thought.move, moves, state.naming, self._shares())
        yield Say(f"{said} {others}".rstrip())
        values = [Claim(Kind.VALUE, before, (thought.move,), value=value)] if proved else []
        yield from self._prove(*merits.values(), *values)

    def people(self) -> Steps[None]:
        """Say which moves people of the player's strength play here."""
        from console.text import hints

        yield Say(hints.people(self._state.game.routes(), self._state.naming, self._shares()))

    def _shares(self) -> "list[tuple[Move, float]]":
        from ai.policy import shares

        state = self._state
        return shares(state.game, self._archive.fitted(state.player, state.table.rules.name).strength.rating)

    def _level_of(self, program: Program) -> Level:
        """Return the strength at which a program plays the game on the table."""
        return program.strength if self._state.switches.book else program.strength._replace(uses_book=False)

    @contextmanager
    def pondering(self) -> Iterator[None]:
        """Think on the player's time inside the ``with`` block, to prepare the next move. Raises errors of the search.

        At a level with a node limit nothing is searched: the computer would be stronger than its rating. An external
        engine is not asked, and the opponent is not created for it.
        """
        search = self._begin_to_ponder()
        try:
            yield
        finally:
            if search is not None:
                search.leave()
        if search is not None:
            search.result()

    def _begin_to_ponder(self) -> "Worker[None] | None":
        """Return the search on the player's time, or None if the computer does not think on it."""
        state, table, opponent = self._state, self._state.table, self._given_opponent
        program = table.opponent if state.switches.pondering or table.clock is not None else None
        if opponent is None or program is None or program.engine:
            return None
        game, level = state.game.copy(), self._level_of(program)
        if level.nodes or level.other:
            return None
        from ai.worker import START, Worker, in_thread

        if START.get() is not in_thread:
            return None  # every key would have to wait for its end
        return Worker("pondering", lambda stop: opponent.ponder(game, level, stop.is_set))

    def _complain(self) -> None:
        """Add notices about the damaged files that the built-in opponent has found."""
        if self._given_opponent is not None:
            self._archive.store.complain(*self._given_opponent.problems)

    def set_level(self, typed: str) -> Steps[None]:
        """Change the level, let the strength follow the player's rating, or show all levels.

        ``easier`` and ``harder`` are a level down and up. As nobody should lose his rating by a complaint, while a game
        is under way they show the levels, with the bar on that one. Raises CannotDo for an unknown level, and during a
        game against a rival.
        """
        state, table, argument = self._state, self._state.table, typed.casefold()
        step = {"easier": -1, "harder": 1}.get(argument, 0)
        program = table.opponent or state.opponent
        now = program.level or DEFAULT_LEVEL
        wanted = min(9, max(1, now + step))
        if not typed or (step and table.game.ply and table.game.outcome is None):
            listed = level_list(self._conversation)
            if wanted != now and program.kind != RIVAL:
                says = sentences.OTHER_LEVEL[self._archive.is_rated].format(LEVELS[wanted], argument)
                listed = replace(listed, chosen=wanted - 1, legend=says)
            yield listed
            return
        argument = str(wanted) if step else argument
        if table.opponent is not None and table.opponent.kind == RIVAL and table.game.outcome is None:
            raise CannotDo(f"{table.opponent.given} plays as well as ever: levels are for games outside the season.")
        if argument == FIT:
            self._choose(self._archive.fitted(state.player, table.rules.name))
            self._archive.remember(lambda settings: replace(settings, fit=True))
            yield Say(sentences.FITTED)
        elif argument in LEVEL_NUMBERS:
            self._choose(Program(int(argument)))
            self._archive.remember(lambda settings: replace(settings, level=int(argument), fit=False))
            yield Say(sentences.LEVEL.format(argument, LEVELS[int(argument)].name))
        else:
            raise CannotDo(f'There is no level {quoted(typed)}: type 1 to 9, or fit; "level" lists them.')
        if table.engine and table.game.outcome is None:
            yield Say(f"{table.engine} plays this game, though.")

    def _choose(self, opponent: Program) -> None:
        """Change the computer's strength, but not in a game that is over.

        After the first human move, a change marks the game as helped, unless an external engine plays it.
        """
        state, game, table = self._state, self._state.game, self._state.table
        state.opponent = opponent
        now = table.seats.program
        if game.outcome is not None or now is None:
            return
        moved = any(not table.seats.is_program(game.position_at(ply).side) for ply in range(game.ply))
        is_help = moved and not now.engine and now != opponent
        seated = opponent.played_by(now.engine) if now.engine else opponent
        state.table = replace(table.with_program(seated), helped=table.helped or is_help)
        if self._archive.is_kept_for_later():
            self._archive.keep()

    def offer_draw(self) -> Steps[None]:
        """Offer a draw to the computer, or ask the other player at the board."""
        state = self._state
        if is_too_early_for_a_draw(state.game):
            raise CannotDo(sentences.DRAW_TOO_SOON)
        other = 1 - state.game.side
        if state.table.seats.is_program(other):
            answer = self.opponent.answer_draw(state.game, other)
            agreed = answer.agreed
            yield from self._remarks.say(TurningPoint(answer.value))
            yield Say(sentences.draw_answered(agreed, state.table.engine))
        else:
            state.table.stop_clock()  # that of the side which does not answer
            question = f"{state.table.names[other]}, do you accept a draw (Y/N)? "
            agreed = yield from self._questions.ask_yes(question, kinds.DRAW)
        if agreed:
            state.game.agree_draw()
            self._archive.keep()

    @property
    def opponent(self) -> ComputerPlayer:
        """The built-in opponent, created on first use."""
        if self._given_opponent is None:
            from ai.opponent import Opponent
            from console.storage.built_files import books_folder_if_any, tables_folder_if_any

            self._given_opponent = Opponent(tables_folder_if_any(), books_folder_if_any())
        return self._given_opponent
