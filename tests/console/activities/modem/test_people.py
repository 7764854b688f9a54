"""The protocol between two people: requests, lost connections, and hostile peers."""

import gc
import random
import re
import socket
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from support.damage import damaged
from support.house_rules import random_house_rules
from support.waiting import wait_until

from ai.dxp import messages as dxp
from ai.dxp.connection import HERE, ConnectionFailed, DxpConnection, Listener
from ai.dxp.session import DxpGame
from ai.worker import Worker
from console.activities.modem.dialing import Dialing, await_call, dial
from console.activities.modem.people import (
    Answered,
    Back,
    Draw,
    Event,
    Moved,
    OfferAnswered,
    RemotePeer,
    Requested,
    Terms,
    UnplayableRequest,
    agreed_moves,
    go_on,
    move_texts,
    send_away,
)
from console.game.clock import Control
from engine.game import Game
from engine.geometry import BLACK, WHITE, Side
from engine.house_rules import article_line, house_rules, parse_articles
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

SETS = tuple(RULE_SETS)
GRANNY = house_rules("great-granny", replace(AMERICAN, men_capture_back=True))


def next_event(peer: RemotePeer) -> Event:
    """Return the next event of a peer."""
    while True:
        assert peer.wait(10)
        event = peer.hear()
        if event is not None:
            return event


class End:
    """One end of a connection, with its record of the game."""

    def __init__(self, connected: socket.socket, name: str, rules: str, side: Side) -> None:
        self.peer = RemotePeer(DxpConnection(connected), name, RULE_SETS[rules])
        self.game = Game(RULE_SETS[rules])
        self.side = side

    def moves_at(self, ply: int) -> bool:
        """Return True if this end moves after ``ply`` plies."""
        return (self.game.start.side == self.side) == (ply % 2 == 0)


@pytest.fixture
def ends() -> Iterator[tuple[End, End]]:
    """Yield Dan, who calls and plays Black, and Anna, with a game that has begun."""
    yield from connected("american")


def connected(rules: str) -> Iterator[tuple[End, End]]:
    """Yield two connected ends with a game that has begun."""
    left, right = socket.socketpair()
    dan, anna = End(left, "Dan", rules, BLACK), End(right, "Anna", rules, WHITE)
    dan.peer.begin(DxpGame(dan.game), BLACK)
    anna.peer.begin(DxpGame(anna.game), WHITE)
    try:
        yield dan, anna
    finally:
        dan.peer.hang_up()
        anna.peer.hang_up()


# Requests


def test_continues_a_game_with_its_moves_and_clocks(ends: tuple[End, End]) -> None:
    dan, anna = ends
    rng = random.Random(1)
    while dan.game.outcome is None and dan.game.ply < 60:
        dan.game.play(rng.choice(dan.game.legal_moves()))
    dan.peer.request_game(dan.game, BLACK, Terms(AMERICAN, "forced", Control(5, 3)), (12.34, 300.0))
    asked = next_event(anna.peer)
    assert isinstance(asked, Requested)
    assert (asked.goes_on, asked.clocks) == (True, (12.3, 300.0))
    assert move_texts(asked.board.game) == move_texts(dan.game)
    anna.peer.accept(asked, move_texts(asked.board.game))
    answered = next_event(dan.peer)
    assert isinstance(answered, Answered)
    assert list(answered.moves or ()) == move_texts(dan.game)


@pytest.mark.parametrize(
    ("second", "goes_on"), [("moves 3 9-13", True), ("moves 2 22-18", False), ("moves 4 9-13", False)]
)
def test_ignores_moves_with_a_gap(second: str, goes_on: bool, ends: tuple[End, End]) -> None:
    dan, anna = ends
    dan.peer.note("moves 1 11-15 23-19")
    dan.peer.note(second)
    dan.peer.request_game(Game(AMERICAN), BLACK, Terms(AMERICAN))
    asked = next_event(anna.peer)
    assert isinstance(asked, Requested)
    assert (asked.goes_on, asked.board.game.ply) == (goes_on, 3 * goes_on)


@pytest.mark.parametrize(
    "note",
    ["plays klondike forced 5+3", "plays american huff 5+3", "plays russian free 0+0", "moves 1 11-15 23-19 32-1"],
)
def test_refuses_games_that_cannot_be_played(ends: tuple[End, End], note: str) -> None:
    dan, anna = ends
    dan.peer.say("x")
    dan.peer.note(note)
    dan.peer.connection.send(dxp.GameRequest("Dan", WHITE, 5, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w"))
    assert next_event(anna.peer) == dxp.Chat("x")
    assert isinstance(next_event(anna.peer), UnplayableRequest)
    assert next_event(dan.peer) == Answered("Anna", False, False, None, None)


# House rules


def house(rules: Rules, name: str) -> Rules:
    """Return house rules under another name, which may be that of a losing game."""
    return parse_articles(name, article_line(rules))


def sent(game: Game, control: Control | None = None, clocks: tuple[float, float] | None = None) -> list[dxp.Message]:
    """Return the messages of a request for a game."""
    ours, theirs = socket.socketpair()
    with closing(DxpConnection(ours)) as line, closing(DxpConnection(theirs)) as other:
        RemotePeer(line, "Dan", game.rules).request_game(game, BLACK, Terms(game.rules, "forced", control), clocks)
        messages = []
        while other.wait(0.0) and (message := other.receive(0.0)) is not None:
            messages.append(message)
    return messages


NOTES = [each.text.removeprefix("[EGA] ") for each in sent(Game(GRANNY)) if isinstance(each, dxp.Chat)]
"""The notes of a request for a game by house rules."""


def request_with(notes: Sequence[str]) -> Event:
    """Return the event that a request with notes is for the peer, whose answer to a refusal is checked too."""
    for dan, anna in connected("american"):
        for note in notes:
            dan.peer.note(note)
        dan.peer.connection.send(dxp.GameRequest("Dan", WHITE, 0, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w"))
        event = next_event(anna.peer)
        if isinstance(event, UnplayableRequest):
            assert next_event(dan.peer) == Answered("Anna", False, False, None, None)
        return event
    raise AssertionError


def house_rules_at_random() -> Iterator[Rules]:
    """Yield house rules and losing games by them, under names of every length."""
    rng = random.Random("house rules")
    for name in ("granny", "rules-of-1990", "abcdefghijklmnop") * 4:
        rules = house(random_house_rules(rng)[0], name)
        yield losing_game(rules) if rules.losing or rng.random() < 0.3 else rules


def test_requests_a_game_with_all_its_terms() -> None:
    """The peer gets all articles of house rules, and repeats them in its answer."""
    for side, rules in enumerate([*RULE_SETS.values(), *house_rules_at_random()]):
        for dan, anna in connected("american"):
            for jumping in {*rules.jumpings} - {"huff"}:
                terms = Terms(rules, jumping, Control(5, 3))
                dan.peer.request_game(Game(rules, jumping), side % 2, terms)
                asked = next_event(anna.peer)
                assert isinstance(asked, Requested)
                assert asked[:3] == ("Dan", terms, 1 - side % 2)
                assert (asked.goes_on, asked.clocks, asked.board.game.jumping) == (False, None, jumping)
                assert asked.board.game.position == Game(rules).position
                move = Game(rules).legal_moves()[0]
                assert asked.board.write(move, 0) == DxpGame(Game(rules)).write(move, 0)
                anna.peer.accept(asked)
                assert next_event(dan.peer) == Answered("Anna", True, False, None, terms)
                anna.peer.refuse()
                assert next_event(dan.peer) == Answered("Anna", False, False, None, None)


def test_does_not_use_articles_twice(ends: tuple[End, End]) -> None:
    dan, anna = ends
    dan.peer.request_game(Game(GRANNY), BLACK, Terms(GRANNY))
    next_event(anna.peer)
    dan.peer.note("plays house forced 0+0")
    dan.peer.connection.send(dxp.GameRequest("Dan", WHITE, 0, 0, None))
    assert isinstance(next_event(anna.peer), UnplayableRequest)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("8x8", "9x9", 'its house rules: "Board: 9x9" cannot be: it is "8x8" or "10x10"'),
        ("Rows of men: 3", "Rows of men: 4", 'its house rules: "Rows of men: 4" does not go with "Board: 8x8"'),
        ("Rows of men", "Rows of mice", 'its house rules: "Rows of mice: 3" is no article'),
        ("Rows of men: 3", "Board: 10x10", 'its house rules: "Board: 10x10" is the second line about Board'),
        ("; Rows of men: 3", "", "the articles of its house rules have not all arrived"),
        (" 1 Board", " 2 Board", "the articles of its house rules have not all arrived"),
        ("plays house", "plays american", 'it is called american, but the articles are those of "great-granny"'),
        ("plays house", "plays granny", 'no rules are called "granny" here'),
        ("house forced", "house huff", 'jumping "huff" is not played over a line'),
        ("rules great-granny", "rules american", 'its house rules: "american" already means something else'),
        ("rules great-granny 1", "rules grandpa 1", "the articles of its house rules have not all arrived"),
        ("rules great-granny", "rules gran-losing", 'its house rules: "gran-losing" is the name of a losing game'),
    ],
)
def test_refuses_damaged_or_contradictory_house_rules(old: str, new: str, reason: str) -> None:
    assert old in "\n".join(NOTES)
    event = request_with([note.replace(old, new) for note in NOTES])
    assert isinstance(event, UnplayableRequest)
    assert event.reason.startswith(reason)
    assert event.reason.isprintable()


def test_plays_no_rules_other_than_the_notes_have() -> None:
    rng = random.Random("damaged notes")
    whole = "\n".join(NOTES)
    accepted = 0
    for _ in range(150):
        text = bytearray(whole.encode())
        text[rng.randrange(len(text))] = rng.choice(b"abcx0123456789:; ")
        event = request_with(text.decode().split("\n"))
        if isinstance(event, Requested) and event.terms.rules != AMERICAN:
            accepted += 1
            shown = {each.casefold() for each in article_line(event.terms.rules).split("; ")}
            assert shown <= {each.casefold() for each in re.split(r"; |\n|rules [a-z0-9-]+ [0-9]+ ", text.decode())}
    assert accepted


# In a game


def test_receives_moves_chat_takebacks_draws_and_ends(ends: tuple[End, End]) -> None:
    dan, anna = ends
    move = dan.game.legal_moves()[0]
    dan.peer.send_move(move, 2.4)
    dan.game.play(move)
    assert next_event(anna.peer) == Moved(move, 2)
    anna.game.play(move)
    dan.peer.say("[EGA] busy, are you?")
    assert next_event(anna.peer) == dxp.Chat(" [EGA] busy, are you?")
    dan.peer.offer(Back(0))
    assert Back in dan.peer.offers
    assert next_event(anna.peer) == Back(0)
    anna.peer.answer(Back(0), granted=False)
    assert next_event(dan.peer) == OfferAnswered(False, Back(0), 1)
    anna.peer.offer(Draw())
    assert next_event(dan.peer) == Draw()
    dan.peer.answer(Draw(), granted=False)
    assert next_event(anna.peer) == OfferAnswered(False, Draw(), 0)
    anna.peer.offer(Draw())
    next_event(dan.peer)
    dan.peer.answer(Draw(), granted=True)
    assert next_event(anna.peer) == OfferAnswered(True, Draw(), 1)
    dan.peer.end(dxp.I_LOSE)
    dan.peer.end(dxp.I_LOSE)
    assert next_event(anna.peer) == dxp.GameEnd(dxp.I_LOSE, False)
    dan.peer.end(dxp.UNKNOWN, leaves=True)
    assert next_event(anna.peer) == dxp.GameEnd(dxp.UNKNOWN, True)


def test_ends_the_game_where_the_draw_was_accepted(ends: tuple[End, End]) -> None:
    """The move that was made after the offer was not known there."""
    dan, anna = ends
    dan.peer.offer(Draw())
    move = dan.game.legal_moves()[0]
    dan.peer.send_move(move, 1)
    dan.game.play(move)
    assert next_event(anna.peer) == Draw()
    anna.peer.answer(Draw(), granted=True)
    assert next_event(dan.peer) == OfferAnswered(True, Draw(), 0)
    dan.peer.offer(Draw())
    anna.peer.note("draw accepted 99")
    assert next_event(dan.peer) == OfferAnswered(True, Draw(), 1), "no later than the game is"


def test_reads_a_final_draw_as_an_offer_or_an_acceptance(ends: tuple[End, End]) -> None:
    """Other programs have no other message for it."""
    dan, anna = ends
    dan.peer.connection.send(dxp.GameEnd(dxp.DRAW, is_last=False))
    assert next_event(anna.peer) == Draw(ends=True)
    anna.peer.offer(Draw())
    dan.peer.connection.send(dxp.GameEnd(dxp.DRAW, is_last=False))
    assert next_event(anna.peer) == OfferAnswered(True, Draw(), 0)


def test_ignores_answers_without_a_question(ends: tuple[End, End]) -> None:
    dan, anna = ends
    for message in (dxp.BackAnswer(0), dxp.BackRequest(9, WHITE), dxp.BackRequest(1, BLACK), dxp.BackRequest(0, BLACK)):
        dan.peer.connection.send(message)
    for note in ("draw accepted 0", "draw declined", "plays", "moves 7 11-15", "clocks 1 2", "what"):
        dan.peer.note(note)
    dan.peer.say("still there")
    assert next_event(anna.peer) == dxp.Chat("still there")
    assert [dan.peer.connection.receive(1) for _ in range(3)] == [dxp.BackAnswer(2)] * 3


# Lost connections


@pytest.mark.parametrize("games", [25, pytest.param(1500, marks=pytest.mark.slow)])
def test_both_sides_agree_on_the_moves_after_a_break(games: int) -> None:
    """After a break at any point, with any messages on their way, both sides agree on the same moves."""
    taken_back = late = 0
    for number in range(games):
        rng = random.Random(number)
        for dan, anna in connected(rng.choice(SETS)):
            for _ in range(rng.randint(0, 60)):
                act(rng.choice((dan, anna)), rng)
            mine, theirs = move_texts(dan.game), move_texts(anna.game)
            agreed = agreed_moves(mine, theirs, dan.moves_at)
            assert agreed is not None
            assert agreed == agreed_moves(theirs, mine, anna.moves_at)
            taken_back += len(agreed) < max(len(mine), len(theirs))
            late += len(agreed) > min(len(mine), len(theirs))
            go_on(dan.game, agreed)
            go_on(anna.game, agreed)
            assert dan.game.position == anna.game.position
            assert move_texts(dan.game) == move_texts(anna.game) == agreed
    assert min(taken_back, late) > games // 100


def test_keeps_no_extra_move_that_its_player_has_not_recorded() -> None:
    assert agreed_moves([*"ab"], [*"abc"], lambda _: True) == [*"ab"]
    assert agreed_moves([*"abc"], [*"ab"], lambda _: False) == [*"ab"]


def act(end: End, rng: random.Random) -> None:
    """Do something that a person may do now: handle a message, move, or ask to go back."""
    if end.game.outcome is not None:
        return
    event = end.peer.hear() if rng.random() < 0.6 else None
    match event:
        case Moved(move):
            end.game.play(move)
        case Back(ply):
            granted = rng.random() < 0.7 and Back not in end.peer.offers
            end.peer.answer(event, granted)
            if granted:
                end.game.go_to(ply)
        case OfferAnswered(True, Back(ply)):
            end.game.go_to(ply)
        case None if Back in end.peer.offers:
            return
        case None if end.game.ply > 1 and rng.random() < 0.2:
            own = [ply for ply in range(end.game.ply) if end.moves_at(ply)]
            end.peer.offer(Back(own[-1]))
        case None if end.game.side == end.side:
            move = rng.choice(end.game.legal_moves())
            end.peer.send_move(move, 1)
            end.game.play(move)


# Hostile peers


def mutated_call(number: int) -> bytes:
    """Return the bytes of a whole call, damaged at random."""
    rng = random.Random(number)
    pieces = [
        dxp.write_message(dxp.GameRequest("them", BLACK, 5, 0, "B" + 12 * "b" + 8 * "e" + 12 * "w")),
        dxp.write_message(dxp.GameAnswer("them", rng.randrange(4))),
        *(f"M000{rng.randrange(10)}{start:02}{end:02}00" for start, end in ((11, 15), (9, 13), (22, 18), (23, 19))),
        "CHello \x1b[2J",
        "C[EGA] plays american forced 5+3",
        "C[EGA] moves 1 11-15 23-19",
        "C[EGA] moves 3 8-11",
        "C[EGA] rules granny 1 Board: 8x8; Dark corner: left",
        "C[EGA] rules granny 3 Rows of men: 3; First move: Black",
        "C[EGA] plays house forced 5+3",
        "C[EGA] clocks 12.3 99999.9",
        "C[EGA] draw offered",
        "C[EGA] draw accepted 99",
        "C[EGA] busy",
        f"E{rng.randrange(4)}{rng.randrange(2)}",
        f"B{rng.randrange(4):03}{rng.choice('WZ')}",
        f"K{rng.randrange(3)}",
    ]
    return damaged("\0".join(rng.choices(pieces, k=rng.randint(1, 9))).encode() + b"\0", rng, rng.randrange(3))


def test_tells_a_caller_that_the_line_is_busy_only_when_he_asks() -> None:
    """A caller who asked two seconds after the connection was told that the line is lost."""
    theirs, ours = map(DxpConnection, socket.socketpair())
    Worker("busy line", lambda stop: send_away(ours, "Anna"))
    with closing(theirs):
        assert not theirs.wait(0.1)
        theirs.send(dxp.GameRequest("Eve", BLACK, 0, 0))
        assert theirs.receive(10.0) == dxp.Chat("[EGA] busy")


@pytest.mark.parametrize(
    "calls",
    [range(250), *(pytest.param(range(at, at + 20_000), marks=pytest.mark.slow) for at in range(0, 100_000, 20_000))],
)
def test_survives_damaged_calls(calls: range) -> None:
    """All data gives a valid event or ConnectionFailed, and memory does not grow."""
    heard: dict[str, int] = {}
    for number in calls:
        if number == calls[len(calls) * 9 // 10]:
            gc.collect()
            tracemalloc.start()
        theirs, ours = socket.socketpair()
        anna = End(ours, "Anna", "american", WHITE)
        if number % 3:
            anna.peer.begin(DxpGame(anna.game), WHITE)
        theirs.setblocking(False)
        theirs.send(mutated_call(number))
        try:
            while (event := anna.peer.hear()) is not None:
                heard[type(event).__name__] = heard.get(type(event).__name__, 0) + 1
                match event:
                    case Moved(move):
                        anna.game.play(move)
                    case Back(ply):
                        anna.game.go_to(ply)
                        anna.peer.answer(event, granted=True)
                    case Draw() if number % 2:
                        anna.peer.offer(Draw())
                    case Requested() if event.board.game.outcome is None:
                        anna.peer.accept(event)
        except ConnectionFailed:
            heard["ConnectionFailed"] = heard.get("ConnectionFailed", 0) + 1
        theirs.close()
        anna.peer.hang_up()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 300_000
    events = (Requested, Moved, Back, Draw, OfferAnswered, dxp.GameEnd, dxp.Chat, Answered)
    assert {kind.__name__ for kind in (*events, ConnectionFailed)} <= {*heard}


# Connecting


def waits(dialing: Dialing) -> None:
    """Wait until a call would be accepted."""
    wait_until(lambda: any(line.startswith("Waiting") for line in dialing.lines))


def test_accepts_one_caller_after_the_other() -> None:
    listener = Listener(HERE, 0)
    waiting = await_call(listener)
    waits(waiting)
    calling = dial(HERE, listener.port)
    assert waiting.wait(10)
    assert calling.wait(10)
    assert waiting.lines[-2:] == ["RING", "CONNECT 2400"]
    assert calling.lines == [f"ATDT 127.0.0.1:{listener.port}", "CONNECT 2400"]
    again = await_call(listener)
    waits(again)
    second = dial(HERE, listener.port)
    assert again.wait(10)
    for each in (waiting, calling, again, second):
        each.wait(10)
        got = each.connection()
        assert got is not None
        got.close()
    listener.close()


def test_calls_again_for_a_bounded_time() -> None:
    listener = Listener(HERE, 0)
    port = listener.port
    listener.close()
    once = dial(HERE, port)
    assert once.wait(10)
    assert once.lines == [f"ATDT 127.0.0.1:{port}", "NO CARRIER"]
    with pytest.raises(ConnectionFailed, match="Nobody answers"):
        once.connection()
    long = dial(HERE, port, patience=600)
    assert not long.wait(0.02)
    long.stop()
    assert long.done
    assert long.connection() is None


def test_closes_a_connection_of_a_canceled_call() -> None:
    """Escape after CONNECT must not leave the peer with a connection that nobody answers."""
    listener = Listener(port=0)
    calling = dial(HERE, listener.port)
    assert calling.wait(10)
    calling.stop()
    assert calling.connection() is None
    peer = listener.accept(10)
    assert peer is not None
    with closing(listener), closing(peer), pytest.raises(ConnectionFailed, match="hung up"):
        peer.receive(10)


def test_waits_for_a_call_for_a_bounded_time() -> None:
    listener = Listener(HERE, 0)
    clock = iter(range(0, 1000, 50))
    waiting = await_call(listener, 60, lambda: float(next(clock)))
    assert waiting.wait(10)
    with pytest.raises(ConnectionFailed, match="Nobody called"):
        waiting.connection()
    listener.close()


def test_every_note_fits_into_a_message() -> None:
    longest = house(losing_game(random_house_rules(random.Random(1))[0]), "abcdefghijklmnop-losing")
    for rules in (AMERICAN, RULE_SETS["international"], longest):
        rng = random.Random(3)
        game = Game(rules)
        while game.outcome is None:
            game.play(rng.choice(game.legal_moves()))
        messages = sent(game, Control(999, 999), (9e9, -1.0))
        assert [dxp.read_message(dxp.write_message(message)) for message in messages] == messages
        assert all("\0" not in message.text for message in messages if isinstance(message, dxp.Chat))
