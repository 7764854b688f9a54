"""The handlers of the commands of games: beginning games, taking moves back, and help."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from console.activities.play.computer import PEOPLE
from console.activities.play.new_game import NewGame
from console.dialogue.activity import Begin, CannotDo, Handlers, refusing
from console.dialogue.conversation import Conversation
from console.dialogue.loop import just, switch_handler
from console.dialogue.messages import Cause, Played, Say, ShowPage, Steps
from console.dialogue.next_game import Ballot, NextGame
from console.dialogue.state import State
from console.game.clock import Control
from console.game.match import Match, is_length
from console.game.naming import spoken_list, whole_number
from console.game.rule_choice import read_side
from console.game.seats import RIVAL
from console.reading import kinds
from console.reading.readings import Command
from console.text import sentences
from console.text.phrases import PHRASES
from engine.fen import fen_text, short_fen
from engine.rules import RULE_SETS

_LONGEST_FEN: Final = 70  # columns


@dataclass(frozen=True)
class GameWords:
    """The handlers of the commands of games."""

    conversation: Conversation
    new_game: NewGame

    @property
    def _state(self) -> State:
        return self.conversation.state

    def handlers(self) -> Handlers:
        """Return the handlers by the names of their commands."""
        state, archive = self._state, self.conversation.archive
        computer, commands = self.new_game.computer, self.conversation.commands
        switch = partial(switch_handler, state, archive)
        book = switch(lambda it: it.book, lambda it, on: replace(it, book=on), PHRASES["book"])
        return {
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "moves": lambda _: self._list_moves(),
            "hint": lambda command: computer.people() if command.argument == PEOPLE else computer.hint(),
            "level": lambda command: computer.set_level(command.text),
            "think": switch(lambda it: it.thinking, lambda it, on: replace(it, thinking=on), PHRASES["thinking"]),
            "ponder": switch(lambda it: it.pondering, lambda it, on: replace(it, pondering=on), PHRASES["pondering"]),
            "chat": switch(lambda it: it.remarks, lambda it, on: replace(it, remarks=on), PHRASES["remarks"]),
            "book": lambda command: book(command) if command.argument else commands.do(Command("explore")),
            "draw": lambda _: computer.offer_draw(),
            "resign": lambda _: self._resign(),
            "new": self._begin_new,
            "swap": lambda _: self._begin(lambda plan: plan.apart.swapped(state.table)),
            "match": self._begin_match,
            "rematch": lambda _: self._begin(lambda plan: plan.rematch(state.table)),
            "ballot": lambda command: self._draw_ballot(command.text),
            "two": lambda _: self._begin(lambda plan: plan.apart._replace(players="two")),
            "one": lambda _: self._begin(lambda plan: plan.apart._replace(players="one")),
            "demo": lambda _: self._begin(lambda plan: plan.apart._replace(players="demo")),
            "clock": self._set_clock,
            "reset": lambda _: self._go_to(0),
            "go": self._go,
            "fen": self._set_position,
            "load": self._load,
            "now": lambda _: just(Say("I am not thinking: it is your move.")),
        }

    # Games that begin

    def _begin(self, plan: Callable[[NextGame], NextGame], is_unsure: bool = False) -> Steps[None]:
        """Begin a game by what ``plan`` makes of the choices for the next game. Raises Begin.

        Return if the player does not leave the game on the table, which is asked if he is ``is_unsure``.
        """
        planned = plan(self._state.next_game)
        if (yield from self._may_leave(planned.word(self._state.table), is_unsure)):
            self._state.next_game = planned
            raise Begin(self.new_game.begin)

    def _may_leave(self, what: str = "one", is_unsure: bool = False) -> Steps[bool]:
        """Return True if the player leaves the game on the table. A person at a terminal is asked if it goes on.

        The question names ``what`` begins instead.
        """
        table, options = self._state.table, self.conversation.options
        goes_on = table.game.ply and table.game.outcome is None and table.seats.people
        if not goes_on or not (is_unsure or options.at_terminal):
            return True
        question = sentences.ASK_NEW.format(PHRASES["leave this game"][what])
        return (yield from self.conversation.questions.ask_yes(question, kinds.NEW))

    def _begin_new(self, command: Command) -> Steps[None]:
        """Begin a new game. The argument may name its rules and the player's side.

        Without an argument, it is the next game of the match, if there is one.
        """
        rules, side = read_side(command.text)
        choice = self.conversation.questions.rules.read(rules) if rules else None

        def plan(now: NextGame) -> NextGame:
            now = now if choice is None else now.by(choice)
            return now if side is None else now.apart._replace(side=side)

        # The single letter N may be a late answer to an earlier question.
        yield from self._begin(plan, is_unsure=command.short and not rules)

    def _begin_match(self, command: Command) -> Steps[None]:
        """Begin a match. Without an argument, say how the match on the table stands. Raises CannotDo."""
        table = self._state.table
        if not command.argument and table.match is not None:
            yield Say(sentences.game_of_match(table.match, table.seats.shown_names))
            return
        games = whole_number(command.argument)
        if games is None or not is_length(games):
            raise CannotDo(sentences.bad_match(command.text))
        if table.opponent is not None and table.opponent.kind == RIVAL:
            raise CannotDo(sentences.NO_OTHER_MATCH.format(table.opponent.given))
        yield from self._begin(lambda plan: plan.apart._replace(match=Match(games)))

    def _draw_ballot(self, named: str) -> Steps[None]:
        """Begin a new game with a ballot. Raises CannotDo if there is no such ballot."""
        from ai.openings.ballots import find_ballot, tables_of

        rules = self._state.next_rules
        if not tables_of(rules):
            others = [name for name, each in RULE_SETS.items() if tables_of(each)]
            raise CannotDo(sentences.NO_BALLOTS.format(spoken_list(others, "and"), rules.name))
        with refusing("{}."):
            find_ballot(rules, named or "random", Random(0))
        yield from self._begin(lambda plan: plan.apart._replace(start=Ballot(named or "random")))

    def _set_position(self, command: Command) -> Steps[None]:
        """Begin a new game from the given position. Without an argument, say the FEN of the current position."""
        position = command.position
        if position is None and not command.argument:
            yield self._shown_fen()
            return
        if position is None:
            from console.game.position_editor import read_start

            with refusing("{}."):
                position = read_start(command.text, self._state.table.rules)
        yield from self._begin(lambda plan: plan.apart._replace(start=position))

    def _shown_fen(self) -> ShowPage:
        """Return the FEN of the position. It stands on one line, so that it can be copied."""
        position = self._state.game.position
        fen = fen_text(position)
        fen = fen if len(fen) <= _LONGEST_FEN else short_fen(position)
        return ShowPage("The position", [f"FEN {fen}"], beside=True)

    def _load(self, command: Command) -> Steps[None]:
        record = yield from self.conversation.questions.load(command.argument)
        if record is not None and (yield from self._may_leave("saved")):
            yield from self.new_game.begin(record)

    def _resign(self) -> Steps[None]:
        """Resign the game after a confirmation."""
        if (yield from self.conversation.questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self._state.game.resign(self._state.game.side)
            self.conversation.archive.keep()

    def _set_clock(self, command: Command) -> Steps[None]:
        """Set the clock of the next game, if one is given. Say the clocks of this game and the next."""
        state, argument = self._state, command.argument
        if argument:
            with refusing(sentences.BAD_CLOCK):
                control = Control.read(argument)
            state.next_game = state.next_game._replace(control=control)
            self.conversation.archive.remember(lambda settings: replace(settings, clock=str(control or "")))
        clock = state.table.clock
        now = clock.control if clock is not None else None
        if not argument and now is None and state.next_game.control is None:
            yield Say(sentences.NO_CLOCKS)
        else:
            yield Say(sentences.clock_set(state.next_game.control, now, state.table.times_left))

    def _list_moves(self) -> Steps[None]:
        """Say the legal moves with their exact values, if known. Leave out the values in a rated game."""
        state, proofs = self._state, self.conversation.proofs
        known = {each.move.after: sentences.worth(each.value) for each in proofs.exact_moves(state.game.position)}
        yield from self.conversation.archive.notices()
        is_secret = known and state.table.is_rated
        yield from state.activity.list_moves(state.naming, {} if is_secret else known)
        if is_secret:
            yield Say('I know what each is worth: "hint" and "proof" will tell you, and count as help.')
        elif known and state.table.jumping != "forced":
            yield Say(f"That is what each is worth {sentences.IF_JUMPS_ARE_MADE}.")

    # Moving through the game

    def _players_plies(self) -> list[int]:
        """Return the plies of the game, undone ones included, at which a player is to move."""
        game, seats = self._state.game, self._state.table.seats
        return [ply for ply in range(len(game.turns) + 1) if not seats.is_program(game.position_at(ply).side)]

    def _undo(self) -> Steps[None]:
        """Take back the player's last move, and the reply if there was one."""
        game = self._state.game
        earlier = [ply for ply in self._players_plies() if ply < game.ply]
        if not earlier:
            raise CannotDo(sentences.NOTHING_TO_UNDO)
        gone = game.turns[earlier[-1] : game.ply]
        yield from self._show_at(earlier[-1], Cause.UNDO)
        yield Say(sentences.TAKEN_BACK.format(sentences.turns_list(gone, self._state.naming)))
        yield from self._say_clocks_stay()

    def _redo(self) -> Steps[None]:
        """Play the player's undone move again, and the reply if there was one."""
        game, ply = self._state.game, self._state.game.ply
        if not game.can_redo:
            raise CannotDo("There is nothing to redo.")
        yield from self._show_at(
            next((later for later in self._players_plies() if later > ply), len(game.turns)), Cause.REDO
        )
        played = sentences.turns_list(game.turns[ply : game.ply], self._state.naming)
        yield Say(f"Replayed: {played}.")

    def _go(self, command: Command) -> Steps[None]:
        """Go to the position after the given number of moves."""
        plies, ply = len(self._state.game.turns), whole_number(command.argument)
        if ply is None or ply > plies:
            raise CannotDo(sentences.go_where(plies))
        yield from self._go_to(ply)

    def _go_to(self, ply: int) -> Steps[None]:
        is_back = ply < self._state.game.ply
        yield from self._show_at(ply, Cause.UNDO)
        yield Say(sentences.after_moves(ply))
        if is_back:
            yield from self._say_clocks_stay()

    def _say_clocks_stay(self) -> Steps[None]:
        """Say that moves taken back give no time back, if the game has a clock."""
        if self._state.table.clock is not None:
            yield Say("The time they took stays on the clocks.")

    def _show_at(self, ply: int, cause: Cause) -> Steps[None]:
        """Go to ply ``ply`` and show the position. ``cause`` is UNDO or REDO."""
        before = self._state.game.position
        self._state.game.go_to(ply)
        self.conversation.archive.keep()
        yield Played(before, cause)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return GameWords(conversation, conversation.part("play", NewGame)).handlers()
