"""PDN: games are written and read back, games of other programs are read, and errors have line numbers."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import ARCHIVE, SHORT, played, random_game, read_one

from engine.fen import fen_text, parse_fen
from engine.game import Game, Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.notation import find_move
from engine.pdn.collection import decoded
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.writer import pdn_move, pdn_text
from engine.printable import printable
from engine.rules import AMERICAN, RULE_SETS, Jumping, rules_named

TAG_VALUES = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" "), max_size=40
).map(printable)
TAGS = st.dictionaries(
    st.sampled_from(["Event", "Site", "Date", "Round", "White", "Black", "Level", "BlackType", "Annotator"]), TAG_VALUES
)


class TestRoundTrip:
    """A written game is read back equal."""

    @settings(max_examples=25)
    @given(st.sampled_from(SETS_AND_JUMPINGS), st.integers(0, 10**9), st.integers(0, 40), st.booleans(), TAGS)
    def test_keeps_a_random_game_of_every_rule_set(
        self, played_as: tuple[str, Jumping], seed: int, plies: int, random_start: bool, tags: dict[str, str]
    ) -> None:
        rng = random.Random(seed)
        game = random_game(*played_as, rng, plies, random_start)
        record = GameRecord.of(game, tags)
        text = pdn_text([record])
        games, problems = read_games(text)
        assert problems == []
        assert games == [record]
        assert pdn_text(games) == text
        assert pdn_text([record, record]) == f"{text}\n{text}"
        assert games[0].game().outcome == game.outcome
        assert read_games(text + ARCHIVE + text)[0] == [record, *read_games(ARCHIVE)[0], record]
        body = text.split("]\n\n")[-1]
        assert max(map(len, body.splitlines())) <= 78

    def test_does_not_write_undone_turns(self) -> None:
        game = read_one(SHORT).game()
        game.go_to(2)
        assert "8-11" not in pdn_text([GameRecord.of(game)])
        assert played(read_one(pdn_text([GameRecord.of(game)]))) == ["11-15", "23-19"]

    def test_writes_a_short_game(self) -> None:
        game = read_one(f'[White "Eve"]\n[Date "2025.11.21"]\n\n{SHORT}').game()
        game.resign(WHITE)
        assert pdn_text([GameRecord.of(game, {"White": "Eve", "Date": "2025.11.21"})]) == (
            '[Event "?"]\n[Site "?"]\n[Date "2025.11.21"]\n[Round "?"]\n[White "Eve"]\n[Black "?"]\n[Result "1-0"]\n'
            '[GameType "21"]\n[Termination "resignation"]\n\n'
            "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 1-0\n"
        )

    def test_writes_a_start_with_the_second_side_to_move(self) -> None:
        game = Game(AMERICAN, "forced", parse_fen("W:W32,31:B1,2", AMERICAN))
        game.play(find_move((32, 28), game.routes()))
        game.play(find_move((1, 6), game.routes()))
        text = pdn_text([GameRecord.of(game)])
        assert '[SetUp "1"]\n[FEN "W:W31,32:B1,2"]' in text
        assert text.endswith("\n1... 32-28 2. 1-6 *\n")

    def test_writes_a_tag_on_one_line(self) -> None:
        record = GameRecord.of(Game(AMERICAN), {"Event": 'a\n"b"\\'})
        assert pdn_text([record]).startswith('[Event "a \\"b\\"\\\\"]\n[Site')
        with pytest.raises(ValueError, match="no name of a tag"):
            pdn_text([GameRecord.of(Game(AMERICAN), {"White space": "x"})])


class TestNotation:
    """The notation of moves in each rule set."""

    def test_writes_the_whole_path_of_an_ambiguous_capture(self) -> None:
        position = parse_fen("B:W6,7,14,15,22,23,32:BK2", AMERICAN)
        game = Game(AMERICAN, start=position)
        round_trips = [move for move in game.routes() if len(move.path) > 3]
        assert len({(move.start, move.end) for move in round_trips}) < len(round_trips)
        for move in round_trips:
            text = pdn_move(move, game.routes(), AMERICAN)
            game.play(move)
            assert read_one(f'[FEN "{fen_text(position)}"] 1. {text}').turns[0].move == move
            game.go_to(game.ply - 1)

    def test_writes_a_variant_tag_for_a_set_without_a_number(self) -> None:
        text = pdn_text([GameRecord.of(Game(RULE_SETS["triple-king"]))])
        assert '[Variant "triple-king"]' in text
        assert "GameType" not in text

    @pytest.mark.parametrize(
        ("kind", "name", "moves", "written"),
        [
            ("23", "pool", ["11-15", "22-18", "15x22"], "1. 11-15 22-18 2. 15x22 *"),
            ("23,B,8,8,N1,0", "pool", ["11-15", "22-18", "15x22"], "1. 11-15 22-18 2. 15x22 *"),
            ("24", "spanish", ["12-15", "22-18", "11-14"], "1. 12-15 22-18 2. 11-14 *"),
            ("25", "russian", ["22-18", "11-15", "18x11"], "1. c3-d4 f6-e5 2. d4xf6 *"),
            ("26", "brazilian", ["c3-d4", "f6-e5", "d4xf6"], "1. c3-d4 f6-e5 2. d4xf6 *"),
            ("28,W,8,8,N1,1", "portuguese", ["12-15", "22-18", "11-14"], "1. 12-15 22-18 2. 11-14 *"),
            ("29,W,8,8,A0,0", "czech", ["22-18", "11-15", "18x11"], "1. c3-d4 f6-e5 2. d4xf6 *"),
            ("31", "thai", ["25-22", "6-9", "22-18"], "1. 25-22 6-9 2. 22-18 *"),
        ],
    )
    def test_reads_and_writes_the_game_types_of_the_family(
        self, kind: str, name: str, moves: list[str], written: str
    ) -> None:
        record = read_one(f'[GameType "{kind}"] 1. {moves[0]} {moves[1]} 2. {moves[2]} *')
        assert record.rules is RULE_SETS[name]
        text = pdn_text([record])
        assert f'[GameType "{kind}"]' in text
        assert written in text

    def test_reads_pool_with_algebraic_squares(self) -> None:
        """Unified pool checkers: White begins."""
        text = '[Result "*"]\n[GameType "23,W,8,8,A0,0"]\n\n1. c3-d4 f6-e5 2. d4xf6 *\n'
        record = read_one(text)
        assert record.rules is rules_named("unified-pool")
        assert (record.rules.first, record.rules.files) == (WHITE, "pool")
        assert played(record) == ["22-18", "11-15", "18x11"]
        assert text in pdn_text([record])
        assert text in pdn_text([GameRecord.of(record.game())])

    def test_uses_the_given_default_rule_set(self) -> None:
        games, _ = read_games("1. 32-28 19-23 *", RULE_SETS["international"])
        assert played(games[0]) == ["32-28", "19-23"]


class TestResult:
    """The results of games."""

    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
    def test_the_last_position_overrules_the_written_result(self, result: str) -> None:
        record = read_one(f'[FEN "W:W22:B18"] 1. 22x15 {result}')
        assert record.outcome == Outcome(WHITE, Reason.NO_MEN)
        assert record.result == "0-1"

    @pytest.mark.parametrize("result", ["*", "0-0", ""])
    def test_reads_a_game_without_a_result(self, result: str) -> None:
        record = read_one(f"{SHORT} {result}")
        assert record.outcome is None
        assert record.result == "*"

    def test_reads_past_an_unclaimed_draw(self) -> None:
        shuffle = " ".join(f"{2 * n + 1}. 4-8 29-25 {2 * n + 2}. 8-4 25-29" for n in range(5))
        record = read_one(f'[FEN "B:WK29:BK4"] {shuffle} 1-0')
        assert len(record.turns) == 20
        assert record.outcome == Outcome(BLACK, Reason.RESIGNED)
        assert record.game().outcome == record.outcome


class TestForeign:
    """Games as other programs write them."""

    @pytest.mark.parametrize(
        "text",
        [
            "1.11-15 23-19 2.8-11 22-17 3.9-13 17-14 4.10x17 21x14 *",
            "1. 11-15 1... 23-19 2. 8-11 2. ... 22-17 3 9-13 17-14 4.... 10:17 21:14",
            "11-15 23-19 8-11 22-17 9-13 17-14 10-17 21-14",
            "1. 11-15! $1 23-19?! $14 2. 8-11!? 22-17?? 3. 9-13 (!) 17-14* 4. 10x17 21x14!! *",
            "{ Old Fourteenth { it is called} 1. 11-15 ; a remark\n23-19 2. 8-11 {(} 22-17\n"
            "% 1-2 junk\n3. 9-13 17-14 4. 10x17 21x14",
            "1. 11-15 (1. 9-13 22-18 (22-17 {)} 13x22) 2. 1-5 1-0 [x]) 23-19 2. 8-11\n22-17\n"
            "3.\n9-13\n17-14\n4. 10x17 21x14 1-0",
            "1. 11\u201315 23\u201319 2. 08-11 22-17 3. 09-13 17-14 4. 10X17 21X14 1-0\x1a",
        ],
    )
    def test_reads_other_ways_to_write_moves(self, text: str) -> None:
        assert played(read_one(text)) == played(read_one(SHORT))

    def test_reads_games_without_tags(self) -> None:
        games, problems = read_games("11-15 23-19 1-0 9-14 22-18 * 9-13")
        assert problems == []
        assert [played(game) for game in games] == [["11-15", "23-19"], ["9-14", "22-18"], ["9-13"]]

    def test_a_game_without_a_result_ends_at_the_next_tag(self) -> None:
        games, problems = read_games('[White "A"]\n11-15\n[White "B"]\n9-14\n[White "C"]\n[White "D"]\n')
        assert problems == []
        assert [(game.tag("White"), len(game.turns)) for game in games] == [("A", 1), ("B", 1), ("C", 0), ("D", 0)]

    def test_reads_tags_of_other_programs(self) -> None:
        text = '[ Event  "The "Old" Club" ] [Site "a \\"b\\" \\\\"][Round "?"]\n[Date "????.??.??"]\n[Level ""]\n*'
        record = read_one(text)
        assert record.tags == (("Event", 'The "Old" Club'), ("Site", 'a "b" \\'), ("Level", ""))
        assert record.tag("Level", "none") == "none"

    def test_a_huff_implies_the_jumping_rule(self) -> None:
        record = read_one('[FEN "B:W18,32:B15,1"] 1. 1-6 {huff 15} 32-28')
        assert record.jumping == "huff"
        assert record.turns[0].huffed == 15


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["english", "standard", "russian", "brazilian", "italian"])
def test_reads_games_of_an_independent_writer(variant: str, tmp_path: Path) -> None:
    """The games are written by pydraughts, with its game types, square names, positions and paths."""
    draughts = pytest.importorskip("draughts")
    pdn = pytest.importorskip("draughts.PDN")
    for seed in range(10):
        rng, board, moves = random.Random(seed), draughts.Board(variant=variant), 0
        while moves < 60 and board.legal_moves() and not board.is_over():
            board.push(rng.choice(board.legal_moves()))
            moves += 1
        path = tmp_path / f"{seed}.pdn"
        pdn.PDNWriter(str(path), board=board)
        record = read_one(decoded(path.read_bytes()))
        assert len(record.turns) == moves
        assert read_one(pdn_text([record])) == record


PIECES = ["11-15 ", "22-18\n", "12x19x26 ", "1. ", "12.", "1-0 ", "2-0\n", "1-1 ", "1-2 ", "0-2", "11-15!", " (", ") "]
PIECES += ["%", "{a} ", "; c\n", "\n\n", '[Event "a"]\n', "a word ", "7-11-16 ", "9-13\\n", "\xa0", "1.9-14 ", "1-0-5 "]


@pytest.mark.parametrize("seed", range(3))
def test_plain_moves_are_read_at_once_as_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices(PIECES, k=20)) for _ in range(200)]
    at_once = [score_sheets(text) for text in texts]
    monkeypatch.setattr("engine.pdn.scanner._RUN", re.compile("(?!)"))
    assert [score_sheets(text) for text in texts] == at_once
