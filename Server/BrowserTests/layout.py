"""The checks of every page at every size: axe finds nothing, nothing is cut off or overflows.

The layout is checked with the typeface that the server includes and with the widest fallback that a
machine is likely to have.
"""

import os
import re
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

# The folder for screenshots; none are saved if it is not set.
SCREENSHOTS = os.environ.get("BROWSER_SCREENSHOTS")
PHONE, DESKTOP, WIDE = "phone", "desktop", "wide"
SIZES = {PHONE: (360, 740), DESKTOP: (1280, 800), WIDE: (1920, 1080)}
# The rules of axe that depend on colors; all others are the same in light and dark.
COLOR_RULES = ["color-contrast", "link-in-text-block"]
RUN_AXE = """async ([within, rules]) => {
  const options = { resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }) };
  const { violations } = await axe.run(within ?? document, options);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`));
}"""
# Elements whose text is wider than they are. Text for screen readers only is one pixel wide, small
# pictures of screens are cut off, and in panels and dialogs names in one line may end in an
# ellipsis.
CLIPPED = """(part) => [...document.querySelectorAll(
    part ? `${part} *:not(svg, svg *, input, select)` : "main *:not(svg, svg *, input)")]
  .filter((item) => item.clientWidth > 1 && item.scrollWidth > item.clientWidth + 1
    && !item.matches(".visually-hidden, [role=region][tabindex]")
    && !item.matches(".screen-small")
    && getComputedStyle(item).clipPath === "none"
    && !(part && getComputedStyle(item).textOverflow === "ellipsis"))
  .map((item) => item.outerHTML.slice(0, 160))"""
SET_FONT = """(font) => font === null
  ? document.documentElement.style.removeProperty("--font")
  : document.documentElement.style.setProperty("--font", font)"""
# The typeface, and the font that is used if neither it nor a scaled fallback is available: on a
# minimal Debian DejaVu Sans, which is much wider.
FONTS = {"its typeface": None, "a fallback font": "sans-serif"}


def run_axe(page, within=None, rules=None):
    """The violations that axe finds in a page, or in a part of it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN_AXE, [within, rules])


def assert_fits(case, page, name, within=None):
    """Asserts that nothing is cut off and the page is no wider than its window, in each font."""
    width = page.viewport_size["width"]
    for font, families in FONTS.items():
        page.evaluate(SET_FONT, families)
        case.assertEqual(page.evaluate(CLIPPED, within), [], f"{name} at {width} px in {font}")
        case.assertLessEqual(
            page.evaluate("document.documentElement.scrollWidth"), width, f"{name} in {font}")
    page.evaluate(SET_FONT, None)


def assert_accessible(case, page, name, within=None, rules=None):
    """Asserts that no rule of axe is violated."""
    case.assertEqual(
        run_axe(page, within, rules), [], f"{name} at {page.viewport_size['width']} px")


def save_screenshot(page, name, full_page=False):
    """Saves a screenshot of a page if `BROWSER_SCREENSHOTS` is set."""
    if SCREENSHOTS:
        Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", name)
        page.screenshot(path=f"{SCREENSHOTS}/{name}.png", full_page=full_page)


def assert_accessible_at_all_sizes(
        case, page, name, within=None, sizes=(PHONE, DESKTOP), full_page=False):
    """Asserts that a page, or a part of it, is accessible and fits, in both color schemes."""
    before = page.viewport_size
    if within:
        page.locator(within).first.wait_for()
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            rules = COLOR_RULES if scheme == "dark" else None
            assert_accessible(case, page, f"{name} ({scheme})", within, rules)
            save_screenshot(page, f"{name}-{size}-{scheme}", full_page)
        assert_fits(case, page, name, within)
    page.set_viewport_size(before)
