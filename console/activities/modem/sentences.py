"""The sentences of a game over a line."""

from typing import Final

from console.game.naming import Naming, quoted
from engine.geometry import SIDE_NAMES
from engine.printable import printable

ASK_DIAL_AGAIN: Final = "Dial again (Y/N, Enter: Y)? "
ASK_WAIT_AGAIN: Final = "Wait for another call (Y/N, Enter: Y)? "
GIVEN_UP: Final = "Very well, I hang up."
NO_REQUEST: Final = "Somebody called and asked for nothing: I have hung up."
NOT_ON_THE_LINE: Final = 'That is not done in a game over a line; "say", "draw", "undo", "resign" and "quit" are.'
NOBODY_TO_HEAR: Final = "Nobody is on the line to hear it: checkers call and checkers answer play over one."
SAY_WHAT: Final = 'Say what? As in "say A fine stroke!".'
NOT_SO_FAST: Final = "Not so fast: twenty lines in ten seconds are enough."
NO_GAME_YET: Final = "There is no game yet."
GAME_OVER: Final = "The game is over: Y asks for another."
NOTHING_TO_UNDO: Final = "There is no move of yours to take back."
LISTENING: Final = 'I wait for a call; "quit", or Esc on the full screen, gives up.'
AGAIN_SOON: Final = "They can call again: the game is where it was."
BUSY: Final = "BUSY: somebody else is on the line there."
NO_HUFF: Final = (
    '"huff" after --jumping will not do: DXP has no message that takes a man for a jump he missed; '
    "over a line jumping is forced or free."
)
LONGEST_CHAT: Final = 126  # characters of one message
_LONGEST_NAME: Final = 20
_SHOWN_REASON: Final = 160


def help_lines(naming: Naming) -> list[str]:
    """What is needed most in such a game."""
    start, end = naming.example.split()
    return [
        f"{naming.example} moves your man on {start} to {end}; of a jump, name each square he lands on.",
        '"say" and a line talks to the other player; "undo" asks him for your last move back.',
        '"draw" offers a draw, "resign" gives the game up, "save" keeps it, "quit" hangs up.',
        '"moves", "where" and "look B4" tell of the board; "help modem" opens the manual.',
    ]


def person(name: str, usual: str) -> str:
    """The name that somebody gives over a line, made printable and cut; ``usual`` if there is nothing left of it."""
    return printable(name).strip()[:_LONGEST_NAME].strip() or usual


def dialling(place: str) -> str:
    """That a place is called."""
    return f'I dial {place}; "quit", or Esc on the full screen, gives up.'


def line_lost(reason: str, seconds: float) -> str:
    """That the line is lost, and that it is looked for again for so long."""
    return f"{printable(reason)} The game stands and so do the clocks; I try for {seconds:.0f} seconds to go on."


def hung_up(reason: str) -> str:
    """Why there is no line any more."""
    return printable(reason)[:_SHOWN_REASON]


def waiting_for_answer(place: str) -> str:
    """The prompt until the request is answered."""
    return f"Waiting for an answer from {place} (quit leaves) > "


WAITING_FOR_REQUEST: Final = "Somebody is on the line (quit hangs up) > "


def waiting_for_move(name: str) -> str:
    """The prompt while the other player thinks."""
    return f"{name} is thinking (say, draw, undo, quit) > "


def asks(name: str, rules: str, jumping: str, side: int, clock: str, moves: int) -> str:
    """What is proposed by who calls; ``side`` would be played here, ``moves`` were played already."""
    after = f"; it goes on after {moves} moves of both sides" if moves else ""
    return f"{name} asks for a game: {rules}, {jumping}, you play {SIDE_NAMES[side]}, {clock}{after}."


def ask_terms(name: str) -> str:
    """The question whether to play it."""
    return f"Do you play {name} (Y/N)? "


def cannot_play(name: str, reason: str) -> str:
    """A request that was refused without a question."""
    return f"{name} asked for a game that cannot be played: {printable(reason)[:_SHOWN_REASON]}."


def refused(name: str) -> str:
    """The other side does not play."""
    return f"{name} does not want this game."


def not_now(name: str) -> str:
    """A request that comes at a wrong time."""
    return f"{name} asks for another game, and is told that it is not the time."


def begins(own: str, side: int, name: str, rules: str, jumping: str, clock: str) -> str:
    """Who plays what."""
    return (
        f"{own}, you play {SIDE_NAMES[side]} against {name}: {rules}, {jumping}, {clock}. "
        'Type "say" and a line to talk, ? for help.'
    )


def clock_told(control: str) -> str:
    """The clock of a game: as it is typed, or that there is none."""
    return f"a clock of {control}" if control else "no clock"


def goes_on(name: str, moves: int) -> str:
    """The game is taken up where it was."""
    return f"{name} is on the line again: the game goes on after {moves} moves of both sides."


def says(name: str, text: str) -> str:
    """A line of chat."""
    return f'{name}: "{printable(text.strip())}"'


def cut(sent: str) -> str:
    """What of a line too long was sent."""
    return f"That was too long for a message: {quoted(sent[-20:])} was the end of what I sent."


def asked_back(name: str) -> str:
    """A move is to be taken back."""
    return f"I have asked {name} for it; play stands until the answer comes."


def ask_back(name: str, moves: str) -> str:
    """The question whether moves may be taken back."""
    return f"{name} would take back {moves}. Do you agree (Y/N)? "


def back_refused(name: str) -> str:
    """They may not."""
    return f"{name} would rather not take it back."


def back_awaited(name: str) -> str:
    """Something that has to wait for that answer."""
    return f"{name} has not yet answered whether the move is taken back."


def draw_offered(name: str) -> str:
    """A draw was offered."""
    return f"I have offered {name} a draw."


def draw_awaited(name: str) -> str:
    """It was offered already."""
    return f"{name} has not yet answered your offer."


def draw_declined(name: str) -> str:
    """It was declined."""
    return f"{name} plays on."


def ask_draw(name: str) -> str:
    """The question to whom it was offered."""
    return f"{name} offers a draw. Do you accept (Y/N)? "


def left(name: str) -> str:
    """The other player has left in good order."""
    return f"{name} has hung up."


def unbelieved(name: str) -> str:
    """The other side has ended the game as nothing here bears out."""
    return f"{name} has ended the game with a result that nothing here bears out: it is left undecided."
