"""Wrong PDN: each problem has a line number, and no text raises an exception."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import ARCHIVE, cut, random_game

from engine.pdn.collection import decoded
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.scanner import Diagnostic, score_sheets
from engine.pdn.writer import pdn_text
from engine.position import Position


class TestProblems:
    """Unreadable games are reported, and the others are read."""

    GOOD = '[Event "good"]\n11-15 *\n'

    @pytest.mark.parametrize(
        ("bad", "line", "reason"),
        [
            ('[Event "bad"]\n\n1. 11-15\n22-99 *\n', 6, "22-99: there is no square 99"),
            ('[Event "bad"]\n1. 11-15 22-26 *\n', 4, "22-26: 22-26 is not a legal move here"),
            ('[Event "bad"]\n1. 11-15 and 22-17 hello *\n', 4, '"and" is no move'),
            ('[Event "bad"]\n1. 11-15 {no end\n22-17 *\n', 4, "the comment is never closed"),
            ('[Event "bad"]\n1. 11-15 (no end\n22-17 *\n', 4, "the variation is never closed"),
            ('[Event "bad"]\n1. 11-15 ) 22-17 *\n', 4, "there is no variation to close with )"),
            ('[Event "bad"]\n1. 11-15 } 22-17 *\n', 4, '"}" is no move'),
            ('[Event "bad\n[Site "x"]\n1. 11-15 *\n', 3, '"[Event "bad" is no tag'),
            ('[Event "bad"]\n[FEN "B:W18:B18"]\n1. 11-15 *\n', 4, 'FEN "B:W18:B18": square 18 is named twice'),
            (
                '[Event "bad"]\n[Jumping "hop"]\n*\n',
                4,
                'american is not played with jumping "hop": forced or huff or free',
            ),
            (
                '[Event "bad"]\n[Jumping "huff"]\n1. 11-15\n{huff 1} *\n',
                5,
                "11-15: square 1 holds no piece that can be huffed",
            ),
        ],
    )
    def test_reads_the_games_around_a_bad_one(self, bad: str, line: int, reason: str) -> None:
        games, problems = read_games(self.GOOD + bad + self.GOOD)
        assert [game.tag("Event") for game in games] == ["good", "good"]
        assert problems == [Diagnostic(2, line, reason)]
        assert str(problems[0]) == f"game 2, line {line}: {reason}"

    def test_an_unclosed_comment_does_not_swallow_games(self) -> None:
        games, problems = read_games(f'{self.GOOD}11-15 {{ oops *\n{self.GOOD}[Event "x"]\n11-15 {{fine}} *')
        assert [game.tag("Event") for game in games] == ["good", "good", "x"]
        assert [problem.line for problem in problems] == [3]

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
