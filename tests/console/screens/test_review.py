"""The review of a game: scores, mistakes, sentences and the screen."""

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from support.canvas_text import row_text
from support.headless_screens import THEMES, alone, check_view, click, find, picture, send, settled, text_of
from support.namings import from_black
from support.oracle import Oracle, review_of
from support.waiting import wait_until

from ai.book import BookMove
from ai.claims import Claim, Claims
from ai.engine import SearchInfo, Variation, never
from ai.proof import Prover
from ai.score import LIKELY, MATE, is_decided
from console.activities.review.layout import review_layout
from console.activities.review.score_plot import ScorePlot
from console.activities.review.screen import Review
from console.dialogue.analyzing import GameAnalyzer
from console.game.analysis import Mistake, analyze_game, decided, mistakes, scores, worst
from console.game.explored import Explored, ExploredMove
from console.game.move_input import parse_squares
from console.game.naming import Naming
from console.game.tally import Tally
from console.screens.widgets.palettes import COLOR
from console.storage.explorer import Explorer
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Pop
from console.text.review import Reviewer, measured, review_lines, short_score, standing, thrown_away
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.rules import AMERICAN, RULE_SETS, losing_game
from engine.rules import Rules as RuleSet

MOVES = ("11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20", "10-15", "27-24")
# Scores of those positions from Black's view: White's fourth move and Black's fifth throw something away.
SCORES = (5, 3, 8, 0, 5, 0, 2, 0, 120, -40, -35, -400, -30000 + 9)
NAMING = Naming(AMERICAN, BLACK, "console")
NO_TABLES = Prover(AMERICAN)


def game_of(moves: Sequence[str] = MOVES, rules: RuleSet = AMERICAN) -> Game:
    game = Game(rules, "huff" if "huff" in rules.jumpings else "forced")
    for text in moves:
        game.play(find_move(parse_squares(text, Naming(rules, BLACK, "console")), game.routes()))
        if game.huffable:
            game.huff(game.huffable[0])
    return game


@pytest.fixture
def game() -> Game:
    """Return the game of ``MOVES``."""
    return game_of()


def reviewed(width: int = 80, height: int = 24, ply: int = len(MOVES)) -> Review:
    """Return a review after its analysis."""
    game = game_of()
    oracle = Oracle(game, SCORES)
    game.go_to(ply)
    screen = settled(review_of(game, oracle, ("Dan", "Computer")))
    picture(screen, width, height)
    return screen


# The analysis


def test_analyses_positions_from_the_last_to_the_first(game: Game) -> None:
    oracle = Oracle(game, SCORES)
    found = dict(analyze_game(game, oracle, never))
    assert list(found) == list(range(12, -1, -1))
    assert oracle.asked == [game.position_at(ply) for ply in found]
    assert scores(game, found) == list(SCORES)
    assert scores(game, found, WHITE) == [-score for score in SCORES]
    assert game.ply == 12


def test_measures_and_explains_mistakes_from_the_view_of_the_mover(game: Game) -> None:
    found = dict(analyze_game(game, Oracle(game, SCORES), never))
    wrong = mistakes(game, found)
    faults = [Reviewer(game, NAMING).fault(mistake) for mistake in wrong]
    assert faults[0].startswith("4... White G7 F6 (25-22) cost 1.2 men: ")
    assert faults[1].startswith("5. Black C1 D2 (12-16) cost 1.6 men: ")
    assert re.search(r"[:;] [A-H]\d [A-H]\d \(\d+[-x]\d+\) was better\.$", faults[0])
    assert [(mistake.turn, mistake.side, mistake.centimen) for mistake in wrong] == [
        (7, WHITE, 120),
        (8, BLACK, 160),
        (10, BLACK, 365),
    ]
    assert [round(mistake.loss, 2) for mistake in wrong] == [0.44, 0.64, 0.31]
    assert wrong[1].before == 120
    assert wrong[1].after == -40
    assert wrong[1].better == found[8].pv
    assert [mistake.turn for mistake in worst(wrong, 2)] == [7, 8]
    assert [mistake.turn for mistake in worst(wrong, 1)] == [8]
    assert [mistake.turn for mistake in worst(wrong, 1, WHITE)] == [7]
    assert [mistake.turn for mistake in worst(wrong, 2, BLACK)] == [8, 10]


def test_finds_no_mistake_in_best_moves_lost_positions_and_openings() -> None:
    """The search of the next position is deeper, so its score may be lower. A review began with "1. 9-13"."""
    game = game_of(["9-13", "22-18", "12-16", "25-22"])

    def found(turn: int, before: int, after: int) -> list[Mistake]:
        other = MoveGenerator(AMERICAN).legal_moves(game.position_at(turn))[-1]
        return mistakes(game, {turn: SearchInfo(before, (other,)), turn + 1: SearchInfo(after, ())})

    assert mistakes(game, {3: SearchInfo(50, (game.turns[3].move,)), 4: SearchInfo(200, ())}) == []
    assert found(3, -900, MATE - 3) == found(0, 9, 25) == []
    assert [len(found(0, 9, 80)), len(found(3, 9, 25))] == [1, 1]


def test_judges_a_move_by_the_search_that_looked_again(game: Game) -> None:
    """One search told of 1.1 men where another told of none: a move is a mistake if both agree."""
    other, played = MoveGenerator(AMERICAN).legal_moves(game.position_at(7))[-1], game.turns[7].move
    again = (Variation(60, (other,)), Variation(-90, (played, game.turns[8].move)))
    found = {7: SearchInfo(60, (other,), lines=again), 8: SearchInfo(170, (game.turns[9].move,))}
    (mistake,) = mistakes(game, found)
    assert (mistake.before, mistake.after, mistake.reply) == (60, -90, game.turns[8].move)
    assert mistakes(game, {**found, 8: SearchInfo(MATE - 9, (), proved=True)})[0].after == 9 - MATE
    assert mistakes(game, {**found, 8: SearchInfo(-60, (game.turns[9].move,))}) == []


# The sentences


def test_describes_amounts_and_standings() -> None:
    in_men = [measured(each, AMERICAN) for each in (52, 97, 130, 40, 310)]
    assert in_men == ["half a man", "a man", "1.3 men", "0.4 of a man", "3.1 men"]
    said = [standing(score, SIDE_NAMES, AMERICAN) for score in (0, -19, 130, -97, 29_000, -29_990, -LIKELY)]
    assert " ".join(said) == (
        "An even game. An even game. Black is 1.3 men ahead. White is a man ahead. Black wins. White wins. "
        "White seems to be winning."
    )
    assert standing(40, ("Dan", "Computer"), AMERICAN) == "Dan is 0.4 of a man ahead."
    assert ",".join(map(short_score, (None, 0, -4, 130, -29_990, 29_990))) == ",0.0,0.0,+1.3,lost,won"


def test_names_no_men_in_a_losing_game() -> None:
    losing = losing_game(AMERICAN)
    assert standing(-130, ("Dan", "Computer"), losing) == "Computer is 1.3 ahead."
    game = game_of(["11-15"])
    assert thrown_away(Mistake(0, game.turns[0].move, BLACK, 30, -22, 0.3, ()), losing) == "cost 0.5"


@pytest.mark.parametrize(
    ("before", "after", "proved", "said"),
    [
        (MATE - 5, 30, True, "let a win slip"),
        (MATE - 5, 6 - MATE, True, "turned a win into a loss"),
        (30, 6 - MATE, True, "lost the game"),
        (MATE - 5, 30, False, "let a likely win slip away"),
        (MATE - 5, 6 - MATE, False, "let a likely win slip away"),
        (30, 6 - MATE, False, "seems to lose"),
        (30, -100, False, "cost 1.3 men"),
    ],
)
def test_names_wins_and_losses(before: int, after: int, said: str, *, proved: bool) -> None:
    """A win that a search has found is likely, until it is proved."""
    game = game_of(["11-15"])
    other = MoveGenerator(AMERICAN).legal_moves(game.start)[0]
    found = {0: SearchInfo(before, (other,) * 4, proved=proved), 1: SearchInfo(-after, (), proved=proved)}
    (mistake,) = mistakes(game, found)
    assert f"C3 D4 (11-15) {said}: " in Reviewer(game, NAMING).fault(mistake)


def test_writes_a_review_as_text(game: Game) -> None:
    heard: list[Mistake] = []
    lines = list(review_lines(game, NAMING, Oracle(game, SCORES), NO_TABLES, report_mistakes=heard.extend))
    assert len(heard) == 3
    assert max(map(len, lines)) <= 76
    sheet = [line for line in lines[lines.index("") :] if re.match(r" *\d+\. ", line)]
    assert sheet[0].split() == ["1.", "C3", "D4", "0.0", "F6", "E5", "+0.1"]
    assert sheet[3].split()[-3:] == ["G7", "F6??", "+1.2"]
    assert sheet[5].split()[-1] == "lost"
    assert lines[0] == 'The turning points; "4..." is White\'s reply at move 4:'
    faults = [line for line in lines if re.match(r"\d+\.+ (Black|White) ", line)]
    assert [fault.partition(" ")[0] for fault in faults] == ["4...", "5.", "6."]


# White is as good as won from ply 5 on.
LOST = (0, 10, -20, 0, -10, -300, -MATE + 88, -400, -MATE + 86, -800, -MATE + 3, -MATE + 2, -MATE + 1)


def test_tells_a_decided_game_in_one_sentence(game: Game) -> None:
    lines = list(review_lines(game, NAMING, Oracle(game, LOST), NO_TABLES))
    assert lines[lines.index("") - 1] == "After move 3 of 6, White was winning; nothing after that changed it."
    assert len([line for line in lines if "was better" in line]) == 1
    ours = list(review_lines(game, NAMING._replace(home=WHITE), Oracle(game, LOST), NO_TABLES))
    assert "+0.4 is good for White" in " ".join(ours)
    assert ours[ours.index("") - 1] == lines[lines.index("") - 1]
    for learner, is_clean in ((BLACK, False), (WHITE, True)):
        said = [*review_lines(game, NAMING, Oracle(game, LOST), NO_TABLES, learner=learner)]
        assert ("No move of yours lost anything worth mentioning." in said) == is_clean
    flat = [*LOST[:-1], 0]
    assert decided(game, flat, BLACK) is None
    assert decided(game, [0] * 8 + list(LOST[8:]), BLACK) is None, "too short to be worth a sentence"


def test_a_game_known_to_be_lost_stays_lost(game: Game) -> None:
    """The search of a single position between two proved ones may see less."""
    found = dict(analyze_game(game, Oracle(game, LOST), never))
    proved = {ply: replace(info, proved=is_decided(info.score)) for ply, info in found.items()}
    assert [short_score(score) for score in scores(game, proved)][5:] == ["-3.0", *["lost"] * 7]
    assert short_score(0, is_drawn=True) == "drawn"


def test_names_the_worst_move_of_a_loser_who_made_no_mistake(game: Game) -> None:
    """A review of a lost game explained no move."""
    oracle = Oracle(game, (0, -20, -20, -40, -40, *[-70] * 8))
    assert mistakes(game, dict(analyze_game(game, oracle, never))) == []
    game.resign(BLACK)
    assert [mistake.turn for mistake in mistakes(game, dict(analyze_game(game, oracle, never)))] == [4]


def test_says_how_far_a_stopped_review_came(game: Game) -> None:
    oracle = Oracle(game, SCORES)
    lines = list(review_lines(game, NAMING, oracle, NO_TABLES, stop=lambda: len(oracle.asked) > 4))
    assert "I have looked at 4 of 13 positions, working back from the end." in lines
    assert "I found no move" in "".join(review_lines(game, NAMING, Oracle(game, [0] * 13), NO_TABLES))


# The plot


def test_finds_a_score_by_a_click_on_its_bar() -> None:
    for count in (1, 2, 13, 40, 200):
        plot = ScorePlot(Rect(3, 5, 8, 43), count)
        for index in range(count):
            columns = plot.columns(index)
            assert 8 <= columns[0] <= columns[-1] < 48
            if count <= 40:
                assert {plot.at(4, column) for column in columns} == {index}
        assert plot.at(2, 10) is None
        assert plot.at(4, 7) is None


@pytest.mark.parametrize(("count", "width"), [(41, 43), (42, 43), (80, 43), (301, 43), (999, 20), (60, 8)])
def test_finds_a_score_by_a_click_on_a_shared_column(count: int, width: int) -> None:
    """The first score is at the left end, the last at the right."""
    plot = ScorePlot(Rect(3, 5, 8, width), count)
    places = range(plot.left, plot.left + plot.width)
    found = [index for column in places if (index := plot.at(4, column)) is not None]
    assert [plot.columns(index) for index in found] == [range(column, column + 1) for column in places]
    assert (found[0], found[-1]) == (0, count - 1)
    assert found == sorted(set(found))


def test_marks_side_by_side_do_not_look_like_one() -> None:
    """In one column each, two mistakes looked like a grave one."""
    for count, marks in ((43, "?.."), (14, "?? ?  ?")):
        plot, canvas = ScorePlot(Rect(0, 0, 8, 50), count), Canvas(50, 9)
        plot.draw(canvas, THEMES["colour"], [0] * count, count - 1, {0: "??", 1: "?", 2: "?"})
        assert row_text(canvas, 7)[plot.left :].startswith(marks)


# The screen


def test_steps_through_the_game() -> None:
    screen = reviewed()
    assert " 6... of 6" in text_of(picture(screen))
    steps = {"left": "6", "home": "0", "page-up": "0", "right": "1", "down": "2", "page-down": "6...", "end": "6..."}
    for key, place in steps.items():
        send(screen, [key])
        assert f" {place} of 6 " in text_of(picture(screen))
    send(screen, [Mouse("wheel-up", 5, 5, "none"), Mouse("wheel-up", 5, 5, "none"), Mouse("wheel-down", 5, 5, "none")])
    assert " 6 of 6 " in text_of(picture(screen))


def test_goes_to_a_move_by_its_number_and_returns_the_ply_to_play_on_from() -> None:
    screen = reviewed()
    send(screen, ["4"])
    assert "Move number: 4" in text_of(picture(screen))
    assert send(screen, ["enter"]) is None
    assert " 4 of 6 " in text_of(picture(screen))
    assert send(screen, ["enter"]) == Pop("go 7"), "a line to confirm: it takes moves back"
    send(screen, ["1", "1", "1", "1"])
    assert "Move number: 111" in text_of(picture(screen))
    send(screen, ["9", "9", "escape"])
    assert " 6... of 6 " in text_of(picture(screen))
    assert send(screen, ["escape"]) == Pop()
    assert send(reviewed(ply=3), ["left", "enter"]) == Pop("go 2")
    assert send(reviewed(ply=3), ["enter"]) == Pop()


def test_marks_explains_and_finds_mistakes() -> None:
    screen = reviewed()
    send(screen, ["home", "m"])
    shown = text_of(picture(screen))
    assert " 4... of 6 " in shown
    assert "4... White G7 F6 (25-22) cost 1.2 men: " in shown
    assert "Dan is 1.2 men ahead." in shown
    assert "G7 F6??" in shown
    send(screen, ["m", "m"])
    assert "6. Black C5 D4 (10-15) cost 3.6 men" in text_of(picture(screen))
    send(screen, ["m"])
    assert " 4... of 6 " in text_of(picture(screen)), "after the last comes the first again"
    send(screen, ["M"])
    assert "6. Black C5 D4 (10-15) cost 3.6 men" in text_of(picture(screen))
    send(screen, ["M"])
    assert " 5 of 6 " in text_of(picture(screen))


def test_goes_to_the_move_clicked() -> None:
    screen = reviewed()
    click(screen, "5. C1 D2 cost")
    assert " 5 of 6 " in text_of(picture(screen))
    click(screen, "H8 G7")
    assert " 3... of 6 " in text_of(picture(screen))
    row, column = find(picture(screen), "▲")
    send(screen, [Mouse("press", row, screen.plot.columns(2)[0])])
    assert " 1... of 6 " in text_of(picture(screen))
    assert find(picture(screen), "▲")[1] < column


def test_shows_the_best_move_on_the_board() -> None:
    screen = reviewed()
    send(screen, ["home"])
    before = text_of(picture(screen))
    send(screen, ["b"])
    assert "»" in text_of(picture(screen))
    send(screen, ["b"])
    assert text_of(picture(screen)) == before


@pytest.mark.parametrize(("third", "said"), [("8-11", "None but 1 huff."), ("15x22", "None: a clean game.")])
def test_a_game_with_a_huff_is_no_clean_one(third: str, said: str) -> None:
    game = game_of(["11-15", "22-18", third])
    assert said in text_of(picture(settled(review_of(game, Oracle(game, (0, 0, 0, 0)), ("Dan", "Computer")))))


def test_shows_a_bar_of_the_evaluation() -> None:
    screen, board = reviewed(ply=9), review_layout(NAMING, 80, 24).board
    for keys, black in ((["v"], 5), (["right", "right"], 1), (["end"], 0)):
        send(screen, keys)
        canvas = picture(screen)
        column = [canvas.at(row, board.column + board.width) for row in range(2, 18)]
        assert sum(cell.ink == COLOR.board.pieces[BLACK].rim for cell in column) == black


@pytest.mark.parametrize(
    ("fen", "moves", "scored", "said"),
    [
        ("B:W21-32:B1-12", (), [0], "The start of the game."),
        ("B:W18:B15", ("15x22",), [MATE - 1, MATE], "Ann wins: White has no men left."),
    ],
)
def test_reviews_a_game_that_is_short(fen: str, moves: Sequence[str], scored: Sequence[int], said: str) -> None:
    game = Game(AMERICAN, start=parse_fen(fen, AMERICAN))
    for move in moves:
        game.play(find_move(parse_squares(move, NAMING), game.routes()))
    screen = settled(review_of(game, Oracle(game, scored), ("Ann", "White")))
    for keys in ("left", "M", "5", "escape", "b", "m", "end"):
        send(screen, [keys])
    assert said in text_of(picture(screen))
    assert row_text(picture(screen), 0).rstrip() == " REVIEW  Ann (Black) - White", "a side is named once"


def test_adds_the_best_line_as_far_as_there_is_room(game: Game) -> None:
    screen = reviewed(ply=0)
    info = screen.analysis.found[0]
    screen.analysis.found[0] = replace(info, pv=tuple(turn.move for turn in game.turns))
    below_board = " ".join(line[:52] for line in text_of(picture(screen, 100, 30)).splitlines())
    assert "Best now: C3 D4 (11-15), then F6 E5, D4 F6" in " ".join(below_board.split())
    for rows in (2, 3):
        assert len(screen._now_in(38, rows)) == rows
    assert "Best now: C3 D4 (11-15)." in " ".join(screen._now_in(20, 1))


def test_shows_progress_and_restarts_a_stopped_analysis(game: Game) -> None:
    hold = threading.Event()
    oracle = Oracle(game, SCORES, hold)
    screen = review_of(game, oracle)
    assert oracle.holds.wait(10)
    shown = text_of(picture(screen))
    assert "5 of 13" in shown
    assert screen.tick is not None
    assert "A Stop" in shown
    send(screen, ["a"])
    assert screen.tick is not None
    assert "5 of 13 positions, stopped" in text_of(picture(screen))
    hold.set()
    assert screen.tick is None
    send(screen, ["home"])
    assert "I have not looked at this position yet." in text_of(picture(screen))
    send(screen, ["a"])
    settled(screen)
    assert "stopped" not in text_of(picture(screen))
    assert "A Analyse" not in text_of(picture(screen))
    hold.clear()
    again = review_of(game, Oracle(game, SCORES, hold))
    again.close()
    wait_until(lambda: not again.analysis.working)


def test_finds_no_cause_while_it_is_drawn(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page with a mistake took half a second."""
    threads, find = list[threading.Thread](), Claims.of_mistake

    def of_mistake(claims: Claims, *about: Any) -> Claim | None:
        threads.append(threading.current_thread())
        return find(claims, *about)

    monkeypatch.setattr(Claims, "of_mistake", of_mistake)
    screen = review_of(game, Oracle(game, SCORES))
    settled(screen)
    for _ in game.turns:
        send(screen, ["m"])
        picture(screen)
    assert len(threads) == 3
    assert threading.current_thread() not in threads


def test_raises_errors_of_the_analysis(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "analyze", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        settled(review_of(game, Oracle(game, SCORES)))


@pytest.mark.parametrize(("width", "height"), [(40, 20), (53, 21), (60, 40), (80, 24), (80, 25), (120, 40), (200, 60)])
@pytest.mark.parametrize("name", ["american", "international"])
def test_fits_every_window(name: str, width: int, height: int) -> None:
    game = game_of() if name == "american" else game_of(["31-26", "18-22"], RULE_SETS[name])
    screen = settled(review_of(game, Oracle(game, SCORES), ("A name of twenty let", "Computer")))
    for key in ("home", "m", "end", "1", "v", "b"):
        send(screen, [key], width, height)
        shown = picture(screen, width, height)
        assert "REVIEW" in row_text(shown, 0)
        assert any("Esc" in row_text(shown, row) for row in (height - 2, height - 1))
        assert "F1 Help" in row_text(shown, height - 1)
        assert "+3" in text_of(shown)


@pytest.mark.parametrize("name", ["american", "international"])
def test_uses_every_row_of_a_large_window(name: str) -> None:
    """In 120x40, nine rows were empty, and the board had small squares."""
    naming = from_black(RULE_SETS[name])
    for width, height in product((100, 120, 160, 200), range(naming.geometry.size * 3, 61)):
        found = review_layout(naming, width, height)
        assert found.frame is not None
        assert found.moves is not None
        assert found.worst is not None
        for rect in (found.frame, found.comments):
            assert rect.row + rect.height <= height - 1
        assert max(found.frame.row + found.frame.height, found.comments.row + found.comments.height) == height - 1
        if found.comments.height > 4:
            assert found.frame.row + found.frame.height == height - 1
            assert found.comments.column + found.comments.width <= found.frame.column
        parts = (found.moves, found.plot, found.progress, found.worst)
        for upper, lower in pairwise(parts):
            assert upper.row + upper.height <= lower.row
        assert found.worst.row + found.worst.height <= found.frame.row + found.frame.height - 1
    assert review_layout(NAMING, 120, 40).board.size.width == 10


def test_looks_like_the_golden_picture() -> None:
    check_view("review", "colour-80x25", reviewed(), ["home", "m"])


class KnownMove(Explorer):
    """An explorer that knows one move, after its index was read."""

    def __init__(self) -> None:
        self.is_read = False

    def read(self, stop: Callable[[], bool]) -> None:
        self.is_read = True

    def look(self, game: Game) -> Explored:
        assert self.is_read
        move = game.legal_moves()[0]
        played = ExploredMove(move, Tally(), Tally(), BookMove(move, -3, 1))
        return Explored("Fife", Tally(7, 0, game.ply), Tally(), (played,))


@pytest.mark.parametrize("key", ["e", "escape"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (40, 20)])
def test_e_shows_what_was_played_in_the_position_and_hides_it_again(width: int, height: int, key: str) -> None:
    screen = settled(review_of(game_of(), Oracle(game_of(), SCORES), explorer=KnownMove()))
    before = text_of(picture(screen, width, height))
    send(screen, "e", width, height)
    settled(screen)
    assert "Archive 19" in text_of(picture(screen, width, height))
    send(screen, ["left"], width, height)
    shown = text_of(picture(screen, width, height))
    assert "Archive 18" in shown
    assert " -0.03" in shown
    assert ("─ Fife ─" in shown) == (width > 40)
    assert send(screen, ["right", key], width, height) is None
    assert text_of(picture(screen, width, height)) == before
    screen.close()


def test_finds_the_same_again_however_busy_the_machine_is() -> None:
    """A search that time had cut short gave other marks at the next visit."""
    game = game_of()
    analyzer, positions = GameAnalyzer(game.rules, game.jumping), game.positions_since_progress()
    stopped = analyzer.analyze(positions, lambda: True)
    found = analyzer.analyze(positions, lambda: False)
    assert found is not stopped
    assert analyzer.analyze(positions, lambda: True) is found


@pytest.mark.parametrize("line", ["that looks wrong", "quit", "mb", "A1 B2"])
def test_a_line_that_is_typed_does_nothing_and_is_told_so(line: str) -> None:
    """Each of its letters acted: the T of "that" took moves back."""
    screen = reviewed(ply=8)
    before = text_of(picture(screen)).splitlines()
    assert [screen.handle(Key(text=letter)) for letter in line] == [None] * len(line)
    assert screen.handle(Key("enter")) is alone(screen) is None
    *above, bar = text_of(picture(screen)).splitlines()
    assert bar.strip() == "To type a line, go back first: Esc."
    assert above == before[:-1]
    assert screen.handle(Key("left")) is None
    assert "Esc Back" in text_of(picture(screen)).splitlines()[-1]


def test_a_letter_that_is_held_down_acts_each_time() -> None:
    screen, other = reviewed(), reviewed()
    assert [screen.handle(Key(text=letter)) for letter in "mmm"] == [None] * 3
    alone(screen)
    send(other, "mmm")
    assert text_of(picture(screen)) == text_of(picture(other))


def test_enter_behind_a_letter_adds_nothing() -> None:
    """M and Enter played on from the mistake."""
    screen, other = reviewed(), reviewed()
    assert [screen.handle(each) for each in (Key(text="m"), Key("enter"))] == [None, None]
    send(other, "m")
    assert text_of(picture(screen)) == text_of(picture(other))


def test_tries_again_at_the_mistake_shown() -> None:
    screen = reviewed(ply=8)
    assert send(screen, "t") == Pop("go 7")
    assert send(reviewed(ply=7), "t") is None
