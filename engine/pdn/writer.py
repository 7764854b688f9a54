"""The text of games in Portable Draughts Notation (PDN); ``reader`` is the way back.

Beside the tags of the standard stand ``Variant`` (a rule set that has no GameType number), ``Jumping`` (where it is not
forced) and ``Termination`` (an ending that the last position does not show). Comments hold what the notation has no
word for: ``{huff 18}``, ``{huff waived}`` and the time the mover has left, ``{[%clk 0:04:59.3]}``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from engine.game import Game
from engine.notation import AmbiguousMove, IllegalMove, algebraic_name, find_move, move_text
from engine.pdn.record import NOT_KNOWN, OF_THE_GAME, ROSTER, GameRecord
from engine.pdn.tree import Comment, Mark, Note, SetUp, Unread, Variation
from engine.position import Move
from engine.printable import printable_lines, quoted
from engine.rules import Rules

_WIDTH: Final = 78
# The capture separator by GameType where it is not x, as the table of game types in PDN 3.0 has it: Russian draughts.
_CAPTURE_SIGNS: Final[dict[int | None, str]] = {25: ":"}
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_ATTACHED: Final = re.compile(r"[!?*]+|\([!?]+\)")


def pdn_text(records: Iterable[GameRecord]) -> str:
    """The text of games, an empty line between them, all of it printable.

    Lines of moves are 78 columns wide at most, where a remark is not wider; what was read stands as it was.
    """
    games = (f"{_tag_lines(record)}\n{_wrapped(_movetext(record))}\n" for record in records)
    return printable_lines("\n".join(games))


def pdn_move(move: Move, routes: list[Move], rules: Rules) -> str:
    """A move in the notation of its rule set: as short as leads back to it, else with every landing square."""
    try:
        settled = find_move((move.start, move.end), routes) == move
    except (AmbiguousMove, IllegalMove):
        settled = False
    text = move_text(move, routes) if settled else ("x" if move.captured else "-").join(map(str, move.path))
    if rules.algebraic:
        text = re.sub(r"\d+", lambda number: algebraic_name(int(number[0]), rules.geometry), text)
    return text.replace("x", _CAPTURE_SIGNS.get(rules.game_type, "x"))


def _tag_lines(record: GameRecord) -> str:
    written = dict(record.tags)
    tags = {name: written.pop(name, NOT_KNOWN[name]) for name in ROSTER}
    facts = record.facts
    tags |= {name: written.pop(name, facts.get(name, "")) for name in OF_THE_GAME if name in facts or name in written}
    if not tags.get("Termination", "?"):
        del tags["Termination"]
    return "".join(f'[{_tag_name(name)} "{_escaped(value)}"]\n' for name, value in (tags | written).items())


def _tag_name(name: str) -> str:
    if _TAG_NAME.fullmatch(name) is None:
        raise ValueError(f"{quoted(name)} is no name of a tag")
    return name


def _escaped(value: str) -> str:
    """A value that stays on its line."""
    return re.sub(r"[\r\n]", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _movetext(record: GameRecord) -> Iterator[str]:
    """The words of the moves, none of which may be broken; one that ends in a line end ends its line."""
    game = Game(record.rules, record.jumping, record.start)
    yield from _line(record.line, game, 1)
    yield record.terminator or record.result


def _line(line: Variation, game: Game, number: int) -> Iterator[str]:
    """The words of a line; the board is at its start, where moves have this number."""
    first, rules = game.rules.first, game.rules
    yield from _notes(line.notes, game, number)
    told = False
    for move in line.moves:
        lead = f"{number}. " if game.side == first else "" if told else f"{number}... "
        behind = [note.text for note in takewhile(_is_attached, move.notes) if isinstance(note, Mark)]
        yield "".join((lead, pdn_move(move.turn.move, game.routes(), rules), *behind))
        if move.turn.huffed is not None:
            yield f"{{huff {move.turn.huffed}}}"
        elif move.turn.waived:
            yield "{huff waived}"
        yield from _notes(move.notes[len(behind) :], game, number)
        told = not any(isinstance(note, Variation | Unread) for note in move.notes)
        number += game.side != first
        game.replay(move.turn)


def _notes(notes: Sequence[Note], game: Game, number: int) -> Iterator[str]:
    """The words of notes; a variation begins where the board is."""
    for note in notes:
        if isinstance(note, Comment):
            yield f";{note.text}\n" if "}" in note.text else f"{{{note.text}}}"
        elif isinstance(note, Mark):
            yield note.text
        elif isinstance(note, SetUp):
            yield f'/FEN "{note.fen}"/'
        elif isinstance(note, Variation):
            yield from _in_parentheses(list(_line(note, game.copy(), number)))
        elif isinstance(note, Unread):
            yield f"({note.text})" if note.is_variation else f"{note.text}\n"


def _in_parentheses(words: list[str]) -> Iterator[str]:
    if not words:
        yield "()"
        return
    # A sign alone in parentheses would be one of the move before it.
    words[0] = f"( {words[0]}" if len(words) == 1 and _ATTACHED.fullmatch(words[0]) else f"({words[0]}"
    if words[-1].endswith("\n"):
        words.append(")")
    else:
        words[-1] += ")"
    yield from words


def _is_attached(note: Note) -> bool:
    """Whether a note is written at the move it stands behind."""
    return isinstance(note, Mark) and _ATTACHED.fullmatch(note.text) is not None


def _wrapped(words: Iterable[str]) -> str:
    """Words with blanks or line ends between them."""
    pieces: list[str] = []
    column = 0
    for word in words:
        if column and column + 1 + len(word.partition("\n")[0]) > _WIDTH:
            pieces.append("\n")
            column = 0
        elif column:
            pieces.append(" ")
            column += 1
        pieces.append(word)
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
    return "".join(pieces)
