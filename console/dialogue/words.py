"""Words: the names and properties of the commands. The vocabulary reads a typed line as a command."""

import re
from collections.abc import Iterable, Iterator
from enum import Flag, auto
from textwrap import fill
from typing import Final, NamedTuple

from console.dialogue.kinds import Kind
from console.dialogue.messages import Answer, Command
from console.game.mistyped import slips
from console.text import sentences
from console.text.spellings import COURTESY, NO, SPELLINGS, YES

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
        also=("options",),
    ),
    Word(
        "theme",
        "chooses the colors of the screen",
        "NAME",
        ANY_BOARD | QUESTIONS,
        also=("colors", "colours", "color", "colour"),
    ),
    Word("sound", "turns the beeps on or off", "ON/OFF", ANY_BOARD | QUESTIONS),
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
    "play": 'A move goes on with this game; "new" begins another, "load" brings back one that you saved.',
    "again": '"undo" takes a move back; "rematch" and "new" begin another game.',
    "hello": "Good day to you.",
    "thanks": "You are welcome.",
    "good": "Thank you.",
    "king": "A man who comes to the last row becomes a king by himself.",
    "cheat": '"hint" tells what I would play, and counts as help.',
    "pass": "Nobody passes in checkers: a player who cannot move has lost.",
}
"""Messages about features without a word of their own, and for small talk. Most name the word that has the feature."""
_ELSEWHERE_ALSO: Final = {
    "evaluate": "eval",
    "openings": "opening",
    "pdn": "export",
    "black": "white",
    "red": "white",
    **dict.fromkeys(
        ("end", "leave", "off", "abort", "cancel", "end game", "main menu", "esc", "escape", "done", "finished"), _STOP
    ),
    **dict.fromkeys(
        ("start", "begin", "continue", "resume", "game", "checkers", "draughts", "your turn", "my turn"), "play"
    ),
    **dict.fromkeys(("retry", "repeat"), "again"),
    **dict.fromkeys(("hi", "hey", "good morning", "good day", "good evening"), "hello"),
    **dict.fromkeys(("thank", "thx", "ty", "cheers"), "thanks"),
    **dict.fromkeys(("nice", "gg", "wow", "great", "well played", "well done", "bravo"), "good"),
    **dict.fromkeys(("crown", "promotion"), "king"),
    **dict.fromkeys(("cheater", "cheating"), "cheat"),
    "skip": "pass",
}
_LEAD: Final = re.compile(r"\A(?:[/:\\-]+(?=[a-z?])|(?:please|pls|plz|set)[\s,]+)+", re.IGNORECASE)
_PLEASE: Final = re.compile(r"(?:^|[\s,]+)(?:please|pls|plz|thanks|thank you)[.!]*$", re.IGNORECASE)
_QUESTION: Final = re.compile(
    r"(?:how|what|what's|whats|why|who|who's|whose|when|which|where|where's|does|can (?:i|we|you|he|a)|could (?:i|you)"
    r"|is (?:it|this|that|there)|am i|are (?:you|we|there)|do (?:i|you|we)|should i|did i)\b.*|\?+"
)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_PUNCTUATION: Final = ".,;:!?/\\-\"'()"
_SHORTEST: Final = 3  # letters of a word that is suggested
_WITH_SQUARES: Final = re.compile(r"\b[a-j]\s?\d{1,2}\b|\d\s?[-x:]\s?\d", re.IGNORECASE)
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)
_SPLIT_AFTER_TWO: Final = re.compile(r"([A-Za-z]+\s+[A-Za-z]+)\s+(.*)", re.DOTALL)


class Vocabulary:
    """The words of all activities."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words: Final = tuple(words)
        self._spellings: Final[dict[str, Word]] = {}
        self._alone: Final[dict[str, str]] = {}
        for word in self.words:
            self._spellings.update(dict.fromkeys(filter(None, (word.name, word.letter, *word.also)), word))
            self._alone.update(dict.fromkeys(word.alone, word.name))

    def behind(self, name: str) -> dict[str, Word]:
        """Return the words that are also spelled as ``name``, another word, and a second word; by that spelling."""
        return {spelling: word for spelling, word in self._spellings.items() if spelling.startswith(f"{name} ")}

    def word(self, command: Command) -> Word:
        """Return the word of a command with its properties."""
        return self._spellings[command.name]

    def works(self, command: Command, place: Place) -> bool:
        """Return True if a command is allowed in a place."""
        return self.word(command).works(place, command.argument)

    def read(self, answer: Answer) -> Command | None:
        """Read an answer as a command; return None if it is not one, such as a value chosen from a list.

        Words of courtesy around a command are dropped. A question in words is read as the command for the short help.
        """
        if isinstance(answer, Command):
            return answer if answer.name in self._spellings else None
        if not isinstance(answer, str):
            return None
        line = answer.strip()
        for typed in (line, _LEAD.sub("", line, 1)):
            command = self._named(" ".join(typed.casefold().split())) or self._named(
                " ".join(_spoken(_PLEASE.sub("", typed)))
            )
            if command is not None or (command := self._with_argument(typed)) is not None:
                return command
        for core in cores(line):
            if core in _ELSEWHERE or core in _ELSEWHERE_ALSO:
                return None
            command = self._named(core)
            if command is not None:
                return command
        return Command("?") if _QUESTION.fullmatch(" ".join(line.casefold().split())) else None

    def _named(self, text: str) -> Command | None:
        """Return the command that is spelled as ``text``, without an argument or with one that stands alone."""
        if text in SPELLINGS:
            return self.read(SPELLINGS[text])
        word = self._spellings.get(text)
        if word is not None:
            return Command(word.name, short=text == word.letter)
        return Command(self._alone[text], text) if text in self._alone else None

    def _with_argument(self, line: str) -> Command | None:
        """Return the command and the argument that a line begins with and ends with. Drop a "please" behind them."""
        for split in (_SPLIT_AFTER_TWO, _SPLIT):
            parts = split.fullmatch(line)
            spelling = " ".join(parts[1].casefold().split()) if parts else ""
            word = self._spellings.get(spelling)
            if parts is not None and word is not None and word.takes:
                argument = parts[2] if word.takes == "TEXT" else _PLEASE.sub("", parts[2])
                return Command(word.name, argument, short=spelling == word.letter and spelling.isalpha())
        return None

    def elsewhere(self, answer: Answer, task: str = "") -> str | None:
        """Return the message about a feature without a word of its own; None if the line names no such feature.

        ``task`` is the label of the current activity.
        """
        for typed in (*cores(answer), _first_word(answer)):
            feature = _ELSEWHERE_ALSO.get(typed, typed)
            if feature in _ELSEWHERE:
                return sentences.task_off(task) if task and feature == _STOP else _ELSEWHERE[feature]
        return None

    def unknown(self, answer: Answer, task: str = "") -> str | None:
        """Return the message for a misspelled or unknown word. Return None if no word is one slip from the line's.

        The message comes from ``elsewhere``, or suggests the word that was meant. A word with an argument that it does
        not take counts as unknown. A line with squares is a move.
        """
        typed, message = _first_word(answer), self.elsewhere(answer, task)
        if message is not None or len(typed) < _SHORTEST or _WITH_SQUARES.search(str(answer)):
            return message
        line = str(answer)[str(answer).casefold().find(typed) :]
        if (word := self._spellings.get(typed)) is not None:
            return None if word.takes else sentences.no_word(line, typed)
        spellings = {spelling for word in self.words for spelling in (word.name, *word.also)}
        similar = next((text for text in slips(typed, _LETTERS) if text in spellings and len(text) >= _SHORTEST), None)
        return sentences.no_word(line, similar) if similar is not None else None

    def listing(self) -> str:
        """List the words with their letters in columns of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        return "\n".join(
            fill(f"  {name:{width}} {word.letter:2} {word.does}", _LINE_WIDTH, subsequent_indent=indent)
            for name, word in named
        )


def _spoken(answer: Answer) -> list[str]:
    """Return the words of a line in lower case, without the punctuation around them."""
    return [word.strip(_PUNCTUATION) or word for word in answer.casefold().split()] if isinstance(answer, str) else []


def cores(answer: Answer) -> Iterator[str]:
    """Yield the parts of a line that are left without words of courtesy at its beginning and end, the longest first."""
    words = _spoken(answer)
    plain = [place for place, word in enumerate(words) if word not in COURTESY] or [len(words) - 1, 0]
    for start in range(plain[0] + 1):
        yield from (" ".join(words[start:end]) for end in range(len(words), max(start, plain[-1]), -1))


def _first_word(answer: Answer) -> str:
    """Return the first word of a line that is not a word of courtesy, or an empty string."""
    return next((word for word in _spoken(answer) if word not in COURTESY), "")


def verdict(answer: Answer, kind: Kind | None = None) -> bool | None:
    """Return True for a yes, False for a no or an empty line, and None for any other answer.

    ``kind`` is the kind of the question, which may have answers of its own.
    """
    if not isinstance(answer, str):
        return None
    for core in cores(answer):
        if core in YES or (kind is not None and core in kind.yes):
            return True
        if core in NO or (kind is not None and core in kind.no):
            return False
    first = next(iter(_spoken(answer)), "")
    return False if not answer.strip() else True if first in YES else None


def is_yes(answer: Answer) -> bool:
    """Return True if an answer is a yes, or begins with one."""
    return verdict(answer) is True


def is_no(answer: Answer) -> bool:
    """Return True if an answer is a no or empty."""
    return verdict(answer) is False
