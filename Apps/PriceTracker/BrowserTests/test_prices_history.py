"""Reloading, and going back and forward: each tab shows the products of its own history."""

import unittest

from prices_case import LAMP, PricesCase

NAMES = ("Aurora desk lamp", "The Cartographer's Winter")


class History(PricesCase):
    check_every = None

    def open_product(self, page, number):
        page.goto(f"/products/{number}")
        self.expect_heading(page, NAMES[number - 1])

    def test_each_of_two_tabs_reloads_its_own_product(self):
        self.seed(LAMP, "BOOK0001")
        page = self.new_page()
        self.open_product(page, 1)
        other = page.context.new_page()
        self.open_product(other, 2)
        page.reload()
        self.expect_heading(page, NAMES[0])
        self.press_tab(other, "Home")
        self.expect_heading(other, "Hello")
        page.reload()
        self.expect_heading(page, NAMES[0])
        other.go_back()
        self.expect_heading(other, NAMES[1])

    def test_back_and_forward_between_links_show_the_product_of_each(self):
        self.seed(LAMP, "BOOK0001")
        page = self.new_page()
        self.open_product(page, 1)
        self.open_product(page, 2)
        page.go_back()
        self.expect_heading(page, NAMES[0])
        page.go_forward()
        self.expect_heading(page, NAMES[1])

    def test_after_a_logout_in_another_tab_back_shows_nothing_of_the_user(self):
        page = self.new_page()
        self.sign_up(page)
        self.press_tab(page, "Settings")
        self.press(page, "Personal information")
        page.get_by_label("Nickname").fill("Countess")
        self.press(page, "Save")
        self.expect_heading(page, "Settings")
        other = page.context.new_page()
        other.goto("/prices/settings")
        self.press(other, "Log out")
        self.expect_heading(other, "Hello")
        # The server rejects the entry, and the browser loads the page that the server has.
        with page.expect_event("load"):
            page.go_back()
        self.expect_heading(page, "Hello")
        self.assertNotIn("Countess", page.content())
        self.assertNotIn("ada@example.com", page.content())


if __name__ == "__main__":
    unittest.main()
