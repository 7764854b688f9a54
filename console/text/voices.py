"""Who the computer is at each level: a line about him, and what he remarks at the turning points of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class TurningPoint(Enum):
    """What a remark is about: always something that is so, seen from the computer's side."""

    AHEAD = auto()  # it has more pieces than the player, nothing can be jumped, and it likes its game
    BEHIND = auto()  # the other way round
    CROWNED = auto()  # its first king
    KING_AGAINST = auto()  # the player's first king
    HUFFED = auto()  # the player has missed a jump, and paid
    WINNING = auto()  # it has seen the win to its end


@dataclass(frozen=True)
class Voice:
    """One opponent. ``about`` goes on after his name and "who"; he has a remark at most for each turning point."""

    about: str
    remarks: Mapping[TurningPoint, str]


_A, _B, _C, _K, _H, _W = TurningPoint

VOICES: Final[Mapping[int, Voice]] = {
    1: Voice(
        "means well",
        {
            _A: "There are more of mine left than of yours. Is that good?",
            _B: "You have more left than I have. Well done!",
            _C: "A king! What does he do?",
            _K: "You have a king. How nice for you.",
            _H: "They told me to take a man for that. Sorry.",
            _W: "I think I am winning. Can that be?",
        },
    ),
    2: Voice(
        "has played all summer",
        {
            _A: "More of mine than of yours out there now. Lemonade?",
            _B: "You are ahead, and it is only afternoon.",
            _C: "Crown me. I have waited all summer for that.",
            _K: "Go on, crown him. I am not looking.",
            _H: "House rules: you missed a jump.",
            _W: "I can see supper from here, and the end of this game.",
        },
    ),
    3: Voice(
        "plays between customers",
        {
            _A: "I took a little more off than you did.",
            _B: "You have trimmed me. I noticed.",
            _C: "A crown on top. It looks good from behind, too.",
            _K: "Your man has a crown now. Mind the ears.",
            _H: "You left a jump lying there. I sweep up.",
            _W: "Nearly done. Hold still.",
        },
    ),
    4: Voice(
        "owns a book and has read most of it",
        {
            _A: "The book calls this an advantage.",
            _B: "The book would not have put me here.",
            _C: "A king: chapter nine, at last.",
            _K: "A king of yours. I have not read that far.",
            _H: "You could have jumped. It is on page one.",
            _W: "I have read how this one ends.",
        },
    ),
    5: Voice(
        "will let you hear about it",
        {
            _A: "That is how it goes in this county.",
            _B: "Enjoy it. I have come back from worse.",
            _C: "A king, in front of everybody.",
            _K: "A king for you? The county will hear of it.",
            _H: "No jump? Then I help myself.",
            _W: "You may tell them it was close.",
        },
    ),
    6: Voice(
        "has beaten the county champions",
        {
            _A: "I have more on the board than you. It tends to stay so.",
            _B: "They do not play like that in the county.",
            _C: "A king. The rest is patience.",
            _K: "A king of yours. Now I have to work.",
            _H: "One looks for jumps first.",
            _W: "The county champions resign about here.",
        },
    ),
    7: Voice("does not chat", {_A: "Hm.", _B: "Oh.", _W: "So."}),
    8: Voice(
        "has seen your plan before, in 1911",
        {
            _A: "In 1911 it went the same way.",
            _B: "Nobody played that in 1911.",
            _C: "This king was due.",
            _K: "They crowned faster in 1911.",
            _H: "We huffed in 1911. I see no reason to stop.",
            _W: "This ending was old in 1911.",
        },
    ),
    9: Voice(
        "does his best in the time he has",
        {
            _A: "I am ahead, and it took no time at all.",
            _B: "You have used your time better than I mine.",
            _C: "A king, and time to spare.",
            _K: "Your king came in good time.",
            _H: "There was time to see that jump.",
            _W: "There is time enough to win this.",
        },
    ),
}
