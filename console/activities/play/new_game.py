"""Beginning a new game or continuing a recorded one: the questions before it, and its table."""

from dataclasses import replace
from functools import partial
from typing import Final

from console.activities.play.activity import Playing
from console.activities.play.computer import Computer
from console.dialogue.activity import BeforeGames, Begin
from console.dialogue.archive import cut_off
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.next_game import RULES_TAG, Ballot
from console.dialogue.questions import BEFORE_A_GAME
from console.dialogue.table import Table
from console.game.clock import GameClock, Stopwatch
from console.game.elo import FIRST_RATING
from console.game.naming import in_sentence
from console.game.options import default_jumping, same_name
from console.game.player_tags import RecordedPlayers, players_of
from console.game.seats import RIVAL, Person, Program, Seat, Seats, fitted
from console.reading import kinds
from console.reading.kinds import Kind, Trait
from console.reading.readings import Blank, Command, No, Text, Yes
from console.text import sentences
from engine.game import Game
from engine.geometry import SIDE_NAMES, Side
from engine.pdn.record import GameRecord
from engine.position import Position
from engine.rules import Rules

_MOST_WAITING: Final = 3  # unfinished games of one player that are offered at the start
_BALLOT: Final = "Ballot"  # the tag with the name of an opening drawn by lot
_OF_A_NEW_GAME: Final = frozenset({"first", "fen", "rules", "jumping", "players"})
LESSON: Final = Kind("the first lesson", Trait.YES_OR_NO | Trait.BEGINS)
_FIRST_LESSON: Final = Command("course", "1")


class NewGame(ConversationPart):
    """Begins games according to the options of the command line and the player's choices.

    A new player is offered a lesson before his game, and the computer's strength is fitted to him.
    """

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._options = conversation.options
        self._rng = conversation.rng
        self.computer: Final = Computer(conversation)
        self._task: Command | None = None  # the lesson or other task that the player wants before his game

    def first(self) -> Steps[None]:
        """Begin the first game: that of the options, or the saved one if the player agrees, or a new one."""
        options, is_known = self._options, bool(self._state.player or self._options.default_name)
        record = options.record
        if record is not None and is_known:
            record = yield from self._archive.as_own(record)
            self._options = replace(options, record=record)
        if record is None and options.players != "demo" and not options.given & _OF_A_NEW_GAME:
            record = yield from self._pick_up()
        if record is None:
            self._fit_named()
        yield from self.begin(record)

    def _pick_up(self) -> Steps[GameRecord | None]:
        """Offer the player his own unfinished games, and return the one that he continues, or None.

        A player who has not told his name is taken for that of the last session, and is asked for it afterwards.
        """
        state, name, is_new = self._state, self._conversation.player_name, False
        record = yield from self._offer(name)
        is_asked = record is None and not state.player
        if is_asked:
            if others := self._archive.store.others_with_games:
                yield Say(sentences.have_games(others))
            is_new = yield from self._questions.ask_name()
        if record is None and not same_name(state.player, name):
            record = yield from self._offer(state.player)
        if is_asked and record is None:
            yield from self._greet(is_new)
        return record

    def _offer(self, name: str) -> Steps[GameRecord | None]:
        """Offer the unfinished games of a player, the latest first, and return the one that he continues, or None.

        Games that he declines stay as they are. If there are many, the oldest becomes a saved game.
        """
        store, before = self._archive.store, self._state.table
        found = store.unfinished(name)
        yield from self._archive.notices()
        for kept in found:
            players = players_of(kept, name)
            self._state.table = replace(self._table_of(kept), seats=players.seats, home=players.home)
            is_wanted = yield from self._questions.ask_yes(sentences.ask_go_on(players, len(kept.turns)), kinds.GO_ON)
            record = self._state.table.record()  # with what was set at the question
            self._state.table = before  # who leaves the program at the question leaves the saved game
            if is_wanted:
                store.in_progress.pick_up(kept)
                if self._options.at_terminal:
                    called = players.seats.names[players.home]
                    yield Say(sentences.welcome_back(called, players.home, record.game().position))
                if chosen := kept.tag(RULES_TAG, ""):
                    yield from self._archive.attempt(self._questions.rules.plan(chosen))
                return record
        store.in_progress.pick_up(found[-1] if len(found) >= _MOST_WAITING else None)
        if len(found) >= _MOST_WAITING:
            yield from self._archive.leave(found[-1])
        return None

    def begin(self, record: GameRecord | None = None) -> Steps[None]:
        """Ask the questions before a game. Then begin a new game, or continue ``record``.

        At the question for another player's name, the player may go back to the game on the table instead.
        """
        if record is None and self._state.next_game.players == "two" and not (yield from self._ask_names()):
            yield Say(sentences.BACK[""])
            return
        yield from self._state.activity.leave()
        yield from self._begin(record)

    def _begin(self, record: GameRecord | None) -> Steps[None]:
        """Begin as ``begin`` does. A task that the player wants comes first, and all questions after it."""
        state = self._state
        record, goes_first = yield from self._agree(record)
        table = self._new_table() if record is None else self._table_of(record)
        seated = self._seated(table, record, goes_first)
        if self._task is not None:
            wanted, self._task = self._task, None
            state.activity = BeforeGames(seated, partial(self._begin, record))
            yield from self._commands.do_everywhere(wanted)
            return
        state.next_game = state.next_game.begun() if record is None else state.next_game._replace(side="asked")
        state.activity = Playing(seated, self._conversation, self.computer)
        if state.table.seats.program is not None:
            yield from self.computer.ready()
        if record is not None and state.game.outcome is None:
            self._archive.keep()
        yield from self._announce(ballot=record is None)
        if record is not None and state.game.ply and state.game.outcome is None:
            last = sentences.turns_list(state.game.turns[: state.game.ply][-2:], state.naming)
            yield Say(f"After {sentences.game_length(state.game.ply)}; the last: {last}.")
        if record is not None:
            yield from self._archive.other_rules(record.rules)
            yield from cut_off(record)
        if state.table.clock is None and state.game.outcome is None and GameClock.is_in(state.table.tags):
            yield Say("The clock times in the record cannot be right: the game continues without clocks.")

    # The questions

    def _agree(self, record: GameRecord | None) -> Steps[tuple[GameRecord | None, bool]]:
        """Ask for the names and who goes first, unless they are known.

        Return the record to continue, None for a new game, and True if the player goes first. When asked who goes
        first, the player may load another game; then the question may have to be asked again.
        """
        while self._players_on(record) is None and self._state.next_game.players != "demo":
            yield from self._ask_names()
            if record is None and self._state.next_game.side != "asked":
                break
            if record is not None and self._side_in(record) is not None:
                break
            try:
                answer = yield from self._ask_first(record)
            except Begin:
                record = None
                continue
            if isinstance(answer, bool):
                return record, answer
            record = answer
            self._state.next_game = self._state.next_game._replace(start="usual")
        return record, True

    def _players_on(self, record: GameRecord | None) -> RecordedPlayers | None:
        """Return the players of a recorded game, or None if they must be asked for."""
        if record is None or self._is_seated_by_option(record):
            return None
        players = players_of(record, self._conversation.player_name)
        return players if players.is_ours else None

    def _has_ended(self, record: GameRecord) -> bool:
        """Return True if a recorded game is over, and not taken up before its end."""
        return record.is_over and (record is not self._options.record or self._options.ply is None)

    def _is_seated_by_option(self, record: GameRecord) -> bool:
        """Return True if the command line chooses the player's side. In a game that is over it cannot."""
        options = self._options
        return record is options.record and options.first is not None and not self._has_ended(record)

    def _side_in(self, record: GameRecord) -> Side | None:
        """Return the side that the player has in a record by his name; None if it names him on neither or both."""
        if self._is_seated_by_option(record):
            return None
        names = (record.tag(color, "") for color in SIDE_NAMES)
        own = [side for side, name in enumerate(names) if same_name(name, self._state.player)]
        return own[0] if len(own) == 1 else None

    def _ask_names(self) -> Steps[bool]:
        """Ask for the names of the players that are not known yet.

        If the player names no other one, the computer plays. Return False if there is a game to go back to instead.
        """
        is_asked = not self._state.player
        is_new = yield from self._questions.ask_name()
        if is_asked:
            yield from self._greet(is_new)
        while self._state.next_game.players == "two" and not self._state.partner:
            other = yield from self._questions.ask_any_name("The other player's name? ", kinds.OTHER_NAME)
            if other is not None:
                self._state.partner = other or sentences.GUEST
                continue
            self._state.next_game = self._state.next_game._replace(players="one")
            if not isinstance(self._state.activity, BeforeGames):
                return False
        return True

    def _greet(self, is_new: bool) -> Steps[None]:
        """Greet a player who has just told his name."""
        if self._options.at_terminal:
            yield Say(sentences.WELCOME[is_new].format(self._state.player))
        if is_new:
            yield from self._welcome()

    def _welcome(self) -> Steps[None]:
        """Fit the computer's strength to a new player, unless a level was given.

        In a game against the computer, offer a lesson.
        """
        if "level" not in self._options.given:
            self._fit()
        if self._state.next_game.players == "one" and self._state.vocabulary.spelled(_FIRST_LESSON.name):
            answer = yield from self._questions.ask(sentences.OFFER_LESSON, LESSON)
            match answer:
                case Command(name) if name in BEFORE_A_GAME[1:]:
                    self._task = answer
                case Yes():
                    self._task = _FIRST_LESSON
                case No():
                    self._questions.decided(answer, LESSON)

    def _fit_named(self) -> None:
        """Fit the computer's strength to a new player whom the command line names, unless it also has a level."""
        options = self._options
        is_free = options.at_terminal and "level" not in options.given and not options.fit
        if is_free and options.name is not None and self._archive.stored_spelling(options.name) is None:
            self._fit()

    def _fit(self) -> None:
        """Make the computer's strength follow the player's rating, now and in later sessions of play."""
        self._state.opponent = fitted(FIRST_RATING)
        self._archive.remember(lambda settings: replace(settings, fit=True))

    def _ask_first(self, record: GameRecord | None) -> Steps[bool | GameRecord]:
        """Ask if the player goes first. Return the answer, or the record of a game that the player loads instead.

        Of a record that is over, ask if he has played the side that began.
        A player who wants a lesson or another task before the game is asked after it.
        """
        if self._options.first is not None:
            return self._options.first
        if self._task is not None:
            return True
        one = self._state.next_game.players == "one"
        prompt = sentences.ASK_FIRST if one else f"{self._state.player}, do you want to go first (Y/N)? "
        if record is not None and self._has_ended(record):
            prompt = f"Did you play {SIDE_NAMES[record.start.side]} in this game (Y/N)? "
        while True:
            answer = yield from self._questions.ask(prompt, kinds.FIRST)
            match answer:
                case Yes() | No() | Text():
                    return self._questions.decided(answer, kinds.FIRST)
                case Blank():
                    return False
                case Command("load"):
                    if (
                        loaded := (yield from self._archive.attempt(self._questions.load(answer.argument)))
                    ) is not None:
                        return loaded
                case Command():
                    self._task = answer
                    return True

    # The game on the table

    def _new_table(self) -> Table:
        """Set up a new game, after the moves of a ballot if one was chosen."""
        state, plan = self._state, self._state.next_game
        choice, start, ballot = plan.rules_after(state.table), None, None
        if isinstance(plan.start, Position):
            start = plan.start
        elif isinstance(plan.start, Ballot):
            ballot = plan.start.name
        elif choice.rules == self._options.rules:
            start = self._options.start if plan.opponent == "chosen" else None
            ballot = self._options.ballot if start is None else None
        game, drawn = Game(choice.rules, choice.jumping, start), dict[str, str]()
        if ballot is not None:
            from ai.openings.ballots import find_ballot, game_from

            found = find_ballot(choice.rules, ballot, self._rng)
            game, drawn = game_from(choice.rules, choice.jumping, found), {_BALLOT: found.title}
        clock = GameClock(plan.control, state.now) if plan.control else None
        if choice is plan.rules and self._archive.store.rules.find(choice.rules.name) == choice.rules:
            # The default jumping of one rule set must not become the choice for another.
            jumping = None if choice.jumping == default_jumping(choice.rules) else choice.jumping
            self._archive.remember(lambda settings: replace(settings, rules=choice.rules.name, jumping=jumping))
        tags = {**self._archive.store.new_tags(), **(plan.match.tags() if plan.match is not None else {}), **drawn}
        return Table(game, Stopwatch(state.now), clock=clock, tags=tags)

    def _chosen(self, name: str, rules: Rules) -> Program:
        """Return the opponent that the player has chosen, at his present rating if that is what it follows."""
        if self._state.opponent.is_fitted:
            self._state.opponent = self._archive.fitted(name, rules.name)
        return self._state.opponent

    def _table_of(self, record: GameRecord) -> Table:
        """Set up the table of a recorded game."""
        table = Table.of_record(record, self._state.now)
        tags = {name: value for name, value in table.tags.items() if name != RULES_TAG}
        table = replace(table, helped=players_of(record).helped, tags=tags)
        if record is self._options.record and self._options.ply is not None:
            table.game.go_to(self._options.ply)
        return table

    def _seated(self, table: Table, record: GameRecord | None, goes_first: bool) -> Table:
        """Return a table with its players: those of the record, or those chosen by options and answers."""
        state, recorded = self._state, self._players_on(record)
        if recorded is not None:
            seats, program = recorded.seats, recorded.seats.program
            user, partner = (seats.names[side] for side in (recorded.home, 1 - recorded.home))
            if program is not None:
                seats = seats.with_program(self._going_on(program, user, table.game))
            elif same_name(user, state.player or user):
                state.partner = partner
            state.next_game = state.next_game._replace(players="two" if program is None else "one")
            state.player = self._called(user)
            return replace(table, seats=seats, home=recorded.home)
        goes_on = record is not None and not self._has_ended(record)
        starter = table.game.side if goes_on else table.game.start.side
        chosen = state.next_game.side if record is None else self._side_in(record)
        home = chosen if isinstance(chosen, int) else starter if goes_first else 1 - starter
        opponent = state.next_game.opponent if record is None else "chosen"
        other: Seat = Person(state.partner)
        own: Seat = Person(state.player)
        match state.next_game.players:
            case "one":
                other = self._chosen(state.player, table.rules) if opponent == "chosen" else opponent
            case "demo":
                own = other = Program(state.opponent.level)
        return replace(table, seats=Seats.of(own, other, home), home=home)

    def _called(self, recorded: str) -> str:
        """Return the user's name, spelled as in a game of his. Until it is known, it is that of the last session."""
        name = self._state.player or self._options.default_name or recorded
        return recorded if same_name(name, recorded) else name

    def _going_on(self, recorded: Program, name: str, game: Game) -> Program:
        """Return the program that goes on with a recorded game of the player ``name``.

        It is the recorded one unless the command line has a level or an engine played: engines are not started.
        """
        state, is_over = self._state, game.outcome is not None
        if recorded.kind == RIVAL:
            return recorded
        if not is_over and ("level" in self._options.given or recorded.level is None):
            return self._chosen(name, game.rules)
        if not state.opponent.is_fitted and recorded.level is not None:
            state.opponent = Program(recorded.level)
        return recorded

    def _announce(self, ballot: bool) -> Steps[None]:
        """Say who plays which side, or, of a finished game, who has played it.

        ``ballot``: also say the moves of the ballot, if the game has any. The front end shows the rules.
        """
        state, table = self._state, self._state.table
        if state.game.outcome is not None:
            black, white = map(in_sentence, table.seats.shown_names)
            yield Say(f"A finished game: {black} (Black) against {white} (White).")
            yield Played(state.game.position, Cause.START)
            return
        yield Say(sentences.pairing(table.seats, table.home, state.white_look()))
        if table.rules.losing:
            yield Say("Whoever runs out of pieces or moves wins: give your men away.")
        is_new = self._archive.record(state.player, table.rules.name) is None
        is_person = self._options.at_terminal or self._options.name is None
        if table.jumping == "huff" and is_person and is_new:
            yield Say("Huff: miss a jump and you lose a man.")
        if table.match is not None:
            yield Say(sentences.game_of_match(table.match, table.seats.shown_names))
        yield from self.computer.meet()
        if ballot and (title := table.tags.get(_BALLOT)):
            from ai.openings.names import opening_of

            moves = [turn.move for turn in state.game.turns]
            yield Say(sentences.ballot(title, opening_of(state.game), moves, state.naming))
        yield Played(state.game.position, Cause.START)
