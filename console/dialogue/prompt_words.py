"""The words that work at the prompt: where each works, what it takes, what it does."""

import re
from dataclasses import dataclass
from enum import Flag, auto
from textwrap import fill
from typing import Final

from console.game.study import MARKS
from console.text import sentences

_LINE_WIDTH: Final = 78


class Place(Flag):
    """A place in the conversation where a word may be typed."""

    GAME = auto()
    OVER = auto()  # a game that has ended
    STUDY = auto()
    PROBLEM = auto()
    LINE = auto()  # a game over a line
    LINE_OVER = auto()
    FIRST = auto()  # the question who goes first
    YES_OR_NO = auto()  # any other question that Y and N answer
    QUESTION = auto()  # any other question, a name for one


_BOARD: Final = Place.GAME | Place.OVER | Place.STUDY
_LINE: Final = Place.LINE | Place.LINE_OVER
_ANY_BOARD: Final = _BOARD | Place.PROBLEM | _LINE
_QUESTIONS: Final = Place.FIRST | Place.YES_OR_NO
_PLAY: Final = Place.GAME | Place.STUDY
_BEGINS: Final = _BOARD | Place.PROBLEM | Place.FIRST
_ANYWHERE: Final = _ANY_BOARD | _QUESTIONS | Place.QUESTION
_SET: Final = _BOARD | _QUESTIONS


@dataclass(frozen=True)
class Word:
    """One word of the prompt.

    ``takes`` names its argument, which may be left out; empty if it has none. The word works in the places of
    ``where``; with an argument behind it in those of ``named``, if that is given. ``leaves`` marks a word that begins
    something else in place of a problem, ``helps`` one that counts as help in a rated game. ``menu`` is its label in
    the menu, where a line of its own has one. ``also`` are other spellings.
    """

    name: str
    letter: str
    does: str
    takes: str = ""
    where: Place = _BOARD
    named: Place | None = None
    leaves: bool = False
    helps: bool = False
    menu: str = ""
    also: tuple[str, ...] = ()


WORDS: Final = (
    Word("help", "", "shows the manual, or the chapter named", "NAME", _ANYWHERE),
    Word("?", "", "tells in eight lines what is needed most", "NAME", _ANYWHERE),
    Word("menu", "", "opens the menu of the screen, or lists these words", where=_ANY_BOARD),
    Word("undo", "u", "takes back the reply and your move", where=_ANY_BOARD, helps=True, menu="Undo", also=("back",)),
    Word("redo", "r", "plays again what was taken back", menu="Redo"),
    Word("moves", "m", "lists the legal moves", where=_PLAY | Place.PROBLEM | _LINE, menu="List of the moves"),
    Word("hint", "", "asks what the computer would play", where=_PLAY | Place.PROBLEM, helps=True, menu="Hint"),
    Word("proof", "", "proves how the position ends, where it can be done", where=_PLAY, helps=True, menu="Proof"),
    Word("board", "", "draws the board, on each turn or when asked only", "ON/OFF", _ANYWHERE, _ANY_BOARD | _QUESTIONS),
    Word("where", "", "tells in words who stands where", where=_ANYWHERE, menu="Who stands where"),
    Word("look", "", "tells who stands on a square", "SQUARE", _ANYWHERE, menu="Look at a square"),
    Word("flip", "", "turns the board round", where=_ANY_BOARD, menu="Flip the board"),
    Word("level", "l", "sets the level, 1 to 9, or lists them", "N", _SET, menu="Level"),
    Word("engine", "", "seats another program, or tells which plays", "COMMAND", menu="Who plays"),
    Word(
        "think", "", "tells what the computer thinks, or no longer", "ON/OFF", _SET | Place.PROBLEM, menu="Think aloud"
    ),
    Word("teach", "", "has each kind of move explained, or no longer", "ON/OFF", _ANY_BOARD, menu="Explain as we go"),
    Word(
        "chat", "", "has the opponent remark on the game, or no longer", "ON/OFF", _SET | Place.PROBLEM, menu="Remarks"
    ),
    Word(
        "book",
        "",
        "tells what the opening book has here, or is left out",
        "ON/OFF",
        _BOARD,
        _SET,
        helps=True,
        menu="In the book",
    ),
    Word("draw", "", "offers a draw", where=_PLAY | _LINE, menu="Offer a draw"),
    Word("resign", "", "gives the game up", where=_PLAY | _LINE, menu="Resign", also=("give up",)),
    Word(
        "new",
        "n",
        "begins another game, by other rules if named",
        "NAME",
        _BEGINS,
        leaves=True,
        menu="New game",
        also=("restart",),
    ),
    Word(
        "swap",
        "",
        "begins another game with the sides changed",
        where=_BEGINS,
        leaves=True,
        menu="Change sides",
        also=("rematch",),
    ),
    Word("ballot", "", "begins a game with a three-move opening, or random", "N", _BEGINS, leaves=True, menu="Ballot"),
    Word("two", "", "begins a game of two players at one board", where=_BEGINS, leaves=True, menu="Two players"),
    Word("one", "", "begins a game against the computer", where=_BEGINS, leaves=True, menu="One player"),
    Word("demo", "", "lets the computer play itself", where=_BEGINS, leaves=True, menu="Demonstration"),
    Word(
        "turn",
        "",
        "turns the board after each move of two players, or no longer",
        "ON/OFF",
        _SET | Place.PROBLEM,
        menu="Turn each move",
    ),
    Word("clock", "", "sets the clock of the next game, as in 5+3, or off", "M+S", _SET, menu="Clock", also=("time",)),
    Word("reset", "", "takes back all moves", where=_BOARD | Place.PROBLEM, helps=True, menu="Back to the start"),
    Word("go", "", "goes to the position after so many moves", "N", helps=True, menu="Go to a move"),
    Word(
        "fen",
        "",
        "tells the position, or begins from another one",
        "FEN",
        _BOARD | _LINE,
        _BOARD | Place.FIRST,
        menu="FEN",
    ),
    Word("setup", "", "sets up a position", menu="Set up a position"),
    Word(
        "review",
        "",
        "looks back upon the game",
        where=_BOARD | Place.LINE_OVER,
        helps=True,
        menu="Look back (review)",
        also=("analyse", "analyze"),
    ),
    Word("problem", "", "sets a problem; today, yours, or off to leave", "KIND", _BOARD | Place.PROBLEM),
    Word("rules", "", "tells and chooses the rules, or explains those named", "NAME", _BOARD, _ANYWHERE),
    Word("next", "", "chooses the rules of the next game", "NAME", _BOARD, _BOARD | Place.FIRST),
    Word("save", "", "saves the game under a name", "NAME", _BOARD | _LINE | _QUESTIONS | Place.QUESTION, menu="Save"),
    Word("load", "", "takes up a saved game", "NAME", _BEGINS, leaves=True, menu="Load"),
    Word("games", "", "lists the saved games", where=_ANYWHERE),
    Word("find", "", "finds games by words of their tags", "WORDS", menu="Find games"),
    Word("seen", "", "tells in which games the position came about", helps=True, menu="In which games"),
    Word("study", "", "looks at a game, its remarks and variations", "NAME", menu="Study this game"),
    Word("comment", "", "writes a remark at the last move", "TEXT", menu="Remark"),
    Word("mark", "", "marks the last move, ! ? !! ?? !? or ?!", "SIGN", menu="Mark the move"),
    Word("line", "", "lists the lines from here, or goes into one", "N", menu="Lines from here"),
    Word("main", "", "leaves the variations of a study", menu="Back to the game"),
    Word("promote", "", "makes the variation the main line", menu="Promote"),
    Word("delete", "", "deletes the variation", menu="Delete"),
    Word("fame", "", "shows the hall of fame", where=_ANYWHERE, menu="Hall of fame", also=("stats", "rating", "score")),
    Word("name", "", "changes your name, from the next game on", "NAME", _SET, menu="Your name"),
    Word("now", "", "makes a thinking computer move at once", where=_PLAY | Place.PROBLEM, menu="Move at once"),
    Word("say", "", "says something to who plays over the line", "TEXT", _BOARD | _LINE, menu="Say something"),
    Word(
        *("settings", "", "tells where sound, colors and the mouse are set"),
        where=_ANY_BOARD | _QUESTIONS,
        also=("options", "colors", "colours", "color", "colour", "theme", "sound"),
    ),
    Word(
        "about",
        "",
        "tells what this program is",
        where=_ANYWHERE,
        menu="About",
        also=("version", "credits", "register"),
    ),
    Word("quit", "q", "leaves", where=_ANYWHERE, also=("exit", "bye")),
)

_ELSEWHERE: Final = {
    "eval": '"think" has me tell what I think of each position; "hint" and "proof" tell it at once, and count as help.',
    "opening": '"book" tells what my opening book has here; "ballot" begins a game with an opening.',
    "export": '"save NAME" writes the game as PDN, which other programs read.',
}
_ELSEWHERE_ALSO: Final = {"evaluate": "eval", "openings": "opening", "pdn": "export"}


@dataclass(frozen=True)
class Command:
    """A word as it was typed.

    ``short`` is set where only its letter was typed, which may be an answer. ``text`` is the argument with its
    capitals.
    """

    name: str
    argument: str = ""
    short: bool = False
    text: str = ""

    def works(self, place: Place) -> bool:
        """True if the word works in this place."""
        word = _BY_NAME[self.name]
        where = word.where if word.named is None or not self.argument else word.named
        return bool(where & place)

    @property
    def word(self) -> Word:
        """The word with its properties."""
        return _BY_NAME[self.name]


_BY_NAME: Final = {word.name: word for word in WORDS}
_SPELLINGS: Final = {spelling: word for word in WORDS for spelling in (word.name, word.letter, *word.also) if spelling}
_WORDLIKE: Final = re.compile(r"[a-z]{3,20}(?![^\s])")
_NEAR: Final = 0.7
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)


def read_word(line: str) -> Command | None:
    """Read a typed line as a word of the prompt; None if it is none."""
    text = line.strip().casefold()
    word = _SPELLINGS.get(text)
    if word is not None:
        return Command(word.name, short=text == word.letter)
    if text in MARKS:
        return Command("mark", text)
    parts = _SPLIT.fullmatch(line.strip())
    spelling = parts[1].casefold() if parts else ""
    word = _SPELLINGS.get(spelling)
    if parts is None or word is None or not word.takes:
        return None
    return Command(word.name, parts[2].casefold(), spelling == word.letter and spelling.isalpha(), parts[2])


def unknown_word(line: str) -> str | None:
    """Return what to answer to a line that looks like a word but is none; None where it does not look like one.

    The answer tells where the thing is found, or names the nearest word, or the word itself where something stands
    behind it that it does not take.
    """
    typed = _WORDLIKE.match(line.strip().casefold())
    if typed is None:
        return None
    told = _ELSEWHERE.get(_ELSEWHERE_ALSO.get(typed[0], typed[0]))
    if told is not None:
        return told
    from difflib import get_close_matches

    known = [*(spelling for spelling in _SPELLINGS if " " not in spelling), *_ELSEWHERE]
    near = next(iter(get_close_matches(typed[0], known, 1, _NEAR)), None)
    return None if near is None else sentences.no_word(line, near)


def is_yes(line: str) -> bool:
    """True if an answer begins with the word Y or yes; any response other than Y is a no."""
    return line.strip().casefold().partition(" ")[0].rstrip(",.!") in ("y", "yes")


def is_no(line: str) -> bool:
    """True if an answer is N, no or empty."""
    return line.strip().casefold() in ("", "n", "no")


def word_list() -> str:
    """List the words with their letters in columns of at most 78 characters."""
    named = [(f"{word.name} {word.takes}".strip(), word) for word in WORDS]
    width = max(len(name) for name, _ in named)
    indent = " " * (width + 6)
    return "\n".join(
        fill(f"  {name:{width}} {word.letter:2} {word.does}", _LINE_WIDTH, subsequent_indent=indent)
        for name, word in named
    )
