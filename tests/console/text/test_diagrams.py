"""``checkers show``: diagrams as text, and JSON."""

import json
import re
from pathlib import Path

import pytest
from support.paths import ROOT

from console.cli.main import main
from console.game.naming import Naming
from console.text.board import diagram_text
from engine.fen import parse_fen
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import RULE_SETS

GAME = '[Event "<Cup> & more"]\n[Black "A"]\n[White "B"]\n1. 11-15 {good} 23-19! 2. 8-11 {[%clk 0:01:00]} 22-17 1-0\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a file of one game."""
    (tmp_path / "game.pdn").write_text(GAME)
    return str(tmp_path / "game.pdn")


NUMBERS = Naming(RULE_SETS["american"], BLACK, "console", in_numbers=True)


def test_places_numbers_as_in_the_manual() -> None:
    manual = (ROOT / "CHECKERS.DOC").read_text("utf-8")
    rows = re.findall(r"^     [A-H] \|((?: (?:  |[ \d]\d) \|){8})$", manual, re.MULTILINE)
    empty = Position(RULE_SETS["american"].geometry, 0, 0, 0, 0, BLACK)
    assert [line.strip()[1:] for line in diagram_text(empty, NUMBERS).splitlines()[1::2]] == rows


@pytest.mark.parametrize("name", ["american", "international", "italian", "triple-king"])
def test_places_pieces_on_their_squares(name: str) -> None:
    rules = RULE_SETS[name]
    kings = ",T9" if rules.triple_kings else ""
    position = parse_fen(f"W:W18,K20:B5,K10{kings}", rules)
    numbers = Naming(rules, BLACK, "console", in_numbers=True)
    for bottom in (BLACK, WHITE):
        cells = re.findall(r"\| ?([ \w@*]{2,3}) (?=\|)", diagram_text(position, numbers._replace(home=bottom)))
        assert sum(cell.strip() in ("x", "X", "o", "O", "*") for cell in cells) == 4 + bool(kings)
    from_black, from_white = (diagram_text(position, numbers._replace(home=home)).split() for home in (BLACK, WHITE))
    assert from_black == from_white[::-1] or rules.size == 8


class TestShow:
    def test_prints_a_ruled_board(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", file, "--text", "--move", "1", "--bottom", "white"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "Move 1: Black 11-15; White to move" in lines
        assert "    | x  |    | x  |    | x  |    | x  |    |" in lines

    def test_writes_json(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", file, "--json"]) == 0
        game = json.loads(capsys.readouterr().out)
        assert (game["rules"], game["jumping"], game["result"]) == ("american", "forced", "1-0")
        assert game["tags"]["Event"] == "<Cup> & more"
        assert parse_fen(game["start"], RULE_SETS["american"]) == Position.start(RULE_SETS["american"])
        assert [move["move"] for move in game["moves"]] == ["11-15", "23-19", "8-11", "22-17"]
        assert game["moves"][0]["fen"].endswith(":B1,2,3,4,5,6,7,8,9,10,12,15")

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--text", "--json"], "Use only one of --pdn"),
            (["--json", "--move", "1"], "--json writes the whole game"),
            (["--bottom", "red"], "use black or white"),
            (["--move", "some"], "use a whole number from 0 to 1000000000000000, or all"),
            (["--pdn", "--move", "all"], "--pdn writes the whole game"),
        ],
    )
    def test_rejects_what_cannot_be_done(
        self, file: str, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["show", file, *arguments]) == 2
        assert reason in capsys.readouterr().err
