"""Questions to the player, and the commands allowed at every question."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from console.dialogue.activity import BeforeGames, CannotDo, FlagFell
from console.dialogue.archive import ANNOTATED, Archive
from console.dialogue.commands import Commands
from console.dialogue.messages import Answer, Ask, News, Reply, Say, ShowHelp, ShowManual, Step, Steps
from console.dialogue.state import State
from console.game.naming import quoted
from console.game.options import DEFAULT_NAME, Options, said_name
from console.game.rule_choice import names_jumping
from console.reading import kinds
from console.reading.kinds import RETURNS_WORDS, Kind, Trait
from console.reading.question import Question
from console.reading.read import read
from console.reading.readings import Blank, Command, No, Reading, Talk, Text, Yes
from console.reading.words import AT_FIRST, AT_QUESTION, AT_YES_OR_NO, Group
from console.text import sentences
from console.text.phrases import PHRASES
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Position

if TYPE_CHECKING:
    from console.dialogue.rule_questions import RuleQuestions

BEFORE_A_GAME: Final = ("load", "course", "problem", "storm", "guess", "learn")
"""The commands that another answer to the question who goes first may be."""
_LOOKING_THROUGH: Final = ("course", "problem", "study")
"""The activities in which a line may have many moves."""
_AT_NAME: Final = ("quit", "help", "?")
"""The commands that are no names at the question for one."""


class Questions:
    """Asks the player questions, and executes the commands that are allowed at them."""

    def __init__(self, state: State, archive: Archive, commands: Commands, options: Options) -> None:
        self._state = state
        self._archive = archive
        self._commands = commands
        self._options = options
        self.listen(None)
        self._ahead: tuple[Command | str, Game | None] | None = None  # typed at another question, and for which game

    @cached_property
    def rules(self) -> "RuleQuestions":
        """The explanations of rules, and the questions for those of the next game."""
        from console.dialogue.rule_questions import RuleQuestions

        return RuleQuestions(self._state, self._archive, self._commands, self._ask_or_leave)

    def listen(self, news: News | None, handle: Callable[[], Iterable[Step]] = tuple) -> None:
        """Interrupt open questions by ``news``, the messages of a peer: run ``handle``, then ask again.

        With None no news interrupts a question.
        """
        self._news, self._handle_news = news, handle

    def ask(self, prompt: str, kind: Kind) -> Steps[Answer]:
        """Ask a question and return the answer.

        Answer talk, and execute a command that is allowed at this question, and ask again. A kind of question of
        RETURNS_WORDS returns both. Raises Left for ``quit``, and FlagFell if the question is on the clock and the side
        to move has run out of time.
        """
        while True:
            answer: Reply = (yield from self._typed_ahead(kind)) or (yield Ask(prompt, self.question(kind), self._news))
            if answer is None:
                yield from self._handle_news()
                continue
            assert isinstance(answer, Reading)
            if Trait.ON_THE_CLOCK in kind.traits and self._state.table.flag_fallen(self._state.game.side):
                raise FlagFell
            self._state.suggest(None)
            if kind.traits & RETURNS_WORDS or not isinstance(answer, Command | Talk):
                return answer
            if isinstance(answer, Talk):
                yield from self._commands.tell(answer)
            elif not (yield from self._execute(answer, kind)):
                return answer

    def _typed_ahead(self, kind: Kind) -> Steps[Answer | None]:
        """Return what was typed ahead and answers a question of a kind, or None.

        A move, or a command about a position, is dropped with a message if another game is on the table by then.
        """
        if self._ahead is None or kind not in (kinds.FIRST, kinds.MOVE, kinds.ANOTHER):
            return None
        (answer, game), self._ahead = self._ahead, None
        word = self._state.vocabulary.word(answer) if isinstance(answer, Command) else None
        is_about_position = word is None or word.helps or word.group in (Group.MOVE, Group.NAMED)
        if is_about_position and game not in (None, self._state.game):
            line = answer.line if isinstance(answer, Command) else answer
            yield Say(f"{quoted(line)} was for another board, so it is left out here.")
            return None
        return read(answer, self.question(kind))

    def is_odd_name(self, name: str) -> bool:
        """Return True if a name is also a line of the program, as a command is."""
        found = read(name, self.question(kinds.NAMED))
        return isinstance(found, Text) and found.is_known

    def read_ahead(self, line: str) -> Answer:
        """Read a line that was typed before the question for a move."""
        return read(line, self.question(kinds.MOVE))

    def question(self, kind: Kind) -> Question:
        """Return a question of a kind, as things stand."""
        state, table = self._state, self._state.table
        activity, offer = state.activity, state.offer
        is_move = kind is kinds.MOVE
        return Question(
            kind,
            state.vocabulary,
            table.game,
            state.naming,
            table.paths,
            activity.label,
            offered=offer.command if is_move else None,
            choices=offer.moves if is_move else (),
            may_offer=is_move and table.clock is None and activity.may_offer,
            may_be_long=activity.label in _LOOKING_THROUGH or state.in_study or state.exploring is activity,
            asks_letters=table.squares is None,
            unanswered=self._unanswered(kind),
            task=activity.asked if is_move else "",
            sides=self._sides() if kind is kinds.FIRST else {},
        )

    def _unanswered(self, kind: Kind) -> str:
        """Return the message for a line that is no answer; empty at a question for a move."""
        other = f"{self._state.partner} does" if self._state.next_game.players == "two" else "I do"
        is_usual = kind.traits & (Trait.YES_OR_NO | Trait.TAKES_WORDS) == Trait.YES_OR_NO
        usual = PHRASES["asked"]["usual"] if is_usual else ""
        return PHRASES["asked"].get(kind.name, usual).format(other)

    def _sides(self) -> dict[str, bool]:
        """Return the names that answer who begins: True for the user, and for the side that begins."""
        state, start = self._state, self._state.next_game.start
        first = start.side if isinstance(start, Position) else state.next_rules.first
        sides = {name.casefold(): side == first for side, name in enumerate(SIDE_NAMES)}
        own = {state.player.casefold(): True, state.partner.casefold(): False}
        return {**sides, "red": sides[SIDE_NAMES[BLACK].casefold()], **(own if state.partner else {})}

    def ask_text(self, prompt: str, kind: Kind) -> Steps[Text]:
        """Ask a question that any text answers; an empty text for an empty line.

        Execute the commands that only show something, and ``quit``; at the question for a name few are no answers.
        """
        while True:
            answer = yield from self.ask(prompt, kind)
            if isinstance(answer, Blank):
                return Text("")
            if not isinstance(answer, Text):
                continue
            word = answer.command
            if word is None or not self._is_executed(word, answer.is_known, kind):
                return answer
            is_listing = kind is kinds.RULES and word == Command("rules")
            yield from (self.rules.show_list() if is_listing else self._commands.do_everywhere(word))

    def _is_executed(self, word: Command, is_known: bool, kind: Kind) -> bool:
        """Return True for a command that is executed at a question for a text. A single letter is an answer.

        At a question for a player's name only few are.
        """
        if Trait.BETWEEN in kind.traits:
            return word.name in _AT_NAME and not word.text
        if word.short or word.name in ("save", "load") or not (is_known or word.name == "rules"):
            return False
        return word.name == kind.name or self._state.vocabulary.works(word, AT_QUESTION)

    def ask_name(self) -> Steps[bool]:
        """Ask for the user's name if it is unknown. Return True for a new user at a terminal.

        A known user at a terminal may type other capitals. The name in a script is taken as it is.
        """
        state, default, is_new = self._state, self._options.default_name, False
        if not state.player:
            typed = yield from self.ask_any_name(sentences.ask_name(default), kinds.NAME, default)
            name = typed or default or DEFAULT_NAME
            stored = self._archive.stored_spelling(name) if self._options.at_terminal else name
            state.player = stored or name
            is_new = stored is None
            if typed:
                self._archive.remember(lambda settings: replace(settings, name=state.player))
        return is_new

    def ask_any_name(self, prompt: str, kind: Kind, default: str | None = None) -> Steps[str | None]:
        """Ask for a name until the answer is one, or an empty line; return it. Return None if "esc" goes back.

        ``quit``, ``help`` and ``?`` are no names. A line that is just a command is asked back once. If there is a
        default, a yes means it.
        """
        text: Text | None = None
        while True:
            text = text or (yield from self.ask_text(prompt, kind))
            if text.answer is False and Trait.ESC_LEAVES in kind.traits:
                return None
            try:
                name = said_name(text.verbatim)
            except ValueError:
                yield Say(sentences.BAD_NAME)
                text = None
                continue
            if default is not None and text.answer:
                return default
            if not (name and text.is_known):
                return name
            asked = sentences.ASK_IF_NAME if kind is kinds.NAME else sentences.ASK_IF_OTHER_NAME
            reply = yield from self.ask_text(asked.format(quoted(name)), kinds.NAMED)
            if reply.answer:
                return name
            text = reply if reply.verbatim and reply.answer is None else None

    def ask_yes(self, prompt: str, kind: Kind) -> Steps[bool]:
        """Ask a yes-or-no question. An empty line is what the question says, by default a no."""
        while True:
            answer = yield from self.ask(prompt, kind)
            match answer:
                case Yes() | No() | Text():
                    return self.decided(answer, kind)
                case Blank():
                    return Trait.ENTER_IS_YES in kind.traits
                case Command(argument="off"):  # as a no does, it leaves the task
                    return False

    def decided(self, answer: Yes | No | Text, kind: Kind) -> bool:
        """Return True for a yes. A command or move behind the answer is kept for the next question.

        So is a move in place of an answer. It counts as a yes if the question begins or continues a game, else as a no.
        """
        state, is_begun = self._state, kind in (kinds.FIRST, kinds.GO_ON)
        ahead = answer.verbatim if isinstance(answer, Text) else answer.rest
        game = None if is_begun or isinstance(state.activity, BeforeGames) else state.game
        self._ahead = None if ahead is None else (ahead, game)
        return is_begun if isinstance(answer, Text) else isinstance(answer, Yes)

    def _execute(self, word: Command, kind: Kind) -> Steps[bool]:
        """Execute a command if this kind of question allows it. Return True if it was executed. Raises Left."""
        allowed = AT_YES_OR_NO if Trait.YES_OR_NO in kind.traits else AT_QUESTION
        is_choice = not word.text or names_jumping(word.text) if word.name == "rules" else kind is kinds.FIRST
        match word.name:
            case name if Trait.BEGINS in kind.traits and name in BEFORE_A_GAME:
                return False
            case self._state.activity.label if word.argument == "off":
                return False  # as a no does, it leaves the task
            case "rules" if kind is kinds.RULES and not word.argument:
                yield from self.rules.show_list()
            case "next" | "rules" if is_choice and (word.argument or word.name == "rules"):
                yield from self._archive.attempt(self.rules.plan(word.text))
            case "review" if kind is kinds.FIRST and self._state.game.outcome is not None:
                yield from self._commands.do_everywhere(word)  # of the game that has just ended
            case "proof":
                yield Say("Ask for a proof when it is your move.")
            case _ if self._state.vocabulary.works(word, AT_FIRST if kind is kinds.FIRST else allowed):
                yield from self._commands.do_everywhere(word)
            case _ if Trait.YES_OR_NO in kind.traits:
                yield Say(sentences.WAITS[any(self._state.table.names)])
            case _:
                return False
        return True

    def show_manual(self, topic: str) -> Steps[None]:
        """Show the manual at the chapter or line about ``topic``, or about the most similar topic.

        Without a topic, show it from the beginning. Raises CannotDo if no topic is similar.
        """
        from console.text.manual import chapters, find_place, manual_text, nearest_topic, subject

        if not topic:
            yield ShowManual()
            return
        if not subject(topic):
            yield ShowHelp()
            return
        try:
            all_chapters = chapters(manual_text())
        except FileNotFoundError:
            yield ShowManual()  # the front end prints where it searched for the manual
            return
        place = find_place(topic, all_chapters)
        if place is None:
            words = [word.name for word in self._state.vocabulary.words if word.name.isalpha()]
            near = nearest_topic(topic, all_chapters, words)
            place = find_place(near, all_chapters)
            if place is None:
                raise CannotDo(f'The manual has nothing on {quoted(topic)}: "help" shows all of it.')
            yield Say(f'The manual has nothing on {quoted(topic)}, but on "{near}".')
        yield ShowManual(place)

    # Saved games

    def save(self, name: str) -> Steps[None]:
        """Save the game. Without a name, ask for one until saving succeeds or the line is empty.

        Raises NotKept and CannotDo.
        """
        flag = f" {ANNOTATED}" if name == ANNOTATED else ""
        if name and not flag:
            yield from self._archive.save(name)
            return
        self._archive.check_saving()
        while text := (yield from self._ask_or_leave(sentences.ASK_SAVE, kinds.SAVE, "Nothing is saved.")):
            if text.is_known:
                yield Say(f"{quoted(text.verbatim)} is a word of mine, so no name. Which name, please?")
            elif (yield from self._archive.attempt(self._archive.save(f"{text.argument_of('save')}{flag}"))):
                return

    def load(self, name: str) -> Steps[GameRecord | None]:
        """Return a saved game. Without a name, list the games and ask for one. Raises NotKept.

        Return None if there are no saved games, or if the player chooses none.
        """
        if name:
            saved = self._archive.store.saved.load(name)
            return saved if saved.outcome is not None else (yield from self._archive.as_own(saved))
        if (yield from self._archive.show_games()):
            while named := (yield from self._ask_or_leave(sentences.ASK_LOAD, kinds.LOAD, "Nothing is loaded.")):
                record = yield from self._archive.attempt(self.load(named.argument_of("load")))
                if record is not None:
                    return record
        return None

    def _ask_or_leave(self, prompt: str, kind: Kind, left: str) -> Steps[Text | None]:
        """Ask for a name. Return None for a line that leaves things as they are, after saying ``left``."""
        text = yield from self.ask_text(prompt, kind)
        if text.verbatim.strip() and text.answer is not False:
            return text
        yield Say(left)
        return None
