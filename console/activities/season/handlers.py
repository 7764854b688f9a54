"""The season in a session of play: its command, its games, and what rivals say before and after them."""

from datetime import date, timedelta
from functools import partial
from typing import Final

from console.activities.season import sentences as said
from console.activities.season.career import Against, Career, career_of
from console.activities.season.certificate import WIDTH, certificate, shelf
from console.activities.season.ladder import ladder_list
from console.activities.season.player import RivalPlayer
from console.activities.season.rivals import Rival, find_rival, rival_named, rivals
from console.activities.season.week import Week, after_round, week_list, week_of
from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import Cause, Ended, MoveChooser, Played, Say, ShowList, ShowSections, Steps
from console.dialogue.next_game import NextGame
from console.game.naming import quoted
from console.game.player_tags import IDENTITY
from console.game.seats import Program
from console.reading.readings import Command
from console.storage.notices import NotKept
from console.text import sentences
from console.text.spans import plain_lines
from engine.game import Game
from engine.geometry import BLACK
from engine.rules import Rules

_TOPIC: Final = "season"


class Season(ConversationPart):
    """Plays the season. A season's game is an ordinary game whose opponent is a rival."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._greeted: Game | None = None
        self._parted: Game | None = None

    def do(self, command: Command) -> Steps[None]:
        """Play the next game, show the ladder or the shelf, or print a certificate. Raises CannotDo and NotKept."""
        what, _, who = command.argument.strip().partition(" ")
        career = self._career(self._conversation.player_name, self._state.next_rules)
        match what:
            case "":
                yield from self._play(career, career.following.rival)
            case "ladder" | "list":
                yield ladder_list(career)
            case "shelf":
                yield ShowSections(said.shelf_title(career), partial(shelf, career), _TOPIC)
            case "week":
                yield self._week_list()
            case "today":
                yield from self._play_round()
            case "print":
                yield from self._print(career, who)
            case _:
                yield from self._play(career, self._rival(command.text))

    def _career(self, name: str, rules: Rules) -> Career:
        """Return a player's career under a rule set. Raises NotKept."""
        return career_of(self._conversation.archive.store.results(name, rules.name), name, rules, rivals())

    def _rival(self, typed: str) -> Rival:
        """Return the rival who is named. Raises CannotDo."""
        rival = find_rival(typed)
        if rival is None:
            raise CannotDo(said.NO_RIVAL.format(quoted(typed), len(rivals())))
        return rival

    def _print(self, career: Career, who: str) -> Steps[None]:
        """Show a certificate, the highest one if nobody is named, and write it to a file. Raises CannotDo, NotKept."""
        victories = career.victories()
        if not victories:
            raise CannotDo(said.NOTHING_TO_PRINT)
        against = career.against(self._rival(who)) if who else victories[-1]
        if against.victory is None:
            raise CannotDo(said.NOT_WON.format(against.rival.called))
        lines = plain_lines(certificate(career, against, WIDTH))
        path = self._conversation.archive.store.keep("certificate", "txt", "\n".join((*lines, "")))
        yield _page(career, against)
        yield Say(said.PRINTED.format(str(path)))

    # The games

    def _play(self, career: Career, rival: Rival) -> Steps[None]:
        """Begin the next game against a rival. Raises CannotDo, and Begin."""
        if not career.is_open(rival):
            raise CannotDo(said.not_yet(rival, career))
        yield from self._begin(self._planned(career.against(rival)))

    def _begin(self, planned: NextGame) -> Steps[None]:
        """Begin a game against a rival. Raises CannotDo, and Begin."""
        table = self._state.first_activity.table
        is_on_table = table.opponent == planned.opponent and (table.match is None) == (planned.match is None)
        if is_on_table and table.game.outcome is None and table.game.ply:
            raise CannotDo(said.ON_THE_TABLE)
        before, self._state.next_game = self._state.next_game, planned
        yield from self._conversation.commands.do(Command("new"))
        self._state.next_game = before  # the player stays at his game

    def _planned(self, against: Against) -> NextGame:
        """Return the next game of the match against a rival."""
        rival, side = against.rival, against.side
        match = against.current if side == BLACK else against.current.swapped()
        return self._state.next_game.against(rival.program, match, side)

    # The week

    def _week(self, day: date, rules: Rules) -> Week:
        """Return the week of a day of the player at the board. Raises NotKept."""
        results = self._conversation.archive.store.results(self._conversation.player_name, rules.name)
        return week_of(results, rules, day, rivals())

    def _week_list(self) -> ShowList:
        """Return the table of the week. Raises NotKept."""
        week = self._week(self._conversation.today(), self._state.next_rules)
        last = self._week(week.monday - timedelta(1), week.rules)
        return week_list(week, last if last.is_known else None)

    def _play_round(self) -> Steps[None]:
        """Begin today's round. Raises CannotDo, NotKept and Begin."""
        week = self._week(self._conversation.today(), self._state.next_rules)
        if week.score is not None:
            raise CannotDo(said.ROUND_PLAYED)
        planned = self._state.next_game.against(week.rival.program, None, week.side)
        yield from self._begin(planned._replace(start=week.opening or "usual"))

    def chooser(self, program: Program, own: MoveChooser) -> MoveChooser:
        """Return the player of a rival's moves, who searches as ``own`` does; ``own`` if there is no such rival."""
        rival = rival_named(program.given)
        return own if rival is None else RivalPlayer(rival, own)

    def after(self, step: Played | Ended) -> Steps[None]:
        """Say what the rival on the table says after a step, and plan the next game after a game."""
        table = self._state.table
        rival = rival_named(table.opponent.given) if table.opponent is not None else None
        if rival is None:
            return
        is_start = isinstance(step, Played) and step.cause is Cause.START
        if is_start and not table.game.ply and self._greeted is not table.game:
            self._greeted = table.game
            yield from self._greet(rival)
        elif isinstance(step, Ended) and self._parted is not table.game:
            self._parted = table.game
            yield from self._part(rival)

    def _greet(self, rival: Rival) -> Steps[None]:
        """Introduce a rival before the first game of a match, and before a round of the week."""
        match = self._state.table.match
        if match is None or not any(match.points):
            yield from map(Say, (said.RUNG.format(rival, len(rivals())), sentences.speaks(rival.program, rival.hello)))

    def _part(self, rival: Rival) -> Steps[None]:
        """Plan the next game, unless its rules were chosen. After the last game of a match, say what it changed.

        Nothing is planned for a player who has changed his name: the match belongs to the old name.
        """
        name = self._conversation.learner
        try:
            if self._state.table.match is None:
                week = self._week(self._conversation.today(), self._state.table.rules)
                yield from [Say(after_round(week))] if week.rival is rival and week.score is not None else []
                return
            career = self._career(name, self._state.table.rules)
        except NotKept as error:
            yield Say(str(error))
            return
        against, game = career.against(rival), self._state.table.tags.get(IDENTITY)
        over = next((each for each in against.finished if each.game == game), None)
        following = career.following if over is not None else against
        if self._state.next_game.rules == "same" and name == self._conversation.player_name:
            self._state.next_game = self._planned(following)
        if over is None:
            return
        leader = over.match.leader
        if leader is not None:
            yield Say(sentences.speaks(rival.program, rival.wins if leader else rival.loses))
        if against.victory is over:
            yield _page(career, against)
        yield from map(Say, said.after_match(career, against, over))


def _page(career: Career, won: Against) -> ShowSections:
    """Return the page with a certificate."""
    return ShowSections("Certificate", lambda width, signs: certificate(career, won, width), _TOPIC)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"season": conversation.part("season", Season).do}
