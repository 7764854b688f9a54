"""PDN as other programs, web pages, letters and people write it: what cannot be read never costs its neighbor."""

import io
import random

import pytest
from support.cases import cases
from support.written_games import cut, played, read_one

from engine.pdn.collection import Collection, decoded
from engine.pdn.reader import read_games
from engine.pdn.tree import Comment
from engine.pdn.writer import pdn_text

MOVES = ["11-15", "23-19", "8-11", "22-17"]
G = "1. 11-15 23-19 2. 8-11 22-17"
A, B = f'[Event "a"]\n\n{G} 1-0\n', f'[Event "b"]\n\n{G} 0-1\n'
LETTER = "From: me\nSubject: game 3, of 4 (1)\nDate: 12.05.2020\n\nHello there!\n\n"

BOTH = {
    "a stray bracket": f"{A}\n[Empty]\n\n{B}",
    "a stray bracket first": f"[Empty]\n{A}[Empty]\n[]\n{B}[Empty]\n",
    "a broken tag between": f'{A}\n[Empty "x]\n\n{B}',
    "a broken tag at its end": f'{A}\n[Empty x"\n\n{B}',
    "a stray line": f"{A}\nNext game, please:\n\n{B}",
    "a stray line without a result": f"{A.replace(' 1-0', '')}\nWhite resigns here.\n\n{B}",
    "line ends in text": A.replace("\n", "\\r\n") + "\\r\n" + B.replace("\n", "\\r\n"),
    "line ends as text only": A.replace("\n", "\\n") + B.replace("\n", "\\r\\n"),
    "JSON": (A + B).replace('"', '\\"').replace("\n", "\\n"),
    "no empty lines": (A + B).replace("\n\n", "\n"),
    "one line": (A + B).replace("\n", " "),
    "only carriage returns": (A + B).replace("\n", "\r"),
    "line separators": (A + B).replace("\n", "\u2028"),
    "markup": f"[pdn]\n{A}[/pdn]\n[pdn]{B}[/pdn]",
    "a page": f"<html><pre>\n{A}</pre>\n<br>\n<pre class='x'>{B}</pre>".replace('"', "&quot;"),
    "fences": f"```pdn\n{A}```\n\n```\n{B}```\n",
    "a letter": f"{LETTER}{A}\nand\n\n{B}\nBye, Dan\n",
    "quoted": "".join(f"> {line}\n" for line in f"{A}\n{B}".splitlines()),
    "curly quotes": (A + B).replace('"a"', "“a”").replace('"b"', "„b“"),
    "single quotes": (A + B).replace('"', "'"),
    "no quotes": (A + B).replace('"', ""),
    "half of the quotes": (A + B).replace('"a"', 'a"').replace('"b"', '"b'),
    "small letters": (A + B).replace("Event", "event"),
    "capitals": (A + B).replace("Event", "EVENT"),
    "order marks": f"\ufeff{A}\ufeff{B}",
    "null bytes": f"{A}\0\0{B}\0",
    "other dashes": (A + B).replace("1-1", "1\u20111").replace("-", "\u2212"),
    "wide spaces": (A + B).replace("1. ", "1.\xa0").replace(" 2", "\u20032").replace("23-", "23\u200b-"),
    "footnotes": (A + B).replace("23-19", "23-19---A").replace("8-11", "8-11-B").replace("22-17", "22-17C"),
    "stars": (A + B).replace("23-19", "23-19*").replace("8-11", "8-11 (!)").replace("22-17", "22-17 =+ $4"),
    "full width": (A + B).replace("1. 11-15", "\uff11\uff0e\uff11\uff11\uff0d\uff11\uff15"),
    "glued numbers": (A + B).replace("1. ", "1.").replace("2. ", "2."),
    "dots": (A + B).replace(" 23-19", " 1... 23-19").replace(" 22-17", " . 22-17").replace("2.", "2\u2026"),
    "no dashes": (A + B).replace("23-19", "2319").replace("8-11", "0811"),
    "colons": (A + B).replace("1-0", "1:0").replace("0-1", "0 : 1"),
    "nested comments": (A + B).replace("23-19", "23-19 {a {b} c}"),
    "an unclosed comment": f'{A}{B}[Event "c"]\n{G} {{ oops *\n',
    "bare clocks": (A + B).replace("23-19", "23-19 [%clk 0:01:00]"),
}  # fmt: skip


@pytest.mark.parametrize("text", BOTH.values(), ids=BOTH)
def test_reads_both_games(text: str) -> None:
    games, problems = read_games(decoded(text.encode()))
    if "oops" in text:
        assert games.pop().tag("Event") == "c"
    assert [played(game) for game in games] == [MOVES, MOVES]
    assert [game.tag("Event") for game in games] == ["a", "b"]
    results = ["*" if "resigns" in text else "1-0", "0-1"]
    assert [(game.result[:3]) for game in games] == results
    assert len(problems) == ("oops" in text)
    assert [played(game) for game in read_games(pdn_text(games))[0]] == [MOVES, MOVES]


@pytest.mark.parametrize(
    ("encoding", "ends"),
    [("utf-8", "\r"), ("utf-8-sig", "\r\n"), ("utf-16", "\r"), ("utf-16-le", "\r\n"), ("utf-16-be", "\n")],
)
def test_reads_any_encoding_of_unicode(encoding: str, ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece of the file may end between a carriage return and what follows, or within a letter."""
    monkeypatch.setattr("engine.pdn.collection.PIECE", 40)
    monkeypatch.setattr("engine.pdn.collection.LONGEST_LINE", 7)
    data = "".join(f'[Event "Çup {number}"]\n\n{G} 1-0\n\n' for number in range(60)).replace("\n", ends)
    stream = io.BytesIO(data.encode(encoding))
    assert decoded(stream.getvalue()).removeprefix("\ufeff") == data.replace(ends, "\n")
    collection = Collection(stream)
    places = []
    while found := collection.sheet():
        places.append((found[0].tag("Event"), found[1]))
    assert [name for name, _ in places] == [f"Çup {number}" for number in range(60)]
    for name, place in places:
        again = Collection(stream, place).sheet()
        assert again is not None
        assert (again[0].tag("Event"), len(again[0].moves)) == (name, 4)


def test_keeps_what_stands_beside_the_moves() -> None:
    record = read_one(f'[Event "a\nlong name"]\n[Annotator "x &amp; y"]\n{G}---A {{b {{c}} d}} N [#]\n\nDrawn.\n')
    assert record.tag("Event") == "a long name"
    assert record.tag("Annotator") == "x &amp; y"
    notes = [note.text for note in record.line.moves[-1].notes if isinstance(note, Comment)]
    assert notes == ["A", "b (c) d", "N", "[#]", "Drawn."]
    assert read_one(pdn_text([record])) == record


@pytest.mark.parametrize(("tags", "moves", "path"), cases("lettered_moves"))
def test_reads_squares_named_by_letters(tags: str, moves: str, path: str) -> None:
    record = read_one(f"{tags}\n{moves} *")
    assert " ".join("-".join(map(str, turn.move.path)) for turn in record.turns) == path


def test_a_short_move_that_fits_two_men_is_decided_by_later_moves() -> None:
    record = read_one('[GameType "25"][FEN "W:We1,e3:Ba7,h8"]\n1. ed2 a7-b6 2. e3-d4 *')
    assert record.turns[0].move.path == (31, 26)
    _, problems = read_games('[GameType "25"][FEN "W:Wa1,a3:Bh8"]\n1. bc3 *')
    assert "not a legal move here" in problems[0].reason


def test_writes_what_it_reads_of_damaged_texts() -> None:
    rng = random.Random("damaged")
    for text in BOTH.values():
        for damaged in cut(text, rng):
            written = pdn_text(read_games(damaged)[0])
            games, problems = read_games(written)
            assert problems == []
            assert pdn_text(games) == written


def test_time_is_linear_in_the_length() -> None:
    for text in ('[a "x ', "{ {", "{{}", "A B ", "[Event “x", "\\", "> <a", "1-", "\u2212", "c:", '[a "b\nc\n'):
        read_games(text * 3_000)


@pytest.mark.parametrize(("variant", "first"), [("English", "Black"), ("Pool", "Black"), ("Russian", "White")])
def test_playstrategy_calls_the_first_player_p1(variant: str, first: str) -> None:
    record = read_one(f'[P1 "a"]\n[P2 "b"]\n[P1Elo "1500"]\n[Variant "{variant}"]\n\n*')
    assert (record.tag(first), record.tag(f"{first}Elo")) == ("a", "1500")


def test_names_by_color_go_before_those_of_players() -> None:
    record = read_one('[White "x"]\n[P1 "y"]\n[Variant "Russian"]\n\n1. c3-d4 *')
    assert (record.tag("White"), record.tag("P1")) == ("x", "y")
