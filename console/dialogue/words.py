"""Words: the names and properties of the commands. The vocabulary reads a typed line as a command."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple, TypeAlias

from console.dialogue.kinds import FIRST, MEANT, Kind, Trait
from console.dialogue.messages import Answer, Command
from console.dialogue.mistyped import slips
from console.game.move_input import PLEASE, in_figures
from console.game.naming import figure_of, quoted
from console.text import sentences
from console.text.phrases import PHRASES
from console.text.typed_lines import (
    COURTESY,
    MOVING,
    WORD_LISTS,
    answers,
    asks,
    denies,
    has_any,
    is_known,
    names_other_side,
    nearly,
    question_in,
    row_within,
    spoken,
    supposes,
    whole,
    within,
)


class Group(Enum):
    """The words that are allowed in the same activities and at the same questions."""

    SHOW = auto()  # words without an effect
    DISPLAY = auto()  # words that change how everything is shown
    VIEW = auto()  # words about the board and the screen
    MANNER = auto()  # words that change how the program plays along
    SETTING = auto()  # words that change the next game
    BEGIN = auto()  # words that begin a game
    TASK = auto()  # words that begin a task, or begin again
    MOVE = auto()  # words about the next move
    BOARD = auto()  # words about a game or a study
    NAMED = auto()  # words that an activity names


Allowed: TypeAlias = frozenset[Group | str]
"""Words that are allowed: whole groups, and single words as the list of words has them, such as ``rules NAME``.

A word that takes an argument is named with it (``fen FEN``) and without it (``fen``).
"""

ANYWHERE: Final[Allowed] = frozenset({Group.SHOW, Group.DISPLAY, Group.VIEW, "rules NAME"})
SAVING: Final[Allowed] = frozenset({"save", "save NAME"})
IN_TASK: Final[Allowed] = ANYWHERE | {Group.MANNER, Group.BEGIN, Group.TASK, Group.MOVE}
AT_BOARD: Final[Allowed] = ANYWHERE | {Group.MANNER, Group.BEGIN, Group.TASK, Group.SETTING, Group.BOARD}
IN_STUDY: Final[Allowed] = AT_BOARD | {Group.MOVE, "proof"}
IN_GAME: Final[Allowed] = IN_STUDY | {"draw", "resign"}

AT_QUESTION: Final[Allowed] = SAVING | {Group.SHOW, "board", "rules NAME"}
AT_YES_OR_NO: Final[Allowed] = AT_QUESTION | {Group.DISPLAY, Group.MANNER, Group.SETTING, "book ON/OFF"}
AT_FIRST: Final[Allowed] = AT_YES_OR_NO | {Group.BEGIN, "fen FEN", "next NAME"}
"""The words at the question who goes first."""


class Word(NamedTuple):
    """The name of a command and its properties.

    ``does`` is the description in the list of words. ``takes`` is the name of the optional argument, empty if the word
    takes none. ``leaves``: the word first ends all problems and other tasks. ``helps``: the word counts as help in a
    rated game, unless its argument turns something on or off. ``aliases`` has other spellings.
    """

    name: str
    does: str
    takes: str
    group: Group
    leaves: bool
    helps: bool
    aliases: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The one-letter spelling; empty if there is none."""
        return next((alias for alias in self.aliases if len(alias) == 1), "")

    def works(self, allowed: Allowed, argument: str = "") -> bool:
        """Return True if the word, with this argument, is among the allowed words."""
        return self.group in allowed or (f"{self.name} {self.takes}".strip() if argument else self.name) in allowed

    def is_help(self, argument: str) -> bool:
        """Return True if the word, with this argument, counts as help."""
        return self.helps and not (argument and self.takes.endswith("OFF"))


def words_of(table: str) -> tuple[Word, ...]:
    """Return the words of a table.

    A line has the name and the argument, the group (BOARD if empty), ``leaves`` or ``helps`` if the word does, the
    aliases, and what the word does.
    """
    found = []
    for line in table.strip().splitlines():
        if not line.startswith("#"):
            named, group, effect, aliases, does = (cell.strip() for cell in line.split("|"))
            name, _, takes = named.partition(" ")
            of_group = Group[group.upper()] if group else Group.BOARD
            spellings = tuple(filter(None, aliases.split(", ")))
            found.append(Word(name, does, takes, of_group, effect == "leaves", effect == "helps", spellings))
    return tuple(found)


WORDS: Final = words_of(Path(__file__).with_name("words.txt").read_text("utf-8"))
"""The words of the conversation itself; each activity adds its own."""

LONGEST_LINE: Final = 500
"""The most characters of a typed line."""
LONGEST_TEXT: Final = 5_000
"""The most characters of a comment, of a position in FEN, and of moves where many are looked through."""
_LONG: Final = ("comment", "fen")
_LEAD: Final = r"(?i)\A(?:[/:\\-]+(?=[a-z?])|(?:please|pls|plz|set)[\s,]+)+"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST: Final = 3  # letters of a word that is suggested
_MOVE: Final = 2  # squares
_MOST_COURTESY: Final = 9  # words at the beginning, and as many at the end
_MAY: Final = ("can", "could", "may", "shall", "should")  # a question that begins so may ask for a move
_SENTENCE: Final = 3  # words; a shorter line may be a command that is misspelled
_WITH_SQUARES: Final = r"(?i)(?<![a-z])[a-j]\s?\d{1,2}\b|(?<!\d)(?!(\d+)x\1\b)\d{1,2}\s?[-x:]\s?\d"  # no 8x8
_SQUARE: Final = r"(?i)(?<![a-z])[a-j]\d{1,2}\b"
_AS: Final = r"(?i)\A(?:(?:(?:the |this )?game|this|it) as|to|as|is|'s|called) (?=.)"
_ANSWERED: Final = r"\A\S+\s+|[,.;!]+\s+"  # the end of the yes or no of a line
_BEHIND: Final = r"(?i)\A.*(?:\bbut|,? so|[.;!?])\s+"
_I_AM: Final = r"(?i)\b(?:i'm|i am) (?!not)([a-z]+)"
_TOPIC: Final = r"(?i)\b(?:about|on)\s"
_ABOUT: Final = r"(?i)\A(?:(?:so|and|well|ok|okay|hm+),? )?(?:how|what) about "
_LIKED: Final = r"(?i)\A(?:i (?:really |quite |do |kinda |always )?(?:liked?|loved?|prefer)|my favou?rite(?: \w+)? is) "
_MORE: Final = r"(?i)(?:,? (?:better|best|more|most|instead|then|a lot|very much|too|maybe|now))*[\s.!?]*\Z"
_TOLD: Final = r'"([a-z]+(?: [a-z0-9+]+)?)" (?!and)'  # what a sentence tells about; a yes executes it
_FIGURE: Final = r"\b\d+\b"
_SETTINGS: Final = frozenset({Group.DISPLAY, Group.VIEW, Group.MANNER, Group.SETTING})
_HARMLESS: Final = _SETTINGS | {Group.SHOW}
_SPLIT: Final = tuple(
    map(re.compile, (r"(?is)([a-z]+\s+[a-z]+)\s+(.*)", r"(?is)([a-z](?=\s)|l(?=\d)|[a-z]{2,}|\?)\s*(.*)"))
)


class Vocabulary:
    """The words of all activities."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words: Final = tuple(words)
        self._spellings: Final[dict[str, Word]] = {}
        for word in self.words:
            self._spellings.update(dict.fromkeys((word.name, *word.aliases), word))

    def behind(self, name: str) -> dict[str, Word]:
        """Return the words that are also spelled as ``name``, another word, and a second word; by that spelling."""
        return {spelling: word for spelling, word in self._spellings.items() if spelling.startswith(f"{name} ")}

    def word(self, command: Command) -> Word:
        """Return the word of a command with its properties."""
        return self._spellings[command.name]

    def works(self, command: Command, allowed: Allowed) -> bool:
        """Return True if a command is allowed."""
        return self.word(command).works(allowed, command.argument)

    def read(self, answer: Answer) -> Command | None:
        """Return the command that an answer is, or the answer to a question in words; None for any other answer.

        Other answers are squares, lines with moves, and values chosen from a list.
        """
        if isinstance(answer, Command):
            return answer if answer.name in self._spellings else None
        if not isinstance(answer, str):
            return None
        line = re.sub(_LEAD, "", answer.strip(), count=1)
        if len(answer) > LONGEST_LINE:
            long = self._with_argument(line)
            return long if long is not None and long.name in _LONG else None
        command = self._wished(line) or self._spelled(line)
        if command is None and asks(line):
            squares = re.findall(_WITH_SQUARES, line)
            is_move = (line[:1] not in "wWhH" and squares) or (len(squares) >= _MOVE and supposes(line))
            if not is_move:
                command = self.overheard(line) or _kind_word(line)
            elif len(squares) < _MOVE and (spoken(line)[0] not in _MAY or names_other_side(line)):
                command = self.overheard(line)
        return command

    def exactly(self, line: str) -> Command | None:
        """Return the command of which a line is the spelling, a whole row, or the spelling with a figure; else None."""
        text = re.sub(_LEAD, "", PLEASE.sub("", line.strip()), count=1)
        found = self._named(" ".join(text.casefold().rstrip(" .!").split()))
        if found is None and any(map(str.isdigit, text)):
            found = self._with_argument(text)
        return found

    def understand(self, answer: Answer) -> Command | None:
        """Like ``read``, but also return what a statement asks for, or a suggestion for a misspelled word."""
        command = self.read(answer)
        if command is not None or not isinstance(answer, str):
            return command
        if re.search(_WITH_SQUARES, in_figures(answer)):
            return self.overheard(answer) if names_other_side(answer) else None
        is_sentence, has_figure = len(answer.split()) >= _SENTENCE, any(map(str.isdigit, " ".join(spoken(answer))))
        found = (self.overheard(answer) if is_sentence or not has_figure else None) or self.suggested(answer)
        return found or (_kind_word(answer) if is_sentence and not has_figure else None)

    def verdict(self, answer: Answer, kind: Kind) -> bool | None:
        """Like the function ``verdict``, but also hear words of a longer line that is no command."""
        if kind is FIRST and self.wish(answer, kind):
            return None
        meant = verdict(answer, kind)
        if not isinstance(answer, str) or not (meant is None or (meant and Trait.TAKES_WORDS in kind.traits)):
            return meant
        if is_unsure(answer):
            return None
        command = self.understand(answer)
        if meant:  # after a game "see it again" is more than a yes
            return None if command is not None and command.name == "review" else True
        is_other = command is not None and not command.says and self.works(command, AT_FIRST)
        return None if is_other else _leaning(answer, kind)

    def wish(self, answer: Answer, kind: Kind) -> Command | None:
        """Return the command behind a yes or a no, as in "no, I want to see my record"; None if there is none."""
        line = answer.strip() if isinstance(answer, str) else ""
        words, known = spoken(line), answers("yes", kind.name) | answers("no", kind.name)
        length = max((end for end in range(len(words) + 1) if " ".join(words[:end]) in known), default=0)
        is_whole = is_unsure(line) or self._named(" ".join(words), _rows) or self._with_argument(line)
        ends = [] if is_whole else [each.end() for each in re.finditer(_ANSWERED, line)]
        answered = (end for end in ends if verdict(line[:end], kind) is not None and len(spoken(line[:end])) >= length)
        parts = (re.sub(_ABOUT, "", line[end:]) for end in answered)
        return next(filter(None, (self._wish_of(part, kind) for part in parts)), None)

    def _wish_of(self, line: str, kind: Kind) -> Command | None:
        """Return what a line that answers no question of a kind asks for; None if nothing, or a setting."""
        if denies(line) or verdict(line, kind) is not None:
            return None
        is_asked = spoken(line)[0] in WORD_LISTS["wishes"] or asks(line)
        command = self._spelled(line) or (self.understand(line) if is_asked else None)
        if command is None or (command.name == "?" and command.says):
            return None
        is_setting = self.word(command).group in _SETTINGS - {Group.VIEW} or command.name == "next"
        return command if command.name == "name" or not is_setting else None

    def is_beside(self, answer: Answer, kind: Kind) -> bool:
        """Return True for a line, without a figure, that answers no question of a kind, or is about the question."""
        line = answer.line if isinstance(answer, Command) else answer if isinstance(answer, str) else ""
        if any(map(str.isdigit, line)) or not line.strip():
            return False
        small = (None, Command("where", "why"), _kind_word(line), self._meant(whole()["dunno"]))
        return self.understand(answer) in small or has_any(line, answers("asked about", kind.name))

    def mentions(self, line: str) -> bool:
        """Return True if a line names a command, by a word that is none of moves, or asks for one that loses."""
        command = self.overheard(line)
        names = self._spellings.keys() - COURTESY - MOVING
        return not names.isdisjoint(spoken(line)) or (command is not None and self._loses(command))

    def _spelled(self, line: str) -> Command | None:
        """Return the command that is left of a line without words of courtesy.

        A question does not obey a command that loses something.
        """
        for place, core in enumerate(cores(PLEASE.sub("", line) or line)):
            command = self._named(core, whole if place else _rows) or self._with_argument(line, core if place else "")
            if command is not None:
                is_beside = asks(line) and (self._loses(command) or (place and command.says))
                return None if is_beside or self._only_told(command, line) else command
        return None

    def _only_told(self, command: Command, line: str) -> bool:
        """Return True if a line only tells or asks how a setting is that the command changes.

        A name may be told, and "too easy" changes nothing yet.
        """
        is_kept = command.name == "name" or command.text in ("", "easier", "harder")
        first, *more = spoken(question_in(line) or line) or [""]
        begun = {first, " ".join((first, *more[:1])), *{"is", "are"}.intersection(more[1:2])}
        tellings = begun.intersection(WORD_LISTS["tellings"])
        return not is_kept and self.word(command).group in _SETTINGS and bool(tellings)

    def _loses(self, command: Command) -> bool:
        """Return True if a command may end a game or a rating, or take moves back. A hint may be asked for."""
        word = self.word(command)
        return word.leaves or word.name in ("quit", "resign", "next") or (word.helps and word.name != "hint")

    def _is_grave(self, command: Command) -> bool:
        """Return True if a command loses something, or begins a game or a task."""
        is_begun = self.word(command).group in (Group.BEGIN, Group.TASK)
        return self._loses(command) or (is_begun and command.argument not in ("list", "calendar", "ladder", "shelf"))

    def overheard(self, line: str) -> Command | None:
        """Return the command that answers a line by what it has in it, or None.

        A line that denies may show something, but changes nothing, unless the words that it is known by deny, too; one
        that asks how or whether loses and sets nothing. If nothing in it is known, its long words are read as similar
        ones, once.
        """
        return self._heard(line if " " not in line or self._is_known(line) else nearly(line))

    def _is_known(self, line: str) -> bool:
        """Return True if a row suits a line, or a word of it names a command."""
        return bool(row_within(question_in(line) or line)[1] or row_within(line)[1] or self._named_in(line))

    def _named_in(self, line: str) -> Command | None:
        """Return the first command that a word of a line names."""
        names = [each for each in spoken(line) if len(each) >= _SHORTEST and each not in COURTESY | MOVING]
        return next(filter(None, map(self._named, names)), None)

    def _heard(self, line: str) -> Command | None:
        """Return the command that answers a line as it is spelled, as ``overheard`` does."""
        question = question_in(line) or line
        (words, meaning), part = row_within(question), question
        if not meaning:
            (words, meaning), part = row_within(line), line
        if not meaning:
            meant = self._named_in(line)
            if meant is None or meant.says:
                return None if asks(line) else meant
            may = spoken(question)[0] in _MAY and spoken(question)[1] in ("i", "we")
            return _suggestion(meant) if may else _what_it_does(self.word(meant))
        command = self._meant(meaning)
        if meaning == within()["wrong name"] and (named := re.search(_I_AM, line)):
            command = Command("name", named[1])
        word = self.word(command)
        if word.takes == "SQUARE":
            command = Command(word.name, " ".join(re.findall(_SQUARE, line)))
        if command.argument == "about":
            command = Command(word.name, re.split(_TOPIC, line)[-1])
        is_supposed = asks(line) and (question[:1] in "wWhHiIdDsSaA" or "if" in spoken(question))
        if self._only_told(command, line) or (is_supposed and self._is_grave(command)):
            return _what_it_does(word)
        is_shown = command.says or word.group is Group.SHOW or (word.group is Group.DISPLAY and not command.text)
        return command if is_shown or denies(words) or not denies(part) else Command("?", says=sentences.AS_YOU_WISH)

    def _wished(self, line: str) -> Command | None:
        """Return the command that a line asks about, as in "how about a hint", or None.

        One that changes a setting, as in "I like the wood theme", or that loses something is only suggested.
        """
        is_liked, text = re.search(_LIKED, line) is not None, line.strip()
        rest = re.sub(_MORE, "", re.sub(_LIKED if is_liked else _ABOUT, "", text))
        if rest == re.sub(_MORE, "", text) or denies(line) or re.search(_WITH_SQUARES, line):
            return None
        command = self._spelled(rest) or self._meant(row_within(text)[1] or row_within(rest)[1])
        is_setting = self.word(command).group in _SETTINGS or command.name == "next"
        if command.name == "?" or (is_liked and not (is_setting and command.text)):
            return None
        suggestion = _suggestion(command)
        if command.name == "review":
            return Command("review", command.text, says=command.says or suggestion.says)  # said while a game goes on
        return suggestion if is_setting or self._is_grave(command) else command

    def _named(self, text: str, rows: Callable[[], Mapping[str, str]] = whole) -> Command | None:
        """Return the command of which ``text`` is a spelling, or its meaning by ``rows``; None if it has none."""
        word = self._spellings.get(text)
        if word is not None:
            return Command(word.name, short=text == word.letter)
        return self._meant(rows()[text]) if text in rows() else None

    def _meant(self, meaning: str) -> Command:
        """Return the command that a row of ``typed_lines.txt`` names, or the one that says its sentence."""
        name, _, rest = meaning.partition(" ")
        if name in self._spellings:
            return Command(name, rest)
        if name == "review?":
            return Command("review", says=rest)
        told = re.match(_TOLD, meaning)
        command = self._named(told[1]) or self._with_argument(told[1]) if told is not None else None
        # A word that begins a game asks before it leaves another.
        is_safe = command is not None and (not self._loses(command) or self.word(command).group is Group.BEGIN)
        return Command("?", command.line if command is not None and is_safe else "", says=meaning)

    def _with_argument(self, line: str, core: str = "") -> Command | None:
        """Return the command and the argument that a line, or its shorter core, begins with and ends with.

        In a shorter core only commands that lose nothing hear an argument.
        """
        start = line.casefold().find(core)
        text = line[start : start + len(core)] if core else line
        for split in _SPLIT:
            parts = split.fullmatch(text)
            spelling = " ".join(parts[1].casefold().split()) if parts else ""
            word = self._spellings.get(spelling)
            if parts is None or word is None or not word.takes:
                continue
            argument = parts[2] if word.takes == "TEXT" else re.sub(_AS, "", PLEASE.sub("", parts[2]))
            if word.takes != "TEXT" and len(argument.split()) > 1:
                figure = re.search(_FIGURE, argument) if word.takes in ("N", "M+S") else None
                if word.takes == "ON/OFF" or (word.takes in ("N", "M+S") and figure is None):
                    return None
                rest = argument if figure is None else re.sub(_FIGURE, "", argument, count=1)
                is_said = COURTESY.issuperset(spoken(rest))  # as in "save that game"
                if figure is not None and (not is_said or asks(line) or denies(line)):
                    return _what_it_does(word)
                argument = figure[0] if figure is not None and word.takes == "N" else "" if is_said else argument
                if word.name in ("save", "load") and not COURTESY.isdisjoint(spoken(argument)[:1]):
                    return None
            if word.group is Group.TASK and spoken(argument)[:1] in (["next"], ["another"]):
                argument = ""
            is_switch = word.takes == "ON/OFF" and argument.casefold() in ("on", "off")
            is_free = word.group in _HARMLESS and (is_switch or word.takes != "ON/OFF")
            is_free = is_free and (word.group is not Group.DISPLAY or len(argument.split()) < _SENTENCE)
            if core and not (is_free and (word.takes == "SQUARE") == bool(re.search(_WITH_SQUARES, line))):
                return None
            if word.takes in ("N", "NUMBER"):
                argument = figure_of(argument)
            return Command(word.name, argument, short=spelling == word.letter and spelling.isalpha())
        return None

    def suggested(self, line: str) -> Command | None:
        """Return the message that suggests the command which is one slip from the first word of a line, or None."""
        typed = next((word for word in spoken(line) if word not in COURTESY), "")
        known = (text for text in slips(typed, _LETTERS) if text in self._spellings and len(text) >= _SHORTEST)
        is_near = len(typed) >= _SHORTEST and not is_known(typed) and not re.search(_WITH_SQUARES, line)
        similar = next(known, "") if is_near else ""
        return Command("?", similar, says=sentences.NO_WORD.format(quoted(typed), similar)) if similar else None

    def listing(self, words: Sequence[Word] = ()) -> list[str]:
        """Return words, or all, with their letters and what they do, in lines of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in words or self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        lines = list[str]()
        for name, word in named:
            lines += wrap(f"  {name:{width}} {word.letter:2} {word.does}", 78, subsequent_indent=indent)
        return lines


@cache
def _rows() -> Mapping[str, str]:
    """Return the meanings of whole lines, and of words in longer lines as if they were whole lines."""
    return {**within(), **whole()}


def _kind_word(line: str) -> Command:
    """Return the command that answers a line about nothing that the program knows, in one sentence."""
    kind = PHRASES["unknown question" if asks(line) else "small talk"]
    return Command("?", says=[*kind.values()][len(line) % len(kind)])


def _suggestion(command: Command) -> Command:
    """Return the command that suggests another one, which a yes executes."""
    return Command("?", command.line, says=sentences.SUGGESTION.format(command.line))


def _what_it_does(word: Word) -> Command:
    """Return the command that says what a word does."""
    return Command("?", says=sentences.WORD_DOES.format(word.name, word.does))


def cores(answer: Answer) -> Iterator[str]:
    """Yield the parts of a line that are left without words of courtesy at its beginning and end, the longest first."""
    words = spoken(answer) if isinstance(answer, str) else []
    plain = [place for place, word in enumerate(words) if word not in COURTESY] or [len(words) - 1, 0]
    for start in range(min(plain[0], _MOST_COURTESY) + 1):
        for end in range(len(words), max(start, plain[-1], len(words) - _MOST_COURTESY - 1), -1):
            yield " ".join(words[start:end])


def parts(answer: Answer) -> Iterator[str]:
    """Yield the parts of a line that ``cores`` yields, and its first word."""
    yield from cores(answer)
    yield from spoken(answer)[:1] if isinstance(answer, str) else ()


def verdict(answer: Answer, kind: Kind | None = None) -> bool | None:
    """Return True for a yes, False for a no or an empty line, also if more follows, and None for any other answer.

    ``kind`` is the kind of the question, which may have answers of its own. A yes that is asked is none, nor is one
    that denies or has a no behind it, or where something may be lost a "but".
    """
    if not isinstance(answer, str):
        return None
    question = kind.name if kind is not None else "usual"
    first, *more = spoken(answer) or [""]
    exact = answers("yes", question).intersection(cores(answer))
    if not exact and is_unsure(answer):
        return None
    if not exact and (not answer.strip() or first in answers("no")):
        return False
    only_asks = kind is not None and Trait.ON_THE_CLOCK in kind.traits and asks(answer)  # "can I stop here" does not
    if not only_asks and not answers("no", question).isdisjoint(cores(answer)):
        return False
    is_asked = answer.rstrip().endswith("?")
    if exact:
        return True if not is_asked or any(map(asks, exact)) else None  # "why not?" is a yes
    is_denied = denies(answer) or not (answers("no") | answers("hedged", question)).isdisjoint(more)
    is_clear = not is_denied or " ".join(more) in answers("yes")  # as in "sure, why not"
    is_yes = first in answers("yes") or not answers("yes", question).isdisjoint(cores(_opening(answer)))
    return True if is_yes and is_clear and not is_asked else None


def _opening(line: str) -> str:
    """Return a line up to its first comma, full stop or "but"."""
    return re.split("[,.;!]| but ", line, maxsplit=1)[0]


def is_unsure(line: str) -> bool:
    """Return True if a line begins with words of not knowing or not understanding."""
    return has_any(_opening(line), answers("asked about"))


def is_mere_yes(line: str) -> bool:
    """Return True for a line that is a yes and says nothing else."""
    return bool(verdict(line)) and COURTESY.union(*map(str.split, answers("yes"))).issuperset(spoken(line))


def _leaning(answer: str, kind: Kind) -> bool | None:
    """Return True or False for words of a longer line that mean yes or no. What is behind "but" or "so" counts first.

    No game is ended by such a yes.
    """
    behind = re.sub(_BEHIND, "", answer)
    if behind != answer and (found := _leaning(behind, kind)) is not None:
        return found
    if answer.rstrip().endswith("?") or (Trait.ON_THE_CLOCK in kind.traits and asks(answer)):
        return None
    if has_any(answer, answers("no within", kind.name)) or (Trait.ENTER_LEAVES in kind.traits and denies(answer)):
        return False
    is_harmless = kind is MEANT or Trait.ENTER_LEAVES not in kind.traits
    is_meant = is_harmless and not denies(answer) and not asks(answer)
    return True if is_meant and has_any(answer, answers("yes within", kind.name)) else None
