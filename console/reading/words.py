"""Words: the names and properties of the commands, and the whole lines that mean one."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property
from textwrap import wrap
from typing import Final, NamedTuple, TypeAlias

from console.game.move_input import PLEASE
from console.game.naming import FIGURES, figure_of
from console.reading.patterns import WORD_LISTS, Core, bare, cores, spoken
from console.reading.readings import Command, Talk
from console.text import sentences


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
    takes: str = ""
    group: Group = Group.BOARD
    leaves: bool = False
    helps: bool = False
    aliases: tuple[str, ...] = ()

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


_LEAD: Final = re.compile(r"\A[/:\\-]+(?=[a-z?])", re.IGNORECASE)
_SPLIT: Final = tuple(
    map(re.compile, (r"(?is)([a-z]+\s+[a-z]+)\s+(.*)", r"(?is)([a-z](?=\s)|[a-z]{2,}|\?)\s*+(?!of\b)(.*)"))
)
_AS: Final = re.compile(r"(?i)\A(?:(?:(?:the |this )?game|this|it) as|to|as|called|me (?:on|about|with)) (?=.)")
_FREE: Final = frozenset({"TEXT", "FEN", "COMMAND", "SIGN"})
"""The arguments that are taken as they stand: texts of any length, and signs."""
_TITLED: Final = {"name": 3, "save": 3, "load": 3, "learn": 6, "study": 6, "guess": 6, "find": 6}
"""The commands that take a title, and the most words of it."""
_MOST_WORDS: Final = {"ON/OFF": 1, "N": 2}
"""The most words of other arguments, by what the command takes."""
_BY_LEAVE: Final = frozenset({"hint", "undo", "redo", "save", "course", "problem", "level", "new", "draw", "resign"})
"""The commands that "can I" orders, beside those that lose nothing: "can I save" is an order."""
_NO_OFFERS: Final = frozenset(
    {"quit", "resign", "delete", "review", "deep", "explore", "proof", "reset", "go", "now", "engine"}
)
"""The commands that are named in answer to talk, but never offered."""
_HARMLESS: Final = frozenset({Group.SHOW, Group.DISPLAY, Group.VIEW, Group.MANNER})
_ENDING: Final = frozenset({"quit", "resign", "next", "delete"})
_LISTS: Final = frozenset({"list", "calendar", "ladder", "shelf"})
_SHOWN: Final = frozenset({"moves", "rules", "level", "squares", "theme", "sound", "animation", "clock", "board"})


class Vocabulary:
    """The words of all activities. ``labels`` has the commands by the labels of the menu, which mean them too."""

    def __init__(self, words: Iterable[Word], labels: Mapping[str, Command] | None = None) -> None:
        self.words: Final = tuple(words)
        self._labels_shown: Final = labels or {}
        self._spellings: Final[dict[str, Word]] = {}
        for word in self.words:
            self._spellings.update(dict.fromkeys((word.name, *word.aliases), word))

    @cached_property
    def _labels(self) -> dict[str, Command]:
        labels = {" ".join(spoken(label)): command for label, command in self._labels_shown.items()}
        return {**labels, **{bare(label): command for label, command in labels.items()}}

    def behind(self, name: str) -> dict[str, Word]:
        """Return by their spelling the words that are also spelled as ``name``, another word, and a second word."""
        return {spelling: word for spelling, word in self._spellings.items() if spelling.startswith(f"{name} ")}

    def spelled(self, text: str) -> Word | None:
        """Return the word of a spelling, or None."""
        return self._spellings.get(text)

    def is_heard(self, word: str) -> bool:
        """Return True if a word of a line is the name of a command and not a word of moves or of small talk."""
        return word in self._spellings and word not in WORD_LISTS["common"]

    def word(self, command: Command) -> Word:
        """Return the word of a command with its properties."""
        return self._spellings[command.name]

    def works(self, command: Command, allowed: Allowed) -> bool:
        """Return True if a command is allowed. A command of a removed room is not."""
        word = self.spelled(command.name)
        return word is not None and word.works(allowed, command.argument)

    def read(self, line: str, label: str = "") -> Command | Talk | None:
        """Return the command that a line means in the activity ``label``. Courtesy around it does not count.

        Return an answer instead if the line has one, or if it only asks for a command that loses something. Return None
        for any other line.
        """
        text = _LEAD.sub("", line.strip())
        is_asked = text.endswith("?") and any(map(str.isalpha, text))
        for core in (found := [*cores(text)]):
            command, says = self._as_whole(core.text, label)
            if says:
                return Talk(says)
            if command is not None:
                return self._heard(command, core, is_asked)
        # A text is taken as it is; another argument has no courtesy around it.
        for core, is_text in (*((each, True) for each in found[:1]), *((each, False) for each in reversed(found))):
            command = self._with_argument(core.text, is_text)
            if command is not None:
                return self._heard(command, core, is_asked)
        return None

    def command(self, line: str, label: str = "") -> Command | None:
        """Return the command that a line is, or None."""
        found = self.read(line, label)
        return found if isinstance(found, Command) else None

    def is_line(self, line: str) -> bool:
        """Return True if a line is a row, or just a command with no argument or a number."""
        from console.reading.rows import whole_lines

        polite = PLEASE.sub("", line.casefold())
        text = " ".join(polite.rstrip(" .!").split()) or polite
        name, _, rest = text.partition(" ")
        found = whole_lines("").find(text)
        is_command = text in self._spellings or (name in self._spellings and rest.isdecimal())
        return is_command or (found is not None and not found[1])

    def _with_argument(self, text: str, is_text: bool) -> Command | None:
        """Return the command and argument of a line, or None. With ``is_text``, only commands that take texts count."""
        for split in _SPLIT:
            parts = split.fullmatch(text)
            spelling = " ".join(parts[1].casefold().split()) if parts is not None else ""
            word = self._spellings.get(spelling)
            if parts is None or word is None or not word.takes or is_text != (word.takes in _FREE):
                continue
            argument = parts[2].strip() if is_text or word.name == "name" else parts[2].strip(" \t.,;:!")
            argument = argument if is_text else _AS.sub("", argument)
            if is_text or _is_argument(argument, word):
                argument = figure_of(argument) if word.takes in ("N", "NUMBER") else argument
                return Command(word.name, argument, short=spelling == word.letter and spelling.isalpha())
        return None

    def _as_whole(self, text: str, label: str) -> tuple[Command | None, str]:
        """Return the command that a line or its row spells, or else the sentence that answers it."""
        plain = " ".join(spoken(text))
        if (word := self._spellings.get(plain)) is not None:
            return Command(word.name, short=plain == word.letter), ""
        from console.reading.rows import whole_lines, with_argument

        found = whole_lines(label).find(plain)
        if found is None or not WORD_LISTS["no title"].isdisjoint(found[1].split()):
            return self._labels.get(plain), ""
        return self.meant(with_argument(*found, text))

    def meant(self, meaning: str) -> tuple[Command | None, str]:
        """Return the meaning of a row: its command, or else its sentence."""
        name, _, argument = meaning.partition(" ")
        if name in self._spellings:
            return Command(name, argument), ""
        return None, sentences.NO_SUCH_ROOM.format(name) if name.isalpha() and name.islower() else meaning

    def _heard(self, command: Command, core: Core, is_asked: bool) -> Command | Talk:
        """Return a command if it is ordered. If it is only asked about, return what it does, or an offer of it."""
        word, loses = self.word(command), self.loses(command)
        is_safe = word.takes in _FREE or self.shows(command) or (not loses and word.group in _HARMLESS)
        if core.asked == "leave" and not is_safe and word.name not in _BY_LEAVE:
            return self.offer(command)
        is_question = (core.asked == "you" and loses) or (is_asked and not core.asked and not is_safe)
        if is_question and word.name != "hint":
            return self.explained(command)
        return command

    def loses(self, command: Command) -> bool:
        """Return True if a command may end a game or a rating, or take moves back."""
        word = self.word(command)
        return word.leaves or word.name in _ENDING or word.is_help(command.argument)

    def shows(self, command: Command) -> bool:
        """Return True if a command only shows something."""
        word, is_list = self.word(command), command.argument in _LISTS
        is_shown = is_list or word.group is Group.SHOW or (not command.text and word.name in _SHOWN)
        return is_shown and not self.loses(command)

    def offer(self, command: Command) -> Talk:
        """Return the answer that offers a command. One that loses too much is only explained."""
        if command.name in _NO_OFFERS:
            return self.explained(command)
        return Talk(offers=command)

    def explained(self, command: Command) -> Talk:
        """Return the answer that says what a command does."""
        word = self.word(command)
        return Talk(f'"{command.line}" {word.does}; "help {word.name}" says more.')

    def listing(self, words: Sequence[Word] = ()) -> list[str]:
        """Return words, or all, with their letters and what they do, in lines of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in words or self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        lines = list[str]()
        for name, word in named:
            lines += wrap(f"  {name:{width}} {word.letter:2} {word.does}", 78, subsequent_indent=indent)
        return lines


def _is_argument(text: str, word: Word) -> bool:
    """Return True if a few words may be the argument of a command and are not a sentence with its name in it."""
    words = spoken(text)
    is_number = any(map(str.isdigit, text))
    if word.takes == "M+S" and not is_number and text.casefold() not in ("off", "none", *FIGURES):
        return False
    if word.takes == "N" and not is_number and not WORD_LISTS["common"].isdisjoint(words):
        return False
    if word.group is Group.SHOW:
        return 0 < len(words) <= max(_TITLED.values())
    longest = _TITLED.get(word.name, _MOST_WORDS.get(word.takes, 3))
    talks = WORD_LISTS["no title" if word.name in _TITLED else "no argument"]
    return 0 < len(words) <= longest and talks.isdisjoint(words)
