"""The menu of the game, and its switches."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Any

import pytest
from support.conversation import Script, converse, message_lines, options
from support.headless_screens import alone, painted
from support.palettes import PALETTES
from support.play_screen import PlaySession

from console.activities.review.screen import Review
from console.activities.setup.screen import PositionEditor
from console.cli.composition import VOCABULARY
from console.dialogue.menu import menu_lines
from console.dialogue.messages import Show
from console.reading.readings import Command
from console.screens.lists import ListScreen
from console.screens.pager import Manual
from console.screens.play.display_settings import palette_title, settings_for
from console.screens.play.menu_items import MenuItems
from console.screens.play.sub_screens import sub_screen
from console.screens.widgets.glyphs import ASCII, CP437, SMOOTH
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Menu, MenuItem, letters
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_window
from console.storage.atomic_files import user_folders
from console.storage.settings import Settings
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Leave, Pop
from console.text import sentences
from console.text.manual import manual_text
from engine.fen import parse_fen
from engine.rules import AMERICAN

SIZES = [(80, 24), (120, 40), (40, 20), (60, 22)]


def opened(*arguments: Any, **fields: Any) -> PlaySession:
    session = PlaySession(*arguments, **fields)
    session.send("f9")
    return session


def entry(session: PlaySession, label: str) -> str:
    """Return the row of an entry."""
    rows = [row for row in session.rows if label in row]
    assert len(rows) == 1, session.text
    return rows[0]


def press_letter(session: PlaySession, entries: Sequence[MenuItem], label: str) -> MenuItem:
    index = next(index for index, item in enumerate(entries) if item.label.startswith(label))
    session.send(Key(text=letters([item.label for item in entries])[index]))
    return entries[index]


def open_colors(session: PlaySession) -> None:
    press_letter(session, press_letter(session, session.play.menu_items(), "Screen").inside, "Colors")


@pytest.mark.parametrize(
    ("typed", "title"),
    [("theme", "Colors"), ("settings", "Screen"), ("menu boa", "Board"), ("menu", "Menu")],
)
def test_words_open_a_group_of_the_menu(typed: str, title: str) -> None:
    session = PlaySession()
    session.type(typed)
    assert f"═ {title} ═" in session.text
    session.send("escape")
    assert not session.play.menu.open


def menu_of(items: Sequence[MenuItem], group: str) -> Menu:
    """Return a menu of these items, opened with a group."""
    menu = Menu()
    menu.show(items, group)
    return menu


def test_escape_goes_back_from_a_group_opened_after_leaving_the_first() -> None:
    items = [MenuItem(label, inside=(MenuItem("one"), MenuItem("two"))) for label in ("Screen", "Board")]
    menu = menu_of(items, "screen")
    for name, shown in (("backspace", "Close"), ("down", "Close"), ("enter", "Back"), ("escape", "Close")):
        menu.handle(Key(name), items)
        assert (menu.open, menu.buttons(items)[0].label.strip()) == (True, shown), name
    menu.handle(Key("escape"), items)
    assert not menu.open


def test_a_group_that_does_not_work_stays_closed() -> None:
    items = [MenuItem("Game"), MenuItem("Screen", works=False, inside=(MenuItem("Colors", inside=(MenuItem("ega"),)),))]
    menu = menu_of(items, "screen/colors")
    assert (menu.entries(items), menu.chosen(items)) == (items, items[1])


def leads(item: MenuItem, label: str) -> bool:
    """Return True if an item has a label, or is a group in which one has it."""
    return any(leads(inside, label) for inside in item.inside) if item.inside else item.label.startswith(label)


def use(session: PlaySession, label: str) -> None:
    """Use an entry by its letter, after those of the groups in which it is."""
    entries = session.play.menu.entries(session.play.menu_items())
    session.answer = None
    while entries:
        item = press_letter(session, entries, next(each.label for each in entries if leads(each, label)))
        entries = item.inside


@pytest.mark.parametrize("size", SIZES)
def test_opens_and_closes_beside_the_board(size: tuple[int, int]) -> None:
    session = PlaySession(size=size)
    layout = session.layout
    before = session.picture()
    session.send("f9")
    after = session.picture()
    assert "Menu" in session.text
    assert "Rules and level" in session.text
    if size[0] >= 80:
        for row in range(layout.row, layout.row + layout.height):
            for column in range(layout.column, layout.column + layout.width):
                assert before.at(row, column) == after.at(row, column)
    session.send("enter")
    assert "New game" in session.text
    session.send("escape")
    assert "Rules and level" in session.text
    session.send("escape")
    assert painted(session.picture()) == painted(before)


@pytest.mark.parametrize("line", ["the week", "yes", "new game", "moves"])
def test_a_line_that_is_typed_closes_the_menu_and_stands_below(line: str) -> None:
    """Each of its letters used an entry."""
    session = opened()
    for letter in line:
        session.play.handle(Key(text=letter))
    assert not session.play.menu.open
    assert session.play.line.text == line
    assert session.dialogue.state.game.ply == 0


def test_two_letters_at_once_use_an_entry_and_alt_opens_its_group() -> None:
    session = opened()
    for letter in "mb":
        session.play.handle(Key(text=letter))
    alone(session.play)
    session.settle()
    assert "ballot random" in session.text
    session.send("alt-o")
    assert "List moves" in session.text
    session.send("escape", "alt-h")
    assert not session.play.menu.open or "Help" in session.text


def test_gives_every_entry_its_own_letter() -> None:
    items = opened().play.menu_items()
    for entries in (items, *(item.inside for item in items if item.inside)):
        found = letters([item.label for item in entries])
        assert len(set(found)) == len(entries)
        assert all(letter in item.label.casefold() for letter, item in zip(found, entries, strict=True))


@pytest.mark.parametrize("size", SIZES)
def test_reaches_all_entries(size: tuple[int, int]) -> None:
    session = opened(size=size)
    items = session.play.menu_items()
    session.send("up", "down")  # around the ends
    for place, group in enumerate(items):
        text = session.text
        assert all(item.label in text for item in items)
        if group.inside:
            session.send("right")
            text = session.text
            assert all(item.label in text for item in group.inside)
            session.send("backspace")
        assert session.play.menu.open
        if place + 1 < len(items):
            session.send("down")
    session.send("enter")
    assert session.answer == Leave(0)


def test_left_and_right_open_the_next_group() -> None:
    """They did nothing but go back."""
    session = opened()
    session.send("right", "right")
    assert "═ Learn ═" in session.text
    session.send("left", "left")
    assert "═ Screen ═" in session.text, "around the end"
    session.send("up", "right", "right")
    assert "═ Game ═" in session.text, "from a group inside a group"
    session.send("left", "up", "right", "left")
    assert "═ Screen ═" in session.text
    session.send("escape", "down", "right")
    assert "═ Game ═" in session.text, "from an entry that is no group"
    session.send("escape", "escape", "alt-r", "right", "escape")
    assert not session.play.menu.open


@pytest.mark.parametrize("typed", ["", "course", "storm", "study", "two"])
def test_says_in_two_lines_what_each_entry_is_for(typed: str) -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4", *filter(None, [typed]))
    items = session.play.menu_items()
    for item in (inside for entry in items for inside in (entry, *entry.inside)):
        assert 1 <= len(wrap(item.about, 21)) <= 2, item.label
    session.send("f9")
    assert items[0].about[:21] in session.text


def test_has_the_palettes_named_in_the_manual() -> None:
    listed = [line for line in manual_text().splitlines() if line.startswith("     ")]
    names = {name for line in listed for name in line[5:24].strip().split(", ")}
    assert {palette_title(name) for name in PALETTES} <= names


def test_says_only_words_of_the_prompt() -> None:
    """Use each entry, and collect the words that it says, types or returns from its screens."""
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4")
    said: list[str | Command] = []
    line, play = LineEditor(), session.play

    def show(opened: Show) -> None:
        answer = sub_screen(opened, session.dialogue.state, play.draw).handle(Key("enter"))
        assert isinstance(answer, Pop)
        said.append(answer.result or Command("help"))

    menu = MenuItems(session.dialogue, play.runner, play.settings, said.append, show, line)
    for item in (inside for entry in menu.items() for inside in (entry, *entry.inside)):
        item.do()
        said.append(line.take())
    assert all(isinstance(text, Command) or VOCABULARY.command(text) for text in said if text)
    assert {Command("rules", "american"), Command("undo")} <= set(said)


@pytest.mark.parametrize(
    "typed", ["flip", "course", "problem", "storm", "learn", "guess", "season\nY", "two\nEve\nY", "study", "explore"]
)
def test_has_seven_groups_of_at_most_nine_entries(typed: str) -> None:
    """The entries of the screen, and the words of plain lines."""
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4", *typed.splitlines())
    groups = [item for item in session.play.menu_items() if item.inside]
    assert all(len(group.inside) <= 9 for group in groups)
    *lines, _ = menu_lines(session.dialogue.menu(), VOCABULARY, "")
    for group, line in zip(groups, lines, strict=True):
        assert line.startswith(f"  {group.label}  ")
        assert len(line.split(", ")) <= 9
    assert len(lines) == 7
    assert ("promote" in lines[5]) == (typed == "study")


@pytest.mark.parametrize("thinking", [True, False])
def test_leaves_and_helps_at_any_time(thinking: bool) -> None:
    session = PlaySession(options(name=None) if not thinking else options(), Script(["22-18"]))
    if thinking:
        session.send(*"C3 D4", "enter", "escape")
        assert session.asked is None
    session.send("f9")
    use(session, "Help")
    assert isinstance(session.opened, Manual)
    session.play.resume(None)
    session.answer = None
    session.send("f9")
    use(session, "Quit")
    assert session.answer == Leave(0)


def test_stays_open_at_a_switch() -> None:
    session = opened()
    for label, field in (("Animation", "animation"), ("Beeps", "sound"), ("Mouse", "mouse")):
        before = getattr(session.play.settings.now, field)
        use(session, label)
        assert getattr(session.play.settings.now, field) is not before
        assert session.play.menu.open
    assert session.terminal.mouse is False


def test_applies_themes_at_once() -> None:
    session = opened()
    for glyphs in (CP437, ASCII, SMOOTH):
        use(session, "Characters")
        assert session.terminal.theme.glyphs is glyphs
    use(session, "Kings")
    assert session.terminal.theme.stacked
    assert "stacked" in entry(session, "Kings")
    use(session, "Square numbers")
    assert session.terminal.theme.numbered


def test_previews_colors() -> None:
    session = opened()
    open_colors(session)
    assert session.terminal.theme.palette is COLOR
    session.send("down", "down")
    assert session.terminal.theme.palette is PALETTES["CGA"]
    assert session.play.settings.now.colours == COLOR.name
    session.send("escape")
    assert session.terminal.theme.palette is COLOR
    open_colors(session)
    use(session, "amber")
    assert session.play.settings.now.colours == "amber"
    session.send("f9")
    open_colors(session)
    assert "now" in entry(session, "amber")
    session.send("up", "f1")
    assert session.terminal.theme.palette is PALETTES["amber"]
    session.send("f9")
    open_colors(session)
    assert session.terminal.theme.palette is PALETTES["amber"]


@pytest.mark.parametrize("after", [["escape"], [*"show", "enter"]])
def test_enter_keeps_the_colors_and_closes_the_menu(after: list[str]) -> None:
    """The menu stayed, and the letters of the next line chose other colors."""
    session = PlaySession()
    session.type("colors")
    session.send("down", "down", "enter")
    assert not session.play.menu.open
    session.send(*after)
    assert session.play.settings.now.colours == "CGA"
    assert session.terminal.theme.palette is PALETTES["CGA"]
    assert ("show" in session.said) == (len(after) > 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# mine\nlike paper\nink.red 0f0f0f\ntext red/black\n", ""),
        ("like paper\ntext red\n", "text cannot be red"),
        ("like paper\nshape round\n", "there is no shape"),
        ("like itself\n", "there is no theme itself"),
        ("like paper\nink.red 12345\n", "a color cannot be 12345"),
        ("like paper\n\x1bx\x07 \x07\n", "there is no ?x?"),
        ("like paper\n" + "x" * 5000, "x" * 80),
        ("", "black.rim cannot be nothing"),
    ],
)
def test_a_theme_of_the_user_is_a_theme(text: str, problem: str) -> None:
    """A broken one is one sentence, and the colors stay those of EGA. An editor may put a mark at its head."""
    folder = user_folders().data / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.theme").write_text(text, "utf-8-sig")
    session = opened()
    open_colors(session)
    use(session, "mine")
    session.send("escape", "escape")
    palette = session.terminal.theme.palette
    assert (palette is COLOR) == bool(problem)
    if problem:
        settings = session.play.settings
        said = settings.change(replace(settings.now, colours="mine"))
        assert said.startswith("The theme mine cannot be read: ")
        assert problem in said
        assert len(said) < 120
        assert problem[:30] in session.said
        assert settings.store.settings.colours == COLOR.name
    else:
        assert palette.text == (4, 0)
        assert palette.colors[4] == ((15, 15, 15), 16)
        assert palette.frame == PALETTES["paper"].frame


def test_a_broken_theme_that_is_typed_is_one_sentence() -> None:
    folder = user_folders().data / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.theme").write_text("like paper\nbogus red\n")
    session = opened()
    session.send("escape")
    session.type("theme mine")
    problem = "The theme mine cannot be read: there is no bogus."
    assert problem in session.said
    assert "The colors are mine" not in session.said
    assert session.play.settings.now.colours == COLOR.name
    paper = " ".join(message_lines(converse(["theme mine"])))
    assert problem in paper
    assert sentences.FROM_THE_NEXT_START not in paper


def test_closes_at_a_click_outside() -> None:
    session = opened()
    for label in ("Screen", "Beeps"):
        rows = session.rows
        row = next(row for row, text in enumerate(rows) if label in text and row)
        session.send(Mouse("press", row, rows[row].index(label)))
    assert session.play.settings.now.sound
    session.send(Mouse("press", 3, 3))
    assert not session.play.menu.open
    assert session.play.board_input.lifted is None


@pytest.mark.parametrize(
    ("label", "kind", "result", "message"),
    [
        ("Level", ListScreen, Command("level", "2"), "I play at level 2"),
        ("Clock", ListScreen, Command("clock", "10+5"), "The next game has a clock of 10+5"),
        ("Level", ListScreen, None, "Your move"),
        ("Review the game", Review, Command("go", "0"), "Your move"),
        ("Set up", PositionEditor, Command("fen", position=parse_fen("B:W22,32:B11,1", AMERICAN)), "Your move"),
    ],
)
def test_opens_screens_and_takes_their_results(label: str, kind: type, result: Command | None, message: str) -> None:
    session = PlaySession(opponent=Script(["22-18", "32-28"]))
    session.type("C3 D4")
    session.send("f9")
    use(session, label)
    assert isinstance(session.opened, kind)
    session.come_back(result)
    assert message in session.text


def test_explains_how_to_complete_a_line() -> None:
    for label, line, message in (("Ballot", "ballot random", 'as in "ballot 12"'), ("Comment", "comment ", "As in")):
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3 D4", "study")
        session.send("f9")
        use(session, label)
        assert line in session.rows[session.play.picture.layout.conversation.row + 2]
        assert message in session.said


def test_draws_no_shadow_without_room_for_both_sides() -> None:
    """Half a shadow looked like a bar."""
    for row, column in ((4, 20), (5, 19)):
        canvas = Canvas(40, 15, COLOR.text)
        draw_window(canvas, Theme(COLOR, SMOOTH), Rect(row, column, 10, 20))
        assert not any(canvas.at(y, x)[1:] == COLOR.shadow for y in range(15) for x in range(40))


def test_prefers_the_command_line_to_settings() -> None:
    chosen = options(mono=True, ascii=True, mouse=False, animation=False, sound=True)
    settings = settings_for(chosen, Settings())
    assert settings == Settings(colours="mono", glyphs="ascii", mouse=False, animation=False, sound=True)
    assert settings_for(options(), Settings(sound=True)) == Settings(sound=True)


def test_switches_the_mouse_by_a_key() -> None:
    session = PlaySession()
    session.send("ctrl-t")
    assert session.terminal.mouse is False
    assert "The terminal has the mouse" in session.said
    session.send("ctrl-t")
    assert session.terminal.mouse is True
    assert "The mouse is playing." in session.said
