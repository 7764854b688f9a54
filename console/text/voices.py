"""The character of the computer at each level: a line about him, and his remarks at the turning points of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class TurningPoint(Enum):
    """The subject of a remark: a fact, seen from the computer's side."""

    AHEAD = auto()  # it has more pieces than the player, nothing can be jumped, and it likes its game
    BEHIND = auto()  # the other way round
    CROWNED = auto()  # its first king
    KING_AGAINST = auto()  # the player's first king
    HUFFED = auto()  # the player has missed a jump, and paid
    WINNING = auto()  # it has seen the win to its end


@dataclass(frozen=True)
class Voice:
    """One opponent. ``about`` follows his name and "who". He has at most one remark for each turning point."""

    about: str
    remarks: Mapping[TurningPoint, str]


_AHEAD, _BEHIND, _CROWNED, _KING_AGAINST, _HUFFED, _WINNING = TurningPoint

VOICES: Final[Mapping[int, Voice]] = {
    1: Voice(
        "means well",
        {
            _AHEAD: "There are more of mine left than of yours. Is that good?",
            _BEHIND: "You have more left than I have. Well done!",
            _CROWNED: "A king! What does he do?",
            _KING_AGAINST: "You have a king. How nice for you.",
            _HUFFED: "They told me to take a man for that. Sorry.",
            _WINNING: "I think I am winning. Can that be?",
        },
    ),
    2: Voice(
        "has played all summer",
        {
            _AHEAD: "More of mine than of yours out there now. Lemonade?",
            _BEHIND: "You are ahead, and it is only afternoon.",
            _CROWNED: "Crown me. I have waited all summer for that.",
            _KING_AGAINST: "Go on, crown him. I am not looking.",
            _HUFFED: "House rules: you missed a jump.",
            _WINNING: "I can see supper from here, and the end of this game.",
        },
    ),
    3: Voice(
        "plays between customers",
        {
            _AHEAD: "I took a little more off than you did.",
            _BEHIND: "You have trimmed me. I noticed.",
            _CROWNED: "A crown on top. It looks good from behind, too.",
            _KING_AGAINST: "Your man has a crown now. Mind the ears.",
            _HUFFED: "You left a jump lying there. I sweep up.",
            _WINNING: "Nearly done. Hold still.",
        },
    ),
    4: Voice(
        "owns a book and has read most of it",
        {
            _AHEAD: "The book calls this an advantage.",
            _BEHIND: "The book would not have put me here.",
            _CROWNED: "A king: chapter nine, at last.",
            _KING_AGAINST: "A king of yours. I have not read that far.",
            _HUFFED: "You could have jumped. It is on page one.",
            _WINNING: "I have read how this one ends.",
        },
    ),
    5: Voice(
        "will let you hear about it",
        {
            _AHEAD: "That is how it goes in this county.",
            _BEHIND: "Enjoy it. I have come back from worse.",
            _CROWNED: "A king, in front of everybody.",
            _KING_AGAINST: "A king for you? The county will hear of it.",
            _HUFFED: "No jump? Then I help myself.",
            _WINNING: "You may tell them it was close.",
        },
    ),
    6: Voice(
        "has beaten the county champions",
        {
            _AHEAD: "I have more on the board than you. It tends to stay so.",
            _BEHIND: "They do not play like that in the county.",
            _CROWNED: "A king. The rest is patience.",
            _KING_AGAINST: "A king of yours. Now I have to work.",
            _HUFFED: "One looks for jumps first.",
            _WINNING: "The county champions resign about here.",
        },
    ),
    7: Voice("does not chat", {_AHEAD: "Hm.", _BEHIND: "Oh.", _WINNING: "So."}),
    8: Voice(
        "has seen your plan before, in 1911",
        {
            _AHEAD: "In 1911 it went the same way.",
            _BEHIND: "Nobody played that in 1911.",
            _CROWNED: "This king was due.",
            _KING_AGAINST: "They crowned faster in 1911.",
            _HUFFED: "We huffed in 1911. I see no reason to stop.",
            _WINNING: "This ending was old in 1911.",
        },
    ),
    9: Voice(
        "does his best in the time he has",
        {
            _AHEAD: "I am ahead, and it took no time at all.",
            _BEHIND: "You have used your time better than I mine.",
            _CROWNED: "A king, and time to spare.",
            _KING_AGAINST: "Your king came in good time.",
            _HUFFED: "There was time to see that jump.",
            _WINNING: "There is time enough to win this.",
        },
    ),
}
