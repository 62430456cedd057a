"""Results: what users did in the flows, and how experiments compare, counted from apps' events."""

import time
import unittest
import uuid

from editing import EditingCase
from portal import expect

SPLIT = [{"split": {"experiment": "short-form", "variants": [
    {"key": "long", "weight": 0.5, "to": "Login"},
    {"key": "short", "weight": 0.5, "to": "SignUp"}]}}]


def event(session, kind, **members):
    return {"id": str(uuid.uuid4()), "at": int(time.time() * 1000), "session": session,
            "release": 1, "type": kind, **members}


def visit_events(variant, finishes):
    """The events of a user who is assigned to a variant."""
    session, target = str(uuid.uuid4()), {"long": "Login", "short": "SignUp"}[variant]
    step = {"flow": "shop", "screen": "Home"}
    return [
        event(session, "session-started", flow="shop"),
        event(session, "step-shown", **step, step="Home"),
        event(session, "edge", flow="shop", step="Home", port="login", route=0,
              to={"flow": "shop", "step": target}),
        event(session, "exposure", experiment="short-form", variant=variant, attribute="userId",
              unit=session, flow="shop", step="Home", port="login", route=0),
        event(session, "step-shown", **step, step=target),
        *([event(session, "session-finished", outcome="done")] if finishes else []),
    ]


class ResultsTests(EditingCase):
    def publish_split(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = SPLIT
        self.assertEqual(self.server.publish("Two forms", flows=document).status, 201)

    def send(self, events, environment="production"):
        batch = str(uuid.uuid4())
        response = self.server.send({
            "batch": batch, "build": {"platform": "ios", "version": "2.3.0", "build": "7"},
            "events": events}, environment)
        self.assertEqual(response.status, 202, response)

    def send_visits(self, variant, count, finishing):
        for start in range(0, count, 100):
            self.send([
                event for number in range(start, min(count, start + 100))
                for event in visit_events(variant, finishes=number < finishing)])

    def open_results(self, role="owner", at="", **options):
        page = self.open_as(role, f"/apps/shop/results{at}", **options)
        expect(page.locator(".loading")).to_have_count(0)
        return page

    def variant(self, page, name):
        return page.get_by_role("row").filter(
            has=page.get_by_role("rowheader", name=name, exact=True))

    def test_without_sessions_the_page_explains_how_to_report_them(self):
        page = self.open_results("viewer")
        expect(page.get_by_role("heading", name="No sessions yet")).to_be_visible()
        expect(page.get_by_role("link", name="Connect an app")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "results-empty")

    def test_a_clear_difference_between_variants_is_shown(self):
        self.publish_split()
        self.send_visits("long", 300, 60)
        self.send_visits("short", 300, 150)
        page = self.open_results()
        card = page.get_by_role("article", name="short-form")
        expect(card).to_contain_text("600 users", timeout=20_000)
        expect(card.get_by_label("Goal")).to_have_value(
            '["shop",null,null,"done",null,null]')
        expect(self.variant(page, "long")).to_contain_text("20%")
        expect(self.variant(page, "long")).to_contain_text("Baseline")
        short = self.variant(page, "short")
        expect(short).to_contain_text("50%")
        expect(short).to_contain_text("Higher")
        expect(short).to_contain_text("percentage points")
        card.get_by_label("Goal").select_option(label="shop: sees Login")
        expect(self.variant(page, "long")).to_contain_text("100%")
        expect(short).to_contain_text("Lower")
        self.assert_accessible_at_all_sizes(page, "results-experiment")

    def test_shares_that_do_not_fit_are_reported(self):
        self.publish_split()
        self.send_visits("long", 300, 10)
        self.send_visits("short", 150, 5)
        page = self.open_results()
        expect(page.get_by_text("do not match the shares")).to_be_visible(timeout=20_000)
        expect(self.variant(page, "short")).to_contain_text("No significant difference")

    def test_few_users_are_not_compared_and_new_ones_appear(self):
        self.publish_split()
        page = self.open_results(at="?days=7")
        row = self.variant(page, "short")
        expect(row).to_contain_text("Fewer than 100 users")
        self.send_visits("short", 3, 1)
        expect(row).to_contain_text("33.3%", timeout=40_000)
        expect(page.get_by_role("radio", name="7 days")).to_be_checked()

    def test_a_flow_shows_how_far_sessions_get(self):
        self.send_visits("long", 8, 2)
        self.send_visits("short", 2, 0)
        page = self.open_results()
        flow = page.get_by_role("article", name="shop", exact=True)
        expect(flow).to_contain_text("10 sessions", timeout=20_000)
        expect(flow).to_contain_text("done: 20%")
        steps = flow.locator(".results-steps > li")
        expect(steps.first).to_contain_text("Home100%10")
        expect(steps.first).to_contain_text("login 100%")
        self.assertRegex(" ".join(steps.all_inner_texts()), r"Login\s+80\s*%\s+8")
        flow.get_by_role("link", name="Login", exact=True).click()
        expect(page.locator(".findings-button")).to_be_visible()
        expect(page.get_by_role("heading", name="Login").first).to_be_visible()

    def test_flows_and_steps_that_the_release_does_not_have_are_collapsed(self):
        self.send_visits("long", 3, 1)
        session = str(uuid.uuid4())
        self.send([
            event(session, "session-started", flow="made-up"),
            event(session, "step-shown", flow="made-up", step="x", screen="Home"),
            event(session, "step-shown", flow="shop", step="Gone", screen="Home")])
        page = self.open_results()
        flow = page.get_by_role("article", name="shop", exact=True)
        expect(flow).to_contain_text("3 sessions", timeout=20_000)
        missing_step = flow.get_by_text("Gone", exact=True)
        missing_flow = page.get_by_text("made-up")
        expect(page.get_by_text("1 flow that the live release does not have")).to_be_visible()
        expect(missing_step).not_to_be_visible()
        expect(missing_flow).not_to_be_visible()
        page.get_by_text("1 step that the live release does not have").click()
        expect(missing_step).to_be_visible()
        page.get_by_text("1 flow that the live release does not have").click()
        expect(missing_flow).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "results-others")

    def test_each_environment_has_its_own_results(self):
        self.send(visit_events("long", True), "staging")
        page = self.open_results()
        expect(page.get_by_role("heading", name="No sessions yet")).to_be_visible()
        page.get_by_label("Environment").select_option("staging")
        flow = page.get_by_role("article", name="shop", exact=True)
        expect(flow).to_contain_text("1 session", timeout=20_000)
        page.reload()
        expect(flow).to_contain_text("1 session")

    def test_the_page_is_readable_in_german_on_a_phone(self):
        self.publish_split()
        self.send_visits("long", 120, 30)
        self.send_visits("short", 120, 30)
        page = self.open_results(size="phone", locale="de-DE")
        card = page.get_by_role("article", name="short-form")
        expect(card).to_contain_text("240 Nutzer", timeout=20_000)
        expect(card).to_contain_text("Kein signifikanter Unterschied")
        expect(card).to_contain_text("Vergleichsbasis")
        self.assert_accessible_at_all_sizes(page, "results-german")


if __name__ == "__main__":
    unittest.main()
