"""Incomplete or odd PDN: rules are found by the moves, and deviations lead to parse warnings."""

import random

import pytest
from support.written_games import SHORT, played, random_game, read_one

from engine.fen import fen_text
from engine.pdn.reader import candidate_rules, read_games, read_sheet, read_with_warnings
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.writer import pdn_text
from engine.rules import RULE_SETS


def anonymous(record: GameRecord) -> str:
    """Return the text of a game without the tag that names its rules."""
    lines = pdn_text([record]).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("[GameType", "[Variant")))


class TestRules:
    """A game without named rules."""

    @pytest.mark.parametrize("name", ["american", "russian", "international", "italian"])
    def test_reads_whole_games_by_fitting_rules(self, name: str) -> None:
        for seed in range(2):
            game = random_game(name, "forced", random.Random(f"anonymous {name} {seed}"), 300, False)
            found = read_one(anonymous(GameRecord.of(game)))
            assert [fen_text(turn.after) for turn in found.turns] == [fen_text(turn.after) for turn in game.turns]
            assert found.rules.geometry == game.rules.geometry

    @pytest.mark.parametrize(
        ("moves", "name"),
        [
            ("1. c3-d4 f6-e5 2. d4:f6 g7:e5", "russian"),
            ("1. 32-28 19-23 2. 28x19 14x23", "international"),
            ("1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15", "italian"),
            ("1. 22-18 11-15 2. 18x11 8x15", "russian"),
            ("1. e3-d4 h6-g5 2. g3-f4", "russian"),
            ("1. e3-d4 h6-g5 2. g3-f4 g5xe3", "czech"),  # in russian, the man would have to jump on, backward
        ],
    )
    def test_takes_the_first_rules_that_fit(self, moves: str, name: str) -> None:
        assert read_one(moves).rules is RULE_SETS[name]

    def test_a_tag_with_the_usual_start_does_not_hide_the_rules(self) -> None:
        start = "W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4."
        record = read_one(f'[FEN "{start}"]\n1. c3-d4 d6-e5 2. b2-c3 e7-d6 1-0')
        assert record.rules.name == "russian"
        assert record.outcome is not None
        assert record.outcome.winner == record.rules.first

    def test_reads_a_position_of_the_large_board(self) -> None:
        assert read_one('[FEN "W:W7,26,28,33,44,46,50:B8,14,17,24,34,37,39."]\n*').rules.size == 10

    def test_reports_the_error_under_the_rules_that_come_furthest(self) -> None:
        _, problems = read_games("1. 22-18 11-15\n2. 18x11 8x15\n3. 25-22 9-14\n4. 1-32")
        assert str(problems[0]) == 'game 1, line 4: "1-32" is not a legal move here (read as russian)'

    def test_does_not_try_other_rules_for_an_ambiguous_american_game(self) -> None:
        _, problems = read_games('[FEN "B:W6,7,14,15,32:B2"] 1. 2x18')
        assert "name every landing square" in problems[0].reason

    def test_given_rules_overrule_the_sheet(self) -> None:
        (sheet,) = score_sheets('[GameType "21"] 1. 22-18 11-15 2. 18x11 *')
        assert "not a legal move here" in str(read_sheet(sheet).problem)
        assert read_sheet(sheet, RULE_SETS["brazilian"]).rules.name == "brazilian"

    def test_a_list_names_the_likeliest_rules_without_playing(self) -> None:
        texts = ("11-15", "c3-d4", "34-29", '[GameType "26"] c3-d4', '[Variant "casual"] 11-15')
        names = [candidate_rules(score_sheets(text)[0])[0].name for text in texts]
        assert names == ["american", "russian", "international", "brazilian", "casual"]


class TestOddities:
    """Notation outside any standard."""

    @pytest.mark.parametrize(
        "text",
        [
            "1. 11 - 15 23- 19 2.  8-11 22 -17 3.  9-13 17-14 4. 10x17 21 x 14 *",
            "1. 11 - 15  23 - 19  2. 8 - 11  22 - 17  3. 9 - 13  17 - 14  4. 10 x 17  21 : 14  1 - 0",
        ],
    )
    def test_reads_moves_with_spaces(self, text: str) -> None:
        assert played(read_one(text)) == played(read_one(SHORT))

    def test_reads_a_position_set_up_before_the_moves(self) -> None:
        text = '/FEN "B:W32:B1"/\n /FEN "W:W32,31:B1,2"/ 1... 32-28 2. 1-6 *'
        assert fen_text(read_one(text).start) == "W:W31,32:B1,2"

    def test_a_position_among_the_moves_is_played_from(self) -> None:
        start = '[FEN "B:W32:B1,2"] 1. 1-6 32-28'
        same, other, passed = (
            read_one(f'{start} /FEN "{fen}"/ {moves} *')
            for fen, moves in (("B:W28:B2,6", "2. 2-7"), ("B:W27:BK2,6", "2. 2-7 27-24"), ("W::", "28-24 2-7"))
        )
        assert [fen_text(turn.after) for turn in same.turns[1:]] == ["B:W28:B2,6", "W:W28:B6,7"]
        assert [fen_text(turn.after) for turn in other.turns[1:]] == ["B:W27:BK2,6", "W:W27:B6,K7", "B:W24:B6,K7"]
        assert [fen_text(turn.after) for turn in passed.turns[1:]] == ["W:W28:B2,6", "B:W24:B2,6", "W:W24:B6,7"]
        for record in (same, other, passed):
            assert read_one(pdn_text([record])) == record
            assert [turn.after for turn in record.game().turns] == [turn.after for turn in record.turns]
        _, problems = read_games(f'{start}\n/FEN "hello"/ 2. 2-7 *')
        assert 'line 2: "hello" is not a FEN' in str(problems[0])

    def test_crowns_men_on_their_king_row_with_a_warning(self) -> None:
        for squares, message in (
            ("3,20", "the man on 3 stands on its king row and is read as a king"),
            ("3,4,20", "the men on 3 and 4 stand on their king row and are read as kings"),
        ):
            (sheet,) = score_sheets(f'[Event "x"]\n[FEN "W:W{squares}:B12."]\n1. 3-7 *')
            record, warnings = read_with_warnings(sheet)
            assert [str(warning) for warning in warnings] == [f"game 1, line 2: {message}"]
            assert fen_text(record.start) == f"W:WK{squares.replace(',4', ',K4')}:B12"

    @pytest.mark.parametrize(("reply", "path"), [("15-11 *", (10, 17, 26)), ("14-9 *", (10, 19, 26))])
    def test_later_moves_resolve_an_ambiguous_capture(self, reply: str, path: tuple[int, ...]) -> None:
        record = read_one(f'[FEN "B:W14,15,22,23,32:B10"] 1. 10x26 {reply}')
        assert record.turns[0].move.path == path
        assert len(record.turns) == 2

    @pytest.mark.parametrize("move", ["32-28", "31-28"])
    def test_a_capture_that_remains_ambiguous_ends_the_game(self, move: str) -> None:
        (game,), problems = read_games(f'[FEN "B:W14,15,22,23,32:B10"] 1. 10x26\n{move} *')
        assert game.turns == ()
        assert str(problems[0]) == ('game 1, line 1: "10x26" may be 10x17x26 or 10x19x26: name every landing square')

    def test_reads_the_jumps_of_a_capture_one_by_one(self) -> None:
        start = '[FEN "B:W18,25,27,32:B14,15"]\n'
        assert played(read_one(f"{start}1. 15x22 22x29 27-23 *")) == ["15x22x29", "27-23"]
        (game,), problems = read_games(f"{start}1. 15x22 27-23 *")
        assert (len(game.turns), str(problems[0])) == (0, 'game 1, line 2: "15x22 27-23" is not a legal move here')
