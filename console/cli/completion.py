"""``checkers completion``: a script by which a shell completes the commands, their options and values."""

from collections.abc import Iterator
from typing import Final

from console.cli.arguments import one_of
from console.cli.commands import COMMANDS as FIRST_WORDS
from console.cli.commands import all_commands, commands_of
from console.cli.parser import Asked, Command, word
from console.terminal.standard_streams import tell

# Bash takes --rules=russian for three words. The words before the current one choose what it may be.
_BASH: Final = """\
_checkers() {{
    local words now=${{COMP_WORDS[COMP_CWORD]#=}} before="${{COMP_WORDS[*]:1:$((COMP_CWORD - 1))}} "
    before=${{before#help }}
    case "${{before%= }}" in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$now"))
}}
complete -o default -F _checkers checkers"""
# Zsh reads the script at the first completion, which then has to be done.
_ZSH: Final = """\
#compdef checkers
autoload -U +X bashcompinit && bashcompinit
{}
[ -z "$compstate" ] || _bash_complete -o default -F _checkers"""
_SEEN: Final = "__fish_seen_subcommand_from"


def run(asked: Asked) -> None:
    """Print the script for a shell."""
    if asked.shell == "fish":
        tell("\n".join(_fish_lines()))
        return
    by_length = sorted(all_commands(), key=lambda each: -len(each.name))  # "tables build" before "tables"
    cases = []
    for command in by_length:
        pattern = f'"{command.name} "*' if command.name else "*"
        offered = {f'{pattern}"{flag} "': option.offered for flag, option in command.flags.items() if option.offered}
        offered[pattern] = " ".join((*_words(command), *command.flags))
        cases += [f"    {before}) words='{words}' ;;" for before, words in offered.items()]
    script = _BASH.format(cases="\n".join(cases))
    tell(_ZSH.format(script) if asked.shell == "zsh" else script)


def _words(command: Command) -> tuple[str, ...]:
    """Return the words that may follow a command, or a command after ``checkers`` or ``checkers help``."""
    if not command.name:
        return (*FIRST_WORDS, "help")
    actions = () if " " in command.name else filter(None, commands_of(command.name))
    return (*actions, *(each.offered for each in command.words if each.offered))


def _fish_lines() -> Iterator[str]:
    yield f"complete -c checkers -f -n '{_SEEN} help' -a '{' '.join(FIRST_WORDS)}'"
    for command in all_commands():
        first, _, action = command.name.partition(" ")
        condition = f"{_SEEN} {first}; and {_SEEN} {action}" if action else f"{_SEEN} {first}"
        if not first:
            condition = "__fish_use_subcommand"
        elif not action and len(actions := commands_of(first)) > 1:
            condition += f"; and not {_SEEN} {' '.join(filter(None, actions))}"
        if words := _words(command):
            yield f"complete -c checkers -f -n '{condition}' -a '{' '.join(words)}'"
        for flag, option in command.flags.items():
            does = option.does.replace("'", "\\'")
            value = f" -x -a '{option.offered}'" if option.offered else " -r" if option.read else ""
            yield f"complete -c checkers -n '{condition}' -l {flag[2:]}{value} -d '{does}'"


_SHELLS: Final = one_of(("bash", "zsh", "fish"))
COMMANDS: Final = (
    Command(
        "completion",
        run,
        "Print a script by which your shell completes commands, options and values.",
        word("SHELL", _SHELLS, "bash, zsh or fish"),
    ),
)
