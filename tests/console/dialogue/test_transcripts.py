"""Whole conversations against their transcripts in tests/data/transcripts. ``GOLDEN=write`` renews the transcripts.

A conversation is a title in brackets with the options behind it, a line with what is typed, divided by ``|``, and the
transcript without boards. Conversations of a file with the same ``home`` are sessions of play in one folder; ``today``
is the day.
"""

import os
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from support.conversation import Script, converse, message_lines, options
from support.paths import ROOT
from support.stored_games import disk

FILES: Final = sorted((ROOT / "tests" / "data" / "transcripts").glob("*.txt"))
VALUES: Final[dict[str, Any]] = {"yes": True, "no": False, "ask": None}


def parts(conversation: str) -> tuple[str, str, list[str]]:
    """Return the title with the options, what is typed, and the transcript."""
    title, typed, *transcript = conversation.strip("\n").splitlines()
    return title, typed, transcript


def played(title: str, typed: str, folder: Path) -> list[str]:
    """Return the transcript of a conversation. ``folder`` has the folders of homes."""
    words = title.partition("]")[2].split()
    chosen = {name: VALUES.get(value, value) for name, _, value in (word.partition("=") for word in words)}
    agrees, huff = chosen.pop("agrees", True), int(chosen.pop("huffs", 0))
    replies = [reply for reply in chosen.pop("replies", "").split(",") if reply]
    script = Script(replies, huff or None, agrees)
    home, today = chosen.pop("home", ""), date.fromisoformat(chosen.pop("today", "2026-03-01"))
    store = disk(folder / home) if home else None
    paper = converse(typed.split("|"), options(**chosen), script, store=store, today=lambda: today)
    if store is not None:
        store.in_progress.release()
    return message_lines(paper)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_conversations_go_as_written(path: Path, tmp_path: Path) -> None:
    blocks = [parts(block) for block in path.read_text("utf-8").split("\n\n") if block.strip()]
    now = [(title, typed, played(title, typed, tmp_path)) for title, typed, _ in blocks]
    if os.environ.get("GOLDEN") == "write":
        path.write_text("\n\n".join("\n".join([title, typed, *said]) for title, typed, said in now) + "\n", "utf-8")
        return
    for (title, typed, said), (_, _, written) in zip(now, blocks, strict=True):
        assert said == written, f"{title} {typed}: GOLDEN=write keeps the new transcript"
