"""The screen of a proof, and the screens that open it."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from support.canvas_text import row_text
from support.conversation import options
from support.headless_screens import check_view, click, picture, send, settled, text_of
from support.namings import from_black
from support.oracle import review_of
from support.play_screen import PlaySession

from ai.proof import Proof, Prover
from console.activities.review.screen import Review
from console.activities.setup.screen import PositionEditor
from console.dialogue.proving import Attempt
from console.game.naming import Naming
from console.screens.proof import ProofScreen
from console.storage.built_files import default_prover
from console.terminal.events import Mouse
from console.terminal.screen_stack import Pop, Push, Screen
from console.text.proof import UNPROVED
from console.text.review import reached
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping

WON = "B:WK32:BK1,K5"
SIZES = [(80, 25), (80, 24), (120, 40), (40, 20)]


def shown(fen: str = WON, jumping: Jumping = "forced", rules: str = "american", home: int = BLACK) -> ProofScreen:
    """Return the screen with a proof found."""
    game = Game(RULE_SETS[rules], jumping, parse_fen(fen, RULE_SETS[rules]))
    screen = ProofScreen(game, Naming.of(game.rules, home, None), Attempt(game, default_prover).run)
    settled(screen)
    return screen


class Slow(Prover):
    """A prover that finds nothing until it is stopped."""

    def __init__(self) -> None:
        super().__init__(RULE_SETS["american"])
        self.stopped = threading.Event()

    def prove(self, positions: Sequence[Position], stop: Callable[[], bool] = bool) -> Proof | None:
        while not stop():
            threading.Event().wait(0.005)
        self.stopped.set()
        return None


def test_steps_through_the_proof() -> None:
    screen = shown()
    steps = {"right": 1, ". enter down": 4, "left": 3, "page-down page-down": 23, "end right": 31, "page-up": 21}
    for keys, step in [*steps.items(), ("home left", 0)]:
        send(screen, keys.split())
        assert f"PROOF  {reached(step, 31)}" in text_of(picture(screen))
    send(
        screen, [Mouse("wheel-down", 5, 5, "none"), Mouse("wheel-down", 5, 5, "none"), Mouse("wheel-up", 5, 5, "none")]
    )
    assert "PROOF  1 of 16" in text_of(picture(screen))
    click(screen, "Step")
    send(screen, [" "])
    assert "PROOF  2 of 16" in text_of(picture(screen))
    (spot, step) = screen._clicks[3]
    screen.handle(Mouse("press", spot.row, spot.column))
    assert f"PROOF  {reached(step, 31)}" in text_of(picture(screen)), "a click on a move of the proof"
    send(screen, ["home", "right", "right", "right"])
    before = text_of(picture(screen))
    send(screen, ["v"])
    assert text_of(picture(screen)) != before


@pytest.mark.slow
def test_shows_the_value_of_every_move_at_each_step() -> None:
    screen = shown()
    first = text_of(picture(screen))
    assert "Black wins in 16 moves." in first
    assert "1. Black A7 B6 (1-6)." in first
    assert "Black to move" in first
    send(screen, ["right"])
    second = text_of(picture(screen))
    assert "1... White H2 G1 (32-28)." in second
    assert "►H2 G1       loses in 15" in second
    assert " H2 G3       loses in 15" in second
    text = " ".join(text_of(picture(screen, 40, 20)).split())
    assert "1... White H2 G1 (32-28); H2 G3 loses in 15." in text
    cyclic = text_of(picture(shown("B:W18,26,12,11:B14,15,K1,2", "forced"), 40, 20))
    assert "by counting moves may come first. Esc" in " ".join(cyclic.split())
    send(screen, ["end"])
    assert "White has no men left: Black wins." in text_of(picture(screen))


def test_says_that_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.proof.NODES", 500)
    monkeypatch.setattr("ai.proof.NODES_OF_OPEN_PLAY", 500)
    screen = shown(fen_text(Position.start(RULE_SETS["american"])), "free")
    assert UNPROVED in " ".join(text_of(picture(screen)).split())
    for keys in ("right", "end", "left", "home", "v"):
        send(screen, [keys])
    assert UNPROVED in " ".join(text_of(picture(screen)).split())


def test_ends_the_search_when_left() -> None:
    slow = Slow()
    screen = ProofScreen(Game(AMERICAN), from_black(AMERICAN), lambda stop: slow.prove((), stop), lambda: "7 positions")
    assert screen.tick is not None
    assert "Trying to prove how this ends: 7 positions." in text_of(picture(screen))
    assert send(screen, ["right", "escape"]) == Pop()
    screen.close()
    assert slow.stopped.is_set()
    assert screen.tick is not None
    assert UNPROVED in " ".join(text_of(picture(screen)).split())
    assert screen.tick is None, "it was drawn after the search"


@pytest.mark.parametrize(("width", "height"), [*SIZES, (53, 21), (60, 40)])
def test_fits_every_window(width: int, height: int) -> None:
    screen = shown("W:WK1,K3:BK50", rules="international", home=WHITE)
    for keys in ("home", "right", "page-down", "end", "v"):
        send(screen, [keys], width, height)
        canvas = picture(screen, width, height)
        assert "PROOF" in text_of(canvas)
        assert {"Esc", "F1"} <= set(row_text(canvas, height - 1).split())
    assert send(screen, ["q"]) == Pop()


def test_looks_like_the_golden_picture() -> None:
    check_view("proof", "colour-80x25", shown(), ["end", "left", "left", "left", "left"])


# Screens that open it


def test_opens_at_the_word_during_a_game() -> None:
    session = PlaySession(options(WON, "forced"))
    session.type("proof")
    assert isinstance(session.opened, ProofScreen)
    session.come_back()
    session.type("A7 B6")
    assert "A7 B6" in session.text
    assert session.dialogue.state.table.helped


def of_a_review() -> Review:
    game = Game(AMERICAN, start=parse_fen(WON, AMERICAN))
    for _ in range(2):
        game.play(game.legal_moves()[0])
    return review_of(game)


@pytest.mark.parametrize(
    ("screen", "keys", "verdict"),
    [
        (lambda: PositionEditor(AMERICAN, from_black(AMERICAN), parse_fen(WON, AMERICAN)), "p", "Black wins in 16"),
        (of_a_review, "home right p", "Black wins in 15"),
    ],
    ids=["editor", "review"],
)
def test_proves_a_position_of_another_screen(screen: Callable[[], Screen[Any]], keys: str, verdict: str) -> None:
    opener = screen()
    pushed = send(opener, keys.split())
    assert isinstance(pushed, Push)
    settled(pushed.screen)
    assert verdict in text_of(picture(pushed.screen))
    opener.close()
