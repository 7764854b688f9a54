"""Studies: the tree of a game, the words that change it, and the mistakes that a review writes into it."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conversation import Script, talk
from support.stored_games import A_GAME, disk, played_session
from support.written_games import read_one

from ai.score import MATE
from console.activities.study.tree import Study
from console.dialogue.activity import CannotDo
from console.game.analysis import Mistake
from console.game.options import Options
from console.text.review import with_findings
from engine.notation import read_move
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.tree import Variation
from engine.pdn.writer import pdn_text

GAME = "1. 11-15 {a} 23-19 2. 8-11 22-17 (2... 22-18) 3. 9-13 1-0"


def study_of(text: str = GAME, ply: int = 0) -> Study:
    """Return a study of a game."""
    return Study(read_one(text), ply)


def play(study: Study, *moves: str) -> None:
    """Play moves in a study."""
    for move in moves:
        study.play(read_move(move, study.game.routes()))


def body(study: Study) -> str:
    """Return the moves of a study in PDN, on one line."""
    return " ".join(pdn_text([study.record]).split("]\n\n")[1].split())


TOKEN = re.compile(
    r"(1-0|0-1|1/2-1/2|\*)(?=\s|\)|$)|\{[^}]*\}|\$\d+|\d+\.(?:\.\.)?|\d+(?:[-x]\d+)+(?:[!?]{1,2})?|\(|\)|\s+"
)


def follows_grammar(text: str) -> bool:
    """Return True if moves follow the grammar of PDN 3.0: a result is the last token, and in no variation."""
    depth, at, ended = 0, 0, False
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None or ended:
            return False
        depth += (found[0] == "(") - (found[0] == ")")
        ended, at = found[1] is not None, found.end()
        if depth < 0 or (ended and depth):
            return False
    return ended and not depth


def test_grammar_has_no_result_in_a_variation() -> None:
    assert follows_grammar("1. 11-15! {a} 23-19 (1... 22-17 $6) 2. 8-11 *")
    assert not follows_grammar("1. 11-15 (1. 9-13 1-0) *")
    assert not follows_grammar("1. 11-15 (1. 9-13 *")


class TestTree:
    def test_follows_the_game_or_begins_a_variation(self) -> None:
        study = study_of()
        play(study, "11-15")
        assert not study.is_changed
        play(study, "22-17", "8-11")
        assert (study.is_changed, study.base, study.game.ply) == (True, 1, 3)
        assert body(study) == "1. 11-15 {a} 23-19 (1... 22-17 2. 8-11) 2. 8-11 22-17 (2... 22-18) 3. 9-13 1-0"

    def test_follows_another_route_to_the_same_position(self) -> None:
        study = study_of('[FEN "B:W10,11,18,19:BK7"] 1. 7x7 1-0')
        one, other = study.game.routes()
        assert (one.path != other.path, one.after) == (True, other.after)
        for move in (one, other):
            study.play(move)
            assert (study.is_changed, study.path, study.game.ply) == (False, (), 1)
            study.game.go_to(0)

    def test_nests_variations(self) -> None:
        study = study_of(ply=1)
        play(study, "22-17", "8-11")
        study.game.go_to(study.game.ply - 1)
        play(study, "9-14")
        assert "(1... 22-17 2. 8-11 (2. 9-14))" in body(study)
        assert [turn.move.path for turn, _ in study.ways()] == []
        study.game.go_to(study.game.ply - 1)
        assert len(study.ways()) == 2
        study.game.go_to(study.game.ply - 1)
        assert [turn.move.path for turn, _ in study.ways()] == [(23, 19), (22, 17)]
        study.enter(1)
        study.enter(0)
        assert study.game.last is not None
        assert study.game.last.move.path == (8, 11)
        with pytest.raises(CannotDo, match="no such line"):
            study.enter(3)
        study.back_to_game()
        assert (study.path, study.game.ply) == ((), 1)

    def test_writes_comments_and_marks_at_the_last_move(self) -> None:
        study = study_of(ply=1)
        study.mark("?")
        study.mark("!?")
        study.comment(" to } be\nsure ")
        assert body(study).startswith("1. 11-15!? {to ) be sure} 23-19")
        assert (study.marks_at(study.game.ply), study.comments) == ("!?", ["to ) be sure"])
        study.mark("")
        study.comment("")
        assert body(study).startswith("1. 11-15 23-19")
        study.game.go_to(0)
        study.comment("before all")
        assert body(study).startswith("{before all} 1. 11-15")
        with pytest.raises(CannotDo, match="no move to mark"):
            study.mark("!")

    def test_writes_a_comment_before_a_variation_at_its_line(self) -> None:
        study = study_of(ply=3)
        play(study, "22-18")
        study.game.go_to(study.game.ply - 1)
        study.comment("here")
        assert "2. 8-11 {here} 22-17 (2... 22-18)" in body(study)

    def test_keeps_clock_comments_out_of_sight(self) -> None:
        study = study_of("1. 11-15 {[%clk 0:01:00.0]} {a} *", ply=1)
        assert study.comments == ["a"]
        study.comment("b")
        assert body(study) == "1. 11-15 {[%clk 0:01:00.0]} {b} *"

    def test_promotes_a_variation(self) -> None:
        study = study_of("1. 11-15 23-19 (1... {why} 22-17! {yes} 2. 8-11) (1... 24-20) 2. 8-11 {on} 0-1", ply=1)
        study.enter(1)
        study.promote()
        assert (study.path, study.game.ply) == ((), 2)
        assert body(study) == (
            "1. 11-15 {why} 22-17! {yes} (1... 23-19 2. 8-11 {on} {[%result 0-1]}) (1... 24-20) 2. 8-11 *"
        )
        with pytest.raises(CannotDo, match="the game itself"):
            study.promote()

    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
    def test_the_result_stays_with_the_moves_that_were_played(self, result: str) -> None:
        study = study_of(f"1. 11-15 23-19 (1... 22-17) 2. 8-11 {result}", ply=1)
        for turn in range(2):
            first = study.record
            study = Study(first, 1)
            study.enter(1)
            study.promote()
            played = f"{{[%result {result}]}} " if result != "*" else ""
            assert body(study) == f"1. 11-15 22-17 (1... 23-19 2. 8-11 {played}) *".replace(" )", ")")
            assert study.record.outcome is None
            study = Study(read_games(pdn_text([study.record]))[0][0], 1)
            study.enter(1)
            if result != "*":
                with pytest.raises(CannotDo, match="as it was played"):
                    study.delete()
            study.promote()
            assert (study.record.result, study.record.outcome) == (first.result, first.outcome), turn
            assert body(study) == f"1. 11-15 23-19 (1... 22-17) 2. 8-11 {first.result}"

    def test_finds_the_result_in_a_variation_of_an_earlier_version(self) -> None:
        study = study_of("1. 11-15 22-17 (1... 23-19 2. 8-11 0-1) *", ply=1)
        study.enter(1)
        with pytest.raises(CannotDo, match="as it was played"):
            study.delete()
        study.promote()
        assert body(study) == "1. 11-15 23-19 (1... 22-17) 2. 8-11 0-1"

    def test_never_deletes_the_game_as_it_was_played(self) -> None:
        study = study_of("1. 11-15 23-19 (1... 22-17 2. 8-11) 2. 8-11 *", ply=1)
        study.enter(1)
        study.promote()
        study.game.go_to(1)
        study.enter(1)
        study.play(study.game.routes()[0])
        with pytest.raises(CannotDo, match="as it was played"):
            study.delete()

    def test_deletes_a_variation_that_comes_to_the_game_by_other_moves(self) -> None:
        study = study_of("1. 11-15 (1. 9-13 23-19 2. 11-15 24-20 (2... 22-18)) 23-19 2. 9-13 22-18 1-0")
        study.enter(1)
        study.game.go_to(3)
        study.enter(1)
        study.delete()
        assert body(study) == "1. 11-15 (1. 9-13 23-19 2. 11-15 24-20) 1... 23-19 2. 9-13 22-18 1-0"

    def test_deletes_a_variation(self) -> None:
        study = study_of(ply=3)
        study.enter(1)
        study.delete()
        assert (study.game.ply, body(study)) == (3, "1. 11-15 {a} 23-19 2. 8-11 22-17 3. 9-13 1-0")
        with pytest.raises(CannotDo, match="only variations"):
            study.delete()

    def test_lists_the_tree_with_each_variation_behind_the_move_that_it_replaces(self) -> None:
        study = study_of("1. 11-15 23-19 (1... 22-17 2. 8-11! (2. 9-13) 17-13) 2. 8-11")
        study.enter(0)
        study.enter(1)
        listed = [(each.depth, each.ply, each.move.start, each.marks, each.is_current) for each in study.outline()]
        assert [each[:3] for each in listed] == [
            *((0, 1, 11), (0, 2, 23)),
            *((1, 2, 22), (1, 3, 8), (2, 3, 9), (1, 4, 17)),
            (0, 3, 8),
        ]
        assert [each[3] for each in listed] == ["", "", "", "!", "", "", ""]
        assert [each[4] for each in listed].index(True) == 2

    def test_turns_aside_to_the_other_lines_at_a_move_and_back(self) -> None:
        study = study_of("1. 11-15 23-19 (1... 22-17) (1... 24-20) 2. 8-11", ply=2)
        seen = []
        for step in (1, 1, 1, -1):
            study.turn_aside(step)
            seen.append(study.game.turns[study.game.ply - 1].move.start)
        assert (seen, study.game.ply) == ([22, 24, 23, 24], 2)
        study.game.go_to(1)
        with pytest.raises(CannotDo, match="no other line"):
            study.turn_aside(1)
        assert study.game.ply == 1

    @settings(max_examples=15)
    @given(st.integers(0, 10**6))
    def test_writes_and_reads_back_every_tree(self, seed: int) -> None:
        rng, study = random.Random(seed), study_of()
        for _ in range(25):
            what = rng.choice("mmmmuurgcpdk")
            try:
                if what == "m" and (routes := study.game.routes()) and study.game.outcome is None:
                    study.play(rng.choice(routes))
                elif what in "ur":
                    study.game.go_to(max(0, min(len(study.game.turns), study.game.ply + (1 if what == "r" else -1))))
                elif what == "g":
                    study.enter(rng.randrange(3))
                elif what == "c":
                    study.comment(rng.choice(("x", "", "y } z")))
                elif what == "k":
                    study.mark(rng.choice(("!", "??", "")))
                elif what == "p":
                    study.promote()
                elif what == "d" and rng.random() < 0.3:
                    study.delete()
            except CannotDo:
                pass
            assert list(study.game.turns[study.base :]) == list(study.line.turns)
        assert read_games(pdn_text([study.record])) == ([study.record], [])
        assert follows_grammar(body(study))


def session(folder: Path, *lines: str, tags: Sequence[str] = ()) -> str:
    """Return the messages for these lines in a game of two players, with a store."""
    return played_session(lines, disk(folder), Options(name="Ann", other="Bob", first=True, players="two"))


class TestWords:
    def test_keeps_the_tags_of_a_saved_game(self, tmp_path: Path) -> None:
        games = tmp_path / "games"
        games.mkdir(parents=True)
        (games / "old.pdn").write_text(f'[Black "Jordan, R. of Edinburgh"]\n[Annotator "x"]\n{GAME}\n')
        (games / "own.pdn").write_text(f"{A_GAME} {GAME}")
        said = session(tmp_path, "study old", "redo", "comment Deep", "save new", "study own", "quit")
        assert "A study of Dan against the County Champion, 3 moves" in said
        assert "A study of Jordan, R. of Edinbu against White, 3 moves" in said
        saved = (games / "new.pdn").read_text()
        assert '[Black "Jordan, R. of Edinburgh"]\n' in saved
        assert '[Annotator "x"]' in saved
        assert "BlackType" not in saved

    def test_finds_games_and_studies_one_by_number_at_its_start_or_a_ply(self, tmp_path: Path) -> None:
        games = tmp_path / "games"
        games.mkdir(parents=True)
        (games / "old.pdn").write_text('[Black "Jordan"]\n[Date "1896"]\n1. 11-15 23-19 2. 9-14 22-17 3. 5-9 1-0\n')
        said = session(
            tmp_path, "seen", "find fife 1896", "find nobody", "study #1", "go 3", "seen", "study #9",
            "study #1 3", "fen", "study #1 6", "study #1 x", "main", "quit",
        )  # fmt: skip
        assert "#1 1896         Jordan - ?                      1-0         3 Fife" in said
        said = " ".join(said.split())
        assert "The archive has one game with this position: White won 0, drew 0, lost 1." in said
        assert '1 game found. "study #N" opens one.' in said
        assert "No games found." in said
        assert 'There is no game "#9": "find" lists them with their numbers.' in said
        assert "FEN W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15" in said
        assert said.count('go from 0 to 5, as in "go 5".') == 2

    def test_lists_the_games_that_follow(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("console.activities.study.handlers._MOST_GAMES", 2)
        (tmp_path / "games").mkdir(parents=True)
        (tmp_path / "games" / "old.pdn").write_text('[Black "Jordan"]\n1. 11-15 23-19 *\n\n' * 3)
        said = " ".join(session(tmp_path, "find jordan", "find next", "find next", "quit").split())
        assert '3 games found, 1 to 2 listed; "find next" lists more. "study #N" opens one.' in said
        assert '3 games found, 3 to 3 listed. "study #N" opens one.' in said
        assert said.count("#3") == 1

    def test_a_hint_in_a_study_is_no_help_in_its_game(self) -> None:
        (over,) = talk().type("C3 D4", "resign", "Y", "study", "hint").state.suspended
        assert not over.table.helped
        assert talk().type("C3 D4", "hint").state.table.helped

    def test_names_the_squares_as_the_game_did(self, tmp_path: Path) -> None:
        """They are seen from White's side for a player who played White."""
        chosen = Options(name="Ann", first=False, level=1, drawing=False)
        said = played_session(["C3 D4", "study", "study", "where", "quit"], disk(tmp_path), chosen, Script(["11-15"]))
        assert "12 men on A1, A3, A5, A7, " in " ".join(said.split())


class TestFindings:
    @staticmethod
    def _annotated(record: GameRecord) -> GameRecord:
        game = record.game()
        game.go_to(3)
        better = read_move("22-18", game.routes())
        mistake = Mistake(3, record.turns[3].move, 1, 20, -130, 0.5, (better,))
        lost = Mistake(4, record.turns[4].move, 0, 0, -MATE, 0.5, ())
        return with_findings(record, [mistake, lost])

    def test_writes_marks_comments_and_variations(self) -> None:
        record = self._annotated(read_one("1. 11-15 23-19 2. 8-11 22-17 {good} 3. 9-13 1-0"))
        text = " ".join(pdn_text([record]).split())
        assert "22-17?? {good} {Cost 1.5 men.} (2... 22-18) 3. 9-13?? {Lost the game.} 1-0" in text

    def test_writes_nothing_twice(self) -> None:
        once = self._annotated(read_one(GAME))
        assert self._annotated(once) == once
        assert sum(isinstance(note, Variation) for note in once.line.moves[3].notes) == 1
