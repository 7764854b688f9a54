"""Wrong PDN: each problem has a line number, and no text raises an exception."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import cases
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

    @pytest.mark.parametrize(("bad", "line", "reason"), cases("bad_games"))
    def test_reads_the_games_around_a_bad_one(self, bad: str, line: str, reason: str) -> None:
        games, problems = read_games(self.GOOD + bad.replace("\\n", "\n") + self.GOOD)
        assert [game.tag("Event") for game in games] == ["good", "good"]
        assert problems == [Diagnostic(2, int(line), reason)]
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
