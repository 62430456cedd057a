"""Steps in code, decisions and work: how the portal shows them, and routes between them."""

import re

import support as live
from canvas_case import CanvasCase
from portal import expect

APP = "/v1/apps/bank"
MANIFEST = {
    "schema": 1, "application": "bank", "platform": "ios", "version": "5.3", "build": "7",
    "screens": [
        {"name": "Home", "ports": ["send", "later"]},
        {"name": "SendMoney", "kind": "step", "ports": ["sent", "cancelled"],
         "provides": {"amount": "number"}},
        {"name": "LargeAmount", "kind": "decision", "ports": ["plain", "large"],
         "needs": {"amount": "number"},
         "content": {"type": "object", "required": ["threshold"],
                     "properties": {"threshold": {"type": "integer", "default": 1000}}}},
        {"name": "Notify", "kind": "work", "ports": ["done"]},
    ],
}
DOCUMENT = {
    "schema": 1, "application": "bank",
    "flows": [{"id": "main", "start": "Home", "steps": [
        {"id": "Home", "screen": "Home",
         "ports": {"send": [{"to": "send"}], "later": [{"finish": "left"}]}},
        {"id": "send", "screen": "SendMoney",
         "ports": {"cancelled": [{"finish": "cancelled"}], "sent": [{"to": "check"}]}},
        {"id": "check", "screen": "LargeAmount", "content": {"threshold": 500},
         "ports": {"plain": [{"to": "notify"}], "large": [{"finish": "reviewed"}]}},
        {"id": "notify", "screen": "Notify", "ports": {"done": [{"finish": "sent"}]}},
    ]}],
}


class CodeTests(CanvasCase):
    def open_bank(self, document=None, **options):
        created = self.server.call(
            "POST", "/v1/apps?organization=acme",
            {"id": "bank", "name": "Bank", "environments": ["production"]})
        self.assertEqual(created.status, 201, created)
        sent = self.server.call("POST", f"{APP}/manifests", MANIFEST)
        self.assertLess(sent.status, 300, sent)
        self.save_draft(document or DOCUMENT, APP)
        return self.open_canvas(at="/apps/bank", **options)

    def handles(self, page, step):
        return self.node(page, step).locator("[data-handle]").evaluate_all(
            "handles => handles.map(handle => handle.dataset.handle)")

    def test_cards_mark_steps_in_code_with_their_outcomes(self):
        page = self.open_bank(size="desktop")
        send, check = self.node(page, "send"), self.node(page, "check")
        expect(send).to_have_accessible_name(re.compile("^send, Step in code Send money"))
        expect(send.locator(".canvas-screen")).to_contain_text("shows its own screens")
        self.assertEqual(self.handles(page, "send"), ["sent", "cancelled"])
        expect(check).to_have_accessible_name(re.compile("^check, Decision Large amount"))
        expect(check.locator(".canvas-screen")).to_contain_text("decides here")
        expect(check.locator(".sketch-fact")).to_have_text("Threshold500")
        self.assertEqual(self.handles(page, "check"), ["plain", "large"])
        expect(self.node(page, "notify")).to_have_accessible_name(re.compile("^notify, Work"))
        expect(self.node(page, "Home").locator(".code-picture")).to_have_count(0)
        self.assert_no_violations(page)

    def test_the_panel_and_the_list_mark_steps_in_code(self):
        page = self.open_bank(size="desktop")
        self.node(page, "check").locator(".canvas-head").click()
        panel = page.locator(".inspector")
        expect(panel.get_by_label("Decision")).to_have_value("LargeAmount")
        expect(panel).to_contain_text("Each port is one case")
        page.locator(".flow-bar .segmented").get_by_text("List", exact=True).click()
        expect(page.locator('[data-step="send"]')).to_contain_text("Step in code")
        expect(page.locator('[data-step="notify"]')).to_contain_text("Work")
        expect(page.locator('[data-step="Home"] .chip', has_text="code")).to_have_count(0)

    def test_a_step_in_code_is_added_to_a_flow(self):
        document = {**DOCUMENT, "flows": [{"id": "main", "start": "Home", "steps": [
            {"id": "Home", "screen": "Home", "ports": {"later": [{"finish": "left"}]}}]}]}
        page = self.open_bank(document, size="desktop")
        self.drag(
            page, self.center(self.handle(page, "Home", "send")), self.empty_position(page))
        page.get_by_role("combobox").fill("step in code")
        expect(page.get_by_role("option").first).to_contain_text("Step in code · SendMoney")
        page.keyboard.press("Enter")
        expect(self.node(page, "SendMoney").locator(".canvas-port.open")).to_have_text(
            ["sent", "cancelled"])
        def is_connected(draft):
            home = self.step(draft, "Home", "main")
            return home["ports"].get("send") == [{"to": "SendMoney"}]
        self.wait_for_bank(is_connected, "the step in code in the draft")

    def wait_for_bank(self, check, description):
        live.wait_for(lambda: check(self.server.get(f"{APP}/draft").json), description)

    def test_the_preview_asks_for_the_outcome_of_code(self):
        page = self.open_bank(size="desktop", locale="de-DE")
        expect(self.node(page, "check")).to_have_accessible_name(
            re.compile("^check, Entscheidung Large amount"))
        page.get_by_role("button", name="Ausprobieren").click()
        phone = page.locator(".device .phone-screen")
        for text, note in [
            ("Send", "Platzhalter"), ("Sent", "Wähle, wie es endet"), ("Large", "Wähle den Fall"),
        ]:
            expect(phone.locator(".screen-placeholder")).to_contain_text(note)
            phone.locator(".screen-button").filter(has_text=re.compile(f"^{text}")).click()
        expect(page.locator(".phone-end")).to_contain_text("reviewed")
