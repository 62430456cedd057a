"""What must hold for a panel beside the canvas, in both colours and three widths."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

from portal import browser

WIDTHS = {"phone": (360, 740), "desktop": (1280, 800), "wide": (1920, 1080)}
# Names in one line may end in dots; what is only read aloud is one pixel wide.
CUT_OFF = """() => [...document.querySelectorAll(".side-panel *:not(svg, svg *, input, select)")]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).textOverflow !== "ellipsis")
  .map((one) => one.outerHTML.slice(0, 120))"""


def assert_panel_accessible(case, page, name):
    """No rule of axe is broken in the panel, nothing is cut off, and the page does not scroll."""
    for size, (width, height) in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours, reduced_motion="reduce")
            found = Axe().run(page, context=".side-panel").response["violations"]
            broken = [f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
                      for rule in found for node in rule["nodes"]]
            case.assertEqual(broken, [], f"{name} at {width} px ({colours})")
            wide = page.evaluate("document.documentElement.scrollWidth")
            case.assertLessEqual(wide, width, f"{name} sticks out")
            case.assertEqual(page.evaluate(CUT_OFF), [], f"{name} at {width} px")
            if browser.SCREENSHOTS:
                Path(browser.SCREENSHOTS).mkdir(parents=True, exist_ok=True)
                page.screenshot(path=f"{browser.SCREENSHOTS}/{name}-{size}-{colours}.png")
