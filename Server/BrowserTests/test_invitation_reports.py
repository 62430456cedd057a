"""Recipients of unwanted invitations report and block them."""

import re
import unittest

from browser import BrowserCase


class UnwantedInvitationTest(BrowserCase):
    def report_link(self, address):
        text = self.mailbox.wait(address, "join").get_body(("plain",)).get_content()
        return re.search(r"report and block:\s+(\S+)", text)[1]

    def test_a_recipient_reports_and_blocks_without_an_account_and_without_javascript(self):
        self.invite("victim@example.org")
        link = self.report_link("victim@example.org")
        for locale, button, done in (
                ("de-DE", "Melden und blockieren", "Gemeldet und blockiert"),
                ("en-GB", "Report and block", "Reported and blocked")):
            page = self.new_page("phone", java_script_enabled=False, locale=locale)
            page.goto(link)
            self.click_button(page, button)
            self.expect_heading(page, done)
        again = self.server.call(
            "POST", "/v1/organizations/acme/invitations",
            {"email": "victim@example.org", "role": "viewer"})
        self.assertEqual((again.status, again.json["code"]), (403, "invitation-refused"))

    def test_the_report_pages_are_accessible_and_work_by_keyboard(self):
        accept = self.invite("victim@example.org")
        page = self.new_page()
        page.goto(accept)
        page.get_by_role("link", name="report and block").click()
        self.expect_heading(page, "Report this invitation?")
        self.expect_text(page, "victim@example.org")
        self.assert_accessible_at_all_sizes(page, "invitation-report")
        page.get_by_role("link", name="See the invitation").click()
        self.expect_heading(page, "Join Acme")
        page.go_back()
        page.get_by_role("button", name="Report and block").focus()
        page.keyboard.press("Enter")
        self.expect_heading(page, "Reported and blocked")
        self.assert_accessible_at_all_sizes(page, "invitation-reported")
        page.goto(accept)
        self.expect_heading(page, "This link no longer works")


if __name__ == "__main__":
    unittest.main()
