"""Without JavaScript: registering, logging in, a practice, and a profile picture."""

import re

from yoga import TABLET, Person, YogaCase, expect, picture


class WithoutScriptTest(YogaCase):
    def test_registering_logging_in_and_practicing_need_no_script(self):
        person = Person(self.service.new_address())
        page = self.new_device(java_script_enabled=False)
        self.open_start(page)
        self.press(page, "Register")
        self.expect_heading(page, "Register")
        self.enter(page, person.email, person.password)
        self.press(page, "Register")
        expect(page.get_by_text("You have been registered succesfully!")).to_be_visible()
        page.goto(self.service.link(person, "confirm"))
        page.get_by_label("Password").fill(person.password)
        self.press(page, "Confirm and log in")
        self.expect_menu(page)
        self.log_out(page)
        self.log_in(page, person)
        self.open_myth(page, "Agni")
        page.get_by_role("button", name=re.compile("^Mantra")).click()
        # The browser's own controls, and the six as links to their files.
        video = page.locator("video[controls]")
        expect(video).to_be_visible()
        self.assertIn("/agni/mantra/video.mp4", video.locator("source").last.get_attribute("src"))
        links = page.locator(".yoga-item a")
        expect(links).to_have_count(6)
        file = links.last.get_attribute("href")
        response = page.request.get(file, headers={"Range": "bytes=0-9"})
        self.assertEqual((response.status, response.headers["content-type"]), (206, "video/mp4"))
        self.press(page, "I have finished")
        self.press(page, "Continue")
        self.expect_menu(page)

    def test_a_picture_from_the_gallery_needs_no_script(self):
        page = self.logged_in(java_script_enabled=False, device=TABLET)
        self.press(page, "Profile picture: gallery")
        page.get_by_label("Choose from the gallery").set_input_files(
            {"name": "me.png", "mimeType": "image/png", "buffer": picture()})
        self.press(page, "Use this picture")
        expect(page.get_by_role("img", name="Your profile picture")).to_be_visible()
