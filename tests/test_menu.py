"""The menu of the board's screen, and the switches in it."""

from collections.abc import Sequence
from typing import Any

import pytest
from support.conversation import Script, options
from support.play_screen import Sitting

from console.dialogue.prompt_words import WORDS, read_word
from console.screens.lists import ListScreen
from console.screens.pager import Manual
from console.screens.play import menu_items
from console.screens.play.display_settings import settings_for
from console.screens.play.sub_screens import SubScreen
from console.screens.position_editor import PositionEditor
from console.screens.review.screen import Review
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Item, letters
from console.storage.settings import Settings
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Leave, Push
from console.terminal.theme import ASCII, CONTRAST, MONO
from console.text.manual import manual_text
from engine.position import Position

SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (40, 24), (60, 22)]


def opened(*arguments: Any, **fields: Any) -> Sitting:
    sitting = Sitting(*arguments, **fields)
    sitting.send("f9")
    return sitting


def entry(sitting: Sitting, label: str) -> str:
    """The row of the menu with a label."""
    rows = [row for row in sitting.rows if label in row]
    assert len(rows) == 1, sitting.text
    return rows[0]


def press_letter(sitting: Sitting, entries: Sequence[Item], label: str) -> None:
    index = next(index for index, item in enumerate(entries) if item.label.startswith(label))
    sitting.send(Key(text=letters(entries)[index]))


def use(sitting: Sitting, label: str) -> None:
    """Use an entry by its letter, from the first level of the menu or where its group is open."""
    items = sitting.play._items()
    group = next(item for item in items if any(inside.label.startswith(label) for inside in (item, *item.inside)))
    sitting.answer = None
    if sitting.play._menu.entries(items) is items:
        press_letter(sitting, items, group.label)
    if group.inside:
        press_letter(sitting, group.inside, label)


@pytest.mark.parametrize("size", SIZES)
def test_it_opens_and_closes_and_leaves_the_board_alone_where_there_is_room(size: tuple[int, int]) -> None:
    sitting = Sitting(size=size)
    layout = sitting.layout
    before = sitting.picture()
    sitting.send("f9")
    after = sitting.picture()
    assert "Menu" in sitting.text
    assert "Rules and level" in sitting.text
    if size[0] >= 80:
        for row in range(layout.row, layout.row + layout.height):
            for column in range(layout.column, layout.column + layout.width):
                assert before.at(row, column) == after.at(row, column)
    sitting.send("enter")
    assert "New game" in sitting.text
    sitting.send("escape")
    assert "Rules and level" in sitting.text
    sitting.send("escape")
    assert sitting.picture()._rows == before._rows


def test_every_entry_has_a_letter_of_its_own() -> None:
    items = opened().play._items()
    for entries in (items, *(item.inside for item in items if item.inside)):
        found = letters(entries)
        assert len(set(found)) == len(entries)
        assert all(letter in item.label.casefold() for letter, item in zip(found, entries, strict=True))


@pytest.mark.parametrize("size", SIZES)
def test_all_entries_can_be_reached(size: tuple[int, int]) -> None:
    sitting = opened(size=size)
    items = sitting.play._items()
    for place, group in enumerate(items):
        text = sitting.text
        assert all(item.label in text for item in items)
        if group.inside:
            sitting.send("right")
            text = sitting.text
            assert all(item.label in text for item in group.inside)
            sitting.send("left")
        assert sitting.play._menu.open
        if place + 1 < len(items):
            sitting.send("down")
    sitting.send("enter")
    assert sitting.answer == Leave(0)


def test_the_manual_names_its_groups() -> None:
    listed = [line for line in manual_text().splitlines() if line.startswith("     ")]
    for item in opened().play._items():
        if item.inside:
            assert any(line.startswith(f"     {item.label}  ") for line in listed), item.label


# A word that is no entry, and why.
NOT_IN_THE_MENU = {
    "menu": "it is open",
    "board": "it is in sight",
    "load": "games lists the saved games, and loads the one that is chosen",
}


def test_every_word_of_the_prompt_is_in_it() -> None:
    """Each entry is used, and what it says, what it begins to type and what its screens lead to are words."""
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.type("C3 D4")
    said: list[str] = []
    line = LineEditor()

    def open_sub_screen(opened: SubScreen[Any]) -> None:
        said.append("help" if opened.line is None else opened.line("1"))

    play = sitting.play
    entries = menu_items.items(sitting.dialogue.state, play.runner, play.settings, said.append, open_sub_screen, line)
    for item in (inside for entry in entries for inside in (entry, *entry.inside)):
        item.do()
        said.append(line.take())
    commands = [command for text in said if text and (command := read_word(text))]
    assert {command.name for command in commands} == {word.name for word in WORDS} - NOT_IN_THE_MENU.keys()


@pytest.mark.parametrize("thinking", [True, False])
def test_leaving_and_help_work_at_any_time(thinking: bool) -> None:
    sitting = Sitting(options(name=None) if not thinking else options(), Script(["22-18"]))
    if thinking:
        sitting.send(*"C3 D4", "enter", "escape")
        assert sitting.play.runner.ask is None
    sitting.send("f9")
    use(sitting, "Help")
    assert isinstance(sitting.answer, Push)
    assert isinstance(sitting.answer.screen, Manual)
    sitting.play.resume(None)
    sitting.answer = None
    sitting.send("f9")
    use(sitting, "Quit")
    assert sitting.answer == Leave(0)


def test_switches_stay_in_the_menu() -> None:
    sitting = opened()
    for label, field in (("Animation", "animation"), ("Beeps", "sound"), ("Mouse", "mouse"), ("Show", "show_moves")):
        before = getattr(sitting.play.settings.now, field)
        use(sitting, label)
        assert getattr(sitting.play.settings.now, field) is not before
        assert sitting.play._menu.open
    assert sitting.desk.mouse is False
    assert sitting.play.runner.animated is False


def test_looks_are_put_on_at_once() -> None:
    sitting = opened()
    use(sitting, "Palette")
    assert sitting.desk.look.theme is CONTRAST
    use(sitting, "Palette")
    assert sitting.desk.look.theme is MONO
    use(sitting, "Characters")
    assert sitting.desk.look.glyphs is ASCII


def test_a_click_uses_an_entry_and_one_outside_closes_it() -> None:
    sitting = opened()
    for label in ("Screen", "Beeps"):
        rows = sitting.rows
        row = next(row for row, text in enumerate(rows) if label in text)
        sitting.send(Mouse("press", row, rows[row].index(label)))
    assert sitting.play.settings.now.sound
    sitting.send(Mouse("press", 3, 3))
    assert not sitting.play._menu.open
    assert sitting.play.lifted is None


def test_words_are_said() -> None:
    sitting = opened(opponent=Script(["22-18"]))
    use(sitting, "Two players")
    assert "The other player's name?" in sitting.text
    assert not sitting.play._menu.open


def test_jumping_is_chosen_for_the_next_game() -> None:
    sitting = opened(opponent=Script(["22-18"]))
    use(sitting, "Jumping")
    assert "You play Black: american, free" in sitting.text


@pytest.mark.parametrize(
    ("label", "kind", "result", "told"),
    [
        ("Level", ListScreen, 2, "I play at level 2"),
        ("Rules", ListScreen, "russian", "The next game is russian, forced"),
        ("Level", ListScreen, None, "Your move"),
    ],
)
def test_lists_to_choose_from(label: str, kind: type, result: object, told: str) -> None:
    sitting = opened(opponent=Script(["22-18"]))
    sitting.send("escape")
    sitting.type("C3 D4")
    sitting.send("f9")
    use(sitting, label)
    assert isinstance(sitting.answer, Push)
    assert isinstance(sitting.answer.screen, kind)
    sitting.answer = None
    sitting.play.resume(result)
    assert told in sitting.text


def test_a_position_is_set_up_and_played() -> None:
    sitting = opened(opponent=Script(["32-28"]))
    use(sitting, "Set up")
    assert isinstance(sitting.answer, Push)
    assert isinstance(sitting.answer.screen, PositionEditor)
    rules = sitting.dialogue.state.rules
    mask = rules.geometry.mask
    position = Position(rules.geometry, mask((11, 1)), mask((22, 32)), 0, 0, 0)
    sitting.answer = None
    sitting.play.resume(position)
    sitting.settle()
    assert sitting.dialogue.state.game.start == position
    assert "Your move" in sitting.text


def test_looking_back_and_going_on_from_there() -> None:
    sitting = Sitting(opponent=Script(["22-18", "25-22", "24-19"]))
    sitting.type("C3 D4", "B2 C3")
    sitting.send("f9")
    use(sitting, "Look back")
    assert isinstance(sitting.answer, Push)
    assert isinstance(sitting.answer.screen, Review)
    sitting.answer = None
    sitting.play.resume(2)
    sitting.settle()
    assert sitting.dialogue.state.game.ply == 2


def test_thinking_aloud_is_switched() -> None:
    sitting = opened()
    use(sitting, "Think aloud")
    assert sitting.dialogue.state.thinking
    assert "on" in entry(sitting, "Think aloud")


def test_the_command_line_wins_for_a_run() -> None:
    chosen = options(mono=True, ascii=True, mouse=False, animation=False, sound=True)
    settings = settings_for(chosen, None)
    assert settings == Settings(colours="mono", glyphs="ascii", mouse=False, animation=False, sound=True)
    assert settings_for(options(), None) == Settings()


def test_a_word_opens_it() -> None:
    sitting = Sitting()
    sitting.type("menu")
    assert sitting.play._menu.open


def test_a_key_turns_the_mouse_off_and_on() -> None:
    sitting = Sitting()
    sitting.send("ctrl-t")
    assert sitting.desk.mouse is False
    sitting.send("ctrl-t")
    assert sitting.desk.mouse is True
