"""The kinds of questions, each with its properties."""

from enum import Flag, auto
from typing import Final, NamedTuple


class Trait(Flag):
    """A property of a kind of question."""

    YES_OR_NO = auto()  # Y and N are answers
    ENTER_IS_YES = auto()  # an empty line means yes
    ON_THE_CLOCK = auto()  # the clock of the side to move runs while the question is open
    AT_BOARD = auto()  # squares are answers
    IN_HAND = auto()  # the answer may begin or continue a move
    TAKES_WORDS = auto()  # the caller gets every line, and executes commands itself
    UNDO_LEAVES = auto()  # "undo" takes back the unfinished jump
    ENTER_LEAVES = auto()  # an empty line changes nothing
    ESC_LEAVES = auto()  # "esc" goes back to what was there before
    ENTER_GOES_ON = auto()  # an empty line goes on to what comes next
    Q_LEAVES = auto()  # "q" leaves a series of questions
    NO_LEAVES = auto()  # a no leaves the program
    TAKES_NO = auto()  # a no is an answer, or a yes where there is one piece to take
    ANY_TEXT = auto()  # the answer is any text, such as a name
    BEGINS = auto()  # a task may be begun instead of an answer
    AHEAD = auto()  # a move may be typed for the next question
    BETWEEN = auto()  # asked when neither side is to move


_NONE: Final = Trait(0)
RETURNS_WORDS: Final = Trait.TAKES_WORDS | Trait.UNDO_LEAVES
"""The traits of the kinds of questions at which the caller executes commands and answers talk."""


class Kind(NamedTuple):
    """A kind of question with its properties. Its own words for yes and no are in the phrases under its name."""

    name: str
    traits: Trait = _NONE


_CONFIRMS: Final = Trait.YES_OR_NO | Trait.ENTER_LEAVES
_DECLINED: Final = _CONFIRMS | Trait.AHEAD
_FOR_A_MOVE: Final = Trait.ON_THE_CLOCK | Trait.AT_BOARD | Trait.IN_HAND | Trait.TAKES_WORDS

GO_ON: Final = Kind("go on", Trait.YES_OR_NO | Trait.AHEAD | Trait.ENTER_IS_YES)
NAME: Final = Kind("name", Trait.ANY_TEXT | Trait.BETWEEN)
OTHER_NAME: Final = Kind("other name", Trait.ANY_TEXT | Trait.BETWEEN | Trait.ESC_LEAVES)
NAMED: Final = Kind("named", Trait.YES_OR_NO | Trait.ANY_TEXT | Trait.BETWEEN)
FIRST: Final = Kind("first", Trait.YES_OR_NO | Trait.AHEAD | Trait.BEGINS | Trait.BETWEEN)
MOVE: Final = Kind("move", _FOR_A_MOVE)
TO: Final = Kind("to", _FOR_A_MOVE | Trait.TAKES_NO)
MEANT: Final = Kind("meant", _CONFIRMS | Trait.ON_THE_CLOCK | Trait.AT_BOARD | Trait.TAKES_WORDS)
MULTIPLE: Final = Kind("multiple", Trait.YES_OR_NO | Trait.ON_THE_CLOCK | Trait.AT_BOARD | Trait.UNDO_LEAVES)
NEXT_SQUARE: Final = Kind("next square", Trait.TAKES_NO | Trait.ON_THE_CLOCK | Trait.AT_BOARD | Trait.UNDO_LEAVES)
HUFF: Final = Kind("huff", Trait.TAKES_NO | Trait.ON_THE_CLOCK | Trait.AT_BOARD)
DRAW: Final = Kind("draw", _DECLINED)
DRAW_OFFERED: Final = Kind("draw offered", _DECLINED | Trait.ON_THE_CLOCK)
RESIGN: Final = Kind("resign", _DECLINED)
RESIGNED: Final = Kind("resigned", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
DELETE: Final = Kind("delete", _CONFIRMS)
NEW: Final = Kind("new", _DECLINED)
LEAVE_MATCH: Final = Kind("leave match", _CONFIRMS)
RULES: Final = Kind("rules", Trait.ANY_TEXT | Trait.ENTER_LEAVES)
SAVE: Final = Kind("save", Trait.ANY_TEXT | Trait.ENTER_LEAVES)
LOAD: Final = Kind("load", Trait.ANY_TEXT | Trait.ENTER_LEAVES)
ANOTHER: Final = Kind("another", Trait.YES_OR_NO | Trait.NO_LEAVES | Trait.TAKES_WORDS)
BETWEEN_STEPS: Final = Trait.BETWEEN | Trait.TAKES_WORDS
STEP: Final = Kind("step", Trait.TAKES_NO | Trait.ENTER_GOES_ON | BETWEEN_STEPS)
SHOWN: Final = Kind("shown", Trait.TAKES_NO | Trait.ENTER_GOES_ON | BETWEEN_STEPS)
WAITING: Final = Kind("waiting", Trait.TAKES_WORDS | Trait.AHEAD)
