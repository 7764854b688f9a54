"""The writer of Portable Draughts Notation (PDN); ``reader`` is its inverse.

It adds tags to those of the standard: ``Variant`` for a rule set without a GameType number, ``HouseRules`` with the
articles of house rules, ``Jumping`` if jumps are not forced, and ``Termination`` for an ending that the last position
does not show. Comments express what the notation cannot: ``{huff 18}``, ``{huff waived}``, and the time left,
``{[%clk 0:04:59.3]}``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from engine.game import Game, IllegalMove
from engine.geometry import algebraic_name
from engine.notation import AmbiguousMove, find_move, move_text
from engine.pdn.dates import parse_date
from engine.pdn.record import NOT_KNOWN, OF_THE_GAME, ROSTER, GameRecord
from engine.pdn.tree import Comment, Mark, Note, SetUp, Unread, Variation
from engine.position import Move
from engine.printable import printable_lines, quoted
from engine.rules import Rules

_WIDTH: Final = 78
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_STANDARD: Final = re.compile(r"[!?*]+|\([!?]+\)|\$\d+|[\d/*-]+")
_ATTACHED: Final = re.compile(r"[!?*]+|\([!?]+\)")


def pdn_text(records: Iterable[GameRecord]) -> str:
    """Return the text of games, separated by an empty line; all of it is printable.

    Lines of moves are at most 78 columns wide, except for wider comments. Comments and unread variations are written as
    they were read.
    """
    games = (f"{_tag_lines(record)}\n{_wrapped(_movetext(record))}\n" for record in records)
    return printable_lines("\n".join(games))


def pdn_move(move: Move, routes: list[Move], rules: Rules) -> str:
    """Return a move by the squares' names of its rule set: the shortest unambiguous form, or else all landing squares.

    A capture has an x in every rule set, as in the grammar for writers of PDN 3.0: some programs read no other sign.
    """
    try:
        settled = find_move((move.start, move.end), routes) == move
    except (AmbiguousMove, IllegalMove):
        settled = False
    text = move_text(move, routes) if settled else ("x" if move.captured else "-").join(map(str, move.path))
    if rules.algebraic:
        text = re.sub(r"\d+", lambda number: algebraic_name(int(number[0]), rules.geometry), text)
    return text


def _tag_lines(record: GameRecord) -> str:
    written = dict(record.tags)
    tags = {name: written.pop(name, NOT_KNOWN[name]) for name in ROSTER}
    facts = record.facts
    tags |= {name: written.pop(name, facts.get(name, "")) for name in OF_THE_GAME if name in facts or name in written}
    date, is_whole = parse_date(tags["Date"])
    tags["Date"] = date.tag if date and is_whole else tags["Date"]
    if not tags.get("Termination", "?"):
        del tags["Termination"]
    return "".join(f'[{_tag_name(name)} "{_escaped(value)}"]\n' for name, value in (tags | written).items())


def _tag_name(name: str) -> str:
    if _TAG_NAME.fullmatch(name) is None:
        raise ValueError(f"{quoted(name)} is no name of a tag")
    return name


def _escaped(value: str) -> str:
    """Return a tag value on one line, with its quotes escaped."""
    return re.sub(r"[\r\n]", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _movetext(record: GameRecord) -> Iterator[str]:
    """Yield the moves and notes as words, none of which may be broken. A word with a final line feed ends its line."""
    game = Game(record.rules, record.jumping, record.start)
    yield from _line(record.line, game, 1)
    yield record.terminator or record.result


def _line(line: Variation, game: Game, number: int) -> Iterator[str]:
    """Yield the words of a variation, and play its moves in ``game``, which is at the start of the variation.

    ``number`` is the number of the first move.
    """
    first, rules = game.rules.first, game.rules
    yield from _notes(line.notes, game, number)
    follows_move = False
    for move in line.moves:
        lead = f"{number}. " if game.side == first else "" if follows_move else f"{number}... "
        behind = [note.text for note in takewhile(_is_attached, move.notes) if isinstance(note, Mark)]
        yield "".join((lead, pdn_move(move.turn.move, game.routes(), rules), *behind))
        if move.turn.huffed is not None:
            yield f"{{huff {move.turn.huffed}}}"
        elif move.turn.waived:
            yield "{huff waived}"
        yield from _notes(move.notes[len(behind) :], game, number)
        follows_move = not any(isinstance(note, Variation | Unread) for note in move.notes)
        number += game.side != first
        game.replay(move.turn)


def _notes(notes: Sequence[Note], game: Game, number: int) -> Iterator[str]:
    """Yield the words of notes; a variation begins at the position of the game."""
    for note in notes:
        if isinstance(note, Comment):
            in_line = "}" in note.text or ("{" in note.text and "\n" not in note.text)
            yield f";{note.text}\n" if in_line else f"{{{note.text}}}"
        elif isinstance(note, Mark):
            yield note.text if _STANDARD.fullmatch(note.text) else f"{{{note.text}}}"
        elif isinstance(note, SetUp):
            yield f'/FEN "{note.fen}"/'
        elif isinstance(note, Variation):
            yield from _in_parentheses(list(_line(note, game.copy(), number)))
        elif isinstance(note, Unread):
            yield f"({note.text})"


def _in_parentheses(words: list[str]) -> Iterator[str]:
    if not words:
        yield "()"
        return
    # A mark alone in parentheses would belong to the move before it.
    words[0] = f"( {words[0]}" if len(words) == 1 and _ATTACHED.fullmatch(words[0]) else f"({words[0]}"
    if words[-1].endswith("\n"):
        words.append(")")
    else:
        words[-1] += ")"
    yield from words


def _is_attached(note: Note) -> bool:
    """Return True if a mark is written right after its move."""
    return isinstance(note, Mark) and _ATTACHED.fullmatch(note.text) is not None


def _wrapped(words: Iterable[str]) -> str:
    """Join words with spaces and line ends."""
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
