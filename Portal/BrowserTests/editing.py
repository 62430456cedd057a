"""Editing a flow in the list view, for the tests of drafts, publishing and history."""

from portal import PortalCase, expect


class EditingCase(PortalCase):
    """Tests that edit the sample shop's draft."""

    def open_list(self, role="owner", **options):
        """Opens the shop's list view."""
        page = self.open_editor(role, **options)
        self.show_list(page)
        return page

    def show_list(self, page):
        page.locator(".flow-bar .segmented label", has_text="List").click()
        expect(page.locator("[data-step=Home]")).to_be_visible()

    def route_select(self, page, step, port):
        """The select with the target of a port's unconditional route."""
        item = page.locator(f'[data-step="{step}"]')
        toggle = item.locator(".list-name")
        if toggle.get_attribute("aria-expanded") == "false":
            toggle.click()
        heading = item.page.get_by_role("heading", level=4, name=f"Port {port}", exact=True)
        return item.locator(".list-port", has=heading).locator("select").first

    def reroute(self, page, step, port, to):
        """Selects another step of the same flow as a port's target."""
        select = self.route_select(page, step, port)
        select.focus()
        select.select_option(value=f"step:{to}")

    def expect_target(self, page, step, port, to):
        """Waits until the page shows a step as a port's target."""
        expect(self.route_select(page, step, port)).to_have_value(f"step:{to}")

    def expect_status(self, page, text):
        """Waits until the save status contains a text."""
        expect(page.locator(".save-status")).to_contain_text(text)

    def target(self, step, port, document=None):
        """The target of a port in the server's draft; None if there is no draft."""
        document = document or self.draft()
        return document and self.step(document, step)["ports"][port][0].get("to")

    def choose(self, page, item):
        """Chooses an item of the draft's menu."""
        page.locator(".save-status").click()
        page.get_by_role("menuitem", name=item).click()

    def open_sheet(self, page):
        """Opens the publish sheet, once the flow has been verified."""
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        expect(sheet).to_be_visible()
        return sheet

    def publish(self, page, note=""):
        """Publishes the draft with the sheet; returns the dialog after it."""
        sheet = self.open_sheet(page)
        self.accept_all(sheet)
        sheet.get_by_label("Note").fill(note)
        sheet.get_by_role("button", name="Publish to production").click()
        done = page.get_by_role("dialog", name="Published")
        expect(done).to_be_visible()
        return done
