"""Stable codes in Swift enums and the documentation page that has a heading for each."""

import re
from dataclasses import dataclass
from pathlib import Path

import markdown
import repository
import source_text


@dataclass(frozen=True)
class Pair:
    """An enum of codes and the page that explains them."""

    what: str
    source: str
    enum: str
    page: str


PAIRS = (
    Pair("findings", "Sources/FlowCore/Verification/FindingCode.swift", "FindingCode",
         "docs/findings.md"),
    Pair("error codes", "Sources/FlowCore/FlowError.swift", "Code", "docs/errors.md"),
    Pair("SDK error codes", "Sources/FlowMagic/FlowMagicError.swift", "Code",
         "docs/sdk-errors.md"),
    Pair("store codes", "Server/Sources/FlowStore/StoreError.swift", "Code",
         "docs/store-errors.md"),
)

_CODE = re.compile(r"`?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`?")


def compare(pair):
    """The findings for one pair, and how many codes it has."""
    missing = [path for path in (pair.source, pair.page) if not Path(path).is_file()]
    if missing:
        return [
            repository.Finding(path, 0, f"is missing; {pair.page} must explain every case of "
                               f"{pair.enum} in {pair.source} under a heading of its own")
            for path in missing
        ], 0
    in_source = enum_codes(repository.read_text(pair.source), pair.enum)
    in_page = page_codes(repository.read_text(pair.page))
    if not in_source:
        return [repository.Finding(pair.source, 0, f"no `case name = \"code\"` in {pair.enum}")], 0
    return list(_differences(pair, in_source, in_page)), len(in_source)


def _differences(pair, in_source, in_page):
    explained = {}
    for line, code, empty in in_page:
        if code in explained:
            yield repository.Finding(
                pair.page, line, f"`{code}` is explained twice; the other is line {explained[code]}"
            )
        explained[code] = line
        if code not in in_source:
            yield repository.Finding(
                pair.page, line, f"`{code}` is not a code of {pair.enum} in {pair.source}: "
                "fix the name, or remove the heading"
            )
        elif empty:
            yield repository.Finding(
                pair.page, line, f"`{code}` has a heading without text: explain it, "
                "show an example and how to fix it"
            )
    for code, line in in_source.items():
        if code not in explained:
            yield repository.Finding(
                pair.source, line, f"`{code}` is not explained: add the heading `{code}` "
                f"to {pair.page}, with an example and its fix"
            )


def enum_codes(text, enum):
    """{code: line} of the cases of one enum, by raw value; a case without one is its own code."""
    masked = source_text.mask_swift(text)
    begin = re.search(rf"\benum\s+{enum}\b[^{{]*\{{", masked)
    if not begin:
        return {}
    end = source_text.closing(masked, begin.end() - 1, "{", "}")
    found = {}
    for case in re.compile(r"^[ \t]*case\b([^\n]*(?:,[ \t]*\n[^\n]*)*)", re.MULTILINE).finditer(
        masked, begin.end(), end
    ):
        if source_text.depth(masked, begin.end(), case.start()) == 0:
            line = masked.count("\n", 0, case.start(1)) + 1
            for code in _raw_values(text[case.start(1) : case.end(1)]):
                found[code] = line
    return found


def _raw_values(cases):
    for name, value in re.findall(r'(\w+)\s*(?:=\s*"([^"]+)")?\s*(?:,|$)', cases):
        yield value or name


def page_codes(text):
    """[(line, code, whether its section is empty)] of headings that are a code."""
    page = markdown.Page(text)
    headings = list(page.headings())
    ends = [line for line, _, _ in headings[1:]] + [len(page.lines) + 1]
    found = []
    for (line, _, heading), end in zip(headings, ends):
        if match := _CODE.fullmatch(heading):
            body = "".join(page.lines[line : end - 1]).strip()
            found.append((line, match.group(1), not body))
    return found
