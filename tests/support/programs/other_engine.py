"""A Hub engine of somebody else: it plays the moves of its ``moves`` parameter and does at one what ``deed`` says.

``python other_engine.py [DEED]``; a deed of the command line is done at once.
"""

import io
import sys
import time


def say(line: str) -> None:
    """Write a line."""
    print(line, flush=True)


def for_ever(line: str) -> None:
    """Write a line again and again."""
    while True:
        sys.stdout.write(line)


def go(deed: str, moves: list[str]) -> None:
    """Answer a question for a move."""
    if deed != "quiet":
        say(f'info depth=7 score=0.25 nodes=99 pv="{" ".join(moves)} 1-32"')
    if deed == "cheat":
        say("done move=1-32")
    elif deed == "leave":
        sys.exit(3)
    elif deed == "flood":
        for_ever("info depth=1 score=0.1 nodes=1\n")
    elif deed == "junk":
        for_ever("\x1b[2J\x00=\n")
    elif deed == "endless":
        for_ever("a" * 1000)
    elif deed not in ("silent", "think"):
        say(f"done move={moves.pop(0)}")


def main() -> None:
    """Speak the protocol until the end of the input."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # Windows chooses another
    deed, moves = "play", ["22-18", "23-19", "24-20", "21-17"]
    at_start = sys.argv[1] if len(sys.argv) > 1 else ""
    for line in sys.stdin:
        word = line.split()[0]
        if word == "hub" and at_start == "dumb":
            continue
        if word == "hub" and at_start == "params":
            for_ever("param name=x value=y\n")
        elif word == "hub":
            say('id name="Other \u202eone" version=2')
            say('param name=deed value=play type=enum values="play cheat leave silent flood junk endless quiet think"')
            say("param name=size value=64 type=int min=1 max=128")
            say('param name=moves value="" type=string')
            say("wait")
        elif word == "set-param" and "deed" in line:
            deed = line.split("value=")[1].strip()
        elif word == "set-param" and "moves" in line:
            moves = line.split("value=")[1].strip().strip('"').split()
        elif word == "init":
            say("ready")
        elif word == "ping":
            say("pong")
        elif word == "quit" and at_start != "stay":
            break
        elif word == "go" or (word == "stop" and deed == "think"):
            go("play" if word == "stop" else deed, moves)
    while at_start == "stay":
        time.sleep(1)


main()
