"""Compiles the Swift code of Markdown pages.

A page is one program: declarations of a block are visible to the blocks below it. Statements of a
page run one after the other in one function; a name that is declared again replaces the earlier
one. Declarations that a block needs and readers do not (a sample type, a variable) are in a comment
of the page:

    <!-- swift
    let navigator = try Navigator(screens: screens, default: flows)
    -->

Code for another library has a comment on the line before, `<!-- not compiled: FlowKit -->`, and is
only parsed. All pages are compiled together, once in each of the modes in which an app may be
compiled.
"""

import re
import shutil
import subprocess
import textwrap
from dataclasses import dataclass, field, replace
from pathlib import Path

import markdown
import repository

NOT_COMPILED = "not compiled: "
# The declarations that all pages may use.
SAMPLE = str(Path(__file__).resolve().parent.parent / "snippets" / "Sample.swift")
IMPORTS = ["Foundation", "FlowMagic", "FlowMagicUI", "FlowTesting", "SwiftUI", "Testing"]
# Swift 6; Swift 5 with the setting that the tutorial names; MainActor as the default isolation; and
# a new project of Xcode 26: MainActor, in Swift 5 mode, with “Approachable Concurrency”.
MODES = (
    ("-swift-version", "6"),
    ("-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"),
    ("-swift-version", "6", "-default-isolation", "MainActor"),
    ("-swift-version", "5", "-default-isolation", "MainActor",
     "-enable-upcoming-feature", "DisableOutwardActorInference",
     "-enable-upcoming-feature", "GlobalActorIsolatedTypesUsability",
     "-enable-upcoming-feature", "InferIsolatedConformances",
     "-enable-upcoming-feature", "InferSendableFromCaptures",
     "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"),
)

_DECLARES = re.compile(
    r"^(?:(?:@\w+(?:\([^)]*\))?|public|private|internal|package|open|final|indirect|"
    r"nonisolated)\s+)*"
    r"(struct|class|enum|actor|protocol|typealias|extension|func|import)\s+([\w.`]+|`[^`]+`)")
# A local value cannot be `nonisolated`, so it becomes a member.
_CONSTANT = re.compile(r"^nonisolated let (\w+)")
_ATTRIBUTE_OR_COMMENT = re.compile(r"^(?://.*|@\w+(?:\([^)]*\))?\s*)$")
_CONTINUES = ("}", ")", "]", ".", "?", " ", "\t", "case ", "default:", "else", "@unknown")
# A page need not use everything that it declares.
_HARMLESS = re.compile(r"was never (used|mutated|read)|never read|is unused|will never be executed")
_DIAGNOSTIC = re.compile(r"^(\S.*?):(\d+):\d+: (error|warning): (.*)$")


@dataclass
class Code:
    """Swift code of a page, its first line, and another library that it needs."""

    text: str
    first: int
    library: str = ""
    path: str = ""


@dataclass
class Chunk:
    """A declaration or a statement."""

    kind: str
    name: str
    lines: list
    first: int
    path: str = ""


@dataclass
class Scope:
    """Declarations that are visible to each other, and the statements that use them."""

    names: set = field(default_factory=set)
    declarations: list = field(default_factory=list)
    statements: list = field(default_factory=list)


def codes(page):
    """The Swift code of a page, visible and hidden, in order."""
    found = [Code(block.text, block.first, _library(block)) for block in page.blocks
             if block.language == "swift"]
    inside = set()
    for block in page.blocks:
        inside.update(range(block.first, block.last + 1))
    opened = None
    for number, line in enumerate(page.lines, 1):
        if number in inside:
            continue
        if opened is None and line.strip() == "<!-- swift":
            opened = number
        elif opened is not None and line.strip() == "-->":
            found.append(Code("\n".join(page.lines[opened : number - 1]), opened + 1))
            opened = None
    return sorted(found, key=lambda code: code.first)


def _library(block):
    return block.mark[len(NOT_COMPILED):] if block.mark.startswith(NOT_COMPILED) else ""


def chunks(code):
    """The declarations and statements of a block."""
    lines = textwrap.dedent(code.text).splitlines()
    found, current, began = [], [], 0
    complete = True
    for index, line in enumerate(lines):
        starts = bool(line) and not line.startswith(_CONTINUES)
        if starts and current and complete:
            found.append((current, began))
            current = []
        if not current:
            began = index
        current.append(line)
        complete = not (starts and _ATTRIBUTE_OR_COMMENT.match(line)) if starts else complete
    if any(line.strip() for line in current):
        found.append((current, began))
    return [_chunk(lines, code.first + began, code.path) for lines, began in found]


def _chunk(lines, first, path):
    for line in lines:
        if line.startswith("#Preview"):
            return Chunk("preview", "", lines, first, path)
        if line.startswith("static "):
            return Chunk("member", "", lines, first, path)
        if match := _CONSTANT.match(line):
            return Chunk("constant", match.group(1), lines, first, path)
        if match := _DECLARES.match(line.replace("@main", "@MainActor")):
            return Chunk(match.group(1), match.group(2), lines, first, path)
        if not _ATTRIBUTE_OR_COMMENT.match(line):
            break
    return Chunk("statement", "", lines, first, path)


class Program:
    """The code of a page, or of a step of a tutorial, as one Swift file."""

    def __init__(self, path, page_codes, block_count):
        self.path = path
        self.block_count = block_count
        self.parsed_only = [code for code in page_codes if code.library]
        self.imports = list(IMPORTS)
        self.scopes = [Scope()]
        self.extensions = []
        for code in page_codes:
            if not code.library:
                self._add(chunks(code))

    @property
    def is_empty(self):
        """Whether it has no code to compile."""
        return not self.extensions and not any(
            scope.declarations or scope.statements for scope in self.scopes)

    def _add(self, block):
        names = [chunk.name for chunk in block if chunk.kind not in ("extension", "import")]
        if self.scopes[-1].names.intersection(name for name in names if name):
            self.scopes.append(Scope())
        scope = self.scopes[-1]
        scope.names.update(name for name in names if name)
        for chunk in block:
            if chunk.kind == "import":
                self.imports.append(chunk.name)
            elif chunk.kind == "extension":
                self.extensions.append((chunk, len(self.scopes)))
            elif chunk.kind == "statement":
                scope.statements.append(chunk)
            else:
                scope.declarations.append(chunk)
        if any(chunk.kind == "statement" for chunk in block):
            scope.statements.append(None)  # the next block may declare the same names

    def text(self, number):
        """The file; `number` distinguishes it from the files of other pages."""
        lines = [f"import {name}" for name in dict.fromkeys(self.imports)]
        for depth, scope in enumerate(self.scopes):
            lines.append(f"enum {self._scope(number, depth)} {{")
            for chunk in scope.declarations:
                lines += self._located(chunk, _as_member(chunk))
            lines += self._function(scope)
        lines += ["}"] * len(self.scopes)
        for chunk, depth in self.extensions:
            lines += self._located(chunk, self._as_extension(chunk, number, depth))
        return "\n".join(lines) + "\n"

    @staticmethod
    def _scope(number, depth):
        return f"Page{number}" if depth == 0 else f"Part{depth}"

    def _function(self, scope):
        lines = ["@MainActor static func run() async throws {"]
        opened = 0
        for chunk in scope.statements:
            if chunk is None:
                lines.append("do {")
                opened += 1
            else:
                lines += self._located(chunk, chunk.lines)
        return lines + ["}"] * (opened + 1)

    def _as_extension(self, chunk, number, depth):
        """An extension must be outside of all types."""
        for at in range(depth, 0, -1):
            if chunk.name.split(".")[0] in self.scopes[at - 1].names:
                path = ".".join(self._scope(number, part) for part in range(at))
                return [re.sub(r"\bextension (?=\w)", f"extension {path}.", chunk.lines[0])
                        ] + chunk.lines[1:]
        return chunk.lines

    def _located(self, chunk, lines):
        return [f'#sourceLocation(file: "{chunk.path or self.path}", line: {chunk.first})', *lines,
                "#sourceLocation()"]


def _as_member(chunk):
    """A declaration of a file as one of a type."""
    text = "\n".join(chunk.lines).replace("@main", "@MainActor")
    if chunk.kind == "func":
        text = re.sub(r"\bfunc\b", "static func", text, count=1)
    elif chunk.kind == "constant":
        text = re.sub(r"^nonisolated let\b", "nonisolated static let", text, count=1, flags=re.M)
    elif chunk.kind == "preview":
        text = re.sub(r"^#Preview", f"@MainActor static let preview{chunk.first} = Preview",
                      text, count=1, flags=re.M)
    return text.splitlines()


def programs(pages):
    """A program for each page that has Swift."""
    found = []
    for path, page in sorted(pages.items()):
        if page_codes := codes(page):
            block_count = sum(block.language == "swift" for block in page.blocks)
            found.append(Program(path, page_codes, block_count))
    return found


def comment_programs(paths):
    """A program for each example in a doc comment of a public declaration of the SDK."""
    found = []
    for path in paths:
        if path.startswith("Sources/") and path.endswith(".swift") and ".docc/" not in path:
            lines = repository.read_text(path).splitlines()
            for first, comment in _comments(lines):
                page = markdown.Page("\n".join(comment))
                for block in page.blocks:
                    if block.language == "swift":
                        code = Code(block.text, first + block.first - 1)
                        found.append(Program(path, [code], block_count=1))
    return found


def _comments(lines):
    """The doc comments of public declarations, with the line where each starts."""
    comment, first = [], 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("///"):
            first = first if comment else number
            comment.append(text[3:].removeprefix(" "))
        elif not text.startswith("@"):
            if comment and re.match(r"(open|public)\b", text):
                yield first, comment
            comment = []


def check(found, folder, compiler_options, modes=MODES, shared=(SAMPLE,)):
    """Compiles programs; returns the errors, and the numbers of compiled and of only parsed blocks.

    `folder` gets the files; `compiler_options` are those of `options`; all use the `shared` files
    and are compiled in each of the `modes`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.swift"):
        old.unlink()
    compiled, parsed = [], []
    for number, program in enumerate(found, 1):
        if not program.is_empty:
            compiled.append(_write(folder / f"Page{number}.swift", program.text(number)))
        for code in program.parsed_only:
            text = f'#sourceLocation(file: "{program.path}", line: {code.first})\n{code.text}\n'
            parsed.append(_write(folder / f"Other{number}-{code.first}.swift", text))
    findings = []
    if compiled:
        command = ["swiftc", "-typecheck", "-wmo", *compiler_options, *shared, *compiled]
        findings = _run_in_modes(command, modes)
    for path in parsed:
        findings += _run(["swiftc", "-frontend", "-parse", path])
    return findings, sum(program.block_count for program in found) - len(parsed), len(parsed)


def _write(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def _run_in_modes(command, modes):
    """The errors, each once; those that the first mode does not have name their mode."""
    known = _run([*command, *modes[0]])
    findings = list(known)
    for mode in modes[1:]:
        for finding in _run([*command, *mode]):
            if finding not in known:
                known.append(finding)
                message = f"{finding.message} ({' '.join(mode)})"
                findings.append(replace(finding, message=message))
    return findings


def _run(command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    output = result.stdout + result.stderr
    findings = []
    for line in output.splitlines():
        match = _DIAGNOSTIC.match(line)
        if match and not (match.group(3) == "warning" and _HARMLESS.search(match.group(4))):
            path, number, kind, message = match.groups()
            finding = repository.Finding(path, int(number), f"{kind}: {message}")
            if finding not in findings:
                findings.append(finding)
    if result.returncode != 0 and not findings:
        findings.append(repository.Finding("", 0, output.strip() or f"{command[0]} has failed"))
    return findings


def options(modules):
    """The compiler's options for an app's code, with the folders of the SDK's modules."""
    found = ["-parse-as-library", "-module-name", "Documentation",
             "-package-description-version", "6.2.0",
             "-enable-upcoming-feature", "ExistentialAny"]
    for folder in modules:
        found += ["-I", str(folder)]
    toolchain = Path(shutil.which("swiftc")).resolve().parent.parent
    found += ["-I", str(toolchain / "lib/swift/pm/ManifestAPI")]
    for plugins in ("lib/swift/host/plugins", "lib/swift/host/plugins/testing"):
        if (toolchain / plugins).is_dir():
            found += ["-plugin-path", str(toolchain / plugins)]
    return found
