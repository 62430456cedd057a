"""The specification's acceptance tests 1 to 6, with its numbers and its alert texts.

They run on a phone and on a tablet.
"""

import re

from yoga import NEW_PASSWORD, PASSWORD, TABLET, Person, YogaCase, expect, picture

MYTHS = ["Agni", "Kali", "Surya", "Chandra", "Vayu", "Varuna", "Hanuman", "Ganesha", "Shiva",
         "Vishnu", "Lakshmi", "Saraswati", "Durga", "Garuda"]


class Acceptance:
    """The tests; subclasses select the device."""

    def test_1_log_in_after_registering(self):
        person = Person(self.service.new_address())
        page = self.new_device()
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
        other = self.new_device(device=TABLET)
        self.log_in(other, person)

    def test_2_log_out(self):
        page = self.logged_in()
        self.log_out(page)
        page.goto("/yoga/menu")
        expect(page.get_by_role("button", name="Myths")).to_have_count(0)
        self.assertEqual(page.request.get("/account/export").status, 401)

    def test_3_change_the_password(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        elsewhere = self.logged_in(person, device=TABLET)
        self.press(page, "Account and settings")
        self.press(page, "Change password")
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_label("New password").fill(NEW_PASSWORD)
        self.check(page, "change-password")
        self.press(page, "Change password")
        self.expect_heading(page, "Password changed")
        # All other sessions have ended.
        self.assertEqual(elsewhere.request.get("/account/export").status, 401)
        self.log_in(self.new_device(), Person(person.email, NEW_PASSWORD))

    def test_4_set_a_profile_picture_from_the_gallery(self):
        page = self.logged_in()
        self.press(page, "Profile picture: gallery")
        page.get_by_label("Choose from the gallery").set_input_files(
            {"name": "me.png", "mimeType": "image/png", "buffer": picture()})
        self.press(page, "Use this picture")
        expect(page.get_by_role("img", name="Your profile picture")).to_be_visible()

    def test_5_set_a_profile_picture_with_the_camera(self):
        page = self.logged_in()
        self.press(page, "Profile picture: camera")
        self.press(page, "Take picture")
        self.press(page, "Take another")
        self.press(page, "Take picture")
        self.press(page, "Use this picture")
        expect(page.get_by_role("img", name="Your profile picture")).to_be_visible()

    def test_6_go_forward_and_backward_through_all_classes(self):
        # The posters of the other myths' videos are not generated for tests.
        self.expected_errors = ["Failed to load resource: .*404"]
        page = self.logged_in()
        for name in MYTHS:
            self.press(page, "Myths")
            page.get_by_role("button", name=re.compile(f"^{name}")).click()
            self.expect_heading(page, name)
            expect(page.locator(".yoga-video-card")).to_have_count(6)
            page.go_back()
            self.expect_heading(page, "Myths")
            page.go_forward()
            self.expect_heading(page, name)
            self.press(page, "Back to the menu")
            self.expect_menu(page)

    def test_a_failed_login_raises_one_alert_at_a_time(self):
        page = self.new_device()
        self.open_start(page)
        for email, password, text in [
                ("", "", "Missing username & password"),
                ("mira@example.com", "", "Missing password"),
                ("", PASSWORD, "Missing username/email"),
                ("nobody@example.com", PASSWORD, "Wrong email or password!")]:
            self.enter(page, email, password)
            self.press(page, "Log in")
            expect(page.get_by_role("alert")).to_have_text(text)
        self.check(page, "alert")


class PhoneAcceptance(Acceptance, YogaCase):
    """On a phone."""


class TabletAcceptance(Acceptance, YogaCase):
    """On a tablet."""

    device = TABLET
