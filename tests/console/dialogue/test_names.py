"""Names: every line is one, unless it is exactly a line of the program, which is asked about once."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.conversation import Script, Talk, options
from support.stored_games import disk

from console.cli.composition import VOCABULARY, dialogue_of
from console.game.options import Options
from console.reading import kinds
from console.reading.rows import whole_lines

REAL: Final = [
    *("Can Yilmaz", "Do Hyun", "Are Larsen", "Not Vital", "Si Newhouse", "Ya Ya", "King", "Will Smith", "May Ling"),
    *("Mark Twain", "Go Nagai", "Storm Thorgerson", "Line Hansen", "Chance Vought", "Guess Who", "Art Tatum", "Hi Hi"),
    *("No Doubt", "Ok Taecyeon", "Is Mail", "An Li", "So Ji-sub", "Yes Man", "Let Thu", "Why Me", "How Are Ya"),
    *("Ai Weiwei", "My Linh", "To Huu", "You Nakai", "Me Me", "Was Ist", "Am Ra", "Did Ier", "Has An", "Or Ly"),
    *("What Ever", "Maybe Baker", "Hint Erland", "Theme Park", "Book Er", "Draw Bridge", "Never Mind Ann", "Nobody"),
    *("Two Feathers", "One Ring", "Stop Ford", "Help Mann", "Quit Man", "Back Man", "Next Door", "Sound Garden"),
]
KNOWN: Final = ["hint", "Max", "undo", "new game", "Mark", "russian", "hint please", "yes", "no", "C3 D4", "level 5"]
KNOWN_NAME: Final = Options(at_terminal=True, drawing=False, default_name="Dan")


def asked(folder: Path, chosen: Options | None = None) -> Talk:
    """Return a conversation at the question for the name."""
    run = Talk(dialogue_of(chosen or Options(at_terminal=True, drawing=False), Random(1), Script(), disk(folder)))
    assert run.asked.kind is kinds.NAME
    return run


@pytest.mark.parametrize("default", [None, "Dan"])
@pytest.mark.parametrize("name", REAL)
def test_a_real_name_is_taken_at_once(name: str, default: str | None, tmp_path: Path) -> None:
    run = asked(tmp_path, Options(at_terminal=True, drawing=False, default_name=default))
    assert run.type(name).state.player == name


@pytest.mark.parametrize("line", KNOWN)
def test_a_line_of_the_program_is_asked_back_once(line: str, tmp_path: Path) -> None:
    run = asked(tmp_path).type(line)
    assert run.asked.prompt.endswith("your name (Y/N)? ")
    assert run.type("N").asked.prompt == "Your name? "
    assert run.type(line, "Y").state.player in (line, "hint")


def test_another_name_answers_the_question_whether_it_is_one(tmp_path: Path) -> None:
    run = asked(tmp_path).type("Max")
    assert run.asked.prompt == 'Is "Max" your name (Y/N)? '
    assert run.type("Maximilian").state.player == "Maximilian"


@pytest.mark.parametrize(("line", "shown"), [("?", True), ("help", True), ("HELP!", True), ("/help", True)])
def test_help_is_no_name(line: str, shown: bool, tmp_path: Path) -> None:
    run = asked(tmp_path)
    steps = len(run.steps)
    assert (len(run.type(line).steps) > steps + 1) is shown
    assert run.asked.prompt == "Your name? "


@pytest.mark.parametrize("line", ["quit", "Quit", "exit", ":q"])
def test_quit_is_no_name(line: str, tmp_path: Path) -> None:
    assert not asked(tmp_path).type(line).is_open


def test_every_line_of_the_program_but_help_and_quit_is_asked_back(tmp_path: Path) -> None:
    rng, run, rows = Random(9), asked(tmp_path), whole_lines("").plain
    lines = [line for line in rng.sample(sorted(rows), 60) if len(line) <= 20]
    words = [word.name for word in VOCABULARY.words if word.name not in ("quit", "help", "?")]
    for line in [*words, *(line for line in lines if rows[line] not in ("quit", "help", "?"))]:
        assert run.type(line).asked.kind is kinds.NAMED, line
        run.type("N")


def test_an_empty_line_and_a_yes_take_the_name_of_last_time(tmp_path: Path) -> None:
    for number, line in enumerate(("", "yes", "Y")):
        (folder := tmp_path / str(number)).mkdir()
        assert asked(folder, KNOWN_NAME).type(line).state.player == "Dan"


def test_signs_joined_to_one_are_a_name(tmp_path: Path) -> None:
    run = asked(tmp_path).type("\u200d \U0001f469\u200d\U0001f680 Ann")
    assert run.state.player == "\U0001f469\U0001f680 Ann"


def test_the_other_player_and_a_new_name_are_asked_back_too() -> None:
    run = Talk(dialogue_of(options(players="two", first=True, at_terminal=True), Random(1), Script())).type("undo")
    assert run.asked.prompt == 'Is "undo" the other player\'s name (Y/N)? '
    assert run.type("Y").state.partner == "undo"
    run.type("name hint")
    assert run.asked.prompt == 'Is "hint" your name (Y/N)? '
    assert run.type("N").state.player == "Dan"
    assert run.type("name Can Yilmaz").state.player == "Can Yilmaz"


@pytest.mark.parametrize("line", ["esc", "never mind"])
def test_a_step_back_from_the_other_name_leads_to_the_game(line: str, tmp_path: Path) -> None:
    """The game was left before the question, and there was no way back from it."""
    run = Talk(dialogue_of(options(at_terminal=True), Random(1), Script(["24-20"]), disk(tmp_path)))
    run.type("C3 D4", "two", "Y")
    assert run.asked.kind is kinds.OTHER_NAME
    run.type(line)
    assert run.asked.kind is kinds.MOVE
    assert (run.state.game.ply, run.state.table.names) == (2, ("Dan", "Computer"))
    assert "The game you leave is saved" not in " ".join(run.texts)
    assert run.type("two", "Y", "Eve").state.table.names == ("Dan", "Eve")
    assert "The game you leave is saved" in " ".join(run.texts)


def test_without_a_game_to_go_back_to_the_computer_plays() -> None:
    run = Talk(dialogue_of(options(players="two", first=None, at_terminal=True), Random(1), Script()))
    assert run.asked.kind is kinds.OTHER_NAME
    assert run.type("esc").asked.kind is kinds.FIRST
    assert run.type("Y").state.table.names == ("Dan", "Computer")
