"""Questions to the player, the commands allowed at every question, and the choice of the rules."""

import re
from collections.abc import Callable
from textwrap import wrap
from typing import Final

from console.dialogue import kinds
from console.dialogue.activity import BeforeGames, CannotDo, FlagFell, refusing
from console.dialogue.archive import ANNOTATED, Archive
from console.dialogue.commands import Commands
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Answer, Ask, Command, News, Reply, Say, ShowHelp, ShowManual, ShowPage, Steps
from console.dialogue.state import State
from console.dialogue.words import (
    AT_FIRST,
    AT_QUESTION,
    AT_YES_OR_NO,
    LONGEST_LINE,
    LONGEST_TEXT,
    Group,
    cores,
)
from console.game.move_input import UnreadableMove, parse_squares
from console.game.naming import Naming, quoted, spoken_list
from console.game.options import DEFAULT_NAME, Options, said_name
from console.game.rule_choice import RuleChoice, names_jumping, others, read_rule_choice, read_side
from console.text import sentences
from console.text.phrases import PHRASES
from console.text.typed_lines import COURTESY, WORD_LISTS, answers, asks, denies, has_any, names_beginner, spoken
from engine.game import Game
from engine.geometry import Side
from engine.pdn.record import GameRecord
from engine.rules import Rules

BEFORE_A_GAME: Final = ("load", "course", "problem", "storm", "guess", "learn")
"""The commands that another answer to the question who goes first may be."""
_LOOKING_THROUGH: Final = ("course", "problem", "study")
"""The activities in which a line may have many moves."""
_AT_NAME: Final = ("quit", "help", "?")
"""The commands at a question for a name; every other line may be one."""
_ELSEWHERE: Final = (("save", kinds.SAVE), *((name, kinds.FIRST) for name in BEFORE_A_GAME))
"""The commands that the caller of a question executes, or that have no effect there."""


def nothing() -> Steps[None]:
    """Yield no step."""
    yield from ()


class Questions:
    """Asks the player questions, and executes the commands that are allowed at them."""

    def __init__(self, state: State, archive: Archive, commands: Commands, options: Options) -> None:
        self._state = state
        self._archive = archive
        self._commands = commands
        self._options = options
        self._news: News | None = None
        self._handle_news: Callable[[], Steps[None]] = nothing
        self._offered: Rules | None = None
        self._ahead: tuple[str | Command, Game | None] | None = None  # typed at another question, and for which game

    def listen(self, news: News, handle: Callable[[], Steps[None]]) -> None:
        """Interrupt open questions by ``news``, the messages of a peer: run ``handle``, then ask again."""
        self._news, self._handle_news = news, handle

    def listen_no_more(self) -> None:
        """End the effect of ``listen``: no news interrupts a question."""
        self._news, self._handle_news = None, nothing

    def ask(self, prompt: str, kind: Kind) -> Steps[Answer]:
        """Ask a question and return the answer.

        If the player types a command that is allowed at this question, execute it and ask again. A kind of question
        with TAKES_WORDS returns commands, too, also one behind a yes or a no. Raises Left for ``quit``, and FlagFell if
        the question is on the clock and the side to move has run out of time.
        """
        while True:
            answer: Reply = (yield from self._typed_ahead(kind)) or (yield Ask(prompt, kind, self._news))
            if answer is None:
                yield from self._handle_news()
                continue
            assert isinstance(answer, str | tuple | Command)
            if Trait.ON_THE_CLOCK in kind.traits and self._state.table.flag_fallen(self._state.game.side):
                raise FlagFell
            if isinstance(answer, str) and self._is_too_long(answer):
                yield Say(sentences.TOO_LONG.format(quoted(answer), LONGEST_LINE))
                continue
            vocabulary = self._state.vocabulary
            if isinstance(answer, tuple) or Trait.TAKES_WORDS in kind.traits:
                return vocabulary.wish(answer, kind) or answer
            if self.is_answer(answer, kind):
                return _line(answer)
            is_choice = Trait.YES_OR_NO in kind.traits and Trait.AT_BOARD not in kind.traits
            word = vocabulary.wish(answer, kind) if Trait.YES_OR_NO in kind.traits else None
            word = word or (vocabulary.understand(answer) if is_choice else vocabulary.read(answer))
            word = self._commands.out_of_task(word) if word is not None else None
            is_asked = Trait.YES_OR_NO in kind.traits or (kind is kinds.NEXT_SQUARE and word is not None)
            if is_asked and vocabulary.is_beside(answer, kind):
                other = f"{self._state.partner} does" if self._state.next_game.players == "two" else "I do"
                yield Say(PHRASES["asked"].get(kind.name, PHRASES["asked"]["usual"]).format(other))
            elif word is not None and word.says and is_choice:
                yield from self._commands.do(word)
            elif word is None or word.says or not (yield from self._execute(word, kind)):
                return _line(answer)

    def _is_too_long(self, line: str) -> bool:
        """Return True for a line above the limit, which is higher for comments, positions and moves to look through."""
        state = self._state
        if len(line) <= LONGEST_LINE:
            return False
        looks_through = state.activity.label in _LOOKING_THROUGH or state.exploring is state.activity
        is_long = state.vocabulary.read(line) is not None or (looks_through and _names_squares(line, state.naming))
        return len(line) > LONGEST_TEXT or not is_long

    def is_answer(self, answer: str | Command, kind: Kind) -> bool:
        """Return True for a line that answers a kind of question, even if it is a command elsewhere.

        That is a yes, a no, or a side at a yes-or-no question, nearly every line at one for a name, and elsewhere any
        single letter.
        """
        if kind in (kinds.NAME, kinds.OTHER_NAME, kinds.NAMED):
            exact = self._state.vocabulary.exactly(_line(answer))
            return exact is None or exact.name not in _AT_NAME
        if Trait.YES_OR_NO in kind.traits:
            return _verdict(answer, kind, self._state) is not None
        word = self._state.vocabulary.read(answer)
        return word is not None and word.short

    def ask_line(self, prompt: str, kind: Kind) -> Steps[str]:
        """Ask a question that only a typed line can answer."""
        answer = yield from self.ask(prompt, kind)
        assert isinstance(answer, str)
        return answer

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
                self._archive.remember(name=state.player)
        return is_new

    def ask_any_name(self, prompt: str, kind: Kind, default: str | None = None) -> Steps[str]:
        """Ask for a name until the answer is one, or an empty line; return it. If there is a default, a yes means it.

        Ask once whether a line of the program's own is meant as a name. Every other line is one.
        """
        line: str | None = None
        while True:
            line = (yield from self.ask_line(prompt, kind)) if line is None else line
            if default is not None and _as_listed(line) in answers("yes", kind.name):
                return default
            try:
                name = said_name(line)
            except ValueError:
                yield Say(sentences.BAD_NAME)
                line = None
                continue
            if not name or not self.is_of_program(line):
                return name
            asked = sentences.ASK_IF_NAME if kind is kinds.NAME else sentences.ASK_IF_OTHER_NAME
            reply = yield from self.ask_line(asked.format(quoted(name)), kinds.NAMED)
            meant = self._state.vocabulary.verdict(reply, kinds.NAMED)
            if meant:
                return name
            line = None if meant is False else reply

    def is_of_program(self, line: str) -> bool:
        """Return True if a line is exactly a command, a whole line of the rows, an answer or a move."""
        known = answers("yes") | answers("no") | WORD_LISTS["no names"]
        is_known = _as_listed(line) in known or _names_squares(line, self._state.naming)
        return is_known or self._state.vocabulary.exactly(line) is not None

    def ask_yes(self, prompt: str, kind: Kind) -> Steps[bool]:
        """Ask a yes-or-no question. An answer that is not a yes counts as a no."""
        answer = yield from self.ask_line(prompt, kind)
        return (Trait.ENTER_IS_YES in kind.traits and not answer.strip()) or (yield from self.means_yes(answer, kind))

    def means_yes(self, answer: str, kind: Kind) -> Steps[bool]:
        """Return True for a yes. If the answer is neither yes nor no, say that it counts as a no.

        A move is a yes where a game begins or goes on, and a no where it would end, and is played next. What is asked
        for behind a yes or a no is done next, too.
        """
        state, meant = self._state, _verdict(answer, kind, self._state)
        game = None if kind in (kinds.FIRST, kinds.GO_ON) or isinstance(state.activity, BeforeGames) else state.game
        is_begun = kind is kinds.FIRST or (Trait.ENTER_IS_YES in kind.traits and kind is not kinds.RESIGNED)
        is_ended = Trait.BETWEEN not in kind.traits or kind is kinds.RESIGNED
        if (is_begun or is_ended) and _names_squares(answer, self._state.naming):
            self._ahead = answer, game
            return is_begun
        is_free = kind is not kinds.FIRST and meant is not None
        wish = state.vocabulary.wish(answer, kind) if is_free else None
        self._ahead = None if wish is None else (wish, game)
        if meant is None:
            yield Say("No, then.")
        return bool(meant)

    def _typed_ahead(self, kind: Kind) -> Steps[str | Command | None]:
        """Return what was typed ahead and answers a question of a kind, or None.

        A move and a command about a position wait for no other game than that for which they were typed.
        """
        if self._ahead is None or kind not in (kinds.FIRST, kinds.MOVE, kinds.ANOTHER):
            return None
        (answer, game), self._ahead = self._ahead, None
        word = self._state.vocabulary.word(answer) if isinstance(answer, Command) else None
        is_about_position = word is None or word.helps or word.group in (Group.MOVE, Group.NAMED)
        if is_about_position and game not in (None, self._state.game):
            yield Say(sentences.OTHER_BOARD.format(quoted(_line(answer))))
            return None
        return answer

    def _execute(self, word: Command, kind: Kind) -> Steps[bool]:
        """Execute a command if this kind of question allows it. Return True if it was executed. Raises Left."""
        allowed = AT_YES_OR_NO if Trait.YES_OR_NO in kind.traits else AT_QUESTION
        is_choice = names_jumping(word.text) if word.name == "rules" else kind is kinds.FIRST
        match word.name:
            case name if (name, kind) in _ELSEWHERE or (name == "course" and name in answers("yes", kind.name)):
                return False
            case self._state.activity.label if word.argument == "off":
                return False  # as a no does, it leaves the task
            case "rules" if kind is kinds.RULES and not word.argument:
                yield from self._list_rules()
            case "rules" if not word.argument:
                yield from self._archive.attempt(self._plan_rules(self.ask_rules()))
            case "next" | "rules" if word.argument and is_choice:
                yield from self._archive.attempt(self._plan_rules(self.choose_rules(word.text)))
            case "review" if kind is kinds.FIRST and self._state.game.outcome is not None:
                yield from self._commands.do_everywhere(word)  # of the game that has just ended
            case "proof":
                yield Say("Ask for a proof when it is your move.")
            case _ if self._state.vocabulary.works(word, AT_FIRST if kind is kinds.FIRST else allowed):
                yield from self._commands.do_everywhere(word)
            case _ if Trait.YES_OR_NO in kind.traits and kind not in (kinds.MULTIPLE, kinds.MEANT):
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

    def _plan_rules(self, choosing: "Steps[RuleChoice] | Steps[RuleChoice | None]") -> Steps[None]:
        """Choose the rules of the next game, and say which they are."""
        chosen = yield from choosing
        if chosen is not None:
            yield Say(sentences.next_game(*chosen))

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
        asked, left = "Save it under what name (Enter: cancel)? ", sentences.NOTHING_SAVED
        while name := (yield from self.ask_or_leave(asked, kinds.SAVE, "save", left)):
            if self._state.vocabulary.exactly(name) is not None:
                yield Say(sentences.NO_NAME.format(quoted(name)))
            elif (yield from self._archive.attempt(self._archive.save(f"{name}{flag}"))):
                return

    def load(self, name: str) -> Steps[GameRecord | None]:
        """Return a saved game. Without a name, list the games and ask for one. Raises NotKept.

        Return None if there are no saved games, or if the player chooses none.
        """
        if name:
            saved = self._archive.store.saved.load(name)
            return saved if saved.outcome is not None else (yield from self._archive.as_own(saved))
        if (yield from self._archive.show_games()):
            asked, left = "Load which one (Enter: cancel)? ", sentences.NOTHING_LOADED
            while name := (yield from self.ask_or_leave(asked, kinds.LOAD, "load", left)):
                record = yield from self._archive.attempt(self.load(name))
                if record is not None:
                    return record
        return None

    def ask_or_leave(self, prompt: str, kind: Kind, word: str, left: str) -> Steps[str]:
        """Ask for a name of something, with or without ``word`` in front.

        Return an empty string for an empty line, and for one that leaves things as they are, after saying ``left``.
        """
        answer = yield from self.ask_line(prompt, kind)
        if not answer.strip() or leaves_it(answer):
            yield Say(left)
            return ""
        typed = self._state.vocabulary.read(answer)
        is_named = typed is not None and typed.name == word and bool(typed.argument)
        return typed.argument if typed is not None and is_named else answer.strip()

    # The rules

    def explain_rules(self, named: str) -> Steps[None]:
        """Show the description of a rule set. Raises CannotDo if no rule set has that name."""
        from console.text.rules import explain

        name = named.strip().casefold()
        near = (rules for rules in (self._offered, self._state.table.rules) if rules is not None and rules.name == name)
        yield ShowPage("The rules", explain(next(near, None) or self.read_rules(named).rules))

    def explain_also(self, rules: Rules) -> None:
        """Add the rules that a peer offers to those that the command "rules" explains."""
        self._offered = rules

    def _list_rules(self) -> Steps[None]:
        """Show the rules of this game, the names of the other rule sets, and the words for house rules."""
        rules, jumping = self._state.table.rules, self._state.table.jumping
        said = [
            f'We play {RuleChoice(rules, jumping)}; "rules NAME" explains any set of rules.',
            f"Also: {others(rules, self._archive.house_names())}.",
        ]
        if others_now := [each for each in rules.jumpings if each != jumping]:
            said.append(f'Jumping can be {spoken_list(others_now, "or")}, too, as in "next {others_now[-1]}".')
        for spelling, word in self._state.vocabulary.behind("rules").items():
            if word.works(self._state.activity.allowed):
                said.append(f'"{spelling}" {word.does.partition(",")[0]}.')
        yield ShowPage("The rules", [line for sentence in said for line in (*wrap(sentence, 77), "")][:-1], beside=True)

    def ask_rules(self) -> Steps[RuleChoice | None]:
        """List the rule sets and ask for the rules of the next game. Return None for an empty line.

        Commands that begin with the word "rules" are executed, also without this word. Then return None, too.
        """
        yield from self._list_rules()
        answer = yield from self.ask_or_leave(sentences.ASK_RULES, kinds.RULES, "", sentences.RULES_STAY)
        vocabulary = self._state.vocabulary
        for command in map(vocabulary.read, (answer, f"rules {answer}")):
            if command is not None and vocabulary.word(command) in vocabulary.behind("rules").values():
                yield from self._commands.do(command)
                return None
        meant = vocabulary.understand(answer)
        named = meant.text if meant is not None and meant.name == "next" else answer
        return (yield from self.choose_rules(named)) if named.strip() else None

    def choose_rules(self, named: str) -> Steps[RuleChoice]:
        """Set the rules of the next game by name, and return them. Raises CannotDo if no rule set has that name."""
        yield from ()
        choice = self.read_rules(named)
        self._state.next_game = self._state.next_game.under(choice)
        return choice

    def read_rules(self, named: str) -> RuleChoice:
        """Return the rules with a name, or those of the next game. Raises CannotDo if no rules have that name."""
        with refusing():
            return read_rule_choice(named, self._state.next_rules, self._archive.find_rules, self._archive.house_names)


def _names_squares(line: str, naming: Naming) -> bool:
    """Return True if a line is a move or a square. A bare number is neither."""
    try:
        return not line.strip().isdecimal() and bool(parse_squares(line.strip(), naming))
    except UnreadableMove:
        return False


def _as_listed(line: str) -> str:
    """Return a line as phrases have it: in lower case, with single blanks and without an end."""
    return " ".join(line.casefold().rstrip(" .!").split())


def leaves_it(line: str) -> bool:
    """Return True if each part of a line, but courtesy, refuses a name or takes the wish for one back."""
    said = [part for part in re.split(r"[,.;!]\s*", line) if not COURTESY.issuperset(spoken(part))]
    refusals = answers("no", "leaving")
    return bool(said) and not any(refusals.isdisjoint(cores(part)) for part in said)


def named_side(answer: str | Command) -> Side | None:
    """Return the side that an answer names for the player; None if it names none, asks or denies."""
    line = _line(answer)
    side = read_side(" ".join(spoken(line)))[1]
    return None if asks(line) or denies(line) or not {"you", "but"}.isdisjoint(spoken(line)) else side


def _verdict(answer: str | Command, kind: Kind, state: State) -> bool | None:
    """Return the verdict of an answer. When asked who goes first, a player may name a side, or a player."""
    named = goes_first(answer, state) if kind is kinds.FIRST else None
    return state.vocabulary.verdict(answer, kind) if named is None else named


def goes_first(answer: str | Command, state: State) -> bool | None:
    """Return True or False if an answer names who goes first, by side or by name, else None."""
    side, line = named_side(answer), _line(answer)
    if side is not None:
        position = state.next_game.position
        return side == (state.next_rules.first if position is None else position.side)
    own, other = (f" {name.casefold()} " in f" {' '.join(spoken(line))} " for name in (state.player, state.partner))
    if own != other and not asks(line):
        return own != denies(line)
    begins = names_beginner(line)
    is_polite = begins is None and not asks(line) and not denies(line)  # as in "sure, after you"
    return False if is_polite and has_any(line, PHRASES["no within"]["first"].split(", ")) else begins


def wanted_side(answer: str, rules: Rules) -> Side | None:
    """Return the side that an answer names for the player of the next game, or where it says who begins; or None."""
    if not has_any(answer, WORD_LISTS["beginning"]):
        return named_side(answer)
    begins = names_beginner(answer)
    return None if begins is None else rules.first if begins else 1 - rules.first


def _line(answer: str | Command) -> str:
    """Return an answer as it is typed."""
    return answer.line if isinstance(answer, Command) else answer
