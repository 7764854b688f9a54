"""The board's screen: the conversation under it, the players beside it, and the hand that moves the men."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Kind, Played, Show, Topic
from console.screens.play import sub_screens
from console.screens.play.board_input import ARROWS, AT_BOARD, Hand, on_board
from console.screens.play.dialogue_runner import Course
from console.screens.play.display_settings import Switches
from console.screens.play.key_bar import NO, YES, KeyColumn, buttons
from console.screens.play.layout import Arrangement, arrange
from console.screens.play.menu_items import items
from console.screens.play.player_panel import (
    draw_header,
    draw_line,
    draw_panel,
    draw_rules,
    draw_rules_after,
    draw_strip,
)
from console.screens.play.search_worker import Finished, Thinker
from console.screens.play.sub_screens import Visit
from console.screens.play.transcript import Prompt
from console.screens.widgets.board import Scene, draw_board, draw_piece
from console.screens.widgets.line_editor import LineEdit
from console.screens.widgets.menu import Item, Menu
from console.screens.widgets.window import Bar
from console.storage.settings import Settings
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse, Posted, Tick
from console.terminal.host import Host
from console.terminal.screen_stack import Leave, Next, Push, Screen
from console.terminal.theme import Look
from console.text import sentences

_SQUARE_SECONDS: Final = 0.1
_DOTS_SECONDS: Final = 0.5
_LAST_SECONDS: Final = 10
_STRIP: Final = 49  # columns of a line with the six keys that a strip has room for
_MENU_WIDTH: Final = 27
_TAKE_BACK: Final = (Kind.MULTIPLE, Kind.NEXT_SQUARE)
_WORDS: Final = {"f3": "games", "f4": "hint", "f5": "undo", "shift-f5": "redo", "f6": "flip", "f8": "redo"}
_AT_THE_END_TOO: Final = ("games", "undo")
_ANSWERS: Final = {YES.name: "Y", NO.name: "N"}


class Play(Screen[None]):
    """One sitting at the board, from the name to the farewell; leaves with status 0."""

    def __init__(self, dialogue: Dialogue, host: Host, settings: Settings | None = None) -> None:
        self._dialogue = dialogue
        self._switches = Switches(settings or Settings(), host, dialogue.store)
        self._line = LineEdit()
        self._hand = Hand(dialogue)
        self._menu = Menu()
        self._visit: Visit[Any] | None = None
        self._dots = 0
        self._bar = Bar()
        self._strip = KeyColumn()
        self._size = (80, 24)
        self._places: tuple[tuple[int, int, int], Arrangement] | None = None
        self._host = host
        self._course = Course(dialogue, host.post, self._played, self._switches.now.animation)

    def close(self) -> None:
        """End the conversation where it is, and the work of the opponent."""
        if self._visit is not None:
            self._visit.close()
        self._course.close()

    @property
    def tick(self) -> float | None:  # type: ignore[override]  # it changes with what is going on
        """A tenth of a second a square while something moves; with a clock, until it shows another time."""
        if self._course.animation.now is not None:
            return _SQUARE_SECONDS
        wanted = [_DOTS_SECONDS] if self._course.thinker is not None else []
        clock = self._dialogue.clock
        if clock is not None and clock.running is not None and self._course.show is None:
            left = clock.left(clock.running)
            wanted.append(_SQUARE_SECONDS if left < _LAST_SECONDS else left % 1 + 0.01)
        return min(wanted, default=None)

    # Events

    def handle(self, event: Event) -> Next[None] | None:
        """Keys to the line and the question, the mouse to the board, the opponent's news to the conversation."""
        event = self._strip.pressed(self._bar.pressed(event))
        match event:
            case Posted(Finished()):
                self._course.take_thought()
            case Tick():
                self._step_on()
            case Mouse() if self._menu.open:
                self._menu.point(event, self._items())
            case Mouse():
                self._point(event)
            case Key("ctrl-d"):
                return Leave(0)
            case Key() if self._menu.open:
                self._menu.press(event, self._items())
            case Key("f10") if self._course.ask is None or self._course.ask.kind is Kind.NAME:
                return Leave(0)
            case Key():
                self._press(event)
        return self._follow()

    def _follow(self) -> Next[None] | None:
        """What the conversation or the menu wants next."""
        if self._course.menu_wanted:
            self._course.menu_wanted, self._menu.open = False, True
        if self._course.over:
            return Leave(0)
        if self._visit is None and self._course.show is not None:
            self._visit = sub_screens.visit(self._course.show, self._dialogue)
        elif self._visit is None:
            return None
        return Push(self._visit.screen, self.resume)

    def resume(self, result: Any) -> Next[None] | None:
        """Go on with the result of the screen that was put on top, None if it was left without one."""
        visit, self._visit = self._visit, None
        if self._course.show is not None:
            self._course.shown()
        self._course.take_thought()
        if visit is not None:
            visit.close()
            self._say(() if result is None else visit.lines(result))
        return self._follow()

    def _say(self, lines: Sequence[str]) -> None:
        """Reply with what was chosen, now or when there is a question again."""
        if lines and self._course.ask is not None:
            self._hand.let_go()
            self._course.answer_by_hand(lines)
        else:
            for line in lines:
                self._course.type_ahead(line)

    def _step_on(self) -> None:
        if self._course.animation.now is not None:
            self._course.step_on()
            return
        if self._course.thinker is not None:
            self._dots = self._dots % 3 + 1
            self._course.take_thought()
        clock, ask = self._dialogue.clock, self._course.ask
        if clock is not None and clock.running is not None and clock.fallen(clock.running) and ask is not None:
            self._hand.hide()
            self._line.set("")
            self._course.answer("")

    def _played(self, step: Played) -> None:
        self._dots = 0
        self._hand.let_go()
        if self._switches.now.sound and step.side is not None and step.side in self._dialogue.computers:
            self._host.bell()

    # The keyboard

    def _press(self, key: Key) -> None:
        course = self._course
        if self._stop_demo():
            return
        if course.animation.now is not None:
            course.skip()
            if key.name in ("enter", "escape") or key.text == " ":
                return
        match key.name:
            case "page-up" | "page-down":
                course.transcript.scroll(1 if key.name == "page-up" else -1)
            case "f1":
                self._visit = sub_screens.visit(Show(Topic.MANUAL), self._dialogue)
            case "f9":
                self._menu.open = True
            case "ctrl-t":
                self._switches.next("mouse")
            case _ if course.ask is not None:
                self._press_at_question(course.ask, key)
            case "escape":
                course.hurry()
            case "enter":
                course.type_ahead(self._line.take())
            case name if name in _WORDS:
                course.type_ahead(_WORDS[name])
            case _:
                self._line.handle(key)

    def _press_at_question(self, ask: Ask, key: Key) -> None:
        idle = not self._line.text and ask.kind in AT_BOARD
        word = _WORDS.get(key.name, "")
        if key.name in _ANSWERS:
            self._answer(_ANSWERS[key.name])
        elif idle and key.name in ARROWS:
            self._hand.move(self._arranged().layout, *ARROWS[key.name])
        elif idle and (key.text == " " or (key.name == "enter" and self._hand.cursor is not None)):
            self._do(self._hand.pick(ask.kind))
        elif key.name == "enter":
            self._answer(self._hand.with_line(self._line.take()))
        elif key.name == "escape":
            self._escape(ask)
        elif key.name == "f10":
            self._answer("quit")
        elif word and (ask.kind is Kind.MOVE or (ask.kind is Kind.ANOTHER and word in _AT_THE_END_TOO)):
            self._answer(word)
        elif ask.kind is Kind.MOVE and key.name == "f2":
            self._line.set("save ")
        elif ask.kind is Kind.MOVE and key.name == "f7":
            self._visit = sub_screens.levels(self._dialogue)
        else:
            self._line.handle(key)

    def _escape(self, ask: Ask) -> None:
        """Take back what was begun last: the line, the piece in the hand, the jump, the cursor."""
        if self._line.text:
            self._line.set("")
        elif self._hand.held is not None:
            self._hand.let_go()
        elif ask.kind in _TAKE_BACK:
            self._answer("undo")
        else:
            self._hand.hide()

    def _answer(self, line: str) -> None:
        self._hand.hide()
        self._course.answer(line)

    def _do(self, replies: Sequence[str], animated: bool = True) -> None:
        """Reply with what the hand has done, if it has."""
        if replies:
            self._course.answer_by_hand(replies, animated)

    def _stop_demo(self) -> bool:
        """End the demonstration if there is one."""
        course = self._course
        if not self._dialogue.is_demo or course.ask is not None:
            return False
        self._dialogue.end_demo()
        course.hurry()
        if course.animation.now is not None:
            course.skip()
        return True

    # The mouse

    def _point(self, mouse: Mouse) -> None:
        course = self._course
        if mouse.kind in ("wheel-up", "wheel-down"):
            course.transcript.scroll(1 if mouse.kind == "wheel-up" else -1)
            return
        if mouse.kind == "press":
            if self._stop_demo():
                return
            if course.animation.now is not None:
                course.skip()
            if mouse.button == "right":
                self._hand.let_go()
        ask = course.ask
        if ask is None or ask.kind not in AT_BOARD:
            return
        if mouse.kind == "press" and self._line.text and ask.kind is Kind.MOVE:
            self._hand.take_from(self._line.text)
            self._line.set("")
        dragged = self._hand.pointer is not None
        self._do(self._hand.point(mouse, self._arranged().layout, ask.kind), animated=not dragged)

    # The picture

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The board and, round it, the players, the moves, the conversation and the keys that work."""
        table = self._dialogue
        self._size = (canvas.width, canvas.height)
        place = self._arranged()
        if place.header is not None:
            draw_header(canvas, look, table)
        self._draw_board(canvas, look, place)
        if place.rules is not None:
            draw_rules(canvas, look, table, place.rules)
        if place.above is not None and place.below is not None:
            above = place.above if place.header is not None else draw_rules_after(canvas, look, table, place.above)
            draw_line(canvas, look, table, 1 - table.bottom, above)
            draw_line(canvas, look, table, table.bottom, place.below)
        self._strip.forget()
        keys = buttons(self._course.ask, table, canvas.width if place.bar is not None else _STRIP)
        if place.panel is not None and place.bar is None:
            strip = place.panel._replace(column=place.panel.column + 1, width=place.panel.width - 1)
            draw_strip(canvas, look, table, place.panel)
            self._strip.draw_column(canvas, look, keys, strip.row + 3, strip.column, len(keys))
            used = len(keys) + 4
            draw_rules(canvas, look, table, strip._replace(row=strip.row + used, height=strip.height - used - 3))
            self._bar.draw(canvas, look, (), canvas.height)
        elif place.panel is not None:
            draw_panel(canvas, look, table, place.panel)
        if place.bar is not None:
            self._bar.draw(canvas, look, keys, place.bar)
        self._course.transcript.draw(canvas, look, place.talk, self._prompt(), self._line)
        if self._menu.open:
            canvas.caret = None
            self._menu.draw(canvas, look, self._menu_place(place), self._items())

    def _draw_board(self, canvas: Canvas, look: Look, place: Arrangement) -> None:
        draw_board(canvas, place.layout, self._scene(), look)
        pointer, number = self._hand.pointer, self._in_hand()
        piece = self._dialogue.position.piece(number) if number is not None else None
        if pointer is not None and piece is not None:
            corner = on_board(pointer, place.layout)
            draw_piece(canvas, corner.row, corner.column, piece, place.layout.size, look)

    def _in_hand(self) -> int | None:
        """The square of the piece that is lifted or under way."""
        under_way = self._dialogue.under_way
        return under_way[-1] if under_way else self._hand.held

    def _scene(self) -> Scene:
        if self._course.animation.now is not None:
            return self._course.animation.now
        table, hand, ask = self._dialogue, self._hand, self._course.ask
        turn, lifted = table.last_turn, self._in_hand()
        return Scene(
            table.position,
            cursor=None if self._line.text else hand.cursor,
            lifted=lifted,
            targets=hand.lights(ask.kind if ask else None, self._switches.now.show_moves) or self._course.hinted,
            last_move=table.under_way or (turn.move.path if turn is not None else ()),
            pieces={lifted: None} if hand.pointer is not None and lifted is not None else {},
        )

    def _arranged(self) -> Arrangement:
        """Where everything stands, seen from the seat at the bottom; while a move is shown, the mover's."""
        table, (width, height) = self._dialogue, self._size
        geometry = table.rules.geometry
        key = (geometry.size, width, height)
        if self._places is None or self._places[0] != key:
            self._places = (key, arrange(geometry, width, height))
        found = self._places[1]
        bottom = table.bottom
        if self._course.animation.now is not None and self._course.mover not in (None, table.game.side):
            turned = table.turning and not table.computers
            bottom = 1 - bottom if turned else bottom
        layout = replace(found.layout, geometry=geometry, home=table.home, flipped=bottom != table.home)
        return replace(found, layout=layout)

    def _menu_place(self, place: Arrangement) -> Rect:
        """In the panel beside the board, or in the middle where that is too small."""
        width, height = self._size
        panel, count = place.panel, len(self._items())
        if panel is not None and panel.width >= _MENU_WIDTH and panel.height > count // 2:
            return panel._replace(width=min(panel.width, _MENU_WIDTH + 5), height=min(panel.height, count + 2))
        rows = min(height - 2, count + 2)
        return Rect((height - rows) // 2, (width - _MENU_WIDTH) // 2, rows, _MENU_WIDTH)

    def _prompt(self) -> Prompt:
        if self._course.ask is not None:
            return Prompt(self._course.ask.prompt)
        thinker = self._course.thinker
        if thinker is None or not self._dots or self._dialogue.is_demo:
            return Prompt("", busy=not self._line.text)
        if self._dialogue.thinking and thinker.latest is not None:
            return Prompt(f"{self._aloud(thinker)} (Esc: at once) ", busy=not self._line.text)
        what = "Looking for a good move" if thinker.step.hint else "I am thinking"
        return Prompt(f"{what}{'.' * self._dots:3} (Esc: at once) ", busy=not self._line.text)

    def _aloud(self, thinker: Thinker) -> str:
        """What the opponent thinks so far."""
        assert thinker.latest is not None
        return sentences.thinking(thinker.latest, self._dialogue.game.side, self._dialogue.naming)

    # The menu

    def _items(self) -> Sequence[Item]:
        return items(self._dialogue, self._course, self._switches, self._say, self._open, self._line)

    def _open(self, visit: Visit[Any]) -> None:
        self._visit = visit
