"""Lists the components of the command: `package_contents.py COMMAND FOLDER VERSION SECONDS` writes
FOLDER/sbom.cdx.json (CycloneDX) and FOLDER/third-party-licenses.txt.

The components are read from the build: the linker's list of objects and Package.resolved for
Swift packages, the bundler's list of inputs for the portal, the command itself for the shared
libraries that it loads.
"""

import hashlib
import json
import re
import subprocess
import sys
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

BUILD = Path(".build")
CHECKOUTS = BUILD / "checkouts"
OBJECTS = BUILD / "release/flowmagic.product/Objects.LinkFileList"
BUNDLE = Path("Portal/.build/meta.json")
FONT = Path("Portal/.build/font/inter.woff2")
# The folder that scripts/lib/portal.sh takes the font from.
INSTALLED_FONTS = Path("/usr/share/fonts/truetype/inter-vf")
LICENSE_FILES = re.compile(r"(LICEN[CS]E|NOTICES?|COPYING)(\.\w+)?$", re.IGNORECASE)


@dataclass
class Component:
    """A third-party component with its package URL and its license texts."""

    name: str
    version: str
    purl: str
    texts: list = field(default_factory=list)
    debian: str = ""
    is_bundled: bool = True


def swift_packages():
    """The packages that objects in the command come from."""
    modules = set(re.findall(r"/([^/\n]+)\.build/", OBJECTS.read_text()))
    pins = json.loads(Path("Server/Package.resolved").read_text())["pins"]
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        checkout = CHECKOUTS / Path(pin["location"]).name.removesuffix(".git")
        folders = (checkout, checkout / "Sources", checkout / "src")
        if any((folder / module).is_dir() for folder in folders for module in modules):
            location = re.sub(r"^https?://|\.git$", "", pin["location"])
            version = pin["state"].get("version") or pin["state"]["revision"]
            yield Component(
                pin["identity"], version, f"pkg:swift/{location}@{version}",
                [path.read_text(errors="replace") for path in sorted(checkout.iterdir())
                 if LICENSE_FILES.match(path.name)])


def swift_runtime():
    """Swift's own libraries, which are linked statically."""
    run = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"Swift version ([\d.]+)", run.stdout + run.stderr)[1]
    target = subprocess.run(
        ["swift", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = Path(json.loads(target.stdout)["paths"]["runtimeResourcePath"])
    license = resources.parent.parent / "share/swift/LICENSE.txt"
    texts = [license.read_text()] if license.exists() else []
    # Foundation contains ICU, under the Unicode license.
    texts += [path.read_text() for path in sorted(Path("/usr/share/doc").glob("libicu*/copyright"))]
    return Component("swift", version, f"pkg:generic/swift@{version}", texts[:2])


def portal_modules():
    """The JavaScript packages in the portal's bundle."""
    inputs = json.loads(BUNDLE.read_text())["inputs"]
    folders = set()
    for path in inputs:
        if match := re.match(r"(.*(?:node_modules|nodejs)/(?:@[^/]+/)?[^/]+)/", path):
            folders.add(match[1])
    for folder in sorted(folders, key=lambda folder: folder.rsplit("/", 1)[-1]):
        root = Path(folder)
        if not root.is_dir():  # The path leads out of the repository, as to /usr/share/nodejs.
            root = Path("/") / folder.lstrip("./")
        package = json.loads((root / "package.json").read_text())
        component = Component(
            package["name"], package["version"],
            f"pkg:npm/{package['name'].replace('@', '%40')}@{package['version']}",
            [path.read_text(errors="replace") for path in sorted(root.iterdir())
             if LICENSE_FILES.match(path.name)])
        add_debian(component, str((root / "package.json").resolve()))
        yield component


def fonts():
    """The typeface in the portal."""
    if not FONT.exists():
        return
    component = Component("inter", "", "pkg:generic/inter")
    for path in sorted(INSTALLED_FONTS.glob("*.ttf"))[:1]:
        add_debian(component, str(path))
    if component.debian:
        component.version = component.debian.split("@")[1]
        component.purl = f"pkg:deb/debian/{component.debian}"
    yield component


def add_debian(component, path):
    """Finds the Debian package of a file, and reads that package's copyright file."""
    owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
    if owner.returncode != 0:
        return
    name = owner.stdout.split(":")[0]
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=True)
    component.debian = f"{name}@{version.stdout}"
    copyright_file = Path("/usr/share/doc", name, "copyright")
    if copyright_file.exists():
        component.texts = [copyright_file.read_text(errors="replace")]


def shared_libraries(command):
    """The system libraries that the command loads: not included, so without license texts."""
    listing = subprocess.run(["ldd", command], capture_output=True, text=True, check=False).stdout
    direct = subprocess.run(
        ["readelf", "--dynamic", "--wide", command], capture_output=True, text=True,
        check=False).stdout
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", direct):
        where = re.search(rf"^\s*{re.escape(name)} => (\S+)", listing, re.MULTILINE)
        component = Component(name, "", "", is_bundled=False)
        for path in {where[1], str(Path(where[1]).resolve())} if where else ():
            add_debian(component, path)
            if component.debian:
                break
        component.texts = []
        if component.debian:
            component.version = component.debian.split("@")[1]
            component.purl = f"pkg:deb/debian/{component.debian}"
        yield component


def sbom(components, version, seconds):
    """The CycloneDX document; nothing in it depends on when or where it is written."""
    listed = []
    for part in components:
        entry = {"type": "library", "name": part.name, "bom-ref": part.purl or part.name,
                 "scope": "required" if part.is_bundled else "optional"}
        entry.update({key: value for key, value in
                      (("version", part.version), ("purl", part.purl)) if value})
        if part.debian and part.is_bundled:
            entry["properties"] = [{"name": "debian:package", "value": part.debian}]
        listed.append(entry)
    digest = hashlib.sha256(json.dumps([version, listed], sort_keys=True).encode()).hexdigest()
    time = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": {
                "type": "application", "name": "flowmagic", "version": version,
                "bom-ref": "flowmagic", "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": listed,
        "dependencies": [
            {"ref": "flowmagic", "dependsOn": [entry["bom-ref"] for entry in listed]}],
    }


def licenses(components):
    """Every license text once, with the names of the components that it applies to."""
    parts = {}
    for component in components:
        for text in component.texts:
            parts.setdefault(text.strip(), []).append(f"{component.name} {component.version}")
    head = ("The flowmagic command contains these third-party components, each under the license "
            "below it.\n")
    rule = "=" * 80
    return head + "".join(
        f"\n{rule}\n{', '.join(names)}\n{rule}\n\n{text}\n" for text, names in parts.items())


def main():
    command, folder, version, seconds = sys.argv[1:]
    bundled = [*swift_packages(), swift_runtime(), *portal_modules(), *fonts()]
    if missing := [part.name for part in bundled if not part.texts]:
        sys.exit(f"error: no license text was found for {', '.join(missing)}")
    components = bundled + list(shared_libraries(command))
    Path(folder, "third-party-licenses.txt").write_text(licenses(bundled), encoding="utf-8")
    Path(folder, "sbom.cdx.json").write_text(
        json.dumps(sbom(components, version, int(seconds)), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
