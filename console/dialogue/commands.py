"""The dispatch of commands to their handlers."""

from collections.abc import Callable, Iterable
from functools import cache

from console.dialogue.activity import BeforeGames, BoardChanged, CannotDo, Handlers, Left
from console.dialogue.archive import Archive
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.state import State
from console.reading.readings import Command, Talk
from console.reading.words import Group, Word
from console.storage.notices import NotKept
from console.text import sentences
from engine.game import Game


def go_back(state: State) -> Steps[None]:
    """Resume the activity that was suspended last, unchanged. Raises Left if there is none.

    The questions before a game are resumed without a message.
    """
    if not state.suspended:
        raise Left
    yield from state.activity.adjourn()
    state.activity = state.suspended.pop()
    if isinstance(state.activity, BeforeGames):
        return
    yield Say(sentences.BACK.get(state.activity.label, "Back to the task."))
    yield Played(state.game.position, Cause.START)


def leave_tasks(state: State) -> Steps[None]:
    """Resume the activity that was suspended for the first task, if there is one. Drop all tasks."""
    for task in state.suspended[1:]:
        yield from task.adjourn()
    del state.suspended[1:]
    if state.suspended:
        yield from go_back(state)


class Commands:
    """Executes each command with the handler of the current activity, or else with the common handler."""

    def __init__(self, state: State, archive: Archive) -> None:
        self._state = state
        self._archive = archive
        self._handlers: dict[str, Callable[[], Handlers]] = {}
        self._warned: tuple[Game, str] | None = None  # the game, and the command whose cost was told in it

    def add(self, words: Iterable[Word], make: Callable[[], Handlers]) -> None:
        """Add the common handlers of some words. ``make`` returns them; it is called when one is first used."""
        self._handlers.update(dict.fromkeys((word.name for word in words), cache(make)))

    def do(self, command: Command) -> Steps[None]:
        """Execute a command, or say why it is not allowed in the current activity.

        Raises BoardChanged if the command has changed the activity, its game or the position.
        """
        asked_at, activity, vocabulary = self._state.place, self._state.activity, self._state.vocabulary
        own = activity.words.get(command.name)
        if vocabulary.spelled(command.name) is None:
            yield Say(sentences.NO_SUCH_ROOM.format(command.name))
        elif own is not None:
            yield from self._archive.attempt(own(command))
        elif not vocabulary.works(command, activity.allowed):
            yield Say(activity.refusal(command))
        elif command.short and vocabulary.word(command).leaves and self._state.suspended:
            yield Say(f'"{command.name}" would leave this for another game. If you mean it, type the whole word.')
        else:
            if vocabulary.word(command).leaves:
                yield from leave_tasks(self._state)
            yield from self.do_everywhere(command)
        if self._state.place != asked_at:
            raise BoardChanged

    def tell(self, talk: Talk) -> Steps[None]:
        """Answer talk: say or show what it has, and note what it offers."""
        if talk.says:
            yield Say(talk.says)
        if talk.shows is not None:
            yield from self.do(talk.shows)
        self._state.suggest(talk.offers, talk.choices)

    def begin(self, also: Command | None) -> Steps[None]:
        """Execute the command that a yes agrees to, ``also`` or the one offered. After a setting, begin a new game."""
        also = also or self._state.offer.command or Command("new")
        group = self._state.vocabulary.word(also).group
        if also.name == "new" and self._state.next_game.match is not None:
            also = Command("new")  # a match has its own order of sides
        yield from self.do(also)
        if group is Group.SETTING or also.name == "next":
            yield from self.do(Command("new"))

    def do_everywhere(self, command: Command) -> Steps[None]:
        """Execute a command with its common handler."""
        yield from self._archive.attempt(self._noting_help(command))

    def _noting_help(self, command: Command) -> Steps[None]:
        """Execute a command. If it counts as help and succeeds, note that, and say what it costs.

        Before the first hint of a rated game, the explorer or a study, only say what it costs. The hint of the only
        move costs nothing. In huff the list of moves is such a hint: it names the jumps, which the player has to see.
        """
        state, activity = self._state, self._state.activity
        before = activity.table.helped
        names_jumps = command.name == "moves" and state.table.jumping == "huff"
        was_rated, is_hint = self._archive.is_rated, names_jumps or command.name == "hint"
        warns = is_hint or command.name in ("explore", "book", "study")
        is_help = activity.is_kept and (names_jumps or state.vocabulary.word(command).is_help(command.argument))
        is_help = is_help and not (is_hint and len(state.game.routes()) == 1)
        if warns and is_help and was_rated and self._warned != (state.game, command.name):
            self._warned = (state.game, command.name)
            state.suggest(command)
            yield Say(sentences.HELP_COSTS[command.name])
            yield from self._say_replayed()
            return
        if is_help:
            activity.note_help(True)
        try:
            yield from self._handlers[command.name]()[command.name](command)
        except (NotKept, CannotDo):
            if is_help:
                activity.note_help(before)
            raise
        if is_help and activity.table.game.outcome is not None:
            activity.note_help(before)
        is_helped = activity.table.helped or (state.table.helped and state.game.outcome is None)
        if was_rated and is_helped and not warns:
            yield Say(sentences.UNRATED)
            yield from self._say_replayed()

    def _say_replayed(self) -> Steps[None]:
        """If the game belongs to a match against a program, say that it does not count there because of the help."""
        if self._state.table.match is not None and self._state.table.seats.program is not None:
            yield Say(sentences.REPLAYED)
