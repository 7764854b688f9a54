"""The help and the man page of a command."""

import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill, wrap
from typing import Final

from console.cli.parser import Argument, Command, TextRequested
from console.version import DATE, NAME, VERSION

_WIDTH: Final = 78
_DEEPEST: Final = 24  # column of what an option does
SECTIONS: Final = (
    *("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS"),
    *("FILES", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES", "SEE ALSO"),
)
"""The sections of a man page. Others stand before ``FILES``."""


def page(request: TextRequested) -> str:
    """Return the page that is requested."""
    return (_man if request.flag == "--man" else _help)(request.command)


def _help(command: Command) -> str:
    """Return the usage, the arguments, and what the reference says about the command."""
    options = _table("options", command.flags.values())
    texts = (f"usage: {_usage(command)}", command.does, _table("positional arguments", command.words), options)
    return "\n\n".join(filter(None, (*texts, _reference(command.name)))) + "\n"


def _man(command: Command) -> str:
    """Return the help as a page for the program man, in its macros ``man``."""
    about, *sections = re.split(r"(?m)^([a-z ]+):\n", _reference(command.name))
    name = command.prog.replace(" ", "-")
    parts = {
        "NAME": _roff(fill(f"{name} - {command.does[:1].lower()}{command.does[1:]}".rstrip("."), _WIDTH)),
        "SYNOPSIS": _roff(_usage(command)),
        "DESCRIPTION": _paragraphs(about),
    }
    parts |= {title.upper(): _paragraphs(text) for title, text in zip(sections[::2], sections[1::2], strict=True)}
    described = (*command.words, *command.flags.values())
    parts["OPTIONS"] = "\n".join(_listed(each.spelled, each.does) for each in described)
    shown = [f".SH {title}\n{text}" for title, text in sorted(parts.items(), key=_place) if text]
    return "\n".join((f'.TH {name.upper()} 6 "{DATE}" "{NAME} {VERSION}"', *shown))


def _usage(command: Command) -> str:
    shown = {"": "{}", "?": "[{}]", "*": "[{} ...]"}
    return " ".join((command.prog, "[OPTIONS]", *(shown[each.count].format(each.name) for each in command.words)))


def _place(section: tuple[str, str]) -> int:
    """Return the place of a section in a man page."""
    return SECTIONS.index(section[0]) if section[0] in SECTIONS else SECTIONS.index("FILES")


def _roff(text: str) -> str:
    """Return lines of plain text for troff: nothing in them is a command."""
    return re.sub(r"(?m)^(?=[.' ])", r"\\&", text.replace("\\", r"\e").replace("-", r"\-"))


def _paragraphs(text: str) -> str:
    """Return blocks of the reference for troff: prose is filled, a table is a list, and all else stays in its lines."""
    found = list[str]()
    for block in filter(None, re.split(r"\n{2,}", text.strip("\n"))):
        table = re.findall(r"^  (\S.*?)  +(\S.*(?:\n {4,}\S.*)*)$", block, re.MULTILINE)
        if not re.search(r"(?m)^ ", block):
            found.append(f".PP\n{_roff(block)}")
        elif sum(1 + does.count("\n") for _, does in table) == 1 + block.count("\n"):
            found += [_listed(name, does) for name, does in table]
        else:
            found.append(f".PP\n.nf\n{_roff(block)}\n.fi")
    return "\n".join(found).removeprefix(".PP\n")


def _listed(name: str, does: str) -> str:
    """Return an item of a list for troff."""
    return f".TP\n.B {_roff(name)}\n{_roff(fill(' '.join(does.split()), _WIDTH))}"


def _table(title: str, arguments: Iterable[Argument]) -> str:
    """Return a table of arguments, empty if there are none."""
    rows = [(f"  {each.spelled}  ", each.does) for each in arguments]
    if not rows:
        return ""
    deep, lines = min(_DEEPEST, max(len(name) for name, _ in rows)), [f"{title}:"]
    for name, does in rows:
        first, *rest = wrap(does, _WIDTH - deep)
        lines += [f"{name:{deep}}{first}"] if len(name) <= deep else [name.rstrip(), " " * deep + first]
        lines += [" " * deep + line for line in rest]
    return "\n".join(lines)


def _reference(command: str) -> str:
    """Return the section about a command in the file of the reference, or an empty text."""
    text = Path(__file__).with_name("reference.txt").read_text("ascii")
    return text.partition(f"[{command}]\n")[2].partition("\n[")[0].rstrip()
