"""Following a live app: a development build's session shows where it is, as it goes."""

import time
import unittest
import uuid

from portal import PortalCase, expect
from sidepanel import assert_panel_accessible


class FollowCase(PortalCase):
    def follow(self, **options):
        page = self.open_editor(**options)
        page.get_by_role("button", name="Try it").click()
        page.get_by_text("Follow a running app").click()
        return page

    def tell(self, session, *events, environment="development"):
        """Sends events as the SDK does."""
        key = str(uuid.uuid4())
        answer = self.server.send({
            "batch": key, "build": {"platform": "ios", "version": "2.3.0", "build": "7"},
            "events": [{
                "id": str(uuid.uuid4()), "at": int(time.time() * 1000), "session": session,
                "release": 1, "flow": "shop", **event} for event in events],
        }, environment)
        self.assertEqual(answer.status, 202, answer)

    def start(self, step="Home", **options):
        session = str(uuid.uuid4())
        self.tell(
            session, {"type": "session-started"},
            {"type": "step-shown", "step": step, "screen": step}, **options)
        return session

    def row(self, page):
        return page.locator(".follow-session")


class Following(FollowCase):
    def test_without_an_app_it_says_how_to_begin(self):
        page = self.follow()
        self.expect_text(page, "No running apps")
        self.expect_text(page, "scripts/shop --environment development")

    def test_a_session_shows_up_moves_and_ends(self):
        page = self.follow()
        session = self.start()
        expect(self.row(page)).to_contain_text("ios 2.3.0 · development")
        expect(self.row(page)).to_contain_text("at Home, shop")
        self.row(page).click()
        marker = page.locator(f'[data-marker="live-{session}"]')
        expect(marker).to_be_visible()
        self.tell(session, {"type": "step-shown", "step": "SignUp", "screen": "SignUp"})
        expect(page.locator(".follow-status")).to_contain_text("ios 2.3.0 is at “SignUp”")
        expect(page.locator(".device .phone-title")).to_have_text("SignUp")
        self.tell(session, {"type": "session-finished", "outcome": "completed"})
        expect(page.locator(".follow-room")).to_contain_text("The flow has ended: completed")
        expect(self.row(page)).to_contain_text("ended: completed")

    def test_it_looks_into_the_flow_that_the_app_enters(self):
        page = self.follow()
        session = self.start()
        self.row(page).click()
        self.tell(session, {
            "type": "step-shown", "flow": "sign-up", "step": "email", "screen": "TEXT_INPUT"})
        expect(page.locator(".flow-menu-name")).to_have_text("sign-up")
        expect(page.locator(".follow-status")).to_contain_text("email")

    def test_an_app_that_could_not_go_on_says_so(self):
        page = self.follow()
        session = self.start()
        self.row(page).click()
        self.tell(session, {"type": "session-failed", "code": "no-route"})
        expect(self.row(page)).to_contain_text("failed")

    def test_a_step_that_the_draft_does_not_have_is_told(self):
        page = self.follow()
        self.start(step="Elsewhere")
        self.row(page).click()
        expect(page.locator(".follow-room")).to_contain_text("“Elsewhere” is not in your draft")

    def test_nobody_is_watched_in_production(self):
        page = self.follow()
        self.start(environment="production")
        session = self.start()
        expect(self.row(page)).to_have_count(1)
        expect(page.locator(f'[data-marker="live-{session}"]')).to_be_visible()

    def test_leaving_takes_the_apps_off_the_canvas(self):
        page = self.follow()
        session = self.start()
        marker = page.locator(f'[data-marker="live-{session}"]')
        expect(marker).to_be_visible()
        page.get_by_text("Simulate").click()
        expect(marker).to_have_count(0)


class Looks(FollowCase):
    def test_it_is_well_made(self):
        page = self.follow()
        assert_panel_accessible(self, page, "follow-nobody")
        self.start()
        self.row(page).click()
        assert_panel_accessible(self, page, "follow")


if __name__ == "__main__":
    unittest.main()
