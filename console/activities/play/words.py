"""The commands of games at this board."""

from typing import Final

from console.dialogue.words import ANY_BOARD, ANY_REMOTE, BEGINS, BOARD, PLAYING, SETS, TASK, Place, Word

WORDS: Final = (
    Word("undo", "takes back the reply and your move", where=ANY_BOARD, helps=BOARD, also=("back",), letter="u"),
    Word("redo", "plays again what was taken back", letter="r"),
    Word("moves", "lists the legal moves", where=PLAYING | TASK | ANY_REMOTE, letter="m"),
    Word("hint", "asks what the computer would play", where=PLAYING | TASK, helps=BOARD),
    Word("proof", "proves how the position ends, if that can be done", where=PLAYING, helps=BOARD),
    Word("level", "sets the level, 1 to 9 or fit, or lists them", "N", SETS, letter="l"),
    Word("engine", "seats another program, or says which one plays", "COMMAND"),
    Word("think", "shows what the computer thinks, or no longer", "ON/OFF", SETS | TASK),
    Word("ponder", "has level 9 think on your time, or no longer", "ON/OFF", SETS | TASK),
    Word("teach", "has each kind of move explained, or no longer", "ON/OFF", ANY_BOARD),
    Word("chat", "has the opponent remark on the game, or no longer", "ON/OFF", SETS | TASK),
    Word("book", "shows the moves of the opening book, or leaves it out", "ON/OFF", BOARD, SETS, helps=BOARD),
    Word("draw", "offers a draw", where=Place.GAME | ANY_REMOTE),
    Word("resign", "gives the game up", where=Place.GAME | ANY_REMOTE, also=("give up",)),
    Word(
        "new",
        "begins another game, by other rules if named",
        "NAME",
        BEGINS,
        leaves=True,
        also=("restart",),
        letter="n",
    ),
    Word("swap", "begins another game with the sides changed", where=BEGINS, leaves=True),
    Word("match", "begins a match, the best of so many games", "N", BEGINS, leaves=True),
    Word("rematch", "begins the game or the match again with the sides changed", where=BOARD | TASK, leaves=True),
    Word("ballot", "begins a game with a three-move opening, or random", "N", BEGINS, leaves=True),
    Word("two", "begins a game of two players at one board", where=BEGINS, leaves=True),
    Word("one", "begins a game against the computer", where=BEGINS, leaves=True),
    Word("demo", "lets the computer play itself", where=BEGINS, leaves=True),
    Word("clock", "sets the clock of the next game, as in 5+3, or off", "M+S", SETS, also=("time",)),
    Word("reset", "takes back all moves", where=BOARD | TASK, helps=BOARD),
    Word("go", "goes to the position after so many moves", "N", helps=BOARD),
    Word("fen", "shows the FEN of the position, or begins from one", "FEN", BOARD | ANY_REMOTE, BOARD | Place.FIRST),
    Word("setup", "sets up a position"),
    Word("review", "looks back upon the game", where=BOARD | Place.REMOTE_OVER, also=("analyse", "analyze")),
    Word("load", "continues a saved game", "NAME", BEGINS, leaves=True),
    Word("now", "makes a thinking computer move at once", where=PLAYING | TASK),
)
