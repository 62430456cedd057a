"""Logging out while a video plays: nothing more is requested, and other tabs follow."""

from yoga import DEVICE_KEY, VALUE, YogaCase, expect


class LoggingOutTest(YogaCase):
    def setUp(self):
        super().setUp()
        # The responses that rejected a request; `tearDown` asserts the pages' errors.
        self.rejected = []

    def record_rejections(self, page):
        page.on("response", lambda response: self.rejected.append((response.status, response.url))
                if response.status in (401, 403) else None)
        return page

    def expect_signed_out(self, page):
        """Waits until the start screen is shown and the device has no user."""
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        self.until(
            page, f"{VALUE}.then((value) => value?.isSignedOut === true && !value.user)",
            DEVICE_KEY)

    def play(self, page, second):
        self.open_practice(page, "Agni", "Mantra")
        page.get_by_label("Position").fill(str(second))
        self.press(page, "Play")
        self.expect_time(page, second + 0.3)

    def test_a_video_that_plays_ends_without_a_rejected_request(self):
        person = self.service.new_person()
        page = self.record_rejections(self.logged_in(person))
        self.play(page, 12)
        page.evaluate("window.video = document.querySelector('video')")
        self.press(page, "Log out")
        self.expect_signed_out(page)
        # The element that was removed does not load anything either.
        self.assertEqual(page.evaluate("window.video.networkState"), 0)
        self.assertEqual(self.rejected, [])
        # The next login continues where the video was.
        self.log_in(page, person)
        self.open_practice(page, "Agni", "Mantra")
        expect(page.get_by_text("Resumed at 0:1")).to_be_visible()
        self.assertEqual(self.rejected, [])

    def test_another_tab_ends_its_video_and_asks_to_log_in(self):
        person = self.service.new_person()
        page = self.record_rejections(self.logged_in(person))
        other = page.context.new_page()
        other.on("pageerror", lambda error: self.page_errors.append(str(error)))
        other.on("console", lambda message: self._record(other, message))
        self.record_rejections(other)
        self.open_menu(other)
        self.play(other, 3)
        self.press(page, "Log out")
        expect(other.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        expect(other.locator("video")).to_have_count(0)
        self.expect_signed_out(page)
        self.assertEqual(self.rejected, [])

    def test_a_video_that_plays_at_the_logout_leaves_nothing_for_the_next_user(self):
        page = self.logged_in(self.service.new_person())
        self.play(page, 15)
        self.log_out(page)
        self.expect_signed_out(page)
        self.log_in(page, self.service.new_person())
        self.open_practice(page, "Agni", "Mantra")
        self.assertEqual(self.time(page), 0)
        self.press(page, "Back to the menu")
        self.press(page, "History and streak")
        expect(page.get_by_text("Your finished practices will be listed here.")).to_be_visible()
