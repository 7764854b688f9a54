"""The board's screen: keys in, cells out."""

import re
import time
from random import Random
from typing import Any

import pytest
from support.canvas_text import row_text
from support.conversation import Script, options
from support.headless_screens import alone, picture, send, text_of
from support.palettes import PALETTES
from support.play_screen import THEME, PlaySession

from ai.engine import SearchInfo
from console.game.seats import Person, Program, Seats
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.readings import Command
from console.screens.lists import ListScreen
from console.screens.play.animation import SCENE_SECONDS
from console.screens.play.key_bar import buttons
from console.screens.play.transcript import Prompt, Transcript
from console.screens.widgets.line_editor import LineEditor
from console.storage.settings import Settings
from console.terminal.canvas import REST, Canvas, Rect
from console.terminal.events import Event, Key, Mouse, Posted, Tick
from console.terminal.screen_stack import Leave, Pop, Push
from console.text import sentences
from engine.game import Game
from engine.position import Move

pytestmark = pytest.mark.timeout(120)

PROMPT = "Your move (like C3 D4)?"
SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (40, 24), (60, 22), (200, 60), (97, 33), (80, 20), (43, 50)]


@pytest.mark.parametrize("white", ["", "hollow", "magenta"])
def test_the_pairing_fits_on_one_line(white: str) -> None:
    message = sentences.pairing(Seats(Person("Dan"), Program(5)), 0, white)
    assert len(message) <= 78, "the lines below it would push its beginning off the smallest conversation"


def test_shows_the_players_and_their_captures() -> None:
    session = PlaySession(options(fen="B:W15,22,32:B11,1", jumping="forced"), Script(["32-28"]))
    assert ["▟▀▀▙ Dan" in session.said, "▜▄▄▛ Black" in session.said] == [True, True]
    assert "County Champion" in session.said
    assert "You have a jump." in session.said
    session.type("C3 G7")
    text = session.text
    assert "2 taken  ●●" in text
    assert "0 taken" not in text
    seen = PlaySession(options(name="White", first=False), Script(["11-15"]))
    assert "White (" not in seen.text, "White is white"
    assert "White (red)" in text_of(seen.picture(THEME._replace(palette=PALETTES["VGA soft"])))
    board = THEME.palette.board._replace(white_called="a most unusual shade of green")
    theme = THEME._replace(palette=THEME.palette._replace(board=board))
    assert "White (" not in text_of(seen.picture(theme)), "a look that does not fit on the card is left out"


@pytest.mark.parametrize("key", ["escape", "f5"])
def test_takes_back_a_jump_at_the_question_after_it(key: str) -> None:
    session = PlaySession(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]), (120, 40))
    session.type("C3 E5")
    assert "Is it a multiple jump (Y/N)?" in session.said
    assert [bool(re.search(words, session.text)) for words in ("1 taken  ●", "Men +2 +2")] == [True, True]
    assert session.dialogue.state.table.jump
    session.send(key)
    assert not session.dialogue.state.table.jump
    assert PROMPT in session.text
    session.type("C3 E5", "redo")
    assert "There is nothing to redo." in session.said
    assert "Is it a multiple jump (Y/N)?" in session.said


def test_f7_shows_the_levels_at_the_question_for_a_multiple_jump() -> None:
    """It did nothing, though the word works."""
    session = PlaySession(options(fen="B:W15,22,32:B11,1"))
    session.type("C3 E5")
    session.send("f7")
    assert isinstance(session.opened, ListScreen)
    session.come_back(Command("level", "4"))
    assert "I play at level 4" in session.said
    assert session.asked is kinds.MULTIPLE


def test_glides_a_man_unless_switched_off() -> None:
    session = PlaySession(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]))
    session.send(*"C3 E5 G7", "enter")
    seen = []
    while session.play.tick is not None and session.play.tick < 0.3:
        seen.append(session.text)
        session.send(Tick())
    assert len(set(seen)) == len(seen) == 4
    assert len(seen) * SCENE_SECONDS <= 0.25
    session = PlaySession(opponent=Script(["22-18"]))
    session.play.settings.change(Settings(animation=False))
    session.send(*"C3 D4", "enter")
    assert session.play.runner.scene is None
    assert session.play.runner.search is not None
    session.settle()


@pytest.mark.parametrize("event", [Key("escape"), Key(text=" "), Key("enter"), Key(text="x"), Mouse("press", 5, 5)])
def test_skips_the_animation_at_any_key(event: Event) -> None:
    session = PlaySession(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]))
    session.send(*"C3 E5 G7", "enter", event)
    assert session.play.tick is not None
    assert session.play.tick > 0.3
    session.settle()


class Sleepy(Script):
    """An opponent that searches until it is stopped."""

    def choose_move(self, request, stop, report=None):  # type: ignore[no-untyped-def]  # as its parent's
        while not stop():
            pass
        return super().choose_move(request, stop, report)


@pytest.mark.parametrize("keys", [["escape"], ["n", "o", "w", "enter"]])
def test_stops_the_computers_search_at_escape(keys: list[str]) -> None:
    session = PlaySession(opponent=Sleepy(["22-18"]))
    session.send(*"C3 D4", "enter")
    while "Esc: move now" not in session.said:
        session.send(Tick())
    session.send(*keys)
    session.settle()
    assert "I move F6 E5 (22-18)." in session.said


def test_raises_an_error_of_the_opponent() -> None:
    class Broken(Script):
        def choose_move(self, request, stop, report=None):  # type: ignore[no-untyped-def]  # as its parent's
            raise ZeroDivisionError

    session = PlaySession(opponent=Broken())
    with pytest.raises(ZeroDivisionError):
        session.type("C3 D4")


def test_shows_function_keys_on_the_last_line() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4")
    assert "F5 Undo" in session.rows[-1]
    session.send("f5")
    session.settle()
    assert "Taken back: C3 D4, F6 E5." in session.said
    column = session.rows[-1].index("F6 Flip")
    session.send(Mouse("press", 23, column))
    assert session.dialogue.state.table.flipped
    answer = session.send("f7")
    assert isinstance(answer, Push)
    assert session.play.resume(Command("level", "3")) is None
    assert "I play at level 3" in session.said


def test_what_is_typed_over_the_short_help_goes_to_the_line() -> None:
    """In a small window the help covers the line, and swallowed the move."""
    session = PlaySession(size=(40, 20))
    assert "Your move" in session.said
    session.type("?")
    assert send(session.opened, ["C"], 40, 20) == Pop("C")
    assert session.play.line.text == ""
    session.come_back("C")
    session.type("3 D4")
    assert session.dialogue.state.game.ply == 2


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
@pytest.mark.parametrize("word", ["rules american", "level", "games", "fame", "settings", "setup", "record", "help"])
def test_nothing_is_typed_into_a_hidden_line(word: str, size: tuple[int, int]) -> None:
    session = PlaySession(size=size)
    assert "Your move" in session.said
    session.type(word)
    if isinstance(session.answer, Push):
        send(session.opened, [*"12zx"], *size)
    assert session.play.line.text in ("", word)


def test_leaving() -> None:
    assert PlaySession().send("f10") == Leave(0)
    assert PlaySession(options(name=None)).send("f10") == Leave(0)
    for last in ("f10", "enter"):
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3 D4")
        assert session.send("f10", "escape", "f10") is None
        assert "Enter leaves" in session.said
        assert session.send(last) == Leave(0)
    session = PlaySession(opponent=Sleepy(["22-18"]))
    session.send(*"C3 D4", "enter")
    search = session.await_search()
    assert session.send("f10") is None
    assert session.play.line.text == "quit"
    session.send("escape")
    assert (session.play.line.text, search.worker.finished) == ("", False)
    session.play.close()
    assert PlaySession().send(*"quit", "enter") == Leave(0)


def test_plays_a_whole_game_and_begins_another() -> None:
    session = PlaySession(options(fen="B:W15:B11"))
    session.type("C3 E5", "N")
    assert "The County Champion has no men left." in session.said
    assert "Another game (Y/N)?" in session.said
    assert "Review Save Level" in session.said
    session.type("Y")
    assert PROMPT in session.text
    session.type("C3 E5", "N", "N")
    assert session.answer == Leave(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["american", "triple-king", "international"])
def test_never_overlaps_the_board_at_any_size(size: tuple[int, int], rules: str) -> None:
    """With the longest names and a long conversation the board looks as it does without a word."""
    chosen = options(name="W" * 20, rules=rules, jumping="forced", level=9)
    session = PlaySession(chosen, size=size)
    layout = session.layout
    words = " ".join(session.text.replace("░", " ").split())
    assert "Your move" in words
    assert "Help" in words
    session.type("moves")
    before = session.picture()
    session.type("zzzz " * 30, "level 12", "moves")
    after = session.picture()
    for row in range(layout.row, layout.row + layout.height):
        for column in range(layout.column, layout.column + layout.width):
            assert before.at(row, column) == after.at(row, column)
    assert layout.row + layout.height <= size[1]
    assert layout.column + layout.width <= size[0]
    assert after.caret is not None


def test_pages_of_the_conversation() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("board", "C3 D4", "clock", "clock", "whose")
    assert "I move" not in session.said
    session.send(*["page-up"] * 9)
    assert "against level 5" in session.said
    session.send(*["page-down"] * 9)
    assert PROMPT in session.rows[-2]
    session.send("page-up")
    session.type("recent")
    assert any(row[:52].rstrip().endswith(PROMPT) for row in session.rows), "the latest message is visible"


@pytest.mark.parametrize("lines", ["storm", "problem", "course 2", "learn", "resign/y"])
def test_shows_no_hint_in_a_task_or_after_the_game(lines: str) -> None:
    session = PlaySession(opponent=Script(["11-15"]))
    session.type("hint", *lines.split("/"))
    assert session.play.picture.scene().hint is None
    assert bool(session.dialogue.state.suspended) == (lines != "resign/y")
    assert ("►Again◄Level" in session.text) == (lines == "resign/y"), "there is no move to review or save"


def test_shows_depth_score_line_and_speed_when_thinking_aloud() -> None:
    class Loud(Sleepy):
        def choose_move(self, request, stop, report=None):  # type: ignore[no-untyped-def]  # as its parent's
            move = request.game.legal_moves()[0]
            assert report is not None
            report(SearchInfo(34, (move,), 9, 500_000, 0.5))
            return super().choose_move(request, stop, report)  # type: ignore[no-untyped-call]  # as above

    session = PlaySession(opponent=Loud(["22-18"]))
    session.type("think")
    session.send(*"C3 D4", "enter", "escape")
    session.send(Posted(session.terminal.posted.get(timeout=30)), Tick())
    assert "Depth 9: White is better, +0.34;" in session.said
    assert "1,000k/s (Esc: move now)" in session.said
    session.send("escape")
    session.settle()
    assert "I looked 1 move ahead, at 1 position: an even game, +0.00." in session.said


@pytest.mark.parametrize("word", ["rules", "resign"])
def test_cancels_an_optional_question_at_escape(word: str) -> None:
    session = PlaySession()
    session.type(word)
    assert PROMPT not in session.rows[-2]
    session.send("escape")
    assert PROMPT in session.rows[-2]
    assert session.dialogue.state.game.outcome is None


def test_names_the_mover_during_an_animation() -> None:
    """The panel shows the player's turn only after the animation of the computer's move has ended."""
    session = PlaySession(opponent=Script(["22-18"]))
    session.send(*"C3 D4", "enter")
    assert "Dan moves." in session.said
    while session.play.runner.scene is not None:
        session.send(Tick())
    assert "►▟▀▀▙ County Champion" in session.text
    session.send(Posted(session.terminal.posted.get(timeout=30)))
    assert session.play.runner.scene is not None
    assert "White to move." in session.said
    assert "►▟▀▀▙ Dan" not in session.text
    session.settle()
    assert "►▟▀▀▙ Dan" in session.text


@pytest.mark.parametrize("before", range(13))
def test_plays_every_line_typed_ahead_or_while_a_move_is_shown(before: int) -> None:
    """The space or the Enter that was typed while the computer's move was shown only ended the animation."""
    session = PlaySession(opponent=Script(["24-20", "28-24", "32-28"]))
    session.send(*"C3 D4", "enter")
    session.await_search()
    keys = [*"B2 C3", "enter", *"A1 B2", "enter"]
    session.send(*keys[:before])
    session.send(Posted(session.terminal.posted.get(timeout=30)))
    assert session.play.runner.scene is not None
    session.send(*keys[before:])
    session.settle()
    state = session.dialogue.state
    assert [state.naming.move(turn.move) for turn in state.game.turns[::2]] == ["C3 D4", "B2 C3", "A1 B2"]


def test_ends_the_search_before_the_screen_is_left() -> None:
    class Slow(Sleepy):
        """An opponent that needs a tenth of a second to stop."""

        def _next(self, game: Game, rng: Random) -> Move:
            time.sleep(0.1)
            return super()._next(game, rng)

    session = PlaySession(opponent=Slow(["24-20"]))
    session.send(*"C3 D4", "enter")
    search = session.await_search()
    session.play.close()
    assert search.worker.finished


def test_opens_no_list_over_a_line_that_is_being_typed() -> None:
    session = PlaySession(opponent=Sleepy(["24-20", "22-18"]))
    session.send(*"C3 D4", "enter")
    session.await_search()
    session.send(*"level", "enter", *"C5", "escape")
    session.settle()
    assert session.play.line.text == "C5"
    assert session.play.tick != 0, "it waits for keys"
    session.send(*" D6", "enter")
    assert session.opened
    session.answer = session.play.resume(None)
    session.await_search()
    assert session.dialogue.state.game.ply == 3
    session.play.close()


def test_opens_and_closes_what_stands_beside_the_board_by_words_typed_ahead() -> None:
    session = PlaySession(opponent=Sleepy(["24-20", "22-18"]))
    session.send(*"C3 D4", "enter")
    session.await_search()
    for line in ("?", "explore", "explore off", "explore"):
        session.send(*line, "enter")
    session.send("escape")
    session.settle()
    assert "The explorer is closed." in session.said
    assert session.play.explorer.is_open


def test_drops_lines_typed_ahead_at_other_questions() -> None:
    """A leftover answer waited for the next question of its kind."""
    session = PlaySession(options(fen="B:W22,32:B1,15"), Sleepy(["22-18", "32-28"]), size=(80, 30))
    session.send(*"A7 B6", "enter")
    session.await_search()
    session.send(*"D4 F6", "enter", *"Y", "enter", *"moves", "enter", "escape")
    session.settle()
    assert session.asked is kinds.MULTIPLE
    session.send("n", "enter")
    session.await_search()
    session.send("escape")
    session.settle()
    assert "You take E5." in session.said
    assert "You can move" not in session.said
    assert 'I skipped "Y" and "moves": a different question came up first.' in session.said


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("f5", "Taken back: C3 E5."),
        ("f6", "Another game (Y/N)? flip"),
        ("f8", "There is nothing to redo."),
        ("f4", "Another game (Y/N)? review"),
    ],
)
def test_allows_function_keys_after_the_end(key: str, message: str) -> None:
    session = PlaySession(options(fen="B:W15:B11"))
    session.type("C3 E5", "N")
    session.send(key)
    session.settle()
    assert message in session.text


def test_the_arrow_beside_the_conversation_covers_no_text() -> None:
    """Lines that fill the window to its last column are broken earlier where an arrow stands."""
    session = PlaySession()
    letters = "".join(chr(ord("a") + number * number % 26) for number in range(600))
    session.play.runner.tell(letters)
    shown = "".join(row[:52].strip() for row in session.rows if re.search("[a-z]{40}", row))
    assert shown.count(THEME.glyphs.down) == 1
    assert shown.replace(THEME.glyphs.down, "") in letters


def test_names_with_wide_characters_are_shown() -> None:
    """Beside the board and in the conversation, each in two columns, and as they are typed."""
    session = PlaySession(options(name="漢字太郎"))
    text = session.text.replace(REST, "")
    assert "漢字太郎" in text
    assert "?" not in text.replace("Type ?", "").partition("Your move")[0]
    session.send("漢", "x")
    (row,) = (row for row, text in enumerate(session.rows) if text.replace(REST, "")[:52].rstrip().endswith("漢x"))
    assert session.picture().caret == (row, session.rows[row].index("x") + 1)


@pytest.fixture
def session() -> PlaySession:
    """Return a session with a study of four moves, at its beginning."""
    session = PlaySession()
    session.type("two", "Bob", "C3 D4", "F6 E7", "B2 C3", "G7 F6", "study")
    return session


def ply(session: PlaySession) -> int:
    """Return the ply of the position on the board."""
    return session.play.picture.state.game.ply


def test_walks_back_and_forth_and_to_the_ends(session: PlaySession) -> None:
    plies = []
    for key in ("right", "right", "left", "end", "right", "left", "home", "left"):
        session.send(key)
        plies.append(ply(session))
    assert plies == [1, 2, 1, 4, 4, 3, 0, 0]
    assert "Left Right Step F1 Help" in " ".join(session.text.split())
    session.send("up")
    cursor = session.play.board_input.cursor
    session.send("left")
    assert (ply(session), session.play.board_input.cursor != cursor) == (0, True), "the cursor is out"
    session.send("escape")
    session.send("right", "right")
    assert "Replayed: F6 E7." in session.said, "what is said at a step is read at once"
    session.size = (80, 40)
    assert session.text.count("Black to move (like") == 1, "the question is not repeated in the transcript"
    session.send("f", "left", "home", "end", "right")
    assert (ply(session), session.play.line.text) == (2, "f"), "in a typed line they move the caret"
    game = PlaySession()
    game.send("left")
    assert game.play.board_input.cursor is not None
    assert game.asked is kinds.MOVE


def test_the_wheel_walks_over_the_board_and_scrolls_elsewhere(session: PlaySession) -> None:
    session.picture()
    session.send(Mouse("wheel-down", 6, 10))
    assert ply(session) == 1
    session.send(Mouse("wheel-up", 6, 10))
    assert ply(session) == 0
    session.send(Mouse("wheel-down", 22, 10))
    assert ply(session) == 0
    session.type("?")
    assert "Left, Right, Home" in session.said


EVERYWHERE = {"Help", "Flip", "Menu", "Quit"}


@pytest.mark.parametrize(
    ("given", "lines", "named"),
    [
        ({}, [], {"Save", "Load", "Hint", "Undo", "Level"}),
        ({"players": "two", "other": "Eve"}, [], {"Save", "Load", "Hint", "Undo"}),
        ({}, ["course 1"], {"Leave", "Load", "Hint", "Undo"}),
        ({}, ["storm", "y"], {"Leave", "Undo"}),
        ({"task": "problem"}, [], {"Leave", "Load", "Hint", "Undo"}),
    ],
    ids=["game", "two players", "lesson", "storm", "problem"],
)
def test_names_the_commands_of_the_activity(given: dict[str, Any], lines: list[str], named: set[str]) -> None:
    session = PlaySession(options(**given))
    for line in lines:
        session.type(line)
        if session.asked is None:
            session.come_back()
    runner, state = session.play.runner, session.dialogue.state
    assert {button.word for button in buttons(runner.ask, state)} == named | EVERYWHERE
    before = session.answer
    session.send("f7")
    assert (session.answer is not before) == ("Level" in named)


@pytest.mark.usefixtures("masters_games")
def test_lights_no_undo_where_guesses_are_not_taken_back() -> None:
    session = PlaySession()
    session.type("guess")
    state = session.dialogue.state
    (undo,) = [button for button in buttons(session.play.runner.ask, state) if button.word == "Undo"]
    assert (state.activity.label, state.game.ply > 0, undo.works) == ("guess", True, False)


def test_shows_the_key_that_ends_the_showing_of_an_opening() -> None:
    session = PlaySession()
    session.type("learn Black Doctor")
    shown = buttons(session.play.runner.ask, session.dialogue.state)
    assert [button.word for button in shown[:2]] == ["Leave", "Quiz me"]
    session.send("no")
    session.settle()
    assert "from memory" in session.said


def rows_of(transcript: Transcript, question: str) -> list[str]:
    """Return three rows of 20 columns with an open question, and a column for an arrow."""
    canvas = Canvas(21, 3)
    transcript.draw(canvas, THEME, Rect(0, 0, 3, 20), Prompt(question, LineEditor()))
    return [row_text(canvas, row) for row in range(3)]


def test_an_answer_that_is_too_long_is_shown_from_its_beginning() -> None:
    """Its end stood above the question, without its beginning."""
    transcript, arrows = Transcript(), THEME.glyphs
    assert rows_of(transcript, "Your name? ")[0].strip() == "Your name?", "no arrow where there is nothing to read"
    transcript.answer("Your move? ", "C3 D4")
    transcript.say("That is good praise.")
    transcript.say("Lesson one is all done.")
    for question in ("On to lesson 2 (Y/N)? ", "Now? "):
        assert rows_of(transcript, question)[0].startswith("That is good")
        assert arrows.down in rows_of(transcript, question)[1 if question == "Now? " else 0]
    transcript.scroll(-1)
    assert rows_of(transcript, "Now? ")[:2] == [f"Lesson one is{' ' * 7}{arrows.up}", "all done.".ljust(21)]
    transcript.begin_news()
    transcript.say("Sound on.")
    assert rows_of(transcript, "Now? ")[1].strip() == "Sound on."


@pytest.mark.parametrize(
    ("lines", "page", "key"),
    [
        ("", "The board is on the left", "F9 Menu"),
        ("problem", "PROBLEMS are positions", "Esc Leave"),
        ("learn", "LEARN openings by heart", "Enter Go on"),
        ("resign", "The board is on the left", "Y, Enter Yes"),
        ("resign/Y", "THE RESULT of a game", "N, Enter Leave"),
        ("menu", "THE MENU on F9", "Enter Choose"),
        ("level", "There are nine", "Up Down Move"),
        ("C3 D4/review", "REVIEW looks back", "Left Right Step"),
    ],
)
def test_f1_opens_the_page_of_this_place_with_its_keys(lines: str, page: str, key: str) -> None:
    """It was the title page of the manual everywhere, and then a whole chapter."""
    session = PlaySession()
    session.type(*filter(None, lines.split("/")))
    screen = session.opened if isinstance(session.answer, Push) else session.play
    answer = screen.handle(Key("f1"))
    assert isinstance(answer, Push)
    first, *rows = (" ".join(row.strip("║▲▼░█ ").split()) for row in text_of(picture(answer.screen)).splitlines()[1:8])
    assert first.startswith("THE KEYS HERE: ")
    assert key in " ".join((first, *rows))
    assert any(row.startswith(page) for row in rows)
    screen.close()


@pytest.mark.parametrize(
    ("typed", "said", "asked"),
    [
        ("next russian", "The next game is Russian", kinds.FIRST),
        ("new game", "Do you want to go first (Y/N)? new game", kinds.FIRST),
        ("no thanks", "You play White", kinds.MOVE),
        ("yes", "You play Black", kinds.MOVE),
    ],
)
def test_a_line_that_begins_with_a_letter_of_the_bar_is_read_as_a_whole(typed: str, said: str, asked: Kind) -> None:
    """A new game was begun twice: the N began one, too."""
    session = PlaySession(options(first=None))
    session.send(*typed, Tick(), "enter")
    session.settle()
    assert said in session.text
    assert session.asked is asked
    assert session.play.line.text == ""


@pytest.mark.parametrize(
    ("rest", "said", "plies"),
    [
        ("o thanks", "You play White", 1),
        ("", "You play White", 1),
        ("ew game", 'N has answered; "new game" is left out.', 1),
    ],
)
def test_what_is_typed_behind_a_letter_that_has_answered_is_swallowed(rest: str, said: str, plies: int) -> None:
    session = PlaySession(options(first=None), Script(["11-15"]))
    session.send("n")
    alone(session.play)
    session.settle()
    session.send(*rest, "enter")
    assert session.play.line.text == ""
    session.settle()
    assert session.asked is kinds.MOVE
    assert said in session.said
    assert session.dialogue.state.game.ply == plies


def test_another_answer_or_line_soon_after_a_letter_is_heard() -> None:
    """The second of two answers was taken for the rest of a word."""
    session = PlaySession(options(first=None), Script(["11-15"]))
    session.send("n")
    alone(session.play)
    session.settle()
    session.type("22-18")
    assert session.dialogue.state.game.ply == 3


def test_a_letter_on_the_bar_acts_alone_unless_a_game_is_at_stake() -> None:
    session = PlaySession(options(first=None))
    session.send("y")
    assert session.asked is kinds.FIRST, "it may begin a line"
    assert session.play.tick is not None
    alone(session.play)
    assert session.asked is kinds.MOVE
    session.send("enter")
    session.type("resign")
    session.send("y")
    alone(session.play)
    assert session.asked is kinds.RESIGN
    session.send("enter")
    session.settle()
    assert session.asked is kinds.ANOTHER


@pytest.mark.parametrize("line", ["resign", "learn", "season"])
def test_a_first_page_needs_no_page_down(line: str) -> None:
    """The farewell of a lost game and the name of an opening were behind it."""
    session = PlaySession(options(), Script(["22-18"]), (80, 24))
    session.type("C3 D4", line, "Y")
    assert "PgDn" not in session.rows[-1]
    if line == "resign":
        assert "My condolences, Dan. Good game." in session.said
        assert "easier than I am" in session.said


def test_help_is_in_front_of_the_result() -> None:
    session = PlaySession(options(fen="B:W18:B14"))
    session.type("14-23", "n", "?")
    assert "Review Save" not in session.said
    assert '"where", "look' in session.text
    session.send("escape")
    assert "Review Save" in session.said


@pytest.mark.parametrize("word", ["rules", "?"])
def test_boxes_say_how_they_are_closed(word: str) -> None:
    session = PlaySession(options(fen="B:W18:B14"))
    session.type("14-23", "n", word)
    for _ in ("the answer", "the result"):
        assert "Esc: close" in session.said
        session.send("escape")
    assert "Esc: close" not in session.said
