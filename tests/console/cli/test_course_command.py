"""The commands that list and print lessons, and that list problems of a theme."""

import json
import re
from itertools import pairwise

import pytest

from ai.problems.problem import HARD_FROM, classics
from console.activities.course.lessons import Lesson, lessons
from console.activities.course.progress import finished
from console.cli.main import run_command
from console.cli.parser import OptionError
from console.storage.store import open_store
from engine.rules import RULE_SETS


def printed(capsys: pytest.CaptureFixture[str], status: int) -> str:
    """Return the output of a command that has succeeded."""
    assert status == 0
    return capsys.readouterr().out


def test_lists_the_lessons_and_those_that_are_finished(capsys: pytest.CaptureFixture[str]) -> None:
    open_store(automatic=True).player.change(finished(2))
    text = printed(capsys, run_command(["course", "list"]))
    assert text == printed(capsys, run_command(["course"]))
    (marked,) = [line for line in text.splitlines() if line.startswith("  *")]
    assert re.fullmatch(r"  \* +2  Jumps +The moves +3", marked)
    objects = json.loads(printed(capsys, run_command(["course", "list", "--json"])))
    assert [each["title"] for each in objects] == [lesson.title for lesson in lessons()]
    assert [each["number"] for each in objects if each["finished"]] == [2]


def test_prints_a_lesson_with_the_answers_at_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, run_command(["course", "show", "7"]))
    places = [
        text.index(part) for part in ("Lesson 7, Shots", "H | .   .   . o .", "Task 1: Give", "Task 1: E7 F6, G5")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_prints_every_lesson_in_lines_that_fit(lesson: Lesson, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, run_command(["course", "show", str(lesson.number)])).splitlines()
    assert max(map(len, lines)) <= 78
    assert not any(before == after == "" for before, after in pairwise(lines))
    assert not {"{", "}", "@"} & set("".join(lines))
    found = json.loads(printed(capsys, run_command(["course", "show", str(lesson.number), "--json"])))
    assert [piece.get("fen", "").split(":")[0] for piece in found["pieces"]].count("") == sum(
        len(piece.split("\n\n")) for piece in lesson.pieces if isinstance(piece, str)
    )


def test_lists_problems_of_a_theme(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        printed(capsys, run_command(["problems", "list", "--rules", "italian", "--theme", "Breeches", "--json"]))
    )
    assert found
    assert all("breeches" in each["themes"] and each["rules"] == "italian" for each in found)
    lines = printed(capsys, run_command(["problems", "list", "--rules", "italian", "--theme", "breeches"])).splitlines()
    assert len(lines) == len(found)
    hard = json.loads(printed(capsys, run_command(["problems", "list", "--theme", "hard", "--json"])))
    assert min(each["difficulty"] for each in hard) == HARD_FROM


def test_lists_the_classics_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, run_command(["problems", "list", "--theme", "Classics"])).splitlines()
    assert len(lines) == sum(len(classics(rules)) for rules in RULE_SETS.values()) > 0


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            ["--theme", "xyzzy"],
            r'^There is no theme "xyzzy"; the choices are classics, hard, ',
        ),
        (
            ["--rules", "russian", "--theme", "classics"],
            r'^There is no theme "classics"; the choices are hard, ',
        ),
        (["--rules", "breakthrough", "--theme", "hard"], r"^There are no problems of breakthrough\.$"),
        (["--rules", "breakthrough"], r"^There are no problems of breakthrough\.$"),
    ],
)
def test_refuses_a_list_without_problems(asked: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        run_command(["problems", "list", *asked])
