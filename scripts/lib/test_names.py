"""Tests that the documentation mentions, which must exist.

A word such as `RefreshTests` is a Swift file, type or folder of that name; `test_connection_limits`
is a Python file, or a test in one; a sentence “in quotation marks” that links to a Swift file is
the name of a test in it.
"""

import os
import re

import repository

_SWIFT = re.compile(r"\b[A-Z][A-Za-z0-9]*Tests\b")
_PYTHON = re.compile(r"\btest_[a-z0-9_]+\b")
_SENTENCE = re.compile(r"\[“([^”\]]+)”\]\(([^)\s]+\.swift)\)")
_TYPE = re.compile(r"\b(?:struct|class|actor|enum)\s+([A-Z][A-Za-z0-9]*Tests)\b")
_FUNCTION = re.compile(r"^\s*def (test_[a-z0-9_]+)", re.MULTILINE)


class TestNames:
    """The names of the repository's tests."""

    def __init__(self, paths):
        self._swift, self._python = set(), set()
        for path in paths:
            folder, file = os.path.split(path)
            self._swift.update(folder.split("/"))
            name, ending = os.path.splitext(file)
            if ending == ".swift" and "Tests" in path:
                self._swift.add(name)
                self._swift.update(_TYPE.findall(repository.read_text(path)))
            elif ending == ".py" and name.startswith("test_"):
                self._python.add(name)
                self._python.update(_FUNCTION.findall(repository.read_text(path)))

    def check(self, path, text):
        """The references of a page to tests that do not exist."""
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, known in ((_SWIFT, self._swift), (_PYTHON, self._python)):
                for name in sorted(set(pattern.findall(line)) - known):
                    yield repository.Finding(
                        path, number, f"there is no test {name}: use the name of an existing one")
        for match in _SENTENCE.finditer(text):
            sentence = re.sub(r"\s+", " ", match.group(1))
            file = os.path.normpath(os.path.join(os.path.dirname(path), match.group(2)))
            # A missing file is a dead link, which scripts/tidy reports.
            if os.path.isfile(file) and f"`{sentence}`" not in repository.read_text(file):
                number = text.count("\n", 0, match.start()) + 1
                yield repository.Finding(
                    path, number, f"{file} has no test “{sentence}”: quote its name exactly")
