"""The composition root of the conversation: the only module that looks for the rooms."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from console.activities.play.activity import Playing
from console.activities.play.computer import Computer
from console.activities.play.new_game import NewGame
from console.activities.play.room import MENU as GAME_MENU
from console.activities.play.room import WORDS as GAME_WORDS
from console.dialogue.activity import BeforeGames, Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.loop import WORDS, Dialogue
from console.dialogue.menu import Entry, joined, shown
from console.dialogue.messages import ComputerPlayer, Say, Step, Steps
from console.dialogue.room import ProgramKind, Room
from console.dialogue.state import State
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.options import Options, default_jumping
from console.reading.words import Vocabulary
from console.storage.player_data import PlayerData
from console.storage.store import Store
from console.text import sentences
from engine.game import Game
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake
    from console.game.record import Exercises


ROOMS: Final[dict[str, Room]] = {
    path.parent.name: import_module(f"..activities.{path.parent.name}.room", __package__).ROOM
    for path in sorted(Path(__file__).parent.with_name("activities").glob("*/room.py"))
    if path.parent.name != "play"
}
"""The rooms by their folder."""
VOCABULARY: Final = Vocabulary((*WORDS, *GAME_WORDS, *(word for room in ROOMS.values() for word in room.words)))


def dialogue_of(
    options: Options,
    rng: Random,
    opponent: ComputerPlayer | None = None,
    store: Store | None = None,
    now: Callable[[], float] = time.monotonic,
    today: Callable[[], date] = date.today,
) -> Dialogue:
    """Return a conversation with all activities. It begins with the activity in the options.

    The default ``opponent`` is the computer. Without a ``store`` nothing is saved. ``now`` returns the time in seconds
    for clocks, ``today`` the date.
    """
    store = store or Store(automatic=False, where=None)
    state = _state(options, store, now)
    conversation = Conversation(options, state, store, rng, today, partial(exercises_done, store.player))
    commands = conversation.commands
    store.player.me = lambda: conversation.learner
    store.player.owner = lambda: store.settings.name or state.player

    def learn(wrong: "Sequence[Mistake]") -> Steps[None]:
        for room in ROOMS.values():
            if room.learn is not None:
                yield from room.learn(conversation, wrong)

    conversation.built_in = lambda: computer.opponent
    conversation.learn = learn
    programs: dict[str, ProgramKind] = {}
    for room in ROOMS.values():
        programs.update(room.programs(conversation) if room.programs is not None else {})
    computer = Computer(conversation, opponent, programs)
    play = partial(Playing, conversation=conversation, computer=computer)
    new_game = NewGame(conversation, computer, play)

    def game_handlers() -> Handlers:
        from console.activities.play.handlers import GameWords

        return GameWords(conversation, computer, new_game).handlers()

    commands.add(GAME_WORDS, game_handlers)
    for folder, room in ROOMS.items():
        commands.add(room.words, partial(handlers_of, folder, conversation))

    def first() -> Steps[None]:
        if (command := VOCABULARY.command(options.task)) is not None:
            yield from commands.do_everywhere(command)
        else:
            yield from new_game.first()
            yield from remind()

    def remind() -> Steps[None]:
        """Say which tasks are due, in a game against the computer."""
        if state.table.opponent is None:
            return
        rules = state.table.rules
        found = [room.due(store.player, rules, today()) for room in ROOMS.values() if room.due is not None]
        if due := [each for each in found if each is not None]:
            yield Say(sentences.reminder(due))

    @cache
    def sum_up() -> str:
        said = [room.parting(conversation) for room in ROOMS.values() if room.parting is not None]
        return " ".join(filter(None, said))

    @cache
    def entries() -> Mapping[str, Sequence[Entry]]:
        return joined([GAME_MENU, *(room.menu for room in ROOMS.values())])

    def before(step: Step) -> Steps[None]:
        for room in ROOMS.values():
            if room.before is not None:
                yield from room.before(conversation, step)

    begins = [room.begin(conversation) for room in ROOMS.values() if room.begin is not None]
    begin = next(filter(None, begins), first)
    rules = options.rules
    game = Game(rules, options.jumping or default_jumping(rules), options.start)
    table = Table(game, Stopwatch(now), home=game.rules.first)
    state.activity = BeforeGames(table, begin)
    return Dialogue(
        conversation,
        before=before,
        programs=programs,
        sum_up=sum_up,
        theme_problem=_theme_problem,
        menu=lambda: shown(entries(), state),
    )


def handlers_of(folder: str, conversation: Conversation) -> Handlers:
    """Return the handlers of the words of a room. Its modules are imported now."""
    make = ROOMS[folder].handlers or import_module(f"..activities.{folder}.handlers", __package__).handlers
    handlers: Handlers = make(conversation)
    return handlers


def exercises_done(data: PlayerData, rules: Rules) -> "list[Exercises]":
    """Return what the user has done beside his games under a rule set, by room."""
    found = [room.done(data, rules) for room in ROOMS.values() if room.done is not None]
    return [exercises for exercises in found if exercises is not None]


def _theme_problem(theme: str) -> str:
    """Return the sentence why a theme cannot be used, or no text. The palettes are imported when one is chosen."""
    from console.screens.widgets.palettes import named_palette

    try:
        named_palette(theme)
    except ValueError as error:
        return str(error)
    return ""


def _state(options: Options, store: Store, now: Callable[[], float]) -> State:
    """Return the initial state from the options and the settings."""
    state = State(options, VOCABULARY, now)
    settings = store.settings
    drawing = settings.drawing if options.drawing is None else options.drawing
    book = settings.book if options.book is None else options.book
    shows = True if drawing is None and options.at_terminal else drawing
    teaching = options.teach or settings.teaching
    state.switches = replace(settings, drawing=shows, book=book, teaching=teaching)
    return state
