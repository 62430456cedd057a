"""Offline: downloads play, progress is kept, and no change is lost."""

import re

from yoga import TABLET, YogaCase, expect

# JavaScript: a function that returns the number of downloaded files.
CACHED_FILES = "async () => (await (await caches.open('yoga-media')).keys()).length"


class OfflineTest(YogaCase):
    def setUp(self):
        super().setUp()
        # The browser logs failed requests, which are expected here.
        self.expected_errors = ["net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED"]

    def with_downloads(self, person, *names, **options):
        """A device with downloaded practices of Agni."""
        page = self.logged_in(person, **options)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.until(page, "navigator.serviceWorker.controller !== null")
        self.open_myth(page, "Agni")
        for name in names:
            self.press(page, f"Download: {name}")
            expect(page.get_by_role("button", name=f"Delete: {name}")).to_be_visible()
        return page

    def go_offline(self, page):
        """Goes offline, and opens the app."""
        page.context.set_offline(True)
        page.goto("/yoga")
        self.expect_heading(page, "You are offline")

    def go_online(self, page):
        with page.expect_response(
                lambda response: response.url.endswith("/api/sync") and response.ok):
            page.context.set_offline(False)
        expect(page.get_by_text("Everything is synchronized.")).to_be_visible()

    def finish(self, page, name):
        """Plays the end of a downloaded practice."""
        page.get_by_role("link", name=re.compile(name)).click()
        expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()
        self.expect_playable(page)
        length = page.evaluate("document.querySelector('video').duration")
        page.get_by_label("Position").fill(str(length - 1.5))
        if page.evaluate("document.querySelector('video').paused"):
            self.press(page, "Play")
        expect(page.get_by_text("Practice finished")).to_be_visible()
        expect(page.get_by_text("Offline. Your progress is kept and sent later.")).to_be_visible()

    def test_a_download_plays_offline_is_marked_done_and_synchronized_later(self):
        person = self.service.new_person()
        page = self.with_downloads(person, "Mantra", "Boat")
        expect(page.get_by_text(re.compile(r"^Downloaded: 2 · [\d.]+ MB on this device$"))
               ).to_be_visible()
        expect(page.locator(".yoga-video-card", has_text="Boat")).to_contain_text("Downloaded")
        self.check(page, "downloads")
        self.go_offline(page)
        self.expect_playable(page)
        expect(page.locator(".yoga-item")).to_have_count(2)
        self.check(page, "offline")
        self.press(page, "Play")
        self.expect_time(page, 0.4)
        # Range requests for a download work offline, too.
        page.get_by_label("Position").fill("20")
        self.expect_time(page, 20.2)
        self.finish(page, "Agni · Mantra")
        self.go_online(page)
        self.press(page, "Open the app")
        self.expect_heading(page, "Agni")
        expect(page.get_by_role("button", name=re.compile("^Mantra.*Done"))).to_be_visible()
        other = self.logged_in(person, device=TABLET)
        self.press(other, "History and streak")
        expect(other.get_by_text("Agni · Mantra").first).to_be_visible()

    def test_offline_changes_of_two_devices_are_merged(self):
        person = self.service.new_person()
        phone = self.with_downloads(person, "Mantra")
        tablet = self.with_downloads(person, "Boat", device=TABLET)
        self.go_offline(phone)
        self.go_offline(tablet)
        self.finish(phone, "Agni · Mantra")
        tablet.get_by_role("button", name="Favorite").click()
        tablet.get_by_label("Bells").uncheck()
        self.expect_playable(tablet)
        self.finish(tablet, "Agni · Boat")
        self.go_online(tablet)
        self.go_online(phone)
        for page in (phone, tablet):
            self.open_menu(page)
            self.press(page, "History and streak")
            for text in ("Agni · Mantra", "Agni · Boat"):
                expect(page.locator(".yoga-days").first).to_contain_text(text)
            favorites = page.locator("[data-key=liked]")
            expect(favorites.get_by_text("Agni · Boat")).to_be_visible()
            self.press(page, "Back to the menu")
            self.press(page, "Account and settings")
            expect(page.get_by_label("Bells")).not_to_be_checked()

    def test_all_six_are_downloaded_at_once_and_deleted_at_once(self):
        page = self.logged_in()
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.open_myth(page, "Agni")
        self.press(page, "Download all")
        expect(page.get_by_role("button", name=re.compile("^Delete: "))).to_have_count(6)
        # Six videos, each with five files and a completion marker.
        self.assertEqual(page.evaluate(CACHED_FILES), 36)
        self.press(page, "Delete all downloads")
        self.press(page, "Cancel")
        expect(page.get_by_role("dialog")).to_have_count(0)
        self.assertEqual(page.evaluate(CACHED_FILES), 36)
        self.press(page, "Delete all downloads")
        self.press(page, "Yes, delete")
        expect(page.get_by_text("Nothing is downloaded yet.")).to_be_visible()
        self.assertEqual(page.evaluate(CACHED_FILES), 0)

    def test_all_downloads_of_a_device_are_on_one_page(self):
        page = self.with_downloads(self.service.new_person(), "Mantra", "Boat")
        self.press(page, "Back to the menu")
        self.press(page, "Downloads")
        self.expect_heading(page, "Downloads")
        rows = page.locator(".yoga-downloads li")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text(re.compile(r"Agni · Boat[\d.]+ MB"))
        self.check(page, "all-downloads")
        self.press(page, "Delete: Agni · Boat")
        expect(rows).to_have_count(1)
        self.press(page, "Delete all downloads")
        expect(page.get_by_text("Delete all downloads from this device?")).to_be_visible()
        self.check(page, "delete-downloads")
        self.press(page, "Yes, delete")
        expect(rows).to_have_count(0)
        expect(page.get_by_text("Nothing is downloaded yet.")).to_be_visible()

    def test_an_interrupted_download_leaves_no_files(self):
        self.expected_errors.append("net::ERR_CONNECTION")
        page = self.logged_in()
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.open_myth(page, "Agni")
        # The page downloads the files itself; the service worker only serves cached ones.
        page.route("**/boat/quiet.mp4", lambda route: route.abort())
        page.route("**/asana/video-quiet.mp4", lambda route: route.abort())
        self.press(page, "Download: Boat")
        expect(page.get_by_text("The download failed.")).to_be_visible()
        self.assertEqual(page.evaluate(CACHED_FILES), 0)

    def test_without_a_download_the_offline_page_says_what_to_do(self):
        page = self.logged_in()
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.until(page, "navigator.serviceWorker.controller !== null")
        self.go_offline(page)
        expect(page.get_by_text("No practice is downloaded yet.")).to_be_visible()
        self.check(page, "offline-empty")

    def test_logging_out_deletes_the_downloads_of_a_device(self):
        page = self.with_downloads(self.service.new_person(), "Mantra")
        self.log_out(page)
        self.until(page, f"async () => !await ({CACHED_FILES})()")
