"""The home page: the organization's applications at a glance."""

import re
import unittest

from portal import PortalCase, expect

PASSWORD = "violet harbour 71 lanterns"


class HomeTest(PortalCase):
    def cards(self, page):
        return page.get_by_role("list", name="Applications").get_by_role("heading")

    def create_application(self, name, id):
        response = self.server.call("POST", "/v1/apps", {"id": id, "name": name})
        self.assertEqual(response.status, 201, response)

    def focus_window(self, page):
        """Dispatches the window's focus event."""
        page.evaluate("dispatchEvent(new Event('focus'))")

    def test_a_card_summarizes_an_application(self):
        page = self.open_as()
        self.expect_heading(page, "Applications")
        card = page.get_by_role("listitem").filter(has_text="shop").first
        expect(card).to_contain_text("3 in production")
        expect(card).to_contain_text("1 warning")
        expect(card).to_contain_text("Published by FlowMagic (first setup)")
        expect(card.get_by_text("Draft with")).to_have_count(0)
        card.get_by_role("link", name="Shop").click()
        expect(page).to_have_url(f"{self.url}/apps/shop")

    def test_a_theme_that_is_not_stored_is_reported(self):
        page = self.open_as()
        self.expect_heading(page, "Applications")
        page.context.set_offline(True)
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("menuitemradio", name="Dark").click()
        self.expect_text(page, "The server cannot be reached.")

    def test_a_long_name_is_limited_to_two_lines(self):
        name = "The Corner Shop of a Very Long Street " * 4
        response = self.server.call("POST", "/v1/apps?organization=acme", {
            "id": "long", "name": name.strip(), "environments": ["production"]})
        self.assertEqual(response.status, 201, response)
        page = self.open_as()
        title = page.locator(".home-title h2", has_text="Very Long Street")
        expect(title).to_have_attribute("title", name.strip())
        lines = "title => title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)"
        self.assertLess(title.evaluate(lines), 2.5)

    def test_changes_appear_without_a_reload(self):
        page = self.open_as()
        self.expect_heading(page, "Applications")
        document = self.live_document()
        # Another user removes a step that others lead to.
        document["flows"][0]["steps"].pop()
        self.save_draft(document)
        self.focus_window(page)
        expect(page.get_by_text(re.compile(r"Draft with \d+ changes?"))).to_be_visible()
        expect(page.get_by_text("1 error").or_(page.get_by_text(" errors"))).to_be_visible()
        self.expect_text(page, "Edited by")

    def test_a_draft_equal_to_the_live_release_has_no_changes(self):
        document = self.live_document()
        self.save_draft(document)
        page = self.open_as()
        self.expect_text(page, "Edited by")
        expect(page.get_by_text("Draft with")).to_have_count(0)

    def test_applications_are_searched_sorted_and_pinned(self):
        self.create_application("Bakery", "bakery")
        self.create_application("Zoo", "zoo")
        page = self.open_as()
        expect(self.cards(page)).to_have_count(3)
        page.get_by_label("Sort by", exact=True).select_option("Name")
        expect(self.cards(page)).to_have_text(["Bakery", "Shop", "Zoo"])
        page.get_by_role("button", name="Add Zoo to favorites").click()
        expect(self.cards(page)).to_have_text(["Zoo", "Bakery", "Shop"])
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("SH")
        expect(self.cards(page)).to_have_text(["Shop"])
        expect(page.get_by_role("status").filter(has_text="1 application found")).to_have_count(1)
        page.keyboard.type("xyz")
        self.expect_text(page, "No results")
        self.click_button(page, "Show all")
        expect(self.cards(page)).to_have_count(3)
        page.reload()
        expect(self.cards(page).first).to_have_text("Zoo")

    def test_a_lost_connection_is_reported_and_the_last_data_stays(self):
        page = self.open_as()
        expect(self.cards(page)).to_have_count(1)
        page.route("**/v1/overview*", lambda route: route.abort())
        self.focus_window(page)
        self.expect_text(page, "This is the last known state")
        expect(self.cards(page)).to_have_count(1)
        page.unroute("**/v1/overview*")
        self.focus_window(page)
        expect(page.get_by_text("This is the last known state")).to_have_count(0)


class OnboardingTest(PortalCase):
    def register_user(self):
        """Registers a user who has no organization yet."""
        page = self.new_page()
        page.goto("/register")
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.click_button(page, "Create account")
        page.goto(self.mailbox.link("ada@example.org", "confirm"))
        self.fill(page, password=PASSWORD)
        self.click_button(page, "Confirm and sign in")
        return page

    def test_a_new_user_sees_how_to_join_or_creates_an_organization(self):
        page = self.register_user()
        self.expect_heading(page, "You are not in an organization yet")
        self.expect_text(page, "Ask an owner to invite ada@example.org")
        self.assert_accessible_at_all_sizes(page, "no-organization")
        page.get_by_label("Name", exact=True).fill("Acme")
        expect(page.get_by_label("ID", exact=True)).to_have_value("acme")
        self.click_button(page, "Create organization")
        # The sample's organization already has this id, and the field says so.
        self.expect_text(page, "This ID is taken")
        page.get_by_label("ID", exact=True).fill("acme-two")
        self.click_button(page, "Create organization")
        self.expect_text(page, "No applications yet")
        self.assert_accessible_at_all_sizes(page, "no-application")
        page.get_by_role("link", name="New application").click()
        self.expect_heading(page, "New application")

    def test_users_who_are_not_owners_see_the_owners(self):
        page = self.open_as("editor", at="/apps/new")
        self.expect_text(page, "Only owners can create applications")
        self.expect_text(page, "Ask Sample owner (owner@example.com).")
        page.goto("/")
        self.expect_heading(page, "Applications")
        expect(page.get_by_role("link", name="New application")).to_have_count(0)

    def test_the_page_is_translated_to_german(self):
        page = self.open_as()
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("menuitemradio", name="Deutsch").click()
        self.expect_heading(page, "Anwendungen")
        expect(page.get_by_text("1 Warnung")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "home-de")


if __name__ == "__main__":
    unittest.main()
