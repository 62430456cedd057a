"""Offline reading: cached products are shown while the service cannot be reached."""

import re
import unittest

from prices_case import LAMP, PricesCase, expect, live


class Offline(PricesCase):
    check_every = None

    def wait_for_cached_products(self, page, count):
        """Waits until the offline cache has this number of products."""
        count_products = "async () => (await (await caches.open('prices-seen')).keys()).length"
        live.wait_for(
            lambda: page.evaluate(count_products) == count or page.wait_for_timeout(20),
            f"{count} products to be stored")

    def wait_for_worker(self, page):
        """Waits until the service worker controls the page and has cached the styles."""
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => !!navigator.serviceWorker.controller")
        count_styles = "async () => (await (await caches.open('prices-shell')).keys()).length"
        live.wait_for(
            lambda: page.evaluate(count_styles) or page.wait_for_timeout(20), "the styles")

    def test_a_cached_product_opens_with_its_last_price_and_time(self):
        self.seed(LAMP, "KITC0001")
        page = self.new_page()
        for product in (1, 2):
            page.goto(f"/products/{product}")
            expect(page.locator("[data-custom=ShopBar]")).to_be_visible()
            self.wait_for_cached_products(page, product)
        self.wait_for_worker(page)
        self.server.stop()
        page.goto("/products/1")
        self.expect_heading(page, "Aurora desk lamp")
        expect(page.get_by_text("You are offline")).to_be_visible()
        expect(page.get_by_text("€49.99")).to_be_visible()
        expect(page.locator("time")).to_have_text(re.compile(r"\d{4}, \d\d:\d\d$"))
        self.assert_accessible_at_all_sizes(page, "offline-product")
        # Other pages list the cached products, the latest first.
        page.goto("/prices/explore")
        self.expect_heading(page, "You are offline")
        names = page.locator(".pt-seen a")
        expect(names).to_have_count(2)
        expect(names.nth(1)).to_have_text("Aurora desk lamp")
        self.assert_accessible_at_all_sizes(page, "offline-list")
        names.nth(1).click()
        self.expect_heading(page, "Aurora desk lamp")
        # With a network, the page is loaded again, not the last page of the flow in this tab.
        self.assertIsNone(page.evaluate("sessionStorage.getItem('flowmagic')"))
        with page.expect_event("load"):
            page.evaluate("() => { dispatchEvent(new Event('online')); }")
        self.expect_heading(page, "Aurora desk lamp")

    def test_cached_products_are_removed_at_log_out(self):
        self.seed(LAMP)
        page = self.new_page()
        self.sign_up(page)
        page.goto("/products/1")
        self.wait_for_cached_products(page, 1)
        self.press_tab(page, "Settings")
        self.press(page, "Log out")
        self.expect_heading(page, "Hello")
        self.wait_for_cached_products(page, 0)
        self.wait_for_worker(page)
        self.server.stop()
        page.goto("/products/1")
        self.expect_heading(page, "You are offline")
        expect(page.get_by_text("Products that you open are kept here")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
