"""Pictures of the blocks of drawn screens: the HTML that the conformance vectors expect, with the
product's style sheet, in light and dark, and a whole screen in German."""

import html
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs/pictures"
ICONS = (ROOT / "Design/icons.svg").read_text()
# A placeholder for the documents' pictures, to which the vectors only refer.
PICTURE = ("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 160 90'%3E"
           "%3Crect width='160' height='90' fill='%2379a7d9'/%3E"
           "%3Cpath d='M0 90 50 35 85 70 110 45 160 90z' fill='%233f6f57'/%3E%3C/svg%3E")
LAYOUT = """
body { margin: 0; padding: 12px; columns: 4; column-gap: 12px; font-family: sans-serif;
       background: Canvas; color: CanvasText; }
section { break-inside: avoid; margin-bottom: 12px; padding: 6px; border: 1px solid GrayText; }
h6 { margin: 0 0 4px; font-size: 11px; font-weight: normal; }
.fm-screen { min-height: 0; }
"""


def html_of_vectors(*files):
    """The names and the HTML of the conformance vectors in these files that contain HTML."""
    result = []
    for file in files:
        vectors = json.loads((ROOT / f"Conformance/screens/{file}.json").read_text())["vectors"]
        for vector in vectors:
            markup = "".join(vector["expect"].get("html", []))
            if markup:
                for address in ('src="/assets/', 'poster="/assets/'):
                    markup = with_placeholders(markup, address)
                markup = re.sub(r'<use href="[^"#]*#(\w+)"></use>', icon, markup)
                result.append((vector["name"], markup))
    return result


def icon(match):
    """The shapes of an icon that a `use` refers to, because pages loaded from files may not refer
    to files."""
    return re.search(rf'<symbol id="{match[1]}"[^>]*>(.*?)</symbol>', ICONS)[1]


def with_placeholders(markup, address):
    """The HTML with a picture in place of each asset URL."""
    first, *rest = markup.split(address)
    attribute = address.split('"')[0]
    return first + "".join(
        f'{attribute}"{PICTURE}"' + part.partition('"')[2] for part in rest)


def page(parts, scheme, extra=""):
    """A page with the HTML of each vector under its name."""
    style = (ROOT / "Design/blocks.css").read_text()
    sections = "".join(
        f"<section><h6>{html.escape(name)}</h6>{markup}</section>" for name, markup in parts)
    return ("<!doctype html><meta charset=utf-8>"
            f"<style>:root {{ color-scheme: {scheme}; }}{style}{LAYOUT}{extra}</style>{sections}")


def take_screenshot(browser, name, text, size):
    """Writes a picture of a page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(text)
        target = FOLDER / f"{name}.png"
        subprocess.run(
            [browser, "--no-sandbox", "--hide-scrollbars", f"--window-size={size[0]},{size[1]}",
             f"--screenshot={target}", file.as_uri()],
            check=True, stderr=subprocess.DEVNULL, timeout=120)
        print(f"{target.relative_to(ROOT)}  {target.stat().st_size} bytes")


def main(browser):
    """Writes all pictures."""
    FOLDER.mkdir(exist_ok=True)
    blocks = html_of_vectors("blocks", "forms")
    for scheme in ("light", "dark"):
        take_screenshot(browser, f"blocks-{scheme}", page(blocks, scheme), (1480, 1700))
    german = html_of_vectors("german")
    halves = [page(german, scheme, "body { columns: 1; } h6 { display: none; }")
              for scheme in ("light", "dark")]
    frames = "".join(
        f'<iframe srcdoc="{html.escape(half)}" width="390" height="860"></iframe>'
        for half in halves)
    style = "<style>body { margin: 0; } iframe { border: 0; }</style>"
    take_screenshot(browser, "blocks-german", f"<meta charset=utf-8>{style}{frames}", (790, 865))


if __name__ == "__main__":
    main(sys.argv[1])
