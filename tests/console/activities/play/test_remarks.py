"""The opponents' names, descriptions and remarks."""

import re
from dataclasses import replace

import pytest
from support.claim_checker import ClaimChecker
from support.conversation import Script, converse, options
from support.play_screen import PlaySession

from ai.claims import Kind
from ai.engine import SearchInfo
from ai.levels import LEVELS
from ai.score import MATE
from console.activities.play.remarks import Remarks
from console.activities.season.rivals import rivals
from console.cli.composition import VOCABULARY
from console.dialogue.activity import BeforeGames
from console.dialogue.conversation import ProgramKind
from console.dialogue.state import State
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.move_input import parse_squares
from console.game.naming import Naming
from console.game.options import Options
from console.game.seats import BUILT_IN, RIVAL, Person, Program, Seats
from console.text.levels import VOICES, TurningPoint, remarks_at_level
from console.text.manual import manual_text
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.notation import find_move
from engine.rules import AMERICAN, Jumping


def watched(fen: str | None = None, jumping: Jumping = "forced", level: int = 5) -> tuple[State, Remarks]:
    """Return the state of a game of Dan, who has Black, and the remarks on it."""
    state = State(Options(level=level), VOCABULARY)
    game = Game(AMERICAN, jumping, parse_fen(fen, AMERICAN) if fen else None)
    seats = Seats(Person("Dan"), Program(level))
    state.activity = BeforeGames(Table(game, Stopwatch(state.now), seats), tuple)
    return state, Remarks(state, {BUILT_IN: ProgramKind(lambda *_: Script(), remarks_at_level)})


def found(score: int, nodes: int = 1) -> SearchInfo:
    """Return the result of a search with a score."""
    return SearchInfo(score, (), depth=1, nodes=nodes)


def play(state: State, *moves: str) -> None:
    """Play moves given in numbers."""
    for move in moves:
        state.game.play(find_move(parse_squares(move, Naming(AMERICAN, BLACK, "console")), state.game.routes()))


def after(remarks: Remarks, info: SearchInfo) -> str | None:
    """Return the words of a remark, whose claim is checked unless a search has made it."""
    if (remark := remarks.after(info)) is None:
        return None
    words, claim = remark
    assert claim.kind is Kind.WON or ClaimChecker().is_true(claim.text), claim.text
    return words


ACTS = ("resigning", "drawn", "accepting", "gift", "declining")
BOARD = re.compile(r"\b(jumps?|w[io]nning|won(?!')|better|worse|ahead|behind|m[ae]n|kings?|drawn)\b", re.IGNORECASE)


class TestWho:
    def test_every_level_has_its_own_remarks(self) -> None:
        assert VOICES.keys() == LEVELS.keys()
        every = [text for voice in VOICES.values() for text in voice.remarks.values()]
        assert len(set(every)) == len(every)
        assert all(text.isascii() and len(text) < 60 for text in every)

    def test_who_resigns_or_speaks_of_a_draw_says_nothing_of_the_board(self) -> None:
        """No claim stands behind it. Dot Pickering saw not one jump left where there was one."""
        heard = [(point, text) for rival in rivals() for point, text in rival.remarks.items() if point.value in ACTS]
        heard = [(point, text) for point, text in heard if not text.endswith(("Your game.", "You win."))]
        assert len(heard) > 50
        assert [text for _, text in heard if BOARD.search(text)] == []

    @pytest.mark.parametrize("level", LEVELS)
    def test_the_manual_describes_every_level(self, level: int) -> None:
        line = next(line for line in manual_text().splitlines() if line.startswith(f"     {level}  "))
        assert line.endswith(VOICES[level].about)

    def test_introduces_an_opponent_once(self) -> None:
        lines = converse(["new", "level 3", "new"]).splitlines()
        assert lines.count("You meet the County Champion, who will make sure you hear about it.") == 1
        assert lines.count("You meet the Barber, who plays between customers.") == 1

    def test_shows_the_opponents_name_on_the_screen_and_in_the_result(self) -> None:
        session = PlaySession(options(level=3), Script(["22-18"]))
        assert " Barber ─" in session.text
        session.type("C3 D4", "resign", "Y")
        assert "The Barber wins: you resigned." in converse(["C3 D4", "resign", "Y", "N"], options(level=3))
        assert session.dialogue.state.activity.record().tag("White") == "Computer"

    def test_shows_the_names_of_two_players(self) -> None:
        session = PlaySession(options(players="two", other="Eve"))
        assert "Eve" in session.said
        assert "You meet" not in session.text


def test_says_the_claims_of_a_hint_if_asked_to() -> None:
    said = " ".join(converse(["hint"], options(fen="W:WK31,K32:BK1", first=False, claims=True)).split())
    assert "king to the center | B:WK28,K31:BK1 | 1-6 |" in said
    assert "value | B:WK28,K31:BK1 | 1-6 | value=-1:" in said
    assert "value |" not in converse(["hint"], options(fen="W:WK31,K32:BK1", first=False))


class TestRemarks:
    def test_remarks_on_a_lead_only_if_board_and_score_agree(self) -> None:
        for score, remark in ((200, TurningPoint.AHEAD), (40, None), (-200, None)):
            state, remarks = watched("W:W31,32,30:B1,5")
            play(state, "32-28")
            assert after(remarks, found(score)) == (VOICES[5].remarks[remark] if remark else None)
        state, remarks = watched("W:W31,32:B1,5,12")
        play(state, "32-28")
        assert after(remarks, found(-200)) == VOICES[5].remarks[TurningPoint.BEHIND]
        state, remarks = watched("W:W31,32,22:B1,14")
        play(state, "22-18")
        assert state.game.captures()
        assert after(remarks, found(200)) is None

    def test_remarks_on_the_first_king_of_a_side(self) -> None:
        state, remarks = watched("W:W6,31:B12,3,7")
        play(state, "6-1")
        assert after(remarks, found(60)) == VOICES[5].remarks[TurningPoint.CROWNED]
        state, remarks = watched("B:W31,32,20:B26,1,2")
        play(state, "26-30", "32-28")
        assert after(remarks, found(0)) is None
        assert after(remarks, found(-60)) == VOICES[5].remarks[TurningPoint.KING_AGAINST]
        state, remarks = watched("W:W6,K31:B12,3,7")
        play(state, "6-1")
        assert after(remarks, found(60)) is None

    def test_remarks_on_a_huff(self) -> None:
        state, remarks = watched("B:W18,31,32:B14,1,5", "huff")
        play(state, "1-6")
        state.game.huff(state.game.huffable[0])
        play(state, "31-26")
        assert after(remarks, found(60)) == VOICES[5].remarks[TurningPoint.HUFFED]

    @pytest.mark.parametrize(("jumping", "heard"), [("forced", True), ("free", True), ("huff", False)])
    def test_remarks_on_a_win_searched_to_its_end(self, jumping: Jumping, heard: bool) -> None:
        state, remarks = watched("W:WK31,K32:BK1", jumping)
        play(state, "32-28")
        expected = VOICES[5].remarks[TurningPoint.WINNING if heard else TurningPoint.AHEAD]
        assert after(remarks, found(MATE - 9)) == expected

    def test_remarks_once_on_each_subject_and_not_too_often(self) -> None:
        state, remarks = watched("W:WK31,K32,K30:BK1,K3")
        play(state, "32-28")
        assert after(remarks, found(200)) == VOICES[5].remarks[TurningPoint.AHEAD]
        assert after(remarks, found(MATE - 9)) is None
        play(state, "1-5", "28-32", "5-1", "32-27", "1-6", "27-23", "6-10", "31-26")
        assert after(remarks, found(200)) is None
        assert after(remarks, found(MATE - 9)) == VOICES[5].remarks[TurningPoint.WINNING]

    def test_opens_no_two_games_in_a_row_with_the_same_remark(self) -> None:
        state, remarks = watched("W:W31,32,30:B1,5")
        heard = []
        for _ in range(3):
            state.table = replace(state.table, game=Game(AMERICAN, start=state.game.start))
            play(state, "32-28")
            heard.append(after(remarks, found(200)))
        ahead = VOICES[5].remarks[TurningPoint.AHEAD]
        assert heard == [ahead, None, ahead]

    def test_keeps_silent_when_off_without_a_search_or_opponent(self) -> None:
        for quiet in ("switched off", "no search", "two players"):
            state, remarks = watched("W:W31,32,30:B1,5")
            play(state, "32-28")
            if quiet == "switched off":
                state.switches = replace(state.switches, remarks=False)
            if quiet == "two players":
                state.table = replace(state.table, seats=Seats(Person("Dan"), Person("Eve")))
            assert after(remarks, found(200, nodes=0 if quiet == "no search" else 1)) is None

    def test_is_silent_for_an_opponent_whose_room_was_taken_away(self) -> None:
        state, remarks = watched()
        state.table = replace(state.table, seats=Seats(Person("Dan"), Program(1, 800, "The Visitor", RIVAL)))
        assert remarks.at(TurningPoint.AHEAD) is None
