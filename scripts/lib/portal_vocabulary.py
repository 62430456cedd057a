"""Writes the vocabulary of blocks for the portal's panel: the engine's own table, preceded by the
names that the table refers to, one list per line."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Sources/FlowCore/Screens/Vocabulary"
TARGET = ROOT / "Portal/.build/vocabulary.txt"
# The names of the lists in the table, and the types that contain them, each in its own file.
LISTS = {"icons": "IconName", "roles": "ThemeRole", "inputs": "InputKind"}


def literal(source, start):
    """The first text in triple quotes after a position in a Swift file, with its lines joined."""
    found = re.compile(r'"""\n(.*?)\n\s*"""', re.DOTALL).search(source, source.index(start))
    lines = [line.strip() for line in found.group(1).splitlines()]
    return "\n".join(lines).replace(" \\\n", " ")


def main():
    lists = [f"{name} " + literal((FOLDER / f"{kind}.swift").read_text(), f"enum {kind}")
             .replace("\n", " ") for name, kind in LISTS.items()]
    table = literal((FOLDER / "BlockVocabulary.swift").read_text(), "BlockRuleTable(")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text("\n".join([*lists, table]) + "\n")


main()
