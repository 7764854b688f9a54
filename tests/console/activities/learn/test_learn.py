"""Opening lines in the conversation: they are asked from memory, corrected, and asked again on later days."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, converse, options
from support.stored_games import disk, in_memory

from ai.book import Book, BookRecord, book_for, pack_book, position_key
from ai.defense import Defense
from ai.openings.names import OPENINGS, Opening, plans
from console.activities.learn.continuation import game_line, masters_games, moves_of, opening_line
from console.activities.learn.handlers import NEXT, Drill
from console.activities.learn.lines import game_of, known_lines, lines_known, own_moves
from console.cli.composition import dialogue_of
from console.dialogue.messages import Reply, ShowList, Think
from console.game import repetition
from console.game.naming import Naming
from console.game.repetition import Item
from console.reading.kinds import SHOWN
from console.reading.readings import Command
from console.screens.play.note import Note
from console.storage.due_items import added, removed, updated
from console.storage.store import Store
from console.terminal.canvas import Rect
from engine.fen import fen_text
from engine.game import Game, Turn
from engine.geometry import BLACK, WHITE
from engine.house_rules import article_line, house_rules
from engine.notation import move_text, read_move
from engine.pdn.reader import read_games
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

TODAY = date(2026, 3, 1)
RUSSIAN = RULE_SETS["russian"]
GRANNY = house_rules("granny", replace(AMERICAN, men_capture_back=True))
OTHER = house_rules("granny", replace(AMERICAN, draw_after=20))
GLASGOW = "11-15 23-19 8-11 22-17 11-16 24-20 16x23 27x11 7x16 20x11"
TYPED = ["C3 D4", "B2 C3", "C3 D2", "D2 F4", "B4 D2"]
"""Black's moves in Glasgow, as they are typed."""
pytestmark = pytest.mark.usefixtures("masters_games")
START = fen_text(Position.start(AMERICAN))
GLASGOWS, EDINBURGH = (
    next(opening for opening in OPENINGS if opening.name == name) for name in ("Glasgow", "Edinburgh")
)
DEFENSE = Defense(AMERICAN, 300)
MISTAKE = Item(repetition.MISTAKE, "american", "", BLACK, "D4 E5", "B:W19,31:B2,K4", "4-8", TODAY)
LINE = Item(repetition.LINE, "american", "", BLACK, "Glasgow", START, GLASGOW, TODAY, asked=1, right=5)


def store_with(*lines: Item) -> Store:
    """Return a store in memory with lines."""
    store = in_memory()
    store.player.change(*(added(line, replaces=True) for line in lines))
    return store


def talk(
    lines: Sequence[str],
    store: Store | None = None,
    today: date = TODAY,
    opponent: Script | None = None,
    **fields: object,
) -> str:
    """Return the transcript of a session of play that begins with a game, on one line."""
    chosen = options(**fields)  # type: ignore[arg-type]  # each test names its own fields
    computer = opponent or Script(["23-19", "22-17"])
    return " ".join(converse(lines, chosen, computer, store=store, today=lambda: today).split())


def lines_of(store: Store) -> list[Item]:
    """Return the lines of a store."""
    return known_lines(store.player)


class TestPlans:
    def test_every_opening_says_what_each_side_wants(self) -> None:
        assert [*plans()] == [opening.name for opening in OPENINGS]
        mostly = Naming.of(AMERICAN, BLACK, None)
        for opening in OPENINGS:
            black, white = plans()[opening.name]
            texts = [mostly.in_text(text) for text in (black, white)]
            assert Note(opening.name, tuple(texts)).fits([Rect(0, 0, 20, 27)]), opening
            assert all(len(text) <= 110 and "{" not in text and text.endswith(".") for text in texts)
            assert [text.split()[0] for text in (white, black)] in (["White", "Black"], ["White", "The"]), opening

    def test_what_a_side_has_to_do_is_so_on_the_board(self) -> None:
        """Moves are made within four plies of the opening, and a jump is demanded where one has to be made."""
        for opening in OPENINGS:
            game = Game(AMERICAN)
            for text in opening.moves.split():
                game.play(read_move(text, game.routes()))
            wants = plans()[opening.name]
            assert ("has to jump" in wants[game.side]) <= bool(game.captures()) <= ("jump" in " ".join(wants)), opening
            assert "has to jump" not in wants[1 - game.side], opening
            for move in re.findall(r"\{(\d+[-x]\d+)\}", " ".join(wants)):
                assert move in opening.moves.split() or comes(game, move, 4), (opening, move)


def comes(game: Game, move: str, plies: int) -> bool:
    """Return True if a move can be made in a game within so many plies."""
    routes = game.routes()
    if any(move_text(each, routes) == move for each in routes):
        return True
    for each in routes if plies > 1 else ():
        game.play(each)
        found = comes(game, move, plies - 1)
        game.go_to(game.ply - 1)
        if found:
            return True
    return False


class TestIntervals:
    def test_the_intervals_grow_as_those_of_mistakes_do(self) -> None:
        line, mistake, waits = LINE, MISTAKE, []
        for _ in range(4):
            today = line.due
            line, mistake = line.answered(5, 5, today), mistake.failed(mistake.due)
            waits.append((line.due - today).days)
            assert line.due == mistake.due
        assert waits == [7, 30, 30, 30]

    def test_practice_before_the_day_changes_nothing_if_it_is_right(self) -> None:
        early = replace(LINE, due=TODAY + timedelta(5), times=1)
        assert early.answered(5, 5, TODAY) == replace(early, asked=2)
        assert early.answered(4, 5, TODAY).due == TODAY + timedelta(1)


class TestAsking:
    def test_the_other_lines_that_are_due_follow(self) -> None:
        yesterday = TODAY - timedelta(1)
        other = replace(LINE, name="Line 1", moves="11-15 22-17", due=yesterday, right=1)
        store = store_with(LINE, other, replace(other, name="Line 2", due=TODAY))
        heard = talk(["learn", "C3 D4", "", *TYPED, "n", "quit"], store)
        assert "Line 1: 1 of 1, from memory." in heard
        assert "2 more openings are due: Glasgow (Y/N, Enter: Y)?" in heard
        assert "Glasgow: 5 of 5, from memory. I will ask you again in a week. One more opening is due: Line 2" in heard
        assert "Back to the game." in heard

    def test_openings_are_played_to_their_end(self) -> None:
        session = Talk(dialogue_of(options(), Random(1), Script(), today=lambda: TODAY))
        for opening in OPENINGS[::20]:
            session.type(f"learn {opening.name}")
            drill = session.state.activity
            assert isinstance(drill, Drill)
            while session.asked.kind is not NEXT:
                game, moves = drill.table.game, drill.line.moves.split()
                text = "" if session.asked.kind is SHOWN else moves[game.ply]
                session.type(text and Naming.of(AMERICAN, drill.line.side, None).move(read_move(text, game.routes())))
            session.type("n")
        assert sum("fresh from the board" in text for text in session.texts) == len(OPENINGS[::20])


class TestLines:
    @pytest.mark.parametrize("with_masters", [True, False])
    def test_lines_begin_with_the_opening_and_are_deep_enough(self, with_masters: bool) -> None:
        games = masters_games() if with_masters else []
        for opening in OPENINGS[:: 6 if with_masters else 12]:
            game = made(opening, games)
            assert moves_of(game).startswith(opening.moves)
            assert game.ply >= 8
            assert not game.captures()

    def test_a_line_goes_on_as_most_masters_did(self) -> None:
        games = ["11-15 23-19 8-11 "] * 3 + ["11-15 23-18 8-11 "] * 2
        opening = Opening("Old Faithful", "11-15", "")
        assert moves_of(made(opening, [*games, "11-15 23-19 7-11 "])).startswith("11-15 23-19 8-11")
        assert moves_of(made(GLASGOWS, masters_games())) == GLASGOW

    def test_a_line_follows_no_two_games(self) -> None:
        """The book goes on with 22-18."""
        assert moves_of(made(Opening("Old Faithful", "11-15", ""), ["11-15 24-19 "] * 2)).startswith("11-15 22-18")

    def test_a_line_follows_no_move_that_the_book_does_not_play(self) -> None:
        game = Game(AMERICAN)
        game.play(read_move("11-15", game.routes()))
        keys = [position_key(read_move(text, game.routes()).after) for text in ("22-18", "23-19")]
        rows = [
            BookRecord(position_key(game.position), keys[0], 0, 9),
            BookRecord(position_key(game.position), keys[1], 1, 5),
        ]
        book = Book(pack_book(rows, AMERICAN), AMERICAN)
        assert moves_of(made(Opening("Old Faithful", "11-15", ""), [], 2, book)) == "11-15 23-19"

    def test_a_number_of_moves_is_the_length(self) -> None:
        assert made(EDINBURGH, [], 3).ply == 3
        assert made(EDINBURGH, [], 14).ply >= 14

    def test_a_line_of_a_game_ends_where_a_jump_was_declined(self) -> None:
        game = Game(AMERICAN, "huff")
        for text in ("11-15", "22-18", "9-14"):
            game.play(read_move(text, game.routes()))
        assert game_line(AMERICAN, game.start, game.turns, None).ply == 2

    def test_a_line_of_a_game_does_not_end_within_an_exchange(self) -> None:
        game = Game(AMERICAN)
        for text in ("11-15", "22-18", "15x22", "25x18", "8-11"):
            game.play(read_move(text, game.routes()))
        assert game_line(AMERICAN, game.start, game.turns, 2).ply == 4
        assert game_line(AMERICAN, game.start, game.turns, None).ply == 5

    def test_a_line_of_a_long_game_has_twelve_moves(self) -> None:
        turns: list[Turn] = []
        game, rng = Game(RUSSIAN), Random(3)
        while len(turns) < 20:
            game.play(rng.choice(game.legal_moves()))
            turns = [*game.turns]
        line = game_line(RUSSIAN, game.start, turns, None)
        assert line.ply >= 12
        assert line.ply == 12 or turns[line.ply - 1].move.captured
        assert all(turn.move.captured for turn in turns[12 : line.ply])


def made(opening: Opening, games: Sequence[str], plies: int | None = None, book: Book | None = None) -> Game:
    """Return the line of an opening; searches are made at once. ``book`` replaces the packaged one."""
    steps = opening_line(opening, games, book or book_for(AMERICAN), lambda: DEFENSE, plies)
    reply: Reply = None
    try:
        while True:
            step = steps.send(reply)
            assert isinstance(step, Think)
            reply = step.run(lambda: False, None)
    except StopIteration as ended:
        game: Game = ended.value
        return game


class TestWords:
    def test_names_the_next_line_if_none_is_due_and_none_is_new(self) -> None:
        later = [replace(LINE, name=opening.name, due=TODAY + timedelta(31)) for opening in OPENINGS]
        store = store_with(*later, replace(LINE, due=TODAY + timedelta(30)))
        assert 'No opening is due: Glasgow comes up in a month. "learn Glasgow" runs through it now.' in talk(
            ["learn"], store
        )

    def test_a_game_gets_a_name_that_no_line_of_either_side_has(self) -> None:
        store = store_with(replace(LINE, name="Line 1", side=WHITE))
        talk(["C3 D4", "B2 C3", "learn game to 4", "quit"], store)
        assert [line.name for line in lines_of(store)] == ["Line 1", "Line 2"]

    def test_learns_an_opening_even_if_another_line_has_its_moves(self) -> None:
        store = store_with(replace(LINE, name="Line 1"))
        talk(["learn glasgow", "quit"], store)
        assert [line.name for line in lines_of(store)] == ["Line 1", "Glasgow"]

    def test_learns_a_game_of_others_with_the_side_of_the_player(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        (record,), _ = read_games('[Black "Eve"]\n[White "Dan"]\n\n1. 11-15 22-18 *\n')
        store.saved.save("tea", record)
        assert "tea, as White: your 1 move" in talk(["learn tea", "n", "quit"], store)

    def test_a_line_by_house_rules_needs_no_file_of_them(self, tmp_path: Path) -> None:
        disk(tmp_path).rules.add(GRANNY)
        talk(["new granny", "C3 D4", "B2 C3", "learn game to 4", "learn off", "quit"], disk(tmp_path))
        disk(tmp_path).rules.remove("granny")
        store = disk(tmp_path)
        assert [game_of(line).rules for line in lines_of(store)] == [GRANNY]
        heard = talk(["no", "learn line 1", "n", "C3 D4", "B2 C3", "n", "quit"], store)
        assert "Line 1: 2 of 2" in heard
        assert "This is called" not in heard, "men who jump backward have other plans"
        assert [line.asked for line in lines_of(store)] == [1]

    def test_a_name_with_a_control_character_is_shown_printably(self) -> None:
        heard = talk(["learn \x1b[2J", "quit"])
        assert "\x1b" not in heard.replace("learn \x1b[2J", "")

    def test_lists_lines_before_openings(self) -> None:
        dialogue = Talk(dialogue_of(options(), Random(1), Script(), store_with(LINE), today=lambda: TODAY))
        dialogue.send("learn list", ShowList)
        (shown,) = (step for step in dialogue.steps if isinstance(step, ShowList))
        assert tuple(shown.rows[0].texts)[:4] == ("Glasgow", "Black", "today", "5 of 5")
        assert shown.rows[0].answer == Command("learn", "Glasgow black")
        assert [row.texts[0] for row in shown.rows].count("Glasgow") == 1
        assert len(shown.rows) == len(OPENINGS)
        assert all(len(line) <= 78 for line in shown.lines())
        for row in (shown.rows[0], shown.rows[1]):
            assert row.about is not None
            assert all(len(text) <= 30 for text in row.about(30))


def test_the_reminder_mentions_mistakes_and_lines_in_one_sentence() -> None:
    store = store_with(LINE)
    store.player.change(added(MISTAKE))
    assert 'An opening and one of your mistakes are due: type "learn" or "problem".' in talk(["quit"], store)


@pytest.mark.parametrize("side", [BLACK, WHITE])
@pytest.mark.parametrize("plies", range(5))
def test_counts_the_players_moves_of_either_side(side: int, plies: int) -> None:
    for rules, moves in ((AMERICAN, GLASGOW), (RUSSIAN, "c3-d4 f6-g5 g3-h4 g7-f6")):
        start = Position.start(rules)
        moves = " ".join(moves.split()[:plies])
        line = replace(LINE, rules=rules.name, side=side, start=fen_text(start), moves=moves)
        assert own_moves(line) == sum((start.side + ply) % 2 == side for ply in range(plies))


class TestStored:
    def test_a_line_replaces_that_of_the_same_key(self) -> None:
        shorter = replace(LINE, name="GLASGOW", moves="11-15 23-19")
        assert lines_of(store_with(LINE, replace(LINE, side=WHITE), shorter)) == [replace(LINE, side=WHITE), shorter]

    def test_keeps_lines_of_the_same_name_by_different_house_rules(self) -> None:
        others = [replace(LINE, rules="granny", articles=article_line(rules)) for rules in (GRANNY, OTHER)]
        store = store_with(LINE, *others)
        known = [lines_known(store.player, rules) for rules in (GRANNY, OTHER, AMERICAN)]
        assert known == known[:1] * 3
        store.player.change(removed(others[0]))
        assert lines_of(store) == [LINE, others[1]]

    def test_a_line_that_cannot_be_played_is_reported(self) -> None:
        broken = replace(LINE, name="Bro{ken}", moves="11-15 11-15")
        store = store_with(LINE, broken)
        heard = talk(["learn bro{ken}", "learn", *TYPED, "y", "learn drop bro{ken}", "quit"], store)
        assert heard.count('The moves of "Bro{ken}" cannot be played. "learn drop Bro{ken}" forgets it.') == 2
        assert "Back to the game." in heard
        assert [line.name for line in lines_of(store)] == ["Glasgow"]

    def test_a_line_dropped_or_replaced_meanwhile_gets_no_result(self) -> None:
        """The line replaced has the same name, rules and side."""
        shorter = replace(LINE, moves="11-15 23-19")
        for store in (store_with(), store_with(shorter)):
            before = lines_of(store)
            store.player.change(updated(LINE.answered(5, 5, TODAY)))
            assert lines_of(store) == before


def test_counts_the_lines_that_are_known() -> None:
    data = store_with(LINE, replace(LINE, side=WHITE, times=1)).player
    found = lines_known(data, AMERICAN)
    assert found is not None
    assert found.all == ("openings known", 1, 2)
    assert found.shares == (("with Black", 0, 1), ("with White", 1, 1))
    assert lines_known(data, RUSSIAN) is None
