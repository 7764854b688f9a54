"""``checkers completion``: a script by which a shell completes the commands and their options."""

from collections.abc import Iterator
from typing import Final

from console.cli.arguments import one_of
from console.cli.commands import COMMANDS as FIRST_WORDS
from console.cli.commands import all_commands, commands_of
from console.cli.parser import Asked, Command, word
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


def run(asked: Asked) -> None:
    """Print the script for a shell."""
    if asked.shell == "fish":
        tell("\n".join(_fish_lines()))
        return
    by_length = sorted(all_commands(), key=lambda each: -len(each.name))  # "tables build" before "tables"
    cases = []
    for command in by_length:
        words = " ".join((*_words(command), *command.flags))
        pattern = f'"{command.name} "*' if command.name else "*"
        cases.append(f"    {pattern}) words='{words}' ;;")
    script = _BASH.format(cases="\n".join(cases))
    tell(f"{_ZSH}\n{script}" if asked.shell == "zsh" else script)


def _words(command: Command) -> tuple[str, ...]:
    """Return the words that may follow a command."""
    if not command.name:
        return FIRST_WORDS
    return () if " " in command.name else tuple(filter(None, commands_of(command.name)))


def _fish_lines() -> Iterator[str]:
    for command in all_commands():
        first, _, action = command.name.partition(" ")
        condition = f"{_SEEN} {first}; and {_SEEN} {action}" if action else f"{_SEEN} {first}"
        if not first:
            condition = "__fish_use_subcommand"
        elif _words(command):
            condition += f"; and not {_SEEN} {' '.join(_words(command))}"
        for each in _words(command):
            yield f"complete -c checkers -f -n '{condition}' -a {each}"
        for flag, option in command.flags.items():
            does = option.does.replace("'", "\\'")
            yield f"complete -c checkers -n '{condition}' -l {flag[2:]}{' -r' if option.read else ''} -d '{does}'"


_SHELLS: Final = one_of(("bash", "zsh", "fish"))
COMMANDS: Final = (
    Command(
        "completion",
        run,
        "Print a script by which your shell completes the commands and their options.",
        word("SHELL", _SHELLS, "bash, zsh or fish"),
    ),
)
