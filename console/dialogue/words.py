"""Words: the names and properties of the commands. The vocabulary reads a typed line as a command."""

import re
from collections.abc import Collection, Sequence
from enum import Flag, auto
from textwrap import fill
from typing import Final, NamedTuple, Protocol

from console.dialogue.messages import Answer, Command
from console.text import sentences

_LINE_WIDTH: Final = 78


class Place(Flag):
    """A place in the conversation. Each word lists the places in which it is allowed."""

    GAME = auto()
    OVER = auto()  # a game that has ended
    STUDY = auto()
    PROBLEM = auto()
    LESSON = auto()
    LINE = auto()  # an opening line
    STORM = auto()
    GUESS = auto()  # a game whose moves are guessed
    REMOTE = auto()  # a remote game
    REMOTE_OVER = auto()
    FIRST = auto()  # the question who goes first
    YES_OR_NO = auto()  # any other question that Y and N answer
    QUESTION = auto()  # any other question, for example for a name


BOARD: Final = Place.GAME | Place.OVER | Place.STUDY
TASK: Final = Place.PROBLEM | Place.LESSON | Place.LINE
ANY_REMOTE: Final = Place.REMOTE | Place.REMOTE_OVER
ANY_BOARD: Final = BOARD | TASK | Place.STORM | Place.GUESS | ANY_REMOTE
QUESTIONS: Final = Place.FIRST | Place.YES_OR_NO
PLAYING: Final = Place.GAME | Place.STUDY  # moves are made here
BEGINS: Final = BOARD | TASK | Place.FIRST  # for words that begin a game
ANYWHERE: Final = ANY_BOARD | QUESTIONS | Place.QUESTION
SETS: Final = BOARD | QUESTIONS  # for words that change a setting
NOWHERE: Final = Place(0)


class Word(NamedTuple):
    """The name of a command and its properties.

    ``does`` is the description in the list of words. ``takes`` is the name of the optional argument, empty if the word
    takes none. ``where`` has the places in which the word is allowed. ``named`` has those in which it is allowed with
    an argument; None: those of ``where``. ``leaves``: the word first ends all problems and other tasks. ``helps`` has
    the places in which the word counts as help in a rated game; if ``named`` is not None, the word counts only without
    an argument. ``also`` has other spellings, ``letter`` is the one-letter spelling. ``alone`` has arguments that may
    be typed without the word.
    """

    name: str
    does: str
    takes: str = ""
    where: Place = BOARD
    named: Place | None = None
    leaves: bool = False
    helps: Place = NOWHERE
    also: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    letter: str = ""

    def works(self, place: Place, argument: str = "") -> bool:
        """Return True if the word, with this argument, is allowed in a place."""
        return bool(place & (self.where if self.named is None or not argument else self.named))

    def is_help(self, place: Place, argument: str) -> bool:
        """Return True if the word, with this argument, counts as help in a place."""
        return bool(place & self.helps) and (self.named is None or not argument)


WORDS: Final = (
    Word("help", "shows the manual, or the chapter named", "NAME", ANYWHERE),
    Word("?", "shows the short help, in eight lines", "NAME", ANYWHERE),
    Word("menu", "opens the menu of the screen, or lists these words", where=ANY_BOARD),
    Word("board", "draws the board, before each move or only when asked", "ON/OFF", ANYWHERE, ANY_BOARD | QUESTIONS),
    Word("where", "names all pieces and their squares", where=ANYWHERE),
    Word("look", "names the piece on a square, and its moves", "SQUARE", ANYWHERE),
    Word("flip", "turns the board round", where=ANY_BOARD),
    Word("squares", "names squares by console, algebraic, numbers or own", "NAMES", ANY_BOARD | QUESTIONS),
    Word("turn", "turns the board after each move of two players, or no longer", "ON/OFF", SETS | TASK),
    Word("rules", "lists and chooses the rules, or explains those named", "NAME", BOARD, ANYWHERE),
    Word("next", "chooses the rules of the next game", "NAME", BOARD, BOARD | Place.FIRST),
    Word("save", "saves the game under a name", "NAME", BOARD | ANY_REMOTE | QUESTIONS | Place.QUESTION),
    Word("games", "lists the saved games", where=ANYWHERE),
    Word("fame", "shows the hall of fame", where=ANYWHERE, also=("stats", "rating", "score")),
    Word("name", "changes your name, from the next game on", "NAME", SETS),
    Word(
        "settings",
        "shows where to set sound, colors and the mouse",
        where=ANY_BOARD | QUESTIONS,
        also=("options", "colors", "colours", "color", "colour", "theme", "sound"),
    ),
    Word("about", "says what this program is", where=ANYWHERE, also=("version", "credits", "register", "license")),
    Word("quit", "leaves", where=ANYWHERE, also=("exit", "bye"), letter="q"),
)
"""The words of the conversation itself; each activity adds its own."""

_STOP: Final = "stop"
_ELSEWHERE: Final = {
    "eval": '"think" has me tell what I think of each position; "hint" and "proof" tell it at once, and count as help.',
    "opening": '"book" tells what my book has here, "learn" teaches openings, "ballot" begins a game with one.',
    "export": '"save NAME" writes the game as PDN, which other programs read.',
    _STOP: '"quit" leaves the program, and "new" begins another game.',
    "white": '"new white" and "new black" begin another game and choose your side; "swap" changes it.',
}
"""Messages about features without a word of their own. Each names the word that has the feature."""
_ELSEWHERE_ALSO: Final = {
    "evaluate": "eval",
    "openings": "opening",
    "pdn": "export",
    "black": "white",
    "end": _STOP,
    "leave": _STOP,
    "off": _STOP,
}
_WORDLIKE: Final = re.compile(r"[a-z]{3,20}(?![^\s])")
_SIMILAR: Final = 0.7
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)
_SPLIT_AFTER_TWO: Final = re.compile(r"([A-Za-z]+\s+[A-Za-z]+)\s+(.*)", re.DOTALL)


class LaterWords(Protocol):
    """Words that are read when one of their spellings is first used, for example ``features.Feature``."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """All spellings of the words, and the arguments that may be typed without their word."""

    @property
    def words(self) -> tuple[Word, ...]:
        """The words."""


class Vocabulary:
    """The words of all activities. Those of ``later`` are read when they are first used."""

    def __init__(self, words: Sequence[Word], later: Sequence[LaterWords] = ()) -> None:
        self._words: Final = tuple(words)
        self._groups: Final = tuple(later)
        self._later: Final = {spelling: group for group in later for spelling in group.spellings}
        self._spellings: Final[dict[str, Word]] = {}
        self._alone: Final[dict[str, str]] = {}
        self._add(words)

    def _add(self, words: Sequence[Word]) -> None:
        """Add the spellings of words that were read."""
        for word in words:
            self._spellings.update(dict.fromkeys(filter(None, (word.name, word.letter, *word.also)), word))
            self._alone.update(dict.fromkeys(word.alone, word.name))

    def _read(self, group: LaterWords) -> None:
        """Read the words of a group, unless they have been read."""
        if group.spellings[0] in self._later:
            for spelling in group.spellings:
                del self._later[spelling]
            self._add(group.words)

    def _find(self, spelling: str) -> Word | None:
        """Return the word with a spelling, or None."""
        if spelling in self._later:
            self._read(self._later[spelling])
        return self._spellings.get(spelling)

    @property
    def words(self) -> tuple[Word, ...]:
        """All words. Those that have not been used are read now."""
        for group in self._groups:
            self._read(group)
        return (*self._words, *(word for group in self._groups for word in group.words))

    def behind(self, name: str) -> dict[str, Word]:
        """Return the words that are also spelled as ``name``, another word, and a second word; by that spelling."""
        spellings = [spelling for spelling in (*self._spellings, *self._later) if spelling.startswith(f"{name} ")]
        return {spelling: word for spelling in spellings if (word := self._find(spelling)) is not None}

    @property
    def handled(self) -> set[str]:
        """The names that need a handler: those of the first words, and every spelling of the words of ``later``."""
        return {word.name for word in self._words} | {text for group in self._groups for text in group.spellings}

    def word(self, command: Command) -> Word:
        """Return the word of a command with its properties."""
        word = self._find(command.name)
        assert word is not None
        return word

    def works(self, command: Command, place: Place) -> bool:
        """Return True if a command is allowed in a place."""
        return self.word(command).works(place, command.argument)

    def read(self, answer: Answer) -> Command | None:
        """Read an answer as a command; return None if it is not one, such as a value chosen from a list."""
        if isinstance(answer, Command):
            return answer if self._find(answer.name) is not None else None
        if not isinstance(answer, str):
            return None
        text = " ".join(answer.casefold().split())
        word = self._find(text)
        if word is not None:
            return Command(word.name, short=text == word.letter)
        if text in self._alone:
            return Command(self._alone[text], text)
        for split in (_SPLIT_AFTER_TWO, _SPLIT):
            parts = split.fullmatch(answer.strip())
            spelling = " ".join(parts[1].casefold().split()) if parts else ""
            word = self._find(spelling)
            if parts is not None and word is not None and word.takes:
                return Command(word.name, parts[2], short=spelling == word.letter and spelling.isalpha())
        return None

    def elsewhere(self, answer: Answer, task: str = "") -> str | None:
        """Return the message about a feature without a word of its own; None if the line names no such feature.

        ``task`` is the label of the current activity.
        """
        typed = _first_word(answer)
        feature = _ELSEWHERE_ALSO.get(typed, typed)
        return sentences.task_off(task) if task and feature == _STOP else _ELSEWHERE.get(feature)

    def unknown(self, answer: Answer, task: str = "") -> str | None:
        """Return the message for a misspelled or unknown word. Return None if no word is similar to the line.

        The message comes from ``elsewhere``, or suggests the most similar word. A word with an argument that it
        does not take counts as unknown.
        """
        typed, message = _first_word(answer), self.elsewhere(answer, task)
        if not typed or message is not None:
            return message
        from difflib import get_close_matches

        spellings = (spelling for word in self.words for spelling in (word.name, *word.also))
        known = [*(spelling for spelling in spellings if " " not in spelling), *_ELSEWHERE]
        similar = get_close_matches(typed, known, 1, _SIMILAR)
        return sentences.no_word(str(answer), similar[0]) if similar else None

    def listing(self) -> str:
        """List the words with their letters in columns of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        return "\n".join(
            fill(f"  {name:{width}} {word.letter:2} {word.does}", _LINE_WIDTH, subsequent_indent=indent)
            for name, word in named
        )


def _first_word(answer: Answer) -> str:
    """Return the first word of a line in lower case, or an empty string if it does not look like a word."""
    found = _WORDLIKE.match(answer.strip().casefold()) if isinstance(answer, str) else None
    return found[0] if found is not None else ""


YES: Final = frozenset({"y", "yes"})
"""The words for yes that are accepted at every question."""
_YES_TOO: Final = YES | {"yep", "yup", "yeah", "sure", "ok", "okay", "aye"}


def is_yes(answer: Answer, words: Collection[str] = _YES_TOO) -> bool:
    """Return True if the first word of an answer is one of the words for yes."""
    return isinstance(answer, str) and answer.strip().casefold().partition(" ")[0].rstrip(",.!") in words


def is_no(answer: Answer) -> bool:
    """Return True if an answer is N, no, nope, nah or empty."""
    return isinstance(answer, str) and answer.strip().casefold() in ("", "n", "no", "nope", "nah")
