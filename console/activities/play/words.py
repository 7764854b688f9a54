"""The words of games at this board."""

from typing import Final

from console.dialogue.words import (
    ANY_BOARD,
    ANY_REMOTE,
    BEGINS,
    BOARD,
    GAME_MENU,
    MOVES_MENU,
    PLAYING,
    POSITION_MENU,
    RULES_MENU,
    SETS,
    Entry,
    MenuState,
    Place,
    When,
    Word,
    can_undo,
    has_moves,
    on_or_off,
)
from console.text import engines, sentences


def _has_engine(state: MenuState) -> bool:
    return bool(state.table.engine)


def _other_way(state: MenuState) -> str:
    return "off" if state.switches.book else "on"


WORDS: Final = (
    Word(
        "undo",
        "takes back the reply and your move",
        where=ANY_BOARD,
        helps=True,
        agreed=True,
        also=("back",),
        menu=(Entry(MOVES_MENU, 40, "Undo", "F5", if_=can_undo),),
        letter="u",
    ),
    Word(
        "redo",
        "plays again what was taken back",
        menu=(Entry(MOVES_MENU, 50, "Redo", "F8", if_=lambda state: state.game.can_redo),),
        letter="r",
    ),
    Word(
        "moves",
        "lists the legal moves",
        where=PLAYING | Place.PROBLEM | ANY_REMOTE,
        menu=(Entry(MOVES_MENU, 30, "List of the moves", when=When.PLAYING),),
        letter="m",
    ),
    Word(
        "hint",
        "asks what the computer would play",
        where=PLAYING | Place.PROBLEM,
        helps=True,
        menu=(Entry(MOVES_MENU, 10, "Hint", "F4", when=When.PLAYING),),
    ),
    Word(
        "proof",
        "proves how the position ends, where it can be done",
        where=PLAYING,
        helps=True,
        menu=(Entry(MOVES_MENU, 20, "Proof", when=When.PLAYING),),
    ),
    Word("level", "sets the level, 1 to 9, or lists them", "N", SETS, letter="l"),
    Word(
        "engine",
        "seats another program, or tells which plays",
        "COMMAND",
        menu=(
            Entry("Engines", 10, "Who plays", lambda state: state.table.engine, "list"),
            Entry("Engines", 20, "Name another", how=engines.NAME_ONE),
            Entry("Engines", 30, "Parameters", argument="set", if_=_has_engine),
            Entry("Engines", 40, "Start it again", argument="on"),
            Entry("Engines", 50, "Play without", argument="off", if_=_has_engine),
        ),
    ),
    Word(
        "think",
        "tells what the computer thinks, or no longer",
        "ON/OFF",
        SETS | Place.PROBLEM,
        menu=(Entry(MOVES_MENU, 100, "Think aloud", on_or_off("thinking"), stays=True),),
    ),
    Word(
        "teach",
        "has each kind of move explained, or no longer",
        "ON/OFF",
        ANY_BOARD,
        menu=(Entry(MOVES_MENU, 90, "Explain as we go", on_or_off("teaching"), stays=True),),
    ),
    Word(
        "chat",
        "has the opponent remark on the game, or no longer",
        "ON/OFF",
        where=SETS | Place.PROBLEM,
        menu=(
            Entry(
                RULES_MENU, 50, "Remarks", on_or_off("chat"), if_=lambda state: bool(state.table.computers), stays=True
            ),
        ),
    ),
    Word(
        "book",
        "tells what the opening book has here, or leaves it out",
        "ON/OFF",
        where=BOARD,
        named=SETS,
        helps=True,
        menu=(
            Entry(POSITION_MENU, 60, "In the book"),
            Entry(RULES_MENU, 60, "Opening book", on_or_off("book"), _other_way, stays=True),
        ),
    ),
    Word(
        "draw",
        "offers a draw",
        where=PLAYING | ANY_REMOTE,
        agreed=True,
        menu=(Entry(GAME_MENU, 100, "Offer a draw", when=When.PLAYING),),
    ),
    Word(
        "resign",
        "gives the game up",
        where=PLAYING | ANY_REMOTE,
        also=("give up",),
        menu=(Entry(GAME_MENU, 110, "Resign", when=When.PLAYING),),
    ),
    Word(
        "new",
        "begins another game, by other rules if named",
        "NAME",
        where=BEGINS,
        leaves=True,
        also=("restart",),
        menu=(Entry(GAME_MENU, 10, "New game"),),
        letter="n",
    ),
    Word(
        "swap",
        "begins another game with the sides changed",
        where=BEGINS,
        leaves=True,
        also=("rematch",),
        menu=(Entry(GAME_MENU, 20, "Change sides"),),
    ),
    Word(
        "ballot",
        "begins a game with a three-move opening, or random",
        "N",
        BEGINS,
        leaves=True,
        menu=(Entry(GAME_MENU, 60, "Ballot", argument="random", how=sentences.BALLOT_HOW),),
    ),
    Word(
        "two",
        "begins a game of two players at one board",
        where=BEGINS,
        leaves=True,
        menu=(Entry(GAME_MENU, 40, "Two players"),),
    ),
    Word(
        "one",
        "begins a game against the computer",
        where=BEGINS,
        leaves=True,
        menu=(Entry(GAME_MENU, 30, "One player"),),
    ),
    Word(
        "demo",
        "lets the computer play itself",
        where=BEGINS,
        leaves=True,
        menu=(Entry(GAME_MENU, 50, "Demonstration"),),
    ),
    Word("clock", "sets the clock of the next game, as in 5+3, or off", "M+S", SETS, also=("time",)),
    Word(
        "reset",
        "takes back all moves",
        where=BOARD | Place.PROBLEM,
        helps=True,
        menu=(Entry(MOVES_MENU, 70, "Back to the start", if_=can_undo),),
    ),
    Word(
        "go",
        "goes to the position after so many moves",
        "N",
        helps=True,
        menu=(
            Entry(
                MOVES_MENU,
                60,
                "Go to a move",
                if_=has_moves,
                how=lambda state: sentences.go_where(len(state.game.turns)),
            ),
        ),
    ),
    Word(
        "fen",
        "tells the position, or begins from another one",
        "FEN",
        where=BOARD | ANY_REMOTE,
        named=BOARD | Place.FIRST,
        menu=(Entry(POSITION_MENU, 70, "FEN"),),
    ),
    Word("setup", "sets up a position", menu=(Entry(POSITION_MENU, 30, "Set up a position"),)),
    Word(
        "review",
        "looks back upon the game",
        where=BOARD | Place.REMOTE_OVER,
        helps=True,
        also=("analyse", "analyze"),
        menu=(Entry(POSITION_MENU, 40, "Look back (review)", if_=has_moves),),
    ),
    Word("load", "takes up a saved game", "NAME", BEGINS, leaves=True),
    Word(
        "now",
        "makes a thinking computer move at once",
        where=PLAYING | Place.PROBLEM,
        menu=(Entry(MOVES_MENU, 80, "Move at once", when=When.THINKING),),
    ),
)
