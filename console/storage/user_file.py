"""A file of the user's that one feature reads and writes as a whole."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class UserFile(Generic[T]):
    """The format of a file.

    ``read`` returns the value of a text, and raises ValueError if the file is to be put aside as damaged. ``new`` is
    the value of a file that does not exist. ``content`` and ``purpose`` name it in messages: "``content`` cannot be
    read", "``purpose`` cannot be kept".
    """

    name: str
    content: str
    purpose: str
    new: T
    read: Callable[[str], T]
    write: Callable[[T], str]
