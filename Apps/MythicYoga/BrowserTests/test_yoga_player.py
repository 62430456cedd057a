"""The player: playing, seeking, the six practices of a myth, captions, bells, and failures."""

import re

from yoga import TABLET, YogaCase, expect

# The modes of the captions, such as ["disabled", "showing"].
MODES = "[...document.querySelector('video').textTracks].map((track) => track.mode)"
# The practices of Agni, in their order.
PRACTICES = [
    "Mantra", "Upright gesture", "Skull-shining breath", "Boat", "Kindling flow", "Inner flame"]

# JavaScript: holds the reading of downloads, with which a player begins, until `releaseCaches()`.
HELD_CACHES = """{
  const {open} = CacheStorage.prototype;
  const released = new Promise((resolve) => { window.releaseCaches = resolve; });
  CacheStorage.prototype.open = async function (name) {
    await released;
    return open.call(this, name);
  };
}"""
# JavaScript: makes the reading of downloads fail until `restoreCaches()`.
FAILING_CACHES = """{
  const {open} = CacheStorage.prototype;
  CacheStorage.prototype.open = () => Promise.reject(new Error("no storage"));
  window.restoreCaches = () => { CacheStorage.prototype.open = open; };
}"""


class PlayerTest(YogaCase):
    def practice(self, name="Mantra", **options):
        page = self.logged_in(**options)
        self.open_practice(page, "Agni", name)
        return page

    def expect_playing(self, page, name):
        """Waits until a practice of the myth is selected and plays from its beginning."""
        expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()
        expect(page.locator(".yoga-item a[aria-current=true]")).to_contain_text(name)
        self.expect_time(page, 0.2)
        self.assertLess(self.time(page), 5)

    def test_the_button_and_the_time_follow_the_video(self):
        page = self.practice()
        expect(page.locator(".yoga-clock")).to_have_text("0:00 / 0:30")
        self.press(page, "Play")
        self.expect_time(page, 1.1)
        self.press(page, "Pause")
        expect(page.locator(".yoga-clock")).to_have_text(re.compile("^0:0[1-9] / 0:30$"))
        stopped = self.time(page)
        self.assertTrue(page.evaluate("document.querySelector('video').paused"))
        # Frames are really decoded.
        self.assertGreater(page.evaluate(
            "document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames"), 5)
        self.assertEqual(self.time(page), stopped)

    def test_play_pressed_while_the_first_video_opens_plays_it(self):
        page = self.logged_in()
        page.add_init_script(HELD_CACHES)
        self.open_menu(page)
        self.open_myth(page, "Agni")
        page.get_by_role("button", name=re.compile("^Mantra")).click()
        self.press(page, "Play")
        page.evaluate("releaseCaches()")
        # Opening sets the attribute; before, the page's own sources were played.
        self.until(page, "document.querySelector('video').hasAttribute('src')")
        self.expect_time(page, 0.3)

    def test_bells_turned_off_while_the_first_video_opens_are_off(self):
        page = self.logged_in()
        page.add_init_script(HELD_CACHES)
        self.open_menu(page)
        self.open_myth(page, "Agni")
        page.get_by_role("button", name=re.compile("^Mantra")).click()
        page.get_by_label("Bells").uncheck()
        page.evaluate("releaseCaches()")
        self.until(page, "document.querySelector('video').src.includes('quiet')")

    def test_a_setting_still_applies_after_another_video_could_not_be_opened(self):
        page = self.practice()
        page.evaluate(FAILING_CACHES)
        self.press(page, "Next")
        # The browser does not report this rejection, whose error is one of an injected script.
        self.until(page, "document.querySelector('yoga-player').opening === null")
        page.evaluate("restoreCaches()")
        page.get_by_label("Bells").uncheck()
        self.until(page, "document.querySelector('video').src.includes('quiet')")

    def test_seeking_works_by_slider_keyboard_and_buttons_and_stops_at_the_beginning(self):
        page = self.practice()
        slider = page.get_by_label("Position")
        slider.fill("12")
        self.assertAlmostEqual(self.time(page), 12, delta=0.1)
        self.assertEqual(slider.get_attribute("aria-valuetext"), "0:12 of 0:30")
        slider.press("ArrowRight")
        self.assertAlmostEqual(self.time(page), 22, delta=0.1)
        slider.press("j")
        self.assertAlmostEqual(self.time(page), 12, delta=0.1)
        for _ in range(2):
            self.press(page, "Back 10 s")
        self.assertEqual(self.time(page), 0)
        # A part of the file that is not loaded yet is requested by its range.
        slider.fill("28")
        self.until(page, "document.querySelector('video').readyState >= 2")
        slider.press("k")
        self.expect_time(page, 28.2)

    def test_next_and_previous_stay_within_the_six_videos(self):
        page = self.practice(device=TABLET)
        expect(page.get_by_role("button", name="Previous")).to_be_disabled()
        self.press(page, "Play")
        for name in PRACTICES[1:]:
            self.press(page, "Next")
            self.expect_playing(page, name)
        expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
        self.press(page, "Previous")
        self.expect_playing(page, PRACTICES[-2])
        page.get_by_role("link", name=re.compile("^Mantra")).click()
        self.expect_playing(page, "Mantra")

    def test_the_captions_setting_applies_to_all_videos(self):
        page = self.practice()
        self.assertEqual(page.evaluate(MODES), ["disabled"] * 2)
        page.get_by_label("Captions").select_option("de")
        self.until(page, f"{MODES}.includes('showing')")
        self.assertEqual(page.evaluate(MODES), ["disabled", "showing"])
        self.until(page, "document.querySelector('video').textTracks[1].cues?.length > 0")
        self.press(page, "Next")
        expect(page.get_by_role("heading", level=2, name=PRACTICES[1])).to_be_visible()
        self.until(page, f"JSON.stringify({MODES}) === '[\"disabled\",\"showing\"]'")
        page.reload()
        self.expect_playable(page)
        expect(page.get_by_label("Captions")).to_have_value("de")
        self.until(page, f"{MODES}.includes('showing')")
        page.get_by_label("Captions").select_option("off")
        self.until(page, f"{MODES}.every((mode) => mode === 'disabled')")
        # A browser that turns them on by itself is overridden.
        page.evaluate("document.querySelector('video').textTracks[0].mode = 'showing'")
        self.until(page, f"{MODES}.every((mode) => mode === 'disabled')")

    def test_switching_bells_keeps_the_video_and_its_position(self):
        page = self.practice()
        source = "document.querySelector('video').currentSrc"
        self.assertIn("/video.mp4", page.evaluate(source))
        page.get_by_label("Position").fill("9")
        self.press(page, "Play")
        self.expect_time(page, 9.2)
        page.get_by_label("Bells").uncheck()
        self.until(page, f"{source}.includes('quiet')")
        self.expect_time(page, 9.3)
        self.assertLess(self.time(page), 14)
        # The setting applies to all videos.
        self.press(page, "Next")
        self.until(page, f"{source}.includes('/mudra/') && {source}.includes('quiet')")

    def test_the_end_of_a_practice_offers_the_next_and_a_press_on_finish_asks_for_feedback(self):
        page = self.practice()
        page.get_by_label("Position").fill("28.5")
        self.press(page, "Play")
        expect(page.get_by_text("Practice finished")).to_be_visible()
        self.check(page, "finished")
        self.press(page, "Next practice")
        self.expect_playing(page, PRACTICES[1])
        self.press(page, "I have finished")
        self.expect_heading(page, re.compile("How was it"))
        self.check(page, "survey")
        page.get_by_label("Just right").check()
        self.press(page, "Continue")
        self.expect_menu(page)

    def test_a_video_that_does_not_load_is_reported_and_retried(self):
        self.expected_errors = ["Failed to load resource: (net::ERR_|.*503)"]
        page = self.logged_in()
        page.route("**/mantra/video.mp4", lambda route: route.abort())
        self.open_myth(page, "Agni")
        page.get_by_role("button", name=re.compile("^Mantra")).click()
        message = page.get_by_text("The video could not be loaded. Check your connection")
        expect(message).to_be_visible()
        self.check(page, "does-not-load")
        page.unroute("**/mantra/video.mp4")
        self.press(page, "Try again")
        self.expect_time(page, 0.3)
        expect(message).to_be_hidden()

    def test_a_page_with_expired_links_gets_new_ones(self):
        self.expected_errors = ["Failed to load resource: .*403"]
        page = self.logged_in()
        # The service's response when a link has expired.
        page.route("**/mantra/video.mp4", lambda route: route.fulfill(status=403))
        self.open_myth(page, "Agni")
        page.get_by_role("button", name=re.compile("^Mantra")).click()
        self.press(page, "Try again")
        expect(page.locator(".yoga-failure button")).to_be_visible()
        page.unroute("**/mantra/video.mp4")
        with page.expect_navigation():
            self.press(page, "Try again")
        self.expect_playable(page)

    def test_an_interrupted_video_resumes_at_its_position(self):
        page = self.practice()
        page.get_by_label("Position").fill("15")
        page.evaluate("document.querySelector('video').dispatchEvent(new Event('error'))")
        self.press(page, "Try again")
        self.expect_time(page, 15.2)
        self.assertLess(self.time(page), 20)
