"""Writes zxcvbn's most common passwords as Swift: `common_passwords.py LISTS.py OUT.swift`."""

import os
import runpy
import sys

COUNT = 10_000


def passwords(path):
    """The most common ones first. The file is a Python module that only assigns one dictionary."""
    words = runpy.run_path(path)["FREQUENCY_LISTS"]["passwords"]
    # Older versions store each list as one text.
    words = words.split(",") if isinstance(words, str) else list(words)
    if len(words) < COUNT:
        raise ValueError(f"{path} has {len(words)} passwords, and {COUNT} are needed")
    return words[:COUNT]


def swift(words):
    """An extension of `CommonPasswords` with the list, one password per line."""
    # The list must not terminate the literal below or start an escape.
    bad = [word for word in words if '"' in word or not word.isprintable() or not word.strip()]
    if bad:
        raise ValueError(
            f"{len(bad)} passwords do not fit into a Swift string literal, such as {bad[0]!r}")
    return "\n".join([
        "// Made by scripts/common-passwords from the zxcvbn package; ignored by git.",
        "extension CommonPasswords {",
        '  static let list: StaticString = ##"""',
        *(f"    {word}" for word in words),
        '    """##',
        "}",
        "",
    ])


def write(source, out):
    """Writes the file atomically: a build may start at any moment."""
    text = swift(passwords(source))
    part = f"{out}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, out)
    finally:
        if os.path.exists(part):
            os.remove(part)


if __name__ == "__main__":
    try:
        write(sys.argv[1], sys.argv[2])
    except (OSError, KeyError, SyntaxError, ValueError) as problem:
        sys.exit(f"error: the list of common passwords cannot be written: {problem}")
