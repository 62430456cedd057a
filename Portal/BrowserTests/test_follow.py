"""Following a live app: the portal shows the current step of a development build's session."""

import http.client
import time
import unittest
import uuid

from portal import APP, PortalCase, expect


class FollowCase(PortalCase):
    def follow(self, **options):
        page = self.open_editor(**options)
        page.get_by_role("button", name="Try it").click()
        page.get_by_text("Follow a running app").click()
        return page

    def send_events(self, session, *events, environment="development"):
        """Sends events like the SDK."""
        response = self.server.send({
            "batch": str(uuid.uuid4()),
            "build": {"platform": "ios", "version": "2.3.0", "build": "7"},
            "events": [{
                "id": str(uuid.uuid4()), "at": int(time.time() * 1000), "session": session,
                "release": 1, "flow": "shop", **event} for event in events],
        }, environment)
        self.assertEqual(response.status, 202, response)

    def start_session(self, step="Home", **options):
        session = str(uuid.uuid4())
        self.send_events(
            session, {"type": "session-started"},
            {"type": "step-shown", "step": step, "screen": step}, **options)
        return session

    def row(self, page):
        return page.locator(".follow-session")


class FollowingTests(FollowCase):
    def test_without_an_app_the_panel_explains_how_to_connect_one(self):
        page = self.follow()
        self.expect_text(page, "No build that can be followed is running")
        self.expect_text(page, "scripts/shop --environment development")

    def test_an_owner_allows_production_to_be_followed(self):
        page = self.open_as(at="/apps/shop/settings/environments")
        switch = page.get_by_role("switch", name="Follow apps in production")
        expect(switch).not_to_be_checked()
        switch.click()
        self.expect_text(page, "Its users are real people.")
        self.assert_accessible_at_all_sizes(page, "follow-production")
        page.get_by_role("button", name="Allow").click()
        self.expect_text(page, "Following apps in production is now allowed")
        expect(switch).to_be_checked()
        page = self.follow()
        self.start_session(environment="production")
        expect(self.row(page)).to_contain_text("ios 2.3.0 · production")
        page.goto("/apps/shop/settings/environments")
        switch = page.get_by_role("switch", name="Follow apps in production")
        switch.click()
        self.expect_text(page, "Following apps in production is no longer allowed")
        expect(switch).not_to_be_checked()

    def test_a_session_appears_moves_and_ends(self):
        page = self.follow()
        session = self.start_session()
        expect(self.row(page)).to_contain_text("ios 2.3.0 · development")
        expect(self.row(page)).to_contain_text("at Home, shop")
        self.row(page).click()
        marker = page.locator(f'[data-marker="live-{session}"]')
        expect(marker).to_be_visible()
        self.send_events(session, {"type": "step-shown", "step": "SignUp", "screen": "SignUp"})
        expect(page.locator(".follow-status")).to_contain_text("ios 2.3.0 is at “SignUp”")
        expect(page.locator(".device .phone-title")).to_have_text("SignUp")
        self.send_events(session, {"type": "session-finished", "outcome": "completed"})
        expect(page.locator(".follow-chosen")).to_contain_text("The flow has ended: completed")
        expect(self.row(page)).to_contain_text("ended: completed")

    def test_the_portal_opens_the_flow_that_the_app_enters(self):
        page = self.follow()
        session = self.start_session()
        self.row(page).click()
        self.send_events(session, {
            "type": "step-shown", "flow": "sign-up", "step": "email", "screen": "TEXT_INPUT"})
        expect(page.locator(".flow-menu-name")).to_have_text("sign-up")
        expect(page.locator(".follow-status")).to_contain_text("email")

    def test_a_failed_session_is_marked(self):
        page = self.follow()
        session = self.start_session()
        self.row(page).click()
        self.send_events(session, {"type": "session-failed", "code": "no-route"})
        expect(self.row(page)).to_contain_text("failed")

    def test_a_step_that_is_missing_in_the_draft_is_reported(self):
        page = self.follow()
        self.start_session(step="Elsewhere")
        self.row(page).click()
        expect(page.locator(".follow-chosen")).to_contain_text("“Elsewhere” is not in your draft")

    def test_production_sessions_are_not_shown(self):
        page = self.follow()
        self.start_session(environment="production")
        session = self.start_session()
        # The second session is shown, so the first one would be, too.
        expect(page.locator(f'[data-marker="live-{session}"]')).to_be_visible()
        expect(self.row(page)).to_have_count(1)

    def test_leaving_removes_the_markers_from_the_canvas(self):
        page = self.follow()
        session = self.start_session()
        marker = page.locator(f'[data-marker="live-{session}"]')
        expect(marker).to_be_visible()
        page.get_by_text("Simulate").click()
        expect(marker).to_have_count(0)


class AppearanceTests(FollowCase):
    def test_the_panel_is_accessible_at_all_sizes(self):
        page = self.follow()
        expect(page.locator(".side-panel")).to_contain_text(
            "No build that can be followed is running")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"{APP}/environments/production/stream", headers={
            "Authorization": f"Bearer {self.sample['sdkKeys']['production']}",
            "Accept": "text/event-stream"})
        self.addCleanup(connection.getresponse().close)
        expect(page.locator(".side-panel")).to_contain_text(
            "1 app runs in production, where apps may not be followed. Allow it in the settings")
        self.assert_region_accessible(page, ".side-panel", "follow-empty")
        self.start_session()
        self.row(page).click()
        self.assert_region_accessible(page, ".side-panel", "follow")


if __name__ == "__main__":
    unittest.main()
