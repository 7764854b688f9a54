"""The drawing of the game screen, and the keys of its buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Final

from console.dialogue.menu import GROUPS, SCREEN
from console.dialogue.messages import Prepare, Think
from console.dialogue.state import State
from console.game.clock import clock_text
from console.reading import kinds
from console.reading.kinds import Trait
from console.screens.play.board_input import BoardInput, on_board
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import DisplaySettings
from console.screens.play.explorer_panel import ExplorerPanel
from console.screens.play.key_bar import buttons, esc
from console.screens.play.layout import PlayLayout, play_layout
from console.screens.play.note import Note
from console.screens.play.player_panel import OnTurn, PlayersPanel
from console.screens.play.scoreboard import draw_between
from console.screens.play.search_worker import SearchWorker
from console.screens.play.transcript import Prompt
from console.screens.widgets.board import Scene, draw_board, draw_piece
from console.screens.widgets.evaluation_bar import draw_evaluation_bar
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import FRAME, Menu, MenuItem, letters
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, Spots, clicked
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key
from console.text import sentences

if TYPE_CHECKING:
    from console.screens.play.result_box import ResultBox

_SHADOW: Final = 2  # columns at the right of a window
_MENU_WIDTH: Final = 25
_CLOSE: Final = esc("Close")
_MORE: Final = Button("PgDn", "More", Key("page-down"), rank=0)


@dataclass
class PlayPicture:
    """Draws the board, the players, the moves, the conversation and the keys, and the boxes and menus over them.

    ``items`` returns the items of the menu. ``result`` is the box for the last finished game. ``help`` is the note with
    the short help. ``size`` is the width and height of the screen in cells, when it was drawn last.
    """

    state: State
    runner: DialogueRunner
    settings: DisplaySettings
    board_input: BoardInput
    explorer: ExplorerPanel
    line: LineEditor
    menu: Menu
    items: Callable[[], Sequence[MenuItem]]
    result: "ResultBox | None" = None
    help: Note | None = None
    size: tuple[int, int] = (80, 24)
    _keys: KeyBar = field(default_factory=KeyBar)
    _groups: Spots[str] = field(default_factory=list)

    def pressed(self, event: Event) -> Event:
        """Return the key of the button that was clicked, or else the event itself."""
        event = self._keys.pressed(event)
        return self.shown_result.pressed(event) if self.shown_result is not None else event

    def group(self, event: Event) -> str | None:
        """Return the group of the menu whose name was clicked in the first row, or None."""
        return clicked(self._groups, event)

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the whole screen."""
        state = self.state
        self.size = (canvas.width, canvas.height)
        place = self.layout
        self._draw_board(canvas, theme, place)
        spoken = self.runner.spoken
        players = PlayersPanel(canvas, theme, state, self.on_turn, spoken.words)
        players.draw(place)
        if place.has_header:
            self._draw_header(players)
        self._draw_keys(players, place)
        is_preparing = self.runner.search is not None and isinstance(self.runner.search.step, Prepare)
        self.explorer.draw(canvas, theme, place, may_look=not is_preparing)
        talk, told = self._draw_result(canvas, theme, place)
        elsewhere = [spoken.text] if place.parts and players.has_room_for(players.words, place.parts) else []
        elsewhere += [*told, *self._draw_note(players, place, talk, elsewhere)]
        above = min(talk.row, place.board.height // 2) if talk == place.conversation else 0
        self.runner.transcript.draw(canvas, theme, talk, self._prompt(), elsewhere, above)
        if self.runner.transcript.unread and place.has_bar and not self.menu.open:
            self._keys.draw(canvas, theme, self.keys)
        if self.menu.open:
            canvas.caret = None
            left = state.table.time_left  # the menu covers the clocks
            note = "" if left is None else f"clock running: {clock_text(left)}"
            self.menu.draw(canvas, theme, self._menu_place(place), self.items(), note)

    # The board

    @property
    def layout(self) -> PlayLayout:
        """The layout for the last size, with the board turned as it is shown.

        If the board turns after each move, it turns only after the animation of the move.
        """
        state, runner = self.state, self.runner
        found = play_layout(state.naming, *self.size)
        bottom = state.bottom
        if runner.scene is not None and runner.mover not in (None, state.game.side):
            turned = state.switches.turning and len(state.table.seats.people) == 2
            bottom = 1 - bottom if turned else bottom
        return found._replace(board=found.board._replace(bottom=bottom))

    def scene(self) -> Scene:
        """Return the position and the marks that the board shows now."""
        if self.runner.scene is not None:
            return self.runner.scene
        state, board, ask = self.state, self.board_input, self.runner.ask
        turn, jump, lifted = state.game.last, state.table.jump, board.lifted
        last_move = turn.move.path if turn is not None else ()
        if jump is not None and len(jump.squares) > 1:
            last_move = jump.squares
        return Scene(
            state.table.position,
            cursor=None if self.line.text else board.cursor,
            lifted=lifted,
            targets=board.lights(ask.kind if ask else None),
            last_move=last_move,
            hint=self.runner.hinted if lifted is None else None,
            pieces={lifted: None} if board.pointer is not None and lifted is not None else {},
        )

    def _draw_board(self, canvas: Canvas, theme: Theme, place: PlayLayout) -> None:
        draw_board(canvas, place.board, self.scene(), theme)
        pointer, number = self.board_input.pointer, self.board_input.lifted
        piece = self.state.table.position.piece(number) if number is not None else None
        if pointer is not None and piece is not None:
            draw_piece(canvas, *on_board(pointer, place.board), piece, place.board.size, theme)

    def _draw_header(self, players: PlayersPanel) -> None:
        """Draw the names of the menu's groups, or the best line of the position's evaluation, and the rules."""
        canvas, theme, self._groups = players.canvas, players.theme, []
        names, gap, header = _menu_bar(players.headers, canvas.width)
        latest, table = self.runner.evaluations.latest, self.state.table
        if latest is not None and self.state.is_at_board:
            draw_evaluation_bar(canvas, theme, self.layout.board, latest.score)
            if self.runner.search is None and latest.position == table.position:
                whole = players.headers[0]
                canvas.text(0, canvas.width - 1 - len(whole), whole, theme.palette.dim)
                side, room = latest.position.side, canvas.width - 3 - len(whole)
                text = sentences.considered(latest.info, side, self.state.naming, table.jumping, room)
                canvas.text(0, 1, text, theme.palette.said, room)
                return
        canvas.text(0, canvas.width - 1 - len(header), header, theme.palette.dim)
        column = 1
        for name, mark in zip(names, letters(names), strict=True):
            self._groups.append((Rect(0, column, 1, len(name)), name))
            canvas.text(0, column, name, theme.palette.text)
            at = name.casefold().find(mark)
            canvas.text(0, column + at, name[at], theme.palette.prompt)
            column += len(name) + gap

    @property
    def on_turn(self) -> OnTurn:
        """The side that is shown as the side to move: the mover during an animation.

        None between two problems, and when the game is over.
        """
        state, mover = self.state, self.runner.mover
        if self.runner.scene is not None and mover is not None:
            table = state.table
            name = table.title(mover) if table.seats.is_program(mover) else table.names[mover]
            return OnTurn(mover, f"{name} moves.")
        if self.runner.ask is not None and Trait.BETWEEN in self.runner.ask.kind.traits:
            return OnTurn(None, "")
        if state.game.outcome is not None:
            return OnTurn(None, state.activity.headline)
        side, seats = state.game.side, state.table.seats
        to_move = "Your move." if seats.is_alone(side) else f"{state.table.title(side)} to move."
        return OnTurn(side, state.activity.headline or to_move)

    # The keys

    @property
    def keys(self) -> Sequence[Button]:
        """The buttons for the keys that work now. Esc is the first where it goes one step back."""
        if self.menu.open:
            return self.menu.buttons(self.items())
        ask = self.runner.ask
        found = buttons(ask, self.state, *([_MORE] if self.runner.transcript.unread else []))
        if ask is None or ask.kind is kinds.TO or Trait.ENTER_LEAVES in ask.kind.traits:
            return found
        is_unfinished = bool(ask.kind.traits & (Trait.UNDO_LEAVES | Trait.Q_LEAVES))
        if self.help is None and (is_unfinished or not self.explorer.is_open):
            return found
        return [_CLOSE, *(each for each in found if each.event != _CLOSE.event)]

    def _draw_keys(self, players: PlayersPanel, place: PlayLayout) -> None:
        """Draw the keys in their row, or as a column in the strip beside the board, with the rules below."""
        canvas, theme, *_ = players
        if place.has_bar:
            self._keys.draw(canvas, theme, self.keys)
        else:
            row, column, height, width = place.panel
            rules = players.rules_lines(width - 1)
            column_of_keys = Rect(row + 3, column, height - 6 - (len(rules) + 1 if rules else 0), width)
            used = self._keys.draw_column(canvas, theme, self.keys, column_of_keys) + 4
            canvas.lines(Rect(row + used, column + 1, len(rules), width - 1), rules, theme.palette.dim)

    # Over the other parts

    @property
    def shown_result(self) -> "ResultBox | None":
        """The result box, or None while it is hidden.

        It is shown while the question for another game is open, unless the player has closed it or opened the menu or
        the help.
        """
        box = self.result
        is_covered = self.menu.open or self.help is not None
        return box if box is not None and box.open and self.runner.at_the_end and not is_covered else None

    def _draw_result(self, canvas: Canvas, theme: Theme, place: PlayLayout) -> tuple[Rect, Sequence[str]]:
        """Draw the result beside the board, or above the conversation.

        Return the place left for the conversation, and the messages that it does not repeat: the facts in the result,
        and the news that are drawn with it because they do not fit into the conversation.
        """
        box, talk, panel = self.shown_result, place.conversation, place.panel
        if box is None:
            return talk, ()
        beside = (place.parts.moves, panel) if place.parts is not None else ()
        facts = box.ended.facts
        for news in (self.runner.transcript.news(talk, self._prompt(), facts), ()):
            if box.draw(canvas, theme, beside, news):
                return talk, (*facts, *news)
        rows, shown = box.draw_lines(canvas, theme, talk)
        return talk._replace(row=talk.row + rows, height=talk.height - rows), shown

    def has_room_for(self, note: Note) -> bool:
        """Return True if a note fits beside the board."""
        return note.fits(_note_places(self.layout))

    def _draw_note(
        self, players: PlayersPanel, place: PlayLayout, talk: Rect, elsewhere: Sequence[str]
    ) -> Sequence[str]:
        """Draw help, the latest lessons or long news beside the board, unless the result is there.

        Return their paragraphs. News are long if they do not fit into ``talk`` without what is ``elsewhere``. As many
        of them are beside the board as there is room for.
        """
        canvas, theme, state, parts = players.canvas, players.theme, self.state, place.parts
        lessons = Note("Tutor", self.runner.lessons if state.switches.teaching else ())
        if parts is None or self.menu.open or self.shown_result is not None:
            return ()
        places = _note_places(place)
        taught = lessons.paragraphs if lessons.fits(places[:1]) else ()
        news = self.runner.transcript.news(talk, self._prompt(), [*elsewhere, *taught])
        title = "Tutor" if taught else (state.activity.label or "news").capitalize()
        first = self.help or Note(title, taught)
        merged = (first._replace(paragraphs=(*news[:count], *first.paragraphs)) for count in range(len(news), 0, -1))
        note = next((each for each in merged if each.fits(places)), self.help)
        # Help and news may cover the players, because they disappear with the next answer; lessons stay longer.
        drawn = note.draw(canvas, theme, places) if note is not None else lessons.draw(canvas, theme, places[:1])
        if drawn is None:
            return ()
        if place.panel.row < drawn.row and drawn.row + drawn.height > parts.lower.row:
            players.draw_card_above(parts)
        above = parts.moves._replace(height=max(0, drawn.row - parts.moves.row))
        draw_between(canvas, theme, state, above, place.is_scored_below)
        return (note or lessons).paragraphs

    def _menu_place(self, place: PlayLayout) -> Rect:
        """Return the place of the menu: the panel beside the board, or the middle if that is too small."""
        width, height = self.size
        panel, count = place.panel, len(self.menu.entries(self.items()))
        beside = panel.width - _SHADOW
        if beside >= _MENU_WIDTH and panel.height > count // 2:
            return panel._replace(width=beside, height=min(panel.height, count + FRAME))
        rows = min(height - 2, count + FRAME)
        return Rect((height - rows) // 2, (width - _MENU_WIDTH) // 2, rows, _MENU_WIDTH)

    # The question

    def _prompt(self) -> Prompt:
        """Return the open question, or the message about the search in progress."""
        ask, search = self.runner.ask, self.runner.search
        if ask is not None:
            return Prompt(ask.prompt, self.line)
        is_shown = self.runner.dots and self.state.table.seats.people
        return Prompt(self._progress(search) if search and is_shown else "", self.line if self.line.text else None)

    def _progress(self, search: SearchWorker) -> str:
        """Return the message about a search in progress."""
        state, dots = self.state, f"{'.' * self.runner.dots:3}"
        table, info, step = state.table, search.latest, search.step
        if isinstance(step, Prepare):
            return f"{f'{step.doing}{dots} {step.progress()}'.rstrip()} (Esc: give up) "
        is_hint = isinstance(step, Think) and step.hint
        what = f"{'Looking for a good move' if is_hint else f'{table.title(state.game.side)} is thinking'}{dots}"
        if state.switches.thinking and info is not None:
            jumping = "huff" if table.engine else table.jumping  # what an engine claims is no proof either
            what = sentences.thinking(info, state.game.side, state.naming, jumping)
        return f"{what} (Esc: move now) "


def _menu_bar(headers: Sequence[str], width: int) -> tuple[Sequence[str], int, str]:
    """Return the names of the menu's groups, the number of columns between two, and the first header that fits."""
    names = (*GROUPS, SCREEN, "Help")
    short = [name.split()[0] for name in names]
    for right, (shown, gap) in product(headers, ((names, 2), (short, 2), (short, 1))):
        if sum(map(len, shown)) + gap * len(shown) < width - 1 - len(right):
            break
    return shown, gap, right


def _note_places(place: PlayLayout) -> Sequence[Rect]:
    """Return the places for a note: between the players, or the whole panel."""
    if place.parts is None:
        return ()
    moves, panel = place.parts.moves, place.panel
    return panel._replace(row=moves.row - 1, height=moves.height + 1), panel
