"""User files: what cannot be read is put aside, whatever is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.stored_games import disk, names

from console.activities.course.progress import PROGRESS
from console.activities.guess.scores import SCORES
from console.activities.learn.lines import LINES
from console.activities.problems.solved import SOLVED
from console.activities.storm.scores import STORMS
from console.storage.user_file import UserFile

FILES = (PROGRESS, SCORES, LINES, SOLVED, STORMS)


DAMAGED: tuple[tuple[UserFile[Any], dict[str, Any]], ...] = (
    (PROGRESS, {"finished": ["1"]}),
    (SCORES, {"scores": []}),
    (SCORES, {"scores": {"a": 1}}),
    (SCORES, {"scores": {"a": {"games": "1"}}}),
    (SCORES, {"scores": {"a": {"games": 1, "all": [4, 3], "best": [1, 1], "last": [1, 1]}}}),
    (LINES, {"lines": 5}),
    (SOLVED, {"ratings": []}),
    (SOLVED, {"days": []}),
    (STORMS, {"storms": 3}),
)


@pytest.mark.parametrize(("file", "fields"), DAMAGED, ids=lambda value: str(getattr(value, "name", value)))
def test_rejects_a_field_of_another_kind(file: UserFile[Any], fields: dict[str, Any]) -> None:
    whole = json.loads(file.write(file.new))
    assert file.read(json.dumps(whole)) == file.new
    with pytest.raises(ValueError, match="it "):
        file.read(json.dumps(whole | fields))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[]", "7", '{"format": "another 1"}', "", "\0"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_puts_a_damaged_file_aside(file: UserFile[Any], text: str, tmp_path: Path) -> None:
    (tmp_path / file.name).write_text(text)
    store = disk(tmp_path)
    assert store.files.read(file) == file.new
    assert [name for name in names(tmp_path) if "damaged" in name]
    assert "could not be read" in " ".join(store.notices())
