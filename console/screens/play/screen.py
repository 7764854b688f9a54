"""The game screen: the board, the players beside it, and the conversation below."""

from collections.abc import Callable
from dataclasses import InitVar, dataclass
from typing import Any, Final

from console.dialogue import messages
from console.dialogue.loop import Dialogue
from console.dialogue.menu import can_choose_level, level_list
from console.dialogue.messages import Ask, Ended, Played, Show
from console.dialogue.tunes import tune_of
from console.game.naming import quoted
from console.reading import kinds
from console.reading.answers import read_answer
from console.reading.kinds import RETURNS_WORDS, Kind, Trait
from console.reading.readings import Command, Input
from console.screens.play.animation import SCENE_SECONDS
from console.screens.play.board_input import WHEEL, BoardInput, step_of, walks
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import MOUSE, DisplaySettings, TerminalServices
from console.screens.play.explorer_panel import ExplorerPanel
from console.screens.play.key_bar import NO, YES, answers, step_back
from console.screens.play.menu_items import MenuItems
from console.screens.play.note import Note
from console.screens.play.over_the_game import OverTheGame, clock_tick
from console.screens.play.picture import PlayPicture
from console.screens.play.sub_screens import help_lines, manual_here, sub_screen
from console.screens.widgets.board import ARROWS
from console.screens.widgets.burst import Burst
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Menu, group_of
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import CLOSES
from console.storage.settings import Settings
from console.storage.store import Store
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse, Posted, Tick
from console.terminal.screen_stack import Leave, Next, Push, Replace, Screen
from console.text import sentences
from console.text.phrases import PHRASES
from engine.geometry import WHITE

_DOTS_SECONDS: Final = 0.5
_HIGHLIGHT_SECONDS: Final = 10.0
_PAGES: Final = {"page-up": 1, "page-down": -1}
_WORDS: Final = {
    "f2": "save",
    "f3": "games",
    "f4": "hint",
    "f5": "undo",
    "shift-f5": "redo",
    "f6": "flip",
    "f8": "redo",
    "f12": "postcard",
}
_IN_STUDY: Final = {"f3": Command("find", "here"), "f4": Command("explore")}
_ANSWERS: Final = {YES.name: "Y", NO.name: "N"}
_SECOND: Final = {"y": "eaup", "n": "oae"}
"""The second letters of the words for yes and no, of which the first letter may have answered."""
_HELP: Final = Key("f1")
_QUIT: Final = "quit"
_AT_REST: Final = (kinds.MOVE, kinds.ANOTHER)
_NAMES: Final = (kinds.NAME, kinds.OTHER_NAME)


@dataclass(eq=False)
class PlayScreen(Screen[None]):
    """The screen of one session of play, from the question for the name to the farewell. It ends with exit status 0.

    ``parting`` makes the exit screen, which follows if a game was finished and the settings want it.
    ``highlights``: the memorable move of a finished game is shown.
    """

    dialogue: Dialogue
    terminal: TerminalServices
    stored: InitVar[Settings]
    store: InitVar[Store]
    parting: Callable[[], Screen[None]] | None = None
    highlights: bool = False

    def __post_init__(self, stored: Settings, store: Store) -> None:
        dialogue, terminal = self.dialogue, self.terminal
        self._state = dialogue.state
        self.settings = DisplaySettings(stored, terminal, store)
        self.line = LineEditor()
        self._asked: Ask | None = None  # the question after the last event
        self._burst = Burst()  # a letter that may be an answer, and what follows one that was
        self.menu = Menu()
        self._sub_screen: Screen[Any] | None = None
        self._state.white_look = lambda: terminal.theme.called(WHITE)
        self.board_input = BoardInput(self._state)
        self.runner = DialogueRunner(
            dialogue,
            terminal.post,
            self._played,
            lambda group: self.menu.show(self.menu_items(), group),
            self.settings,
        )
        self.menu_items = MenuItems(dialogue, self.runner, self.settings, self._say, self._show, self.line).items
        self.explorer = ExplorerPanel(self._state)
        self.picture = PlayPicture(
            self._state,
            self.runner,
            self.settings,
            self.board_input,
            self.explorer,
            self.line,
            self.menu,
            self.menu_items,
        )

    def close(self) -> None:
        """End the conversation and all searches."""
        if self.picture.result is not None:
            self.picture.result.close()
        self.runner.close()

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board, the players, the moves, the conversation and the keys."""
        self.picture.draw(canvas, theme)

    @property
    def tick(self) -> float | None:
        """The seconds until the next tick of an animation, of the dots of a search or of a clock; None for no tick.

        It is 0 if another screen is waiting to be opened and the input line is empty.
        """
        runner = self.runner
        if runner.show is not None and self._sub_screen is None and not self.line.text:
            return 0.0
        if runner.scene is not None:
            return SCENE_SECONDS
        wanted = [_DOTS_SECONDS] if runner.search is not None or runner.evaluations.running else []
        wanted += [tick for tick in (self._burst.tick, self.menu.tick) if tick is not None]
        clock_ticks = clock_tick(self._state)
        if clock_ticks is not None and runner.show is None:
            wanted.append(clock_ticks)
        return min(wanted, default=None)

    def handle(self, event: Event) -> Next[None] | None:
        """Pass an event to the menu, the result, the board, the line or the conversation."""
        runner = self.runner
        runner.dialogue.archive.keep_time()
        match self.picture.pressed(event):
            case Posted():
                runner.take_posted()
            case Tick() if runner.scene is not None:
                runner.step_on()
            case Key() | Mouse() | Tick() as used if self.menu.open and (used != Tick() or self.menu.tick == 0.0):
                if used == _HELP:
                    self._sub_screen = manual_here(runner.ask, self._state, self.picture.keys, "the menu")
                self.line.set(self.menu.handle(used, self.menu_items()) or self.line.text)
                item = self.menu.chosen(self.menu_items())
                (item.preview if item is not None and item.preview is not None else self.settings.preview)()
            case Tick():
                self._tick()
            case Key("f10") if self._offers_to_leave():
                pass
            case Key("f10") if runner.ask is None or runner.ask.kind is kinds.NAME:
                return Leave(0)
            case Key() as key:
                self._press(key)
            case Mouse() as mouse:
                self._point(mouse)
        return self._follow()

    def _tick(self) -> None:
        """Advance the dots of a search. If the player has run out of time, end the game."""
        runner, table = self.runner, self._state.table
        if runner.search is not None:
            runner.dots = runner.dots % 3 + 1
        runner.take_posted()
        if (
            (letter := self._burst.alone()) is not None
            and self.line.text == letter.text
            and answers(letter, runner.ask, self._state)
        ):
            self.line.set("")
            self._burst.begin(letter.text, _SECOND[letter.text.casefold()])
            self._answer(letter.text)
        if runner.ask is not None and table.game.side != table.seats.peer and table.time_left == 0:
            self.line.set("")
            self._answer("")

    # Other screens

    def _show(self, show: Show) -> None:
        """Open the screen for ``show``."""
        self._sub_screen = sub_screen(show, self._state, self.draw)

    def _follow(self) -> Next[None] | None:
        """Return the next screen if the conversation or the menu opens one, or else None."""
        runner = self.runner
        while self._shows_beside(runner.show):
            runner.go_on()
        if runner.over:
            has_parting = runner.ended is not None and self.settings.now.exit_screen
            if self.parting is None or not has_parting:
                return Leave(0)
            return Replace(self.parting())
        before, self._asked = self._asked, runner.ask
        if self._asked is not None and self._asked is not before and self._asked.news is not None:
            self.line.put_aside(Trait.YES_OR_NO in self._asked.kind.traits)
        self._show_end()
        if self._sub_screen is None and runner.show is not None and not self.line.text:
            self._show(runner.show)  # not while a line is typed ahead, whose keys the screen would get
        if self._sub_screen is None:
            return None
        screen = self._sub_screen
        if self._state.table.time_left is not None:
            screen = OverTheGame(screen, self._state, self._run_on)
        return Push(screen, self.resume)

    def _show_end(self) -> None:
        """Show the result when a game has ended."""
        ended, shown = self.runner.ended, self.picture.result
        if ended is not None and (shown is None or shown.ended is not ended):
            if shown is not None:
                shown.close()
            from console.dialogue.analyzing import highlight_within
            from console.screens.play.result_box import ResultBox

            self._ring(ended)
            state, find = self._state, None
            if self.highlights and ended.side is not None:
                find = highlight_within(_HIGHLIGHT_SECONDS, state.game, state.naming, state.analyzer, ended.side)
            self.picture.result = ResultBox(ended, state, find, self.terminal.post)

    def _shows_beside(self, show: Show | None) -> bool:
        """Show ``show`` beside the board and return True, if it is a note or the explorer and there is room."""
        match show:
            case messages.ShowHelp():
                return self._note(Note("Help", tuple(help_lines(self._state)), CLOSES))
            case messages.ShowPage(title, lines, beside=True):
                paragraphs = "\n".join(lines).split("\n\n")
                return self._note(Note(title, tuple(each.replace("\n", " ") for each in paragraphs), CLOSES))
            case messages.HideBeside():
                self.explorer.close()
                return True
            case messages.ShowList(explorer=explorer) if explorer and self.explorer.fits(self.picture.layout):
                if self.explorer.is_open:
                    self.explorer.close()
                    self.runner.transcript.say(sentences.EXPLORER_CLOSED)
                else:
                    self.explorer.open(explorer)
                return True
        return False

    def _note(self, wanted: Note) -> bool:
        """Show a note beside the board until the next answer, and return True, if there is room."""
        if self.picture.has_room_for(wanted):
            self.picture.help = wanted
            return True
        return False

    def _run_on(self) -> None:
        """Continue the game while another screen covers the board, so that the computer's clock stops at its move."""
        self.runner.dialogue.archive.keep_time()
        if self.runner.show is None:
            self.runner.take_posted()
            while self.runner.scene is not None:
                self.runner.go_on()

    def resume(self, result: Command | str | None) -> Next[None] | None:
        """Continue after another screen has closed, and return the next screen, if any.

        ``result`` is a command, the beginning of a line for the player to complete, or None if there is no result.
        """
        left, self._sub_screen = self._sub_screen, None
        if self.runner.show is not None:
            self.runner.go_on()
        self.runner.take_posted()
        if isinstance(result, Command):
            self._say(result)
        elif result is not None:
            self.line.set(result)
            self.runner.tell("Enter sends the line below; Esc clears it.")
        elif left is not None and self.runner.ask is not None and self.runner.ask.kind is kinds.LOAD:
            self._answer("")  # the list of saved games was left without a choice
        return self._follow()

    # Answers

    def _say(self, said: Command | str) -> None:
        """Answer the open question with a command or a line, or queue it for the next question for a move."""
        self.board_input.let_go()
        if self.runner.ask is not None:
            self._do(said)
        else:
            self.picture.help = None
            self.runner.type_ahead(said)

    def _answer(self, answer: Input) -> None:
        self.board_input.hide()
        self._do(answer)

    def _do(self, answer: Input | None, animated: bool = True) -> None:
        """Send an answer to the conversation. Do nothing for None."""
        if answer is not None:
            self.picture.help = None
            self.runner.answer(answer, animated)

    def _offers_to_leave(self) -> bool:
        """In a game, put ``quit`` on the line, say what becomes of the game, and return True; False if it is there."""
        ask, state = self.runner.ask, self._state
        if not (ask is None or ask.kind is kinds.MOVE) or self.line.text == _QUIT:
            return False
        if not state.game.ply or not state.table.seats.people or self.runner.show is not None:
            return False
        self.line.set(_QUIT)
        self.runner.tell(sentences.LEAVING[self.dialogue.archive.is_kept_for_later()])
        return True

    def _played(self, step: Played) -> None:
        self.board_input.let_go()
        self._ring(step)

    def _ring(self, step: Played | Ended) -> None:
        if self.settings.now.sound:
            self.terminal.ring(tune_of(step, self._state))

    def _stop_demo(self) -> bool:
        """End the demonstration and return True, or return False if there is none."""
        if self._state.table.seats.people or self.runner.ask is not None:
            return False
        self._state.activity.interrupt()
        self.runner.hurry()
        if self.runner.scene is not None:
            self.runner.go_on()
        return True

    # The keyboard

    def _press(self, key: Key) -> None:
        runner = self.runner
        if (line := self._burst.swallow(key)) is not None:
            if line[1:].strip() and read_answer(line, "usual", {}) is None:
                runner.tell(sentences.LEFT_OUT.format(quoted(line), line[0].upper()))
            return
        if self._stop_demo():
            return
        if runner.scene is not None:
            runner.go_on()
            if key.name == "escape" or (not self.line.text and (key.name == "enter" or key.text == " ")):
                return
        match key.name:
            case "page-up" | "page-down":
                runner.transcript.scroll(_PAGES[key.name])
            case "f1" if runner.show is None:
                self._sub_screen = manual_here(runner.ask, self._state, self.picture.keys)
            case "f9":
                self.menu.show()
            case name if name.startswith("alt-") and (group := group_of(name[4:], self.menu_items())):
                self.menu.show(self.menu_items(), group)
            case "ctrl-t":
                self.settings.change(MOUSE.switched(self.settings.now))
                runner.tell(PHRASES["mouse"]["on" if self.settings.now.mouse else "off"])
            case _ if runner.ask is not None:
                self._press_at_question(key, runner.ask)
            case "escape" if runner.show is not None or self.line.text == _QUIT:
                self.line.set("")
            case "escape":
                runner.hurry()
            case "enter":
                runner.type_ahead(self.line.take())
            case name if name in _WORDS:
                runner.type_ahead(_WORDS[name])
            case _:
                self.line.handle(key)

    def _press_at_question(self, key: Key, ask: Ask) -> None:
        box = self.picture.shown_result if not self.line.text else None
        pressed = box.press(key) if box is not None else key
        if pressed is None:
            return
        key, board = pressed, self.board_input
        idle = not self.line.text and Trait.AT_BOARD in ask.kind.traits
        if key.name in _ANSWERS:
            self._answer(_ANSWERS[key.name])
        elif idle and ask.kind is kinds.MOVE and walks(key.name, self._state, board.cursor):
            self._walk(key.name)
        elif idle and key.name in ARROWS:
            board.move(self.picture.layout.board, *ARROWS[key.name])
        elif idle and (key.text == " " or (key.name == "enter" and board.cursor is not None)):
            self._do(board.pick(ask.kind))
        elif key.name == "enter" and not self.line.text and ask.kind in _AT_REST and self.runner.transcript.unread:
            self.runner.transcript.scroll(-1)
        elif key.name == "enter" and ask.kind is kinds.ANOTHER and not self.line.text:
            self.runner.tell(PHRASES["asked"]["another"])
        elif key.name == "enter":
            self._answer(self.line.take())
        elif key.name == "escape":
            self._escape(ask)
        elif key.name == "f10":
            self._answer("quit")
        elif key.name in _WORDS and _takes_words_by_key(ask.kind):
            self._answer(_word(key.name, ask, self._state.in_study))
        elif key.name == "f7" and Trait.TAKES_WORDS in ask.kind.traits and can_choose_level(self._state):
            self._show(level_list(self.dialogue.conversation))
        elif key.name == "f7" and Trait.TAKES_WORDS not in ask.kind.traits and _takes_words_by_key(ask.kind):
            self._answer("level")
        else:
            if not self.line.text and answers(key, ask, self._state):
                self._burst.hold(key)
            self.line.handle(key)

    def _walk(self, key: str) -> None:
        """Walk through a study; the question is not repeated in the transcript."""
        step = step_of(key, self._state)
        if step is not None:
            self.picture.help = None
            self.runner.answer(step, written=False)

    def _escape(self, ask: Ask) -> None:
        """Handle Esc: cancel the first of these that is there.

        The line, the lifted piece, an optional question, the help, the unfinished jump, the result box, the cursor, the
        explorer. At last leave a task; say how to leave a question. Before a move of a game Esc does nothing more.
        """
        result, back = self.picture.result, step_back(ask, self._state)
        if self.line.text:
            self.line.set("")
        elif ask.kind is kinds.TO:
            self.board_input.let_go()
            self._do("")
        elif Trait.ENTER_LEAVES in ask.kind.traits:
            self._answer("")
        elif self.picture.help is not None:
            self.picture.help = None
        elif back is not None and ask.kind.traits & (Trait.UNDO_LEAVES | Trait.Q_LEAVES):
            self._answer(back.answer)
        elif ask.kind is kinds.ANOTHER and result is not None and result.put_away():
            return
        elif self.board_input.cursor is not None:
            self.board_input.hide()
        elif self.explorer.is_open:
            self.explorer.close()
        elif back is not None:
            self._answer(back.answer)
        elif ask.kind not in _NAMES and ask.kind is not kinds.MOVE:
            self._answer("esc")

    # The mouse

    def _point(self, mouse: Mouse) -> None:
        runner = self.runner
        if group := self.picture.group(mouse):
            self.menu.show(self.menu_items(), group)
            return
        if mouse.wheel:
            ask, board = runner.ask, self.picture.layout.board
            is_over_board = Rect(board.row, board.column, board.height, board.width).contains(mouse.row, mouse.column)
            key = WHEEL[mouse.wheel > 0]
            if is_over_board and ask is not None and ask.kind is kinds.MOVE and walks(key, self._state, None):
                self._walk(key)
            else:
                runner.transcript.scroll(-mouse.wheel)
            return
        if mouse.kind == "press":
            if self._stop_demo():
                return
            if runner.scene is not None:
                runner.go_on()
            if mouse.button == "right" and runner.ask is not None and runner.ask.kind is kinds.TO:
                self._answer("")
            if self.line.text and runner.ask is not None and runner.ask.kind is kinds.MOVE:
                # The typed square lifts a piece, which goes to the clicked square.
                self._answer(self.line.take())
        ask = runner.ask
        if ask is not None and Trait.AT_BOARD in ask.kind.traits:
            dragged = self.board_input.pointer is not None
            self._do(self.board_input.point(mouse, self.picture.layout.board, ask.kind), animated=not dragged)


def _takes_words_by_key(kind: Kind) -> bool:
    """Return True if a command is executed or refused at a kind of question: it is no answer to the question."""
    is_confirmed = Trait.ENTER_LEAVES in kind.traits
    takes_words = bool(kind.traits & RETURNS_WORDS)
    return takes_words or (Trait.YES_OR_NO in kind.traits and not is_confirmed)


def _word(key: str, ask: Ask, in_study: bool) -> str | Command:
    """Return the command of a function key."""
    if key == "f4" and ask.kind is kinds.ANOTHER:
        return "review"
    return _IN_STUDY.get(key, _WORDS[key]) if in_study else _WORDS[key]
