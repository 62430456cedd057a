"""Pictures of the price tracker's widgets and watch screens from the JSON of `pricepictures`:
for each language one of the widgets, and one of the watch's screens."""

import html
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Apps/PriceTracker/Pictures"
GAP = 24
LAYOUT = """
body { margin: 0; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; }
.fm-screen, .fm-screen > * { min-height: 0; background: transparent; padding: 0; max-width: none; }
svg { max-height: 34px; } figcaption { display: none; } figure { margin: 0; }
.fm-list { list-style: none; margin: 0; padding: 0; }
"""
WIDGET = "body { padding: 14px; box-sizing: border-box; overflow: hidden; zoom: 0.72; }"
WATCH = ("body { padding: 10px; box-sizing: border-box; overflow: hidden; zoom: 0.7; }"
         # The symbol has its own width, so that names are on one line and three rows fit.
         ".fm-card .fm-row > :last-child { flex: none; } .fm-card { padding: 10px 14px; }")


def frame(picture, style, theme, scheme, extra):
    """A frame with a screen in its own size and color scheme."""
    page = (f'<!doctype html><html lang="{picture["language"]}"><meta charset="utf-8">'
            f"<style>:root {{ color-scheme: {scheme}; }}{style}"
            f".fm-screen {{ {theme} }}{LAYOUT}{extra}</style>"
            f"<body>{picture['html']}</body></html>")
    return (f'<iframe srcdoc="{html.escape(page)}" width="{picture["width"]}" '
            f'height="{picture["height"]}"></iframe>')


def take_screenshot(browser, name, frames, size):
    """Writes a picture with frames side by side."""
    style = (f"body {{ margin: 0; padding: {GAP}px; background: #8fa39b; display: flex; "
             f"flex-wrap: wrap; gap: {GAP}px; box-sizing: border-box; }} "
             "iframe { border: 0; border-radius: 22px; }")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(
            f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(frames)}")
        target = FOLDER / f"{name}.png"
        subprocess.run(
            [browser, "--no-sandbox", "--hide-scrollbars", f"--window-size={size[0]},{size[1]}",
             f"--screenshot={target}", file.as_uri()],
            check=True, stderr=subprocess.DEVNULL, timeout=120)
        print(f"{target.relative_to(ROOT)}  {target.stat().st_size} bytes")


def main(browser):
    """Draws all pictures."""
    FOLDER.mkdir(exist_ok=True)
    drawn = json.load(sys.stdin)
    style = (ROOT / "Design/blocks.css").read_text()
    for language, scheme in (("en", "light"), ("de", "dark")):
        pictures = [picture for picture in drawn["pictures"] if picture["language"] == language]
        widgets = [picture for picture in pictures if picture["name"].startswith("widget")]
        watch = [picture for picture in pictures if picture["name"].startswith("watch")]
        take_screenshot(
            browser, f"widgets-{language}",
            [frame(picture, style, drawn["style"], scheme, WIDGET) for picture in widgets],
            (170 + 364 + 3 * GAP, 170 + 382 + 3 * GAP))
        take_screenshot(
            browser, f"watch-{language}",
            [frame(picture, style, drawn["style"], "dark", WATCH) for picture in watch],
            (3 * 198 + 4 * GAP, 242 + 2 * GAP))


if __name__ == "__main__":
    main(sys.argv[1])
