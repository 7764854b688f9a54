"""The conversation of 1990, headless: a generator of steps that both faces run and that alone decides."""

import time
from collections.abc import Callable
from random import Random
from typing import Final

from console.dialogue.computer import Computing
from console.dialogue.messages import Cause, Kind, Opponent, Played, Say, Show, Talk, Topic
from console.dialogue.new_game import FlagFell
from console.dialogue.prompt_words import Command, is_yes, read_word
from console.dialogue.questions import Left
from console.dialogue.tutor import Tutor, taught
from console.game.jump_path import Path, along, onward, resolve
from console.game.naming import spoken_list
from console.game.options import Options, players
from console.storage.store import Store
from console.text import sentences
from console.text.illegal_moves import must_go_on, why_not
from engine.fen import fen_text, parse_fen
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, UnreadableMove, parse_squares

_AT_THE_END: Final = ("undo", "load", "review", "go", "reset", "new", "two", "one", "demo", "clock", "fen", "setup")


class Dialogue(Computing):
    """One sitting at the board: from the name to the farewell. Faces read what a ``Table`` shows and run ``run``."""

    def __init__(
        self,
        options: Options,
        rng: Random,
        opponent: Opponent | None = None,
        store: Store | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(options, rng, opponent, store, now)
        self._demo_ends = False

    def farewell(self) -> str:
        """The last words, also after Ctrl-C and at the end of input."""
        people = [name for side, name in enumerate(self.names) if side not in self.computers]
        if len(people) < 2 or not any(people):
            people = [self._player] if self._player else []
        return f"Good-bye, {spoken_list(people, 'and')}." if people else "Good-bye."

    def end_demo(self) -> None:
        """Have the computer stop playing itself after the move it thinks about; a player is to sit down."""
        self._demo_ends = self.is_demo

    def run(self) -> Talk[None]:
        """The whole conversation, with lessons if they are wished. A face may close it at any step."""
        talk = self._converse()
        return taught(talk, Tutor(self)) if self._options.teach else talk

    def _converse(self) -> Talk[None]:
        try:
            seated = yield from self._go_on()
            while True:
                if not seated:
                    yield from self._sit_down()
                seated = False
                yield from self._play_game()
        except Left:
            yield Say(self.farewell())

    # The game

    def _play_game(self) -> Talk[None]:
        """Play until another game is wanted."""
        again = False
        while not again:
            yield from self._tell()
            self._run_clock()
            if self._demo_ends:
                self._demo_ends, again, self.players = False, True, "one"
                yield Say(sentences.DEMO_ENDS)
            elif self.game.outcome is not None:
                again = yield from self._end()
            else:
                again = yield from self._turn()

    def _turn(self) -> Talk[bool]:
        """Whatever is to be done next in a game that goes on; True if a new one is wanted."""
        try:
            if self.game.huffable:
                yield from self._settle_huff()
            elif self.game.side in self.computers:
                yield from self._computer_turn()
            else:
                return (yield from self._player_turn())
        except FlagFell:
            self.under_way = ()
            self.flag_fell(self.game.side)
        return False

    def _end(self) -> Talk[bool]:
        outcome = self.game.outcome
        assert outcome is not None
        for side in self.computers:
            self._opponent.remember(self.game, side)
        for sentence in sentences.result(outcome, self.names, self.computers, self.rules):
            yield Say(sentence)
        while True:
            answer = yield from self._ask(sentences.ASK_ANOTHER, Kind.ANOTHER)
            word = read_word(answer)
            if word is None or word.name not in _AT_THE_END or (word.name == "new" and word.short):
                break
            game = self.game
            again = yield from self._obey(word)
            if again or self.game is not game or self.game.outcome is None:
                return again
        if not is_yes(answer):
            raise Left
        return True

    def _take_from_store(self, words: str) -> Talk[bool]:
        """Sit down at a saved game; whether there is one."""
        record = yield from self._load(words)
        if record is not None:
            yield from self._sit_down(record)
        return record is not None

    def _settle_huff(self) -> Talk[None]:
        turn = self.game.last
        assert turn is not None
        before, judge = self.game.position, self.game.side
        owner = None
        number: int | None
        if judge in self.computers:
            number = self._opponent.choose_huff(self.game)
        else:
            owner = self.names[1 - judge]
            number = yield from self._ask_huff(judge)
        if number is None:
            self.game.waive_huff()
            self._keep()
            return
        told = sentences.huffed(before, turn.move, number, self.naming, owner)
        self.game.huff(number)
        self._keep()
        yield Say(told)
        yield Played(before, Cause.HUFF, square=number)

    def _ask_huff(self, judge: int) -> Talk[int | None]:
        """Which piece the player takes for not jumping; None lets it pass."""
        candidates = self.game.huffable
        where = self.naming.any_of(candidates)
        prompt = f"{self.names[judge]}, take {where} for not jumping (Enter: let it pass)? "
        while True:
            answer = yield from self._ask(prompt, Kind.HUFF)
            if not answer.strip() or answer.strip().casefold() in ("n", "no"):
                return None
            if len(candidates) == 1 and is_yes(answer):
                return candidates[0]
            squares = self._read_squares(answer)
            if isinstance(squares, tuple) and len(squares) == 1 and squares[0] in candidates:
                return squares[0]
            yield Say(f"Name {where}, or press Enter to let it pass.")

    # The player's turn

    def _player_turn(self) -> Talk[bool]:
        """One line of the player's; True if he wants a new game."""
        name = None if self.computers else self.names[self.game.side]
        line = yield from self._ask(sentences.ask_move(self.naming, name), Kind.MOVE)
        word = read_word(line)
        if word is not None:
            return (yield from self._obey(word))
        squares = self._read_squares(line)
        if isinstance(squares, str):
            yield Say(squares)
            return False
        try:
            path = resolve(squares, self.game.routes())
        except AmbiguousMove:
            yield Say(sentences.TWO_WAYS)
        except IllegalMove:
            yield Say(why_not(self.game, squares, self.naming))
        else:
            yield from self._make_move(path)
        return False

    def _read_squares(self, line: str) -> Path | str:
        """The squares a line names, or the sentence that says why it names none."""
        if not line.strip():
            return sentences.empty_line(self.naming)
        try:
            return parse_squares(line.strip(), self.rules.geometry, self.home)
        except UnreadableMove as error:
            return sentences.unreadable(line, str(error), self.naming)

    def _make_move(self, path: Path) -> Talk[None]:
        """Play a step, or a jump once it is known where it stops. A jump under way can be taken back."""
        try:
            if any(move.captured for move in along(path, self.game.routes())):
                whole = yield from self._finish_jump(path)
                if whole is None:
                    yield Say(sentences.MOVE_GIVEN_UP)
                    return
                path = whole
            yield from self._play(path)
        finally:
            self.under_way = ()

    def _finish_jump(self, path: Path) -> Talk[Path | None]:
        """Ask after each jump whether it goes on; None if the player takes it back."""
        routes = self.game.routes()
        single = len(path) == 2
        while single or onward(path, routes):
            self.under_way = path
            answer = yield from self._ask(sentences.ASK_MULTIPLE, Kind.MULTIPLE)
            if not is_yes(answer):
                return None if _is_undo(answer) else path
            if not onward(path, routes):
                yield Say(sentences.NO_MORE_JUMPS)
                return path
            longer = yield from self._next_square(path)
            if longer is None:
                return None
            path, single = longer, True
        return path

    def _next_square(self, path: Path) -> Talk[Path | None]:
        """The way with the next jumps added; None if the player takes the move back."""
        while True:
            line = yield from self._ask(sentences.ASK_NEXT, Kind.NEXT_SQUARE)
            if _is_undo(line):
                return None
            squares = self._read_squares(line)
            if isinstance(squares, str):
                yield Say(squares if line.strip() else sentences.NAME_NEXT)
                continue
            longer = path + (squares[1:] if squares[0] == path[-1] else squares)
            if longer == path:
                yield Say(sentences.NAME_NEXT)
                continue
            try:
                return resolve(longer, along(path, self.game.routes()))
            except AmbiguousMove:
                yield Say(sentences.TWO_WAYS)
            except IllegalMove:
                yield Say(why_not(self.game, longer, self.naming))

    def _play(self, path: Path) -> Talk[None]:
        """Make the player's move, unless it is a jump that must go on."""
        game, side = self.game, self.game.side
        move = next((route for route in game.routes() if route.path == path), None)
        if move is None:
            yield Say(must_go_on(path, game, self.naming))
            return
        who = None if self.computers else self.names[side]
        told = sentences.player_moved(game.position, move, self.naming, who)
        before, shown = self.position, max(0, len(self.under_way) - 1)
        self.under_way = ()
        game.play(move)
        self._moved(side)
        yield Played(before, Cause.MOVE, move, side, shown=shown)
        if told:
            yield Say(told)

    # The words

    def _obey(self, word: Command) -> Talk[bool]:
        """Do what a word at the prompt asks for; True if a new game is wanted."""
        match word.name:
            case "help":
                yield Show(Topic.MANUAL)
            case "menu":
                yield Show(Topic.MENU)
            case "board":
                yield Show(Topic.BOARD)
            case "undo":
                yield from self._undo()
            case "redo":
                yield from self._redo()
            case "moves":
                yield Say(sentences.legal_moves(self.game.legal_moves(), self.naming))
            case "hint":
                yield from self._hint()
            case "flip":
                self.flipped = not self.flipped
                yield Played(self.game.position, Cause.FLIP)
            case "level":
                yield Say(self._set_level(word.argument))
            case "think":
                yield Say(self._switch("thinking", sentences.THINKING))
            case "turn":
                yield Say(self._switch("turning", sentences.TURNING))
                yield Played(self.game.position, Cause.FLIP)
            case "draw":
                yield from self._offer_draw()
            case "resign":
                self.game.resign(self.game.side)
                self._keep()
            case "rules":
                if (yield from self._whose_rules(word.argument)):
                    if not self.game.turns:
                        return True
                    yield Say(f"The next game is {self.chosen}: new begins it.")
            case "two" | "one" | "demo":
                self.players = players(word.name)
                return True
            case "clock":
                yield Say(self._set_clock(word.argument))
            case "reset":
                yield from self._go_to("0")
            case "go":
                yield from self._go_to(word.argument)
            case "fen":
                return (yield from self._set_position(word.argument))
            case "setup":
                yield Show(Topic.SETUP)
            case "review":
                yield Show(Topic.REVIEW)
            case "new" if word.argument:
                house = yield from self._house(word.argument)
                self.chosen = house or self.chosen
                return house is not None
            case "new":
                # A lone letter may be the answer to a question that was not asked.
                sure = not word.short or not self.game.ply
                return sure or is_yes((yield from self._ask(sentences.ASK_NEW, Kind.NEW)))
            case "save" | "games" | "fame":
                yield from self._obey_store(word)
            case "load":
                yield from self._take_from_store(word.argument)
            case "now":
                yield Say(sentences.NOT_THINKING)
            case "quit":
                raise Left
        return False

    def _players_plies(self) -> list[int]:
        """The plies of the game, those taken back included, at which a player and not the computer is to move."""
        first = self.game.start.side
        plies = range(len(self.game.turns) + 1)
        return [ply for ply in plies if (first if ply % 2 == 0 else 1 - first) not in self.computers]

    def _undo(self) -> Talk[None]:
        """Take back the player's last move with the reply to it."""
        game = self.game
        earlier = [ply for ply in self._players_plies() if ply < game.ply]
        if not earlier:
            yield Say(sentences.NOTHING_TO_UNDO)
            return
        before, gone = game.position, game.turns[earlier[-1] : game.ply]
        game.go_to(earlier[-1])
        self.helped = True
        self._keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.taken_back([turn.move for turn in gone], self.naming))

    def _redo(self) -> Talk[None]:
        """Play the player's next move again with the reply to it."""
        game = self.game
        if not game.can_redo:
            yield Say(sentences.NOTHING_TO_REDO)
            return
        before, ply = game.position, game.ply
        game.go_to(next((later for later in self._players_plies() if later > ply), len(game.turns)))
        self._keep()
        yield Played(before, Cause.REDO)
        yield Say(sentences.played_again([turn.move for turn in game.turns[ply : game.ply]], self.naming))

    def _go_to(self, argument: str) -> Talk[None]:
        """Show the position after so many moves of both sides, and go on from there."""
        game, before = self.game, self.game.position
        if not (argument.isascii() and argument.isdigit() and len(argument) < 6 and int(argument) <= len(game.turns)):
            yield Say(sentences.go_where(len(game.turns)))
            return
        game.go_to(int(argument))
        self.helped = True
        self._keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.after_moves(game.ply))

    def _set_position(self, argument: str) -> Talk[bool]:
        """Tell the position, or begin a game from another one; True if one is to begin."""
        if not argument:
            yield Say(f"FEN {fen_text(self.game.position)}")
            return False
        try:
            self.position_wanted = parse_fen(argument, self.rules)
        except ValueError as error:
            yield Say(str(error))
            return False
        return True


def _is_undo(line: str) -> bool:
    word = read_word(line)
    return word is not None and word.name == "undo"
