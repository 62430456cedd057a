"""The code of DocC tutorials: after each step, the files shown so far must be a whole program."""

import re
from pathlib import Path

import repository
import snippets

_CODE = re.compile(r'@Code\(\s*name:\s*"([^"]+)"\s*,\s*file:\s*"?([^",)]+)"?')


def programs(paths):
    """A program for each step of each tutorial that shows new Swift code."""
    found, known = [], set()
    for path in paths:
        state = {}
        for match in _CODE.finditer(repository.read_text(path)):
            name, file = match.groups()
            if not file.endswith(".swift"):
                continue
            # A manifest is a separate program.
            own = {} if name == "Package.swift" else state
            own[name] = _find(path, file)
            key = tuple(sorted(own.items()))
            if key not in known:
                known.add(key)
                found.append(_program(own, path))
    return found


def _find(path, file):
    """The code's file, which may be anywhere in the catalog."""
    catalog = next(parent for parent in Path(path).parents if parent.suffix == ".docc")
    return str(next(catalog.rglob(file), catalog / file))


def _program(state, path):
    """The program of a step; counted as the one block that the step shows."""
    codes = [snippets.Code(repository.read_text(file), 1, path=file)
             for _, file in sorted(state.items())]
    return snippets.Program(path, codes, block_count=1)
