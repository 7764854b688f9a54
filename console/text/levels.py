"""The character of the computer at each level, and its remarks at the turning points of a game."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple


class TurningPoint(Enum):
    """A turning point of a game, seen from the computer's side. The computer can remark on it."""

    AHEAD = "ahead"  # the computer has more pieces, no jump is possible, and its score is good
    BEHIND = "behind"  # the same for the player
    CROWNED = "crowned"  # the computer's first king
    KING_AGAINST = "king_against"  # the player's first king
    HUFFED = "huffed"  # the player has lost a piece for a missed jump
    WINNING = "winning"  # the search has found a certain win


class Voice(NamedTuple):
    """One opponent. ``about`` follows his name and "who". ``remarks`` has his remark for each turning point, if any."""

    about: str
    remarks: Mapping[TurningPoint, str]


def _voice(about: str, **remarks: str) -> Voice:
    """Return an opponent with remarks named by their turning points."""
    return Voice(about, {TurningPoint(point): words for point, words in remarks.items()})


VOICES: Final[Mapping[int, Voice]] = {
    1: _voice(
        "means well",
        ahead="There are more of mine left than of yours. Is that good?",
        behind="You have more left than I have. Well done!",
        crowned="A king! What does he do?",
        king_against="You have a king. How nice for you.",
        huffed="They told me to take a man for that. Sorry.",
        winning="I think I am winning. Can that be?",
    ),
    2: _voice(
        "has played all summer",
        ahead="More of mine than of yours out there now. Lemonade?",
        behind="You are ahead, and it is only afternoon.",
        crowned="Crown me. I have waited all summer for that.",
        king_against="Go on, crown him. I am not looking.",
        huffed="House rules: you missed a jump.",
        winning="I can see supper from here, and the end of this game.",
    ),
    3: _voice(
        "plays between customers",
        ahead="I took a little more off than you did.",
        behind="You have trimmed me. I noticed.",
        crowned="A crown on top. It looks good from behind, too.",
        king_against="Your man has a crown now. Mind the ears.",
        huffed="You left a jump lying there. I sweep up.",
        winning="Nearly done. Hold still.",
    ),
    4: _voice(
        "owns a book and has read most of it",
        ahead="The book calls this an advantage.",
        behind="The book would not have put me here.",
        crowned="A king: chapter nine, at last.",
        king_against="A king of yours. I have not read that far.",
        huffed="You could have jumped. It is on page one.",
        winning="I have read how this one ends.",
    ),
    5: _voice(
        "will let you hear about it",
        ahead="That is how it goes in this county.",
        behind="Enjoy it. I have come back from worse.",
        crowned="A king, in front of everybody.",
        king_against="A king for you? The county will hear of it.",
        huffed="No jump? Then I help myself.",
        winning="You may tell them it was close.",
    ),
    6: _voice(
        "has beaten the county champions",
        ahead="I have more on the board than you. It tends to stay so.",
        behind="They do not play like that in the county.",
        crowned="A king. The rest is patience.",
        king_against="A king of yours. Now I have to work.",
        huffed="One looks for jumps first.",
        winning="The county champions resign about here.",
    ),
    7: _voice("does not chat", ahead="Hm.", behind="Oh.", winning="So."),
    8: _voice(
        "has seen your plan before, in 1911",
        ahead="In 1911 it went the same way.",
        behind="Nobody played that in 1911.",
        crowned="This king was due.",
        king_against="They crowned faster in 1911.",
        huffed="We huffed in 1911. I see no reason to stop.",
        winning="This ending was old in 1911.",
    ),
    9: _voice(
        "does his best in the time he has",
        ahead="I am ahead, and it took no time at all.",
        behind="You have used your time better than I mine.",
        crowned="A king, and time to spare.",
        king_against="Your king came in good time.",
        huffed="There was time to see that jump.",
        winning="There is time enough to win this.",
    ),
}
