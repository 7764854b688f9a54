"""``checkers completion``: a script by which a shell completes the commands and their options."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Final

from console.cli.commands import ALL_COMMANDS, COMMANDS, actions_of, command_line
from console.terminal.standard_streams import tell

_BASH: Final = """\
_checkers() {{
    local words
    case "${{COMP_WORDS[*]:1:$((COMP_CWORD - 1))}} " in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _checkers checkers"""
_ZSH: Final = "#compdef checkers\nautoload -U +X bashcompinit && bashcompinit"
_SEEN: Final = "__fish_seen_subcommand_from"


def run(asked: Namespace) -> None:
    """Print the script for a shell."""
    if asked.shell == "fish":
        tell("\n".join(_fish_lines()))
        return
    by_length = sorted(ALL_COMMANDS, key=len, reverse=True)  # "tables build" before "tables", the game last
    cases = []
    for name in by_length:
        words = " ".join((*_words(name), *command_line(name).named_flags))
        pattern = f'"{name} "*' if name else "*"
        cases.append(f"    {pattern}) words='{words}' ;;")
    script = _BASH.format(cases="\n".join(cases))
    tell(f"{_ZSH}\n{script}" if asked.shell == "zsh" else script)


def _words(command: str) -> tuple[str, ...]:
    """Return the words that may follow a command."""
    return tuple(actions_of(command)) if command else COMMANDS


def _fish_lines() -> Iterator[str]:
    for name in ALL_COMMANDS:
        first, _, action = name.partition(" ")
        condition = f"{_SEEN} {first}; and {_SEEN} {action}" if action else f"{_SEEN} {name}"
        if not name:
            condition = "__fish_use_subcommand"
        elif _words(name):
            condition += f"; and not {_SEEN} {' '.join(_words(name))}"
        for word in _words(name):
            yield f"complete -c checkers -f -n '{condition}' -a {word}"
        for flag, each in command_line(name).named_flags.items():
            does = str(each.help).replace("'", "\\'")
            yield f"complete -c checkers -n '{condition}' -l {flag[2:]}{'' if each.nargs == 0 else ' -r'} -d '{does}'"
