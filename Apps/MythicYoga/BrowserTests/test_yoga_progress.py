"""Synchronized progress: positions, favorites, history, streaks and settings."""

import re

from yoga import TABLET, YogaCase, expect


class ProgressTest(YogaCase):
    def stop_at(self, page, second):
        """Plays the mantra of Agni briefly from a position, and waits until it is synchronized."""
        self.open_practice(page, "Agni", "Mantra")
        page.get_by_label("Position").fill(str(second))
        self.press(page, "Play")
        self.expect_time(page, second + 0.3)
        self.pause(page)

    def pause(self, page):
        self.press(page, "Pause")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        self.expect_sent(page)

    def finish_practice(self, page):
        """Plays the end of the mantra of Agni."""
        self.open_practice(page, "Agni", "Mantra")
        page.get_by_label("Position").fill("28.2")
        self.press(page, "Play")
        expect(page.get_by_text("Practice finished")).to_be_visible()
        expect(page.locator(".yoga-item").first).to_contain_text("Done")

    def test_a_video_resumes_at_its_position_on_another_device_too(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        self.stop_at(page, 12)
        stopped = self.time(page)
        self.press(page, "Back to the menu")
        self.open_practice(page, "Agni", "Mantra")
        expect(page.get_by_text("Resumed at 0:1")).to_be_visible()
        self.assertAlmostEqual(self.time(page), stopped, delta=0.2)
        tablet = self.logged_in(person, device=TABLET)
        self.open_practice(tablet, "Agni", "Mantra")
        expect(tablet.get_by_text("Resumed at 0:1")).to_be_visible()
        self.assertAlmostEqual(self.time(tablet), stopped, delta=0.2)
        # What was practiced counts there, too, when the video is finished.
        self.assertGreater(
            tablet.evaluate("document.querySelector('yoga-player').practiced"), 0)
        # The other device continues, and the first follows.
        tablet.get_by_label("Position").fill("21")
        self.press(tablet, "Play")
        self.expect_time(tablet, 21.3)
        self.pause(tablet)
        self.press(page, "Back to the menu")
        self.open_practice(page, "Agni", "Mantra")
        expect(page.get_by_text("Resumed at 0:2")).to_be_visible()

    def test_a_favorite_is_marked_listed_and_synchronized(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        self.open_practice(page, "Agni", "Boat")
        favorite = page.get_by_role("button", name="Favorite")
        expect(favorite).to_have_attribute("aria-pressed", "false")
        favorite.click()
        expect(favorite).to_have_attribute("aria-pressed", "true")
        self.expect_sent(page)
        # It belongs to the video, not to the page.
        self.press(page, "Next")
        expect(favorite).to_have_attribute("aria-pressed", "false")
        tablet = self.logged_in(person, device=TABLET)
        self.open_myth(tablet, "Agni")
        card = tablet.locator(".yoga-video-card", has_text="Boat")
        expect(card.get_by_text("Favorite")).to_have_count(1)
        self.press(tablet, "Back to the menu")
        self.press(tablet, "History and streak")
        tablet.get_by_role("button", name="Agni · Boat").click()
        self.expect_playable(tablet)
        expect(tablet.get_by_role("heading", level=2, name="Boat")).to_be_visible()

    def test_a_finished_practice_is_in_the_history_and_begins_a_streak(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        self.press(page, "History and streak")
        expect(page.get_by_text("Your finished practices will be listed here.")).to_be_visible()
        expect(page.locator(".yoga-count")).to_have_text("0 days in a row")
        self.press(page, "Back to the menu")
        self.finish_practice(page)
        self.expect_sent(page)
        self.press(page, "Back to the menu")
        self.press(page, "History and streak")
        expect(page.locator(".yoga-days").first).to_contain_text("Agni · Mantra")
        expect(page.locator(".yoga-count")).to_have_text("1 day in a row")
        expect(page.get_by_text("Practiced today")).to_be_visible()
        self.check(page, "history")
        page.locator(".yoga-days").get_by_role("button", name="Agni · Mantra").click()
        self.expect_playable(page)
        self.press(page, "Back to the menu")
        self.press(page, "Myths")
        expect(page.locator(".yoga-myth-card", has_text="Agni")).to_contain_text("1/6")

    def test_a_practice_that_is_ended_by_a_press_counts_once(self):
        page = self.logged_in()
        self.open_practice(page, "Agni", "Mantra")
        page.get_by_label("Position").fill("12")
        self.press(page, "Play")
        self.expect_time(page, 12.5)
        self.press(page, "I have finished")
        self.expect_heading(page, re.compile("How was it"))
        self.press(page, "Continue")
        self.press(page, "History and streak")
        days = page.locator(".yoga-days").first
        expect(days).to_contain_text("Agni · Mantra")
        expect(days.locator("li")).to_have_count(1)
        self.press(page, "Back to the menu")
        # The next time it starts from its beginning.
        self.open_practice(page, "Agni", "Mantra")
        self.assertLess(self.time(page), 1)

    def test_switching_streaks_off_applies_to_all_devices(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        self.press(page, "Account and settings")
        self.expect_heading(page, "Account and settings")
        self.check(page, "settings")
        page.get_by_label("Count days in a row").uncheck()
        self.expect_sent(page)
        tablet = self.logged_in(person, device=TABLET)
        self.press(tablet, "History and streak")
        expect(tablet.get_by_role("heading", level=2, name="Favorites")).to_be_visible()
        expect(tablet.locator(".yoga-streak")).to_be_hidden()

    def test_the_next_user_of_a_device_sees_no_data_of_the_previous_one(self):
        page = self.logged_in()
        self.finish_practice(page)
        self.log_out(page)
        self.log_in(page, self.service.new_person())
        self.press(page, "History and streak")
        expect(page.get_by_text("Your finished practices will be listed here.")).to_be_visible()
        expect(page.get_by_text("Agni · Mantra")).to_have_count(0)
