"""The lessons done, for the player's record."""

from itertools import groupby

from console.activities.course.lessons import RULES, lessons
from console.activities.course.progress import PROGRESS
from console.game.record import Exercises, Share
from console.storage.user_file import UserFiles
from engine.rules import Rules


def lessons_done(files: UserFiles, rules: Rules) -> Exercises | None:
    """Return the numbers of finished lessons, by part; None under other rules than those of the course."""
    if rules != RULES:
        return None
    finished = files.read(PROGRESS).finished
    parts = [(part, list(some)) for part, some in groupby(lessons(), lambda lesson: lesson.part)]
    shares = [Share(part, sum(lesson.number in finished for lesson in some), len(some)) for part, some in parts]
    everything = Share("lessons done", sum(share.done for share in shares), len(lessons()))
    return Exercises("The course", everything, tuple(shares), {})
