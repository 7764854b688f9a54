"""Every key that a screen handles, and that is neither on its bar nor on F1, is in the paragraph on that screen."""

import ast
import re
from collections.abc import Iterable, Iterator

import pytest
from support.cases import cases
from support.headless_screens import send
from support.paths import ROOT
from test_screens_soak import MAKERS

from console.screens.widgets.key_screen import KeyScreen
from console.text.manual import chapters, manual_text

SCREENS = ROOT / "console" / "screens"
CHAPTERS = {chapter.title: "\n".join(chapter.lines) for chapter in chapters(manual_text())}
SPELLED = {" ": "Space", **dict(cases("key_names"))}
NO_KEYS = {"", "press", "release", "drag", "wheel-up", "wheel-down", "huff", "=", "YOU WIN", "YOU LOSE"}
"""Strings that these modules compare and that are no names of keys."""


def compared(name: str) -> Iterator[str]:
    """Return the strings that a module compares or looks up, among them the names of keys."""
    for node in ast.walk(ast.parse((SCREENS / f"{name}.py").read_text("utf-8"))):
        found: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            found = [constant for comparator in node.comparators for constant in ast.walk(comparator)]
        elif isinstance(node, ast.Dict):
            found = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.MatchValue):
            found = [node.value]
        yield from (text.value for text in found if isinstance(text, ast.Constant) and isinstance(text.value, str))


def keys_of(screens: Iterable[str], modules: Iterable[str]) -> set[str]:
    """Return the keys of the actions of screens, also after C and F, and those that modules compare.

    The keys on the bar are left out: F1 lists them with their words.
    """
    keys = {key for module in modules for key in compared(module)} - NO_KEYS
    for name in screens:
        screen = MAKERS[name]()
        assert isinstance(screen, KeyScreen)
        for pressed in ("up", "c", "f"):
            send(screen, [pressed])
            keys |= {key for action in screen.actions() for key in action.keys.split()[bool(action.key) :]}
        screen.close()
    return keys


def about(chapter: str, first: str, last: str = "") -> str:
    """Return the manual from the paragraph that begins with a text to another one, or to the end of the chapter."""
    text = CHAPTERS[chapter]
    start = text.index(f"\n {first}")
    return text[start : text.index(f"\n {last}", start) if last else len(text)]


LOOKING = "Looking and learning"
PLACES: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "manual": (("manual",), (), about(LOOKING, "THIS MANUAL", "LISTS")),
    "lists": (("games", "rules"), ("widgets/table_list",), about(LOOKING, "LISTS", "SET UP")),
    "set up": (("setup triple-king",), (), about(LOOKING, "SET UP", "REVIEW")),
    "review": (("review",), (), about(LOOKING, "REVIEW", "FIND")),
    "find": (("browser",), (), about(LOOKING, "FIND", "THE EXPLORER")),
    "proof": (("proof",), (), about(LOOKING, "REVIEW")),
    "menu": ((), ("widgets/menu",), about("The screen", "THE MENU", "COLORS")),
    "result": ((), ("play/result_box",), about("The screen", "THE RESULT", "THE MENU")),
    "board": ((), ("play/screen", "widgets/line_editor", "title"), CHAPTERS["The screen"]),
}


_CASED = frozenset("bBwWgGnN")
"""Letters that are two keys where a screen knows both of them."""


def is_told(key: str, text: str, keys: set[str]) -> bool:
    """Return True if a text names a key. The case of a letter counts if the other case is another key."""
    name = SPELLED.get(key) or "-".join(part.capitalize() if len(key) > 1 else part for part in key.split("-"))
    spelled = "|".join(re.escape(one) for one in name.split("|"))
    if key.isalpha() and len(key) == 1 and key not in SPELLED and not {key.lower(), key.upper()} <= keys & _CASED:
        spelled = f"[{key.lower()}{key.upper()}]"
    return re.search(rf"(?<![\w-])(?:{spelled})(?!\w)", text) is not None


@pytest.mark.parametrize("place", PLACES)
def test_explains_every_key_in_the_manual(place: str) -> None:
    screens, modules, text = PLACES[place]
    keys = keys_of(screens, modules)
    assert keys
    assert {key for key in keys if not is_told(key, text, keys)} == set()


def test_covers_the_keys_of_every_screen() -> None:
    assert "Ctrl-L" in CHAPTERS["The screen"]
