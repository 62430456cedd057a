"""Removed members and deleted accounts."""

import unittest

from playwright.sync_api import expect

from browser import BrowserCase


class RemovalTest(BrowserCase):
    def test_a_removed_member_loses_access(self):
        page = self.signed_in_page("editor@example.com")
        self.expect_text(page, "Acme")
        members = self.server.get("/v1/organizations/acme/members").json["members"]
        user = next(member["id"] for member in members if member["email"] == "editor@example.com")
        response = self.server.call("DELETE", f"/v1/organizations/acme/members/{user}")
        self.assertEqual(response.status, 204, response)
        page.goto("/")
        self.expect_text(page, "You are not in an organization yet")
        self.mailbox.wait("editor@example.com", "no longer in")
        # The session stays valid, and gives no access to the organization.
        cookies = "; ".join(
            f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        response = self.server.call("GET", "/v1/apps/shop", headers={"Cookie": cookies}, bearer="")
        self.assertEqual(response.status, 404, response)

    def test_users_delete_their_accounts_except_for_the_last_owner(self):
        page = self.signed_in_page("viewer@example.com")
        page.goto("/account")
        page.locator("summary", has_text="Delete").click()
        page.locator("form[action='/account/delete'] button").click()
        self.expect_text(page, "Your account is deleted")
        self.sign_in(page, "viewer@example.com")
        expect(page.get_by_role("alert")).to_be_visible()
        # The last owner cannot be deleted.
        owner = self.signed_in_page()
        owner.goto("/account")
        owner.locator("summary", has_text="Delete").click()
        owner.locator("form[action='/account/delete'] button").click()
        self.expect_text(owner, "last owner")


if __name__ == "__main__":
    unittest.main()
