"""Members and their roles, invitations, tokens, and the audit log."""

import re
import unittest
from pathlib import Path

from portal import PortalCase, expect

ROOT = Path(__file__).resolve().parent.parent.parent


class OrganizationCase(PortalCase):
    def row(self, page, text):
        return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)

    def choose(self, page, who, action):
        self.click_button(page, f"Actions for {who}")
        page.get_by_role("menuitem", name=action).click()

    def member(self, email):
        members = self.server.get("/v1/organizations/acme/members").json["members"]
        return next((member for member in members if member["email"] == email), None)


class MembersTest(OrganizationCase):
    def test_an_owner_changes_a_members_roles(self):
        page = self.open_as(at="/organization")
        self.expect_heading(page, "Members")
        self.choose(page, "Sample viewer", "Change role")
        page.get_by_role("radio", name="Guest").check()
        self.click_button(page, "Add access")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Environment", exact=True).select_option("staging")
        dialog.get_by_label("Role", exact=True).select_option("Drafter")
        self.assert_accessible_at_all_sizes(page, "member-roles")
        self.click_button(page, "Save")
        expect(self.row(page, "viewer@example.com")).to_contain_text("shop/staging: Drafter")
        member = self.member("viewer@example.com")
        self.assertEqual(member["role"], "guest")
        self.assertEqual(member["grants"], [
            {"application": "shop", "environment": "staging", "role": "drafter"}])

    def test_the_last_owner_cannot_be_removed_or_demoted(self):
        page = self.open_as(at="/organization/members")
        self.choose(page, "Sample owner", "Remove")
        self.click_button(page, "Remove")
        expect(page.get_by_role("alert")).to_contain_text("owner")
        self.click_button(page, "Cancel")
        self.choose(page, "Sample owner", "Change role")
        page.get_by_role("radio", name="Viewer").check()
        self.click_button(page, "Save")
        expect(page.get_by_role("alert")).to_contain_text("owner")
        self.assertEqual(self.member("owner@example.com")["role"], "owner")

    def test_a_member_is_removed(self):
        page = self.open_as(at="/organization/members")
        self.choose(page, "Sample viewer", "Remove")
        self.expect_text(page, "Remove Sample viewer?")
        self.click_button(page, "Remove")
        expect(self.row(page, "viewer@example.com")).to_have_count(0)
        self.assertIsNone(self.member("viewer@example.com"))

    def test_editors_see_members_and_cannot_change_them(self):
        page = self.open_as("editor", at="/organization/members")
        expect(self.row(page, "owner@example.com")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Actions for"))).to_have_count(0)
        page.get_by_role("link", name="Invitations").click()
        self.expect_text(page, "Ask Sample owner (owner@example.com).")
        expect(page.get_by_role("button", name="Invite a member")).to_have_count(0)

    def test_the_password_is_required_if_the_session_is_not_recent(self):
        page = self.open_as(at="/organization/members")
        methods = []

        def reject_first(route):
            methods.append(route.request.method)
            if len(methods) > 1:
                return route.fallback()
            return route.fulfill(status=403, json={
                "status": 403, "code": "not-recent", "title": "Not recent", "detail": "Again."})
        page.route("**/members/*", reject_first)
        self.choose(page, "Sample viewer", "Change role")
        page.get_by_role("radio", name="Drafter").check()
        self.click_button(page, "Save")
        self.expect_text(page, "Enter your password again to make this change")
        page.get_by_label("Password").fill("not the password")
        self.click_button(page, "Continue")
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Password").fill(self.sample["password"])
        self.click_button(page, "Continue")
        expect(self.row(page, "viewer@example.com")).to_contain_text("Drafter")
        self.assertEqual(methods, ["PATCH", "PATCH"])
        self.assertEqual(self.member("viewer@example.com")["role"], "drafter")


class InvitationsTest(OrganizationCase):
    def test_a_user_is_invited_by_email_and_the_invitation_is_revoked(self):
        page = self.open_as(at="/organization")
        page.get_by_role("link", name="Invite a member").click()
        page.get_by_label("Email address").fill("ada@example.org")
        page.get_by_role("radio", name="Drafter").check()
        self.click_button(page, "Send invitation")
        row = self.row(page, "ada@example.org")
        expect(row).to_contain_text("Pending")
        link = self.mailbox.link("ada@example.org", "join")
        self.assert_accessible_at_all_sizes(page, "invitations")
        self.click_button(page, "Revoke the invitation of ada@example.org")
        expect(row).to_contain_text("Revoked")
        other = self.new_page()
        other.goto(link)
        self.expect_heading(other, "This link no longer works")

    def test_an_accepted_invitation_is_marked(self):
        link = self.invite("grace@example.org")
        invited = self.new_page()
        invited.goto(link)
        self.fill(invited, name="Grace Hopper", password="violet harbour 71 lanterns")
        self.click_button(invited, "Create account and join")
        expect(invited).not_to_have_url(re.compile("invitation"))
        page = self.open_as(at="/organization/invitations")
        expect(self.row(page, "grace@example.org")).to_contain_text("Joined")
        # It stays so after the member is removed, and the audit log keeps the email address.
        page.goto("/organization/members")
        self.choose(page, "Grace Hopper", "Remove")
        self.click_button(page, "Remove")
        expect(self.row(page, "grace@example.org")).to_have_count(0)
        page.goto("/organization/invitations")
        expect(self.row(page, "grace@example.org")).to_contain_text("Joined")
        page.goto("/organization/audit")
        self.expect_text(page, "removed grace@example.org")

    def test_an_invitation_that_a_newer_one_replaces_is_not_revoked(self):
        self.invite("grace@example.org", "viewer")
        self.invite("grace@example.org", "drafter")
        page = self.open_as(at="/organization/invitations")
        rows = self.row(page, "grace@example.org")
        expect(rows.filter(has_text="Viewer")).to_contain_text("Replaced")
        expect(rows.filter(has_text="Drafter")).to_contain_text("Pending")

    def test_an_invalid_invitation_is_reported_and_the_form_keeps_its_values(self):
        page = self.open_as(at="/organization/invitations")
        self.click_button(page, "Invite a member")
        page.get_by_label("Email address").fill("owner@example.com")
        page.get_by_role("radio", name="Viewer").check()
        self.click_button(page, "Send invitation")
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_label("Email address")).to_have_value("owner@example.com")
        expect(page.get_by_role("radio", name="Viewer")).to_be_checked()


class TokensTest(OrganizationCase):
    def test_a_token_is_created_shown_once_and_revoked(self):
        page = self.open_as(at="/organization/tokens")
        self.click_button(page, "New token")
        page.get_by_label("Name").fill("Build server")
        page.get_by_label("Scope").select_option("Publish")
        page.get_by_label("Application", exact=True).select_option("Shop")
        page.get_by_label("Environment", exact=True).select_option("staging")
        page.get_by_label("Expires after").select_option("30 days")
        self.assert_accessible_at_all_sizes(page, "new-token")
        self.click_button(page, "Create token")
        self.expect_text(page, "Copy it now")
        token = page.get_by_role("dialog").locator("code").inner_text()
        self.click_button(page, "Done")
        expect(page.get_by_text(token)).to_have_count(0)
        row = self.row(page, "Build server")
        expect(row).to_contain_text("only shop/staging")
        expect(row).to_contain_text("Publish")
        me = self.server.get("/v1/me", bearer=token)
        self.assertEqual(me.status, 200, me)
        self.assertEqual(me.json["environment"], "staging")
        self.click_button(page, "Revoke Build server")
        self.expect_text(page, "loses access immediately")
        self.click_button(page, "Revoke")
        expect(row).to_contain_text("Revoked")
        self.assertEqual(self.server.get("/v1/me", bearer=token).status, 401)
        self.assert_accessible_at_all_sizes(page, "tokens")

    def test_token_scopes_are_limited_by_the_members_role(self):
        page = self.open_as("drafter", at="/organization/tokens")
        self.click_button(page, "New token")
        options = page.get_by_label("Scope").locator("option")
        expect(options).to_have_text(["Read", "Draft"])
        expect(page.get_by_text("Service account")).to_have_count(0)


class AuditTest(OrganizationCase):
    def test_audit_entries_are_shown_as_sentences(self):
        page = self.open_as(at="/organization/audit")
        self.expect_text(page, "FlowMagic (first setup) published release 3 to production")
        # An organization must not see where and when its members sign in.
        expect(page.get_by_text("signed in")).to_have_count(0)

    def test_the_audit_log_is_filtered(self):
        page = self.open_as(at="/organization/audit")
        entries = page.locator(".audit-entry")
        page.get_by_label("Category").select_option("Releases")
        expect(entries).to_have_count(3)
        page.get_by_label("Application", exact=True).select_option("Shop")
        page.get_by_label("Environment", exact=True).select_option("staging")
        expect(entries).to_have_count(1)
        expect(entries).to_contain_text("published release 2 to staging")
        page.get_by_label("Member", exact=True).fill("owner@example.com")
        page.keyboard.press("Enter")
        self.expect_text(page, "No entries found")
        self.click_button(page, "Clear filters")
        expect(entries.nth(5)).to_be_visible()
        page.get_by_label("To", exact=True).fill("2020-01-01")
        self.expect_text(page, "No entries found")

    def test_older_entries_are_paginated(self):
        for number in range(60):
            self.server.call("PATCH", "/v1/organizations/acme", {"name": f"Acme {number}"})
        page = self.open_as(at="/organization/audit")
        entries = page.locator(".audit-entry")
        expect(entries).to_have_count(50)
        self.click_button(page, "Show older entries")
        self.expect_text(page, "created the organization “Acme”")
        # An error belongs to the filter with which it occurred.
        page.reload()
        expect(entries).to_have_count(50)
        page.route(re.compile("/v1/audit.*cursor="), lambda route: route.abort())
        self.click_button(page, "Show older entries")
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        page.get_by_label("Category").select_option("Releases")
        expect(entries).to_have_count(3)
        expect(page.get_by_role("alert")).to_have_count(0)

    def open_long_log(self, load_next):
        """Opens an audit log of two pages; a download loads 20 entries at a time.

        `load_next` handles the requests of the download for all pages but the first one.
        """
        for number in range(60):
            self.server.call("PATCH", "/v1/organizations/acme", {"name": f"Acme {number}"})
        page = self.open_as(at="/organization/audit")
        expect(page.locator(".audit-entry")).to_have_count(50)
        page.route(re.compile("/v1/audit.*limit=200"), lambda route: (
            load_next if "cursor=" in route.request.url else self.load_short_page)(route))
        return page

    def load_short_page(self, route):
        route.continue_(url=route.request.url.replace("limit=200", "limit=20"))

    def test_the_whole_audit_log_is_downloaded(self):
        page = self.open_long_log(self.load_short_page)
        with page.expect_download() as download_info:
            self.click_button(page, "Download CSV")
        text = Path(download_info.value.path()).read_bytes().decode()
        self.assertTrue(text.startswith(
            "at,actor,actor type,actor id,action,application,environment,text,detail\r\n"))
        self.assertIn("release.published,shop,production,published release 3 to production", text)
        renamed = [f"renamed the organization to “Acme {number}”" for number in range(60)]
        self.assertEqual([text.count(sentence) for sentence in renamed], [1] * 60)
        expect(page.locator(".audit-entry")).to_have_count(50)
        expect(page.get_by_role("button", name="Download CSV")).to_be_focused()

    def test_a_failed_download_of_the_audit_log_creates_no_file(self):
        page = self.open_long_log(lambda route: route.abort())
        downloads = []

        def record(download):
            downloads.append(download)
        page.on("download", record)
        self.click_button(page, "Download CSV")
        expect(page.get_by_role("alert")).to_contain_text("No file was created: The server cannot")
        self.assertEqual(downloads, [])

    def test_a_download_of_the_audit_log_can_be_cancelled(self):
        held = []
        page = self.open_long_log(held.append)
        self.click_button(page, "Download CSV")
        self.expect_text(page, "20 entries loaded…")
        self.assert_accessible_at_all_sizes(page, "audit-download")
        self.click_button(page, "Cancel download")
        expect(page.get_by_role("button", name="Download CSV")).to_be_visible()
        expect(page.get_by_text("entries loaded…")).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        self.assertEqual(len(held), 1)

    def test_changing_the_filter_cancels_a_download_of_the_audit_log(self):
        page = self.open_long_log(lambda route: None)
        self.click_button(page, "Download CSV")
        self.expect_text(page, "20 entries loaded…")
        page.get_by_label("Category").select_option("Releases")
        expect(page.locator(".audit-entry")).to_have_count(3)
        expect(page.get_by_role("button", name="Download CSV")).to_be_visible()
        self.click_button(page, "Clear filters")
        expect(page.locator(".audit-entry")).to_have_count(50)
        expect(page.get_by_role("button", name="Download CSV")).to_be_visible()
        expect(page.get_by_text("entries loaded…")).to_have_count(0)

    def test_every_audit_action_has_a_sentence(self):
        english = (ROOT / "Portal/src/localization/en.ts").read_text()
        accounts = ROOT / "Accounts/Sources/Accounts"
        actions = set()
        for path in accounts.rglob("SecurityAction.swift"):
            actions |= set(re.findall(r'case \w+ = "([a-z.-]+)"', path.read_text()))
        self.assertGreater(len(actions), 30)
        kinds = "|".join((
            "release", "application", "environment", "manifest", "build", "sdk-key", "token",
            "organization", "backup"))
        for path in (ROOT / "Server/Sources").rglob("*.swift"):
            actions |= set(re.findall(rf'"((?:{kinds})\.[a-z-]+)"', path.read_text()))
        actions -= {"manifest.json", "release.body"}  # A file and a column.
        templates = ROOT / "Server/Sources/FlowServer/Library/TemplateService.swift"
        actions |= {f"screen-template.{verb}"
                    for verb in re.findall(r'audit\("(\w+)"', templates.read_text())}
        self.assertLessEqual(
            {"application.added", "backup.restored", "screen-template.renamed"}, actions)
        missing = [action for action in sorted(actions)
                   if f'"organization.did-{action}"' not in english]
        self.assertEqual(missing, [])


class GeneralTest(OrganizationCase):
    def test_the_organization_is_renamed(self):
        page = self.open_as(at="/organization/general")
        page.get_by_label("Name").first.fill("Acme & Sons")
        self.click_button(page, "Save")
        expect(page.locator(".sections-overline")).to_have_text("Acme & Sons")

    def test_an_owner_limits_how_long_api_tokens_work(self):
        page = self.open_as(at="/organization/general")
        limit = page.get_by_label("Maximum lifetime of API tokens, in days")
        expect(limit).to_have_value("365")
        limit.fill("0")
        self.click_button(page, "Save the maximum lifetime")
        self.expect_text(page, "Enter a whole number from 1 to 3,650.")
        limit.fill("45")
        self.click_button(page, "Save the maximum lifetime")
        self.expect_text(page, "API tokens expire after 45 days at the latest")
        self.assert_accessible_at_all_sizes(page, "organization-token-limit")
        page.reload()
        expect(limit).to_have_value("45")
        page.goto("/organization/tokens")
        self.click_button(page, "New token")
        options = page.get_by_label("Expires after").locator("option")
        expect(options).to_have_text(["30 days", "45 days"])
        expect(page.get_by_label("Expires after")).to_have_value("45")
        page.get_by_label("Name").fill("Build server")
        self.click_button(page, "Create token")
        self.expect_text(page, "Copy it now")
        other = self.open_as("editor", at="/organization/general")
        self.expect_text(other, "API tokens expire after 45 days at the latest.")
        expect(other.get_by_label("Maximum lifetime of API tokens, in days")).to_have_count(0)

    def test_the_last_owner_cannot_leave_and_others_can(self):
        page = self.open_as(at="/organization/general")
        self.click_button(page, "Leave organization")
        page.get_by_role("dialog").get_by_role("button", name="Leave organization").click()
        expect(page.get_by_role("alert")).to_contain_text("last owner")
        other = self.open_as("viewer", at="/organization/general")
        self.click_button(other, "Leave organization")
        other.get_by_role("dialog").get_by_role("button", name="Leave organization").click()
        self.expect_heading(other, "You are not in an organization yet")


class WithoutMailTest(OrganizationCase):
    settings = {
        **PortalCase.settings, "FLOWMAGIC_MAIL_SERVER": None, "FLOWMAGIC_MAIL_FROM": None}

    def test_the_invitation_link_is_shown_if_the_server_sends_no_email(self):
        page = self.open_as(at="/organization/invitations")
        self.click_button(page, "Invite a member")
        page.get_by_label("Email address").fill("ada@example.org")
        self.click_button(page, "Send invitation")
        self.expect_text(page, "This server sends no email")
        link = page.get_by_role("dialog").locator("code").inner_text()
        other = self.new_page()
        other.goto(link)
        self.expect_heading(other, "Join Acme")


if __name__ == "__main__":
    unittest.main()
