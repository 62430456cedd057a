"""The rules of `scripts/check-portal` that no linter has: features have no cycles, and the texts,
colors and names that are used exist. Each takes the files as {path: text} and yields `Finding`s.
Layers, import cycles and texts in the markup are checked by oxlint: Portal/.oxlintrc.json."""

import posixpath
import re

import codes
import source_text
from repository import Finding

SOURCE = "Portal/src/"
TOKENS = "Design/tokens.css"
# Drawn screens have separate variables, which the portal sets in their shadow roots.
BLOCKS = "Design/blocks.css"
ENGLISH = "Portal/src/localization/en.ts"
TOPICS = "Portal/src/features/help/topics.ts"
FINDING_CODES = "Sources/FlowCore/Verification/FindingCode.swift"

_IMPORT = re.compile(
    r"""(?:^|[;\n])\s*(?:import|export)\b[^;'"]*?\bfrom\s*["']([^"']+)["']"""
    r"""|(?:^|[;\n])\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)"""
)


def is_code(path):
    return path.startswith(SOURCE) and path.endswith((".ts", ".tsx"))


def is_test(path):
    return ".test." in path


def feature_of(path):
    parts = path[len(SOURCE):].split("/")
    return parts[1] if parts[0] == "features" and len(parts) > 2 else None


def imports(path, text):
    """[(line, imported path)]; our own files as paths from the repository's root."""
    found = []
    for match in _IMPORT.finditer(text):
        name = next(group for group in match.groups() if group)
        line = text.count("\n", 0, match.end()) + 1
        if name.startswith("."):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        found.append((line, name))
    return found


# Features ------------------------------------------------------------------------------------

def _feature_named(name):
    match = re.match(rf"{SOURCE}features/([^/]+)", name)
    return match.group(1) if match else None


def check_cycles(files):
    """Features whose imports form a cycle."""
    imported = {}
    for path, text in sorted(files.items()):
        own = feature_of(path) if is_code(path) else None
        for line, name in imports(path, text) if own else []:
            other = _feature_named(name)
            if other and other != own:
                imported.setdefault(own, {}).setdefault(other, (path, line))
    for cycle in _cycles(imported):
        path, line = imported[cycle[0]][cycle[1]]
        yield Finding(
            path, line, "features import each other: " + " -> ".join(cycle)
            + "; move the shared code into model/, or compose them in a feature that imports them")


def _cycles(imported):
    """Disjoint cycles: at least one for each set of features that reach each other."""
    reported = set()
    for start in sorted(imported):
        path = _path_back(start, imported)
        if path and not reported.intersection(path):
            reported.update(path)
            yield path


def _path_back(start, imported):
    queue, seen = [[start]], set()
    while queue:
        path = queue.pop(0)
        for other in sorted(imported.get(path[-1], {})):
            if other == start:
                return [*path, start]
            if other not in seen:
                seen.add(other)
                queue.append([*path, other])
    return None


# Localization ------------------------------------------------------------------------------

_ENTRY = re.compile(r'^  "([^"\n]+)":((?:.|\n(?!  "|\S))*)', re.MULTILINE)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def messages_of(text):
    """{key: (line, placeholders)} of a language's file."""
    found = {}
    for match in _ENTRY.finditer(text):
        forms = " ".join(_STRING.findall(match.group(2)))
        line = text.count("\n", 0, match.start()) + 1
        found[match.group(1)] = (line, set(re.findall(r"\{(\w+)\}", forms)))
    return found


# Lazily loaded parts of the portal have separate texts, such as settings-en.ts.
_LANGUAGE = re.compile(r"Portal/src/localization/((?:\w+-)?)([a-z]{2})\.ts")


def english_files(files):
    """{path: messages} of the initial load, and of each lazily loaded part."""
    return {path: messages_of(text) for path, text in sorted(files.items())
            if (match := _LANGUAGE.fullmatch(path)) and match.group(2) == "en"}


def check_messages(files):
    english = english_files(files)
    if not english.get(ENGLISH):
        yield Finding(ENGLISH, 0, "has no texts")
        return
    for path, text in sorted(files.items()):
        match = _LANGUAGE.fullmatch(path)
        if match and path not in english:
            source = f"{SOURCE}localization/{match.group(1)}en.ts"
            yield from _compare_messages(
                path, messages_of(text), source, english.get(source, {}))
    yield from _uses(files, english)


def _compare_messages(path, messages, source, english):
    for key, (line, names) in english.items():
        if key not in messages:
            yield Finding(source, line, f"“{key}” is missing in {path}")
        elif messages[key][1] - {"count"} != names - {"count"}:
            theirs = ", ".join(sorted(names)) or "none"
            yield Finding(
                path, messages[key][0], f"“{key}” has other placeholders than English ({theirs})")
    for key in messages.keys() - english.keys():
        yield Finding(path, messages[key][0], f"“{key}” is not in {source}: remove it")


def _uses(files, english):
    used, patterns = set(), []
    known = {key for messages in english.values() for key in messages}
    for path, text in sorted(files.items()):
        if not is_code(path) or path.startswith("Portal/src/localization/") or is_test(path):
            continue
        code = without_comments(text)
        used.update(_STRING.findall(code))
        patterns += [
            re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", template))))
            for template in re.findall(r"`([a-z][\w-]*\.[\w.-]*\$\{[^`]*)`", code)
        ]
        for match in re.finditer(r'\bt(?:IfExists)?\(\s*"([^"]+)"', code):
            if match.group(1) not in known:
                line = code.count("\n", 0, match.start()) + 1
                yield Finding(path, line, f"“{match.group(1)}” is not in {ENGLISH}: add it, "
                              "and to every other language")
    used.update(_STRING.findall(files.get("Portal/src/localization/index.ts", "")))
    for path, messages in english.items():
        for key, (line, _) in messages.items():
            if key not in used and not any(pattern.fullmatch(key) for pattern in patterns):
                yield Finding(path, line, f"“{key}” is not used: remove it everywhere")


def without_comments(text):
    """The text with spaces for comments, but with its strings."""
    masked = source_text.mask_script(text)
    out = list(text)
    for match in re.finditer(r"//[^\n]*|/\*.*?\*/", text, re.DOTALL):
        # A match blanked by the mask is a comment, or inside a string.
        begins_in_code = match.start() == 0 or masked[match.start() - 1] != " " \
            or text[match.start() - 1].isspace()
        if begins_in_code and not masked[match.start():match.end()].strip():
            for at in range(match.start(), match.end()):
                if out[at] != "\n":
                    out[at] = " "
    return "".join(out)


# Styles ------------------------------------------------------------------------------------------

_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\("
    r"|(?<![\w#-])(?:white|black|red|green|blue|gray|grey|orange|yellow|purple|pink)(?![\w-])")


def check_styles(files):
    defined = set(re.findall(
        r"(--[\w-]+)\s*:", files.get(TOKENS, "") + files.get(BLOCKS, "")))
    for path, text in files.items():
        if path.startswith(SOURCE):
            pattern = r"(--[\w-]+)\s*:" if path.endswith(".css") else r"[\"'`](--[\w-]+)"
            defined.update(re.findall(pattern, text))
    for path, text in sorted(files.items()):
        if path.startswith(SOURCE) and path.endswith(".css"):
            yield from _style(path, text, defined)
        elif is_code(path) and not is_test(path):
            code = without_comments(text)
            for name in re.finditer(r"var\((--[\w-]+)", code):
                yield from _undefined(path, code, name, defined)
            for match in re.finditer(r"""["'`](#[0-9a-fA-F]{3,8})["'`]""", code):
                yield _color(path, code, match)


def _style(path, text, defined):
    css = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)
    for name in re.finditer(r"var\((--[\w-]+)", css):
        yield from _undefined(path, css, name, defined)
    # The colors that distinguish users and applications are the same in light and dark.
    hued = {selector.strip() for selector in re.findall(r"([^{},]*)\[data-hue", css)}
    for rule in re.finditer(r"([^{}]*)\{([^{}]*)\}", css):
        selector = re.sub(r"\[data-hue[^\]]*\]", "", rule.group(1)).strip()
        if selector in hued or re.search(r"\.hue-\d", selector):
            continue
        for value in re.finditer(r":([^;{}]*)", rule.group(2)):
            if match := _COLOR.search(value.group(1)):
                at = rule.start(2) + value.start(1) + match.start()
                yield Finding(path, css.count("\n", 0, at) + 1, _color_message(match.group()))


def _undefined(path, text, name, defined):
    if name.group(1) not in defined:
        yield Finding(path, text.count("\n", 0, name.start()) + 1,
                      f"{name.group(1)} is not defined; {TOKENS} has the defined ones")


def _color(path, text, match):
    return Finding(path, text.count("\n", 0, match.start()) + 1, _color_message(match.group(1)))


def _color_message(color):
    return (f"the color {color} does not follow light and dark: take one from {TOKENS}, "
            "or mix it from those with color-mix()")


# The help --------------------------------------------------------------------------------------

def check_help(files):
    """The tour's targets exist, and the help explains exactly the existing findings."""
    code = {path: without_comments(text) for path, text in files.items() if is_code(path)}
    targets = {
        name
        for path, text in code.items() if "/help/tour/" not in path
        for value in re.findall(
            r'data-tour=("[^"]*"|\{[^}]*\})|"data-tour":\s*("[^"]*")', text)
        for name in re.findall(r'"([^"]+)"', "".join(value))
    }
    for path, text in sorted(code.items()):
        for match in re.finditer(r'\[data-tour="([^"]+)"\]', text):
            if "/help/tour/" in path and match.group(1) not in targets:
                yield Finding(
                    path, text.count("\n", 0, match.start()) + 1, "the tour looks for "
                    f'data-tour="{match.group(1)}", which no element has: restore it')
    explained = re.search(r"findings = \[(.*?)\]", files.get(TOPICS, ""), re.DOTALL)
    listed = set(_STRING.findall(explained.group(1))) if explained else set()
    known = set(codes.enum_codes(files.get(FINDING_CODES, ""), "FindingCode"))
    for code_name in sorted(known - listed):
        yield Finding(
            TOPICS, 0, f"does not have the finding “{code_name}”: add it to `findings`, "
            "and explain it in localization/")
    for code_name in sorted(listed - known):
        yield Finding(TOPICS, 0, f"“{code_name}” is not a finding: remove it")


RULES = (check_cycles, check_messages, check_styles, check_help)
