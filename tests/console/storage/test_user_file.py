"""User files: what cannot be read is put aside, whatever is wrong with it."""

import json
from collections.abc import Callable
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
    (PROGRESS, {"finished": {}}),
    (SCORES, {"scores": []}),
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


LINE = {"name": "Cross", "rules": "american", "side": "Black", "start": "B:W21-32:B1-12", "moves": "11-15 23-18"}
MISTAKE = {"rules": "american", "fen": "B:W32:B1", "better": "1-5", "played": "A1 B2", "due": "2026-01-01"}
STORM = {"name": "Dan", "rules": "american", "solved": 3, "missed": 1, "day": "2026-01-01"}
GUESSES = {"games": 1, "all": [1, 2], "best": [1, 2], "last": [1, 2]}


@pytest.mark.parametrize(
    ("file", "good", "bad", "is_read"),
    [
        (PROGRESS, {"finished": [3]}, {"finished": [3, "4", True]}, lambda known: known.finished == {3}),
        (SCORES, {"scores": {"american": GUESSES}}, {"scores": {
            "american": GUESSES, "a": 1, "b": {"games": "1"}, "c": GUESSES | {"all": [4, 3]}, "d": {"games": 1}}},
         lambda known: known.of("american").games == 1),
        (LINES, {"lines": [LINE | {"due": "2026-01-01"}]}, {"lines": [7, LINE, LINE | {"due": "2026-01-01"}]},
         lambda known: [line.name for line in known.all] == ["Cross"]),
        (SOLVED, {"yours": [MISTAKE], "ratings": {"american": {"value": 1500, "tries": 3}}},
         {"yours": [MISTAKE, {}], "ratings": {"american": {"value": 1500, "tries": 3}, "russian": 7},
          "days": {"american": ["x"]}, "solved": {"american": [1, "B:W32:B1"]}},
         lambda known: (len(known.yours), known.rating("american").tries) == (1, 3)),
        (STORMS, {"storms": [STORM]}, {"storms": [{"name": ""}, STORM]}, lambda known: len(known.storms) == 1),
    ],
    ids=lambda value: value.name if isinstance(value, UserFile) else "",
)  # fmt: skip
def test_leaves_out_bad_rows_and_keeps_them(
    file: UserFile[Any], good: Any, bad: Any, is_read: Callable[[Any], bool], tmp_path: Path
) -> None:
    format = json.loads(file.write(file.new))["format"]
    for content, notices in ((good, 0), (bad, 1)):
        (tmp_path / file.name).write_text(json.dumps({"format": format} | content))
        store = disk(tmp_path)
        assert is_read(store.files.read(file))
        assert is_read(store.files.change(file, lambda known: known))
        said = store.notices()
        assert [" of " + file.name + " cannot be read; all else there counts." in notice for notice in said] == [
            True
        ] * notices
        written = json.loads((tmp_path / file.name).read_text())
        for name, rows in content.items():
            same = rows == written[name] if isinstance(rows, dict) else len(rows) == len(written[name])
            assert same, name
    assert names(tmp_path) == [file.name]
