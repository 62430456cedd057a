"""The rules of `scripts/tidy`: what is counted, what is rejected, and the message with the fix.

A rule yields `Violation`s. Violations with the same rule and subject are one entry of the ratchet;
its number is the largest measure, or the count for things that are counted.
"""

import os
import re
from dataclasses import dataclass
from typing import Optional

import markdown
import source_text

FILE_LINES = 400
FILE_LINES_HARD = 500
FUNCTION_LINES = 70
COMPONENT_LINES = 150
COLUMNS = 100
BLOB_BYTES = 1_000_000

SCRIPT_CODE = (".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs")
CODE = (".swift", *SCRIPT_CODE, ".css", ".py", ".sh")
# The portal's messages, in a file per language for the initial load and for each lazily loaded
# part: one message a line in the same order in both languages, so their length is no complexity.
MESSAGES = re.compile(r"Portal/src/localization/(\w+-)?[a-z]{2}\.ts")


@dataclass(frozen=True)
class Violation:
    """One violation. `measure` is None if violations are counted instead of measured."""

    rule: str
    subject: str
    path: str
    line: int
    message: str
    measure: Optional[int] = None
    is_hard: bool = False


@dataclass
class Source:
    """A text file with the properties that the rules need."""

    path: str
    text: str
    language: str
    masked: str

    @property
    def lines(self):
        return self.text.splitlines()


def language(path, first_line):
    """The language of a file, or "" if no rule reads it."""
    extension = os.path.splitext(path)[1]
    if extension == ".swift":
        return "swift"
    if extension in SCRIPT_CODE:
        return "script"
    if extension == ".py" or re.match(r"#!.*\bpython3?\b", first_line):
        return "python"
    if extension == ".sh" or re.match(r"#!.*\b(ba)?sh\b", first_line):
        return "shell"
    return {".md": "markdown", ".css": "css"}.get(extension, "")


def make_source(path, text):
    kind = language(path, text.partition("\n")[0])
    masks = {"swift": source_text.mask_swift, "script": source_text.mask_script}
    return Source(path, text, kind, masks.get(kind, str)(text))


def check_source(source):
    """All violations within one file."""
    if source.language in ("", "markdown"):
        return
    if not MESSAGES.fullmatch(source.path):
        yield from _lengths(source)
    yield from _functions(source)
    yield from _sleeps(source)
    if PRODUCT.match(source.path):
        yield from _security_exclusions(source)
    if source.language == "swift":
        yield from _swift(source)


def is_generated(source):
    """Whether the header says that a script generates the file, which may then be long."""
    head = "\n".join(source.lines[:5])
    return re.search(r"\b[Gg]enerated by `?scripts/[\w./-]+", head) is not None


def _lengths(source):
    lines = source.lines
    if len(lines) > FILE_LINES and not is_generated(source):
        is_hard = len(lines) > FILE_LINES_HARD
        limit = FILE_LINES_HARD if is_hard else FILE_LINES
        yield Violation(
            "file-lines", source.path, source.path, len(lines),
            f"{len(lines)} lines, over {limit}: split the file by its responsibilities",
            measure=len(lines), is_hard=is_hard,
        )
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield Violation(
                "columns", source.path, source.path, number,
                f"{len(line)} columns, over {COLUMNS}: break the line",
            )


def _functions(source):
    for function in functions(source):
        component = source.path.endswith(".tsx") and function.name[:1].isupper()
        limit = COMPONENT_LINES if component else FUNCTION_LINES
        if function.lines > limit:
            kind = "component" if component else "function"
            yield Violation(
                f"{kind}-lines", f"{source.path}:{function.name}", source.path, function.first,
                f"{kind} {function.name} has {function.lines} lines, over {limit}: "
                "extract what deserves its own name",
                measure=function.lines,
            )


def functions(source):
    """The functions of a file in any language that the rules read."""
    if source.language == "swift":
        return source_text.swift_functions(source.text, source.masked)
    if source.language == "script":
        return source_text.script_functions(source.masked)
    if source.language == "python":
        return source_text.python_functions(source.text)
    return source_text.shell_functions(source.text) if source.language == "shell" else []


def _sleeps(source):
    if re.search(r"(^|/)([Tt]ests?|__tests__)/|\.test\.\w+$", source.path):
        yield from _matches(
            source, "test-sleep", r"\bu?sleep\s*\(",
            "a test that sleeps is slow and fails by chance: await the event itself",
        )


def _swift(source):
    path = source.path
    yield from _matches(
        source, "try!", r"\btry!", "`try!` crashes on an error: handle it, or let it be thrown",
    )
    if path.startswith("Sources/FlowCore/"):
        yield from _flow_core(source)
    if COUNTED.match(path):
        yield from _matches(
            source, "string-unicode", STRING_HASHING,
            "results count names from clients by their bytes, and String calls different bytes "
            "equal: use Name",
        )


STRING_HASHING = (
    r"\bDictionary<\s*(?:String|Character)\b|\[\s*(?:String|Character)\s*:|"
    r"\bSet<\s*(?:String|Character)\b"
)
# The files that count results from events, which anyone with an app can send.
COUNTED = re.compile(
    r"Server/Sources/(?:FlowServer/Results/"
    r"|FlowStore/(?:Records/(?:FlowResults|SessionActivity)|SQLite/(?:SQLiteStore\+)?Result))"
)


def _flow_core(source):
    yield from _matches(
        source, "flowcore-import",
        r"^[^\S\n]*(?:@\w+[^\S\n]+)*(?:\w+[^\S\n]+)?import[^\S\n]+"
        r"(?:Foundation\w*|Dispatch|Glibc|Darwin|Musl|WASILibc)\b",
        "FlowCore also runs in browsers: pass what it needs as arguments, and import no system "
        "module",
    )
    yield from _matches(
        source, "string-unicode", r"\.(?:lowercased|uppercased)\(\)|\.capitalized\b(?!\()",
        "changing case pulls Unicode tables into the browser build: compare UTF-8 bytes",
    )
    yield from _matches(
        source, "string-unicode", STRING_HASHING,
        "hashing String calls different bytes equal and pulls in Unicode tables: use Name",
    )


# The sources of the packages and the portal, which must not contain what docs/security.md
# excludes.
PRODUCT = re.compile(r"(?:(?:Server|Accounts|Web|Push)/)?Sources/|Portal/src/")


def _security_exclusions(source):
    """What docs/security.md excludes (ASVS 1.2.5, 1.3.2, 1.3.10, 3.5.5)."""
    if source.language == "swift":
        yield from _matches(
            source, "program",
            r"(?<![.\w])(?:Process\s*\(\s*\)"
            r"|(?:posix_spawnp?|popen|v?fork|system|exec[lv]p?e?)\s*\()",
            "the product starts no other program (docs/security.md, 1.2.5): use a library",
        )
        yield from _matches(
            source, "evaluation",
            r"\b(?:NSExpression|JSContext|dlopen|dlsym|withVaList)\b|\bNSPredicate\s*\(\s*format"
            r"|\bString\s*\(\s*format:\s*(?![\s\"])",
            "input must not become code or a format string (docs/security.md, 1.3.2): write it out",
            in_strings=True,
        )
    elif source.language == "script":
        yield from _matches(
            source, "evaluation", r"(?<![.\w])eval\s*\(|\bnew\s+Function\b|\bdocument\.write\b",
            "input must not become code (docs/security.md, 1.3.2): write it out",
        )
        if not source.path.startswith("Portal/src/engine/"):
            yield from _matches(
                source, "window-message",
                r"\bwindow\.(?:postMessage|onmessage)\b|\b(?:parent|opener|top)\.postMessage\b"
                r"|\bwindow\.addEventListener\(\s*[\"'`]message\b",
                "pages accept no messages from other windows (docs/security.md, 3.5.5): remove it",
                in_strings=True,
            )


def check_prints(sources):
    """`print(` in library targets: a library returns its results."""
    programs = {target(s.path) for s in sources if _is_program(s)}
    for source in sources:
        folder = target(source.path)
        if source.language == "swift" and folder and folder not in programs:
            yield from _matches(
                source, "print", r"(?<![.\w`])(?<!func )(?:debugPrint|print|dump)\s*\(",
                "a library must not print: return the text, or log it in the program",
            )


def target(path):
    """The target's folder (`Sources/FlowCore`, `Server/Sources/flowmagic`), or None."""
    match = re.match(r"((?:[\w-]+/)*Sources/[^/]+)/", path)
    return match.group(1) if match else None


def _is_program(source):
    return source.path.endswith("/main.swift") or re.search(r"@main\b", source.masked) is not None


def _matches(source, rule, pattern, message, in_strings=False):
    text = source.text if in_strings else source.masked
    for match in re.finditer(pattern, text, re.MULTILINE):
        line = text.count("\n", 0, match.start()) + 1
        yield Violation(rule, source.path, source.path, line, message)


UNTRACKED = re.compile(
    r"(^|/)(Package\.resolved$|\.build[^/]*/|\.swiftpm/|node_modules/|dist/)"
    r"|\.(wasm|o|a|so|dylib|pyc|xctest)$|[.-](min|bundle)\.(js|css)$|(^|/)bundle\.js$"
)


def check_tracked(paths, size=os.path.getsize):
    """Built files and large blobs in git."""
    for path in paths:
        if UNTRACKED.search(path):
            yield Violation(
                "tracked", path, path, 0,
                "is built or resolved on each machine and must not be in git: git rm --cached it",
            )
        elif (length := size(path)) > BLOB_BYTES:
            yield Violation(
                "blob-bytes", path, path, 0,
                f"{length} bytes, over {BLOB_BYTES}: generate it, or keep it out of git",
                measure=length,
            )


def check_links(sources, paths):
    """Relative links in Markdown whose file or heading does not exist."""
    pages = {s.path: markdown.Page(s.text) for s in sources if s.language == "markdown"}
    known = set(paths)
    for path in paths:
        while path := os.path.dirname(path):
            known.add(path)
    for path, page in sorted(pages.items()):
        for line, link in page.links():
            if problem := _dead(path, link, pages, known):
                yield Violation("dead-link", path, path, line, problem)


def _dead(path, link, pages, known):
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", link):
        return None
    file, _, anchor = link.partition("#")
    file = file.partition("?")[0]
    where = os.path.normpath(os.path.join(os.path.dirname(path), markdown.unescape(file)))
    where = path if not file else where.replace(os.sep, "/")
    if file.startswith("/"):
        return f"link {link} begins at the disk's root: write it relative to this file"
    if where not in known and where != ".":
        return f"link {link} leads nowhere: there is no {where} in the repository"
    if anchor and where in pages and anchor not in pages[where].anchors():
        return f"link {link} leads nowhere: {where} has no heading #{anchor}"
    return None
