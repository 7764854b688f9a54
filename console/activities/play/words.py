"""The commands of games at this board."""

from typing import Final

from console.dialogue.words import ANY_BOARD, ANY_REMOTE, BEGINS, BOARD, PLAYING, SETS, TASK, Place, Word

_MOVES: Final = ("move", "legal moves", "possible moves", "list moves", "valid moves", "available moves", "list")
_UNDO: Final = ("back", "go back", "take back", "take it back", "take that back", "takeback", "oops")
_RESIGN: Final = ("give up", "surrender", "concede", "forfeit", "you win")
_REVIEW: Final = ("analyse", "analyze", "analysis")
_HINT: Final = ("hints", "best move", "suggest", "suggestion", "advice", "tip")
_LEVEL: Final = ("levels", "difficulty", "strength", "hard", "harder", "easy", "easier", "too hard", "too easy")
_SWAP: Final = ("switch", "switch sides", "change sides", "swap sides")
_TWO: Final = ("two players", "2 players", "two player", "2 player", "multiplayer")
_ONE: Final = ("one player", "1 player", "single player")

WORDS: Final = (
    Word(
        "undo",
        "takes back the reply and your move",
        where=ANY_BOARD,
        helps=BOARD,
        also=_UNDO,
        letter="u",
    ),
    Word("redo", "plays again what was taken back", also=("forward",), letter="r"),
    Word("moves", "lists the legal moves", where=PLAYING | TASK | ANY_REMOTE, also=_MOVES, letter="m"),
    Word("hint", "asks what the computer would play", where=PLAYING | TASK, helps=BOARD, also=_HINT),
    Word("proof", "proves how the position ends, if that can be done", where=PLAYING, helps=BOARD),
    Word("level", "sets the level, 1 to 9 or fit, or lists them", "N", SETS, also=_LEVEL, letter="l"),
    Word("engine", "seats another program, or says which one plays", "COMMAND"),
    Word("think", "shows what the computer thinks, or no longer", "ON/OFF", SETS | TASK),
    Word("ponder", "has level 9 think on your time, or no longer", "ON/OFF", SETS | TASK),
    Word("teach", "has each kind of move explained, or no longer", "ON/OFF", ANY_BOARD),
    Word("chat", "has the opponent remark on the game, or no longer", "ON/OFF", SETS | TASK),
    Word("book", "shows the moves of the opening book, or leaves it out", "ON/OFF", BOARD, SETS, helps=BOARD),
    Word(
        "draw",
        "offers a draw",
        where=Place.GAME | ANY_REMOTE,
        also=("offer draw", "offer a draw", "call it a draw", "tie"),
    ),
    Word(
        "resign",
        "gives the game up",
        where=Place.GAME | ANY_REMOTE,
        also=_RESIGN,
    ),
    Word(
        "new",
        "begins another game, by other rules if named",
        "NAME",
        BEGINS,
        leaves=True,
        also=("restart", "new game", "start new game", "start over", "start again", "another game", "play again"),
        letter="n",
    ),
    Word("swap", "begins another game with the sides changed", where=BEGINS, leaves=True, also=_SWAP),
    Word("match", "begins a match, the best of so many games", "N", BEGINS, leaves=True),
    Word("rematch", "begins the game or the match again with the sides changed", where=BOARD | TASK, leaves=True),
    Word("ballot", "begins a game with a three-move opening, or random", "N", BEGINS, leaves=True),
    Word("two", "begins a game of two players at one board", where=BEGINS, leaves=True, also=_TWO),
    Word("one", "begins a game against the computer", where=BEGINS, leaves=True, also=_ONE),
    Word("demo", "lets the computer play itself", where=BEGINS, leaves=True, also=("watch", "autoplay")),
    Word("clock", "sets the clock of the next game, as in 5+3, or off", "M+S", SETS, also=("time",)),
    Word("reset", "takes back all moves", where=BOARD | TASK, helps=BOARD),
    Word("go", "goes to the position after so many moves", "N", helps=BOARD),
    Word("fen", "shows the FEN of the position, or begins from one", "FEN", BOARD | ANY_REMOTE, BOARD | Place.FIRST),
    Word("setup", "sets up a position"),
    Word("review", "looks back upon the game", where=BOARD | Place.REMOTE_OVER, also=_REVIEW),
    Word(
        "load",
        "continues a saved game",
        "NAME",
        BEGINS,
        leaves=True,
        also=("load game", "load my game", "open", "restore"),
    ),
    Word("now", "makes a thinking computer move at once", where=PLAYING | TASK, also=("hurry", "hurry up")),
)
