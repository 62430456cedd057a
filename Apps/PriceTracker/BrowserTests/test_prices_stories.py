"""User journeys in the price tracker, from the tutorial to a price drop."""

import json
import re
import unittest
from pathlib import Path

from prices_case import LAMP, PASSWORD, PricesCase, expect, layout


class Flows:
    """The specification's flows whose screens differ by width; subclasses select the size.

    Its figure 13 is the tutorial, 14 registering, 16 tracking, 17 the rule, 18 comments, 19 the
    search among tracked products, and 20 the filter. Signing in with a provider, figure 15, has a
    module of its own, and the widgets of figure 21 are not pages.
    """

    def test_the_tutorial_is_shown_once_and_can_be_skipped(self):
        page = self.new_page(tutorial_seen=False)
        page.goto("/")
        self.expect_heading(page, "Welcome to Price Tracker")
        self.press(page, "Continue")
        # An experiment shows two or three pages.
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(re.compile("Keep what you track|Get notified in time"))
        if heading.inner_text() == "Keep what you track":
            self.press(page, "Continue")
        self.expect_heading(page, "Get notified in time")
        expect(page.get_by_role("button", name="Skip")).to_have_count(0)
        self.press(page, "Start")
        self.expect_heading(page, "Hello")
        page.goto("/")
        self.expect_heading(page, "Hello")
        page.goto("/tutorial")
        self.press(page, "Skip")
        self.expect_heading(page, "Hello")

    def test_an_open_page_shows_a_price_drop(self):
        page = self.new_page()
        self.sign_up(page)
        # With the first product, users are asked whether they want notifications.
        self.press_tab(page, "Add")
        page.get_by_label("Address of the product").fill(self.product_url())
        self.press(page, "Track product")
        self.expect_heading(page, "Get notified immediately")
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "primer")
        self.press(page, "To the product")
        self.expect_heading(page, "Aurora desk lamp")
        expect(page.get_by_text("€49.99").first).to_be_visible()
        expect(page.get_by_text("every time the price falls")).to_be_visible()
        # A rule for this product.
        self.press(page, "Change the rule")
        page.get_by_label("At a target price").check()
        page.get_by_role("textbox", name="Target price").fill("45")
        self.press(page, "Save")
        expect(page.get_by_text("when it costs €45.00 or less")).to_be_visible()
        self.set_price(3999)
        expect(page.get_by_text("20% lower").first).to_be_visible()
        expect(page.locator(".fm-chart figcaption")).to_contain_text("From €49.99")
        expect(page.locator("[data-custom=History] li")).to_have_count(2)
        self.press_tab(page, "Settings")
        self.press(page, "Notifications on your devices")
        expect(page.get_by_text("Now €39.99, 20% less than €49.99.")).to_be_visible()
        # A tracked product is on the first screen and in the list of tracked ones.
        self.press(page, "Back")
        self.press_tab(page, "Home")
        expect(page.get_by_role("group", name="Your last tracked products")).to_contain_text(
            "Aurora desk lamp")
        self.press_tab(page, "Tracking")
        page.get_by_label("Search by name").fill("tent")
        expect(page.get_by_text("No products match.")).to_be_visible()
        page.get_by_label("Search by name").fill("auro")
        page.get_by_role("button", name="Aurora desk lamp").click()
        self.press(page, "Stop tracking")
        # Tracked again, it has the rule for all products, and the user is not asked again.
        self.press(page, "Track product")
        expect(page.get_by_text("every time the price falls")).to_be_visible()

    def test_comments_are_changed_and_deleted_by_their_author_only(self):
        self.seed(LAMP)
        page, other = self.new_page(), self.new_page()
        self.sign_up(page)
        self.open_comments(page)
        self.write_comment(page, "Good light, <b>bad</b> switch")
        expect(page.get_by_text("Good light, <b>bad</b> switch")).to_be_visible()
        if self.size == layout.DESKTOP:
            # The price is beside the comments.
            expect(page.locator("[data-custom=History] li").first).to_be_visible()
        self.open_comments(other)
        expect(other.get_by_text("Good light, <b>bad</b> switch")).to_be_visible()
        expect(other.get_by_text("Edit or delete")).to_have_count(0)
        page.get_by_text("Edit or delete").click()
        self.press(page, "Edit")
        page.get_by_label("What do you think?").fill("Good light and switch")
        self.press(page, "Save")
        expect(page.get_by_text("Good light and switch")).to_be_visible()
        # Others' comments arrive while a page is open.
        expect(other.get_by_text("Good light and switch")).to_be_visible()
        page.get_by_text("Edit or delete").click()
        self.press(page, "Delete")
        expect(page.get_by_text("No comments yet.")).to_be_visible()

    def test_a_list_is_paged_to_its_end_and_filtered(self):
        prefixes = ("LAMP", "KITC", "AUDI", "BOOK", "TOYS", "OUTD")
        products = [f"{prefix}000{number}" for prefix in prefixes for number in range(1, 5)]
        self.seed(*products)
        page = self.new_page()
        page.goto("/prices/explore")
        self.press(page, "See all: Most tracked")
        self.expect_heading(page, "Most tracked")
        cards = page.locator("[data-custom=Grid] .fm-card")
        if self.size == layout.PHONE:
            # On wide screens, the end of the first 20 is already in view.
            expect(cards).to_have_count(20)
            expect(page.get_by_text("The first 20 products")).to_be_visible()
        cards.last.scroll_into_view_if_needed()
        expect(cards).to_have_count(24)
        expect(page.get_by_text("24 products", exact=True)).to_have_count(1)
        page.get_by_text("Filter by category").click()
        page.get_by_label("Lamps (4)").check()
        page.get_by_label("Toys (4)").check()
        self.press(page, "Apply")
        expect(cards).to_have_count(8)
        expect(page.get_by_text("Lamps, Toys: 8 products")).to_be_visible()


class PhoneFlows(Flows, PricesCase):
    """With tabs."""


class WideFlows(Flows, PricesCase):
    """With a sidebar, and the price beside the other tabs of a product."""

    size = layout.DESKTOP


class Stories(PricesCase):
    def test_the_details_and_pictures_of_a_product_are_shown_in_full(self):
        self.seed(LAMP)
        page = self.new_page()
        page.goto("/products/1")
        page.get_by_text("Detail", exact=True).click()
        expect(page.get_by_text("Dims to a candle's light")).to_be_visible()
        self.assertIn("Lamps", page.locator("main").inner_text())
        opener = page.get_by_role("button", name="Show full size").first
        opener.click()
        viewer = page.get_by_role("dialog")
        expect(viewer.get_by_role("img")).to_be_visible()
        self.assertEqual(
            viewer.get_by_role("img").get_attribute("src"),
            page.locator(".fm-slide img").first.get_attribute("src"))
        page.keyboard.press("Escape")
        expect(viewer).to_have_count(0)
        expect(opener).to_be_focused()

    def test_a_product_is_shared_by_its_link(self):
        self.seed(LAMP)
        # A headless browser has no share sheet.
        page = self.new_page(permissions=["clipboard-read", "clipboard-write"])
        page.add_init_script("delete Navigator.prototype.share")
        page.goto("/products/1")
        self.press(page, "Share")
        expect(page.get_by_text("The link is copied.")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        other = self.new_page()
        other.goto(link)
        self.expect_heading(other, "Aurora desk lamp")
        # A share sheet gets the name and the link.
        page.evaluate("() => { navigator.share = async (data) => { window.shared = data; }; }")
        self.press(page, "Share")
        self.assertEqual(
            page.evaluate("window.shared"), {"title": "Aurora desk lamp", "url": link})

    def test_a_profile_picture_is_shown_beside_its_users_comments(self):
        self.seed(LAMP)
        page, other = self.new_page(), self.new_page()
        self.sign_up(page)
        self.open_comments(page)
        self.write_comment(page, "A warm light.")
        self.press_tab(page, "Settings")
        page.get_by_role("link", name="Profile picture").click()
        self.expect_heading(page, "Your profile picture")
        file = page.get_by_label("Choose a picture or take one")
        file.set_input_files(files=[{
            "name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG no picture"}])
        self.press(page, "Save the picture")
        expect(page.get_by_role("alert")).to_contain_text("Choose another")
        picture = Path(__file__).resolve().parents[1] / "Pictures/widgets-en.png"
        file.set_input_files(picture)
        self.press(page, "Save the picture")
        expect(page.get_by_role("img", name="Your profile picture")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "picture")
        self.open_comments(other)
        picture_beside_comment = other.locator("[data-custom=Comments] .fm-card img")
        expect(picture_beside_comment).to_be_visible()
        expect(picture_beside_comment).to_have_js_property("naturalWidth", 128)
        self.assert_accessible_at_all_sizes(other, "comments-picture")
        self.press(page, "Remove the picture")
        expect(page.get_by_text("You have no picture yet.")).to_be_visible()
        # An open page follows.
        expect(picture_beside_comment).to_have_count(0)

    def test_a_guest_adds_a_product_and_is_invited_to_log_in(self):
        page = self.new_page()
        page.goto("/")
        self.press_tab(page, "Tracking")
        expect(page.get_by_role("heading", name="Log in to track products")).to_be_visible()
        expect(page.get_by_label("Search by name")).to_have_count(0)
        self.add_product(page, button="Add product")
        self.expect_heading(page, "Aurora desk lamp")
        self.press(page, "Log in to track")
        self.expect_heading(page, "Log in")
        page.get_by_label("Email").fill("nobody@example.com")
        page.get_by_label("Password").fill("wrong wrong wrong")
        self.press(page, "Log in")
        expect(page.get_by_text("The email or the password is wrong.")).to_be_visible()

    def test_the_profile_and_the_default_rule_are_changed(self):
        page = self.new_page()
        self.sign_up(page)
        self.press_tab(page, "Settings")
        self.press(page, "Personal information")
        page.get_by_label("First name").fill("Grace")
        self.press(page, "Save")
        expect(page.get_by_text("Grace", exact=True)).to_be_visible()
        self.press(page, "When to notify you, for all products")
        page.get_by_label("When it has fallen by a percentage").check()
        page.get_by_label("Percent below").fill("25")
        self.press(page, "Save")
        self.add_product(page)
        expect(page.get_by_text("25% below €49.99")).to_be_visible()
        self.press_tab(page, "Settings")
        self.press(page, "Deutsch")
        self.expect_heading(page, "Einstellungen")
        page.get_by_role("button", name="Abmelden").click()
        self.expect_heading(page, "Hallo")

    def test_the_password_is_changed(self):
        page = self.new_page()
        self.sign_up(page)
        self.press_tab(page, "Settings")
        self.press(page, "Change the password")
        page.get_by_label("Current password").fill("wrong wrong wrong")
        page.get_by_label("New password").fill("amber window 52 glaciers")
        self.press(page, "Save")
        expect(page.get_by_text("The password is wrong.")).to_be_visible()
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_label("New password").fill("amber window 52 glaciers")
        self.press(page, "Save")
        self.expect_heading(page, "Settings")
        self.press(page, "Log out")
        self.expect_heading(page, "Hello")
        page.goto("/prices/login")
        for password in (PASSWORD, "amber window 52 glaciers"):
            page.get_by_label("Email").fill("ada@example.com")
            page.get_by_label("Password").fill(password)
            self.press(page, "Log in")
            if password == PASSWORD:
                expect(page.get_by_text("The email or the password is wrong.")).to_be_visible()
        self.expect_heading(page, "Hello")
        expect(page.get_by_text("Hello Ada,")).to_be_visible()

    def test_quiet_hours_are_set_and_explained_with_the_rule(self):
        page = self.new_page(timezone_id="Europe/Vienna")
        self.sign_up(page)
        self.press_tab(page, "Settings")
        self.press(page, "Email, quiet hours and daily limit")
        page.get_by_label("Quiet hours").check()
        page.get_by_label("From").select_option("21:00")
        page.get_by_label("Until").select_option("06:00")
        # A new user has the browser's time zone; a button selects it again.
        zone = page.get_by_label("Time zone")
        expect(zone).to_have_value('"Europe/Vienna"')
        zone.select_option("Asia/Tokyo")
        page.get_by_label("Notifications in 24 hours, at most").fill("3")
        self.press(page, "Save")
        self.expect_heading(page, "Settings")
        self.press(page, "Email, quiet hours and daily limit")
        self.press(page, "Use this device’s: Europe/Vienna")
        expect(zone).to_have_value('"Europe/Vienna"')
        self.press(page, "Save")
        self.expect_heading(page, "Settings")
        self.add_product(page)
        expect(page.get_by_text("No notifications between 21:00 and 6:00")).to_be_visible()
        expect(page.get_by_text("At most 3 notifications in 24 hours.")).to_be_visible()

    def test_a_user_downloads_the_data_and_deletes_the_account(self):
        page = self.new_page()
        self.sign_up(page)
        self.add_product(page)
        self.press_tab(page, "Settings")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download your data").click()
        data = json.loads(Path(download.value.path()).read_text())
        self.assertEqual(data["profile"]["email"], "ada@example.com")
        self.assertEqual([product["name"] for product in data["tracked"]], ["Aurora desk lamp"])
        self.press(page, "Delete account")
        self.expect_heading(page, "Delete your account")
        page.get_by_label("Password").fill(PASSWORD)
        self.press(page, "Delete account")
        self.expect_heading(page, "Hello")
        page.goto("/prices/login")
        page.get_by_label("Email").fill("ada@example.com")
        page.get_by_label("Password").fill(PASSWORD)
        self.press(page, "Log in")
        expect(page.get_by_text("The email or the password is wrong.")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
