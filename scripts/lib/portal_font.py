"""Subsets the pages' typeface: `portal_font.py INTER.ttf FOLDER` writes inter.woff2, with the
characters of European languages in Latin script and the weights 400 to 700, and OFL.txt, the
license that it comes with. Needs fonttools and brotli."""

import io
import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# Basic Latin, Latin-1, Latin Extended-A, punctuation, and the symbols that the pages show.
CHARACTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), 0x2030, 0x2032, 0x2033,
    0x2039, 0x203A, 0x20AC, 0x2122, *range(0x2190, 0x2194), 0x21E7, 0x2212, 0x2248, 0x2260,
    0x2264, 0x2265, 0x2318, 0x2325, 0x232B, 0x27E6, 0x27E7, 0xFFFD]
# NB: without `calt`, which renders `->` as an arrow, because ids and JSON must be shown literally.
FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"]
WEIGHTS = (400, 700)


def web_font(source):
    """The bytes of the WOFF2 file."""
    # NB: a build time would give identical fonts different hashes, and so different URLs.
    font = TTFont(source, recalcTimestamp=False)
    limits = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    font = instancer.instantiateVariableFont(font, {**limits, "wght": WEIGHTS})
    options = subset.Options(
        flavor="woff2", layout_features=FEATURES, hinting=False, notdef_outline=True,
        name_IDs=["*"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def license(source):
    """The license's text: complete if Debian has installed it, otherwise the font's own notice."""
    names = TTFont(source)["name"]
    notice = names.getDebugName(0) or "Copyright The Inter Project Authors"
    package = Path("/usr/share/doc/fonts-inter-variable/copyright")
    text = package.read_text() if package.exists() else ""
    found = re.search(r"^License: OFL-1\.1\n((?: .*\n)+)", text, re.M)
    if found:
        lines = [line[1:] for line in found[1].splitlines()]
        body = "\n".join("" if line == "." else line for line in lines)
    else:
        body = names.getDebugName(13) or "See https://openfontlicense.org."
    return (
        "FlowMagic's pages are set in Inter (https://rsms.me/inter): inter.woff2 contains a\n"
        f"subset of its characters and weights.\n\n{notice}\n\n"
        "SIL Open Font License, Version 1.1\n\n"
        f"{body}\n")


def main():
    source, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "OFL.txt").write_text(license(source))
    # Last, because its modification time marks the complete build.
    (folder / "inter.woff2").write_bytes(web_font(source))


main()
