"""The board's screen: the board, the players beside it, and the conversation below."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from console.dialogue import kinds
from console.dialogue.kinds import Trait
from console.dialogue.loop import Dialogue
from console.dialogue.messages import Answer, Ask, Command, Ended, Played, Prepare, ShowHelp, ShowManual
from console.dialogue.rhythms import rhythm_of
from console.dialogue.state import State
from console.dialogue.words import Place
from console.game.clock import clock_text
from console.screens.play import sub_screens
from console.screens.play.board_input import ARROWS, BoardInput, on_board
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import MOUSE, DisplaySettings
from console.screens.play.key_bar import NO, YES, KeyColumn, buttons
from console.screens.play.layout import PlayLayout, play_layout
from console.screens.play.menu_items import MenuItems
from console.screens.play.news_worker import Arrived
from console.screens.play.note import Note
from console.screens.play.on_the_clock import OnTheClock, clock_tick
from console.screens.play.player_panel import (
    OnTurn,
    draw_header,
    draw_line,
    draw_moves,
    draw_panel,
    draw_rules,
    draw_rules_after,
    draw_strip,
    moves_place,
)
from console.screens.play.result_box import AGAIN, LEVEL, REVIEW, SAVE, ResultBox
from console.screens.play.search_worker import Finished, SearchWorker
from console.screens.play.sub_screens import SubScreen
from console.screens.play.transcript import Prompt
from console.screens.services import TerminalServices
from console.screens.widgets.board import Scene, draw_board, draw_piece
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Item, Menu
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import KeyBar
from console.storage.settings import Settings
from console.storage.store import Store
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse, Posted, Tick
from console.terminal.screen_stack import Leave, Next, Push, Replace, Screen
from console.text import sentences
from console.text.result import HighlightOf

_SQUARE_SECONDS: Final = 0.1
_DOTS_SECONDS: Final = 0.5
_SHADOW: Final = 2  # columns at the right of a window
_STRIP: Final = 49  # columns of a line with the six keys that a strip has room for
_MENU_WIDTH: Final = 25
_HELP: Final = "Help"
_TUTOR: Final = "Tutor"
_WORDS: Final = {
    "f2": "save",
    "f3": "games",
    "f4": "hint",
    "f5": "undo",
    "shift-f5": "redo",
    "f6": "flip",
    "f8": "redo",
}
_ANSWERS: Final = {YES.name: "Y", NO.name: "N"}
_WRITTEN_OUT: Final = {"y": "es", "n": "o"}


class Play(Screen[None]):
    """The screen of one session of play, from the name to the farewell; leaves with status 0.

    ``highlight_of`` finds the memorable move of a finished game; without it no move is shown. ``parting`` makes the
    screen that follows if a game was finished and the settings have it.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        terminal: TerminalServices,
        settings: Settings | None = None,
        store: Store | None = None,
        highlight_of: HighlightOf | None = None,
        parting: Callable[[], Screen[None]] | None = None,
    ) -> None:
        self._dialogue = dialogue
        self._state = dialogue.state
        self.settings = DisplaySettings(settings or Settings(), terminal, store)
        self._line = LineEditor()
        self._menu = Menu()
        self._sub_screen: SubScreen[Any] | None = None
        self._dots = 0
        self._begun = ""  # the line that a question interrupted
        self._asked: Ask | None = None  # the question at the last check for an interrupted line
        self._rest: str | None = None  # the rest of an answer that its first letter gave already
        self._bar = KeyBar()
        self._strip = KeyColumn()
        self._size = (80, 24)
        self._known_layout: tuple[tuple[int, int, int], PlayLayout] | None = None
        self._terminal = terminal
        self._highlight_of = highlight_of
        self._parting = parting
        self._result: ResultBox | None = None
        self._help: Note | None = None
        self._state.show_white_as(lambda: terminal.theme.white_called)
        self.board_input = BoardInput(self._state)
        self.runner = DialogueRunner(
            dialogue, terminal.post, self._played, self._open_menu, animated=self.settings.now.animation
        )
        self._menu_items = MenuItems(
            self._state, self.runner, self.settings, self._say, self._open, self._levels, self._line
        )

    def begin_name(self, letter: str) -> None:
        """Begin the answer to the question for the name with a letter that was typed before it."""
        if self.runner.ask is not None and self.runner.ask.kind is kinds.NAME:
            self._line.set(letter)

    def close(self) -> None:
        """End the conversation and all searches."""
        if self._sub_screen is not None:
            self._sub_screen.close()
        if self._result is not None:
            self._result.close()
        self.runner.close()

    @property
    def tick(self) -> float | None:
        """The seconds until the next tick: of an animation, of the dots of a search, or of a clock; None for no tick.

        0 if another screen has to be shown without an event.
        """
        if self.runner.show is not None and self._sub_screen is None:
            return 0.0
        if self.runner.scene is not None:
            return _SQUARE_SECONDS
        wanted = [_DOTS_SECONDS] if self.runner.search is not None else []
        clock_ticks = clock_tick(self._state)
        if clock_ticks is not None and self.runner.show is None:
            wanted.append(clock_ticks)
        return min(wanted, default=None)

    # Events

    def handle(self, event: Event) -> Next[None] | None:
        """Pass an event to the menu, the result, the board, the line or the conversation."""
        event = self._strip.pressed(self._bar.pressed(event))
        match event:
            case Posted(Finished()):
                self.runner.take_thought()
            case Posted(Arrived()):
                self.runner.take_news()
            case Tick():
                self._step_on()
            case Mouse() if self._menu.open:
                self._menu.point(event, self._items())
                self._preview()
            case Mouse() if self._at_the_end and self._result and (button := self._result.clicked(event)):
                self._choose_next(button)
            case Mouse():
                self._point(event)
            case Key("ctrl-d"):
                return Leave(0)
            case Key() if self._menu.open:
                self._menu.press(event, self._items())
                self._preview()
            case Key("f10") if self.runner.ask is None or self.runner.ask.kind is kinds.NAME:
                return Leave(0)
            case Key():
                self._press(event)
        return self._follow()

    def _follow(self) -> Next[None] | None:
        """Return the next screen, if the conversation or the menu asks for one."""
        if self.runner.over:
            has_parting = self.runner.ended is not None and self.settings.now.exit_screen
            return Replace(self._parting()) if has_parting and self._parting is not None else Leave(0)
        self._keep_line()
        self._show_end()
        self._show_help()
        if self._sub_screen is None and self.runner.show is not None:
            self._sub_screen = sub_screens.sub_screen(self.runner.show, self._state)
        elif self._sub_screen is None:
            return None
        screen, on_the_clock = self._sub_screen.screen, self._state.table.time_left is not None
        return Push(OnTheClock(screen, self._state, self._run_on) if on_the_clock else screen, self.resume)

    def _run_on(self) -> None:
        """Let the game go on while another screen covers the board, so that no clock runs after a move is made."""
        if self.runner.show is None:
            self.runner.take_thought()
            self.runner.take_news()
            while self.runner.scene is not None:
                self.runner.skip()

    def _show_help(self) -> None:
        """Show the lines of help beside the board until the next answer, if there is room."""
        show = self.runner.show
        if isinstance(show, ShowHelp):
            wanted = Note(_HELP, tuple(sub_screens.help_lines(self._state)))
            if not self._at_the_end and wanted.fits(self._note_places(self.layout)):
                self._help = wanted
                self.runner.shown()

    def resume(self, result: Any) -> Next[None] | None:
        """Go on with the result of the screen on top, None if it was left without one."""
        left, self._sub_screen = self._sub_screen, None
        if left is not None:
            left.close()  # so that a review reports its mistakes before the conversation goes on
        if self.runner.show is not None:
            self.runner.shown()
        self.runner.take_thought()
        self.runner.take_news()
        if left is not None:
            if left.command is not None and result is not None:
                self._say(left.command(result))
            elif left.beginning is not None and result is not None:
                self._line.set(left.beginning(result))
            elif self.runner.ask is not None and self.runner.ask.kind is kinds.LOAD:
                self._answer("")  # the list of saved games was left without a choice
        return self._follow()

    def _say(self, command: Command) -> None:
        """Answer with a command, now or at the next question for a move."""
        self._help = None
        if self.runner.ask is not None:
            self.board_input.let_go()
            self.runner.answer(command)
        else:
            self.runner.type_ahead(command)

    # The end of a game

    @property
    def _at_the_end(self) -> bool:
        """True if a game is over and the question for another game is open."""
        return self.runner.ask is not None and self.runner.ask.kind is kinds.ANOTHER

    def _show_end(self) -> None:
        """Show the result when a game has ended."""
        ended = self.runner.ended
        if ended is not None and (self._result is None or self._result.ended is not ended):
            if self._result is not None:
                self._result.close()
            self._ring(ended)
            self._result = ResultBox(ended, self._state, self._highlight_of, self._terminal.post)

    def _choose_next(self, button: str) -> None:
        """Execute a button of the result."""
        if button in (AGAIN, REVIEW):
            self._answer("Y" if button == AGAIN else "review")
        elif button == SAVE:
            self._answer("save")
        elif button == LEVEL:
            self._sub_screen = self._levels(self._state)

    def _levels(self, state: State) -> SubScreen[int]:
        return sub_screens.levels(state, self._dialogue.record_by_level())

    def _open_menu(self) -> None:
        self._menu.open = True

    def _step_on(self) -> None:
        if self.runner.scene is not None:
            self.runner.step_on()
            return
        if self.runner.search is not None:
            self._dots = self._dots % 3 + 1
            self.runner.take_thought()
        is_ours = self._state.game.side != self._state.table.pairing.remote
        if self.runner.ask is not None and is_ours and self._state.table.time_left == 0:
            self.board_input.hide()
            self._line.set("")
            self.runner.answer("")

    def _keep_line(self) -> None:
        """Put the typed line aside while the peer's question wants Y or N, and restore it after that."""
        ask, before = self.runner.ask, self._asked
        self._asked = ask
        if ask is None or ask is before or ask.news is None:
            return
        if ask.kind.has(Trait.YES_OR_NO) and self._line.text:
            self._begun = self._line.text
            self._line.set("")
        elif not ask.kind.has(Trait.YES_OR_NO) and self._begun:
            self._line.set(self._begun)
            self._begun = ""

    def _played(self, step: Played) -> None:
        self._dots = 0
        self.board_input.let_go()
        self._ring(step)

    def _ring(self, step: Played | Ended) -> None:
        if self.settings.now.sound:
            self._terminal.ring(rhythm_of(step, self._state))

    # The keyboard

    def _press(self, key: Key) -> None:
        runner = self.runner
        if self._stop_demo() or self._is_rest(key):
            return
        if runner.scene is not None:
            runner.skip()
            if key.name in ("enter", "escape") or key.text == " ":
                return
        match key.name:
            case "page-up" | "page-down":
                runner.transcript.scroll(1 if key.name == "page-up" else -1)
            case "f1":
                self._sub_screen = sub_screens.sub_screen(ShowManual(), self._state)
            case "f9":
                self._open_menu()
            case "ctrl-t":
                self.settings.change(MOUSE.switched(self.settings.now))
                runner.transcript.say(sentences.mouse(self.settings.now.mouse))
            case _ if runner.ask is not None:
                self._press_at_question(runner.ask, key)
            case "escape":
                runner.hurry()
            case "enter":
                runner.type_ahead(self._line.take())
            case name if name in _WORDS:
                runner.type_ahead(_WORDS[name])
            case _:
                self._line.handle(key)

    def _press_at_question(self, ask: Ask, key: Key) -> None:
        idle = not self._line.text and ask.kind.has(Trait.AT_BOARD)
        word = _WORDS.get(key.name, "")
        if key.name == "f4" and ask.kind is kinds.ANOTHER:
            word = "review"
        elif key.name == "f4" and self._state.place is Place.STUDY:
            word = "seen"
        box = self._result if ask.kind is kinds.ANOTHER and not self._line.text else None
        if key.name in _ANSWERS:
            self._answer(_ANSWERS[key.name])
        elif not self._line.text and _is_answer(key, ask):
            self._answer(key.text)
            self._rest = _WRITTEN_OUT[key.text.casefold()]
        elif box is not None and box.takes(key):
            button = box.press(key)
            if button is not None:
                self._choose_next(button)
        elif idle and key.name in ARROWS:
            self.board_input.move(self.layout.board, *ARROWS[key.name])
        elif idle and (key.text == " " or (key.name == "enter" and self.board_input.cursor is not None)):
            self._do(self.board_input.pick(ask.kind))
        elif key.name == "enter":
            self._answer(self._line.take())
        elif key.name == "escape":
            self._escape(ask)
        elif key.name == "f10":
            self._answer("quit")
        elif word and ask.kind.has(Trait.TAKES_WORDS):
            self._answer(word)
        elif ask.kind.has(Trait.TAKES_WORDS) and key.name == "f7" and self._state.table.has_level:
            self._sub_screen = self._levels(self._state)
        else:
            self._line.handle(key)

    def _is_rest(self, key: Key) -> bool:
        """Return True if a key completes an answer whose first letter was enough: Enter after Y, or ``yes`` in full."""
        if self._rest is None:
            return False
        line = self._line.text + key.text
        if key.name == "enter":
            ends, self._rest = line in ("", self._rest), None
            if ends:
                self._line.set("")
            return ends
        if not key.text or not self._rest.startswith(line.casefold()):
            self._rest = None
        return False

    def _escape(self, ask: Ask) -> None:
        """Leave the innermost of: the line, the lifted piece, help, the jump, the question, the result, the cursor."""
        if self._line.text:
            self._line.set("")
        elif ask.kind is kinds.TO:
            self._help = None
            self.board_input.let_go()
            self.runner.answer("")
        elif self._help is not None:
            self._help = None
        elif ask.kind.has(Trait.UNDO_LEAVES):
            self._answer("undo")
        elif ask.kind.has(Trait.ENTER_LEAVES):
            self._answer("")
        elif ask.kind is kinds.ANOTHER and self._result is not None and self._result.put_away():
            pass
        else:
            self.board_input.hide()

    def _answer(self, answer: Answer) -> None:
        self._help = None
        self.board_input.hide()
        self.runner.answer(answer)

    def _do(self, answer: Answer | None, animated: bool = True) -> None:
        """Answer with an input on the board, if it is an answer."""
        if answer is not None:
            self._help = None
            self.runner.answer(answer, animated)

    def _stop_demo(self) -> bool:
        """End the demonstration if there is one."""
        runner = self.runner
        if not self._state.table.is_demo or runner.ask is not None:
            return False
        self._state.activity.interrupt()
        runner.hurry()
        if runner.scene is not None:
            runner.skip()
        return True

    # The mouse

    def _point(self, mouse: Mouse) -> None:
        runner = self.runner
        if mouse.kind in ("wheel-up", "wheel-down"):
            runner.transcript.scroll(1 if mouse.kind == "wheel-up" else -1)
            return
        if mouse.kind == "press":
            if self._stop_demo():
                return
            if runner.scene is not None:
                runner.skip()
            if mouse.button == "right" and runner.ask is not None and runner.ask.kind is kinds.TO:
                self._answer("")
            if self._line.text and runner.ask is not None and runner.ask.kind is kinds.MOVE:
                # The typed square lifts a piece, which goes to the clicked square.
                self._answer(self._line.take())
        ask = runner.ask
        if ask is None or not ask.kind.has(Trait.AT_BOARD):
            return
        dragged = self.board_input.pointer is not None
        self._do(self.board_input.point(mouse, self.layout.board, ask.kind), animated=not dragged)

    # Drawing

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board, the players, the moves, the conversation and the keys."""
        state = self._state
        self._size = (canvas.width, canvas.height)
        place, on_turn = self.layout, self._on_turn()
        if place.header is not None:
            draw_header(canvas, theme, state)
        self._draw_board(canvas, theme, place)
        if place.rules is not None:
            draw_rules(canvas, theme, state, place.rules)
        if place.above is not None and place.below is not None:
            above = place.above if place.header is not None else draw_rules_after(canvas, theme, state, place.above)
            draw_line(canvas, theme, state, 1 - state.bottom, above, on_turn)
            draw_line(canvas, theme, state, state.bottom, place.below, on_turn)
        self._strip.forget()
        keys = buttons(self.runner.ask, state, canvas.width if place.bar is not None else _STRIP)
        if self._menu.open:
            keys = self._menu.buttons()
        if place.panel is not None and place.bar is None:
            strip = place.panel._replace(column=place.panel.column + 1, width=place.panel.width - 1)
            draw_strip(canvas, theme, state, place.panel, on_turn)
            self._strip.draw_column(canvas, theme, keys, strip.row + 3, place.panel.column, len(keys))
            used = len(keys) + 4
            draw_rules(canvas, theme, state, strip._replace(row=strip.row + used, height=strip.height - used - 3))
            self._bar.draw(canvas, theme, (), canvas.height)
        elif place.panel is not None:
            draw_panel(canvas, theme, state, place.panel, on_turn, place.in_full)
        if place.bar is not None:
            self._bar.draw(canvas, theme, keys, place.bar)
        talk = self._draw_result(canvas, theme, place)
        noted = self._draw_note(canvas, theme, place)
        self.runner.transcript.draw(canvas, theme, talk, self._prompt(), self._line, noted)
        if self._menu.open:
            canvas.caret = None
            self._menu.draw(canvas, theme, self._menu_place(place), self._items(), self._running_time())

    def _running_time(self) -> str:
        """Return the text about the clock for the menu, which covers it."""
        left = self._state.table.time_left
        return "" if left is None else f"clock runs: {clock_text(left)}"

    def _draw_result(self, canvas: Canvas, theme: Theme, place: PlayLayout) -> Rect:
        """Draw the result beside the board or above the conversation; return the place left for the conversation."""
        box, talk = self._result, place.conversation
        if box is None or not box.open or not self._at_the_end or self._menu.open:
            return talk
        box.forget()
        panel = place.panel
        if panel is not None and place.bar is not None and box.draw(canvas, theme, (moves_place(panel), panel)):
            return talk
        rows = box.draw_lines(canvas, theme, talk)
        return talk._replace(row=talk.row + rows, height=talk.height - rows)

    def _draw_note(self, canvas: Canvas, theme: Theme, place: PlayLayout) -> Sequence[str]:
        """Draw help or the last lessons beside the board, unless the result is there; return the drawn paragraphs."""
        lessons = self.runner.lessons
        note = self._help or (Note(_TUTOR, lessons) if lessons and self._state.switches.teaching else None)
        result = self._result is not None and self._result.open and self._at_the_end
        # Help may cover the players' boxes, because it disappears with the next answer; lessons stay longer.
        places = self._note_places(place)[: None if self._help else 1]
        is_free = not result and not self._menu.open
        drawn = note.draw(canvas, theme, places) if note is not None and is_free else None
        if note is None or drawn is None or place.panel is None:
            return ()
        moves = moves_place(place.panel)
        draw_moves(canvas, theme, self._state, moves._replace(height=drawn.row - moves.row), place.in_full)
        return note.paragraphs

    def _note_places(self, place: PlayLayout) -> Sequence[Rect]:
        """Return the places for a note: between the players' boxes with a row for the shadow, or the whole panel."""
        panel = place.panel
        if panel is None or place.bar is None:
            return ()
        moves = moves_place(panel)
        return moves._replace(row=moves.row - 1, height=moves.height + 1), panel

    def _on_turn(self) -> OnTurn:
        """Return whose turn is shown: the mover's during an animation, nobody's between two problems."""
        state, mover = self._state, self.runner.mover
        if self.runner.scene is not None and mover is not None:
            return OnTurn(mover, state.table.moving_line(mover))
        if self.runner.ask is not None and self.runner.ask.kind.has(Trait.BETWEEN):
            return OnTurn(None, "")
        return OnTurn(state.game.side if state.game.outcome is None else None, state.activity.headline)

    def _draw_board(self, canvas: Canvas, theme: Theme, place: PlayLayout) -> None:
        draw_board(canvas, place.board, self.scene(), theme)
        pointer, number = self.board_input.pointer, self.lifted
        piece = self._state.table.position.piece(number) if number is not None else None
        if pointer is not None and piece is not None:
            corner = on_board(pointer, place.board)
            draw_piece(canvas, corner.row, corner.column, piece, place.board.size, theme)

    @property
    def lifted(self) -> int | None:
        """The square of the piece that is lifted or in a jump, or None."""
        return self._state.table.jump.end if self._state.table.jump is not None else None

    def scene(self) -> Scene:
        """Return the present picture of the board."""
        if self.runner.scene is not None:
            return self.runner.scene
        state, board, ask = self._state, self.board_input, self.runner.ask
        turn, lifted = state.game.last, self.lifted
        last_move = turn.move.path if turn is not None else ()
        if state.table.jump is not None and len(state.table.jump.squares) > 1:
            last_move = state.table.jump.squares
        return Scene(
            state.table.position,
            cursor=None if self._line.text else board.cursor,
            lifted=lifted,
            targets=board.lights(ask.kind if ask else None, self.settings.now.show_moves),
            last_move=last_move,
            hint=self.runner.hinted if lifted is None else None,
            pieces={lifted: None} if board.pointer is not None and lifted is not None else {},
        )

    @property
    def layout(self) -> PlayLayout:
        """The layout, seen from the side at the bottom; during an animation, from the mover's."""
        state, (width, height) = self._state, self._size
        geometry = state.table.rules.geometry
        key = (geometry.size, width, height)
        if self._known_layout is None or self._known_layout[0] != key:
            self._known_layout = (key, play_layout(geometry, width, height))
        found = self._known_layout[1]
        bottom = state.bottom
        if self.runner.scene is not None and self.runner.mover not in (None, state.game.side):
            turned = state.switches.turning and state.table.are_two_at_board
            bottom = 1 - bottom if turned else bottom
        board = replace(found.board, geometry=geometry, home=state.table.home, flipped=bottom != state.table.home)
        return replace(found, board=board)

    def _menu_place(self, place: PlayLayout) -> Rect:
        """Return the place of the menu: the panel beside the board, or the middle if that is too small."""
        width, height = self._size
        panel, count = place.panel, len(self._menu.entries(self._items()))
        beside = panel.width - _SHADOW if panel is not None else 0
        if panel is not None and beside >= _MENU_WIDTH and panel.height > count // 2:
            return panel._replace(width=beside, height=min(panel.height, count + 2))
        rows = min(height - 2, count + 2)
        return Rect((height - rows) // 2, (width - _MENU_WIDTH) // 2, rows, _MENU_WIDTH)

    def _prompt(self) -> Prompt:
        if self.runner.ask is not None:
            return Prompt(self.runner.ask.prompt)
        search = self.runner.search
        if search is None or not self._dots or self._state.table.is_demo:
            return Prompt("", busy=not self._line.text)
        if self._state.switches.thinking and search.latest is not None:
            return Prompt(f"{self._aloud(search)} (Esc: at once) ", busy=not self._line.text)
        if isinstance(search.step, Prepare):
            doing = f"{search.step.doing}{'.' * self._dots:3} {search.step.progress()}".rstrip()
            return Prompt(f"{doing} (Esc: give up) ", busy=not self._line.text)
        what = "Looking for a good move" if search.step.hint else f"{self._state.table.the_opponent} is thinking"
        return Prompt(f"{what}{'.' * self._dots:3} (Esc: at once) ", busy=not self._line.text)

    def _aloud(self, search: SearchWorker) -> str:
        """Return the line about a search in progress."""
        assert search.latest is not None
        state = self._state
        if state.table.engine:
            return sentences.engine_thinking(search.latest, state.game.side, state.table.naming)
        return sentences.thinking(search.latest, state.game.side, state.table.naming, state.table.jumping)

    # The menu

    def _items(self) -> Sequence[Item]:
        return self._menu_items.items()

    def _preview(self) -> None:
        """Preview the chosen entry, if it has a preview."""
        item = self._menu.chosen(self._items())
        show = item.preview if item is not None else None
        (show or self.settings.preview)()

    def _open(self, sub_screen: SubScreen[Any]) -> None:
        self._sub_screen = sub_screen


def _is_answer(key: Key, ask: Ask) -> bool:
    """Return True if a key answers a question by itself: Y, and N unless words that begin with it work there."""
    takes_yes = ask.takes_yes or ask.kind.has(Trait.YES_OR_NO)
    takes_no = ask.kind.has(Trait.YES_OR_NO) and not ask.kind.has(Trait.N_BEGINS_WORDS)
    letters = "y" * takes_yes + "n" * takes_no
    return bool(key.text) and key.text.casefold() in letters
