"""Every screen of the price tracker: axe finds nothing, nothing is cut off, on phones and wide
screens, in light and dark."""

import unittest

from prices_case import LAMP, PricesCase, expect

PRODUCTS = [LAMP, "LAMP0002", "KITC0001", "KITC0002", "AUDI0001", "BOOK0001", "TOYS0001"]


class Pages(PricesCase):
    def open_tab(self, page, name):
        self.tab(page, name)
        expect(page.locator("[aria-current=page]")).to_have_text(name)

    def newcomer_with_three_pages(self):
        """A newcomer on the second of three pages; an experiment shows half of them only two."""
        for number in range(60):
            page = self.new_page(seen=False)
            page.goto("/")
            if number == 0:
                self.assert_good(page, "tutorial")
            self.press(page, "Continue")
            heading = page.get_by_role("heading", level=1)
            expect(heading).not_to_have_text("Welcome to Price Tracker")
            if heading.inner_text() == "Keep what you track":
                return page
            page.context.close()
        self.fail("60 newcomers have seen the shorter tutorial only")

    def test_pages_of_a_guest(self):
        self.seed(*PRODUCTS)
        page = self.newcomer_with_three_pages()
        self.assert_good(page, "tutorial-log-in")
        self.press(page, "Continue")
        self.assert_good(page, "tutorial-notifications")
        self.press(page, "Start")
        self.heading(page, "Hello")
        self.assert_good(page, "home-guest")
        for name in ("Tracking", "Add", "Explore", "Settings"):
            self.open_tab(page, name)
            self.assert_good(page, f"{name.lower()}-guest")
        for step, heading in (("login", "Log in"), ("register", "Create an account")):
            page.goto(f"/prices/{step}")
            self.heading(page, heading)
            self.assert_good(page, step)
        page.goto("/account/verify?link=none")
        self.assert_good(page, "verify")

    def test_pages_of_a_user(self):
        self.seed(*PRODUCTS)
        page = self.new_page()
        self.sign_up(page)
        self.add(page)
        self.set_price(3999)
        expect(page.get_by_text("20% lower").first).to_be_visible()
        self.assert_good(page, "product-price")
        page.get_by_text("Detail", exact=True).click()
        self.assert_good(page, "product-detail")
        page.get_by_text("Comments", exact=True).click()
        self.press(page, "Write a comment")
        page.get_by_label("What do you think?").fill("A warm light.")
        self.assert_good(page, "comment")
        self.press(page, "Save")
        expect(page.get_by_text("A warm light.")).to_be_visible()
        self.assert_good(page, "product-comments")
        self.press(page, "Change the rule")
        self.assert_good(page, "rule")
        self.press(page, "Cancel")
        self.add(page, "KITC0002")
        self.open_tab(page, "Home")
        self.assert_good(page, "home")
        self.open_tab(page, "Tracking")
        self.assert_good(page, "tracking")
        self.open_tab(page, "Explore")
        self.assert_good(page, "explore")
        self.press(page, "See all: Most tracked")
        page.get_by_text("Filter by category").click()
        self.assert_good(page, "see-all")
        self.open_tab(page, "Settings")
        self.assert_good(page, "settings")
        for name in ("Personal information", "When to notify you, for all products",
                     "Change the password", "Quiet hours and daily limit"):
            self.press(page, name)
            self.heading(page, "For all products" if "all products" in name else name)
            self.assert_good(page, name)
            self.press(page, "Cancel")
        self.press(page, "Delete account")
        self.assert_good(page, "delete-account")
        self.press(page, "Cancel")
        self.press(page, "Notifications on your devices")
        self.heading(page, "Notifications on your devices")
        self.assert_good(page, "notifications")


if __name__ == "__main__":
    unittest.main()
