"""Turns esbuild's bundle into the files that the server serves: a page that refers to the hashed
files, a folder with all of them, and one file that is embedded in the server. Prints the sizes."""

import gzip
import json
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = ROOT / "Portal/.build/bundle"
FONT = ROOT / "Portal/.build/font"
FILES = ROOT / "Portal/.build/files"
SERVER = ROOT / "Server/.build-portal"
# The limit in gzipped bytes of the first load, without the engine: React, canvas, the draft, one
# language, the style sheet and the worker. Panels and other pages come later.
LIMIT = 200 * 1024
# The additional gzipped bytes, in one language, for opening the screen editor: panels, findings
# and the preview, beyond the parts of the page that edit a flow.
SCREENS_LIMIT = 60 * 1024
FLOW_PARTS = [f"src/features/{name}/index.tsx" for name in ("inspector", "findings", "preview")]
# The typeface, which is loaded in addition to all of that and stays in the browser's cache.
FONT_LIMIT = 32 * 1024


def entry(outputs, source):
    """The built file of an entry point."""
    for path, output in outputs.items():
        if output.get("entryPoint", "").endswith(source):
            return Path(path).name
    raise SystemExit(f"error: the bundle has no entry point for {source}")


def page(outputs):
    script = entry(outputs, "src/main.tsx")
    worker = entry(outputs, "src/engine/worker.ts")
    style = next(Path(path).name for path in outputs if Path(path).match("portal.*.css"))
    html = (ROOT / "Portal/src/index.html").read_text()
    font = next(Path(path).name for path in outputs if path.endswith(".woff2"))
    values = {"script": script, "style": style, "worker": worker, "font": font}
    for name, value in values.items():
        html = html.replace("{{" + name + "}}", f"/portal/{value}")
    return html


def pack(files):
    """One file with everything, uncompressed and gzipped, and the position of each file in it."""
    SERVER.mkdir(exist_ok=True)
    blob, lines = bytearray(), []
    for name, data in files:
        packed = gzip.compress(data, 9, mtime=0)
        packed = packed if len(packed) < len(data) else data
        start = len(blob)
        blob += data
        packed_start = len(blob) if packed is not data else start
        blob += packed if packed is not data else b""
        lines.append(f'PORTAL_FILE("{name}", {start}, {len(data)}, {packed_start}, {len(packed)})')
    path = SERVER / "portal-files.bin"
    include = SERVER / "portal-files.inc"
    text = "\n".join(
        [f"#ifdef PORTAL_PATH\n#define PORTAL_BYTES \"{path}\"\n#else", *lines, "#endif", ""])
    if include.exists() and include.read_text() == text and path.exists() \
            and path.read_bytes() == blob:
        return
    path.write_bytes(blob)
    include.write_text(text)
    # NB: the compiler caches that the file was missing, and would not look again.
    os.utime(ROOT / "Server/Sources/CPortal/portal.c")


def main():
    outputs = json.loads((ROOT / "Portal/.build/meta.json").read_text())["outputs"]
    html = page(outputs)
    shutil.rmtree(FILES, ignore_errors=True)
    FILES.mkdir(parents=True)
    # NB: esbuild also writes the styles of each lazily loaded part; the page's style sheet contains
    # them all, so the others are unused.
    files = sorted(
        (path.name, path.read_bytes()) for path in BUNDLE.iterdir()
        if path.is_file() and not path.match("part.*.css"))
    for name, data in files:
        (FILES / name).write_bytes(data)
    (FILES / "index.html").write_text(html)
    license = (FONT / "OFL.txt").read_bytes()
    (FILES / "OFL.txt").write_bytes(license)
    pack([("index.html", html.encode()), ("OFL.txt", license), *files])
    report(outputs, {name: len(gzip.compress(data, 9)) for name, data in files})


def loaded(outputs, sources):
    """The files that these entry points or lazily loaded modules need, transitively."""
    wanted = [path for path, output in outputs.items()
              if output.get("entryPoint", "").endswith(tuple(sources))]
    found = set()
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        found.add(path)
        wanted += [imported["path"] for imported in outputs[path]["imports"]
                   if imported["kind"] == "import-statement" and imported["path"] in outputs]
    return {Path(path).name for path in found}


def report(outputs, sizes):
    """Prints the sizes, and exits with 1 if one is above its limit."""
    first = loaded(outputs, [
        "src/main.tsx", "src/features/editor/index.tsx", "src/engine/worker.ts",
        "src/localization/en.ts"])
    first |= {name for name in sizes if name.endswith(".css")}
    canvas = sum(sizes[name] for name in first if not name.endswith(".wasm"))
    screens = loaded(
        outputs, ["src/features/screens/index.ts", "src/localization/screens-en.ts"])
    added = sum(sizes[name] for name in screens - first - loaded(outputs, FLOW_PARTS))
    whole = sum(size for name, size in sizes.items() if not name.endswith((".wasm", ".woff2")))
    engine, runtime = (sum(size for name, size in sizes.items() if name.startswith(module + "."))
                       for module in ("flowcore", "flowruntime"))
    font = sum(size for name, size in sizes.items() if name.endswith(".woff2"))
    print(f"portal: {canvas:,} bytes gzipped until the canvas is shown (at most {LIMIT:,}), "
          f"{added:,} more for the screen editor (at most {SCREENS_LIMIT:,}), "
          f"{whole:,} with every page in every language; in addition the engine with {engine:,}, "
          f"{runtime:,} more for the preview, "
          f"and the typeface with {font:,} (at most {FONT_LIMIT:,})")
    if added == 0:
        raise SystemExit("error: the bundle has no separate part for the screen editor")
    if canvas > LIMIT or added > SCREENS_LIMIT or font > FONT_LIMIT:
        print("error: a size is above its limit; Portal/.build/meta.json lists what each file "
              "contains", file=sys.stderr)
        sys.exit(1)


main()
