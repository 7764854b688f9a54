"""The messages of the season."""

from typing import Final

from console.activities.season.career import REACH, Against, Career, Finished
from console.activities.season.rivals import Rival

ON_THE_TABLE: Final = 'That game is already on the board: "match" gives the score.'
ROUND_PLAYED: Final = 'You have played today. The next round is tomorrow; "season week" shows the table.'
NOTHING_TO_PRINT: Final = "There is no certificate to print yet: win a match to earn one."
SEASON_ENDED: Final = "The whole ladder is yours, champion. From here on the season is for the love of it."
NOT_WON: Final = "There is no certificate for {} yet: win the match first."
NO_RIVAL: Final = 'There is no rival {}, or several: "season" takes a name, a number to {}, ladder, week, shelf, print.'
PRINTED: Final = "Your certificate is {}. Any printer will do; tractor feed looks best."
RUNG: Final = "Rung {0.rung} of {1}: {0.called} of {0.town}, who {0.about}. {0.name} {0.way}."


def after_match(career: Career, against: Against, over: Finished) -> list[str]:
    """Return the sentences after a match about the ladder."""
    rival, leader = against.rival, over.match.leader
    if leader is None:
        return [f"A drawn match: the rung stays with {rival.called}, as it always has."]
    if leader:
        return [f"Rung {rival.rung} stays with {rival.called}. Nobody moves down; try again when you like."]
    if against.victory is not over:
        return [f"You have beaten {rival.called} again. The certificate on your shelf stays as it is."]
    won = f'Rung {rival.rung} is yours, with a trophy: "shelf" shows it, "season print" prints the certificate.'
    return [won, SEASON_ENDED] if career.place == len(career.rungs) else [won]


def not_yet(rival: Rival, career: Career) -> str:
    """Return the message that a rival cannot be challenged yet."""
    highest = career.rungs[career.place + REACH - 1].rival
    name = f"{rival.name} is on rung {rival.rung}"
    return f"{name}: from where you are you may go no higher than rung {highest.rung}, {highest.called}."


def shelf_title(career: Career) -> str:
    """Return the title of the trophy shelf."""
    won = len(career.victories())
    trophies = "freshly dusted" if not won else "one trophy" if won == 1 else f"{won} trophies"
    return f"The shelf of {career.name}: {trophies}"
