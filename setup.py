"""Compile the hot rooms with mypyc; without a C compiler the same files run interpreted."""

import os

from setuptools import setup

COMPILED = ["engine/moves.py"]

if os.environ.get("CHECKERS_NO_COMPILE") == "1":
    extensions = []
else:
    from mypyc.build import mypycify

    extensions = mypycify(["--strict", *COMPILED], opt_level="3", group_name="checkers_native")
    for extension in extensions:
        extension.optional = True

setup(ext_modules=extensions)
