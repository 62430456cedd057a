"""The dependencies that packages declare, and those that the architecture allows; the folders
that it describes."""

import fnmatch
import posixpath
import re

import markdown
import repository

PAGE = "docs/Architecture.md"
MARK = "dependencies"
FOLDERS_MARK = "folders"
ROOT = "root"


def package_name(manifest):
    """The name of a package in the table: its folder, or `root`."""
    return posixpath.dirname(manifest) or ROOT


def declared(package, dump):
    """{(package, target): names of what it depends on} from `swift package dump-package`."""
    return {
        (package, target["name"]): {_name(d) for d in target["dependencies"]}
        for target in dump["targets"]
    }


def _name(dependency):
    # {"byName": ["FlowCore", null]}, {"product": ["ArgumentParser", "swift-argument-parser", …]}
    return next(iter(dependency.values()))[0]


def allowed(text):
    """The table of allowed dependencies as {(package, target): (line, names)}, and its errors."""
    rows = list(markdown.Page(text).table_rows(after=MARK))[1:]
    if not rows:
        fault = f"no table after <!-- {MARK} -->: package, target, may depend on, what it is"
        return {}, [repository.Finding(PAGE, 0, fault)]
    table, findings = {}, []
    for line, cells in rows:
        if len(cells) < 3 or not re.fullmatch(r"`[^`]+`", cells[1]):
            findings.append(repository.Finding(
                PAGE, line, "a row is: package | `Target` | `Dependency`, … or nothing | what it is"
            ))
            continue
        key = (cells[0].strip("`"), cells[1].strip("`"))
        if key in table:
            findings.append(repository.Finding(PAGE, line, f"{key[1]} is listed twice"))
        table[key] = (line, set(re.findall(r"`([^`]+)`", cells[2])))
    return table, findings


def compare(allowed_dependencies, declared_dependencies):
    """Dependencies and targets that exist on one side only."""
    findings = []
    for key, names in sorted(declared_dependencies.items()):
        line, permitted = allowed_dependencies.get(key, (0, None))
        manifest = "Package.swift" if key[0] == ROOT else f"{key[0]}/Package.swift"
        if permitted is None:
            findings.append(repository.Finding(
                PAGE, 0, f"has no row for a target of {manifest}; add: {row(key, names)}"
            ))
            continue
        for name in sorted(names - permitted):
            findings.append(repository.Finding(
                manifest, 0, f"{key[1]} depends on {name}, which {PAGE}:{line} does not allow: "
                "remove the dependency, or allow it there with a decision in docs/decisions"
            ))
        for name in sorted(permitted - names):
            findings.append(repository.Finding(
                PAGE, line, f"allows {key[1]} to depend on {name}, which it does not: remove it"
            ))
    for key in sorted(allowed_dependencies.keys() - declared_dependencies.keys()):
        findings.append(repository.Finding(
            PAGE, allowed_dependencies[key][0], f"package {key[0]} has no target {key[1]}"
        ))
    return findings


def compare_folders(text, paths):
    """Folders of a target without a row after `<!-- folders -->`, and rows without a folder."""
    folders = {f"{folder}/" for path in paths for folder in _parents(path)}
    described, findings = set(), []
    for line, cells in list(markdown.Page(text).table_rows(after=FOLDERS_MARK))[1:]:
        names = re.findall(r"`([^`]+/)`", cells[0])
        # The names after the first may be those of its sibling folders.
        beside = posixpath.dirname(names[0].rstrip("/")) + "/" if names else ""
        for name in names:
            found = fnmatch.filter(folders, name) or fnmatch.filter(folders, beside + name)
            if not found:
                findings.append(repository.Finding(PAGE, line, f"there is no folder {name}"))
            inner = re.findall(r"`([^`]+/)`", " ".join(cells[1:]))
            described.update(found, (folder + part for folder in found for part in inner))
    topics = {topic for path in paths if (topic := _topic(path))}
    return findings + [
        repository.Finding(PAGE, 0, f"has no row for the folder {topic}; add: | `{topic}` | … |")
        for topic in sorted(topics)
        if not any(folder.startswith(topic) for folder in described)]


def _parents(path):
    while path := posixpath.dirname(path):
        yield path


def _topic(path):
    """The folder of a target's topic, such as `Sources/FlowCore/JSON/`; None outside of one."""
    match = re.match(r"(?:.*/)?Sources/[^/]+/[^/]+/", path) if path.endswith(".swift") else None
    return match and match.group()


def row(key, names):
    cells = ", ".join(f"`{name}`" for name in sorted(names)) or "nothing"
    return f"| {key[0]} | `{key[1]}` | {cells} | … |"


def table(declared_dependencies):
    """The table's lines as the packages are now."""
    yield "| package | target | may depend on | what it is |"
    yield "|---|---|---|---|"
    order = sorted(declared_dependencies.items(), key=lambda item: (item[0][0] != ROOT, item[0]))
    for key, names in order:
        yield row(key, names)
