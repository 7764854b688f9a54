"""A solver of won positions: depth-first proof-number search (df-pn, Nagai 2002).

A position is proved to be won if the winner has a move that wins, or if every move of the loser loses. The proof number
estimates the work to prove this, the disproof number the work to refute it. Here they are combined by the maximum and
the number of further children (weak proof-number search, Ueda et al. 2008): moves that transpose would count twice in a
sum. The tree ends where the game ends, and where the endgame tables or a search decide (Schaeffer et al. 2007).

A position that occurs again on the path is not won there. Such a failure depends on the path (Kishimoto and Müller
2004), so it is never kept as a refutation: its position only counts as hard. Every win is kept, because it rests on
wins that were proved before it, and holds by whatever path the position came up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from ai.engine import Engine, Limits, SearchInfo, Stop
from ai.score import EVALUATION_LIMIT, mate_distance
from engine.game import Game, Turn, stuck
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Jumping

_HARD: Final = 1 << 20  # a proof or disproof number as large as this: give up
_REFUTED: Final = 1 << 30
_EVEN: Final = 256  # both numbers of a position with an even score
_A_PLY: Final = 8  # of a win of known length that is still to be proved: the quickest comes first
_MAN: Final = 100  # centimen that halve the proof number and double the disproof number
_MOST_MEN: Final = 8.0
NODES: Final = 2_000  # of the search of a position that joins the tree
_DEPTH: Final = 40  # of this search; a position that the tables decide would reach any depth
_LONGEST: Final = 250  # plies of a path
_MOST_ENTRIES: Final = 500_000

_Numbers: TypeAlias = tuple[int, int]
"""A proof number and a disproof number."""


@dataclass(slots=True)
class Entry:
    """The numbers of a position, and the best move of the winner, if any.

    A proved win has the proof number 0. It takes at most ``plies``; None if its length is unknown.
    """

    proof: int
    disproof: int
    move: Move | None = None
    plies: int | None = None

    @property
    def is_won(self) -> bool:
        """True if the win is proved."""
        return self.proof == 0


class Child(NamedTuple):
    """A move, and the positions among which the opponent then chooses: one, or more if he may huff.

    The last position is the one without a huff.
    """

    move: Move
    afters: Sequence[Position]


class Solver:
    """A solver of the wins of one side, under the rules of ``engine`` and one jumping rule.

    What it finds is kept in ``entries``. Where the engine does not search by the same jumping rule, as in *huff*, its
    results only guide the solver.
    """

    def __init__(self, engine: Engine, jumping: Jumping, winner: int, entries: dict[Position, Entry]) -> None:
        self.winner: Final = winner
        self.entries: Final = entries
        self.nodes = 0
        self._engine = engine
        self._jumping: Jumping = jumping
        self._legal = MoveGenerator(engine.rules, jumping)
        self._forced = MoveGenerator(engine.rules)
        self._stop: Stop = bool
        self._path: set[Position] = set()

    def solve(self, root: Position, stop: Stop) -> bool:
        """Return True if the win is proved; False if it seems hopeless, or when ``stop`` returns True."""
        if len(self.entries) > _MOST_ENTRIES:
            self.entries.clear()
        for known in self.entries.values():
            if _HARD <= known.proof < _REFUTED:
                known.proof = _EVEN  # by another path it may be won
        self._stop = stop
        entry = self._entry(root)
        if 0 < entry.proof < _HARD and not stop():
            self._search(root, entry, _HARD, _HARD)
        self._stop = bool
        return entry.is_won

    def learn(self, position: Position, info: SearchInfo) -> Entry:
        """Return the entry of a position, with what a search of it has found."""
        entry = self.entries.setdefault(position, Entry(_EVEN, _EVEN))
        plies, known = mate_distance(info.score), entry.plies
        is_quicker = info.proved and plies is not None and (known is None or plies < known)
        if not entry.is_won or (is_quicker and self._jumping != "huff"):
            self._set_numbers(entry, position, info)
        return entry

    def won(self, position: Position) -> Entry | None:
        """Return the entry of a position if its win is proved."""
        entry = self.entries.get(position)
        return entry if entry is not None and entry.is_won else None

    def children(self, position: Position) -> list[Child]:
        """Return the moves to consider: all of the loser, and those of the winner that cannot be huffed."""
        found = [Child(move, self._afters(position, move)) for move in self._legal.legal_moves(position)]
        if position.side == self.winner:
            found = [child for child in found if len(child.afters) == 1]
        return found

    def _afters(self, before: Position, move: Move) -> list[Position]:
        """Return the positions that the opponent can reach by a huff, then the one without a huff."""
        if self._jumping != "huff" or not self._forced.can_capture(before):
            return [move.after]
        game = Game(self._engine.rules, self._jumping, before)
        game.replay(Turn(move, move.after))
        return [*map(move.after.without, game.huffable), move.after]

    # Numbers

    def _entry(self, position: Position) -> Entry:
        """Return the entry of a position; a new one gets its first numbers by a search."""
        entry = self.entries.get(position)
        if entry is None:
            entry = self.entries[position] = Entry(_EVEN, _EVEN)
            self._judge(entry, position)
        return entry

    def _judge(self, entry: Entry, position: Position) -> None:
        over = stuck(self._legal, position)
        if over is not None:
            entry.proof, entry.disproof = (0, _REFUTED) if over.winner == self.winner else (_REFUTED, 0)
            entry.plies = 0
            return
        if not self._legal.can_list_captures(position):
            entry.proof, entry.disproof = _REFUTED, 0  # the game is drawn
            return
        value = self._engine.exact_value(position)
        if value is not None:
            self._set_numbers(entry, position, SearchInfo(value.score, (), proved=True))
            return
        limits = Limits(_DEPTH, NODES, decisive=EVALUATION_LIMIT)
        info = self._engine.analyze([position], limits, self._stop)
        self.nodes += info.nodes
        self._set_numbers(entry, position, info)

    def _set_numbers(self, entry: Entry, position: Position, info: SearchInfo) -> None:
        """Set the numbers of an entry by a search of its position."""
        score = info.score if position.side == self.winner else -info.score
        plies = mate_distance(score)
        entry.move = info.pv[0] if info.pv and position.side == self.winner else None
        if info.proved and self._jumping != "huff":
            is_won = score >= EVALUATION_LIMIT
            entry.proof, entry.disproof = (0, _REFUTED) if is_won else (_REFUTED, 0)
            entry.plies = plies if is_won else None
            return
        men = max(-_MOST_MEN, min(score / _MAN, _MOST_MEN))
        entry.proof = 1 + int(_EVEN * 2.0**-men)
        entry.disproof = 1 + int(_EVEN * 2.0**men)
        if score > 0 and plies is not None:
            entry.proof = _A_PLY * (1 + plies)
        elif info.proved and score <= 0:
            entry.proof = _EVEN << 8  # it can only be won if jumps are declined

    def _numbers(self, child: Child) -> _Numbers:
        """Return the numbers of a move. Only the winner can choose among positions after it: see ``children``."""
        found = [self._numbers_at(after) for after in child.afters]
        return found[0] if len(found) == 1 else _either(found)

    def _numbers_at(self, position: Position) -> _Numbers:
        if position in self._path:
            return _HARD, 1
        entry = self._entry(position)
        return entry.proof, entry.disproof

    # Search

    def _search(self, position: Position, entry: Entry, most_proof: int, most_disproof: int) -> None:
        """Search a position until one of its numbers reaches its limit, or is 0."""
        is_winner = position.side == self.winner
        children = self.children(position)
        if is_winner and entry.move is not None:
            children.sort(key=lambda child: child.move != entry.move)
        self._path.add(position)
        try:
            while not self._stop():
                found: list[_Numbers] = []
                for child in children:
                    numbers = self._numbers(child)
                    found.append(numbers)
                    if not numbers[0 if is_winner else 1]:
                        break
                entry.proof, entry.disproof = _either(found) if is_winner else _all(found)
                if entry.proof == 0:
                    self._prove(position, entry, children)
                if entry.disproof == 0 or entry.proof == 0:
                    return
                if len(self._path) > _LONGEST:
                    entry.proof = _HARD
                if entry.proof >= most_proof or entry.disproof >= most_disproof:
                    return
                self._descend(children, found, is_winner, most_proof, most_disproof)
        finally:
            self._path.discard(position)

    def _descend(
        self, children: Sequence[Child], found: Sequence[_Numbers], is_winner: bool, most_proof: int, most_disproof: int
    ) -> None:
        """Search the most promising child, until another child is more promising."""
        which = 0 if is_winner else 1
        order = sorted(range(len(found)), key=lambda each: found[each][which])
        best = order[0]
        second = found[order[1]][which] if len(order) > 1 else _REFUTED
        others = sum(0 < numbers[1 - which] < _REFUTED for numbers in found) - 1
        least = second + 1 + second // 4
        if is_winner:
            most_proof, most_disproof = min(most_proof, least), max(most_disproof - others, 1)
        else:
            most_proof, most_disproof = max(most_proof - others, 1), min(most_disproof, least)
        position = min(children[best].afters, key=lambda after: self._numbers_at(after)[0])
        self._search(position, self._entry(position), most_proof, most_disproof)

    def _prove(self, position: Position, entry: Entry, children: Sequence[Child]) -> None:
        """Complete the entry of a proved win: the quickest proved move of the winner, or the longest of the loser."""
        lengths = [(self.length(child), child) for child in children]
        if position.side == self.winner:
            entry.plies, best = min(
                ((plies, child) for plies, child in lengths if self.is_lost(child)),
                key=lambda each: 1 << 20 if each[0] is None else each[0],
            )
            entry.move = best.move
        else:
            plies = [plies for plies, _ in lengths if plies is not None]
            entry.plies = max(plies) if len(plies) == len(lengths) else None
        if entry.plies is not None:
            entry.plies += 1

    def is_lost(self, child: Child) -> bool:
        """Return True if the win after a move is proved."""
        return any(self.won(after) for after in child.afters)

    def length(self, child: Child) -> int | None:
        """Return an upper bound of the plies to the win after a move; None if it is unknown."""
        wins = [entry.plies for after in child.afters if (entry := self.won(after)) is not None]
        return min((plies for plies in wins if plies is not None), default=None)


def _either(found: Sequence[_Numbers]) -> _Numbers:
    """Return the numbers of a position in which the winning side is to move."""
    disproof, proof = _all([(disproof, proof) for proof, disproof in found])
    return proof, disproof


def _all(found: Sequence[_Numbers]) -> _Numbers:
    """Return the numbers of a position in which the losing side is to move."""
    disproof = min((disproof for _, disproof in found), default=_REFUTED)
    if disproof == 0:
        return _REFUTED, 0
    open_ = [proof for proof, _ in found if proof]
    return (min(max(open_) + len(open_) - 1, _HARD) if open_ else 0), disproof
