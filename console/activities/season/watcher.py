"""The words of rivals, added to the steps of the conversation. This module is imported at the start, so it is small."""

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from console.dialogue.messages import Ended, Played, Reply, Steps
from console.dialogue.state import State

if TYPE_CHECKING:
    from console.activities.season.season import Season


def with_rivals(steps: Steps[None], state: State, season: "Callable[[], Season]") -> Steps[None]:
    """Add what rivals say at the beginning and at the end of games. ``season`` is called if a rival plays."""
    reply: Reply = None
    with closing(steps):
        while True:
            try:
                step = steps.send(reply)
            except StopIteration:
                return
            reply = yield step
            if isinstance(step, Played | Ended) and state.table.strength.rival:
                yield from season().after(step)
