"""Findings: listed in sentences, shown on the canvas, and fixed with a button."""

import unittest

import support as live
from portal import PortalCase, expect


class FindingsCase(PortalCase):
    def faulty_document(self):
        """A draft with a misspelled step, a port without a fallback route, and invalid content."""
        document = self.live_document()
        home = self.step(document, "Home")
        home["ports"]["login"] = [{"when": {"country": "DE"}, "to": "Logn"}, {"to": "Login"}]
        home["ports"]["signUp"] = [{"when": {"country": "AT"}, "to": "SignUp"}]
        self.step(document, "Login")["content"] = {"titel": "Welcome back"}
        return document

    def open_findings(self, **options):
        page = self.open_editor(**options)
        page.locator(".findings-button").click()
        return page

    def card(self, page, text):
        return page.locator(".finding-card").filter(has_text=text)


class RepeatedFindingTests(FindingsCase):
    """Tests of a finding at many steps, which is listed once, with one fix for all."""

    PORTS = {"Login": "forgotPassword", "SignUp": "haveAccount", "ForgotPassword": "usePhone"}

    def document_with_repeated_findings(self):
        """A draft with a port that leads nowhere on three steps."""
        document = self.live_document()
        for step, port in self.PORTS.items():
            del self.step(document, step)["ports"][port]
        return document

    def test_repeating_findings_are_combined_with_a_fix_for_all(self):
        self.save_draft(self.document_with_repeated_findings())
        page = self.open_findings()
        card = page.locator(".finding-card.repeat")
        expect(card).to_have_count(1)
        expect(card).to_contain_text("3 steps: This step has no route for port “…” of screen “…”")
        expect(card.locator(".finding-group")).to_have_count(0)
        card.get_by_text("All 3, one by one").click()
        expect(card.locator(".finding-group h3")).to_have_text(list(self.PORTS))
        self.assert_region_accessible(page, ".side-panel", "findings-repeated")
        card.get_by_role("button", name="All 3:").first.click()
        page.get_by_role("menuitem", name="to “RandomPage”").click()
        expect(card).to_have_count(0)
        draft = self.wait_for_draft(
            lambda draft: "usePhone" in self.step(draft, "ForgotPassword")["ports"])
        for step, port in self.PORTS.items():
            self.assertEqual(self.step(draft, step)["ports"][port], [{"to": "RandomPage"}])
        page.get_by_role("button", name="Undo").last.click()
        expect(card).to_have_count(1)

    def test_a_flow_with_an_unconnected_port_is_not_also_reported_as_endless(self):
        document = self.live_document()
        home = self.step(document, "Home")
        del home["ports"]["signUp"]
        self.save_draft(document)
        page = self.open_findings()
        expect(page.locator(".finding-card")).to_have_count(2)
        expect(self.card(page, "has no route for port “signUp”")).to_have_count(1)
        expect(self.card(page, "cannot be reached")).to_have_count(1)
        # A flow with a port that leads nowhere is not reported as one without an end.
        expect(self.card(page, "repeat the same steps")).to_have_count(0)


class ReadingTests(FindingsCase):
    def test_the_panel_names_what_was_checked(self):
        document = self.live_document()
        self.step(document, "RandomPage")["ports"]["home"] = [{"finish": "left"}]
        self.save_draft(document)
        page = self.open_findings()
        self.expect_text(page, "All checks passed")
        self.expect_text(
            page, "Checked for app version 1.0.0 (terminal), in use in production.")

    def test_findings_are_grouped_by_step(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        expect(page.locator(".finding-group h3")).to_have_text(["Home", "Login"])
        expect(page.locator(".findings-button")).to_contain_text("3 errors")
        expect(page.locator(".finding-card")).to_have_count(3)
        expect(
            self.card(page, "leads to step “Logn”, which the flow does not have")).to_be_visible()
        expect(self.card(page, "Change the content to what the screen reads.")).to_be_visible()

    def test_show_toggles_the_highlight(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        card = self.card(page, "Logn")
        show = card.get_by_role("button", name="Show")
        show.click()
        expect(show).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".canvas.has-spotlight")).to_be_visible()
        show.click()
        expect(show).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".canvas.has-spotlight")).to_have_count(0)

    def test_show_highlights_every_node_for_a_finding_of_the_flow(self):
        page = self.open_findings()
        self.card(page, "no end").get_by_role("button", name="Show").click()
        expect(page.locator(".canvas-nodes .light-warning")).to_have_count(
            len(self.live_document()["flows"][0]["steps"]))
        expect(page.locator(".canvas-nodes .light-dim, .canvas.has-spotlight")).to_have_count(0)

    def test_viewers_see_findings_without_fixes(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings(role="viewer")
        expect(self.card(page, "Logn").get_by_role("button", name="Show")).to_be_visible()
        expect(page.locator(".finding-fix")).to_have_count(0)

    def test_findings_are_shown_in_german(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings(locale="de-AT")
        expect(
            self.card(page, "führt zum Schritt „Logn“, den der Ablauf nicht hat.")).to_be_visible()
        expect(self.card(page, "Eine letzte Route ohne Bedingung hinzufügen.")).to_be_visible()


class FixingTests(FindingsCase):
    def test_a_fix_changes_the_draft_and_can_be_undone(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        self.card(page, "Logn").get_by_role("button", name="Connect to “Login”").click()
        expect(self.card(page, "Logn")).to_have_count(0)
        expect(page.locator(".findings-button")).to_contain_text("2 errors")
        self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"][0]["to"] == "Login")
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(self.card(page, "Logn")).to_be_visible()
        self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"][0]["to"] == "Logn")

    def test_a_fix_with_several_options_shows_a_menu(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        card = self.card(page, "none of its conditions applies")
        card.get_by_role("button", name="Add a route for everyone else…").click()
        page.get_by_role("menuitem", name="to “Login”").click()
        expect(card).to_have_count(0)
        draft = self.wait_for_draft(
            lambda draft: len(self.step(draft, "Home")["ports"]["signUp"]) == 2)
        self.assertEqual(self.step(draft, "Home")["ports"]["signUp"][1], {"to": "Login"})

    def test_fixes_work_by_keyboard_and_focus_stays_in_the_list(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        self.card(page, "title").get_by_role(
            "button", name="Rename “titel” to “title”").focus()
        page.keyboard.press("Enter")
        expect(self.card(page, "title")).to_have_count(0)
        expect(page.locator(".findings-list")).to_be_focused()
        page.keyboard.press("Tab")
        self.assertTrue(page.evaluate("document.activeElement.closest('.findings-list') !== null"))
        draft = self.wait_for_draft(lambda draft: "title" in self.step(draft, "Login")["content"])
        self.assertEqual(self.step(draft, "Login")["content"], {"title": "Welcome back"})

    def test_a_missing_need_is_fixed_by_adding_the_step_that_provides_it(self):
        response = self.server.call("POST", "/v1/apps/shop/manifests", {
            "schema": 1, "application": "shop", "platform": "ios", "version": "2.0.0", "build": "9",
            "screens": [
                {"name": "Email", "ports": ["next"], "provides": {"email": "string"}},
                {"name": "Receipt", "ports": ["next"], "needs": {"email": "string"}},
            ]})
        self.assertIn(response.status, (200, 201, 204), response)
        events = live.batch()
        events["build"] = {"platform": "ios", "version": "2.0.0", "build": "9"}
        self.assertEqual(self.server.send(events).status, 202)
        document = self.live_document()
        document["flows"] = [{"id": "shop", "start": "Receipt", "steps": [
            {"id": "Receipt", "screen": "Receipt", "ports": {"next": [{"finish": "done"}]}}]}]
        self.save_draft(document)
        page = self.open_findings()
        self.card(page, "needs “email”").get_by_role(
            "button", name="Add “Email” before it").click()
        draft = self.wait_for_draft(lambda draft: len(draft["flows"][0]["steps"]) == 2)
        self.assertEqual(draft["flows"][0]["start"], "email")
        self.assertEqual(
            self.step(draft, "email")["ports"], {"next": [{"to": "Receipt"}]})
        expect(self.card(page, "needs “email”")).to_have_count(0)


class AppearanceTests(FindingsCase):
    def test_the_panel_is_accessible_at_all_sizes(self):
        self.save_draft(self.faulty_document())
        page = self.open_findings()
        expect(page.locator(".finding-card")).to_have_count(3)
        self.card(page, "Logn").get_by_role("button", name="Show").click()
        self.assert_region_accessible(page, ".side-panel", "findings")


if __name__ == "__main__":
    unittest.main()
