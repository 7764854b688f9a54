"""The conversation of 1990, headless: a generator of steps that both front ends run and that alone decides."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from console.dialogue import kinds
from console.dialogue.archive import Archive
from console.dialogue.computer import Computer
from console.dialogue.ending import Ending
from console.dialogue.engines import Engines
from console.dialogue.messages import Answer, Cause, Opponent, Played, Say, Show, Step, Steps, Topic
from console.dialogue.new_game import NewGame, NewGameWanted, Offer
from console.dialogue.player import Player
from console.dialogue.problems import Problems
from console.dialogue.prompt_words import WORDS, Command, Place, is_no, is_yes, read_word, unknown_word
from console.dialogue.proofs import Proofs
from console.dialogue.questions import FlagFell, Handler, Left, Questions
from console.dialogue.state import State
from console.dialogue.studying import Studying
from console.dialogue.tutor import Tutor, with_lessons
from console.game.ballot_choice import read_ballot
from console.game.clock import Control
from console.game.options import DEFAULT_NAME, LEVEL_NUMBERS, Options, Players
from console.game.proving import ProverOf
from console.game.rule_choice import RuleChoice, read_side
from console.storage.store import Store
from console.storage.usual_prover import usual_prover
from console.text import modem, problems, sentences
from engine.fen import fen_text, parse_fen
from engine.rules import RULE_SETS

if TYPE_CHECKING:
    from console.dialogue.modem import ModemPlay


class Dialogue:
    """One session of play, from the name to the farewell. Front ends run ``run`` and read what ``state`` shows."""

    def __init__(
        self,
        options: Options,
        rng: Random,
        opponent: Opponent | None = None,
        store: Store | None = None,
        now: Callable[[], float] = time.monotonic,
        prover_of: ProverOf = usual_prover,
        today: Callable[[], date] = date.today,
    ) -> None:
        self.state = State(options, now)
        self._options = options
        self._archive = Archive(self.state, store)
        if store is not None:
            self.state.set_thinking(store.settings.thinking)
            self.state.set_turning(store.settings.turning)
            self.state.set_remarks(store.settings.remarks)
        with_book = store is None or store.settings.book
        self.state.set_book(with_book if options.book is None else options.book)
        usual = store is None or store.settings.drawing
        drawing = usual if options.drawing is None else options.drawing
        if options.at_terminal or not drawing:
            self.state.set_drawing(drawing)
        self._questions = Questions(self.state, self._archive)
        self._engines = Engines(self.state, self._archive, lambda: self._computer.opponent, options.engine)
        self._new_game = NewGame(self.state, self._questions, self._archive, options, rng, now, self._engines)
        self._proofs = Proofs(self.state, self._archive, prover_of)
        self._computer = Computer(
            self.state, self._questions, self._archive, self._proofs, rng, self._engines, opponent
        )
        self._ending = Ending(self.state, self._archive)
        self._player = Player(self.state, self._questions, self._archive)
        self._problems = Problems(self.state, self._questions, self._archive, self._player, rng, self._solver, today)
        self._modem = self._modem_play(now) if options.modem is not None else None
        self._demo_ends = False
        self._lessons_wished = False
        self._studying = Studying(self.state, self._archive, self._new_game)
        self._handlers = self._words()
        self._questions.do_words(self._handlers)

    def _modem_play(self, now: Callable[[], float]) -> "ModemPlay":
        from console.dialogue.modem import ModemPlay

        state, options = self.state, self._options
        return ModemPlay(state, self._questions, self._archive, self._player, self._new_game, options, now)

    def farewell(self) -> str:
        """The last words, also after Ctrl-C and at the end of input."""
        others = {*self.state.computers, self.state.far}
        names = [name for side, name in enumerate(self.state.names) if side not in others]
        if len(names) < 2 or not any(names) or self.state.study is not None:
            names = [self._new_game.player] if self._new_game.player else []
        return sentences.farewell(names, self._archive.holds())

    def record_by_level(self) -> dict[int, tuple[int, int, int]]:
        """What the player has won, drawn and lost against each level under the rules of the game on the table."""
        return self._archive.record_by_level()

    def end_demo(self) -> None:
        """Have the computer stop playing itself after the move it thinks about; a player is to take over."""
        self._demo_ends = self.state.is_demo

    def run(self) -> Steps[None]:
        """The whole conversation, with lessons if they are wished. A front end may close it at any step."""
        return with_lessons(self._converse(), Tutor(self.state))

    def _converse(self) -> Steps[None]:
        try:
            if self._modem is not None:
                yield from self._modem.run(self._handlers)
            elif self._options.problem is None:
                yield from self._new_game.first()
                yield from self._problems.tell_due()
            else:
                yield from self._problems.begin(self._options.problem)
                if not self.state.is_problem:
                    return
            while True:
                try:
                    yield from self._play()
                except NewGameWanted:
                    yield from self._new_game.begin()
        except Left:
            yield from self._archive.leave_study()
            yield Say(self.farewell())
        finally:
            self._engines.close()
            if self._modem is not None:
                self._modem.close()

    # The game

    def _play(self) -> Steps[None]:
        """Play the game on the table, also after its end if it is taken back. Raises NewGameWanted."""
        while True:
            yield from self._archive.notices()
            yield from self._proofs.notices(self._computer.problems)
            self.state.run_clock()
            if self.state.is_problem:
                yield from self._solve()
            elif self._demo_ends:
                self._demo_ends = False
                yield Say(sentences.DEMO_ENDS)
                yield from self._leave_for("one")
            elif self.state.study is not None:
                yield from self._studying.tell()
                yield from self._take_turn()
            elif self.state.game.outcome is not None:
                yield from self._end()
            else:
                yield from self._turn()

    def _turn(self) -> Steps[None]:
        """Whatever is to be done next in a game that goes on."""
        game = self.state.game
        try:
            if game.huffable:
                yield from self._settle_huff()
            elif game.side in self.state.computers:
                yield from self._computer.take_turn()
            else:
                yield from self._take_turn()
        except FlagFell:
            game.lose_on_time(game.side)
            self._archive.keep()

    def _solver(self) -> str:
        """What whoever solves problems is called."""
        return self._new_game.player or self._options.usual_name or DEFAULT_NAME

    def _solve(self) -> Steps[None]:
        """One answer to the question for a move in a problem, or to one that follows it: a word or the move."""
        answer: Answer | None = yield from self._problems.ask()
        while answer is not None:
            word = read_word(answer) if isinstance(answer, str) else None
            if word is not None:
                yield from self._do_in_a_problem(word)
                return
            told = unknown_word(answer) if isinstance(answer, str) else None
            if told is not None:
                yield Say(told)
                return
            answer = yield from self._problems.move(answer)

    def _do_in_a_problem(self, word: Command) -> Steps[None]:
        """Do what a word says as far as it does not tell the solution."""
        if word.name == "problem":
            yield from self._set_problem(word.argument)
        elif word.name == "hint":
            yield from self._problems.hint()
        elif word.name in ("undo", "reset") and self.state.game.ply:
            yield from self._problems.again()
        elif word.name == "moves":
            yield Say(sentences.legal_moves(self.state.game.legal_moves(), self.state.naming, {}))
        elif not word.works(Place.PROBLEM):
            yield Say(problems.NOT_NOW)
        else:
            if word.word.leaves:
                yield from self._problems.leave()
            yield from self._handlers[word.name](word)

    def _set_problem(self, which: str) -> Steps[None]:
        """Set a problem, or leave the one on the board. Raises Left where there is nothing to go back to."""
        if which != "off":
            yield from self._problems.begin(which)
        elif not self.state.is_problem:
            yield Say(problems.NOT_IN_ONE)
        elif not (yield from self._problems.leave()):
            raise Left

    def _settle_huff(self) -> Steps[None]:
        """Take a piece for a jump that was missed, or let it pass."""
        game = self.state.game
        turn = game.last
        assert turn is not None
        before, judge = game.position, game.side
        computer = judge in self.state.computers
        number = self._computer.choose_huff() if computer else (yield from self._player.choose_huff(judge))
        if number is None:
            game.waive_huff()
            self._archive.keep()
            return
        owner = None if computer else self.state.names[1 - judge]
        told = sentences.huffed(before, turn.move, number, self.state.naming, owner)
        game.huff(number)
        self._archive.keep()
        yield Say(told)
        yield Played(before, Cause.HUFF, square=number)

    def _take_turn(self) -> Steps[None]:
        """One answer of the player's to the question for a move, or to one that follows it: a word or the move.

        Whoever is new here is offered a tutor and a level before his first move, and may answer that instead.
        """
        offer = self._new_game.offer()
        if offer is None and self._lessons_wished:
            # Not before: what he explains would stand beside another question.
            self._lessons_wished = False
            self.state.set_teaching(True)
        level = sentences.ask_level(self.state.level)
        prompt = {None: "", Offer.LESSONS: sentences.OFFER_LESSONS, Offer.LEVEL: level}[offer]
        answer: Answer | None = yield from self._player.ask_move(prompt, offer is Offer.LESSONS)
        if offer is not None and isinstance(answer, str) and (yield from self._takes_offer(offer, answer.strip())):
            self._new_game.settle(offer)
            if offer is Offer.LEVEL:
                yield from self._new_game.meet()
            return
        while answer is not None:
            if isinstance(answer, str):
                word = read_word(answer)
                if offer is Offer.LEVEL and word == Command("?"):
                    yield from self._computer.set_level("")
                    return
                if word is not None:
                    yield from self._handlers[word.name](word)
                    return
                told = unknown_word(answer)
                if told is not None:
                    yield Say(told)
                    return
            ply = self.state.game.ply
            answer = yield from self._player.move(answer)
            if self.state.game.ply != ply:
                self._new_game.settle(*Offer)
                yield from self._new_game.meet()

    def _takes_offer(self, offer: Offer, answer: str) -> Steps[bool]:
        """Do what was answered to an offer; whether it was an answer."""
        if offer is Offer.LEVEL and answer in LEVEL_NUMBERS:
            yield from self._computer.set_level(answer)
        elif offer is Offer.LESSONS and is_yes(answer):
            self._lessons_wished = True
        else:
            return is_no(answer)
        return True

    def _end(self) -> Steps[None]:
        """Tell the result and ask for another game; any word works or is answered. Returns if the game goes on."""
        state, game = self.state, self.state.game
        assert game.outcome is not None
        self._computer.game_over()
        yield from self._ending.tell()
        while state.game is game and game.outcome is not None:
            answer = yield from self._questions.ask_line(sentences.ASK_ANOTHER, kinds.ANOTHER, takes_yes=True)
            word = read_word(answer)
            if is_yes(answer):
                raise NewGameWanted
            if is_no(answer):
                raise Left
            if word is None:
                yield Say(unknown_word(answer) or sentences.YES_OR_NO)
            elif not word.works(Place.OVER):
                yield Say(sentences.GAME_OVER)
            else:
                yield from self._handlers[word.name](word)

    # The words

    def _words(self) -> dict[str, Handler]:
        """What each word at the prompt does."""
        archive, computer, questions, proofs = self._archive, self._computer, self._questions, self._proofs
        handlers: dict[str, Handler] = {
            "help": lambda word: questions.show_manual(word.argument),
            "?": lambda word: questions.help(word.argument),
            "menu": lambda _: _one(Show(Topic.MENU)),
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "moves": lambda _: proofs.list_moves(),
            "hint": lambda _: computer.hint(),
            "proof": lambda _: proofs.prove(),
            "board": self._draw_or_switch,
            "where": lambda _: questions.tell_position(),
            "look": lambda word: questions.look(word.argument),
            "flip": lambda _: self._flip(),
            "level": lambda word: computer.set_level(word.argument),
            "engine": self._engines.do,
            "think": self._switch_thinking,
            "teach": self._switch_teaching,
            "chat": self._switch_remarks,
            "book": self._tell_book_or_switch,
            "draw": lambda _: computer.offer_draw(),
            "resign": lambda _: self._resign(),
            "new": self._leave_for_new,
            "ballot": lambda word: self._draw_ballot(word.argument),
            "two": lambda _: self._leave_for("two"),
            "one": lambda _: self._leave_for("one"),
            "demo": lambda _: self._leave_for("demo"),
            "turn": self._switch_turning,
            "clock": lambda word: self._set_clock(word.argument),
            "swap": lambda _: self._swap(),
            "reset": lambda _: self._go_to("0"),
            "go": lambda word: self._go_to(word.argument),
            "fen": lambda word: self._set_position(word.argument),
            "setup": lambda _: self._show(Topic.SETUP),
            "review": lambda _: self._review(),
            "problem": lambda word: self._set_problem(word.argument),
            "rules": lambda word: self._tell_rules(word.argument),
            "next": lambda word: self._choose_rules(word.argument),
            "save": lambda word: questions.save(word.argument),
            "load": lambda word: self._load(word.argument),
            "games": lambda _: questions.list_games(),
            "fame": lambda _: archive.show_fame(),
            **self._studying.words(),
            "name": lambda word: self._new_game.rename(word.text),
            "settings": lambda _: _one(Show(Topic.SETTINGS)),
            "about": lambda _: self._tell_about(),
            "now": lambda _: _one(Say(sentences.NOT_THINKING)),
            "say": lambda _: _one(Say(modem.NOBODY_TO_HEAR)),
            "quit": lambda _: self._quit(),
        }
        assert handlers.keys() == {word.name for word in WORDS}
        return handlers

    def _quit(self) -> Steps[None]:
        raise Left

    def _leave_for(self, wanted: Players) -> Steps[None]:
        """Leave the game for one of these players."""
        self.state.plan(replace(self.state.next_game, players=wanted))
        raise NewGameWanted

    def _leave_for_new(self, word: Command) -> Steps[None]:
        """Leave the game for another, by the rules that are named if there are such."""
        named, side = read_side(word.argument)
        if named:
            sure = (yield from self._questions.choose_rules(named)) is not None
        elif word.short and self.state.game.ply:
            # A lone letter may be the answer to a question that was not asked.
            sure = yield from self._questions.ask_yes(sentences.ASK_NEW, kinds.NEW)
        else:
            sure = True
        if sure:
            if side is not None:
                self.state.plan(replace(self.state.next_game, side=side))
            raise NewGameWanted

    def _swap(self) -> Steps[None]:
        """Leave the game for another in which the sides are changed."""
        yield from ()
        if self._new_game.has_begun:
            self.state.plan(replace(self.state.next_game, side=1 - self.state.home))
        raise NewGameWanted

    def _tell_about(self) -> Steps[None]:
        """Say what this program is."""
        for line in sentences.ABOUT:
            yield Say(line)

    def _draw_ballot(self, named: str) -> Steps[None]:
        """Leave the game for one that begins with a ballot, if there is such."""
        from ai.match.ballots import has_ballots

        chosen = self.state.next_game.rule_choice
        rules = chosen.rules if chosen is not None else self.state.rules
        if not has_ballots(rules):
            those = [name for name, each in RULE_SETS.items() if has_ballots(each)]
            yield Say(sentences.no_ballots(rules.name, those))
            return
        if not named:
            yield Say(sentences.BALLOT_WHICH)
            return
        try:
            number = read_ballot(named)
        except ValueError as error:
            yield Say(sentences.bad_ballot(named, str(error)))
            return
        self.state.plan(replace(self.state.next_game, ballot=number))
        raise NewGameWanted

    def _load(self, words: str) -> Steps[None]:
        record = yield from self._questions.load(words)
        if record is not None:
            yield from self._new_game.begin(record)

    def _resign(self) -> Steps[None]:
        """Give the game up, if that is really meant."""
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self.state.game.resign(self.state.game.side)
            self._archive.keep()

    def _show(self, topic: Topic) -> Steps[None]:
        """Show something that knows how positions end, and keep the player's mistakes that it has found."""
        wrong = yield from self._proofs.show(topic)
        yield from self._problems.learn(wrong)

    def _review(self) -> Steps[None]:
        """Look back upon the game, by the engine that was chosen if there is one."""
        if not self.state.game.turns:
            yield Say(sentences.NOTHING_TO_REVIEW)
            return
        analyzer = self._engines.analyzer()
        if analyzer is None:
            yield from self._show(Topic.REVIEW)
            return
        try:
            wrong = yield from self._proofs.show(Topic.REVIEW, analyzer)
        finally:
            analyzer.close()
        yield from self._engines.reviewed(analyzer)
        yield from self._problems.learn(wrong)

    # Back and forth in the game

    def _players_plies(self) -> list[int]:
        """The plies of the game, those taken back included, at which a player and not the computer is to move."""
        game = self.state.game
        return [ply for ply in range(len(game.turns) + 1) if game.position_at(ply).side not in self.state.computers]

    def _undo(self) -> Steps[None]:
        """Take back the player's last move with the reply to it."""
        game = self.state.game
        earlier = [ply for ply in self._players_plies() if ply < game.ply]
        if not earlier:
            yield Say(sentences.NOTHING_TO_UNDO)
            return
        before, gone = game.position, game.turns[earlier[-1] : game.ply]
        game.go_to(earlier[-1])
        self.state.help()
        self._archive.keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.taken_back([turn.move for turn in gone], self.state.naming))

    def _redo(self) -> Steps[None]:
        """Play the player's next move again with the reply to it."""
        game = self.state.game
        if not game.can_redo:
            yield Say(sentences.NOTHING_TO_REDO)
            return
        before, ply = game.position, game.ply
        game.go_to(next((later for later in self._players_plies() if later > ply), len(game.turns)))
        self._archive.keep()
        yield Played(before, Cause.REDO)
        yield Say(sentences.played_again([turn.move for turn in game.turns[ply : game.ply]], self.state.naming))

    def _go_to(self, argument: str) -> Steps[None]:
        """Show the position after so many moves, and go on from there."""
        game, before = self.state.game, self.state.game.position
        if not (argument.isascii() and argument.isdigit() and len(argument) < 6 and int(argument) <= len(game.turns)):
            yield Say(sentences.go_where(len(game.turns)))
            return
        game.go_to(int(argument))
        self.state.help()
        self._archive.keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.after_moves(game.ply))

    def _set_position(self, argument: str) -> Steps[None]:
        """Tell the position, or leave the game for one from another position."""
        if not argument:
            yield Say(f"FEN {fen_text(self.state.game.position)}")
            return
        try:
            position = parse_fen(argument, self.state.rules)
        except ValueError as error:
            yield Say(str(error))
            return
        self.state.plan(replace(self.state.next_game, position=position))
        raise NewGameWanted

    # What is switched and set

    def _flip(self) -> Steps[None]:
        self.state.flip()
        yield Played(self.state.game.position, Cause.FLIP)

    def _draw_or_switch(self, word: Command) -> Steps[None]:
        """Draw the board; or switch whether that is done before each move in lines of text."""
        if not word.argument:
            yield Show(Topic.BOARD)
            return
        on = yield from self._wanted(word, self.state.drawing)
        if on is not None:
            self.state.set_drawing(on)
            self._archive.remember(lambda settings: replace(settings, drawing=on))
            yield Say(sentences.DRAWING[on])

    def _switch_thinking(self, word: Command) -> Steps[None]:
        """Tell what the computer thinks, or no longer."""
        on = yield from self._wanted(word, self.state.thinking)
        if on is not None:
            self.state.set_thinking(on)
            self._archive.remember(lambda settings: replace(settings, thinking=on))
            yield Say(sentences.THINKING[on])

    def _switch_remarks(self, word: Command) -> Steps[None]:
        """Have the opponent remark on the game, or no longer."""
        on = yield from self._wanted(word, self.state.remarks)
        if on is not None:
            self.state.set_remarks(on)
            self._archive.remember(lambda settings: replace(settings, remarks=on))
            yield Say(sentences.REMARKS[on])

    def _tell_book_or_switch(self, word: Command) -> Steps[None]:
        """Tell what the opening book has here; or switch whether the computer plays from it."""
        if not word.argument:
            yield from self._computer.tell_book()
            return
        on = yield from self._wanted(word, self.state.book)
        if on is not None:
            self.state.set_book(on)
            self._archive.remember(lambda settings: replace(settings, book=on))
            yield Say(sentences.BOOK[on])

    def _switch_teaching(self, word: Command) -> Steps[None]:
        """Have each kind of move explained in this session of play, or no longer."""
        on = yield from self._wanted(word, self.state.teaching)
        if on is not None:
            self._lessons_wished = False
            self.state.set_teaching(on)
            yield Say(sentences.TEACHING[on])

    def _switch_turning(self, word: Command) -> Steps[None]:
        """Turn the board after each move of two players, or no longer."""
        on = yield from self._wanted(word, self.state.turning)
        if on is not None:
            self.state.set_turning(on)
            self._archive.remember(lambda settings: replace(settings, turning=on))
            yield Say(sentences.TURNING[on])
            yield Played(self.state.game.position, Cause.FLIP)

    def _wanted(self, word: Command, now: bool) -> Steps[bool | None]:
        """What a switch is to be by what stands behind its word, or the other way; None after saying why neither."""
        wanted = {"": not now, "on": True, "off": False}.get(word.argument)
        if wanted is None:
            yield Say(sentences.on_or_off(word.name, word.argument))
        return wanted

    def _set_clock(self, argument: str) -> Steps[None]:
        """Set the clock of the next game, or tell it."""
        if argument:
            try:
                control = Control.read(argument)
            except ValueError:
                yield Say(sentences.BAD_CLOCK)
                return
            self.state.plan(replace(self.state.next_game, control=control))
            self._archive.remember(lambda settings: replace(settings, clock=str(control or "")))
        now = self.state.clock.control if self.state.clock is not None else None
        yield Say(sentences.clock_set(self.state.next_game.control, now))

    def _tell_rules(self, named: str) -> Steps[None]:
        """Explain the rules that are named, or list them and ask by which the next game goes."""
        if named:
            yield from self._questions.explain_rules(named)
        elif chosen := (yield from self._questions.ask_rules()):
            yield from self._begin_chosen(chosen)

    def _choose_rules(self, named: str) -> Steps[None]:
        """Have the next game go by the rules that are named."""
        if not named:
            yield Say(sentences.NEXT_WHICH)
        elif chosen := (yield from self._questions.choose_rules(named)):
            yield from self._begin_chosen(chosen)

    def _begin_chosen(self, chosen: RuleChoice) -> Steps[None]:
        """Leave a game without a move for one by the rules just chosen; any other game goes on."""
        if self.state.game.outcome is not None:
            yield Say(sentences.next_game(chosen))
        elif self.state.game.turns:
            yield Say(sentences.next_game_waits(chosen))
        else:
            raise NewGameWanted


def _one(step: Step) -> Steps[None]:
    """This step alone."""
    yield step
