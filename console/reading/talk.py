"""Talk: lines that are no move, no command and no answer. Nothing here acts: a line is answered, or asked about."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from math import log
from typing import Final

from console.game.move_input import (
    SQUARE_LETTERS,
    JumpPath,
    Squares,
    UnreadableMove,
    in_figures,
    parse_squares,
    square_names,
)
from console.game.naming import FIGURES, PLACES, RANK_NAMES, Naming, figure_of, quoted, rank_name, rank_of, spoken_list
from console.reading.kinds import Trait
from console.reading.patterns import WORD_LISTS, spoken
from console.reading.question import Question
from console.reading.readings import Command, Meant, Talk
from console.reading.rows import GAME, Row, phrases
from console.reading.squares import TAKES, asked_back, other_rank, reached, squares_named, takes_nothing, unread
from console.text import sentences
from console.text.illegal_moves import why_not
from console.text.phrases import PHRASES
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, read_squares, written_moves
from engine.notation import UnreadableMove as UnreadableRead
from engine.rules import RULE_SETS

_KEYS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_AT: Final = {key: (place + down / 2, down) for down, row in enumerate(_KEYS) for place, key in enumerate(row)}
"""The places of the keys of an American keyboard. Each row is half a key right of the row above."""
_BESIDE: Final = {
    key: "".join(other for other, (x, y) in _AT.items() if other != key and abs(x - right) <= 1 and abs(y - down) <= 1)
    for key, (right, down) in _AT.items()
}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_SIGNS: Final = "0123456789(),"
_LETTERED: Final = re.compile(r"[a-j]\s?\d{1,2}|\(\s*\d+\s*,\s*\d+\s*\)")
_LIKE_A_MOVE: Final = re.compile(
    r"(?i)(?<![a-z\d])[a-z]\s?\d{1,2}(?![a-z\d])|(?<!\d)(?!(\d+)x\1\b)\d{1,2}\s?[-x:]\s?\d"
)
_SHORT: Final = re.compile(r"[a-j][-:x]?[a-j]\d{0,2}(?:[-:x]?[a-j]\d{0,2})*")
_PART: Final = re.compile(r"(?<=[a-z][,;:.!?])\s+")
_LONGEST: Final = 24  # characters of a line in which a slip is looked for
_SHORTEST: Final = 3  # letters of a command that a sentence names
_CORRECTED: Final = 5  # letters of a word that may be misspelled
_MOST_CORRECTED: Final = 12  # words
_SENTENCE: Final = 3  # words; a shorter line may be a command that is misspelled
_SQUARE: Final = "@"
_LINES: Final = {"row": "row", "rank": "row", "column": "column", "file": "column"}
_LATEST: Final = re.compile(rf"\blast (\d+|{'|'.join(FIGURES[1:])}) (?:moves|turns)\b")
_UP_OR_DOWN: Final = {"up": "up", "upper": "up", "above": "up", "down": "down", "lower": "down", "below": "down"}
_SIDEWAYS: Final = frozenset({"left", "right"})
_SAME: Final = {word: name for name, words in PHRASES["same"].items() for word in words.split(", ")}


def answer_to(line: str, at: Question) -> Talk | None:
    """Return the answer to a line that is nothing but talk, or None if nothing in it is known."""
    if at.unanswered and _is_about(line, at.kind.name):
        return Talk(at.unanswered)
    is_at_board = Trait.AT_BOARD in at.kind.traits
    if is_at_board and (found := _in_columns(line, at)) is not None:
        return found
    squares = squares_named(line, at.naming) if is_at_board else ()
    if is_at_board and (part := part_asked_about(line, squares, at.naming)) is not None:
        return Talk(shows=part)
    is_about_other = asks(line) or names_other_side(line)
    if squares and is_about_other and supposes(line) and (said := _what_if(squares, at)):
        return Talk(said)
    is_move_asked = len(squares) > 1 and not names_other_side(line) and _unlinked(line)[0] not in WORD_LISTS["asking"]
    row = row_for(line, at) if not squares or (is_about_other and not is_move_asked) else None
    if row is not None:
        return _by_row(row, line, squares, at)
    if squares and (found := _about_a_move(line, squares, at)) is not None:
        return found
    if is_at_board and _LIKE_A_MOVE.search(in_figures(line)):
        return _unreadable(line, at)
    return _named(line, at)


def small_talk(line: str, at: Question) -> Talk:
    """Return the answer to a line whose subject the program does not know."""
    if Trait.AT_BOARD in at.kind.traits and len(line.split()) < _SENTENCE and not asks(line):
        return _unreadable(line, at)
    if at.task and not asks(line):
        return Talk(f"{at.task} {sentences.type_a_move(at.naming, at.game.side)}")
    name = "unknown question" if asks(line) else "unknown wish" if _wishes(line, at) else "small talk"
    kind = PHRASES[name]
    return Talk([*kind.values()][len(line) % len(kind)])


# The tone of a line


def _is_about(line: str, question: str) -> bool:
    """Return True if a line has the words of a phrase about the question with this name, or about any question."""
    said, listed = _common(spoken(line)), PHRASES["asked about"]
    phrases_about = chain.from_iterable(listed[name].split(", ") for name in ("usual", question) if name in listed)
    return any(_pattern(phrase).search(said) for phrase in phrases_about)


def denies(line: str) -> bool:
    """Return True if a line says what is not wanted or is not so."""
    return any(word in WORD_LISTS["denials"] or word.endswith("n't") for word in spoken(line))


def asks(line: str) -> bool:
    """Return True if a line is a question, or a part of it begins as one."""
    return line.rstrip().endswith("?") or any(map(_begins_as_question, _PART.split(line.strip())))


def _begins_as_question(part: str) -> bool:
    words = _unlinked(part)
    return (
        len(words) > 1 and words[0] in WORD_LISTS["questions"] and " ".join(words[:2]) not in WORD_LISTS["no questions"]
    )


def _unlinked(line: str) -> list[str]:
    """Return the words of a line without a first word like "and", which only links it to another line."""
    first, *more = spoken(line) or [""]
    return more if more and first in WORD_LISTS["links"] else [first, *more]


def supposes(line: str) -> bool:
    """Return True if a line asks what a move in it would be worth, not whether it may be made."""
    return _unlinked(line)[0] in WORD_LISTS["suppositions"] and asks(line)


def names_other_side(line: str) -> bool:
    """Return True if the first words of a line name the other side, as in "can he take"."""
    return not WORD_LISTS["other side"].isdisjoint(spoken(line)[:_SENTENCE])


def _wishes(line: str, at: Question) -> bool:
    """Return True for a wish or an order: a line that begins with a word of wishes or a command, and denies nothing."""
    word = _unlinked(line)[0]
    begins = word in WORD_LISTS["wishes"] or at.vocabulary.spelled(word) is not None
    return begins and not asks(line) and not denies(line)


# Rows: what is said to phrases within a line


class _Phrase:
    """A phrase with the words that a line must have, their order, and the weight of the phrase.

    The weight is the sum of the inverse document frequencies of the words (K. Spärck Jones, 1972): the fewer rows have
    a word, the more it tells.
    """

    def __init__(self, text: str, row: Row, idf: dict[str, float]) -> None:
        self.text, self.row = text, row
        self.words = frozenset(_common(text.split()).split()) - {"..."}
        self.pattern = _pattern(text)
        self.weight = sum(idf[word] for word in self.words)


@cache
def _phrases() -> tuple[_Phrase, ...]:
    """Return the phrases of the rows, the most telling first."""
    rows_with: dict[str, set[str]] = {}
    for text, row in phrases().items():
        for word in _common(text.split()).split():
            rows_with.setdefault(word, set()).add(row.meaning)
    idf = {word: log(len(phrases()) / len(meanings)) for word, meanings in rows_with.items()}
    found = [_Phrase(text, row, idf) for text, row in phrases().items()]
    return tuple(sorted(found, key=lambda phrase: -phrase.weight))


def row_for(line: str, at: Question) -> _Phrase | None:
    """Return the most telling phrase of a line, or else of the line with misspelled words corrected, or None."""
    return _phrase_in(spoken(line), at) or _phrase_in(_corrected(spoken(line)), at)


def _phrase_in(line: list[str], at: Question) -> _Phrase | None:
    said = _common(_SQUARE if any(map(str.isdigit, word)) else word for word in line)
    words, label = frozenset(said.split()), at.label or GAME
    fits = (each for each in _phrases() if each.words <= words and (not each.row.labels or label in each.row.labels))
    return next((each for each in fits if each.pattern.search(said)), None)


def _by_row(phrase: _Phrase, line: str, squares: Squares, at: Question) -> Talk:
    """Return what a row answers: its sentence, what its command shows, or an offer of the command."""
    command, says = at.vocabulary.meant(phrase.row.meaning)
    if command is None:
        return Talk(says)
    if at.vocabulary.word(command).takes == "SQUARE":
        command = Command(command.name, " ".join(map(at.naming.square, squares)))
    elif command == Command("new"):
        command = Command("new", next(filter(RULE_SETS.__contains__, spoken(line)), ""))
    return _asked_for(command, line, at)


def _asked_for(command: Command, line: str, at: Question) -> Talk:
    """Return the answer to a line that names a command: what it shows, an offer of it, or what it does."""
    names_jumps = command.name == "moves" and at.game.jumping == "huff"
    if at.vocabulary.shows(command) and not names_jumps:
        # "rules" alone would ask a question.
        return Talk(shows=Command("rules", at.game.rules.name) if command == Command("rules") else command)
    return at.vocabulary.offer(command) if _wishes(line, at) else at.vocabulary.explained(command)


def _named(line: str, at: Question) -> Talk | None:
    """Return the answer to a line that names a command, or nearly does; None for another line."""
    words = spoken(line)
    names = (each for each in words if len(each) >= _SHORTEST and at.vocabulary.is_heard(each))
    word = next(filter(None, map(at.vocabulary.spelled, names)), None)
    if word is not None:
        return _asked_for(Command(word.name), line, at)
    typed = next((each for each in words if len(each) >= _SHORTEST), "")
    if len(words) > _SENTENCE or not typed.isalpha() or typed in _known():
        return None
    near = next((each for each in slips(typed, _LETTERS) if len(each) >= _SHORTEST and at.vocabulary.spelled(each)), "")
    if not near:
        return None
    offered = at.vocabulary.offer(Command(near)).offers
    return Talk(f'I do not know the command {quoted(typed)}: did you mean "{near}"?', offers=offered)


@cache
def _known() -> frozenset[str]:
    """Return the words of rows and of the lists of words."""
    return frozenset().union(*(phrase.words for phrase in _phrases()), *WORD_LISTS.values())


def _corrected(words: list[str]) -> list[str]:
    """Return words after a few long ones have been replaced by known words that are one slip away."""
    unknown = [each for each in words if len(each) >= _CORRECTED and each.isalpha() and each not in _known()]
    nearest = {
        each: next((slip for slip in slips(each, _LETTERS) if slip in _known()), each)
        for each in unknown[:_MOST_CORRECTED]
    }
    return [nearest.get(each, each) for each in words]


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    """Return the regular expression of a phrase. Three points in it stand for any words."""
    return re.compile(re.escape(_common(phrase.split())).replace(r"\ \.\.\.\ ", " (?:.* )?"))


def _common(words: "Iterator[str] | list[str]") -> str:
    """Return a text of words in which all words of one meaning are replaced by one of them."""
    return f" {' '.join(_SAME.get(word, word) for word in words)} "


# Parts of the board: a row, a column, a diagonal, the squares around one


def part_asked_about(line: str, squares: Squares, naming: Naming) -> Command | None:
    """Return the command that says the part of the board that a line asks about, or None.

    ``squares`` are those that the line names. A line that is about moving is about no part.
    """
    words = spoken(line.replace("-", " "))
    if (latest := _LATEST.search(" ".join(words))) is not None:
        return Command("recent", figure_of(latest[1]))
    if not WORD_LISTS["of moving"].isdisjoint(words):
        return None
    square = naming.square(squares[0]) if len({*squares}) == 1 else ""
    for place, word in enumerate(words):
        label = _label(words, place, naming) if word in _LINES else ""
        if word in _LINES and (label or square):
            return Command(_LINES[word], label or square)
    if not square:
        return None
    up_or_down = [_UP_OR_DOWN[word] for word in words if word in _UP_OR_DOWN][:1]
    sideways = [word for word in words if word in _SIDEWAYS][:1]
    if "diagonal" in " ".join(words) or (up_or_down and sideways):
        return Command("diagonal", " ".join([square, *up_or_down, *sideways]))
    if not WORD_LISTS["around"].isdisjoint(words):
        return Command("around", square)
    return Command("look", square) if words[0] in WORD_LISTS["of telling"] or "square" in words else None


def _label(words: list[str], place: int, naming: Naming) -> str:
    """Return the name of the row or column whose word stands at an index; empty if there is none."""
    name = re.compile(rf"[{SQUARE_LETTERS[: naming.geometry.size]}]\d{{0,2}}|\d{{1,2}}|{'|'.join(PLACES)}")
    behind = [word for word in words[place + 1 : place + 3] if word not in ("of", "number")]
    is_article = words[place - 1 : place] == ["a"] and words[place - 2 : place - 1] != ["the"]
    in_front = [] if is_article else words[place - 1 : place]
    return next(filter(name.fullmatch, [*behind[:1], *in_front]), "")


# Moves


def _about_a_move(line: str, squares: Squares, at: Question) -> Talk | None:
    """Return why the move that a line names cannot be made, or the question whether a legal one was meant.

    Return None for a line that names no move.
    """
    text, refused, legal = in_figures(line), "", None
    if denies(_up_to_squares(text)):
        return None
    whole = at.path.whole(squares)
    if len(whole) > 1:
        try:
            legal = reached(squares, at)
        except AmbiguousMove:
            refused = sentences.NAME_EVERY_SQUARE
        except IllegalMove:
            refused = why_not(at.game, whole, at.naming)
    if legal is not None and other_rank(text, legal):
        rank = rank_name(rank_of(at.game.position, whole[0]))
        return Talk(f"The piece on {at.naming.square(whole[0])} is a {rank}.")
    if legal is not None and not takes_nothing(text, legal):
        return asked_back(line, legal, at)
    if legal is not None or (TAKES.search(text) and len(whole) > 1 and not refused):
        return Talk(sentences.NOTHING_TO_JUMP.format(*map(at.naming.square, (whole[0], whole[-1]))))
    other = in_other_letters(text, at) if at.asks_letters else None
    if other is not None:
        prompt = sentences.in_other_letters(text, other, at.naming)
        return Talk(refused, meant=Meant(other, prompt, in_other_letters=True))
    if (found := one_slip_away(text, at)) is not None:
        return asked_back(line, found, at, refused)
    has_words = TAKES.search(text) or any(len(word) > 1 and word.isalpha() for word in spoken(text))
    only = _only_move(text, {*squares}, at) if has_words or len(whole) == 1 else None
    if only is not None:
        return only if isinstance(only, Talk) else asked_back(line, only, at, refused)
    if not refused and len(whole) == 1:
        refused = why_not(at.game, whole, at.naming) if not at.path.along(*whole).routes else ""
    return Talk(refused) if refused else None


def _in_columns(line: str, at: Question) -> Talk | None:
    """Return the answer to a move named by columns, as in ``cd4``, that matches no legal move or several."""
    text = line.strip(" .!").casefold()
    if at.naming.style != "algebraic" or not _SHORT.fullmatch(text):
        return None
    names, before = square_names(at.naming), at.path.before
    own = [each for each in before.geometry.numbers(before.of(before.side)) if at.naming.square(each)[0] == text[0]]
    if not own:
        return Talk(f"You have no piece in column {text[0]}.")
    try:
        found = written_moves(text, names, at.path.routes)
        goal = read_squares(text.lstrip(text[0]).lstrip("-:x"), names)
    except UnreadableRead as error:
        return Talk(unread(error.part, at.naming)) if error.is_square else None
    if len({move.after for move in found}) > 1:
        ways = [at.naming.path(each.path, bool(each.captured)) for each in found]
        return Talk(f"Which one: {spoken_list(ways, 'or')}?", choices=tuple(each.path for each in found))
    reached_by = {(move.start, move.end) for move in at.path.possible}
    start = min(own, key=lambda each: ((each, goal[-1]) not in reached_by, abs(each - goal[-1])))
    return Talk(why_not(at.game, (start, *goal), at.naming))


def _up_to_squares(text: str) -> str:
    """Return a text up to its last square."""
    return text[: max((found.end() for found in _LETTERED.finditer(text.casefold())), default=len(text))]


def _what_if(squares: Squares, at: Question) -> str:
    """Return what can be taken after a legal move; empty if the squares name no legal move."""
    from console.text.position import what_if

    try:
        move = at.path.to(squares).move
    except (IllegalMove, AmbiguousMove):
        return ""
    return what_if(move, at.game, at.naming) if move is not None else ""


def _unreadable(line: str, at: Question) -> Talk:
    """Return why the squares of a line cannot be read, or the question whether a move one slip away was meant."""
    said = unread(line, at.naming) or sentences.NO_SQUARE.format(quoted(line), at.naming.example_squares[0])
    found = one_slip_away(line, at)
    return Talk(said) if found is None else asked_back(line, found, at, said)


def _only_move(text: str, named: set[int], at: Question) -> JumpPath | Talk | None:
    """Return the only legal move that touches or takes all named squares; None if there is none.

    If the text speaks of a jump, no step is returned. If several moves fit, or the text names the wrong rank, return
    the answer to it.
    """
    path, found = at.path, dict[Squares, JumpPath]()
    for route in path.routes:
        for length in range(max(2, len(path.squares) + 1), len(route.path) + 1):
            reached_so_far = path.along(*route.path[len(path.squares) : length])
            is_told = bool(route.captured) or not TAKES.search(text)
            if is_told and named <= {*reached_so_far.squares, *reached_so_far.captured}:
                found[reached_so_far.squares] = reached_so_far
                break
    ranks = {each: rank_of(path.before, each[0]) for each in found}
    rank = next((rank for rank, name in enumerate(RANK_NAMES[:2]) if name in spoken(text)), None)
    of_rank = {each: it for each, it in found.items() if rank in (None, min(1, ranks[each]))}
    if found and not of_rank:
        start = min(found)[0]
        return Talk(f"The piece on {at.naming.square(start)} is a {rank_name(rank_of(path.before, start))}.")
    by_moves = {each.routes: each for each in of_rank.values()}
    if len(by_moves) > 1 and len(named) == 1 and path.along(*named).routes:
        return None  # the square of a piece with several moves names none
    if len(by_moves) > 1:
        ways = [at.naming.path(each.squares, each.jumps) for each in by_moves.values()]
        choices = tuple(each.squares for each in by_moves.values())
        return Talk(f"Which one: {spoken_list(ways, 'or')}?", choices=choices)
    return next(iter(by_moves.values()), None)


def one_slip_away(text: str, at: Question) -> JumpPath | None:
    """Return the path of the only move that is one slip away from ``text``; None if there are several.

    A slip is a key next to the right one, two exchanged characters, or one character too few or too many.
    """
    found = dict[Squares, JumpPath]()
    if not any(map(str.isdigit, text)) or len(text) > _LONGEST:
        return None
    for spelling in {*slips(text.strip().casefold(), SQUARE_LETTERS[: at.game.rules.geometry.size] + _SIGNS)}:
        rest = _LETTERED.sub("", spelling)
        if rest != spelling and any(map(str.isdigit, rest)):
            continue  # squares named by letters and by numbers
        try:
            slipped = reached(parse_squares(spelling, at.naming), at)
        except (UnreadableMove, IllegalMove):
            continue
        except AmbiguousMove:
            return None
        if len(slipped.squares) > 1 and slipped.routes and not takes_nothing(spelling, slipped):
            found[slipped.squares] = slipped
    return found.popitem()[1] if len(found) == 1 else None


def in_other_letters(text: str, at: Question) -> JumpPath | None:
    """Return the path of the legal move that a text names if its letters are read in the other notation, or None."""
    try:
        found = at.path.to(parse_squares(text, at.naming.in_other_letters))
    except (UnreadableMove, IllegalMove, AmbiguousMove):
        return None
    return found if _LETTERED.search(text.casefold()) and not takes_nothing(text, found) else None


def slips(text: str, signs: str) -> Iterator[str]:
    """Yield the texts that are one slip away from ``text``. Inserted characters are from ``signs``."""
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        yield from (f"{before}{sign}{after}" for sign in signs)
        if after:
            yield before + after[1:]
            yield from (f"{before}{sign}{after[1:]}" for sign in _BESIDE.get(after[0], "") if sign in signs)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
