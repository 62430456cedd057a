"""The pages of the price tracker: axe finds nothing, nothing is cut off, on phones and wide
screens, in light and dark; the navigation, and the sections of the lists."""

import unittest

from prices_case import LAMP, PricesCase, expect, layout

PRODUCTS = [LAMP, "LAMP0002", "KITC0001", "KITC0002", "AUDI0001", "BOOK0001", "TOYS0001"]


class Pages(PricesCase):
    def open_tab(self, page, name):
        """Presses a tab that is not the current one, and waits until its page is shown."""
        self.press_tab(page, name)
        expect(page.locator("[aria-current=page]")).to_have_text(name)

    def open_page_with_long_tutorial(self):
        """Opens the second page of the long tutorial, which half of the visitors get."""
        for number in range(60):
            page = self.new_page(tutorial_seen=False)
            page.goto("/")
            if number == 0:
                self.assert_accessible_at_all_sizes(page, "tutorial")
            self.press(page, "Continue")
            heading = page.get_by_role("heading", level=1)
            expect(heading).not_to_have_text("Welcome to Price Tracker")
            if heading.inner_text() == "Keep what you track":
                return page
            page.context.close()
        self.fail("60 new visitors have seen only the shorter tutorial")

    def test_pages_of_a_guest_are_accessible(self):
        self.seed(*PRODUCTS)
        page = self.open_page_with_long_tutorial()
        self.assert_accessible_at_all_sizes(page, "tutorial-log-in")
        self.press(page, "Continue")
        self.assert_accessible_at_all_sizes(page, "tutorial-notifications")
        self.press(page, "Start")
        self.expect_heading(page, "Hello")
        self.assert_accessible_at_all_sizes(page, "home-guest")
        for name in ("Tracking", "Add", "Explore", "Settings"):
            self.open_tab(page, name)
            self.assert_accessible_at_all_sizes(page, f"{name.lower()}-guest")
        for step, heading in (("login", "Log in"), ("register", "Create an account")):
            page.goto(f"/prices/{step}")
            self.expect_heading(page, heading)
            self.assert_accessible_at_all_sizes(page, step)
        page.goto("/account/verify?link=none")
        self.assert_accessible_at_all_sizes(page, "verify")

    def test_the_navigation_is_a_bar_on_phones_and_a_sidebar_on_wide_screens(self):
        self.seed(*PRODUCTS)
        page = self.new_page()
        page.goto("/prices")
        for name in ("Tracking", "Add", "Explore", "Settings", "Home"):
            self.open_tab(page, name)
            navigation = page.get_by_role("navigation", name="Main")
            expect(navigation.get_by_role("button", name="Add")).to_be_visible()
            bar = page.locator(".pt-tabs").bounding_box()
            width, height = layout.SIZES[layout.PHONE]
            self.assertEqual((bar["x"], bar["width"]), (0, width))
            self.assertAlmostEqual(bar["y"] + bar["height"], height, delta=1)
        page.set_viewport_size(dict(zip(("width", "height"), layout.SIZES[layout.DESKTOP])))
        bar = page.locator(".pt-tabs").bounding_box()
        self.assertEqual((bar["x"], bar["y"]), (0, 0))
        self.assertEqual(bar["height"], layout.SIZES[layout.DESKTOP][1])
        self.assertLess(bar["width"], 300)

    def test_the_labels_of_the_german_tab_bar_are_on_one_line(self):
        page = self.new_page(locale="de-DE")
        page.goto("/prices")
        expect(page.locator(".pt-tabs")).to_contain_text("Einstellungen")
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 700})
            self.assertEqual(page.evaluate("""() => {
              const {innerWidth} = window;
              return [...document.querySelectorAll(".pt-tabs .fm-button")].filter((button) => {
                const range = document.createRange();
                range.selectNodeContents(button.querySelector("span"));
                const lines = new Set([...range.getClientRects()].map((line) => line.top));
                return lines.size !== 1 || button.scrollWidth > button.clientWidth
                  || button.getBoundingClientRect().right > innerWidth;
              }).map((button) => button.textContent);
            }"""), [], f"at {width} px")

    def test_home_and_explore_have_their_sections(self):
        self.seed(*PRODUCTS)
        page = self.new_page()
        for name in ("Most tracked", "Biggest drops in percent",
                     "Widest range between highest and lowest"):
            page.goto("/prices/explore")
            expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()
            self.press(page, f"See all: {name}")
            self.expect_heading(page, name)
        page.goto("/prices/home")
        self.press(page, "See all: Most tracked")
        self.expect_heading(page, "Most tracked")
        page.goto("/prices/home")
        # A category is a shortcut to the list with its products only.
        self.press(page, "Toys")
        expect(page.get_by_text("Toys: 1 product")).to_be_visible()
        expect(page.locator("[data-custom=Grid] .fm-card")).to_have_count(1)

    def test_the_price_and_the_link_to_the_shop_stay_in_view(self):
        self.seed(LAMP)
        page = self.new_page()
        page.goto("/products/1")
        bar = page.locator("[data-custom=ShopBar]")
        for name in ("Price", "Detail", "Comments"):
            if name != "Price":
                page.get_by_text(name, exact=True).click()
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            expect(bar.get_by_text("€49.99")).to_be_in_viewport()
            expect(bar.get_by_role("link", name="Open in the shop")).to_be_in_viewport()
        with page.context.expect_page() as opened:
            bar.get_by_role("link", name="Open in the shop").click()
        opened.value.wait_for_url(self.product_url())

    def test_pages_of_a_user_are_accessible(self):
        self.seed(*PRODUCTS)
        page = self.new_page()
        self.sign_up(page)
        self.add_product(page)
        self.set_price(3999)
        expect(page.get_by_text("20% lower").first).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "product-price")
        page.get_by_text("Detail", exact=True).click()
        self.assert_accessible_at_all_sizes(page, "product-detail")
        page.get_by_text("Comments", exact=True).click()
        self.press(page, "Write a comment")
        page.get_by_label("What do you think?").fill("A warm light.")
        self.assert_accessible_at_all_sizes(page, "comment")
        self.press(page, "Save")
        expect(page.get_by_text("A warm light.")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "product-comments")
        self.press(page, "Change the rule")
        self.assert_accessible_at_all_sizes(page, "rule")
        self.press(page, "Cancel")
        self.add_product(page, "KITC0002")
        self.open_tab(page, "Home")
        self.assert_accessible_at_all_sizes(page, "home")
        self.open_tab(page, "Tracking")
        self.assert_accessible_at_all_sizes(page, "tracking")
        self.open_tab(page, "Explore")
        self.assert_accessible_at_all_sizes(page, "explore")
        self.press(page, "See all: Most tracked")
        page.get_by_text("Filter by category").click()
        self.assert_accessible_at_all_sizes(page, "see-all")
        self.open_tab(page, "Settings")
        self.assert_accessible_at_all_sizes(page, "settings")
        for name in ("Personal information", "When to notify you, for all products",
                     "Change the password", "Email, quiet hours and daily limit"):
            self.press(page, name)
            self.expect_heading(page, "For all products" if "all products" in name else name)
            self.assert_accessible_at_all_sizes(page, name)
            self.press(page, "Cancel")
        self.press(page, "Delete account")
        self.assert_accessible_at_all_sizes(page, "delete-account")
        self.press(page, "Cancel")
        self.press(page, "Notifications on your devices")
        self.expect_heading(page, "Notifications on your devices")
        self.assert_accessible_at_all_sizes(page, "notifications")


if __name__ == "__main__":
    unittest.main()
