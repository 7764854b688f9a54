"""The window of the conversation: what it marks if it cannot show everything."""

from support.canvas_text import row_text
from support.play_screen import THEME

from console.screens.play.transcript import Prompt, Transcript
from console.screens.widgets.line_editor import LineEditor
from console.terminal.canvas import Canvas, Rect


def rows_of(transcript: Transcript, question: str) -> list[str]:
    """Return three rows of 20 columns with an open question."""
    canvas = Canvas(20, 3)
    transcript.draw(canvas, THEME, Rect(0, 0, 3, 20), Prompt(question, LineEditor()))
    return [row_text(canvas, row) for row in range(3)]


def test_marks_a_hidden_message_above_a_question_of_two_rows() -> None:
    """The first row of such a question was taken for an answer."""
    transcript = Transcript()
    transcript.say("That is good praise.")
    transcript.say("Lesson 1 is done.")
    rows = rows_of(transcript, "On to lesson 2 (Y/N)? ")
    assert rows[0].startswith("Lesson 1 is done.")
    assert rows[0].endswith(THEME.glyphs.up)


def test_marks_nothing_above_if_all_since_the_last_answer_is_visible() -> None:
    transcript = Transcript()
    transcript.answer("Your move? ", "C3 D4")
    transcript.say("Lesson 1 is done.")
    rows = rows_of(transcript, "On to lesson 2 (Y/N)? ")
    assert rows[0].startswith("Lesson 1 is done.")
    assert THEME.glyphs.up not in "".join(rows)
