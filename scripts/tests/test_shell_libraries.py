"""scripts/lib/*.sh: every script sources the libraries that it and they need."""

import re
import unittest

from support import ROOT

FUNCTION = re.compile(r"^\s*(\w+)\(\) ?[{(]", re.M)
SOURCE = re.compile(r'\bsource\b[^\n;]*?([\w-]+\.sh)"?')
COMMENT = re.compile(r"(^|\s)#.*$", re.M)
COMMAND = re.compile(r"(?:^\s*|[;&|({!]\s*|\bif |\bthen |\bdo |\belse |\$\()(\w+)\b", re.M)


def sourced_libraries(text, libraries):
    found = set()
    remaining = [text]
    while remaining:
        for name in SOURCE.findall(remaining.pop()):
            if name in libraries and name not in found:
                found.add(name)
                remaining.append(libraries[name])
    return found


def missing_functions(text, libraries):
    """The functions of libraries that a script may call and does not have."""
    texts = [text, *(libraries[name] for name in sourced_libraries(text, libraries))]
    defined = {name for each in texts for name in FUNCTION.findall(each)}
    called = {name for each in texts for name in COMMAND.findall(COMMENT.sub("", each))}
    return called & set(FUNCTION.findall("\n".join(libraries.values()))) - defined


class ShellLibraries(unittest.TestCase):
    def test_every_script_has_the_functions_that_it_and_its_libraries_call(self):
        libraries = {
            path.name: path.read_text() for path in (ROOT / "scripts/lib").glob("*.sh")}
        for path in sorted((ROOT / "scripts").iterdir()):
            if path.suffix or not path.is_file():
                continue
            text = path.read_text()
            if text.startswith("#!/usr/bin/env bash"):
                with self.subTest(script=path.name):
                    self.assertEqual(missing_functions(text, libraries), set())

    def test_a_function_of_a_library_that_is_not_sourced_is_found(self):
        libraries = {"one.sh": "first() {\n  if ! second; then :; fi\n}\n",
                     "two.sh": "second() {\n  :\n}\n"}
        script = "source scripts/lib/one.sh\nfirst\n"
        self.assertEqual(missing_functions(script, libraries), {"second"})
        self.assertEqual(
            missing_functions(script + 'source "$root/scripts/lib/two.sh"\n', libraries), set())


if __name__ == "__main__":
    unittest.main()
