"""The house rules of the user: one text file each in the folder ``rules``. A file is read when its rules are named."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from ai.whole_files import patiently, plain_text
from console.storage.atomic_files import bytes_or_none, data_folder_if_any, is_device_name, locked, write_whole
from console.storage.notices import NotKept, not_kept
from engine.house_rules import is_name, parse_rules, rules_text
from engine.printable import quoted
from engine.rules import LOSING, RULE_SETS, Rules, losing_game, rules_named

RULES_FOLDER: Final = "rules"
_SUFFIX: Final = ".rules"
_LONGEST_QUOTE: Final = 30


class RulesFolder:
    """The house rules in a folder. Without a folder there are none, and none can be added."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @not_kept("The house rules cannot be listed")
    def names(self) -> list[str]:
        """Return the names of all files of house rules, which may be damaged. Raises NotKept."""
        if self._folder is None or not self._folder.is_dir():
            return []
        return sorted(path.stem for path in self._folder.iterdir() if path.suffix == _SUFFIX and _is_name(path.stem))

    @not_kept("The house rules cannot be read")
    def get(self, name: str) -> Rules | None:
        """Return the named rule set or the house rules with this name, a losing game included, or None.

        Raises NotKept, with one sentence, if their file is damaged.
        """
        rules = rules_named(name)
        if rules is None and name.endswith(LOSING):
            usual = self.get(name.removesuffix(LOSING))
            return None if usual is None or usual.losing else losing_game(usual)
        if rules is not None or self._folder is None or not _is_name(name):
            return rules
        data = bytes_or_none(self._folder / f"{name}{_SUFFIX}")
        if data is None:
            return None
        try:
            found = parse_rules(plain_text(data))
        except ValueError as error:
            raise NotKept(f"The rules {name} cannot be read: {error}.") from None
        if found.name != name:
            raise NotKept(f"The rules {name} cannot be read: their file calls them {quoted(found.name)}.")
        return found

    def find(self, name: str) -> Rules | None:
        """Return the rules that ``get`` returns; None also if their file is damaged."""
        with suppress(NotKept):
            return self.get(name)
        return None

    def readable(self, damaged: Callable[[str], None] = lambda _: None) -> list[Rules]:
        """Return all house rules that can be read. ``damaged`` is called with a sentence for each of the others."""
        found: list[Rules | None] = []
        names: list[str] = []
        try:
            names = self.names()
        except NotKept as error:
            damaged(str(error))
        for name in names:
            try:
                found.append(self.get(name))
            except NotKept as error:
                damaged(str(error))
        return [rules for rules in found if rules is not None]

    @not_kept("The house rules cannot be saved")
    def add(self, rules: Rules) -> None:
        """Write house rules to their file. Raises NotKept, also if there is a file with this name and other rules."""
        if self._folder is None:
            raise NotKept("The house rules cannot be saved: there is no folder for them.")
        name, text = rules.name, rules_text(rules).encode()
        if not _is_name(name):
            raise NotKept(f"{quoted(name)} cannot be the name of a file here: house rules need another.")
        path = self._folder / f"{name}{_SUFFIX}"
        with locked(path):
            before = bytes_or_none(path)
            if before is not None and before != text:
                how = f'"house remove {name}" in the game, "checkers rules remove {name}" outside'
                raise NotKept(f"There are other rules called {name}: choose another name, or remove them ({how}).")
            write_whole(path, text)

    @not_kept("The house rules cannot be removed")
    def remove(self, name: str) -> None:
        """Delete the file of house rules. Raises NotKept, also if there is none."""
        if self._folder is None or name not in self.names():
            raise NotKept(f"No house rules are called {quoted(name, _LONGEST_QUOTE)}.")
        patiently((self._folder / f"{name}{_SUFFIX}").unlink)


def users_rules() -> RulesFolder:
    """Return the user's house rules."""
    return RulesFolder(data_folder_if_any(RULES_FOLDER))


def rules_with_files(damaged: Callable[[str], None]) -> list[Rules]:
    """Return the rule sets that have files of their own: named sets and the user's house rules, also as losing games.

    ``damaged`` is called with a sentence for each file of house rules that cannot be read.
    """
    usual = [*RULE_SETS.values(), *users_rules().readable(damaged)]
    found: dict[str, Rules] = {}
    for rules in (*usual, *map(losing_game, usual)):
        found.setdefault(rules.files, rules)
    return list(found.values())


def _is_name(name: str) -> bool:
    """Return True if house rules with this name can be stored."""
    return is_name(name) and not is_device_name(name)
