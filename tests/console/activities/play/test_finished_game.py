"""A game that is over: no later choice changes its record, the hall of fame, or the saved file."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk
from support.other_engine import ENGINE
from support.other_engine import short_patience as short_patience  # for all tests
from support.stored_games import A_GAME, DAN_FIRST, MOVES, disk, played_session, record

from console.cli.composition import dialogue_of

WORDS = [
    *("level 8", "level fit", f"engine {ENGINE}", "engine off", "engine off", f"engine {ENGINE}", "book", "seen"),
    *("review", "go 6", "name Eve", "clock 5+3", "next russian", "flip", "chat off", "book off", "teach on", "pdn"),
    "level 7",
]
RIVAL = A_GAME.replace('[Level "5"]', '[Level "4"][Rating "1234"][Rival "Mrs. Quill"]')
BY_ENGINE = A_GAME.replace('"Computer"', '"Scan"').replace('[Level "5"]', '[HubEngine "Scan"]')


def tags_now(talk: Talk) -> dict[str, str]:
    """Return the tags of the game on the board, without the time it took."""
    return {name: value for name, value in talk.state.table.record().tags if name != "Seconds"}


@pytest.mark.parametrize("tags", [A_GAME, RIVAL, BY_ENGINE], ids=["level", "rival", "engine"])
@pytest.mark.parametrize("is_loaded", [True, False], ids=["loaded", "resigned"])
def test_keeps_the_tags_of_a_game_that_is_over(tags: str, is_loaded: bool, tmp_path: Path) -> None:
    store, moves = disk(tmp_path), " ".join(MOVES)
    store.saved.save("lunch", record(f"{moves} 0-1" if is_loaded else moves, tags))
    options = replace(DAN_FIRST, level=3, given=frozenset({"level"} if is_loaded else ()))
    talk = Talk(dialogue_of(options, Random(1), Script(), store))
    talk.type("load lunch", *(() if is_loaded else ("resign", "Y")))
    before = tags_now(talk)
    if is_loaded:
        assert before == dict(store.saved.load("lunch").tags)
    for word in WORDS:
        assert tags_now(talk.type(word)) == before, word
    assert tags_now(talk.type("undo", "redo")) == before | {"Helped": "yes"}
    talk.close()


def test_plays_at_the_level_of_the_game_that_is_taken_up_again(tmp_path: Path) -> None:
    opponent = Script()
    lines = ["C3 D4", "resign", "Y", "level 8", "undo", "C3 D4", "save after", "new", "C3 D4", "level 7"]
    played_session(lines, store := disk(tmp_path), replace(DAN_FIRST, level=3), opponent)
    assert opponent.levels == [3, 3, 8]
    after = store.saved.load("after")
    assert (after.tag("Level"), after.tag("Helped")) == ("3", "yes")


def test_says_that_an_engine_plays_on_at_no_level(tmp_path: Path) -> None:
    lines = [f"engine {ENGINE}", "C3 D4", "level 3", "save a"]
    paper = played_session(lines, store := disk(tmp_path), replace(DAN_FIRST, jumping="forced"))
    assert "I play at level 3, as the Barber.\nOther ?one 2 plays this game, though.\n" in paper
    saved = store.saved.load("a")
    assert (saved.tag("Level", ""), saved.tag("Helped", "")) == ("", "")


def test_says_who_played_a_game_that_is_loaded(tmp_path: Path) -> None:
    """A finished game began with "You play Black", and one that goes on did not say how it stood."""
    said = played_session(
        ["C3 D4", "save one", "resign", "Y", "load last"], disk(tmp_path), DAN_FIRST, Script(["22-18"])
    )
    assert "A finished game: Dan (Black) against" in said
    assert said.count("You play Black") == 1
    said = played_session(["load one"], disk(tmp_path), DAN_FIRST)
    assert "After 1 move; the last: C3 D4, F6 E5." in said
