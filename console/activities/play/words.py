"""The commands of games at this board."""

from typing import Final

from console.dialogue.words import Group, Word

WORDS: Final = (
    Word("undo", "takes back the reply and your move", group=Group.VIEW, helps=True, aliases=("back",), letter="u"),
    Word("redo", "plays again what was taken back", letter="r"),
    Word("moves", "lists the legal moves", group=Group.MOVE, letter="m"),
    Word("hint", "asks what the computer would play", group=Group.MOVE, helps=True),
    Word("proof", "proves how the position ends, if that can be done", group=Group.NAMED, helps=True),
    Word("level", "sets the level, 1 to 9 or fit, or lists them", "N", Group.SETTING, letter="l"),
    Word("engine", "seats another program, or says which one plays", "COMMAND"),
    Word("think", "shows what the computer thinks, or no longer", "ON/OFF", Group.MANNER),
    Word("ponder", "has level 9 think on your time, or no longer", "ON/OFF", Group.MANNER),
    Word("teach", "has each kind of move explained, or no longer", "ON/OFF", Group.VIEW),
    Word("chat", "has the opponent remark on the game, or no longer", "ON/OFF", Group.MANNER),
    Word("book", "shows the moves of the opening book, or leaves it out", "ON/OFF", helps=True),
    Word("draw", "offers a draw", group=Group.NAMED),
    Word("resign", "gives the game up", group=Group.NAMED, aliases=("give up",)),
    Word(
        "new",
        "begins another game, by other rules if named",
        "NAME",
        Group.BEGIN,
        leaves=True,
        aliases=("restart",),
        letter="n",
    ),
    Word("swap", "begins another game with the sides changed", group=Group.BEGIN, leaves=True),
    Word("match", "begins a match, the best of so many games", "N", Group.BEGIN, leaves=True),
    Word("rematch", "begins the game or the match again with the sides changed", group=Group.TASK, leaves=True),
    Word("ballot", "begins a game with a three-move opening, or random", "N", Group.BEGIN, leaves=True),
    Word("two", "begins a game of two players at one board", group=Group.BEGIN, leaves=True),
    Word("one", "begins a game against the computer", group=Group.BEGIN, leaves=True),
    Word("demo", "lets the computer play itself", group=Group.BEGIN, leaves=True),
    Word("clock", "sets the clock of the next game, as in 5+3, or off", "M+S", Group.SETTING, aliases=("time",)),
    Word("reset", "takes back all moves", group=Group.TASK, helps=True),
    Word("go", "goes to the position after so many moves", "N", helps=True),
    Word("fen", "shows the FEN of the position, or begins from one", "FEN"),
    Word("setup", "sets up a position"),
    Word("review", "looks back upon the game", aliases=("analyse", "analyze")),
    Word("load", "continues a saved game", "NAME", Group.BEGIN, leaves=True),
    Word("now", "makes a thinking computer move at once", group=Group.MOVE),
)
