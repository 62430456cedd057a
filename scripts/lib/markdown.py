"""Parses Markdown just well enough for the checks: links, headings, code blocks, tables."""

import re
from dataclasses import dataclass
from urllib.parse import unquote as unescape  # noqa: F401  (part of this module's interface)

_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})\s*([^`]*)$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^\s)>]+)>?(?:\s+[\"'(][^)]*)?\s*\)")
_REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?")
_HTML_TARGET = re.compile(r"<a\s+(?:id|name)=[\"']([^\"']+)[\"']")
_HTML_LINK = re.compile(r"<(?:a\s[^>]*href|img\s[^>]*src)=[\"']([^\"']+)[\"']")


@dataclass
class Block:
    """A fenced code block: its language, its text, the HTML comment on the line before it, and the
    first and last line of its text."""

    language: str
    text: str
    mark: str
    first: int
    last: int


class Page:
    """A parsed Markdown text."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.blocks = []
        self._prose = list(self.lines)
        self._find_blocks()

    def _find_blocks(self):
        """Finds fenced blocks and blanks them in `_prose`."""
        opened = None
        for index, line in enumerate(self.lines):
            fence = _FENCE.match(line)
            if opened is None and fence:
                opened = (index, fence)
            elif opened is not None and self._closes(opened[1], line):
                self._add_block(opened, index)
                opened = None
            if opened is not None or fence:
                self._prose[index] = ""

    @staticmethod
    def _closes(opening, line):
        closing = line.strip()
        mark = opening.group(2)
        return len(closing) >= len(mark) and set(closing) == {mark[0]}

    def _add_block(self, opened, closing_index):
        index, fence = opened
        text = "\n".join(self.lines[index + 1 : closing_index])
        mark = ""
        if index and (comment := re.match(r"^\s*<!--\s*(.*?)\s*-->\s*$", self.lines[index - 1])):
            mark = comment.group(1)
        words = fence.group(3).split()
        self.blocks.append(
            Block(words[0] if words else "", text, mark, index + 2, closing_index)
        )

    def links(self):
        """(line, target) of every link outside code."""
        for number, line in enumerate(self._prose, 1):
            text = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", lambda code: " " * len(code.group()), line)
            for pattern in (_LINK, _REFERENCE, _HTML_LINK):
                for match in pattern.finditer(text):
                    yield number, match.group(1)

    def headings(self):
        """(line, level, text) of every `#` heading outside code."""
        for number, line in enumerate(self._prose, 1):
            if match := _HEADING.match(line):
                yield number, len(match.group(1)), match.group(2)

    def anchors(self):
        """Every `#anchor` that a link to this page may use, as GitHub generates them."""
        found, seen = set(), {}
        for _, _, heading in self.headings():
            slug = slugify(heading)
            count = seen.get(slug, 0)
            seen[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
        for line in self._prose:
            found.update(_HTML_TARGET.findall(line))
        return found

    def table_rows(self, after=None):
        """(line, cells) of table rows; with `after`, of the table after that HTML comment."""
        begun = after is None
        inside = False
        for number, line in enumerate(self._prose, 1):
            if not begun:
                begun = re.match(rf"\s*<!--\s*{re.escape(after)}\s*-->", line) is not None
                continue
            if line.lstrip().startswith("|"):
                inside = True
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                    yield number, cells
            elif inside and after is not None:
                return


def slugify(heading):
    """The anchor that GitHub generates for a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = text.replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
