"""Settings: kept, overridden by options, and tolerant of damage."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import cases
from support.command_line import parse
from support.paths import ROOT
from support.stored_games import DAN_FIRST, disk, played_session

from console.cli.parser import OptionError
from console.game.options import Options
from console.screens.widgets.glyphs import GLYPH_SETS
from console.storage.settings import GLYPHS, Settings, is_valid, read_settings, settings_text
from console.storage.themes import COLORS
from engine.rules import AMERICAN, RULE_SETS

RUSSIAN = RULE_SETS["russian"]
OTHER = Settings(
    name="Zoë",
    level=7,
    rules="russian",
    jumping="forced",
    colours="mono",
    glyphs="ascii",
    stacked_kings=True,
    numbers=True,
    mouse=False,
    sound=True,
    animation=False,
    clock="5+3",
    summed_up="2026.10",
)


def changed(stored: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a file after some settings were changed."""
    found: dict[str, Any] = json.loads(settings_text(stored, changes))
    return found


def test_reads_back_what_it_writes() -> None:
    for settings in (Settings(), OTHER):
        assert read_settings(changed({}, asdict(settings))) == (settings, [])


def test_names_agree_with_the_screen() -> None:
    assert set(COLORS) == {path.stem for path in (ROOT / "console/screens/widgets/themes").iterdir()}
    assert set(GLYPHS) == set(GLYPH_SETS)


@pytest.mark.parametrize(("name", "value"), cases("wrong_settings"))
def test_replaces_invalid_values_with_a_message(name: str, value: str) -> None:
    settings, complaints = read_settings(asdict(OTHER) | {name: json.loads(value)})
    assert asdict(settings) == asdict(OTHER) | {name: asdict(Settings())[name]}
    assert len(complaints) == 1
    assert complaints[0].startswith(f"The setting {name} cannot be ")


def test_keeps_unknown_settings() -> None:
    """Invalid values of this version are reported, those of a later version are not. Valid engines are kept."""
    kept = {"joystick": True, "colours": "ultraviolet", "engines": [["scan hub"], {"1": "engine"}]}
    settings, complaints = read_settings({"level": 3} | kept)
    assert settings == Settings(level=3, engines=(("scan hub",),))
    engine = 'The setting engines cannot have {"1": "engine"}, which is left out.'
    assert complaints == ['The setting colours cannot be "ultraviolet": it is back to "colour".', engine]
    assert changed({"level": 3} | kept, {"level": 4}).items() > kept.items()
    later = {"version": 3, "level": 3} | kept
    assert read_settings(later) == (settings, [])
    assert changed(later, {"level": 4}).items() > (kept | {"version": 3, "level": 4}).items()
    assert changed(later, {"colours": "CGA"})["colours"] == "CGA"


@pytest.mark.parametrize(
    ("version", "written", "drawing"),
    [(1, True, None), (1, False, False), (2, True, True), (2, False, False), (2, None, None), (3, True, True)],
)
def test_the_first_version_wrote_that_boards_are_drawn_although_nobody_had_chosen_it(
    version: int, written: bool | None, drawing: bool | None, tmp_path: Path
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"version": version, "drawing": written}))
    for level in (3, 4):
        store = disk(tmp_path)
        assert (store.settings.drawing, store.notices.take()) == (drawing, [])
        store.remember(replace(store.settings, level=level))


VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
LISTS = st.lists(st.lists(VALUES, max_size=2), max_size=3)
NAMES = st.sampled_from([*asdict(OTHER), "version"]) | st.text(max_size=9)


@given(st.dictionaries(NAMES, VALUES | LISTS))
def test_any_object_gives_settings(stored: dict[str, Any]) -> None:
    settings, _ = read_settings(stored)
    assert all(is_valid(name, setting) for name, setting in asdict(settings).items())


class TestOnTheDisk:
    def test_merges_the_changes_of_two_programs(self, tmp_path: Path) -> None:
        first, second = disk(tmp_path), disk(tmp_path)
        first.remember(Settings(name="Dan", mouse=False))
        second.remember(Settings(level=8))
        assert disk(tmp_path).settings == Settings(name="Dan", mouse=False, level=8)

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_reads_what_an_editor_of_windows_writes(self, tmp_path: Path, encoding: str) -> None:
        (tmp_path / "settings.json").write_text('{"name": "Zoë"}\n', encoding, newline="\r\n")
        store = disk(tmp_path)
        assert (store.settings.name, store.notices.take()) == ("Zoë", [])

    def test_raises_value_error_for_a_wrong_value(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="level cannot be 10"):
            Settings(level=10)
        with pytest.raises(ValueError, match="clock cannot be 'soon'"):
            replace(disk(tmp_path).settings, clock="soon")

    @pytest.mark.parametrize(
        "data", [b"", b"nonsense", b"\xff\xfe", b"[]", b"5", b"null", b'{"level": 3', b"[" * 100_000]
    )
    def test_puts_a_damaged_file_aside_with_a_message(self, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "settings.json").write_bytes(data)
        store, aside = disk(tmp_path), "settings.json.damaged-1"
        assert store.settings == Settings()
        assert store.notices.take() == [f"The settings could not be read: it has been set aside as {aside}."]
        assert (tmp_path / aside).read_bytes() == data
        assert disk(tmp_path).notices.take() == []

    def test_reports_a_damaged_value_and_keeps_it_until_it_is_set(self, tmp_path: Path) -> None:
        text = '{"name": "Dan", "level": 99, "joystick": "\\ud800"}'
        (tmp_path / "settings.json").write_text(text)
        for _ in range(2):
            store = disk(tmp_path)
            assert store.settings == Settings(name="Dan")
            assert store.notices.take() == ["The setting level cannot be 99: it is back to 5."]
            assert (tmp_path / "settings.json").read_text() == text
        store.remember(replace(store.settings, mouse=False))
        store.remember(replace(store.settings, level=8))
        assert disk(tmp_path).settings == Settings(name="Dan", level=8, mouse=False)
        assert disk(tmp_path).notices.take() == []

    def test_neither_reads_nor_writes_settings_in_a_pipe(self, tmp_path: Path) -> None:
        disk(tmp_path).remember(Settings(name="Dan", level=8))
        store = disk(tmp_path, automatic=False)
        assert store.settings == Settings()
        store.remember(Settings(level=2))
        assert store.settings.level == 2
        assert disk(tmp_path).settings.level == 8


class TestOptions:
    def test_settings_are_the_default_options(self) -> None:
        options = parse([], OTHER.options(RUSSIAN))
        assert (options.default_name, options.name, options.level) == ("Zoë", None, 7)
        assert (options.rules, options.jumping) == (RUSSIAN, "forced")
        assert str(options.clock) == "5+3"
        assert Settings().options(AMERICAN) == Options()

    def test_options_win_over_settings(self) -> None:
        options = parse(["--level", "2", "--rules", "american", "--name", "Eve"], OTHER.options(RUSSIAN))
        assert (options.name, options.level, options.rules.name, options.jumping) == ("Eve", 2, "american", "forced")
        assert options.given == {"level", "rules", "name"}

    def test_ignores_jumping_that_the_rules_do_not_have(self) -> None:
        usual = Settings(jumping="huff").options(AMERICAN)
        assert parse(["--rules", "russian"], usual).jumping is None
        assert Settings(jumping="huff").options(RUSSIAN).jumping is None
        with pytest.raises(OptionError, match="in russian jumping is always forced"):
            parse(["--jumping", "huff"], OTHER.options(RUSSIAN))


class TestAtTheTable:
    def test_offers_the_name_next_time(self, tmp_path: Path) -> None:
        assert played_session(["Dan", "Y"], disk(tmp_path), Options()).startswith("Your name? Dan\n")
        usual = disk(tmp_path).settings.options(AMERICAN)
        assert "Your name (Enter: Dan)? \nDo you want" in played_session(["", "Y"], disk(tmp_path), usual)
        assert "Good-bye, Dan." in played_session(["it's still me", "Y"], disk(tmp_path), usual)
        assert "Good-bye, Eve." in played_session(["Eve", "Y"], disk(tmp_path), usual)
        assert disk(tmp_path).settings.name == "Eve"

    @pytest.mark.parametrize(
        ("lines", "options", "kept"),
        [
            (["level 3", "new casual free"], DAN_FIRST, Settings(level=3, rules="casual", jumping="free")),
            (["new casual", "new italian"], DAN_FIRST, Settings(rules="italian", jumping=None)),
            (["new casual"], DAN_FIRST, Settings(rules="casual", jumping=None)),
            (["11-15"], Options(name="Dan", first=True, level=2, rules=RULE_SETS["casual"]), Settings()),
        ],
        ids=["chosen", "default of these rules", "default of other rules", "options"],
    )
    def test_keeps_what_the_player_has_chosen(
        self, lines: list[str], options: Options, kept: Settings, tmp_path: Path
    ) -> None:
        played_session(lines, disk(tmp_path), options)
        assert disk(tmp_path).settings == kept
