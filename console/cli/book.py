"""``checkers book``: the opening books, listed, queried and built."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ai.book import PACKAGED, Book, book_in, book_name, pack_book
from ai.lab.opening_book import Expansion, Searched, expand
from console.cli.arguments import FEN, JSON, OUT, PICKS_UP, RULES, WORKERS, read_fen, whole
from console.cli.parser import Asked, Command, Refused, option
from console.cli.results import print_result, print_rows
from console.cli.workers import alone, interruptible, workers
from console.game.naming import counted
from console.storage.atomic_files import write_whole
from console.storage.built_files import available_book, books_folder, books_folder_if_any
from console.storage.rules_folder import rules_with_files
from console.terminal.standard_streams import complain, tell
from engine.moves import MoveGenerator
from engine.pdn.writer import pdn_move
from engine.position import Position
from engine.printable import printable
from engine.rules import Rules


def listed(asked: Asked) -> None:
    """Print a line for each book."""
    folder = books_folder_if_any()
    rows = []
    for rules in rules_with_files(complain):
        for place in (PACKAGED,) if folder is None else (PACKAGED, folder):
            book = book_in(place, rules, complain)
            if book is not None:
                size = (place / book_name(rules)).stat().st_size
                counts = {"positions": book.positions, "moves": book.moves, "bytes": size}
                origin = "packaged" if place == PACKAGED else "built"
                rows.append({"rules": rules.name, **counts, "from": origin})
    print_rows(asked.json, rows, "{rules:13} {positions:>9,} {moves:>9,} {bytes:>11,} {from}")


def moves(asked: Asked) -> None:
    """Print the book moves of a position."""
    rules: Rules = asked.rules
    position = Position.start(rules) if asked.fen is None else read_fen(asked.fen, rules)
    book = available_book(rules, complain)
    if book is None:
        raise Refused(f"There is no book of {rules.name}; checkers book build --rules {rules.name} makes one.")
    legal = MoveGenerator(rules).legal_moves(position)
    found = book.find(position, legal)
    rows = [(pdn_move(each.move, legal, rules), each.score, each.weight) for each in found]
    lines = [f"{move:8} {score / 100:+.2f} {weight:>5}" for move, score, weight in rows]
    objects = [{"move": move, "score": score, "weight": weight} for move, score, weight in rows]
    print_result(asked.json, objects, lines or ["The book does not know this position."])


def build(asked: Asked) -> None:
    """Build a book by deep searches. Positions that earlier runs searched with as many nodes are not searched again.

    Raises NoFolder.
    """
    rules: Rules = asked.rules
    folder = books_folder()
    with alone(folder / f".{rules.name}.lock", f"building the book of {rules.name}"):
        notes = folder / f"{rules.name}.searched"
        known = list(_read_searched(notes))
        write_whole(notes, "".join(each.line() for each in known).encode("ascii"))
        expansion = Expansion(rules, asked.plies)
        with interruptible() as bar, workers(asked.jobs, asked.cluster) as executor, notes.open("a") as kept:
            for each in expand(expansion, asked.nodes, asked.positions, known, executor):
                kept.write(each.line())
                kept.flush()
                bar.show(expansion.size, max(asked.positions, expansion.size), "positions", len(known))
        records = list(expansion.records())
        target = asked.out or folder / book_name(rules)
        packed = pack_book(records, rules)
        before, made = None if asked.out else book_in(folder, rules), Book(packed, rules).positions
        if before is not None and before.positions > made:
            raise Refused(
                f"The book of {rules.name} has {counted(before.positions, 'position')} and stays: this one would have "
                f"{made:,}. Ask for more --positions, or write it elsewhere with --out FILE."
            )
        write_whole(target, packed)
    tell(f"{counted(expansion.size, 'position')}, {counted(len(records), 'move')} in {printable(str(target))}")


def _read_searched(path: Path) -> Iterator["Searched"]:
    """Yield the positions that earlier runs searched. Invalid lines, such as an incomplete last line, are skipped."""
    try:
        lines = path.read_text("ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield Searched.read(line)
        except ValueError:
            continue


COMMANDS: Final = (
    Command("book", listed, "The opening book: list it, query it and build one.", JSON),
    Command("book list", listed, "List the opening books.", JSON),
    Command(
        "book build",
        build,
        f"Build an opening book by deep searches.\n{PICKS_UP}",
        RULES,
        option("--positions N", whole(1, 10**6), "how many to search", "10000"),
        option("--nodes N", whole(100, 10**9), "nodes for each", "400000"),
        option("--plies N", whole(1, 40), "the least length of a best line", "8"),
        OUT,
        *WORKERS,
    ),
    Command("book moves", moves, "Show what the book of a rule set plays in a position.", RULES, FEN, JSON),
)
