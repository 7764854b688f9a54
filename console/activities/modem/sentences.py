"""The messages of remote games."""

from typing import Final

from console.game.clock import Control
from console.game.naming import Naming, quoted
from console.text.sentences import GUEST
from engine.geometry import SIDE_NAMES
from engine.printable import printable

ASK_DIAL_AGAIN: Final = "Dial again (Y/N, Enter: Y)? "
ASK_WAIT_AGAIN: Final = "Wait for another call (Y/N, Enter: Y)? "
GIVEN_UP: Final = "Very well, I hang up."
NO_REQUEST: Final = "Somebody called and asked for nothing: I have hung up."
NOT_ON_THE_LINE: Final = 'That is not done in a game over a line; "say", "draw", "undo", "resign" and "quit" are.'
NOBODY_TO_HEAR: Final = "Nobody is on the line to hear it: checkers call and checkers answer play over one."
NOT_SO_FAST: Final = "Not so fast: twenty lines in ten seconds are enough."
NO_GAME_YET: Final = "There is no game yet."
GAME_OVER: Final = "The game is over: Y asks for another."
LISTENING: Final = 'I wait for a call; "quit", or Esc on the full screen, gives up.'
BUSY: Final = "BUSY: somebody else is on the line there."
NO_HUFF: Final = (
    '"huff" after --jumping will not do: DXP has no message that takes a man for a jump he missed; '
    "over a line jumping is forced or free."
)
WAITING_FOR_REQUEST: Final = "Somebody is on the line (quit hangs up) > "

# The braces stand for the other player's name.
WAITING_FOR_ANSWER: Final = "Waiting for an answer from {} (quit leaves) > "
WAITING_FOR_MOVE: Final = "{} is thinking (say, draw, undo, quit) > "
ASK_TERMS: Final = "Do you play {} (Y/N, Enter: Y)? "
REFUSED: Final = "{} does not want this game."
NOT_NOW: Final = "{} asks for another game, and is told that it is not the time."
BACK_ASKED: Final = "I have asked {} for it; play stands until the answer comes."
BACK_REFUSED: Final = "{} would rather not take it back."
BACK_AWAITED: Final = "{} has not yet answered whether the move is taken back."
DRAW_OFFERED: Final = "I have offered {} a draw."
DRAW_AWAITED: Final = "{} has not yet answered your offer."
DRAW_DECLINED: Final = "{} plays on."
ASK_DRAW: Final = "{} offers a draw. Do you accept (Y/N)? "
LEFT: Final = "{} has hung up."
UNBELIEVED: Final = "{} has ended the game with a result that nothing here bears out: it is left undecided."

_LONGEST_NAME: Final = 20
_SHOWN_REASON: Final = 160


def help_lines(naming: Naming) -> list[str]:
    """Return the help that is needed most in a remote game."""
    start, end = naming.example.split()
    return [
        f"{naming.example} moves your man on {start} to {end}; of a jump, name each square he lands on.",
        '"say" and a line talks to the other player; "undo" asks him for your last move back.',
        '"draw" offers a draw, "resign" gives the game up, "save" keeps it, "quit" hangs up.',
        '"moves", "where" and "look B4" tell of the board; "help modem" opens the manual.',
    ]


def person(name: str) -> str:
    """Return a peer's name, printable and cut, or ``Guest`` if nothing is left of it."""
    return printable(name).strip()[:_LONGEST_NAME].strip() or GUEST


def dialling(place: str) -> str:
    """Return the message that an address is being called."""
    return f'I dial {place}; "quit", or Esc on the full screen, gives up.'


def line_lost(reason: str, seconds: float) -> str:
    """Return the message that the connection is lost, and that reconnecting takes up to ``seconds``."""
    return f"{printable(reason)} The game stands and so do the clocks; I try for {seconds:.0f} seconds to go on."


def hung_up(reason: str) -> str:
    """Return the reason why the connection has ended, printable and cut."""
    return printable(reason)[:_SHOWN_REASON]


def asks(name: str, rules: str, jumping: str, side: int, clock: Control | None, moves: int) -> str:
    """Return the message about the peer's request. ``side`` is ours; ``moves`` is the number already played."""
    after = f"; it goes on after {moves} moves of both sides" if moves else ""
    return f"{name} asks for a game: {rules}, {jumping}, you play {SIDE_NAMES[side]}, {_clock(clock)}{after}."


def cannot_play(name: str, reason: str) -> str:
    """Return the message that a request was refused because the game cannot be played."""
    return f"{name} asked for a game that cannot be played: {printable(reason)[:_SHOWN_REASON]}."


def begins(own: str, side: int, name: str, rules: str, jumping: str, clock: Control | None) -> str:
    """Return the message that a game begins: its sides, rules and clock."""
    return (
        f"{own}, you play {SIDE_NAMES[side]} against {name}: {rules}, {jumping}, {_clock(clock)}. "
        'Type "say" and a line to talk, ? for help.'
    )


def _clock(control: Control | None) -> str:
    return f"a clock of {control}" if control is not None else "no clock"


def goes_on(name: str, moves: int) -> str:
    """Return the message that the game goes on after the connection was made again."""
    return f"{name} is on the line again: the game goes on after {moves} moves of both sides."


def says(name: str, text: str) -> str:
    """Return a line of the peer's chat, printable."""
    return f'{name}: "{printable(text.strip())}"'


def cut(sent: str) -> str:
    """Return the message that a line of chat was too long; ``sent`` is the part that was sent."""
    return f"That was too long for a message: {quoted(sent[-20:])} was the end of what I sent."


def ask_back(name: str, moves: str) -> str:
    """Return the question if the player lets the peer take moves back."""
    return f"{name} would take back {moves}. Do you agree (Y/N)? "
