"""The conversation of 1990, headless: a generator of steps that both faces run and that alone decides."""

from random import Random
from typing import TYPE_CHECKING

from console import phrases
from console.asking import Left
from console.options import LEVEL_NUMBERS, Options
from console.paths import Path, along, onward, resolve
from console.refusals import must_go_on, why_not
from console.seating import Seating
from console.steps import Cause, Kind, Opponent, Played, Say, Show, Talk, Think, Topic
from console.store import Store
from console.words import Command, is_yes, read_word
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, UnreadableMove, parse_squares

if TYPE_CHECKING:
    from ai.levels import Level
    from ai.opponent import Thought


class Dialogue(Seating):
    """One sitting at the board: from the name to the farewell. Faces read what a ``Table`` shows and run ``run``."""

    def __init__(
        self, options: Options, rng: Random, opponent: Opponent | None = None, store: Store | None = None
    ) -> None:
        super().__init__(options, store)
        self._rng = rng
        self._given_opponent = opponent

    def farewell(self) -> str:
        """The last words, also after Ctrl-C and at the end of input."""
        return f"Good-bye, {self._player}." if self._player else "Good-bye."

    def run(self) -> Talk[None]:
        """The whole conversation. A face may close it at any step."""
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
            if self.game.outcome is not None:
                again = yield from self._end()
            elif self.game.huffable:
                yield from self._settle_huff()
            elif self.game.side in self.computers:
                yield from self._computer_turn()
            else:
                again = yield from self._player_turn()

    def _end(self) -> Talk[bool]:
        outcome = self.game.outcome
        assert outcome is not None
        for side in self.computers:
            self._opponent.remember(self.game, side)
        for sentence in phrases.result(outcome, self.names, self.computers, self.rules):
            yield Say(sentence)
        while True:
            answer = yield from self._ask(phrases.ASK_ANOTHER, Kind.ANOTHER)
            word = read_word(answer)
            if word is not None and word.name == "undo":
                yield from self._undo()
                return False
            if word is None or word.name != "load":
                break
            if (yield from self._take_from_store(word.argument)):
                return False
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
        told = phrases.huffed(before, turn.move, number, self.naming, owner)
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

    def _computer_turn(self) -> Talk[None]:
        side, before, moves = self.game.side, self.game.position, self.game.routes()
        thought = yield from self._think(Think(self.game, self._level(self.level), self._rng, self._opponent))
        move = thought.move
        assert move is not None, "a side without a move has lost"
        self.game.play(move)
        self._keep()
        yield Played(before, Cause.MOVE, move, side)
        yield Say(phrases.computer_moved(before, move, moves, self.naming))

    def _think(self, step: Think) -> "Talk[Thought]":
        thought = yield step
        assert thought is not None
        assert not isinstance(thought, str)
        return thought

    # The player's turn

    def _player_turn(self) -> Talk[bool]:
        """One line of the player's; True if he wants a new game."""
        line = yield from self._ask(phrases.ask_move(self.naming), Kind.MOVE)
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
            yield Say(phrases.TWO_WAYS)
        except IllegalMove:
            yield Say(why_not(self.game, squares, self.naming))
        else:
            yield from self._make_move(path)
        return False

    def _read_squares(self, line: str) -> Path | str:
        """The squares a line names, or the sentence that says why it names none."""
        if not line.strip():
            return phrases.empty_line(self.naming)
        try:
            return parse_squares(line.strip(), self.rules.geometry, self.home)
        except UnreadableMove as error:
            return phrases.unreadable(line, str(error), self.naming)

    def _make_move(self, path: Path) -> Talk[None]:
        """Play a step, or a jump once it is known where it stops. A jump under way can be taken back."""
        try:
            if any(move.captured for move in along(path, self.game.routes())):
                whole = yield from self._finish_jump(path)
                if whole is None:
                    yield Say(phrases.MOVE_GIVEN_UP)
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
            answer = yield from self._ask(phrases.ASK_MULTIPLE, Kind.MULTIPLE)
            if not is_yes(answer):
                return None if _is_undo(answer) else path
            if not onward(path, routes):
                yield Say(phrases.NO_MORE_JUMPS)
                return path
            longer = yield from self._next_square(path)
            if longer is None:
                return None
            path, single = longer, True
        return path

    def _next_square(self, path: Path) -> Talk[Path | None]:
        """The way with the next jumps added; None if the player takes the move back."""
        while True:
            line = yield from self._ask(phrases.ASK_NEXT, Kind.NEXT_SQUARE)
            if _is_undo(line):
                return None
            squares = self._read_squares(line)
            if isinstance(squares, str):
                yield Say(squares if line.strip() else phrases.NAME_NEXT)
                continue
            longer = path + (squares[1:] if squares[0] == path[-1] else squares)
            if longer == path:
                yield Say(phrases.NAME_NEXT)
                continue
            try:
                return resolve(longer, along(path, self.game.routes()))
            except AmbiguousMove:
                yield Say(phrases.TWO_WAYS)
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
        told = phrases.player_moved(game.position, move, self.naming, who)
        before, shown = self.position, max(0, len(self.under_way) - 1)
        self.under_way = ()
        game.play(move)
        self._keep()
        yield Played(before, Cause.MOVE, move, side, shown=shown)
        if told:
            yield Say(told)

    # The words

    def _obey(self, word: Command) -> Talk[bool]:
        """Do what a word at the prompt asks for; True if a new game is wanted."""
        match word.name:
            case "help":
                yield Show(Topic.MANUAL)
            case "board":
                yield Show(Topic.BOARD)
            case "undo":
                yield from self._undo()
            case "redo":
                yield from self._redo()
            case "moves":
                yield Say(phrases.legal_moves(self.game.legal_moves(), self.naming))
            case "hint":
                yield from self._hint()
            case "flip":
                self.flipped = not self.flipped
                yield Played(self.game.position, Cause.FLIP)
            case "level":
                yield Say(self._set_level(word.argument))
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
            case "new" if word.argument:
                house = yield from self._house(word.argument)
                self.chosen = house or self.chosen
                return house is not None
            case "new":
                # A lone letter may be the answer to a question that was not asked.
                sure = not word.short or not self.game.ply
                return sure or is_yes((yield from self._ask(phrases.ASK_NEW, Kind.NEW)))
            case "save" | "games" | "fame":
                yield from self._obey_store(word)
            case "load":
                yield from self._take_from_store(word.argument)
            case "now":
                yield Say(phrases.NOT_THINKING)
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
            yield Say(phrases.NOTHING_TO_UNDO)
            return
        before, gone = game.position, game.turns[earlier[-1] : game.ply]
        game.go_to(earlier[-1])
        self.helped = True
        self._keep()
        yield Played(before, Cause.UNDO)
        yield Say(phrases.taken_back([turn.move for turn in gone], self.naming))

    def _redo(self) -> Talk[None]:
        """Play the player's next move again with the reply to it."""
        game = self.game
        if not game.can_redo:
            yield Say(phrases.NOTHING_TO_REDO)
            return
        before, ply = game.position, game.ply
        game.go_to(next((later for later in self._players_plies() if later > ply), len(game.turns)))
        self._keep()
        yield Played(before, Cause.REDO)
        yield Say(phrases.played_again([turn.move for turn in game.turns[ply : game.ply]], self.naming))

    def _hint(self) -> Talk[None]:
        before, moves = self.game.position, self.game.routes()
        # A source of chance of its own: asking for a hint leaves the game's sequence as it is.
        step = Think(self.game, self._hint_level(), Random(0), self._opponent, hint=True)
        thought = yield from self._think(step)
        assert thought.move is not None, "a side without a move has lost"
        self.helped = True
        self._keep()
        yield Say(phrases.hint(thought.move, before, moves, self.naming))

    def _set_level(self, argument: str) -> str:
        """Change the level, or tell it; the sentence that says so."""
        if argument in LEVEL_NUMBERS:
            self.level = int(argument)
            if self.store:
                self.store.remember(level=self.level)
        elif argument:
            return phrases.BAD_LEVEL
        return phrases.level(self._level(self.level))

    def _offer_draw(self) -> Talk[None]:
        other = 1 - self.game.side
        if other in self.computers:
            agreed = self._opponent.accepts_draw(self.game, self._level(self.level), other)
            yield Say(phrases.DRAW_ACCEPTED if agreed else phrases.DRAW_DECLINED)
        else:
            agreed = is_yes((yield from self._ask(phrases.ask_draw(self.names[other]), Kind.DRAW)))
        if agreed:
            self.game.agree_draw()
            self._keep()

    # The computer

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


def _is_undo(line: str) -> bool:
    word = read_word(line)
    return word is not None and word.name == "undo"
