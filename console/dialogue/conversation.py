"""The parts of a conversation that every activity uses."""

from dataclasses import dataclass

from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.ending import Ending
from console.dialogue.player import Player
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.game.options import Options


@dataclass(frozen=True)
class Conversation:
    """The state of a session of play, and the objects that ask, save and execute commands."""

    options: Options
    state: State
    archive: Archive
    commands: Commands
    questions: Questions
    player: Player
    ending: Ending
