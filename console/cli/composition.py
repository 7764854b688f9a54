"""The composition root of the conversation: the only module that imports all activities."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

from console.activities.course import words as course_words
from console.activities.explore import words as explore_words
from console.activities.guess import words as guess_words
from console.activities.learn import words as learn_words
from console.activities.modem import words as modem_words
from console.activities.play import words as play_words
from console.activities.play.activity import Play
from console.activities.play.computer import Computer
from console.activities.play.engines import Engines
from console.activities.play.new_game import NewGame
from console.activities.play.newcomer import Newcomer
from console.activities.play.proofs import Proofs
from console.activities.play.tutor import Tutor, with_lessons
from console.activities.postcard import words as postcard_words
from console.activities.problems import words as problem_words
from console.activities.record import words as record_words
from console.activities.season import words as season_words
from console.activities.season.watcher import with_rivals
from console.activities.storm import words as storm_words
from console.activities.study import words as study_words
from console.dialogue.activity import Activity, Handler, Opening
from console.dialogue.conversation import Conversation
from console.dialogue.loop import Dialogue, one
from console.dialogue.messages import MoveChooser, Opponent, Say, Steps
from console.dialogue.proving import ProverOf, default_prover
from console.dialogue.state import State
from console.dialogue.table import Table
from console.dialogue.words import WORDS, Vocabulary, Word
from console.game.clock import Stopwatch
from console.game.options import Options, default_jumping
from console.storage.store import Store
from console.storage.user_file import UserFiles
from console.text import sentences
from engine.game import Game
from engine.rules import RULE_SETS, Rules

if TYPE_CHECKING:
    from console.activities.course.lesson_text import LessonBook
    from console.activities.explore.explorer import Explorer
    from console.activities.problems.problems import Problems
    from console.activities.season.season import Season
    from console.dialogue.menu import Entry
    from console.game.record import Exercises
    from console.text.levels import TurningPoint

VOCABULARY = Vocabulary(
    (
        *WORDS,
        *play_words.WORDS,
        *problem_words.WORDS,
        *storm_words.WORDS,
        *study_words.WORDS,
        *explore_words.WORDS,
        *course_words.WORDS,
        *learn_words.WORDS,
        *guess_words.WORDS,
        *postcard_words.WORDS,
        *record_words.WORDS,
        *season_words.WORDS,
        *modem_words.WORDS,
    )
)


def dialogue_of(
    options: Options,
    rng: Random,
    opponent: Opponent | None = None,
    store: Store | None = None,
    now: Callable[[], float] = time.monotonic,
    prover_of: ProverOf = default_prover,
    today: Callable[[], date] = date.today,
) -> Dialogue:
    """Return a conversation with all activities. It begins with the activity in the options.

    The default ``opponent`` is the computer. Without a ``store`` nothing is saved. ``now`` returns the time in seconds
    for clocks, ``today`` the date.
    """
    store = store or Store(automatic=False, where=None)
    state = _state(options, store, now)
    conversation = Conversation(options, state, store)
    archive, commands = conversation.archive, conversation.commands

    def explorer_of() -> "Explorer":
        from console.activities.explore.explorer import Explorer

        return Explorer(store, state.player)

    proofs = Proofs(state, archive, prover_of, explorer_of)
    engines = Engines(state, archive, lambda: computer.opponent, options.engine)
    computer = Computer(conversation, proofs, rng, engines, opponent, as_rival=_as_rival, remarks_of=_remarks_of)
    newcomer = Newcomer(conversation, computer)
    play = partial(Play, conversation=conversation, computer=computer, newcomer=newcomer)
    new_game = NewGame(conversation, rng, engines, newcomer, play)

    @cache
    def problems() -> "Problems":
        from console.activities.problems.problems import Problems

        return Problems(conversation, rng, today)

    def game_handlers() -> Mapping[str, Handler]:
        from console.activities.play.handlers import GameWords

        words = GameWords(conversation, computer, engines, proofs, new_game, problems().learn)
        return words.handlers()

    def storm_handlers() -> Mapping[str, Handler]:
        from console.activities.storm.storm import StormWords

        return StormWords(conversation, rng, today).handlers()

    def study_handlers() -> Mapping[str, Handler]:
        from console.activities.study.activity import StudyWords

        return StudyWords(conversation).handlers()

    def explore_handlers() -> Mapping[str, Handler]:
        from console.activities.explore.handlers import ExploreWords

        return ExploreWords(conversation).handlers()

    def course_handlers() -> Mapping[str, Handler]:
        from console.activities.course.course import Course

        return Course(conversation).handlers()

    def learn_handlers() -> Mapping[str, Handler]:
        from console.activities.learn.learn import Learn

        return Learn(conversation, today).handlers()

    def guess_handlers() -> Mapping[str, Handler]:
        from console.activities.guess.guess import GuessWords

        return GuessWords(conversation, rng).handlers()

    def postcard_handlers() -> Mapping[str, Handler]:
        from console.activities.postcard.handlers import PostcardWords

        return PostcardWords(conversation).handlers()

    def record_handlers() -> Mapping[str, Handler]:
        from console.activities.record.handlers import RecordWords

        return RecordWords(conversation, partial(exercises_done, archive.store.files)).handlers()

    @cache
    def season() -> "Season":
        from console.activities.season.season import Season

        return Season(conversation)

    def watch(steps: Steps[None]) -> Steps[None]:
        return with_rivals(with_lessons(steps, Tutor(state)), state, season)

    commands.add(_lazy_handlers(play_words.WORDS, game_handlers))
    commands.add(_lazy_handlers(problem_words.WORDS, lambda: problems().handlers()))
    commands.add(_lazy_handlers(storm_words.WORDS, storm_handlers))
    commands.add(_lazy_handlers(study_words.WORDS, study_handlers))
    commands.add(_lazy_handlers(explore_words.WORDS, explore_handlers))
    commands.add(_lazy_handlers(course_words.WORDS, course_handlers))
    commands.add(_lazy_handlers(learn_words.WORDS, learn_handlers))
    commands.add(_lazy_handlers(guess_words.WORDS, guess_handlers))
    commands.add(_lazy_handlers(postcard_words.WORDS, postcard_handlers))
    commands.add(_lazy_handlers(record_words.WORDS, record_handlers))
    commands.add(_lazy_handlers(season_words.WORDS, lambda: season().handlers()))
    nobody = "Nobody is on the line to hear it: checkers call and checkers answer play over one."
    commands.add({"say": lambda _: one(Say(nobody))})

    def first() -> Steps[Activity | None]:
        if options.problem is not None:
            return (yield from problems().first(options.problem))
        activity = yield from new_game.first()
        yield from remind()
        return activity

    def remind() -> Steps[None]:
        """Say which tasks are due, in a game against the computer."""
        if len(state.table.computers) != 1:
            return
        from console.activities.learn.reminder import lines_due
        from console.activities.problems.reminder import mistakes_due

        files = archive.store.files
        found = (mistakes_due(files, state.table.rules, today()), lines_due(files, today()))
        due = [each for each in found if each.number]
        if due:
            yield Say(sentences.reminder(due))

    def sum_up() -> Sequence[str]:
        from console.activities.record.past_month import sum_up

        return sum_up(archive, state.player, today())

    begin: Callable[[], Steps[Activity | None]] = first
    closing = [engines.close]
    if options.modem is not None:
        from console.activities.modem.activity import Remote

        remote = Remote(conversation, options.modem)
        closing.append(remote.close)
        begin = remote.begin
    rules = RULE_SETS[options.rules]
    game = Game(rules, options.jumping or default_jumping(rules), options.start)
    state.begin(Opening(Table(game, Stopwatch(now), level=options.level), begin))
    return Dialogue(
        conversation,
        notices=lambda: proofs.notices(computer.problems),
        watch=watch,
        closing=closing,
        sum_up=sum_up,
        menu=_menu,
    )


def exercises_done(files: UserFiles, rules: Rules) -> "list[Exercises]":
    """Return what the user has done beside his games under a rule set, by activity."""
    from console.activities.course.summary import lessons_done
    from console.activities.guess.summary import moves_guessed
    from console.activities.learn.summary import lines_known
    from console.activities.problems.summary import problems_done

    found = (
        lessons_done(files, rules),
        lines_known(files, rules),
        problems_done(files, rules),
        moves_guessed(files, rules),
    )
    return [exercises for exercises in found if exercises is not None]


def lesson_book(files: UserFiles) -> "LessonBook":
    """Return the lessons of the course for the command line, with those that the user has finished."""
    from console.activities.course.lesson_text import LessonBook
    from console.activities.course.lessons import lessons
    from console.activities.course.progress import PROGRESS

    return LessonBook(lessons(), files.read(PROGRESS).finished)


def _as_rival(name: str, own: MoveChooser) -> MoveChooser:
    """Return the player of a rival's moves, who searches as ``own`` does; ``own`` if there is no such rival."""
    from console.activities.season.player import RivalPlayer
    from console.activities.season.rivals import rival_named

    rival = rival_named(name)
    return own if rival is None else RivalPlayer(rival, own)


def _remarks_of(name: str) -> "Mapping[TurningPoint, str]":
    """Return a rival's remarks, none if there is no such rival."""
    from console.activities.season.rivals import rival_named

    rival = rival_named(name)
    return {} if rival is None else rival.remarks


@cache
def _menu() -> "Mapping[str, Sequence[Entry]]":
    """Return the menu of all activities, which is imported when it is opened first."""
    from console.activities.course import menu as course
    from console.activities.explore import menu as explore
    from console.activities.guess import menu as guess
    from console.activities.learn import menu as learn
    from console.activities.modem import menu as modem
    from console.activities.play import menu as play
    from console.activities.postcard import menu as postcard
    from console.activities.problems import menu as problems
    from console.activities.record import menu as record
    from console.activities.season import menu as season
    from console.activities.storm import menu as storm
    from console.activities.study import menu as study
    from console.dialogue.menu import joined

    lists = (record.MENU, modem.MENU, course.MENU, learn.MENU, problems.MENU, storm.MENU, guess.MENU, season.MENU)
    first = (play.GAME, postcard.MENU, *lists)
    return joined((*first, play.MENU, study.MENU, explore.MENU))


def _lazy_handlers(words: Sequence[Word], make: Callable[[], Mapping[str, Handler]]) -> Mapping[str, Handler]:
    """Return handlers that call ``make`` when the first handler is called, to speed up the start."""

    @cache
    def made() -> Mapping[str, Handler]:
        handlers = make()
        assert handlers.keys() == names
        return handlers

    names = {word.name for word in words}
    return {name: lambda command: made()[command.name](command) for name in names}


def _state(options: Options, store: Store, now: Callable[[], float]) -> State:
    """Return the initial state from the options and the settings."""
    state = State(options, VOCABULARY, now)
    settings = store.settings
    drawing = settings.drawing if options.drawing is None else options.drawing
    state.switch(
        drawing=drawing if options.at_terminal or not drawing else None,
        thinking=settings.thinking,
        turning=settings.turning,
        remarks=settings.remarks,
        book=settings.book if options.book is None else options.book,
    )
    return state
