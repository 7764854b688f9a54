"""Entries: the format of text files that describe rule sets, opponents, themes and phrases.

A line ``[NAME]`` begins an entry. Each further line is a field: its name and, after a space, its value. Empty lines and
lines that begin with # are ignored.
"""


def read_entries(text: str, separator: str | None = None) -> dict[str, dict[str, str]]:
    """Return the fields of each entry by its name. Fields before the first entry have the name "".

    ``separator`` stands between the name of a field and its value, if it is not a space. A field without a value raises
    ValueError.
    """
    entries: dict[str, dict[str, str]] = {}
    name = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            field, *value = line.split(separator, 1)
            if not value:
                raise ValueError(f"{field} has no value")
            entries.setdefault(name, {})[field] = value[0]
    return entries
