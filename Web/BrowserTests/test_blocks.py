"""Drawn screens as HTML, all blocks on one page: nothing is cut off at 320 pixels in any language,
color and text size, axe finds no issues, and tabs and carousels work with the keyboard alone."""

import re
import unittest
from pathlib import Path

import layout
from block_pictures import html_of_vectors
from browser import expect, shared_browser

ROOT = Path(__file__).resolve().parent.parent.parent

STYLE = (ROOT / "Design/blocks.css").read_text()
# The display modes of a page: its attributes, its style, and what the browser emulates.
MODES = {
    "light": ("lang=en", "", {"color_scheme": "light"}),
    "dark": ("lang=en", "", {"color_scheme": "dark"}),
    "right to left": ("lang=ar dir=rtl", "", {}),
    "forced colors": ("lang=en", "", {"forced_colors": "active"}),
    "forced dark colors": (
        "lang=en", "", {"forced_colors": "active", "color_scheme": "dark"}),
    "text twice as large": ("lang=en", "html { font-size: 200%; }", {}),
    "large and right to left": ("lang=ar dir=rtl", "html { font-size: 200%; }", {}),
}
# Elements that overflow the page or their parent, and those whose text does not fit. Carousels are
# scrollable.
CUT_OFF = """() => [...document.querySelectorAll("main section *")].filter((element) => {
  if (element.closest("svg, select")
      || element.closest(".fm-carousel") && !element.matches(".fm-carousel")) {
    return false;
  }
  const { left, right, width, height } = element.getBoundingClientRect();
  if (!width || !height || getComputedStyle(element).position === "absolute") return false;
  const around = element.parentElement.closest(".fm-screen > *, .fm-card, section")
    .getBoundingClientRect();
  const overflows = left < Math.min(around.left, 0) - 1 || right > innerWidth + 1
    || right > around.right + 1 || left < around.left - 1;
  const isCut = !element.matches("input, video, progress, .fm-carousel")
    && element.scrollWidth > element.clientWidth + 1
    && getComputedStyle(element).display !== "inline";
  return overflows || isCut;
}).map((element) => `${element.closest("section").id}: ${element.outerHTML.slice(0, 140)}`)"""
# Rules about whole pages, which a page with many screens violates.
PAGE_RULES = ("heading-order", "page-has-heading-one", "landmark-", "region")
# Controls that are less than 44 pixels high, allowing for a border.
TARGETS = """() => [...document.querySelectorAll(
    "button:not(.fm-default), summary, .fm-option, .fm-link, select, .fm-toggle label")]
  .filter((element) => {
    const { height } = element.getBoundingClientRect();
    return height && height < 43;
  })
  .map((element) => element.outerHTML.slice(0, 140))"""


def unique(markup, number):
    """The HTML with unique ids and names, because the screens share one page."""
    markup = re.sub(r'(id|for|aria-describedby)="field-', rf'\1="field-{number}-', markup)
    markup = re.sub(r' (field-[\w-]+-(?:error|hint))"', rf' field-{number}-\1"', markup).replace(
        f"field-{number}-field-", f"field-{number}-")
    markup = re.sub(r'name="field\.', f'name="field.{number}.', markup)
    return re.sub(r'<details name="', f'<details name="{number}-', markup)


def page_of_all(attributes, style):
    """A page with the screens of all vectors, one below the other."""
    sections = "".join(
        f'<section id="{re.sub("[^a-z]+", "-", name.lower())}">{unique(markup, number)}</section>'
        for number, (name, markup) in enumerate(html_of_vectors("blocks", "forms", "german")))
    return (f"<!doctype html><html {attributes}><meta charset=utf-8><title>Blocks</title>"
            "<meta name=viewport content='width=device-width'>"
            f"<style>:root {{ color-scheme: light dark; font-family: sans-serif; }}"
            f"body {{ margin: 0; }} .fm-screen {{ min-height: 0; }} {STYLE} {style}</style>"
            f"<main>{sections}</main>")


class BlocksTest(unittest.TestCase):
    def open(self, mode="light"):
        attributes, style, media = MODES[mode]
        context = shared_browser().new_context(
            viewport={"width": 320, "height": 800}, reduced_motion="reduce", **media)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_content(page_of_all(attributes, style))
        return page

    def test_nothing_is_cut_off_and_controls_are_large_in_any_mode(self):
        for mode in MODES:
            with self.subTest(mode):
                page = self.open(mode)
                layout.save_screenshot(page, f"blocks {mode}", full_page=True)
                self.assertEqual(page.evaluate(CUT_OFF), [])
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth"), 320)
                self.assertEqual(page.evaluate(TARGETS), [])

    def test_axe_finds_nothing_in_any_mode(self):
        for mode in MODES:
            # axe reads the colors before they are forced.
            ignored = PAGE_RULES + (("color-contrast",) if mode.startswith("forced") else ())
            with self.subTest(mode):
                findings = layout.run_axe(self.open(mode))
                self.assertEqual(
                    [finding for finding in findings if not finding.startswith(ignored)], [])

    def test_selected_controls_stand_out_in_forced_colors(self):
        page = self.open("forced colors")
        style = "(element) => { const style = getComputedStyle(element);" \
            " return style.backgroundColor + style.outlineStyle }"
        for chosen, other in ((".fm-dot.fm-done", ".fm-dot:not(.fm-done)"),
                              (".fm-option:has(:checked)", ".fm-option:not(:has(:checked))"),
                              (".fm-card.fm-selected", ".fm-card:not(.fm-selected)")):
            self.assertNotEqual(page.locator(chosen).first.evaluate(style),
                                page.locator(other).first.evaluate(style), chosen)

    def test_directional_icons_are_mirrored_from_right_to_left(self):
        for mode, matrix in (("light", "none"), ("right to left", "matrix(-1, 0, 0, 1, 0, 0)")):
            page = self.open(mode)
            page.evaluate("""() => document.querySelector("section .fm-column").innerHTML =
              ["arrowEnd", "star"].map((name) =>
                `<svg class="fm-icon"><use href="/icons.svg#${name}"></use></svg>`).join("")""")
            icons = page.locator("section .fm-column").first.locator("svg")
            expect(icons.nth(0)).to_have_css("transform", matrix)
            expect(icons.nth(1)).to_have_css("transform", "none")

    def test_tabs_are_opened_by_keyboard(self):
        page = self.open()
        first, second = page.locator(".fm-tabs").first.locator("details").all()[:2]
        expect(second).to_have_attribute("open", "")
        second.locator("summary").focus()
        page.keyboard.press("Shift+Tab")
        expect(first.locator("summary")).to_be_focused()
        page.keyboard.press("Enter")
        expect(first).to_have_attribute("open", "")
        self.assertIsNone(second.get_attribute("open"))

    def test_a_carousel_is_scrolled_by_keyboard(self):
        for mode, key in (("light", "ArrowRight"), ("right to left", "ArrowLeft")):
            with self.subTest(mode):
                page = self.open(mode)
                carousel = page.locator(".fm-carousel").first
                carousel.focus()
                page.keyboard.press(key)
                page.wait_for_function(
                    "() => document.querySelector('.fm-carousel').scrollLeft !== 0")


if __name__ == "__main__":
    unittest.main()
