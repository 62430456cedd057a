"""The pages about the account, and those of administrators, on a phone and on a tablet."""

import shutil
import tempfile
from pathlib import Path

from yoga import (
    DEVICE_KEY,
    NEW_PASSWORD,
    OUTBOX_KEY,
    PASSWORD,
    TABLET,
    VALUE,
    Person,
    Service,
    YogaCase,
    expect,
    picture,
)

NO_CAMERA = """() => {
  navigator.mediaDevices.getUserMedia =
      () => Promise.reject(new DOMException("", "NotAllowedError"));
}"""


class Account:
    """The user's own account; subclasses select the device."""

    def open_settings(self, page):
        self.press(page, "Account and settings")
        self.expect_heading(page, "Account and settings")

    def test_the_address_is_changed_by_the_link_to_the_new_one(self):
        page = self.logged_in()
        new = Person(self.service.new_address())
        self.open_settings(page)
        self.press(page, "Change address")
        self.expect_heading(page, "Change your address")
        self.check(page, "change-address")
        page.get_by_label("New address").fill(new.email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.press(page, "Send")
        self.expect_heading(page, "Check your email")
        self.check(page, "address-sent")
        page.goto(self.service.link(new, "confirm"))
        self.expect_heading(page, "Change your address")
        self.check(page, "confirm-address")
        self.press(page, "Change address")
        self.expect_heading(page, "Address changed")
        self.log_in(self.new_device(), new)

    def test_without_permission_for_the_camera_a_picture_is_chosen(self):
        page = self.logged_in()
        page.evaluate(NO_CAMERA)
        self.press(page, "Profile picture: camera")
        expect(page.get_by_text("The camera is not allowed.")).to_be_visible()
        self.check(page, "no-camera")
        page.get_by_label("Take a picture").set_input_files(
            {"name": "me.png", "mimeType": "image/png", "buffer": picture()})
        self.press(page, "Use this picture")
        expect(page.get_by_role("img", name="Your profile picture")).to_be_visible()

    def test_the_data_is_exported_and_the_account_deleted(self):
        person = self.service.new_person()
        page = self.logged_in(person)
        self.open_settings(page)
        self.press(page, "Export my data")
        self.expect_heading(page, "Your data")
        self.check(page, "export")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the file").click()
        self.assertIn(person.email, Path(download.value.path()).read_text())
        self.press(page, "Back to the menu")
        self.open_settings(page)
        self.press(page, "Delete account …")
        self.expect_heading(page, "Delete account")
        self.check(page, "delete")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.press(page, "Delete account")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        self.enter(page, person.email, PASSWORD)
        self.press(page, "Log in")
        expect(page.get_by_role("alert")).to_have_text("Wrong email or password!")

    def test_unsent_changes_survive_a_logout_and_are_erased_with_the_account(self):
        self.expected_errors = ["net::ERR_FAILED"]
        person = self.service.new_person()
        page = self.logged_in(person)
        self.open_settings(page)
        self.until(page, f"{VALUE}.then((value) => Boolean(value?.user))", DEVICE_KEY)
        page.route("**/api/sync", lambda route: route.abort())
        page.get_by_label("Bells").uncheck()
        self.until(page, f"{VALUE}.then((value) => 'bell' in value.pending.settings)", DEVICE_KEY)
        self.press(page, "Back to the menu")
        self.log_out(page)
        self.until(
            page, f"{VALUE}.then((value) => Object.keys(value || {{}}).length === 1)", OUTBOX_KEY)
        page.unroute("**/api/sync")
        self.enter(page, person.email, PASSWORD)
        self.press(page, "Log in")
        self.expect_menu(page)
        self.open_settings(page)
        expect(page.get_by_label("Bells")).not_to_be_checked()
        self.expect_sent(page)
        page.route("**/api/sync", lambda route: route.abort())
        page.get_by_label("Bells").check()
        self.until(page, f"{VALUE}.then((value) => 'bell' in value.pending.settings)", DEVICE_KEY)
        self.press(page, "Delete account …")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.press(page, "Delete account")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        self.until(page, f"{VALUE}.then((value) => !value.user && value.isSignedOut)", DEVICE_KEY)
        self.until(page, f"{VALUE}.then((value) => !Object.keys(value || {{}}).length)", OUTBOX_KEY)
        self.until(page, "!document.cookie.includes('yoga-deleted')")

    def test_unsent_changes_of_a_user_do_not_become_those_of_the_next(self):
        self.expected_errors = ["net::ERR_FAILED"]
        mira, noor = self.service.new_person(), Person(self.service.new_address())
        other = self.new_device()
        self.open_start(other)
        self.press(other, "Register")
        self.expect_heading(other, "Register")
        self.enter(other, noor.email, noor.password)
        self.press(other, "Register")
        expect(other.get_by_text("You have been registered succesfully!")).to_be_visible()
        page = self.logged_in(mira)
        self.open_settings(page)
        self.until(page, f"{VALUE}.then((value) => Boolean(value?.user))", DEVICE_KEY)
        page.route("**/api/sync", lambda route: route.abort())
        page.get_by_label("Bells").uncheck()
        self.until(page, f"{VALUE}.then((value) => 'bell' in value.pending.settings)", DEVICE_KEY)
        # The link in the email logs in another user, without a logout.
        page.goto(self.service.link(noor, "confirm"))
        page.get_by_label("Password").fill(noor.password)
        page.unroute("**/api/sync")
        self.press(page, "Confirm and log in")
        self.expect_menu(page)
        self.open_settings(page)
        self.until(
            page, f"{VALUE}.then((value) => Object.keys(value || {{}}).length === 1)", OUTBOX_KEY)
        self.expect_sent(page)
        expect(page.get_by_label("Bells")).to_be_checked()
        self.press(page, "Back to the menu")
        self.log_out(page)
        self.enter(page, mira.email, mira.password)
        self.press(page, "Log in")
        self.expect_menu(page)
        self.open_settings(page)
        expect(page.get_by_label("Bells")).not_to_be_checked()
        self.expect_sent(page)


class PhoneAccount(Account, YogaCase):
    """On a phone."""


class TabletAccount(Account, YogaCase):
    """On a tablet."""

    device = TABLET


class Administration:
    """Administering accounts; subclasses select the device."""

    def new_service(self):
        folder = tempfile.mkdtemp(prefix="mythic yoga ")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        # The address of the first user.
        service = Service(folder, "--administrator", "mira1@example.com")
        self.addCleanup(service.stop)
        return service

    def test_an_administrator_disables_enables_and_deletes_an_account(self):
        administrator, other = self.service.new_person(), self.service.new_person()
        page = self.logged_in(administrator)
        page.goto("/administration")
        self.expect_heading(page, "Accounts")
        expect(page.get_by_text(other.email)).to_be_visible()
        self.check(page, "accounts")
        page.get_by_label("Address or name").fill(other.email)
        self.press(page, "Search")
        expect(page.get_by_text(administrator.email)).to_have_count(0)
        self.press(page, "Disable")
        expect(page.get_by_text("The account is disabled")).to_be_visible()
        device = self.new_device()
        self.open_start(device)
        self.enter(device, other.email, other.password)
        self.press(device, "Log in")
        expect(device.get_by_role("alert")).to_contain_text("disabled")
        self.press(page, "Enable")
        expect(page.get_by_text("The account is enabled.")).to_be_visible()
        page.get_by_role("link", name="Delete …").click()
        self.expect_heading(page, "Delete this account?")
        self.check(page, "delete-account")
        self.press(page, "Delete account")
        expect(page.get_by_text("The account is deleted.")).to_be_visible()
        expect(page.get_by_text(other.email)).to_have_count(0)

    def test_the_command_disables_and_enables_an_account_and_resets_its_password(self):
        person = self.service.new_person()
        page = self.new_device()
        self.open_start(page)
        self.assertIn(person.email, self.service.run_users("list"))
        self.service.run_users("disable", person.email)
        self.enter(page, person.email, PASSWORD)
        self.press(page, "Log in")
        expect(page.get_by_role("alert")).to_contain_text("disabled")
        self.service.run_users("enable", person.email)
        page.goto(self.service.run_users("reset", person.email))
        self.expect_heading(page, "Choose a new password")
        page.get_by_label("New password").fill(NEW_PASSWORD)
        self.press(page, "Change password")
        self.expect_heading(page, "Password changed")
        self.log_in(self.new_device(), Person(person.email, NEW_PASSWORD))


class PhoneAdministration(Administration, YogaCase):
    """On a phone."""


class TabletAdministration(Administration, YogaCase):
    """On a tablet."""

    device = TABLET
