"""The handlers of the words of games: beginning games, taking moves back, and help."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from console.activities.play.computer import Computer
from console.activities.play.engines import Engines
from console.activities.play.new_game import NewGame
from console.activities.play.newcomer import Newcomer
from console.activities.play.proofs import Proofs
from console.dialogue import kinds
from console.dialogue.activity import Begin, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.loop import Switch, one, switch_handler
from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.game.analysis import Mistake
from console.game.ballot_choice import read_ballot
from console.game.clock import Control
from console.game.options import Players
from console.game.rule_choice import read_side
from console.text import sentences
from engine.fen import fen_text, parse_fen
from engine.position import Position
from engine.rules import RULE_SETS


class GameWords:
    """The handlers of the words of games. ``learn`` is called with the mistakes that a review found."""

    def __init__(
        self,
        conversation: Conversation,
        computer: Computer,
        engines: Engines,
        proofs: Proofs,
        new_game: NewGame,
        newcomer: Newcomer,
        learn: Callable[[Sequence[Mistake]], Steps[None]],
    ) -> None:
        self._state = conversation.state
        self._archive = conversation.archive
        self._questions = conversation.questions
        self._computer = computer
        self._engines = engines
        self._proofs = proofs
        self._new_game = new_game
        self._newcomer = newcomer
        self._learn = learn

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of each word."""
        state, archive, computer, proofs = self._state, self._archive, self._computer, self._proofs
        switch_book = switch_handler(state, archive, Switch("book", sentences.BOOK, "book"))
        switch_teaching = switch_handler(state, archive, Switch("teaching", sentences.TEACHING, None))

        def book(command: Command) -> Steps[None]:
            yield from switch_book(command) if command.argument else computer.say_book()

        def teach(command: Command) -> Steps[None]:
            self._newcomer.refuse_lessons()
            yield from switch_teaching(command)

        return {
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "moves": lambda _: proofs.list_moves(),
            "hint": lambda _: computer.hint(),
            "proof": lambda _: proofs.prove(),
            "level": lambda command: computer.set_level(command.argument),
            "engine": self._engines.do,
            "think": switch_handler(state, archive, Switch("thinking", sentences.THINKING, "thinking")),
            "teach": teach,
            "chat": switch_handler(state, archive, Switch("chat", sentences.REMARKS, "remarks")),
            "book": book,
            "draw": lambda _: computer.offer_draw(),
            "resign": lambda _: self._resign(),
            "new": self._begin_new,
            "swap": lambda _: self._swap(),
            "ballot": lambda command: self._draw_ballot(command.argument),
            "two": lambda _: self._begin_for("two"),
            "one": lambda _: self._begin_for("one"),
            "demo": lambda _: self._begin_for("demo"),
            "clock": self._set_clock,
            "reset": lambda _: self._go_to(0),
            "go": self._go,
            "fen": self._set_position,
            "setup": lambda _: proofs.set_up(),
            "review": lambda _: self._review(),
            "load": self._load,
            "now": lambda _: one(Say(sentences.NOT_THINKING)),
        }

    # Games that begin

    def _begin(self, **plans: object) -> Steps[None]:
        """Change the plans for the next game and begin it. Raises Begin."""
        yield from ()
        self._state.plan(**plans)
        raise Begin(self._new_game.begin)

    def _begin_for(self, players: Players) -> Steps[None]:
        yield from self._begin(players=players)

    def _begin_new(self, command: Command) -> Steps[None]:
        """Begin a new game by the named rules, if any, with the named side, if any."""
        rules, side = read_side(command.argument)
        if rules:
            is_sure = (yield from self._questions.choose_rules(rules)) is not None
        elif command.short and self._state.game.ply:
            # A single letter may be a belated answer to an earlier question.
            is_sure = yield from self._questions.ask_yes(sentences.ASK_NEW, kinds.NEW)
        else:
            is_sure = True
        if is_sure:
            yield from self._begin(**({} if side is None else {"side": side}))

    def _swap(self) -> Steps[None]:
        """Begin a new game with the sides changed."""
        table = self._state.table
        yield from self._begin(**({"side": 1 - table.home} if any(table.names) else {}))

    def _draw_ballot(self, named: str) -> Steps[None]:
        """Begin a new game with a ballot, or say that there is no such ballot."""
        from ai.match.ballots import has_ballots

        chosen = self._state.next_game.rule_choice
        rules = chosen.rules if chosen is not None else self._state.table.rules
        if not has_ballots(rules):
            yield Say(sentences.no_ballots(rules.name, [name for name, each in RULE_SETS.items() if has_ballots(each)]))
            return
        if not named:
            yield Say(sentences.BALLOT_WHICH)
            return
        try:
            number = read_ballot(named)
        except ValueError as error:
            yield Say(sentences.bad_ballot(named, str(error)))
            return
        yield from self._begin(ballot=number)

    def _set_position(self, command: Command) -> Steps[None]:
        """Say the FEN of the position, or begin a new game from another position."""
        if isinstance(command.value, Position):
            yield from self._begin(position=command.value)
        if not command.argument:
            yield Say(f"FEN {fen_text(self._state.game.position)}")
            return
        try:
            position = parse_fen(command.argument, self._state.table.rules)
        except ValueError as error:
            yield Say(str(error))
            return
        yield from self._begin(position=position)

    def _load(self, command: Command) -> Steps[None]:
        record = yield from self._questions.load(command.argument)
        if record is not None:
            yield from self._new_game.begin(record)

    def _resign(self) -> Steps[None]:
        """Resign the game after asking again."""
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self._state.game.resign(self._state.game.side)
            self._archive.keep()

    def _set_clock(self, command: Command) -> Steps[None]:
        """Set the clock of the next game, and say which clocks there are."""
        state, argument = self._state, command.argument
        if argument:
            try:
                control = Control.read(argument)
            except ValueError:
                yield Say(sentences.BAD_CLOCK)
                return
            state.plan(control=control)
            self._archive.remember(lambda settings: replace(settings, clock=str(control or "")))
        now = state.table.clock.control if state.table.clock is not None else None
        yield Say(sentences.clock_set(state.next_game.control, now))

    def _review(self) -> Steps[None]:
        """Show a review of the game, by the engine if one was chosen."""
        if not self._state.game.turns:
            yield Say(sentences.NOTHING_TO_REVIEW)
            return
        analyzer = self._engines.analyzer()
        try:
            wrong = yield from self._proofs.review(analyzer)
        finally:
            if analyzer is not None:
                analyzer.close()
        if analyzer is not None:
            yield from self._engines.reviewed(analyzer)
        yield from self._learn(wrong)

    # Back and forth in the game

    def _players_plies(self) -> list[int]:
        """Return the plies of the game, undone ones included, at which a player is to move."""
        game, computers = self._state.game, self._state.table.computers
        return [ply for ply in range(len(game.turns) + 1) if game.position_at(ply).side not in computers]

    def _undo(self) -> Steps[None]:
        """Take back the player's last move and the reply to it."""
        game = self._state.game
        earlier = [ply for ply in self._players_plies() if ply < game.ply]
        if not earlier:
            yield Say(sentences.NOTHING_TO_UNDO)
            return
        gone = game.turns[earlier[-1] : game.ply]
        yield from self._show_at(earlier[-1], Cause.UNDO)
        yield Say(sentences.taken_back([turn.move for turn in gone], self._state.table.naming))

    def _redo(self) -> Steps[None]:
        """Play the player's undone move again and the reply to it."""
        game, ply = self._state.game, self._state.game.ply
        if not game.can_redo:
            yield Say(sentences.NOTHING_TO_REDO)
            return
        yield from self._show_at(
            next((later for later in self._players_plies() if later > ply), len(game.turns)), Cause.REDO
        )
        yield Say(sentences.played_again([turn.move for turn in game.turns[ply : game.ply]], self._state.table.naming))

    def _go(self, command: Command) -> Steps[None]:
        """Go to the position after the given number of moves."""
        plies, argument = len(self._state.game.turns), command.argument
        if isinstance(command.value, int):
            yield from self._go_to(command.value)
        elif argument.isascii() and argument.isdigit() and len(argument) < 6 and int(argument) <= plies:
            yield from self._go_to(int(argument))
        else:
            yield Say(sentences.go_where(plies))

    def _go_to(self, ply: int) -> Steps[None]:
        yield from self._show_at(ply, Cause.UNDO)
        yield Say(sentences.after_moves(ply))

    def _show_at(self, ply: int, cause: Cause) -> Steps[None]:
        """Go to ``ply`` and show it; taking back counts as help."""
        before = self._state.game.position
        self._state.game.go_to(ply)
        if cause is Cause.UNDO:
            self._state.help()
        self._archive.keep()
        yield Played(before, cause)
