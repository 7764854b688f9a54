"""The moving picture in README: the first moves of a game as SVG. ``GOLDEN=write`` renews it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from support.conversation import Script, options
from support.golden import check_kept
from support.headless_screens import THEMES
from support.paths import GOLDEN, ROOT
from support.play_screen import PlaySession

from ai.engine import SearchInfo
from console.screens.widgets.svg import elements, svg
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Posted, Tick

FILE = GOLDEN.resolve() / "screen.svg"
LINES, REPLIES = ["C3 D4", "C7 D6"], ["22-18", "18-9"]
LETTER, STEP, READ, LAST = 0.15, 0.3, 2.0, 5.0  # seconds


class Ahead(Script):
    """An opponent that likes his position, so that he remarks on it."""

    def choose_move(self, *args: Any, **kwargs: Any) -> SearchInfo:
        return replace(super().choose_move(*args, **kwargs), score=60)


def frames(session: PlaySession) -> Iterator[tuple[Canvas, float]]:
    """Play the game. Yield pictures, each with the time in seconds at which it appears, and at last the end."""
    now = READ
    yield session.picture(), 0
    for line in LINES:
        for letter in line:
            session.send(letter)
            yield session.picture(), now
            now += LETTER
        session.send(Key("enter"))
        runner = session.play.runner
        while runner.search is not None or runner.scene is not None:
            yield session.picture(), now
            now += STEP
            session.send(Tick() if runner.scene is not None else Posted(session.terminal.posted.get(timeout=30)))
        yield session.picture(), now
        now += READ
    yield session.picture(), now + LAST


def moving_picture() -> str:
    """Return the pictures as one SVG, in which the changed cells appear when their time has come."""
    palette = THEMES["colour"].palette
    found = list(frames(PlaySession(options(level=3), Ahead(REPLIES), (80, 24))))
    end, more = found[-1][1], []
    for (before, _), (after, now) in pairwise(found[:-1]):
        share = f"{now / end:.4f}"
        appears = (
            f'<animate attributeName="visibility" values="hidden;visible" keyTimes="0;{share}" calcMode="discrete"'
            f' dur="{end:g}s" repeatCount="indefinite"/>'
        )
        more += [f'<g visibility="hidden">{appears}', *elements(after, palette, before), "</g>"]
    return svg(found[0][0], palette, more)


def test_keeps_the_picture_of_readme_current() -> None:
    check_kept(FILE, now := moving_picture())
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"]({FILE.relative_to(ROOT).as_posix()})" in readme.splitlines()[2]
    assert ">sweep<" in now, "the remark on the jump"
