"""House rules in the dialogue: chosen by name, listed, explained, saved with a game and loaded without their file."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from support.conversation import Talk, talk
from support.stored_games import disk, played_session

from console.cli.main import main
from console.dialogue import menu
from console.dialogue.lists import rules_list
from console.dialogue.messages import ShowPage
from console.storage.rules_folder import users_rules
from console.storage.store import Store
from engine.game import Game
from engine.house_rules import house_rules
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text
from engine.rules import AMERICAN, losing_game

GRANNY = house_rules("granny", replace(AMERICAN, men_capture_back=True))
OTHER = house_rules("granny", replace(AMERICAN, draw_after=20))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store with the house rules."""
    found = disk(tmp_path)
    found.rules.add(GRANNY)
    return found


def _page(dialogue: Talk) -> str:
    """Return the text of the last page."""
    return " ".join([step for step in dialogue.steps if isinstance(step, ShowPage)][-1].lines())


def test_plays_explains_and_names_house_rules(store: Store) -> None:
    dialogue = talk(store=store).type("rules", "", "new granny")
    assert "breakthrough-64 and granny." in _page(dialogue)
    assert dialogue.state.table.rules == GRANNY
    assert store.settings.rules == "granny"
    assert dialogue.type("next Granny-Losing", "new").state.table.rules == losing_game(GRANNY)
    assert "granny: house rules, like american" in _page(dialogue.type("rules granny"))
    assert "May a man jump backward?" in _page(dialogue.type("rules house", "I want men to jump backwards"))
    assert dialogue.type("5 yes please", "", "call it Gran please").texts[-1].endswith("rules are called gran.")


def test_lists_house_rules(store: Store) -> None:
    rows = menu.rules_list(talk(store=store).dialogue.conversation).rows
    assert rows[-1].texts == ("granny",)
    assert rules_list(losing_game(AMERICAN), [GRANNY]).rows[-1].texts == ("granny-losing",)


def test_reports_unknown_and_damaged_house_rules(tmp_path: Path, store: Store) -> None:
    assert "breakthrough-64 and granny." in talk(store=store).type("new grandad").texts[-1]
    next(tmp_path.rglob("granny.rules")).write_text("nonsense")
    dialogue = talk(store=disk(tmp_path)).type("new granny")
    assert dialogue.texts[-1].startswith("The rules granny cannot be read: ")


def test_a_saved_game_needs_no_file(tmp_path: Path, store: Store) -> None:
    played_session(["new granny losing", "C3 D4", "save lost", "new granny", "C3 D4", "save mine"], store)
    store.rules.remove("granny")
    dialogue = talk(store=disk(tmp_path)).type("yes")
    assert dialogue.state.table.rules == GRANNY
    dialogue.type("load mine")
    assert dialogue.state.table.rules == GRANNY
    assert not any("differ from yours" in text for text in dialogue.texts)
    assert "granny: house rules" in _page(dialogue.type("rules granny"))
    game = dialogue.type("new granny").state.game
    assert (game.rules, game.ply) == (GRANNY, 0)
    loaded = dialogue.type("load lost").state.table.rules
    assert (loaded.name, loaded.losing) == ("granny-losing", True)


def test_a_game_is_played_by_its_own_rules(tmp_path: Path, store: Store) -> None:
    played_session(["new granny", "C3 D4", "save mine"], store)
    store.rules.remove("granny")
    store.rules.add(OTHER)
    dialogue = talk(store=disk(tmp_path)).type("no", "load mine")
    assert dialogue.state.table.rules == GRANNY
    assert dialogue.texts.count(next(text for text in dialogue.texts if "differ from yours" in text)) == 1


def test_settings_without_their_house_rules(tmp_path: Path, store: Store) -> None:
    talk(store=store).type("new granny")
    assert disk(tmp_path).rules_of_settings() == GRANNY
    store.rules.remove("granny")
    again = disk(tmp_path)
    assert again.rules_of_settings() is AMERICAN
    assert again.notices.take() == ["The house rules granny, which you played last, are gone: we play american."]
    next(tmp_path.rglob("rules")).joinpath("granny.rules").write_text("nonsense")
    assert again.rules_of_settings() is AMERICAN
    (notice,) = again.notices.take()
    assert notice.startswith("The rules granny cannot be read: ")


def test_does_not_remember_house_rules_known_only_from_a_game(tmp_path: Path, store: Store) -> None:
    """They would be gone at the next start."""
    played_session(["new granny", "C3 D4", "save mine", "new american"], store)
    store.rules.remove("granny")
    dialogue = talk(store=disk(tmp_path)).type("load mine", "new granny")
    assert dialogue.state.table.rules == GRANNY
    again = disk(tmp_path)
    assert (again.rules_of_settings(), again.notices.take()) == (AMERICAN, [])


def test_the_switch_takes_house_rules_and_a_file_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    path = tmp_path / "mine.pdn"
    path.write_text(pdn_text([GameRecord.of(Game(GRANNY))]))
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert main(["play", "--plain", "--from", str(path), "--name", "Dan", "--first"]) == 0
        assert "granny, forced" in capsys.readouterr().out
        assert main(["--plain", "--rules", "granny"]) == 2
        assert "the rule sets are" in capsys.readouterr().err
        users_rules().add(GRANNY)
        assert main(["--plain", "--rules", "granny", "--name", "Dan", "--first"]) == 0
    assert "granny, huff" in capsys.readouterr().out
