"""The words that work at the prompt, each with its letter where that is not a row letter."""

import re
from dataclasses import dataclass
from typing import Final

from console.game.study import MARKS


@dataclass(frozen=True)
class Word:
    """One word of the prompt. ``takes`` names its argument, which may be left out; empty if it has none."""

    name: str
    letter: str
    does: str
    takes: str = ""


WORDS: Final = (
    Word("help", "", "shows the manual, or the chapter named", "NAME"),
    Word("?", "", "tells in eight lines what is needed most", "NAME"),
    Word("menu", "", "opens the menu of the screen, or lists these words"),
    Word("undo", "u", "takes back the reply and your move"),
    Word("redo", "r", "plays again what was taken back"),
    Word("moves", "m", "lists the legal moves"),
    Word("hint", "", "asks what the computer would play"),
    Word("proof", "", "proves how the position ends, where it can be done"),
    Word("board", "", "draws the board, on each turn or when asked only", "ON/OFF"),
    Word("where", "", "tells in words who stands where"),
    Word("look", "", "tells who stands on a square", "SQUARE"),
    Word("flip", "", "turns the board round"),
    Word("level", "l", "sets the level, 1 to 9, or lists them", "N"),
    Word("engine", "", "seats another program, or tells which plays", "COMMAND"),
    Word("think", "", "tells what the computer thinks, or no longer", "ON/OFF"),
    Word("teach", "", "has each kind of move explained, or no longer", "ON/OFF"),
    Word("chat", "", "has the opponent remark on the game, or no longer", "ON/OFF"),
    Word("book", "", "tells what the opening book has here, or is left out", "ON/OFF"),
    Word("draw", "", "offers a draw"),
    Word("resign", "", "gives the game up"),
    Word("new", "n", "begins another game, by other rules if named", "NAME"),
    Word("ballot", "", "begins a game with a three-move opening, or random", "N"),
    Word("two", "", "begins a game of two players at one board"),
    Word("one", "", "begins a game against the computer"),
    Word("demo", "", "lets the computer play itself"),
    Word("turn", "", "turns the board after each move of two players, or no longer", "ON/OFF"),
    Word("clock", "", "sets the clock of the next game, as in 5+3, or off", "M+S"),
    Word("reset", "", "takes back all moves"),
    Word("go", "", "goes to the position after so many moves", "N"),
    Word("fen", "", "tells the position, or begins from another one", "FEN"),
    Word("setup", "", "sets up a position"),
    Word("review", "", "looks back upon the game"),
    Word("problem", "", "sets a problem; today, yours, or off to leave", "KIND"),
    Word("rules", "", "tells and chooses the rules, or explains those named", "NAME"),
    Word("next", "", "chooses the rules of the next game", "NAME"),
    Word("save", "", "saves the game under a name", "NAME"),
    Word("load", "", "takes up a saved game", "NAME"),
    Word("games", "", "lists the saved games"),
    Word("find", "", "finds games by words of their tags", "WORDS"),
    Word("seen", "", "tells in which games the position came about"),
    Word("study", "", "looks at a game, its remarks and variations", "NAME"),
    Word("comment", "", "writes a remark at the last move", "TEXT"),
    Word("mark", "", "marks the last move, ! ? !! ?? !? or ?!", "SIGN"),
    Word("line", "", "lists the lines from here, or goes into one", "N"),
    Word("main", "", "leaves the variations of a study"),
    Word("promote", "", "makes the variation the main line"),
    Word("delete", "", "deletes the variation"),
    Word("fame", "", "shows the hall of fame"),
    Word("now", "", "makes a thinking computer move at once"),
    Word("say", "", "says something to who plays over the line", "TEXT"),
    Word("quit", "q", "leaves"),
)


@dataclass(frozen=True)
class Command:
    """A word as it was typed. ``short`` tells that only its letter was, which may have been meant as an answer.

    ``text`` is the argument with its capitals.
    """

    name: str
    argument: str = ""
    short: bool = False
    text: str = ""


_SHOWING_ON_A_LINE: Final = ("help", "?", "menu", "board", "where", "look", "flip", "teach", "save", "games", "fame")
_DOING_ON_A_LINE: Final = ("say", "draw", "undo", "resign", "moves", "quit")
_PLAIN: Final = {word.name: word for word in WORDS if not word.takes} | {
    word.letter: word for word in WORDS if word.letter and not word.takes
}
_WITH_ARGUMENT: Final = {
    spelling: word for word in WORDS if word.takes for spelling in (word.name, word.letter) if spelling
}
_WORDLIKE: Final = re.compile(r"[a-z]{3,20}(?![^\s])")
_NEAR: Final = 0.7
_SPLIT: Final = re.compile(r"([A-Za-z]+|\?)\s*(.*)", re.DOTALL)


def read_word(line: str) -> Command | None:
    """The word a typed line is; None if it is none."""
    text = line.strip().casefold()
    word = _PLAIN.get(text)
    if word is not None:
        return Command(word.name, short=text == word.letter)
    if text in MARKS and text not in _WITH_ARGUMENT:
        return Command("mark", text)
    parts = _SPLIT.fullmatch(line.strip())
    spelling = parts[1].casefold() if parts else ""
    if parts is None or spelling not in _WITH_ARGUMENT:
        return None
    word = _WITH_ARGUMENT[spelling]
    short = spelling == word.letter and spelling.isalpha()
    return Command(word.name, parts[2].casefold(), short, parts[2])


def meant_word(line: str) -> str | None:
    """The word that a line, which is none, is nearest to; None where it does not look like one.

    The word itself where something stands behind it that it does not take.
    """
    typed = _WORDLIKE.match(line.strip().casefold())
    if typed is None:
        return None
    from difflib import get_close_matches

    return next(iter(get_close_matches(typed[0], [word.name for word in WORDS], 1, _NEAR)), None)


def works_on_the_line(word: Command, over: bool) -> bool:
    """Whether a word does something in a game over a line, which is ``over`` or not."""
    return (
        word.name in (*_SHOWING_ON_A_LINE, *_DOING_ON_A_LINE)
        or (word.name == "rules" and bool(word.argument))
        or (word.name == "fen" and not word.argument)
        or (word.name == "review" and over)
    )


def is_yes(line: str) -> bool:
    """Whether an answer is a yes, in one word or more; any response other than Y is a no."""
    return line.strip().casefold().partition(" ")[0].rstrip(",.!") in ("y", "yes")


def is_no(line: str) -> bool:
    """Whether an answer is a no in so many words, or none at all."""
    return line.strip().casefold() in ("", "n", "no")


def word_list() -> str:
    """The words with their letters, a line each."""
    rows = []
    for word in WORDS:
        name = f"{word.name} {word.takes}".strip()
        rows.append(f"  {name:11} {word.letter:2} {word.does}")
    return "\n".join(rows)
