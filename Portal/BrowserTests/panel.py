"""What the tests of the panel share: a person with a step open, and what the server has of it."""

from portal import APP, PortalCase, browser, expect


class PanelCase(PortalCase):
    """A test of the panel at the right."""

    def open_panel(self, step, flow="shop", role="owner", **options):
        """Somebody with a step's panel open, beside the list."""
        page = self.open_editor(role, f"/apps/shop?flow={flow}", **options)
        page.get_by_text("List", exact=True).click()
        page.locator(f'[data-step="{step}"] .list-tools button').first.click()
        expect(page.get_by_label("Step name")).to_have_value(step)
        return page

    def update_step(self, step, flow="shop", **members):
        """Puts members into a step of the draft before anybody looks at it."""
        document = self.draft() or self.live_document()
        self.step(document, step, flow).update(members)
        self.save_draft(document)

    def save_draft(self, document):
        """Makes a document the draft."""
        there = self.server.get(f"{APP}/draft")
        tag = {"If-Match": there.headers["etag"]} if there.status == 200 \
            else {"If-None-Match": "*"}
        answer = self.server.call("PUT", f"{APP}/draft", document, tag)
        self.assertIn(answer.status, (200, 201), answer)

    def port_section(self, page, name):
        return page.locator(f'.port[aria-label="{name}"]')

    def route_titles(self, page, port):
        """What the routes of a port say, from top to bottom."""
        return self.port_section(page, port).locator(".route-title > span:last-child")

    def add_to_port(self, page, port, item):
        """Adds something to a port."""
        page.get_by_role("button", name=f"Add to {port}", exact=True).click()
        page.get_by_role("menuitem", name=item).click()

    def focused_element(self, page):
        """What has the keyboard."""
        return page.locator(":focus")

    def wait_until_equal(self, look, wanted):
        """Waits until what a function sees is as it should be."""
        seen = []

        def is_there():
            seen[:] = [look()]
            return seen[0] == wanted
        try:
            browser.live.wait_for(is_there, "the server's draft", seconds=8)
        except AssertionError:
            self.assertEqual(seen[0], wanted)

    def draft_step(self, step, flow="shop"):
        """A step as the server's draft has it; nothing where there is no draft yet."""
        draft = self.draft()
        return self.step(draft, step, flow) if draft else {}

    def wait_for_routes(self, step, port, wanted, flow="shop"):
        self.wait_until_equal(
            lambda: self.draft_step(step, flow).get("ports", {}).get(port), wanted)

    def wait_for_content(self, step, wanted, flow="shop"):
        self.wait_until_equal(lambda: self.draft_step(step, flow).get("content"), wanted)


__all__ = ["APP", "PanelCase", "expect"]
