"""The notation of squares: that of the rules, the chosen one, and moves typed in another one."""

import random

import pytest
from support.cases import cases
from support.conversation import Talk, options, talk
from support.play_screen import PlaySession

from console.game.move_input import parse_squares
from console.game.naming import SQUARE_STYLES, Naming, SquareStyle
from console.reading import kinds
from engine.geometry import BLACK, WHITE
from engine.rules import RULE_SETS


class TestChoosing:
    def test_rejects_an_unknown_notation_printably(self) -> None:
        message = '"?" will not do: "squares" takes console, algebraic, numbers or own.'
        assert talk().type("squares \x1b").texts[-1] == message

    def test_changes_from_the_menu(self) -> None:
        session = PlaySession()
        entries = {entry.label: entry for entry in session.dialogue.menu()["Board"]}
        shown = []
        for _ in range(4):
            entry = entries["Square names"]
            assert callable(entry.value)
            assert callable(entry.argument)
            shown.append(entry.value(session.dialogue.state))
            session.type(f"squares {entry.argument(session.dialogue.state)}")
        assert shown == ["own", *SQUARE_STYLES]
        assert session.dialogue.state.switches.squares is None


@pytest.mark.parametrize(("fen", "typed", "played", "said"), cases("short_moves"))
def test_plays_a_move_that_leaves_out_the_first_row(fen: str, typed: str, played: str, said: str) -> None:
    start = None if fen == "-" else fen
    heard = talk(options(rules="russian", jumping="forced", players="two", other="Eve", fen=start)).type(typed)
    turns = heard.state.game.turns
    assert ([Naming.of(RULE_SETS["russian"], WHITE, None).move(turn.move) for turn in turns] or ["-"]) == [played]
    assert said in ("-", *heard.texts)


def _listed(conversation: Talk) -> list[str]:
    """Return the moves that the word "moves" lists."""
    text = conversation.type("moves").texts[-1]
    assert text.startswith(("You can move ", "You can jump "))
    return text.removesuffix(".")[len("You can move ") :].split(", ")


@pytest.mark.parametrize("style", SQUARE_STYLES)
@pytest.mark.parametrize(("name", "side"), [("american", WHITE), ("russian", BLACK), ("italian", WHITE)])
def test_whatever_is_said_of_squares_can_be_typed_back(name: str, style: SquareStyle, side: int) -> None:
    """The lists of moves, the hint, the computer's move, the pieces and the question."""
    rng, rules = random.Random(f"{name} {style} {side}"), RULE_SETS[name]
    chosen = options(rules=name, jumping="forced", first=(side == rules.first))
    conversation = talk(chosen).type(f"squares {style}")
    state = conversation.state
    for _ in range(6):
        naming = Naming.of(rules, side, style)
        assert state.naming == naming
        moves = state.game.routes()
        listed = _listed(conversation)
        assert {parse_squares(text, naming) for text in listed} <= {move.path for move in moves}
        assert len(listed) == len(state.game.legal_moves())
        assert style != "numbers" or listed == sorted(listed, key=lambda text: parse_squares(text, naming))
        hinted = conversation.type("hint").texts[-1].removeprefix("I would move ").partition(";")[0].removesuffix(".")
        assert parse_squares(hinted, naming) in {move.path for move in moves}
        if rng.random() < 0.3:
            text, _, last = conversation.type("where").texts[-1].partition(" The last move was ")
            assert [last.partition(". ")[0]] == ([naming.move(turn.move) for turn in state.game.turns[-1:]] or [""])
            named = [word.strip(",.") for word in text.split() if any(sign.isdigit() for sign in word)]
            assert {parse_squares(word, naming) for word in named} <= {(n,) for n in range(1, 51)}
        before = state.game.ply
        conversation.type(rng.choice([*listed, hinted]))
        if conversation.asked.kind is not kinds.MOVE or state.game.ply != before + 2:
            break
        answered = conversation.texts[-1].removeprefix("I move ").partition(" and ")[0].removesuffix(".")
        assert parse_squares(answered, naming) == state.game.turns[-1].move.path
    assert state.game.ply >= 2
