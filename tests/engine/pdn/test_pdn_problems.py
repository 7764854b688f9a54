"""Wrong PDN: each problem has a line number, and no text raises an exception."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import cases
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import ARCHIVE, cut, random_game

from engine.pdn.collection import decoded
from engine.pdn.reader import read_games, read_with_warnings
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.tree import Diagnostic
from engine.pdn.writer import pdn_text
from engine.position import Position


class TestProblems:
    """Faults are reported, and everything else is read."""

    GOOD = '[Event "good"]\n11-15 *\n'

    @pytest.mark.parametrize(("bad", "line", "plies", "reason"), cases("bad_games"))
    def test_keeps_a_game_up_to_its_fault(self, bad: str, line: str, plies: str, reason: str) -> None:
        games, problems = read_games(self.GOOD + bad.replace("\\n", "\n") + self.GOOD)
        assert [game.tag("Event") for game in games[::2]] == ["good", "good"]
        assert [len(game.turns) for game in games] == [1, int(plies), 1]
        assert problems == [games[1].problem] == [Diagnostic(2, int(line), reason)]
        assert str(problems[0]) == f"game 2, line {line}: {reason}"

    def test_keeps_the_rest_of_a_game_as_a_comment(self) -> None:
        ((game,), _) = read_games("1. 11-15 22-26 2. 8-11 {good} (9-13) $1 (1. 9-14 22-18 9-14) 1-0")
        assert pdn_text([game]).endswith("1. 11-15 {22-26 8-11 (good) (9-13) $1 (1. 9-14 22-18 9-14)} 1-0\n")
        assert read_games(pdn_text([game]))[1] == []

    def test_a_bad_variation_ends_and_its_game_goes_on(self) -> None:
        (sheet,) = score_sheets("1. 11-15 (1. 9-13 22-18\n2. 9-13 18-14) 22-18 (1... 99-1) 2. 15x22 *")
        record, warnings = read_with_warnings(sheet)
        assert record.problem is None
        assert "(1. 9-13 22-18 {9-13 18-14}) 1... 22-18 (1... 99-1) 2. 15x22 *" in pdn_text([record])
        assert [str(warning) for warning in warnings] == [
            'game 1, line 2: "9-13" is not a legal move here',
            'game 1, line 2: "99-1": there is no square 99',
        ]

    def test_a_game_with_an_unreadable_position_is_left_out(self) -> None:
        games, problems = read_games(f'{self.GOOD}[FEN "B:W18:B18"]\n11-15 *\n{self.GOOD}')
        assert [len(game.turns) for game in games] == [1, 1]
        assert str(problems[0]) == 'game 2, line 3: FEN "B:W18:B18": square 18 is named twice'
        _, problems = read_games('[Jumping "hop"] *')
        assert problems[0].reason == 'american is not played with jumping "hop": forced or huff or free'

    def test_an_unclosed_comment_does_not_swallow_games(self) -> None:
        games, problems = read_games(f'{self.GOOD}11-15 {{ oops *\n{self.GOOD}[Event "x"]\n11-15 {{fine}} *')
        assert [game.tag("Event") for game in games] == ["good", "?", "good", "x"]
        assert [problem.line for problem in problems] == [3]

    @pytest.mark.parametrize(
        ("moves", "comment"),
        [
            ("11-15 {23-19 {good} 8-11 *", "23-19 {good"),
            ("11-15 ; 23-19 8-11", "; 23-19 8-11"),
            ("11-15\n%2. 23-19 8-11", "%2. 23-19 8-11"),
        ],
    )
    def test_warns_of_comments_that_swallow_moves(self, moves: str, comment: str) -> None:
        record, warnings = read_with_warnings(score_sheets(f"1. 9-14 22-18 {moves}\n")[0])
        assert record.problem is None or len(record.turns) == 3
        assert [warning.reason for warning in warnings] == [f'"{comment}" is read as a comment, but has moves']

    @pytest.mark.parametrize("text", ["", "\n\n", "{just a comment}", "; remark", "% escape", "*", "1-0 0-1"])
    def test_an_empty_text_has_no_game_and_no_problem(self, text: str) -> None:
        assert read_games(text) == ([], [])

    def test_finds_sheets_without_playing_them(self) -> None:
        sheets = score_sheets(ARCHIVE)
        assert [(sheet.tag("Event"), len(sheet.moves), sheet.result, sheet.terminator) for sheet in sheets] == [
            ("Portland", 4, "1/2-1/2", "1/2-1/2"),
            ("Cedar Point", 2, "0-1", "0-1"),
        ]
        assert [ARCHIVE[slice(*sheet.span)].splitlines()[0] for sheet in sheets] == [
            '[Event "Portland"]',
            '[Event "Cedar Point"]',
        ]


class TestRubbish:
    """Any text leads to games and problems and never to an exception."""

    @settings(max_examples=100)
    @given(st.text(st.one_of(st.sampled_from('{}()[];"%$*!?-x:./0123456789 \n\\aehKT'), st.characters()), max_size=200))
    def test_survives_any_text(self, text: str) -> None:
        for problem in read_games(text)[1]:
            assert problem.line <= text.count("\n") + 1

    @settings(max_examples=40)
    @given(st.binary(max_size=300))
    def test_survives_any_bytes(self, data: bytes) -> None:
        read_games(decoded(data))

    @pytest.mark.parametrize("seed", range(8))
    def test_survives_damaged_games(self, seed: int) -> None:
        rng = random.Random(seed)
        games = [random_game(*rng.choice(SETS_AND_JUMPINGS), rng, 20, rng.random() < 0.5) for _ in range(2)]
        text = pdn_text([GameRecord.of(game, {"White": "A", "Black": "B"}) for game in games]) + ARCHIVE
        for damaged in cut(text, rng):
            for record in read_games(damaged)[0]:
                assert isinstance(record.start, Position)
                pdn_text([record])
