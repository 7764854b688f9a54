"""The room of games at this board: its words and its menu."""

from typing import Final

from console.dialogue.menu import (
    Entry,
    Menu,
    When,
    can_redo,
    can_undo,
    clock_list,
    has_moves,
    is_against_program,
    is_shared,
    level_list,
    not_in_study,
    on_or_off,
    rules_list,
)
from console.dialogue.room import Room
from console.dialogue.state import State
from console.game.naming import OWN_SQUARES, SQUARE_STYLES
from console.game.options import FIT
from console.reading.readings import Command
from console.reading.words import Group, Word
from console.text import sentences
from engine.rules import losing_game, usual_game


def next_jumping(state: State) -> str:
    """Return the argument of "next" that chooses the next kind of jumping, for example ``american huff``.

    The rule set stays the same. The first kind follows the last.
    """
    rules, jumping = state.table.rules, state.table.jumping
    kinds = list(rules.jumpings)
    following = kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
    return f"{rules.name} {following}"


def has_other_jumping(state: State) -> bool:
    """Return True if the rules have more than one kind of jumping."""
    return not next_jumping(state).endswith(f" {state.table.jumping}")


def other_aim(state: State) -> str:
    """Return the name of the losing game, or of the usual one, to the rules on the table."""
    rules = state.table.rules
    return (usual_game if rules.losing else losing_game)(rules).name


def squares(state: State) -> str:
    """Return the notation of squares."""
    return state.switches.squares or OWN_SQUARES


def next_squares(state: State) -> str:
    """Return the argument of "squares" that chooses the next notation. The first one follows the last."""
    styles = (OWN_SQUARES, *SQUARE_STYLES)
    return styles[(styles.index(squares(state)) + 1) % len(styles)]


def level(state: State) -> str:
    """Return the strength that the player has chosen."""
    return FIT if state.opponent.is_fitted else str(state.opponent.level)


WORDS: Final = (
    Word("undo", "takes back the reply and your move", group=Group.VIEW, helps=True, aliases=("u", "back")),
    Word("redo", "replays what was taken back", aliases=("r",)),
    Word("moves", "lists the legal moves", group=Group.MOVE, aliases=("m",)),
    Word("hint", "shows what the computer would play", group=Group.MOVE, helps=True),
    Word("level", "sets the level, 1 to 9 or fit, or lists them all", "N", Group.SETTING, aliases=("l",)),
    Word("think", "starts or stops showing what the computer thinks", "ON/OFF", Group.MANNER),
    Word("ponder", "starts or stops level 9 thinking on your time", "ON/OFF", Group.MANNER),
    Word("chat", "starts or stops the opponent's remarks", "ON/OFF", Group.MANNER),
    Word("book", "lets me play from my opening book, or not; alone: explore", "ON/OFF", helps=True),
    Word("draw", "offers a draw", group=Group.NAMED),
    Word("resign", "gives the game up", group=Group.NAMED, aliases=("give up",)),
    Word(
        "new",
        "starts another game, by other rules if named",
        "NAME",
        Group.BEGIN,
        leaves=True,
        aliases=("n", "restart"),
    ),
    Word("swap", "starts another game with the sides swapped", group=Group.BEGIN, leaves=True),
    Word("match", "starts a match, the best of N games", "N", Group.BEGIN, leaves=True),
    Word("rematch", "starts the game or match over, with the sides swapped", group=Group.TASK, leaves=True),
    Word("ballot", "starts a game with an opening drawn by lot", "N", Group.BEGIN, leaves=True),
    Word("two", "starts a game of two players at one board", group=Group.BEGIN, leaves=True),
    Word("one", "starts a game against the computer", group=Group.BEGIN, leaves=True),
    Word("demo", "lets the computer play itself", group=Group.BEGIN, leaves=True),
    Word("clock", "sets the clock of the next game, as in 5+3, or off", "M+S", Group.SETTING, aliases=("time",)),
    Word("reset", "takes back all moves", group=Group.TASK, helps=True),
    Word("go", "goes to the position after N moves", "N", helps=True),
    Word("fen", "shows the FEN of the position, or starts from one", "FEN"),
    Word("load", "continues a saved game", "NAME", Group.BEGIN, leaves=True),
    Word("now", "makes a thinking computer move at once", group=Group.MOVE),
)
MENU: Final[Menu] = {
    "Game": (
        Entry("New game", "Starts another; this one is saved", "new"),
        Entry("Swap sides", "Another game, from the other side", "swap"),
        Entry("Two players", "Two people at this board", "two", shown=is_against_program),
        Entry("One player", "Against the computer", "one", shown=is_shared),
        Entry("Save", "Keeps the game under a name", "save", value="F2", works=has_moves),
        Entry(
            "Load", "Goes on with a saved game", "games", value="F3", works=lambda state: state.works(Command("load"))
        ),
        Entry("Offer a draw", "After ten moves of each side", "draw", when=When.PLAYING),
        Entry("Resign", "Gives the game up; you are asked", "resign", when=When.PLAYING),
    ),
    "Matches": (
        Entry("A match", "The best of several games", "match", "3", how=sentences.MATCH_HOW, behind="season"),
        Entry("Rematch", "Once more, with the sides swapped", "rematch", behind="match"),
        Entry("Ballot", "An opening drawn by lot", "ballot", "random", how=sentences.BALLOT_HOW, behind="rematch"),
        Entry("Hall of fame", "The best players, by rating", "fame", behind="ballot"),
    ),
    "Rules and level": (
        Entry(
            "Rules",
            "Those of the next game",
            "next",
            value=lambda state: usual_game(state.table.rules).name,
            when=When.FIRST,
            opens=rules_list,
        ),
        Entry(
            "Losing game",
            "Whoever runs out of pieces wins",
            "next",
            other_aim,
            value=lambda state: "yes" if state.table.rules.losing else "no",
        ),
        Entry(
            "Jumping",
            "Forced, free, or huffed if missed",
            "next",
            next_jumping,
            value=lambda state: state.table.jumping,
            works=has_other_jumping,
        ),
        Entry("About these rules", "What they say, one by one", "rules", lambda state: state.table.rules.name),
        Entry(
            "Level", "How strong the computer plays", "level", value=level, works=is_against_program, opens=level_list
        ),
        Entry(
            "Clock",
            "Time to think in the next game",
            "clock",
            value=lambda state: str(state.next_game.control or "off"),
            opens=clock_list,
        ),
        Entry(
            "Opening book",
            "Known first moves, at levels 7 to 9",
            "book",
            lambda state: "off" if state.switches.book else "on",
            value=on_or_off(lambda settings: settings.book),
            stays=True,
        ),
        Entry(
            "Remarks",
            "What your opponent says in play",
            "chat",
            value=on_or_off(lambda settings: settings.remarks),
            stays=True,
            works=is_against_program,
        ),
    ),
    "Moves": (
        Entry("Hint", "What I would play; it costs the rating", "hint", value="F4", when=When.PLAYING),
        Entry("List moves", "All that you can play now", "moves", when=When.PLAYING),
        Entry("Undo", "Takes your last move back", "undo", value="F5", works=can_undo),
        Entry("Redo", "Plays it again", "redo", value="F8", works=can_redo),
        Entry("Move at once", "Stops the thinking", "now", when=When.THINKING),
        Entry(
            "Think aloud",
            "Shows what the computer thinks",
            "think",
            value=on_or_off(lambda settings: settings.thinking),
            stays=True,
        ),
    ),
    "Board": (
        Entry("Flip the board", "Turns it around", "flip", value="F6"),
        Entry("Square names", "C3, c3 or 22", "squares", next_squares, value=squares, stays=True),
        Entry(
            "Turn each move",
            "For two players: the mover sits below",
            "turn",
            value=on_or_off(lambda settings: settings.turning),
            stays=True,
            shown=not_in_study,
        ),
        Entry("Demonstration", "The computer plays itself", "demo", shown=not_in_study),
    ),
}
ROOM: Final = Room(WORDS, MENU)
