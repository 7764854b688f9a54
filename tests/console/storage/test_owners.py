"""A game in progress, an unfinished game and a result belong to the player whose name the game has."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from support.conversation import converse
from support.play_screen import PlaySession
from support.stored_games import A_GAME, TEN_PLIES, disk, played_session, record

from console.game.options import Options
from engine.pdn.reader import read_games
from engine.pdn.writer import pdn_text

PLAYERS = ("Ann", "Ben")
NEW = frozenset({"first"})
GIVEN = frozenset({"name"})
RESIGNED = ("resign", "Y", "quit")


def game_of(name: str, level: int) -> str:
    """Return the game of a player against a level, in PDN."""
    tags = A_GAME.replace("Dan", name).replace('"a"', f'"{name}"').replace('"5"', f'"{level}"')
    return pdn_text([record(TEN_PLIES, tags)])


def two_games(folder: Path, rng: Random) -> dict[str, bytes]:
    """Leave a game of each player behind, in any order; return them by player."""
    last, games = rng.choice(PLAYERS), {}
    for number, name in enumerate(PLAYERS, 1):
        path = folder / f"game-{number}.pdn"
        path.write_text(game_of(name, rng.randrange(1, 9)))
        os.utime(path, (1000 + (name == last),) * 2)
        games[name] = path.read_bytes()
    return games


def games_now(folder: Path) -> dict[str, list[bytes]]:
    """Return the games in progress by player."""
    found: dict[str, list[bytes]] = {name: [] for name in PLAYERS}
    for path in sorted(folder.glob("game-*.pdn")):
        (game,) = read_games(path.read_text())[0]
        name = game.tag("Black") if game.tag("BlackType") == "human" else game.tag("White")
        found.setdefault(name.capitalize(), []).append(path.read_bytes())
    return found


WAYS: dict[str, Callable[[str, str], tuple[list[str], Options]]] = {
    "the name of the last session": lambda name, _: ([], Options(default_name=name)),
    "another name of the last session": lambda name, other: (["N", name], Options(default_name=other)),
    "a third name of the last session": lambda name, _: ([name], Options(default_name="Eve")),
    "no name": lambda name, _: ([name], Options()),
    "in other capitals": lambda name, _: ([], Options(name=name.upper(), given=GIVEN)),
    "--name": lambda name, other: ([], Options(name=name, given=GIVEN, default_name=other)),
    "a new name at the question": lambda name, other: ([f"name {name}", "N"], Options(default_name=other)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_each_player_is_offered_his_own_game(tmp_path: Path, way: str, seed: int) -> None:
    """The latest game was picked up by anybody, and its result counted for the other player."""
    rng = Random(seed)
    games = two_games(tmp_path, rng)
    name = rng.choice(PLAYERS)
    (other,) = {*PLAYERS} - {name}
    typed, options = WAYS[way](name, other)
    at_terminal = replace(options, at_terminal=True, drawing=False)
    paper = played_session([*typed, "Y", *RESIGNED], disk(tmp_path), at_terminal)
    assert f"Welcome back, {name}: " in paper
    assert f"My condolences, {name}." in paper
    assert games_now(tmp_path) == {name: [], other: [games[other]]}
    assert [row.name for row in disk(tmp_path).hall.records()] == [name]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("plays", [False, True])
def test_a_declined_game_stays(tmp_path: Path, way: str, plays: bool) -> None:
    games = two_games(tmp_path, Random(1))
    typed, options = WAYS[way]("Ann", "Ben")
    more = ["Ann", "Y", "C3 D4"] if "last session" in way and not typed else ["Y", "C3 D4"]
    paper = played_session([*typed, "N", *(more if plays else []), "quit"], disk(tmp_path), options)
    now = games_now(tmp_path)
    assert now["Ben"] == [games["Ben"]]
    assert games["Ann"] in now["Ann"]
    assert len(now["Ann"]) == 1 + plays
    assert "The game you leave" not in paper
    assert "Pick up your game" in played_session(["quit"], disk(tmp_path), Options(name="Ann"))


@pytest.mark.parametrize("name", [*PLAYERS, "Eve"])
def test_an_option_for_a_new_game_leaves_all_games_alone(tmp_path: Path, name: str) -> None:
    games = two_games(tmp_path, Random(2))
    paper = played_session(["C3 D4", "quit"], disk(tmp_path), Options(name=name, first=True, given=NEW | GIVEN))
    assert "Pick up" not in paper
    assert "unfinished" not in paper
    assert {each for kept in games_now(tmp_path).values() for each in kept} >= {*games.values()}


def test_a_game_keeps_its_player_after_he_takes_another_name(tmp_path: Path) -> None:
    played_session(["C3 D4", "name Ben", "quit"], disk(tmp_path), Options(name="Ann", first=True))
    (kept,) = games_now(tmp_path)["Ann"]
    renamed = Options(default_name="Ben", first=True)
    paper = converse(["Ben", "C3 D4", "quit"], renamed, store=disk(tmp_path))
    assert paper.startswith("Ann has an unfinished game here.\nYour name (Enter: Ben)? Ben\n")
    assert [len(own) for own in games_now(tmp_path).values()] == [1, 1]
    assert games_now(tmp_path)["Ann"] == [kept]


def test_each_player_is_offered_his_own_game_on_the_screen(tmp_path: Path) -> None:
    games = two_games(tmp_path, Random(3))
    store = disk(tmp_path)
    session = PlaySession(Options(name="Ben", at_terminal=True), store=store)
    session.type("Y", *RESIGNED[:2])
    store.release()
    assert games_now(tmp_path) == {"Ann": [games["Ann"]], "Ben": []}
    assert [row.name for row in disk(tmp_path).hall.records()] == ["Ben"]


@pytest.mark.parametrize("words", ["unfinished", "last", "unfinished 1", "unfinished 2"])
def test_loads_the_own_game_or_a_copy_that_does_not_count(tmp_path: Path, words: str) -> None:
    """Another player's game went on under his name, and its result moved his rating."""
    store = disk(tmp_path)
    for name in PLAYERS:
        store.saved.save("unfinished", read_games(game_of(name, 5))[0][0])
    before = (tmp_path / "games" / "unfinished.pdn").read_bytes()
    paper = played_session([f"load {words}", *RESIGNED], store, Options(name="Ann", first=True))
    assert "My condolences, Ann." in paper
    assert ("That is Ben's game" in paper) == (words == "unfinished 2")
    (row,) = disk(tmp_path).hall.records()
    assert (row.name, row.rating is None) == ("Ann", words == "unfinished 2")
    assert (tmp_path / "games" / "unfinished.pdn").read_bytes() == before


def test_a_copy_leaves_the_match_of_the_other_player_alone(tmp_path: Path) -> None:
    store = disk(tmp_path)
    match = game_of("Ben", 5).replace("[GameId", '[Match "3"]\n[BlackPoints "1"]\n[WhitePoints "0"]\n[GameId')
    store.saved.save("lunch", read_games(match)[0][0])
    played_session(["load lunch", "quit"], store, Options(name="Ann", first=True))
    (kept,) = games_now(tmp_path)["Ann"]
    assert re.search(rb'\[GameId "(?!Ben)', kept)
    assert b"Match" not in kept
