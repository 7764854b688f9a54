"""Lazy imports: modules that a library imports at its beginning and that this program has no use for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """Stands for a module until something of it is asked for, and passes on to the module from then on."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what the import system looks at
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def lazy_imports(*names: str) -> Iterator[None]:
    """Within it, importing one of these modules costs nothing: it is loaded at its first use, now or later.

    Parents are named before their children. Modules that are loaded already stay as they are, and outside everybody
    else imports the modules themselves. (``importlib.util.LazyLoader`` will not do: the import statement of Python 3.11
    asks a module for its ``__spec__``, which loads it.)
    """
    lazy = {name: _LazyModule(name) for name in names if name not in sys.modules}
    for name, module in lazy.items():
        parent, _, child = name.rpartition(".")
        if parent in lazy:
            setattr(lazy[parent], child, module)
    sys.modules.update(lazy)
    try:
        yield
    finally:
        for name, module in lazy.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
