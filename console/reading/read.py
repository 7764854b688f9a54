"""The one place where a typed line is read: squares, words, answers, and talk, which never acts."""

import re
from dataclasses import replace
from typing import Final

from console.game.move_input import Squares
from console.game.naming import quoted
from console.reading.answers import ONLY, answers, choices, read_answer, read_head, refuses
from console.reading.kinds import MOVE, MULTIPLE, Trait
from console.reading.patterns import WORD_LISTS, behind_remark, cores, last_sentence, spoken
from console.reading.question import Question
from console.reading.readings import Blank, Command, Input, Moves, NamedMove, No, Reading, Talk, Text, Yes
from console.reading.squares import asked_back, reached, read_move, unread
from console.text import sentences
from engine.game import IllegalMove
from engine.notation import SEPARATOR, AmbiguousMove

LONGEST_LINE: Final = 500
"""The most characters of a line; texts and moves to look through may have more."""
_LONGEST_TEXT: Final = 5000
_PAIRS: Final = re.compile(rf"\d(?:{SEPARATOR}|\.)?[a-j]?\d", re.IGNORECASE)
_TAKES_OFFER: Final = frozenset({"y", "yes", "do it"})
_TAKES_BACK: Final = frozenset({"cancel", "never mind", "nevermind", "wait", "esc"})
_LONG_WORDS: Final = ("comment", "fen")


def read(line: Input, at: Question) -> Reading:
    """Return what a line means at a question. It is read as squares, as words, as an answer, and at last as talk.

    The answers of this very question come first, as "n" is a command elsewhere. A line that is too long never acts. A
    front end may also send squares that were pointed at, and commands that were chosen.
    """
    traits = at.kind.traits
    if isinstance(line, tuple):
        return _pointed_at(line, at)
    if isinstance(line, Command):
        return Text(line.line, line) if Trait.ANY_TEXT in traits else line
    if len(line) > LONGEST_LINE and (len(line) > _LONGEST_TEXT or len(line) > _longest(line, at)):
        return Talk(sentences.TOO_LONG.format(quoted(line), LONGEST_LINE))
    text = line.replace("|", " ").strip()  # bars of a table of moves
    if not text:
        return Blank()
    if Trait.ANY_TEXT in traits:
        return _text(line, at)
    if Trait.UNDO_LEAVES in traits and text.casefold() in _TAKES_BACK:
        return Command("undo")
    if traits & (Trait.YES_OR_NO | Trait.TAKES_NO) and (answer := read_answer(text, at.kind.name, at.sides)):
        return answer
    exact: Reading | None = _moves(text, at) or _taken(text, at)
    exact = exact or (read_move(text, at) if Trait.AT_BOARD in traits else None) or _word(text, at)
    exact = exact or (read_answer(text, at.kind.name, {}) if Trait.IN_HAND in traits else None)
    exact = exact or (read_head(text, at.kind, at.vocabulary) if Trait.YES_OR_NO in traits else None)
    exact = exact or (_behind_remark(text, at) if Trait.AT_BOARD in traits else None)
    if exact is None and Trait.AHEAD in traits and not unread(text, at.naming):
        return Text(line)
    reading = exact or _talk(text, at)
    return _offering(reading, at.may_offer) if isinstance(reading, Talk) else reading


def _pointed_at(squares: Squares, at: Question) -> NamedMove | Talk:
    """Return the legal move over squares that were pointed at on the board, or the reason why there is none."""
    try:
        return NamedMove(reached(squares, at), by_hand=True)
    except AmbiguousMove:
        return Talk(sentences.NAME_EVERY_SQUARE)
    except IllegalMove:
        from console.text.illegal_moves import why_not

        return Talk(why_not(at.game, at.path.whole(squares), at.naming))


def _moves(text: str, at: Question) -> Moves | None:
    """Return the moves of a line with two moves or more that can be played one after another, or None."""
    if at.kind is not MOVE or len(_PAIRS.findall(text)) < 2:
        return None
    from engine.pdn.reader import follow

    turns, fault = follow(text, at.game)
    return Moves(turns, fault.reason if fault else "") if len(turns) > 1 else None


def _text(line: str, at: Question) -> Text:
    """Return a line at a question that takes any text."""
    text = line.strip()
    lines = (" ".join(core.text.casefold().rstrip(" .!").split()) for core in cores(text))
    found = next(filter(None, map(answers(at.kind.name).find, lines)), None)
    answer = found[0] if found is not None else None
    if at.kind.traits & (Trait.ENTER_LEAVES | Trait.ESC_LEAVES) and refuses(text):
        answer = False
    is_known = found is not None or not unread(text, at.naming) or at.vocabulary.is_line(text)
    return Text(line, at.vocabulary.command(text), answer, is_known)


def _offering(talk: Talk, may_offer: bool) -> Talk:
    """Return talk with the sentence about its command. The sentence offers the command, or only names it."""
    if talk.offers is None:
        return talk
    sentence = sentences.OFFER if may_offer else sentences.SUGGESTION
    offers = talk.offers if may_offer else None
    return replace(talk, says=talk.says or sentence.format(talk.offers.line), offers=offers)


def _longest(line: str, at: Question) -> int:
    """Return the most characters that such a line may have."""
    is_text = line.split(" ", 1)[0].casefold() in _LONG_WORDS
    return _LONGEST_TEXT if is_text or (at.may_be_long and not unread(line, at.naming)) else LONGEST_LINE


def _word(text: str, at: Question) -> Command | Talk | None:
    """Return the command or the answer that a line or its last sentence is."""
    return at.vocabulary.read(text, at.label) or at.vocabulary.read(last_sentence(text), at.label)


def _behind_remark(text: str, at: Question) -> Command | None:
    """Return the command that stands behind a remark and a comma, or None. The remark names no command."""
    for line in behind_remark(last_sentence(text)):
        found = at.vocabulary.read(line, at.label)
        if isinstance(found, Command) and not any(map(at.vocabulary.is_heard, spoken(text[: -len(line)]))):
            return found
    return None


def _taken(text: str, at: Question) -> Command | NamedMove | Talk | None:
    """Return the command or the move that a line chooses among those that were named, or None.

    A mere yes does not play the move of a hint: it is asked about.
    """
    if at.offered is None and not at.choices:
        return None
    words = " ".join(spoken(text))
    if words in _TAKES_OFFER and at.offered is not None:
        return at.offered
    if at.choices and isinstance(read_answer(text, at.kind.name, {}), Yes):
        return asked_back("", at.path.along(*at.choices[0]), at) if len(at.choices) == 1 else None
    lines = (choices().find(" ".join(spoken(core.text))) for core in cores(text)) if at.choices else ()
    found = next(filter(None, lines), None)
    if found is None or (found[0] == ONLY) != (len(at.choices) == 1) or found[0] >= len(at.choices):
        return None
    return NamedMove(at.path.along(*at.choices[found[0]]))


def _talk(text: str, at: Question) -> Talk | No:
    """Return talk for a line that nothing else reads. At the question of a multiple jump it counts as a no.

    A question does not count as a no there. It is answered with what a multiple jump is.
    """
    from console.reading.talk import answer_to, asks, small_talk

    found = answer_to(text, at)
    if found is None and at.kind is MULTIPLE and not asks(text) and text.casefold() not in WORD_LISTS["asking"]:
        return No(is_guess=True)
    if found is None:
        is_talk = Trait.IN_HAND in at.kind.traits and not at.unanswered
        return small_talk(text, at) if is_talk else Talk(at.unanswered)
    return found
