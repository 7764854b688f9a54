"""The messages of the course."""

from typing import Final

from console.activities.course.lessons import Lesson

OTHER_GAMES: Final = "1 and up are American; 101 and up Russian; 201 and up international."
HEADING: Final = "Lesson {0.number}, {0.part}: {0.title}. It takes {0.minutes} minutes or so."
OTHER_MOVE: Final = "Legal, but not the move I asked for. I have put your move back."
LOSES: Final = "That loses: I answer {}. I have put your move back."
WRONG_SHOT: Final = "Not that one: I answer {}, and nothing comes of it. I have put your move back."
TOO_SLOW: Final = "That wins, too, but it takes too long. Once more, from the start."
ALSO_WINS: Final = "Not the book move, but it wins, too."
ALSO_DRAWS: Final = "Not the book move, but it draws, too."
NEXT_MOVE: Final = "Play {}."
NO_TASK: Final = "That task is over."
ALL_DONE: Final = 'You have finished all its lessons. There is nothing left but to play; "course {}" starts over.'
NO_LESSON: Final = 'There is no lesson {}: "course" takes a number or a topic from "course list", or list, skip or off.'
GO_ON: Final = "Press Enter to go on. "
ASK_NEXT: Final = "On to lesson {0.number}, {0.title} (Y/N, Enter: Y)? "
NEXT_OR_NOT: Final = 'Y or Enter starts it, N leaves the course; "course 3" starts another lesson.'
SKIPPED: Final = "Skipped. It will be here when you come back."


def finished(lesson: Lesson, skipped: bool) -> str:
    """Return the message at the end of a lesson."""
    if skipped:
        return f"That was lesson {lesson.number}, minus what you skipped, so no star yet."
    return f"Lesson {lesson.number} is done and gets its star."


def wrong(goal: str, loses: bool, answer: str) -> str:
    """Return the message for a move that loses or lets a win go; ``answer`` is empty if the move ends the game."""
    if loses or goal == "shot":
        return (LOSES if loses else WRONG_SHOT).format(answer)
    why = f"I answer {answer}" if answer else "the game would be drawn"
    return f"That lets the win slip: {why}. I have put your move back."
