"""The line editor."""

import pytest
from support.cases import cases

from console.screens.widgets.line_editor import LineEditor
from console.terminal.canvas import REST
from console.terminal.events import Key


def typed(*keys: str) -> LineEditor:
    line = LineEditor()
    for key in keys:
        line.handle(Key(text=key) if len(key) == 1 else Key(key))
    return line


@pytest.mark.parametrize(("keys", "edited"), cases("line_edits"))
def test_edits_by_keys(keys: str, edited: str) -> None:
    line = typed(*keys.split())
    assert f"{line.text[: line.caret]}^{line.text[line.caret :]}" == edited


def test_returns_false_for_other_keys() -> None:
    assert not LineEditor().handle(Key("f1"))
    assert not LineEditor().handle(Key("tab"))


def test_recalls_earlier_lines() -> None:
    line = LineEditor()
    for text in ("one", "two", "two", " "):
        line.set(text)
        line.take()
    line.set("thr")
    seen = []
    for key in ("up", "up", "up", "down", "down", "down"):
        line.handle(Key(key))
        seen.append(line.text)
    assert seen == ["two", "one", "one", "two", "thr", "thr"]


def test_limits_the_length() -> None:
    line = typed(*"x" * 7_000)
    assert 5_000 < len(line.text) < 6_000, "no longer line is read, and this one is refused, not cut"


@pytest.mark.parametrize("width", [1, 2, 5, 10])
def test_keeps_the_caret_in_the_window(width: int) -> None:
    line = typed(*"abcdefghij")
    for _ in range(11):
        shown, caret = line.window(width)
        assert len(shown) <= width
        assert 0 <= caret < width
        line.handle(Key("left"))


def test_puts_the_caret_after_wide_characters() -> None:
    line = typed("e", "\N{COMBINING DIAERESIS}", "漢", "x")
    shown, caret = line.window(20)
    assert shown == f"ë漢{REST}x"
    assert caret == 4
