"""The lessons that a learner has finished."""

from itertools import groupby

from console.activities.course.lessons import lessons_of
from console.game.record import Exercises, Share
from console.storage.player_data import PlayerData, Statement
from engine.rules import Rules


def finished_lessons(data: PlayerData) -> frozenset[int]:
    """Return the numbers of the finished lessons."""
    return frozenset(number for (number,) in data.rows("SELECT number FROM lessons WHERE player = me()"))


def finished(number: int) -> Statement:
    """Return the statement that a lesson is finished."""
    return "INSERT OR IGNORE INTO lessons VALUES (me(), ?)", (number,)


def lessons_done(data: PlayerData, rules: Rules) -> Exercises | None:
    """Return the numbers of finished lessons, by part; None if the rule set has none."""
    lessons = lessons_of(rules)
    if not lessons:
        return None
    known = finished_lessons(data)
    parts = [(part, list(some)) for part, some in groupby(lessons, lambda lesson: lesson.part)]
    shares = [Share(part, sum(lesson.number in known for lesson in some), len(some)) for part, some in parts]
    everything = Share("lessons done", sum(share.done for share in shares), len(lessons))
    return Exercises("The course", everything, tuple(shares), {})
