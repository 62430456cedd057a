"""Scans source text just well enough to count: blanks comments and literals, and finds functions.

This is not a compiler. The content of a string or a comment must never mislead it, and it must be
fast: one regular expression finds the start of literals, so that a file costs a millisecond.
"""

import ast
import re
from dataclasses import dataclass

_SWIFT_BEGIN = re.compile(r'//|/\*|`[^`\n]*`|#+/(?=[^\n])|#*"""|#*"')
# A slash starts a regular expression if no value can precede it; `/>` ends an element.
_SCRIPT_BEGIN = re.compile(
    r"""//|/\*|"|'|`|(?<=[(,=:\[!&|?{};+])\s*/(?![/*>])|\breturn\s+/(?![/*])"""
)


@dataclass(frozen=True)
class Function:
    """A function with its first and last line, counted from 1."""

    name: str
    first: int
    last: int

    @property
    def lines(self):
        return self.last - self.first + 1


def mask_swift(text):
    """Swift text with comments and literals as spaces; offsets and lines stay the same.

    Code in interpolations is blanked too, because no functions are declared there.
    """
    out, at = [], 0
    while begin := _SWIFT_BEGIN.search(text, at):
        out.append(text[at : begin.start()])
        end = _swift_literal_end(text, begin)
        out.append(_blank(text[begin.start() : end]))
        at = end
    out.append(text[at:])
    return "".join(out)


def _swift_literal_end(text, begin):
    opening, start = begin.group(), begin.end()
    if opening == "//":
        return _find(text, "\n", start, include=False)
    if opening == "/*":
        return _nested_comment_end(text, start)
    if opening[0] == "`":
        return start
    if opening[-1] == "/":
        return _find(text, "/" + "#" * (len(opening) - 1), start)
    hashes = opening.count("#")
    return _swift_string_end(text, start, '"' * (len(opening) - hashes), hashes)


def _nested_comment_end(text, start):
    depth = 1
    for mark in re.finditer(r"/\*|\*/", text[start:]):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return start + mark.end()
    return len(text)


def _swift_string_end(text, start, quote, hashes):
    closing = quote + "#" * hashes
    escape = "\\" + "#" * hashes
    marks = re.compile(
        f"{re.escape(escape)}\\(|{re.escape(escape)}.|{re.escape(closing)}"
        + ("" if len(quote) == 3 else "|\n"),
        re.DOTALL,
    )
    at = start
    while mark := marks.search(text, at):
        if mark.group() in (closing, "\n"):
            return mark.end() if mark.group() == closing else mark.start()
        at = mark.end()
        if mark.group().endswith("("):
            at = _interpolation_end(text, at)
    return len(text)


def _interpolation_end(text, at):
    depth = 1
    marks = re.compile(r"[()]|" + _SWIFT_BEGIN.pattern)
    while mark := marks.search(text, at):
        at = mark.end()
        if mark.group() == "(":
            depth += 1
        elif mark.group() == ")":
            depth -= 1
            if depth == 0:
                return at
        else:
            at = _swift_literal_end(text, mark)
    return len(text)


def mask_script(text):
    """JavaScript or TypeScript text with comments and literals as spaces."""
    out, at = [], 0
    while begin := _SCRIPT_BEGIN.search(text, at):
        out.append(text[at : begin.start()])
        end = _script_literal_end(text, begin)
        out.append(_blank(text[begin.start() : end]))
        at = end
    out.append(text[at:])
    return "".join(out)


def _script_literal_end(text, begin):
    opening, start = begin.group(), begin.end()
    if opening == "//":
        return _find(text, "\n", start, include=False)
    if opening == "/*":
        return _find(text, "*/", start)
    if opening == "`":
        return _escaped_end(text, start, "`", ends_at_newline=False)
    if opening in ('"', "'"):
        return _escaped_end(text, start, opening, ends_at_newline=True)
    return _regex_end(text, start)


def _escaped_end(text, start, quote, ends_at_newline):
    for mark in re.compile(rf"\\.|{quote}|\n", re.DOTALL).finditer(text, start):
        if mark.group() == quote:
            return mark.end()
        if mark.group() == "\n" and ends_at_newline:
            return mark.start()
    return len(text)


def _regex_end(text, start):
    in_class = False
    for mark in re.compile(r"\\.|[\[\]/\n]").finditer(text, start):
        if mark.group() == "\n":
            return mark.start()
        if mark.group() in "[]":
            in_class = mark.group() == "["
        elif mark.group() == "/" and not in_class:
            return mark.end()
    return len(text)


def _find(text, what, start, include=True):
    found = text.find(what, start)
    if found < 0:
        return len(text)
    return found + len(what) if include else found


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


_SWIFT_FUNCTION = re.compile(
    r"(?<![.\w])(?:func[ \t]+(?P<name>[-+*/%=<>!&|^~?.]+(?=\s*[(<])|[^\s(<]+|(?=\s*[(<]))"
    r"|(?P<special>init[?!]?|subscript)(?=\s*[(<])"
    r"|(?P<deinit>deinit)(?=\s*\{))"
)
# Lines that may be between a function's parameters and its body.
_SWIFT_CONTINUES = re.compile(r"\s*(?:->|throws\b|rethrows\b|async\b|where\b|\{|,|&|==)")


def swift_functions(text, masked):
    """All functions, initializers, deinitializers and subscripts with a body."""
    found = []
    for match in _SWIFT_FUNCTION.finditer(masked):
        body = _swift_body(masked, match.end())
        if body is None:
            continue
        name = match.group("name") or match.group("special") or match.group("deinit")
        found.append(_function(masked, name or _raw_name(text, match), match.start(), body))
    return found


def _raw_name(text, match):
    """A name in backticks, which the mask has blanked."""
    raw = re.compile(r"func[ \t]+(`[^`\n]*`)").match(text, match.start())
    return raw.group(1) if raw else "func"


def _swift_body(masked, at):
    """The offset of the body's `{`, or None for a requirement without one."""
    depth = 0
    for mark in re.compile(r"[()\[\]{}\n]").finditer(masked, at):
        kind = mark.group()
        if kind in "([":
            depth += 1
        elif kind in ")]":
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and kind == "{":
            return mark.start()
        elif depth == 0 and (
                kind == "}" or (kind == "\n" and not _goes_on(masked, mark))):
            return None
    return None


def _goes_on(masked, newline):
    line_start = masked.rfind("\n", 0, newline.start()) + 1
    before = masked[line_start : newline.start()].rstrip()
    return before.endswith((",", "->", "where", ":", "&", "==")) or bool(
        _SWIFT_CONTINUES.match(masked, newline.end())
    )


_SCRIPT_FUNCTION = re.compile(
    r"\bfunction\b\s*\*?\s*(?P<name>[\w$]*)\s*(?:<[^>(]*>)?\s*\("
    r"|\b(?:const|let|var)\s+(?P<arrow>[\w$]+)[^=;\n]*=\s*(?:async\s*)?(?:\(|[\w$]+\s*=>)"
    r"|^[ \t]+(?:(?:public|private|protected|static|async|get|set|override)\s+)*"
    r"(?P<method>(?!if\b|for\b|while\b|switch\b|catch\b|return\b|with\b|function\b)[\w$#]+)\s*\(",
    re.MULTILINE,
)


def script_functions(masked):
    """Functions, arrow functions with a name, and methods with a body."""
    found = []
    for match in _SCRIPT_FUNCTION.finditer(masked):
        body = _script_body(masked, match)
        if body is not None:
            name = match.group("name") or match.group("arrow") or match.group("method")
            found.append(_function(masked, name or "function", match.start(), body))
    return found


def _script_body(masked, match):
    at = match.end()
    if match.group().endswith("("):
        at = closing(masked, at - 1, "(", ")")
    if match.group("arrow"):
        arrow = re.compile(r"[^;{}\n]*?=>\s*" if match.group().endswith("(") else r"\s*")
    else:
        arrow = re.compile(r"\s*(?::[^;{}\n]*?)?(?=\{)")
    head = arrow.match(masked, at)
    if head and masked.startswith("{", head.end()):
        return head.end()
    return None


def _function(masked, name, start, body):
    end = closing(masked, body, "{", "}")
    start += len(masked[start:]) - len(masked[start:].lstrip()) if masked[start].isspace() else 0
    return Function(name, masked.count("\n", 0, start) + 1, masked.count("\n", 0, end - 1) + 1)


def closing(masked, at, opener, closer):
    """The offset after the bracket that closes the one at `at`."""
    level = 0
    for mark in re.compile(f"[{re.escape(opener + closer)}]").finditer(masked, at):
        level += 1 if mark.group() == opener else -1
        if level == 0:
            return mark.end()
    return len(masked)


def depth(masked, start, end):
    """The number of braces that are open at `end` and were not at `start`."""
    return masked.count("{", start, end) - masked.count("}", start, end)


def python_functions(text):
    """All functions of a Python file; none if it does not parse, which ruff reports."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        Function(node.name, node.lineno, node.end_lineno)
        for node in ast.walk(tree)
        if isinstance(node, kinds)
    ]


def shell_functions(text):
    """Functions of a shell script, as `name() {` … `}` at the start of a line."""
    found, name, first = [], None, 0
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"(\w[\w-]*)\(\) ?[{(]", line):
            name, first = match.group(1), number
        if name and (line[:1] in ("}", ")") or (first == number and line.endswith("}"))):
            found.append(Function(name, first, number))
            name = None
    return found
