"""The rooms: their words, their handlers and their entries of the menu."""

import subprocess
import sys
from datetime import date
from pathlib import Path
from random import Random

import pytest

from console.cli.composition import ROOMS, VOCABULARY, handlers_of
from console.cli.modem import COMMANDS
from console.cli.parser import Asked, Command, OptionError
from console.dialogue.conversation import Conversation
from console.dialogue.menu import GROUPS
from console.dialogue.state import State
from console.game.options import Options
from console.storage.store import Store

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("folder", ROOMS)
def test_has_the_handlers_of_its_words(folder: str) -> None:
    options, store = Options(), Store(automatic=False, where=None)
    state, today = State(options, VOCABULARY), date(2026, 11, 25)
    conversation = Conversation(options, state, store, Random(1), lambda: today, lambda rules: [])
    room = ROOMS[folder]
    assert handlers_of(folder, conversation).keys() == {word.name for word in room.words}
    assert set(room.menu) <= set(GROUPS)


def test_imports_no_handlers_before_a_word_is_used() -> None:
    code = """
import io, sys
sys.stdin = io.TextIOWrapper(io.BytesIO(b"Dan\\nY\\n11 15\\n"))
from console.cli.main import main
main(["--plain", "--level", "1", "--seed", "1"])
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "Good-bye" in done.stdout
    loaded = {name.rpartition(".") for name in done.stdout.split()}
    handlers = {package for package, _, module in loaded if module == "handlers" and package.startswith("console")}
    assert handlers == set()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_says_that_the_room_of_remote_games_is_missing(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program ended without a word."""
    monkeypatch.setattr("console.cli.modem.__file__", str(tmp_path / "cli" / "modem.py"))
    with pytest.raises(OptionError, match=f'has no "{command.name}": its room was taken away'):
        (command.run or (lambda _: None))(Asked())
