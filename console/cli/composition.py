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

from console.activities.play.new_game import NewGame
from console.dialogue.activity import BeforeGames, Handlers
from console.dialogue.conversation import Conversation, Event, Opened
from console.dialogue.loop import WORDS, Dialogue
from console.dialogue.menu import Entry, joined, shown
from console.dialogue.messages import ComputerPlayer, Say, Steps
from console.dialogue.room import Room
from console.dialogue.state import State
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.options import Options, default_jumping
from console.reading.readings import Command
from console.reading.words import Vocabulary
from console.storage.player_data import PlayerData
from console.storage.store import Store
from console.text import sentences
from engine.game import Game
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises


ROOMS: Final[dict[str, Room]] = {
    path.parent.name: import_module(f"..activities.{path.parent.name}.room", __package__).ROOM
    for path in sorted(
        Path(__file__).parent.with_name("activities").glob("*/room.py"),
        key=lambda path: (path.parent.name != "play", path),
    )
}
"""The rooms by their folder, the games at this board first."""
_ENTRIES: Final = [entry for room in ROOMS.values() for entries in room.menu.values() for entry in entries]
VOCABULARY: Final = Vocabulary(
    (*WORDS, *(word for room in ROOMS.values() for word in room.words)),
    {each.label: Command(each.word, each.argument) for each in _ENTRIES if isinstance(each.argument, str)},
)


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
    programs = {kind: found for room in ROOMS.values() for kind, found in room.programs.items()}
    exercises = partial(exercises_done, store.player)
    conversation = Conversation(options, state, store, rng, today, exercises, programs, opponent)
    new_game = conversation.part("play", NewGame)
    store.player.me = lambda: conversation.learner
    store.player.owner = lambda: store.settings.name or state.player

    def hear(event: Event) -> Steps[None]:
        for room in ROOMS.values():
            if room.hear is not None:
                yield from room.hear(conversation, event)

    conversation.built_in = lambda: new_game.computer.opponent
    conversation.hear = hear
    for folder, room in ROOMS.items():
        conversation.commands.add(room.words, partial(handlers_of, folder, conversation))

    def first() -> Steps[None]:
        yield from hear(Opened())
        if options.modem is not None:
            return  # a room has begun the remote game, or could not
        if (command := VOCABULARY.command(options.task)) is not None:
            yield from conversation.commands.do_everywhere(command)
        else:
            yield from new_game.first()
            yield from remind()

    def remind() -> Steps[None]:
        """Say which tasks are due, in a game against the computer."""
        if state.table.opponent is None:
            return
        kinds = [room.due for room in ROOMS.values() if room.due is not None]
        counts = [(kind, kind.number(store.player, state.table.rules, today())) for kind in kinds]
        if due := [(kind, number) for kind, number in counts if number]:
            called = [kind.called(number) for kind, number in due]
            words = [kind.word for kind, _ in due]
            yield Say(sentences.reminder(called, sum(number for _, number in due), words))

    @cache
    def entries() -> Mapping[str, Sequence[Entry]]:
        return joined([room.menu for room in ROOMS.values()])

    rules = options.rules
    game = Game(rules, options.jumping or default_jumping(rules), options.start)
    table = Table(game, Stopwatch(now), home=game.rules.first)
    state.activity = BeforeGames(table, first)
    return Dialogue(conversation, theme_problem=_theme_problem, menu=lambda: shown(entries(), state))


def handlers_of(folder: str, conversation: Conversation) -> Handlers:
    """Return the handlers of the words of a room. Its modules are imported now."""
    module = import_module(f"..activities.{folder}.handlers", __package__)
    handlers: Handlers = module.handlers(conversation)
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
