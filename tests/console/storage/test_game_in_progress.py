"""The game in progress: what is kept, and what the next start offers."""

import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from support.conversation import FIVE_MOVES, Script, options, talk
from support.platform_marks import posix
from support.set_clock import Clock
from support.stored_games import (
    A_GAME,
    AGAIN,
    DAN_FIRST,
    MOVES,
    TEN_PLIES,
    disk,
    hold,
    names,
    offered,
    played_session,
    record,
    turns_offered,
)

from console.cli.composition import dialogue_of
from console.dialogue.messages import Ask, Cause, Played, Think
from console.game.clock import Control
from console.game.options import Options
from console.reading.read import read
from console.storage.atomic_files import Lock
from console.storage.game_in_progress import free_autosaves
from engine.geometry import BLACK, WHITE
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text


class TestGameInProgress:
    def test_keeps_the_game_at_every_ply(self, tmp_path: Path) -> None:
        dialogue = talk(DAN_FIRST, Script(["23-19", "22-17", "17-14", "26-22"]), store=disk(tmp_path))

        def check() -> None:
            (game,) = read_games((tmp_path / "game-1.pdn").read_text())[0]
            assert [*game.turns] == [*dialogue.state.game.turns[: dialogue.state.game.ply]]

        for line in ("11-15", "8-11", "9-13", "undo", "redo", "undo", "12-16"):
            step = dialogue.send(line, until=Think if "-" in line else Ask)
            check()
            if isinstance(step, Think):
                dialogue.send(step.run(lambda: False, None))
                check()

    @pytest.mark.parametrize("given", ["first", "fen", "rules", "jumping", "players"])
    def test_an_option_answers_the_question(self, tmp_path: Path, given: str) -> None:
        hold(tmp_path, record(MOVES[0]))
        options = Options(name="Dan", first=True, given=frozenset({given}))
        paper = played_session(["moves"], disk(tmp_path), options)
        assert "Pick up" not in paper
        assert turns_offered(tmp_path) == record(MOVES[0]).turns

    def test_a_demo_does_not_touch_it(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        store = disk(tmp_path)
        dialogue = dialogue_of(Options(players="demo"), Random(1), Script(), store)
        steps = dialogue.run()
        while not isinstance(steps.send(None), Think):
            pass
        steps.close()
        assert names(tmp_path) == ["game-1.pdn"]
        assert "after 1 move (Y/N, Enter: Y)?" in played_session([], disk(tmp_path), AGAIN)

    @pytest.mark.parametrize("points", ["0", "1"])
    def test_offers_a_game_without_moves_only_within_a_match(self, tmp_path: Path, points: str) -> None:
        hold(tmp_path, record(tags=f'{A_GAME} [Match "3"] [BlackPoints "0"] [WhitePoints "{points}"]'))
        assert (offered(tmp_path) is not None) == (points == "1")

    def test_player_of_white_gets_white_again(self, tmp_path: Path) -> None:
        tags = '[Black "Computer"] [White "Dan"] [BlackType "program"] [WhiteType "human"] [Level "2"] [GameId "w"]'
        disk(tmp_path).saved.save("evening", record("11-15", tags))
        loaded = talk(options(name="Eve"), Script(), store=disk(tmp_path)).type("load evening")
        table = loaded.state.table
        assert (table.names, table.seats.is_program(BLACK)) == (("Computer", "Eve"), True)
        assert (table.home, loaded.state.bottom, loaded.state.activity.headline) == (WHITE, WHITE, "")
        assert loaded.asked.prompt == "Your move (like C3 D4)? "

    @pytest.mark.parametrize(
        ("kept", "then", "is_offered"),
        [
            ([FIVE_MOVES], ["resign", "Y"], False),
            (["11-15"], [FIVE_MOVES, "resign", "Y"], True),
            ([FIVE_MOVES, "resign", "Y", "undo", FIVE_MOVES], [], True),
        ],
        ids=["its last state", "an older state", "continued after its end"],
    )
    def test_does_not_offer_a_game_whose_result_is_stored(
        self, kept: list[str], then: list[str], is_offered: bool, tmp_path: Path
    ) -> None:
        """A program that was killed after it had stored the result, before it deleted the game, offered it again."""
        played_session(kept, disk(tmp_path))
        state = (tmp_path / "game-1.pdn").read_bytes()
        played_session(["Y", *then], disk(tmp_path), AGAIN)
        (tmp_path / "game-1.pdn").write_bytes(state)
        assert ("Pick up" in played_session(["Dan", "Y"], disk(tmp_path), AGAIN)) == is_offered
        assert is_offered or "game-1.pdn" not in names(tmp_path)

    def test_keeps_a_name_that_was_chosen_for_the_next_game(self, tmp_path: Path) -> None:
        """The game is continued under the old name, which then stayed with all games after it."""
        played_session(["11-15", "quit"], disk(tmp_path))
        at_terminal = replace(AGAIN, at_terminal=True, drawing=False)
        lines = ["Y", "name Eve W.", "new", "Y", "Y", "2-7", "season ladder", "quit"]
        paper = played_session(lines, disk(tmp_path), at_terminal)
        assert "Welcome back, Dan: 12 pieces to 12." in paper
        assert "The season of Eve W.," in paper

    def test_computer_takes_a_pending_huff(self, tmp_path: Path) -> None:
        tags = f'{A_GAME} [Jumping "huff"] [FEN "B:W18,32:B15,1"]'
        hold(tmp_path, record("1. 1-6", tags))
        assert "15 could have jumped" in played_session(["Y"], disk(tmp_path), AGAIN).replace("D4", "15")

    def test_keeps_a_huff_before_the_next_move(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store, kept = disk(tmp_path), list[GameRecord]()
        monkeypatch.setattr(store.in_progress, "keep", kept.append)
        dialogue = dialogue_of(options(fen="B:W15,32:B11,9"), Random(1), Script(["32-28"]), store)
        steps = dialogue.run()
        step = next(steps)
        while not (isinstance(step, Played) and step.cause is Cause.HUFF):
            step = steps.send(read("C7 D8", step.question) if isinstance(step, Ask) else None)
        steps.close()
        assert kept[-1].turns[-1].huffed == 11

    def test_saves_a_game_left_twice_in_the_same_place(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        first, second = (record(MOVES[0], A_GAME.replace('"a"', f'"{name}"')) for name in "xy")
        assert [store.abandon(game) for game in (first, second, first)] == ["unfinished"] * 2 + ["unfinished 1"]
        assert len(store.saved.listed()) == 2

    def test_offers_three_games_in_turn_and_saves_what_is_older(self, tmp_path: Path) -> None:
        for number in range(1, 4):
            game = record(" ".join(MOVES[:number]), A_GAME.replace('"a"', f'"{number}"'))
            (tmp_path / f"game-{number}.pdn").write_text(pdn_text([game]))
            os.utime(tmp_path / f"game-{number}.pdn", (number, number))
        paper = played_session(["N", "N", "quit"], disk(tmp_path), AGAIN)
        assert re.findall(r"after (\d)", paper) == ["3", "2", "1"]
        assert len(turns_offered(tmp_path)) == 6
        assert '"load unfinished" brings it back' in played_session(["N", "N", "N"], disk(tmp_path), AGAIN)
        assert [len(game.turns) for game in disk(tmp_path).unfinished("Dan")] == [6, 4]

    @pytest.mark.parametrize("leave", [["quit"], ["problem", "quit"], ["problem"], []])
    def test_keeps_the_time_that_passed_before_the_player_left(self, tmp_path: Path, leave: list[str]) -> None:
        now, store = Clock(), disk(tmp_path)
        chosen = replace(DAN_FIRST, clock=Control(3, 0))
        conversation = talk(chosen, Script(["22-18"]), store=store, now=now).type("11-15")
        now.seconds = 20
        conversation.type(*leave).close()
        store.in_progress.release()
        game = offered(tmp_path)
        assert game is not None
        assert game.tag("BlackClock") == "160.0"

    def test_who_leaves_after_the_flag_fell_has_lost(self, tmp_path: Path) -> None:
        now, store = Clock(), disk(tmp_path)
        conversation = talk(replace(DAN_FIRST, clock=Control(3, 0)), Script(["22-18"]), store=store, now=now)
        conversation.type(FIVE_MOVES)
        now.seconds = 500
        conversation.close()
        store.in_progress.release()
        assert offered(tmp_path) is None
        assert [result.score for result in disk(tmp_path).hall.results()] == ["loss"]

    def test_a_level_set_after_a_loaded_game_counts_no_result(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.saved.save("bob", record(TEN_PLIES, '[White "Bob"]\n[GameId "b"]\n[Result "1-0"]'))
        played_session(["load bob", "level 7", "level 5"], store)
        assert disk(tmp_path).hall.results() == []

    def test_offers_and_keeps_nothing_in_a_pipe(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        before = (tmp_path / "game-1.pdn").read_bytes()
        paper = played_session(
            ["Eve", "Y", FIVE_MOVES, "level 2", "resign", "Y"], disk(tmp_path, automatic=False), Options()
        )
        assert disk(tmp_path).hall.results() == []
        assert paper.startswith("Your name? Eve\n")
        assert names(tmp_path) == ["game-1.pdn"]
        assert (tmp_path / "game-1.pdn").read_bytes() == before


class TestTwoPrograms:
    def test_each_program_keeps_its_game(self, tmp_path: Path) -> None:
        first, second, third = (disk(tmp_path) for _ in range(3))
        for store in (first, second, third):
            assert not store.in_progress.find(lambda _: True)
        for store, moves in ((first, 1), (second, 2), (third, 3)):
            store.in_progress.keep(record(" ".join(MOVES[:moves])))
        assert names(tmp_path) == ["game-1.pdn", "game-2.pdn", "game-3.pdn"]
        second.in_progress.release()
        assert len(turns_offered(tmp_path)) == 4
        first.in_progress.release()
        third.in_progress.release()
        for autosave in free_autosaves(tmp_path):
            autosave.release()

    def test_offers_the_latest_first(self, tmp_path: Path) -> None:
        stores = [disk(tmp_path) for _ in range(2)]
        for number, store in enumerate(stores, 1):
            store.in_progress.keep(record(" ".join(MOVES[:number])))
            os.utime(tmp_path / f"game-{number}.pdn", (number, number))
        for store in stores:
            store.in_progress.release()
        assert [len(turns_offered(tmp_path)), free_autosaves(tmp_path)[1].path.name] == [4, "game-1.pdn"]


@posix
def test_leaves_no_autosave_locked_after_an_error(tmp_path: Path) -> None:
    hold(tmp_path, record("11-15 23-19"))
    (tmp_path / "game-2.pdn").symlink_to("game-2.pdn")
    with pytest.raises(OSError, match="symbolic links"):
        free_autosaves(tmp_path)
    assert Lock.on(tmp_path / ".game-1.lock") is not None
