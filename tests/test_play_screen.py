"""The board's screen: keys in, cells out."""

from random import Random

import pytest
from support.conversation import Script, options
from support.play_screen import LOOK, Sitting

from ai.engine import SearchInfo
from console.dialogue.messages import Kind
from console.screens.pager import Manual
from console.storage.settings import Settings
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Mouse, Posted, Resize, Tick
from console.terminal.screen_stack import Leave, Push
from console.terminal.theme import ASCII, CONTRAST, MONO, Look
from engine.rules import RULE_SETS

PROMPT = "Your move (like C3 D4)?"
SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (40, 24), (60, 22), (200, 60), (97, 33), (80, 20), (43, 50)]


def test_from_the_name_to_the_first_reply() -> None:
    sitting = Sitting(options(name=None, first=None), Script(["22-18"]))
    assert "Your name?" in sitting.text
    sitting.type("Dan", "Y")
    assert PROMPT in sitting.text
    sitting.type("c3 d4")
    assert "I move F6 E5 (22-18)." in sitting.text
    assert "1 C3 D4 11-15 F6 E5 22-18" in sitting.text


def test_the_caret_stands_where_the_next_letter_goes() -> None:
    sitting = Sitting()
    sitting.send("c", "3", "left")
    canvas = sitting.picture()
    assert canvas.caret is not None
    row, column = canvas.caret
    assert canvas.row_text(row)[: column + 1].endswith(f"{PROMPT} c3")


def test_what_was_just_said_stays() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.type("C3 D4")
    assert f"{PROMPT} C3 D4\n I move F6 E5 (22-18).\n {PROMPT}\n" in sitting.text
    sitting.type("A1 A1")
    assert "That is not a legal move" in sitting.text or "square it stands on" in sitting.text


def test_the_players_and_what_they_have_taken_are_shown() -> None:
    sitting = Sitting(options(fen="B:W15,22,32:B11,1", jumping="forced"), Script(["32-28"]))
    assert "Dan Black" in sitting.text
    assert "Computer White" in sitting.text
    assert "Your move, Dan: you have a" in sitting.text
    sitting.type("C3 G7")
    text = sitting.text
    assert "takes 2  ▒ ▒" in text
    assert "takes none" in text


def test_the_question_after_a_jump_and_the_taking_back() -> None:
    sitting = Sitting(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]))
    sitting.type("C3 E5")
    assert "Is it a multiple jump (Y/N)?" in sitting.text
    assert sitting.dialogue.state.jump
    sitting.send("escape")
    assert not sitting.dialogue.state.jump
    assert PROMPT in sitting.text


def test_a_move_is_shown_square_by_square() -> None:
    sitting = Sitting(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]))
    for letter in "C3 E5 G7":
        sitting.send(letter)
    sitting.send("enter")
    ticks = 0
    seen = set()
    while sitting.play.tick is not None and sitting.play.tick < 0.3:
        seen.add(sitting.text)
        sitting.send(Tick())
        ticks += 1
    assert ticks == 4
    assert len(seen) == ticks


@pytest.mark.parametrize("event", [Key("escape"), Key(text=" "), Key("enter"), Key(text="x"), Mouse("press", 5, 5)])
def test_any_key_skips_the_movement(event: Event) -> None:
    sitting = Sitting(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]))
    for letter in "C3 E5 G7":
        sitting.send(letter)
    sitting.send("enter", event)
    assert sitting.play.tick is not None
    assert sitting.play.tick > 0.3
    sitting.settle()


class Sleepy(Script):
    """Thinks until it is told to stop."""

    def _next(self, game, rng):  # type: ignore[no-untyped-def]  # as its parent's
        return super()._next(game, rng)

    def choose_move(self, game, level, rng, stop, report=None, budget=None):  # type: ignore[no-untyped-def]  # as its parent's
        while not stop():
            pass
        return super().choose_move(game, level, rng, stop, report)


@pytest.mark.parametrize("keys", [["escape"], ["n", "o", "w", "enter"]])
def test_a_thinking_computer_can_be_hurried(keys: list[str]) -> None:
    sitting = Sitting(opponent=Sleepy(["22-18"]))
    sitting.send(*"C3 D4", "enter")
    while "Esc: at once" not in sitting.text:
        sitting.send(Tick())
    sitting.send(*keys)
    sitting.settle()
    assert "I move F6 E5 (22-18)." in sitting.text


def test_what_is_typed_meanwhile_is_taken_at_the_next_question() -> None:
    sitting = Sitting(opponent=Sleepy(["22-18", "18-14"]))
    sitting.send(*"C3 D4", "enter")
    while "Esc: at once" not in sitting.text:
        sitting.send(Tick())
    sitting.send(*"moves", "enter", "escape")
    sitting.settle()
    assert "You can move" in sitting.text


def test_an_error_of_the_opponent_is_not_hidden() -> None:
    class Broken(Script):
        def choose_move(self, game, level, rng, stop, report=None, budget=None):  # type: ignore[no-untyped-def]  # as its parent's
            raise ZeroDivisionError

    sitting = Sitting(opponent=Broken())
    with pytest.raises(ZeroDivisionError):
        sitting.type("C3 D4")


def test_function_keys_and_their_words_on_the_last_line() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.type("C3 D4")
    assert "F5 Undo" in sitting.rows[-1]
    sitting.send("f5")
    sitting.settle()
    assert "Taken back: C3 D4, F6 E5." in sitting.text
    column = sitting.rows[-1].index("F6 Flip")
    sitting.send(Mouse("press", 23, column))
    assert sitting.dialogue.state.flipped
    answer = sitting.send("f7")
    assert isinstance(answer, Push)
    assert sitting.play.resume(3) is None
    assert "I play at level 3" in sitting.text


def test_help_opens_the_manual_and_comes_back() -> None:
    sitting = Sitting()
    for keys in (["f1"], ["?", "enter"]):
        sitting.answer = None
        answer = sitting.send(*keys)
        assert isinstance(answer, Push)
        assert isinstance(answer.screen, Manual)
        sitting.play.resume(None)
        assert PROMPT in sitting.text


def test_a_thought_that_comes_while_the_manual_is_read_is_not_lost() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.send(*"C3 D4", "enter", "escape", "f1")
    assert isinstance(sitting.desk.posted.get(timeout=30), object)
    sitting.play.resume(None)
    sitting.settle()
    assert "I move F6 E5 (22-18)." in sitting.text


def test_leaving() -> None:
    assert Sitting().send("ctrl-d") == Leave(0)
    assert Sitting().send("f10") == Leave(0)
    assert Sitting(options(name=None)).send("f10") == Leave(0)
    assert Sitting().send(*"quit", "enter") == Leave(0)


def test_a_whole_game_to_another() -> None:
    sitting = Sitting(options(fen="B:W15:B11"))
    sitting.type("C3 E5", "N")
    assert "Dan (Black) wins: I have no men left." in sitting.text
    assert "Congratulations, Dan!" in sitting.text
    assert "Another game (Y/N)?" in sitting.text
    assert "The game is over." in sitting.text
    sitting.type("Y")
    assert PROMPT in sitting.text
    sitting.type("C3 E5", "N", "N")
    assert sitting.answer == Leave(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_nothing_overlaps_the_board_at_any_size(size: tuple[int, int], rules: str) -> None:
    """With the longest names and a long conversation the board looks as it does without a word."""
    chosen = options(name="W" * 20, rules=rules, jumping="forced", level=9)
    sitting = Sitting(chosen, size=size)
    layout = sitting.layout
    before = sitting.picture()
    sitting.type("moves", "zzzz " * 30, "level 12", "moves")
    after = sitting.picture()
    for row in range(layout.row, layout.row + layout.height):
        for column in range(layout.column, layout.column + layout.width):
            assert before.at(row, column) == after.at(row, column)
    assert layout.row + layout.height <= size[1]
    assert layout.column + layout.width <= size[0]
    assert after.caret is not None


@pytest.mark.parametrize("size", SIZES)
def test_every_size_shows_the_question_and_a_word_for_help(size: tuple[int, int]) -> None:
    sitting = Sitting(size=size)
    words = " ".join(sitting.text.replace("░", " ").split())
    assert "Your move" in words
    assert "Help" in words


@pytest.mark.parametrize("look", [Look(MONO, ASCII), Look(CONTRAST, ASCII), Look(MONO, LOOK.glyphs)], ids=str)
def test_other_looks(look: Look) -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.type("C3 D4")
    canvas = sitting.picture(look)
    text = "".join(canvas.row_text(row) for row in range(24))
    if look.glyphs is ASCII:
        assert text.isascii()
    assert PROMPT in text


def test_pages_of_the_conversation() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.type("C3 D4", "level", "level", "moves")
    assert "I move" not in sitting.text
    sitting.send("page-up", "page-up", "page-up")
    assert "I move F6 E5" in sitting.text
    sitting.send("page-down", "page-down", "page-down")
    assert PROMPT in sitting.rows[-2]


@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_random_events_do_no_harm(seed: int) -> None:
    rng = Random(seed)
    sitting = Sitting(options(name=None, first=None), size=(80, 24))
    names = [
        "enter",
        "escape",
        "backspace",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "tab",
        "f1",
        "f2",
        "f3",
        "f4",
        "f5",
        "f6",
        "f7",
        "f8",
        "f9",
        "page-up",
        "delete",
    ]
    for _ in range(3000):
        kind = rng.random()
        event: Event
        if kind < 0.5:
            event = Key(text=rng.choice("abcdefgh12345678yn 0xZ-?"))
        elif kind < 0.8:
            event = Key(rng.choice(names))
        elif kind < 0.9:
            event = Mouse(rng.choice(("press", "drag", "release", "wheel-up")), rng.randrange(24), rng.randrange(80))
        elif kind < 0.95:
            event = rng.choice((Tick(), Resize()))
        else:
            sitting.size = rng.choice(SIZES)
            sitting.picture()
            event = Resize()
        sitting.answer = None
        answer = sitting.send(event)
        if isinstance(answer, Push):
            sitting.play.resume(None)
        elif answer is not None:
            sitting = Sitting(options(name=None, first=None), size=sitting.size)
        while not sitting.desk.posted.empty():
            sitting.send(Posted(sitting.desk.posted.get()))
    sitting.picture()


@pytest.mark.parametrize("sound", [True, False])
def test_the_bell_tells_of_a_move_of_the_computers(sound: bool) -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.play.settings.change(Settings(sound=sound))
    sitting.type("C3 D4")
    assert sitting.desk.bells == int(sound)


def test_without_animation_moves_are_shown_at_once() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.play.runner.animated = False
    sitting.send(*"C3 D4", "enter")
    assert sitting.play.runner.scene is None
    assert sitting.play.runner.search is not None
    sitting.settle()


def test_a_hint_lights_its_squares_until_the_next_answer() -> None:
    sitting = Sitting(opponent=Script(["11-15", "22-18"]))
    sitting.type("hint")
    assert sitting.play.scene().targets == {11, 15}
    sitting.type("C3 D4")
    assert sitting.play.scene().targets == frozenset()


def test_thinking_aloud_tells_depth_score_play_and_speed() -> None:
    class Loud(Sleepy):
        def choose_move(self, game, level, rng, stop, report=None, budget=None):  # type: ignore[no-untyped-def]  # as its parent's
            move = game.legal_moves()[0]
            assert report is not None
            report(SearchInfo(34, (move,), 9, 500_000, 0.5))
            return super().choose_move(game, level, rng, stop, report)  # type: ignore[no-untyped-call]  # as above

    sitting = Sitting(opponent=Loud(["22-18"]))
    sitting.type("think")
    sitting.send(*"C3 D4", "enter", "escape")
    sitting.send(Posted(sitting.desk.posted.get(timeout=30)), Tick())
    assert "Depth 9: White is better, +34;" in sitting.text
    assert "1,000k/s (Esc: at once)" in sitting.text
    sitting.send("escape")
    sitting.settle()
    assert "I looked 1 deep at 1 positions: an even game, +0." in sitting.text


@pytest.mark.parametrize("word", ["rules", "resign"])
def test_escape_leaves_a_question_that_was_not_needed(word: str) -> None:
    sitting = Sitting()
    sitting.type(word)
    assert PROMPT not in sitting.rows[-2]
    sitting.send("escape")
    assert PROMPT in sitting.rows[-2]
    assert sitting.dialogue.state.game.outcome is None


def test_while_a_move_is_shown_it_is_the_movers_turn() -> None:
    """The panel told the player to move while the computer's man was still on its way."""
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.send(*"C3 D4", "enter")
    assert "Dan moves." in sitting.text
    while sitting.play.runner.scene is not None:
        sitting.send(Tick())
    assert "I am thinking." in sitting.text
    sitting.send(Posted(sitting.desk.posted.get(timeout=30)))
    assert sitting.play.runner.scene is not None
    assert "I move." in sitting.text
    assert "Your move, Dan." not in sitting.text
    sitting.settle()
    assert "Your move, Dan." in sitting.text


@pytest.mark.parametrize("size", [(40, 20), (40, 24), (64, 24), (120, 44)])
def test_the_mark_of_whose_turn_it_is_stays_with_the_mover(size: tuple[int, int]) -> None:
    sitting = Sitting(opponent=Script(["22-18"]), size=size)
    before = sitting.play._on_turn()
    sitting.send(*"C3 D4", "enter")
    assert sitting.play.runner.scene is not None
    assert sitting.play._on_turn().side == before.side
    sitting.settle()
    assert sitting.play._on_turn() == before


def test_lines_typed_ahead_do_not_answer_a_later_question() -> None:
    """A leftover answer waited for the next question of its kind."""
    sitting = Sitting(options(fen="B:W22,32:B1,15"), Sleepy(["22-18", "32-28"]), size=(80, 30))
    sitting.send(*"A7 B6", "enter")
    while sitting.play.runner.search is None:
        sitting.send(Tick())
    sitting.send(*"D4 F6", "enter", *"Y", "enter", *"moves", "enter", "escape")
    sitting.settle()
    assert sitting.play.runner.ask is not None
    assert sitting.play.runner.ask.kind is Kind.MULTIPLE
    sitting.send("n", "enter")
    while sitting.play.runner.search is None:
        sitting.send(Tick())
    sitting.send("escape")
    sitting.settle()
    assert "You take E5." in sitting.text
    assert "You can move" not in sitting.text


@pytest.mark.parametrize(("typed", "title"), [("help 6", "Jumping: forced, huff and free"), ("? mouse", "The screen")])
def test_help_opens_a_chapter(typed: str, title: str) -> None:
    sitting = Sitting()
    sitting.send(*typed, "enter")
    assert isinstance(sitting.answer, Push)
    canvas = Canvas(80, 24)
    sitting.answer.screen.draw(canvas, LOOK)
    assert title in canvas.row_text(0)
