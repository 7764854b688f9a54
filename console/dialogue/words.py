"""The words of the prompt, each with all its properties, and the vocabulary that reads a line as a word."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto
from textwrap import fill
from typing import Final, Protocol, TypeAlias

from console.dialogue.messages import Answer, Command
from console.dialogue.switches import Switches
from console.dialogue.table import Table
from console.text import sentences
from engine.game import Game

_LINE_WIDTH: Final = 78


class Place(Flag):
    """A place in the conversation where a word may be typed."""

    GAME = auto()
    OVER = auto()  # a game that has ended
    STUDY = auto()
    PROBLEM = auto()
    REMOTE = auto()  # a remote game
    REMOTE_OVER = auto()
    FIRST = auto()  # the question who goes first
    YES_OR_NO = auto()  # any other question that Y and N answer
    QUESTION = auto()  # any other question, a name for one


BOARD: Final = Place.GAME | Place.OVER | Place.STUDY
ANY_REMOTE: Final = Place.REMOTE | Place.REMOTE_OVER
ANY_BOARD: Final = BOARD | Place.PROBLEM | ANY_REMOTE
QUESTIONS: Final = Place.FIRST | Place.YES_OR_NO
PLAYING: Final = Place.GAME | Place.STUDY
BEGINS: Final = BOARD | Place.PROBLEM | Place.FIRST
ANYWHERE: Final = ANY_BOARD | QUESTIONS | Place.QUESTION
SETS: Final = BOARD | QUESTIONS


GAME_MENU: Final = "Game"
RULES_MENU: Final = "Rules and level"
MOVES_MENU: Final = "Moves"
POSITION_MENU: Final = "Position"


class When(Enum):
    """A state of the conversation in which a menu entry works."""

    FREE = auto()  # a move or another game is asked for, or a move will be
    PLAYING = auto()  # a move is asked for, or will be
    THINKING = auto()  # nothing is asked


class MenuState(Protocol):
    """The part of the state of a session of play that entries of the menu depend on."""

    switches: Switches

    @property
    def table(self) -> Table:
        """The table of the current activity."""

    @property
    def game(self) -> Game:
        """The game on the table."""

    @property
    def place(self) -> Place:
        """The place in the conversation."""


ByState: TypeAlias = str | Callable[[MenuState], str]
"""A text, or a function that returns it."""


def always(state: MenuState) -> bool:
    """Return True."""
    return True


def on_or_off(switch: str) -> Callable[[MenuState], str]:
    """Return a function that returns ``on`` or ``off`` for a switch."""
    return lambda state: "on" if getattr(state.switches, switch) else "off"


@dataclass(frozen=True)
class Entry:
    """An entry of the menu for a word: its group, and its rank there.

    ``label`` is shown, followed by ``value``: a key, or a setting. ``argument`` follows the word. The entry works
    ``when`` the conversation is that far and ``if_`` is true of the state. ``how`` is the message shown while the
    player completes the line. ``stays``: the menu stays open. ``hides``: the entry is not shown if ``if_`` is false.
    """

    group: str
    rank: int
    label: str
    value: ByState = ""
    argument: ByState = ""
    when: When = When.FREE
    if_: Callable[[MenuState], bool] = always
    how: ByState = ""
    stays: bool = False
    hides: bool = False


@dataclass(frozen=True)
class Word:
    """One word of the prompt with its properties.

    ``does`` is its line in the list of words. ``takes`` names its optional argument; empty if it has none. The word
    works in the places of ``where``; with an argument in those of ``named``, if that is given. ``leaves``: the word
    leaves a problem for something else. ``helps``: it counts as help in a rated game. ``agreed``: in a remote game the
    peer has to agree. ``menu`` are its entries in the menu. ``also`` are other spellings, ``letter`` is its one-letter
    spelling. ``alone`` are arguments that may be typed without the word.
    """

    name: str
    does: str
    takes: str = ""
    where: Place = BOARD
    named: Place | None = None
    leaves: bool = False
    helps: bool = False
    agreed: bool = False
    menu: tuple[Entry, ...] = ()
    also: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    letter: str = ""

    def works(self, place: Place, argument: str = "") -> bool:
        """Return True if the word, with this argument, works in a place."""
        where = self.where if self.named is None or not argument else self.named
        return bool(where & place)


def has_moves(state: MenuState) -> bool:
    """Return True if a move was made, undone moves included."""
    return bool(state.game.turns)


def can_undo(state: MenuState) -> bool:
    """Return True if there is a move to take back."""
    return state.game.can_undo


def _next_jumping(state: MenuState) -> str:
    """Return the rules on the table with their next kind of jumping; the first kind follows the last."""
    rules, jumping = state.table.rules, state.table.jumping
    kinds = list(rules.jumpings)
    following = kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
    return f"{rules.name} {following}"


def _can_change_jumping(state: MenuState) -> bool:
    return not _next_jumping(state).endswith(f" {state.table.jumping}")


WORDS: Final = (
    Word("help", "shows the manual, or the chapter named", "NAME", ANYWHERE),
    Word("?", "tells in eight lines what is needed most", "NAME", ANYWHERE),
    Word("menu", "opens the menu of the screen, or lists these words", where=ANY_BOARD),
    Word("board", "draws the board, on each turn or when asked only", "ON/OFF", ANYWHERE, ANY_BOARD | QUESTIONS),
    Word(
        "where", "tells in words who stands where", where=ANYWHERE, menu=(Entry(POSITION_MENU, 80, "Who stands where"),)
    ),
    Word(
        "look",
        "tells who stands on a square",
        "SQUARE",
        ANYWHERE,
        menu=(Entry(POSITION_MENU, 90, "Look at a square", how=sentences.LOOK_WHERE),),
    ),
    Word("flip", "turns the board round", where=ANY_BOARD, menu=(Entry(POSITION_MENU, 10, "Flip the board", "F6"),)),
    Word(
        "turn",
        "turns the board after each move of two players, or no longer",
        "ON/OFF",
        where=SETS | Place.PROBLEM,
        menu=(Entry(POSITION_MENU, 20, "Turn each move", on_or_off("turning"), stays=True),),
    ),
    Word(
        "rules",
        "tells and chooses the rules, or explains those named",
        "NAME",
        BOARD,
        ANYWHERE,
        menu=(Entry(RULES_MENU, 30, "About these rules", argument=lambda state: state.table.rules.name),),
    ),
    Word(
        "next",
        "chooses the rules of the next game",
        "NAME",
        BOARD,
        BOARD | Place.FIRST,
        menu=(
            Entry(RULES_MENU, 20, "Jumping", lambda state: state.table.jumping, _next_jumping, if_=_can_change_jumping),
        ),
    ),
    Word(
        "save",
        "saves the game under a name",
        "NAME",
        BOARD | ANY_REMOTE | QUESTIONS | Place.QUESTION,
        menu=(Entry(GAME_MENU, 70, "Save", "F2", if_=has_moves),),
    ),
    Word("games", "lists the saved games", where=ANYWHERE, menu=(Entry(GAME_MENU, 80, "Load", "F3"),)),
    Word(
        "fame",
        "shows the hall of fame",
        where=ANYWHERE,
        also=("stats", "rating", "score"),
        menu=(Entry(GAME_MENU, 130, "Hall of fame"),),
    ),
    Word(
        "name",
        "changes your name, from the next game on",
        "NAME",
        SETS,
        menu=(Entry(GAME_MENU, 140, "Your name", how=sentences.NAME_HOW),),
    ),
    Word(
        "settings",
        "tells where sound, colors and the mouse are set",
        where=ANY_BOARD | QUESTIONS,
        also=("options", "colors", "colours", "color", "colour", "theme", "sound"),
    ),
    Word(
        "about",
        "tells what this program is",
        where=ANYWHERE,
        also=("version", "credits", "register", "license"),
        menu=(Entry(GAME_MENU, 150, "About"),),
    ),
    Word("quit", "leaves", where=ANYWHERE, also=("exit", "bye", "leave"), letter="q"),
)
"""The words of the conversation itself; each activity adds its own."""

_ELSEWHERE: Final = {
    "eval": '"think" has me tell what I think of each position; "hint" and "proof" tell it at once, and count as help.',
    "opening": '"book" tells what my opening book has here; "ballot" begins a game with an opening.',
    "export": '"save NAME" writes the game as PDN, which other programs read.',
    "white": '"new white" and "new black" begin another game and choose your side; "swap" changes it.',
}
_ELSEWHERE_ALSO: Final = {"evaluate": "eval", "openings": "opening", "pdn": "export", "black": "white"}
_WORDLIKE: Final = re.compile(r"[a-z]{3,20}(?![^\s])")
_SIMILAR: Final = 0.7
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)


class Vocabulary:
    """All words of a session of play."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words: Final = tuple(words)
        self._by_name: Final = {word.name: word for word in words}
        self._spellings: Final = {
            spelling: word for word in words for spelling in (word.name, word.letter, *word.also) if spelling
        }
        self._alone: Final = {argument: word.name for word in words for argument in word.alone}
        assert len(self._by_name) == len(words), "two words have the same name"

    def word(self, command: Command) -> Word:
        """Return the word of a command with its properties."""
        return self._by_name[command.name]

    def works(self, command: Command, place: Place) -> bool:
        """Return True if a command works in a place."""
        return self.word(command).works(place, command.argument)

    def read(self, answer: Answer) -> Command | None:
        """Read an answer as a command; return None if it is not one."""
        if not isinstance(answer, str):
            return answer if isinstance(answer, Command) else None
        text = " ".join(answer.casefold().split())
        word = self._spellings.get(text)
        if word is not None:
            return Command(word.name, short=text == word.letter)
        if text in self._alone:
            return Command(self._alone[text], text)
        parts = _SPLIT.fullmatch(answer.strip())
        spelling = parts[1].casefold() if parts else ""
        word = self._spellings.get(spelling)
        if parts is None or word is None or not word.takes:
            return None
        return Command(word.name, parts[2].casefold(), spelling == word.letter and spelling.isalpha(), parts[2])

    def elsewhere(self, answer: Answer) -> str | None:
        """Return the message that says where the thing is found that a line names; None if it names no such thing."""
        typed = _WORDLIKE.match(answer.strip().casefold()) if isinstance(answer, str) else None
        return None if typed is None else _ELSEWHERE.get(_ELSEWHERE_ALSO.get(typed[0], typed[0]))

    def unknown(self, answer: Answer) -> str | None:
        """Return the message for a misspelled or unknown word, or None if the line does not look like a word.

        The message says where the thing is found, or suggests the most similar word. A word with an argument that it
        does not take counts as unknown.
        """
        typed = _WORDLIKE.match(answer.strip().casefold()) if isinstance(answer, str) else None
        message = self.elsewhere(answer)
        if typed is None or message is not None:
            return message
        from difflib import get_close_matches

        known = [*(spelling for spelling in self._spellings if " " not in spelling), *_ELSEWHERE]
        similar = next(iter(get_close_matches(typed[0], known, 1, _SIMILAR)), None)
        return None if similar is None else sentences.no_word(str(answer), similar)

    def listing(self) -> str:
        """List the words with their letters in columns of at most 78 characters."""
        named = [(f"{word.name} {word.takes}".strip(), word) for word in self.words]
        width = max(len(name) for name, _ in named)
        indent = " " * (width + 6)
        return "\n".join(
            fill(f"  {name:{width}} {word.letter:2} {word.does}", _LINE_WIDTH, subsequent_indent=indent)
            for name, word in named
        )


def is_yes(answer: Answer) -> bool:
    """Return True if an answer begins with the word Y or yes."""
    return isinstance(answer, str) and answer.strip().casefold().partition(" ")[0].rstrip(",.!") in ("y", "yes")


def is_no(answer: Answer) -> bool:
    """Return True if an answer is N, no or empty."""
    return isinstance(answer, str) and answer.strip().casefold() in ("", "n", "no")
