"""Shared by the tests of the panel: opening a step, and waiting for the server's draft."""

from portal import APP, PortalCase, browser, expect


class PanelCase(PortalCase):
    """Tests of the side panel."""

    def open_panel(self, step, flow="shop", role="owner", **options):
        """Opens a step's panel beside the list view."""
        page = self.open_editor(role, f"/apps/shop?flow={flow}", **options)
        page.get_by_text("List", exact=True).click()
        page.locator(f'[data-step="{step}"] .list-tools button').first.click()
        expect(page.get_by_label("Step name")).to_have_value(step)
        return page

    def update_step(self, step, flow="shop", **members):
        """Changes members of a step in the server's draft."""
        document = self.draft() or self.live_document()
        self.step(document, step, flow).update(members)
        self.save_draft(document)

    def port_section(self, page, name):
        return page.locator(f'.port[aria-label="{name}"]')

    def route_titles(self, page, port):
        """The titles of a port's routes, in order."""
        return self.port_section(page, port).locator(".route-title > span:last-child")

    def add_to_port(self, page, port, item):
        """Chooses an item of a port's Add menu."""
        page.get_by_role("button", name=f"Add to {port}", exact=True).click()
        page.get_by_role("menuitem", name=item).click()

    def focused_element(self, page):
        """The element that has focus."""
        return page.locator(":focus")

    def wait_until_equal(self, read, expected):
        """Waits until a function returns a value."""
        last = None

        def is_equal():
            nonlocal last
            last = read()
            return last == expected
        try:
            browser.live.wait_for(is_equal, "the expected value", seconds=8)
        except AssertionError:
            self.assertEqual(last, expected)

    def draft_step(self, step, flow="shop"):
        """A step in the server's draft; empty if there is no draft yet."""
        draft = self.draft()
        return self.step(draft, step, flow) if draft else {}

    def wait_for_routes(self, step, port, expected, flow="shop"):
        self.wait_until_equal(
            lambda: self.draft_step(step, flow).get("ports", {}).get(port), expected)

    def wait_for_content(self, step, expected, flow="shop"):
        self.wait_until_equal(lambda: self.draft_step(step, flow).get("content"), expected)


__all__ = ["APP", "PanelCase", "expect"]
