"""The main loop of the conversation: a generator of steps that both front ends run.

It runs the current activity step by step, executes the commands common to all activities, and says farewell.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NoReturn

from console.dialogue.activity import Activity, BeforeGames, Begin, BoardChanged, CannotDo, FlagFell, Handler, Left
from console.dialogue.archive import Archive
from console.dialogue.conversation import Conversation, Parting
from console.dialogue.menu import Entry
from console.dialogue.messages import (
    Ask,
    Cause,
    Ended,
    Played,
    Reply,
    Say,
    ShowBoard,
    ShowHelp,
    ShowMenu,
    ShowSettings,
    Step,
    Steps,
    T,
)
from console.dialogue.state import State
from console.game.naming import OWN_SQUARES, SQUARE_STYLES, SquareStyle, quoted
from console.game.options import said_name
from console.game.rule_choice import RuleChoice, names_jumping
from console.reading import kinds
from console.reading.readings import Command
from console.reading.words import Group, Word
from console.storage.settings import Settings
from console.text import sentences
from console.text.phrases import PHRASES
from engine.geometry import SIDE_NAMES

_ON_OFF: Final = {"on": True, "off": False}
WORDS: Final = (
    Word("help", "shows the manual, or the chapter named", "NAME", Group.SHOW),
    Word("?", "shows the short help, in eight lines", "NAME", Group.SHOW),
    Word("menu", "opens the menu of the screen, or lists the words", "GROUP", Group.VIEW),
    Word("board", "draws the board, before each move or only when asked", "ON/OFF", Group.DISPLAY),
    Word("flip", "turns the board around", group=Group.VIEW),
    Word("squares", "chooses how squares are named: console, algebraic, numbers or own", "NAMES", Group.DISPLAY),
    Word("numbers", "adds the numbers of the books to moves, or not", "ON/OFF", Group.DISPLAY, aliases=("brackets",)),
    Word("turn", "starts or stops turning the board after each move of two players", "ON/OFF", Group.MANNER),
    Word("rules", "lists and chooses the rules, or explains those named", "NAME"),
    Word("next", 'chooses the rules or the jumping of the next game, as in "next free"', "NAME"),
    Word("save", "saves the game under a name", "NAME"),
    Word("games", "lists the saved games", group=Group.SHOW),
    Word("fame", "shows the hall of fame", group=Group.SHOW),
    Word("name", "changes your name, starting with the next game", "NAME", Group.SETTING, aliases=("call me",)),
    Word(
        "settings", "shows where to set colors, sound, the mouse, animation", group=Group.DISPLAY, aliases=("options",)
    ),
    Word(
        "theme",
        "chooses the colors of the screen",
        "NAME",
        Group.DISPLAY,
        aliases=("colors", "colours", "color", "colour"),
    ),
    Word("sound", "turns the beeps on or off", "ON/OFF", Group.DISPLAY),
    Word("animation", "has men glide, or not", "ON/OFF", Group.DISPLAY, aliases=("animations",)),
    Word("about", "says what this program is", group=Group.SHOW, aliases=("version", "credits", "register", "license")),
    Word("quit", "leaves", group=Group.SHOW, aliases=("q", "exit", "bye")),
)
"""The words of the conversation itself; each room adds its own."""


def switch_handler(
    state: State,
    archive: Archive,
    is_on: Callable[[Settings], bool | None],
    turned: Callable[[Settings, bool], Settings],
    says: Mapping[str, str],
) -> Handler:
    """Return a handler that turns a setting on or off, or toggles it if the command has no argument.

    ``turned`` returns the settings with the setting on or off, and ``says`` has what is said then.
    """

    def turn(command: Command) -> Steps[None]:
        on = _ON_OFF.get(command.argument) if command.argument else not is_on(state.switches)
        if on is None:
            raise CannotDo(sentences.ON_OR_OFF.format(quoted(command.text), command.name))
        archive.remember(lambda settings: turned(settings, on))
        yield Say(says["on" if on else "off"])

    return turn


@dataclass(eq=False)
class Dialogue:
    """One session of play, from the question for the name to the farewell. Front ends run ``run`` and read ``state``.

    ``theme_problem`` returns the sentence why a theme cannot be used, or an empty text. ``menu`` returns the menu
    entries by group.
    """

    conversation: Conversation
    theme_problem: Callable[[str], str]
    menu: Callable[[], Mapping[str, Sequence[Entry]]]

    def __post_init__(self) -> None:
        self.state = self.conversation.state
        self.archive = self.conversation.archive
        self.commands = self.conversation.commands
        self._questions = self.conversation.questions
        self._said: list[str] = []  # since the last question
        self.commands.add(WORDS, self._words)

    def run(self) -> Steps[None]:
        """Run the whole conversation, with what the rooms and the program on the table add, and note what is said.

        A front end may close the generator at any step.
        """
        reply: Reply = None
        with closing(self._converse()) as steps:
            while True:
                try:
                    step = steps.send(reply)
                except StopIteration:
                    return
                yield from map(self._noted, self.conversation.hear(step))
                reply = yield self._noted(step)
                program = self.state.table.seats.program
                kind = self.conversation.programs.get(program.kind) if program is not None else None
                if isinstance(step, Played | Ended) and kind is not None:
                    yield from map(self._noted, kind.after(self.conversation, step))

    def _noted(self, step: Step) -> Step:
        """Note what is said before the next question, and return the step."""
        if isinstance(step, Say):
            self._said.append(step.text)
        elif isinstance(step, Ask) and self._said:
            self.state.said, self._said = tuple(self._said), []
        return step

    def farewell(self) -> str:
        """Return the farewell, with what rooms add. Front ends also show it after Ctrl-C and at the end of input."""
        names = self.state.activity.people
        if len(names) < 2 or not any(names):
            names = [self.state.player] if self.state.player else []
        added = [step.text for step in self.conversation.hear(Parting()) if isinstance(step, Say)]
        return " ".join([sentences.farewell(names, self.archive.is_kept_for_later()), *added])

    def _converse(self) -> Steps[None]:
        """Run the current activity step by step, until the player leaves, or nothing begins."""
        state = self.state
        try:
            while True:
                yield from self.archive.notices()
                activity, suspended = state.activity, len(state.suspended)
                yield from self._step(activity)
                if isinstance(activity, BeforeGames) and state.activity is activity:
                    return  # nothing has begun
                if len(state.suspended) > suspended:
                    yield from self._say_what_waits()
        except Left:
            for activity in (*state.suspended, state.activity):
                yield from activity.adjourn()
            yield Say(self.farewell())
        finally:
            self.archive.keep_as_left()
            for close in self.conversation.closing:
                close()

    def _say_what_waits(self) -> Steps[None]:
        """Say how to leave the task that has just begun, if an unfinished game waits below it."""
        activity, below = self.state.activity, self.state.suspended[-1]
        if activity.label and below.is_kept and below.table.game.ply and below.table.game.outcome is None:
            yield Say(f'Your game waits: "{activity.label} off" brings it back.')

    def _step(self, activity: Activity) -> Steps[None]:
        """Run one step of an activity. Raises Left."""
        try:
            yield from activity.step()
        except BoardChanged:
            pass  # the next step asks what fits the board
        except Begin as wanted:
            yield from wanted.begin()
        except FlagFell:
            activity.table.game.lose_on_time(activity.table.game.side)
            self.archive.keep()

    # The commands common to all activities

    def _words(self) -> Mapping[str, Handler]:
        questions, state, archive = self._questions, self.state, self.archive
        switch = partial(switch_handler, state, archive)
        draw = switch(lambda it: it.drawing, lambda it, on: replace(it, drawing=on), PHRASES["drawing"])
        turn = switch(lambda it: it.turning, lambda it, on: replace(it, turning=on), PHRASES["turning"])

        def turn_board(command: Command) -> Steps[None]:
            yield from turn(command)
            yield Played(state.game.position, Cause.FLIP)

        return {
            "help": lambda command: questions.show_manual(command.argument),
            "?": lambda command: questions.show_manual(command.argument) if command.argument else just(ShowHelp()),
            "menu": lambda command: just(ShowMenu(command.argument)),
            "board": lambda command: draw(command) if command.argument else just(ShowBoard()),
            "flip": lambda _: self._flip(),
            "squares": lambda command: self._name_squares(command.text),
            "numbers": switch(lambda it: it.brackets, lambda it, on: replace(it, brackets=on), PHRASES["brackets"]),
            "turn": turn_board,
            "rules": self._show_rules,
            "next": self._choose_rules,
            "save": lambda command: questions.save(command.argument),
            "games": lambda _: archive.show_games(),
            "fame": lambda _: archive.show_fame(),
            "name": lambda command: self._rename(command.text),
            "settings": lambda _: just(ShowSettings()),
            "theme": lambda command: self._set(command, self._theme, lambda now, name: replace(now, colours=name)),
            "sound": lambda command: self._set(command, _ON_OFF.get, lambda it, on: replace(it, sound=on)),
            "animation": lambda command: self._set(command, _ON_OFF.get, lambda it, on: replace(it, animation=on)),
            "about": lambda _: just(*map(Say, sentences.ABOUT)),
            "quit": lambda _: self._quit(),
        }

    def _quit(self) -> NoReturn:
        raise Left

    def _flip(self) -> Steps[None]:
        """Turn the board around; say so if it is drawn only on request."""
        state = self.state
        state.table = replace(state.table, flipped=not state.table.flipped)
        yield Played(state.game.position, Cause.FLIP)
        if state.switches.drawing is False:
            yield Say(f"{SIDE_NAMES[state.bottom]} is at the bottom now. The squares keep their names.")

    def _name_squares(self, typed: str) -> Steps[None]:
        """Choose the notation of squares, or say which it is. Raises CannotDo for an unknown one."""
        state = self.state
        if style := typed.casefold():
            choices: dict[str, SquareStyle | None] = {each: each for each in SQUARE_STYLES}
            choices[OWN_SQUARES] = None
            if style not in choices:
                raise CannotDo(sentences.will_not_do("squares", typed))
            self.archive.remember(lambda settings: replace(settings, squares=choices[style]))
            yield Played(state.game.position, Cause.FLIP)
        yield Say(sentences.squares(state.naming, state.switches.squares is not None))

    def _set(
        self, command: Command, read: Callable[[str], T | None], changed: Callable[[Settings, T], Settings]
    ) -> Steps[None]:
        """Change a setting of the front end to the argument; without an argument, show the settings.

        ``read`` returns the value that is named, or None. Raises CannotDo if there is none, and as ``read`` does.
        """
        if not command.argument:
            yield ShowSettings(word=command.name)
            return
        value = read(command.argument)
        if value is None:
            raise CannotDo(sentences.will_not_do(command.name, command.text))

        def change(settings: Settings) -> Settings:
            return changed(settings, value)

        self.archive.remember(change)
        yield ShowSettings(change)
        yield Say(sentences.set_to(command.name, value))
        yield from self.archive.notices()

    def _theme(self, typed: str) -> str | None:
        """Return the theme whose name begins as typed; None if there is none. Raises CannotDo if it is damaged."""
        theme = sentences.theme_named(typed)
        if theme is not None and (problem := self.theme_problem(theme)):
            raise CannotDo(problem)
        return theme

    def _rename(self, name: str) -> Steps[None]:
        """Change the player's name from the next game on."""
        if not name:
            raise CannotDo(sentences.NAME_HOW)
        try:
            said = said_name(name)
        except ValueError:
            raise CannotDo(sentences.BAD_NAME) from None
        asked = sentences.ASK_IF_NAME.format(quoted(said))
        if self._questions.is_odd_name(said) and not (yield from self._questions.ask_text(asked, kinds.NAMED)).answer:
            raise CannotDo(sentences.NAME_HOW)
        before, self.state.player = self.state.player, said
        self.archive.remember(lambda settings: replace(settings, name=said))
        yield Say(sentences.renamed(before, said))

    def _show_rules(self, command: Command) -> Steps[None]:
        """Explain the rules of a name; without a name, list all rules and ask for those of the next game.

        A kind of jumping chooses them, where rules can be chosen.
        """
        choice = Command("next", command.text)
        if names_jumping(command.text) and self.state.vocabulary.works(choice, self.state.activity.allowed):
            yield from self._choose_rules(command)
        elif command.argument:
            yield from self._questions.rules.explain(command.text)
        elif chosen := (yield from self._questions.rules.ask()):
            yield from self._chosen(chosen)

    def _choose_rules(self, command: Command) -> Steps[None]:
        """Choose the rules of the next game."""
        if not command.argument:
            raise CannotDo('Choose the rules of the next game, as in "next russian"; "rules" lists them.')
        yield from self._chosen(self._questions.rules.choose(command.text))

    def _chosen(self, chosen: RuleChoice) -> Steps[None]:
        """Begin a game by the rules just chosen if this game has no moves yet; otherwise say when it begins."""
        if self.state.game.outcome is not None:
            yield Say(sentences.next_game(*chosen))
        elif self.state.game.turns:
            yield Say(f'{sentences.next_game(*chosen)} "new" starts it.')
        else:
            yield from self.commands.do_everywhere(Command("new"))


def just(*steps: Step) -> Steps[None]:
    """Yield steps that need no reply."""
    yield from steps
