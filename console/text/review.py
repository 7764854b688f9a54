"""The review of a game in words: evaluations, mistakes, the whole review as lines, and mistakes written in a record."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from ai.claims import Claim, Claims, Kind
from ai.score import ExactValue, is_decided, is_likely
from console.game.analysis import (
    BAD,
    Mistake,
    PositionAnalyzer,
    analyze_game,
    decided,
    exact_moves,
    mistakes,
    scores,
    turning_points,
)
from console.game.naming import Naming, capitalized
from console.text.hints import consequence
from console.text.sentences import IF_JUMPS_ARE_MADE, ending, game_length, numbered_moves
from engine.game import Game, Turn
from engine.geometry import SIDE_NAMES, Side
from engine.moves import MoveGenerator
from engine.pdn.record import GameRecord
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, Variation, comment_of, signs
from engine.position import Move, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.proof import Prover

WIDTH: Final = 76
_EVEN: Final = 20  # centimen; below it a game is even
_BETTER_MOVES: Final = 3
_NOTED_MOVES: Final = 6


def numbered(turn: int, first: int, side: int) -> str:
    """Return the number of a turn as in score sheets: ``16.``, or ``16...`` for the second player."""
    return f"{turn // 2 + 1}." if side == first else f"{turn // 2 + 1}..."


def reached(plies: int, turns: int) -> str:
    """Return the number of the last move and of all moves: ``16 of 43``, ``16... of 43``; ``0 of 43`` at the start."""
    second = "..." if plies and plies % 2 == 0 else ""
    return f"{numbered_moves(plies)}{second} of {numbered_moves(turns)}"


def standing(score: int, names: Sequence[str], rules: Rules) -> str:
    """Return a score for Black, given in centimen, in words."""
    leader, ahead = names[0 if score > 0 else 1], abs(score)
    if is_decided(score):
        return f"{leader} wins."
    if is_likely(score):
        return f"{leader} seems to be winning."
    if ahead < _EVEN:
        return "An even game."
    return f"{leader} is {measured(ahead, rules)} ahead."


def exact_standing(value: ExactValue, side: int, jumping: Jumping, names: Sequence[str] = SIDE_NAMES) -> str:
    """Return in words the exact value of a position with ``side`` to move."""
    result = ending(value, side, names)
    return f"{capitalized(result)}{'' if jumping == 'forced' else f' {IF_JUMPS_ARE_MADE}'}."


def measured(centimen: int, rules: Rules) -> str:
    """Return an advantage in words: ``half a man``, ``a man``, ``1.3 men``.

    In a losing game an advantage is no number of men: ``1.3``.
    """
    tenths = round(centimen / 10)
    if rules.losing:
        return f"{centimen / 100:.1f}"
    if tenths == 5:
        return "half a man"
    if tenths == 10:
        return "a man"
    return f"0.{tenths} of a man" if tenths < 10 else f"{tenths / 10:.1f} men"


def decided_sentence(game: Game, known: Sequence[int | None], side: Side) -> str | None:
    """Return the sentence about the moves after the game was decided, or None. Arguments as for ``decided``."""
    found = decided(game, known, side)
    if found is None:
        return None
    ply, winner = found
    before = f"After move {numbered_moves(ply)} of {numbered_moves(len(game.turns))}," if ply else "From the start,"
    won = "had the game won" if is_decided(known[ply] or 0) else "was winning"
    return f"{before} {SIDE_NAMES[winner]} {won}; nothing after that changed it."


def short_score(score: int | None, is_drawn: bool = False) -> str:
    """Return a score in at most five characters: ``+1.3``, ``won``, ``lost``, ``+?`` for a likely win, or empty.

    ``is_drawn``: the position is known to be a draw.
    """
    if is_drawn:
        return "drawn"
    if score is None:
        return ""
    if is_decided(score):
        return "won" if score > 0 else "lost"
    if is_likely(score):
        return "+?" if score > 0 else "-?"
    tenths = round(score / 10)
    return f"{tenths / 10:+.1f}" if tenths else "0.0"


def flaw(mistake: Mistake | None) -> str:
    """Return the sign of a move: ``??`` for a grave mistake, ``?`` for a lesser one, empty for none."""
    return "" if mistake is None else "??" if mistake.loss >= BAD else "?"


class Reviewer:
    """The description of one game in words. ``naming`` names the squares from one side."""

    def __init__(self, game: Game, naming: Naming) -> None:
        self._game = game
        self._naming = naming
        self._generator = MoveGenerator(game.rules, game.jumping)
        self._claims = Claims(game.rules, game.jumping)
        self._causes: dict[Mistake, Claim | None] = {}

    def move(self, turn: int) -> str:
        """Return a played move with its number, in both notations."""
        played, before = self._game.turns[turn], self._game.position_at(turn)
        huffed = f", huffed on {self._naming.square(played.huffed)}," if played.huffed is not None else ""
        number = numbered(turn, self._game.start.side, before.side)
        return f"{number} {self.both(played.move, before)}{huffed}"

    def cause(self, mistake: Mistake) -> Claim | None:
        """Return the claim about what a mistake allowed or missed, or None if it is not known."""
        if mistake not in self._causes:
            before, better = self._game.position_at(mistake.turn), mistake.better[0]
            self._causes[mistake] = self._claims.of_mistake(
                before, mistake.move, better, mistake.reply, mistake.allowed
            )
        return self._causes[mistake]

    def claims(self, mistake: Mistake) -> list[Claim]:
        """Return the claims of the sentence about a mistake."""
        return [*self._outcomes(mistake), *filter(None, [self.cause(mistake)])]

    def _outcomes(self, mistake: Mistake) -> Iterator[Claim]:
        """Yield the claims that a move was better, and that a win or a draw was thrown away."""
        before, better, reply = self._game.position_at(mistake.turn), mistake.better[:1], mistake.reply
        yield Claim(Kind.BETTER, before, better, mistake.move.path)
        if self._game.jumping != "forced":
            return
        if mistake.had is not None:
            yield Claim(Kind.VALUE, before, better, value=ExactValue(mistake.had.outcome))
        elif is_likely(mistake.before) and mistake.before > 0:
            yield Claim(Kind.WON, before, better, sure=is_decided(mistake.before))
        if is_likely(mistake.after) and mistake.after < 0 and reply is not None:
            yield Claim(Kind.WON, mistake.move.after, (reply,), sure=is_decided(mistake.after))

    def fault(self, mistake: Mistake) -> str:
        """Return the sentence about a mistake: its side, its cost, what it allowed, and the better line."""
        number, _, move = self.move(mistake.turn).partition(" ")
        cost = thrown_away(mistake, self._game.rules)
        before, claim = self._game.position_at(mistake.turn), self.cause(mistake)
        line = self.line(mistake.better[:_BETTER_MOVES], before)
        better, then, rest = line.partition(", then ")
        why = f"{better} was better{then}{rest}"
        if claim is not None:
            named, end = self.both(claim.line[0], claim.before), consequence(claim, self._naming)
            is_allowed = claim.before != before
            why = f"it allows {named}{end}; {why}" if is_allowed else f"it misses {named}{end}"
        return f"{number} {SIDE_NAMES[mistake.side]} {move} {cost}: {why}."

    def line(self, moves: Sequence[Move], before: Position) -> str:
        """Return a line from a position, its first move in both notations."""
        first, *rest = moves
        text = self.both(first, before)
        return ", then ".join([text, ", ".join(self._naming.move(move) for move in rest)]) if rest else text

    def both(self, move: Move, before: Position) -> str:
        """Return a move from a position in both notations."""
        return self._naming.both(move, self._generator.routes(before))


def thrown_away(mistake: Mistake, rules: Rules) -> str:
    """Return the cost of a mistake, as words that follow the move: ``let a win slip``."""
    if mistake.had is not None and mistake.had.outcome == 0:
        return "let the draw slip"
    if mistake.had is not None and mistake.had.plies is not None:
        win = f"win in {game_length(mistake.had.plies)}"
        return f"turned a {win} into a loss" if mistake.after < 0 else f"let a {win} slip"
    won, lost = is_decided(mistake.before) and mistake.before > 0, is_decided(mistake.after) and mistake.after < 0
    if won:
        return "turned a win into a loss" if lost else "let a win slip"
    if lost:
        return "lost the game"
    if is_likely(mistake.before) and mistake.before > 0:
        return "let a likely win slip away"
    if is_likely(mistake.after) and mistake.after < 0:
        return "seems to lose"
    return f"cost {measured(mistake.centimen, rules)}"


def review_lines(
    game: Game,
    naming: Naming,
    analyzer: PositionAnalyzer,
    prover: "Prover",
    stop: Callable[[], bool] = lambda: False,
    report_mistakes: Callable[[Sequence[Mistake]], None] = lambda mistakes: None,
    learner: Side | None = None,
) -> Iterator[str]:
    """Yield the review as lines of at most 76 columns: the worst mistakes, and, after an empty line, each move's score.

    ``report_mistakes`` is called with the mistakes. The analysis ends early if ``stop`` returns True. Scores are for
    the side at home. All mistakes of ``learner`` are explained, but only the grave ones of the other side.
    """
    exact, total = exact_moves(game, prover), len(game.turns) + 1
    found = dict(analyze_game(game, analyzer, stop))
    wrong = {mistake.turn: mistake for mistake in mistakes(game, found, exact)}
    report_mistakes(list(wrong.values()))
    known = scores(game, found, naming.home, exact)
    reviewer = Reviewer(game, naming)
    gravest = turning_points(list(wrong.values()), learner)
    if len(found) < total:
        yield f"I have looked at {len(found)} of {total} positions, working back from the end."
    if not gravest:
        yield "I found no move that lost anything worth mentioning."
    elif learner is not None and all(mistake.side != learner for mistake in gravest):
        yield "No move of yours lost anything worth mentioning."
    if any(mistake.turn % 2 for mistake in gravest):
        yield f'The turning points; "4..." is {SIDE_NAMES[1 - game.start.side]}\'s reply at move 4:'
    for mistake in gravest:
        yield from wrap(reviewer.fault(mistake), WIDTH, subsequent_indent="    ")
    if (late := decided_sentence(game, known, naming.home)) is not None:
        yield from wrap(late, WIDTH)
    yield ""
    side, unit = SIDE_NAMES[naming.home], "" if game.rules.losing else " in men"
    signs = f"+0.4 is good for {side}, -0.4 bad, +? likely won; ? marks a mistake, ?? a bad one."
    yield from wrap(f"Scores{unit} after each move: {signs}", WIDTH)
    drawn = {ply for ply, moves in exact.items() if not moves[0].value.outcome}
    yield from _score_sheet(game, naming, known, drawn, wrong)


def _score_sheet(
    game: Game, naming: Naming, known: Sequence[int | None], drawn: Set[int], wrong: Mapping[int, Mistake]
) -> Iterator[str]:
    cells = []
    for turn, played in enumerate(game.turns):
        text = naming.move(played.move) + flaw(wrong.get(turn)) + (" huffed" if played.huffed is not None else "")
        cells.append((text, short_score(known[turn + 1], turn + 1 in drawn)))
    width = max((len(text) for text, _ in cells), default=0)
    for turn in range(0, len(cells), 2):
        line = "   ".join(f"{text:{width}} {score:>5}" for text, score in cells[turn : turn + 2])
        yield f"{turn // 2 + 1:3}. {line}".rstrip()


def with_findings(record: GameRecord, found: Sequence[Mistake]) -> GameRecord:
    """Return the record with a mark, a comment and a better line for each mistake.

    A move that has an annotation symbol keeps it. A comment or a line that is there already is not added again.
    """
    moves = list(record.line.moves)
    for mistake in found:
        if mistake.turn < len(moves) and moves[mistake.turn].turn.move == mistake.move:
            played = moves[mistake.turn]
            moves[mistake.turn] = PlayedMove(played.turn, _with_mistake(played.notes, mistake, record.rules))
    return replace(record, line=Variation(tuple(moves), record.line.notes))


def _with_mistake(notes: tuple[Note, ...], mistake: Mistake, rules: Rules) -> tuple[Note, ...]:
    cost = thrown_away(mistake, rules)
    comment = comment_of(f"{capitalized(cost)}.")
    better = Variation(tuple(PlayedMove(Turn(move, move.after)) for move in mistake.better[:_NOTED_MOVES]))
    begun = {note.moves[0].turn for note in notes if isinstance(note, Variation) and note.moves}
    written = any(isinstance(note, Comment) and note.text == comment.text for note in notes)
    return (
        *(() if signs(notes) else (Mark(flaw(mistake)),)),
        *notes,
        *(() if written else (comment,)),
        *(() if not better.moves or better.moves[0].turn in begun else (better,)),
    )
