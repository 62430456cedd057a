"""How people change a flow in the tests of drafts, publishing and history: in the list."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

from portal import PortalCase, browser, expect

# What is wider than its place, in a part of a page.
CUT_OFF = """(selector) => [...document.querySelectorAll(`${selector} *:not(svg, svg *, input)`)]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).textOverflow !== "ellipsis")
  .map((one) => one.outerHTML.slice(0, 160))"""
SIZES = {**browser.SIZES, "wide": (1920, 1080)}


class EditingCase(PortalCase):
    """People who work on the sample shop's draft."""

    def open_list(self, role="owner", **options):
        """Somebody who looks at the shop as a list."""
        page = self.open_editor(role, **options)
        self.show_list(page)
        return page

    def show_list(self, page):
        page.locator(".flow-bar .segmented label", has_text="List").click()
        expect(page.locator("[data-step=Home]")).to_be_visible()

    def route_select(self, page, step, port):
        """Where a port leads everybody."""
        item = page.locator(f'[data-step="{step}"]')
        opener = item.locator(".list-name")
        if opener.get_attribute("aria-expanded") == "false":
            opener.click()
        head = item.page.get_by_role("heading", level=4, name=f"Port {port}", exact=True)
        return item.locator(".list-port", has=head).locator("select").first

    def reroute(self, page, step, port, to):
        """Leads a port to another step of the same flow."""
        arrow = self.route_select(page, step, port)
        arrow.focus()
        arrow.select_option(value=f"step:{to}")

    def expect_target(self, page, step, port, to):
        """Waits until a port is seen to lead to a step."""
        expect(self.route_select(page, step, port)).to_have_value(f"step:{to}")

    def expect_status(self, page, text):
        """Waits until the state of the draft is said."""
        expect(page.locator(".save-status")).to_contain_text(text)

    def target(self, step, port, document=None):
        """Where a port leads at the server; None if there is no draft."""
        document = document or self.draft()
        return document and self.step(document, step)["ports"][port][0].get("to")

    def choose(self, page, item):
        """Takes something from the draft's menu."""
        page.locator(".save-status").click()
        page.get_by_role("menuitem", name=item).click()

    def assert_region_accessible(self, page, selector, name):
        """A part of a page is accessible and fits, at three widths and in both colours."""
        before = page.viewport_size
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for colours in ("light", "dark"):
                page.emulate_media(color_scheme=colours, reduced_motion="reduce")
                found = Axe().run(page, context=selector).response["violations"]
                broken = [
                    f"{rule['id']}: {rule['help']}: {node['html'][:200]}"
                    for rule in found for node in rule["nodes"]]
                self.assertEqual(broken, [], f"{name} at {width} px, {colours}")
                cut = page.evaluate(CUT_OFF, selector)
                self.assertEqual(cut, [], f"{name} at {width} px")
                if browser.SCREENSHOTS:
                    Path(browser.SCREENSHOTS).mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=f"{browser.SCREENSHOTS}/{name}-{size}-{colours}.png")
        page.set_viewport_size(before)
