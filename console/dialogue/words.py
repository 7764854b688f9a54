"""Words: the names and properties of the commands. The vocabulary reads a typed line as a command."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple, TypeAlias

from console.dialogue.kinds import Kind
from console.dialogue.messages import Answer, Command
from console.game.mistyped import slips
from console.game.typed_squares import in_figures
from console.text import sentences
from console.text.spellings import COURTESY, ELSEWHERE, QUESTIONS, SPELLINGS, answers


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
AT_FIRST: Final[Allowed] = AT_YES_OR_NO | {Group.BEGIN, "fen FEN"}
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
        return self.group in allowed or (f"{self.name} {self.takes}" if argument else self.name) in allowed

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

_LEAD: Final = re.compile(r"\A(?:[/:\\-]+(?=[a-z?])|(?:please|pls|plz|set)[\s,]+)+", re.IGNORECASE)
_PLEASE: Final = re.compile(r"(?:^|[\s,]+)(?:please|pls|plz|thanks|thank you)[.!]*$", re.IGNORECASE)
_QUESTION: Final = re.compile(
    r"(?:how|what|what's|whats|why|who|who's|whose|when|which|where|where's|does|(?:can|could) (?:i|we|you|he|a|my)"
    r"|is (?:it|this|that|there)|am i|are (?:you|we|there)|(?:do|would) (?:i|you|we)|should i|did i|huh|get me)\b.*"
    r"|\?+"
)
_ABOUT: Final = re.compile(
    r".*?\b(?:what(?:'?s| is| are| does)? (?:an? |the )?|how (?:do|can) (?:i|we) )(.+?)(?: mean| do| for)?(?: again)?"
)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_PUNCTUATION: Final = ".,;:!?/\\-\"'()"
_SHORTEST: Final = 3  # letters of a word that is suggested
_WITH_SQUARES: Final = re.compile(r"\b[a-j]\s?\d{1,2}\b|\d\s?[-x:]\s?\d", re.IGNORECASE)
_ABOUT_SQUARES: Final = re.compile("[wh]", re.IGNORECASE)  # as "what" and "how" do; other questions may be moves
_AS: Final = re.compile(r"\A(?:(?:(?:the |this )?game|this|it) as|to|as|is|called) (?=.)", re.IGNORECASE)
_DENIES: Final = re.compile(r"\b(?:not|never|won't|stop|no more)\b|n't\b", re.IGNORECASE)
_HARMLESS: Final = frozenset({Group.SHOW, Group.DISPLAY, Group.VIEW, Group.MANNER, Group.SETTING})
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)
_SPLIT_AFTER_TWO: Final = re.compile(r"([A-Za-z]+\s+[A-Za-z]+)\s+(.*)", re.DOTALL)


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
        """Read an answer as a command; return None if it is not one, such as a value chosen from a list.

        Words of courtesy around a command are dropped. A question in words is read as the command that answers it, or
        as the command for the short help, with the answer in its argument if there is one.
        """
        if isinstance(answer, Command):
            return answer if answer.name in self._spellings else None
        if not isinstance(answer, str):
            return None
        line = answer.strip()
        for typed in (line, _LEAD.sub("", line, 1)):
            spoken = " ".join(_spoken(_PLEASE.sub("", typed)))
            command = self._named(" ".join(typed.casefold().split())) or self._named(spoken)
            if command is None and spoken not in ELSEWHERE:
                command = self._with_argument(typed)
            if command is not None:
                return command
        has_squares = _WITH_SQUARES.search(line)
        for core in cores(line):
            if core in ELSEWHERE:
                return None
            start = line.casefold().find(core)
            command = self._named(core)
            if command is None and start >= 0:
                command = self._with_argument(line[start : start + len(core)])
                word = None if command is None else self.word(command)
                if word is not None and (word.group not in _HARMLESS or (has_squares and word.takes != "SQUARE")):
                    command = None
            if command is not None:
                return command
        return None if has_squares and not _ABOUT_SQUARES.match(line) else self._asked(line)

    def _asked(self, line: str) -> Command | None:
        """Return the command that answers a question in words; None if the line is no question."""
        if not _QUESTION.fullmatch(" ".join(line.casefold().split())):
            return None
        about = _ABOUT.fullmatch(" ".join(_spoken(line)))
        command = self._named(about[1]) if about is not None else None
        return self._by_words_in(line) or Command("?", "" if command is None else command.name)

    def understand(self, answer: Answer, task: str = "") -> Command | str | None:
        """Return the command that an answer is or asks for, the message for an unknown word, or None for neither.

        ``task`` is the label of the current activity.
        """
        command = self.read(answer)
        if command is None and self.elsewhere(answer, task) is None:
            command = self._overheard(answer)
        return command if command is not None else self.unknown(answer, task)

    def _overheard(self, answer: Answer) -> Command | None:
        """Return the command that answers a line of several words without figures by what it has in it, or None."""
        if not isinstance(answer, str) or len(answer.split()) < 2 or any(map(str.isdigit, in_figures(answer))):
            return None
        return self._by_words_in(answer)

    def _by_words_in(self, line: str) -> Command | None:
        """Return the command that answers a line by what it has in it, or None."""
        said = f" {' '.join('number' if any(map(str.isdigit, word)) else word for word in _spoken(line))} "
        answer = next((meaning for words, meaning in QUESTIONS.items() if f" {words} " in said), None)
        if answer is None:
            return None
        command = self._named(answer) or Command("?", answer)
        is_denied = self.word(command).group is not Group.SHOW and _DENIES.search(line) is not None
        return Command("?") if is_denied else command

    def _named(self, text: str) -> Command | None:
        """Return the command that is spelled as ``text``, without an argument or with one that stands alone."""
        if text in SPELLINGS:
            return self.read(SPELLINGS[text])
        word = self._spellings.get(text)
        return None if word is None else Command(word.name, short=text == word.letter)

    def _with_argument(self, line: str) -> Command | None:
        """Return the command and the argument that a line begins with and ends with. Drop a "please" behind them."""
        for split in (_SPLIT_AFTER_TWO, _SPLIT):
            parts = split.fullmatch(line)
            spelling = " ".join(parts[1].casefold().split()) if parts else ""
            word = self._spellings.get(spelling)
            if parts is not None and word is not None and word.takes:
                argument = parts[2] if word.takes == "TEXT" else _AS.sub("", _PLEASE.sub("", parts[2]))
                if word.takes == "ON/OFF" and len(argument.split()) > 1:
                    return None
                return Command(word.name, argument, short=spelling == word.letter and spelling.isalpha())
        return None

    def elsewhere(self, answer: Answer, task: str = "") -> str | None:
        """Return the message about a feature without a word of its own; None if the line names no such feature.

        ``task`` is the label of the current activity.
        """
        message = next((ELSEWHERE[core] for core in cores(answer) if core in ELSEWHERE), None)
        return sentences.TASK_OFF.format(task) if task and message == ELSEWHERE["stop"] else message

    def unknown(self, answer: Answer, task: str = "") -> str | None:
        """Return the message for a misspelled or unknown word. Return None if no word is one slip from the line's.

        The message comes from ``elsewhere``, or suggests the word that was meant. A word with an argument that it does
        not take counts as unknown. A line with squares is a move.
        """
        if _WITH_SQUARES.search(str(answer)):
            return None
        typed, message = _first_word(answer), self.elsewhere(answer, task)
        message = message or ELSEWHERE.get(typed)
        if message is not None or len(typed) < _SHORTEST:
            return message
        line = str(answer)[str(answer).casefold().find(typed) :]
        if (word := self._spellings.get(typed)) is not None:
            return None if word.takes else sentences.no_word(line, typed)
        spellings = {spelling for word in self.words for spelling in (word.name, *word.aliases)}
        similar = next((text for text in slips(typed, _LETTERS) if text in spellings and len(text) >= _SHORTEST), None)
        return sentences.no_word(line, similar) if similar is not None else None

    def listing(self, words: Sequence[Word] = ()) -> list[str]:
        """Return words, or all, with their letters and what they do, in lines of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in words or self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        lines = list[str]()
        for name, word in named:
            lines += wrap(f"  {name:{width}} {word.letter:2} {word.does}", 78, subsequent_indent=indent)
        return lines


def _spoken(answer: Answer) -> list[str]:
    """Return the words of a line in lower case, without the punctuation around them."""
    return [word.strip(_PUNCTUATION) or word for word in answer.casefold().split()] if isinstance(answer, str) else []


def cores(answer: Answer) -> Iterator[str]:
    """Yield the parts of a line that are left without words of courtesy at its beginning and end, the longest first."""
    words = _spoken(answer)
    plain = [place for place, word in enumerate(words) if word not in COURTESY] or [len(words) - 1, 0]
    for start in range(plain[0] + 1):
        yield from (" ".join(words[start:end]) for end in range(len(words), max(start, plain[-1]), -1))


def parts(answer: Answer) -> Iterator[str]:
    """Yield the parts of a line that ``cores`` yields, and its first word."""
    yield from cores(answer)
    yield from _spoken(answer)[:1]


def _first_word(answer: Answer) -> str:
    """Return the first word of a line that is not a word of courtesy, or an empty string."""
    return next((word for word in _spoken(answer) if word not in COURTESY), "")


def verdict(answer: Answer, kind: Kind | None = None) -> bool | None:
    """Return True for a yes, False for a no or an empty line, also if more follows, and None for any other answer.

    ``kind`` is the kind of the question, which may have answers of its own.
    """
    if not isinstance(answer, str):
        return None
    question = kind.name if kind is not None else "usual"
    for core in cores(answer):
        if core in answers("yes", question):
            return True
        if core in answers("no", question):
            return False
    first = next(iter(_spoken(answer)), "")
    if not answer.strip() or first in answers("no"):
        return False
    return True if first in answers("yes") else None


def is_yes(answer: Answer) -> bool:
    """Return True if an answer is a yes, or begins with one."""
    return verdict(answer) is True


def is_no(answer: Answer) -> bool:
    """Return True if an answer is a no or empty."""
    return verdict(answer) is False
