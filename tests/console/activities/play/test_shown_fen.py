"""The FEN that the program shows stands on one line, so that it can be copied."""

from random import Random

import pytest
from support.conversation import converse, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession

from console.terminal.screen_stack import Push
from engine.fen import fen_text, short_fen
from engine.game import Game, Turn
from engine.position import Position
from engine.rules import RULE_SETS


def positions(rules: str) -> list[Position]:
    """Return the positions of two random games."""
    found = []
    for seed in range(2):
        rng, game = Random(seed), Game(RULE_SETS[rules], "forced")
        while game.outcome is None and game.ply < 60:
            found.append(game.position)
            move = rng.choice(game.captures() or game.legal_moves())
            game.replay(Turn(move, move.after))
    return found


@pytest.mark.parametrize("rules", ["american", "international"])
def test_the_fen_is_on_one_line_of_plain_text(rules: str) -> None:
    for position in positions(rules)[::7]:
        fen = fen_text(position)
        lines = converse(["fen"], options(fen=fen, rules=rules, jumping="forced")).splitlines()
        assert f"FEN {fen}" in lines or f"FEN {short_fen(position)}" in lines


@pytest.mark.parametrize("rules", ["american", "international"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_fen_is_in_one_row_of_the_screen(rules: str, size: tuple[int, int]) -> None:
    for position in positions(rules)[::20]:
        fen = fen_text(position)
        session = PlaySession(options(fen=fen, rules=rules, jumping="forced"), size=size)
        session.type("fen")
        shown = text_of(picture(session.opened, *size)) if isinstance(session.answer, Push) else session.text
        assert {fen, short_fen(position)} & {*shown.split()}, shown


def test_a_short_fen_is_beside_the_board() -> None:
    session = PlaySession(options(fen="B:W18,27:B5,K10", jumping="forced"))
    session.type("fen")
    assert session.answer is None
    assert "FEN B:W18,27:B5,K10" in session.said
