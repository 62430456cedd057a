"""A reload, back and forward in a browser: each tab shows the page of its own history."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import expect, free_port, shared_browser
from support import ROOT

BINARY = os.environ.get("FUNNEL_BINARY") or str(ROOT / ".build/debug/funnel")


def button(key, title, action):
    return {"type": "button", "id": key, "title": title, "submits": key == "next", "do": [action]}


# Chooses an item, and asks for a note about it.
DOCUMENT = {
    "schema": 1, "flows": [{"id": "sleep", "start": "items", "steps": [
        {"id": "items", "screen": "Items", "ports": {"next": [{"to": "item"}]}},
        {"id": "item", "screen": "Item", "ports": {"next": [{"finish": "done"}]}}]}],
    "screens": [
        {"name": "Items", "title": "Items", "root": {"type": "column", "children": [
            {"type": "text", "text": "Items", "role": "heading1"},
            {"type": "choice", "name": "chosen", "label": "Item", "required": True, "options": [
                {"value": "lamp", "title": "Lamp"}, {"value": "book", "title": "Book"}]},
            button("next", "Open", {"fire": "next"})]}},
        {"name": "Item", "title": "Item", "root": {"type": "column", "children": [
            {"type": "text", "text": "The {chosen}", "role": "heading1"},
            {"type": "input", "name": "note", "label": "Note", "kind": "text"},
            {"type": "input", "name": "pin", "label": "PIN", "kind": "password"},
            button("back", "Back", {"back": True}),
            button("next", "Done", {"fire": "next"})]}}]}

# Presses "Start again", as on an error page.
RESTART = """() => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/sleep";
  form.innerHTML = '<input name="restart" value="1">';
  document.body.append(form);
  form.submit();
}"""


class WebHistoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "document.json"
        path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
        port = free_port()
        self.process = subprocess.Popen(
            [BINARY, str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "FUNNEL_DOCUMENT": str(path)})
        self.addCleanup(self.stop)
        self.assertIn(str(port), self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{port}/sleep"
        self.context = shared_browser().new_context(locale="en-GB")
        self.addCleanup(self.context.close)
        self.page = self.new_tab()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def new_tab(self):
        page = self.context.new_page()
        page.goto(self.url)
        return page

    def press(self, page, name):
        page.get_by_role("button", name=name, exact=True).click()

    def expect_heading(self, page, text):
        expect(page.get_by_role("heading", level=1)).to_have_text(text)

    def open_item(self, page, name):
        page.get_by_label(name).check()
        self.press(page, "Open")
        self.expect_heading(page, f"The {name.lower()}")

    def go_back_to_items(self, page):
        self.press(page, "Back")
        self.expect_heading(page, "Items")

    def test_each_entry_of_the_history_shows_its_own_page(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.get_by_label("Note").fill("bright")
        self.go_back_to_items(page)
        self.open_item(page, "Book")
        page.go_back()
        self.expect_heading(page, "Items")
        expect(page.get_by_label("Book")).to_be_checked()
        page.go_back()
        self.expect_heading(page, "The lamp")
        expect(page.get_by_label("Note")).to_have_value("bright")
        page.go_back()
        self.expect_heading(page, "Items")
        expect(page.get_by_label("Lamp")).to_be_checked()
        page.go_forward()
        self.expect_heading(page, "The lamp")
        page.go_forward()
        self.expect_heading(page, "Items")
        page.go_forward()
        self.expect_heading(page, "The book")
        expect(page).to_have_url(re.compile("/item$"))

    def test_a_reload_keeps_the_page_of_each_tab_and_what_was_entered(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.get_by_label("Note").fill("half a no")
        page.get_by_label("PIN").fill("s3cret")
        other = self.new_tab()
        self.expect_heading(other, "The lamp")
        self.go_back_to_items(other)
        self.open_item(other, "Book")
        page.reload()
        self.expect_heading(page, "The lamp")
        expect(page.get_by_label("Note")).to_have_value("half a no")
        # The path of the other tab ends before this step, to which the server then redirects.
        self.go_back_to_items(other)
        page.reload()
        self.expect_heading(page, "The lamp")
        expect(page.get_by_label("Note")).to_have_value("half a no")
        expect(page).to_have_url(re.compile("/item$"))
        other.reload()
        self.expect_heading(other, "Items")
        # The browser keeps no secret.
        page.get_by_label("PIN").fill("s3cret")
        kept = page.evaluate("JSON.stringify([history.state, {...sessionStorage}])")
        self.assertIn("half+a+no", kept)
        self.assertNotIn("s3cret", kept)

    def reload_without_the_browsers_help(self, page):
        """Reloads in a browser that does not restore fields itself, and waits for the entry."""
        page.evaluate("document.querySelector('form').autocomplete = 'off'")
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.reload()
        expect(page.locator("form")).to_have_attribute("aria-busy", "false")

    def test_what_was_entered_is_kept_where_the_browser_does_not_restore_it(self):
        page = self.page
        page.get_by_label("Book").check()
        self.reload_without_the_browsers_help(page)
        expect(page.get_by_label("Book")).to_be_checked()
        self.press(page, "Open")
        self.expect_heading(page, "The book")
        page.get_by_label("Note").fill("half a no")
        for _ in range(2):
            self.reload_without_the_browsers_help(page)
            expect(page.get_by_label("Note")).to_have_value("half a no")

    def test_a_request_that_the_server_refuses_keeps_the_entry(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.get_by_label("Note").fill("half a no")
        page.route("**/sleep/**", lambda route: route.fulfill(status=503, body="Busy")
                   if route.request.method == "POST" else route.continue_())
        self.reload_without_the_browsers_help(page)
        page.go_back()
        expect(page.locator(".fm-notice")).to_be_visible()
        self.expect_heading(page, "The lamp")
        page.unroute_all()
        page.go_forward()
        self.reload_without_the_browsers_help(page)
        expect(page.get_by_label("Note")).to_have_value("half a no")

    def test_a_reload_after_a_failed_navigation_shows_the_page_that_failed(self):
        page = self.page
        self.open_item(page, "Lamp")
        key = page.evaluate("history.state.key")
        # The error page of a proxy.
        page.route("**/items", lambda route: route.fulfill(status=502, body="Bad gateway"))
        page.evaluate("address => location.assign(address)", f"{self.url}/items")
        expect(page.get_by_text("Bad gateway")).to_be_visible()
        page.unroute_all()
        page.reload()
        self.expect_heading(page, "Items")
        self.assertNotEqual(page.evaluate("history.state.key"), key)

    def test_a_press_does_not_truncate_the_history_that_was_left_meanwhile(self):
        page = self.page
        first = page.evaluate("history.state.key")
        self.open_item(page, "Lamp")
        self.go_back_to_items(page)
        count = page.evaluate("history.length")
        page.get_by_label("Book").check()
        held = []

        # NB: Playwright cannot inspect the signature of a built-in method.
        def hold(route):
            held.append(route)

        page.route("**/sleep/**", hold, times=1)
        with page.expect_request(lambda request: request.method == "POST"):
            self.press(page, "Open")
        page.evaluate("history.go(-2)")
        page.wait_for_function("key => history.state.key === key", arg=first)
        held[0].continue_()
        expect(page.get_by_label("Lamp")).to_be_checked()
        self.assertEqual(page.evaluate("history.length"), count)
        page.go_forward()
        self.expect_heading(page, "The lamp")

    def test_a_reload_does_not_replace_the_page_that_the_server_has_sent(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () => {"
            " window.sent = document.querySelector('h1'); })")
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.reload()
        expect(page.locator("form")).to_have_attribute("aria-busy", "false")
        self.assertTrue(page.evaluate("window.sent.isConnected"))

    def test_a_restart_in_another_tab_ends_the_history(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.get_by_label("Note").fill("private")
        self.go_back_to_items(page)
        other = self.new_tab()
        with other.expect_navigation():
            other.evaluate(RESTART)
        expect(other.get_by_label("Lamp")).not_to_be_checked()
        # The server rejects the entry, and the browser loads the page that the server has.
        with page.expect_event("load"):
            page.go_back()
        self.expect_heading(page, "Items")
        expect(page).to_have_url(re.compile("/items$"))
        expect(page.get_by_label("Note")).to_have_count(0)
        page.reload()
        self.expect_heading(page, "Items")
        expect(page.get_by_label("Lamp")).not_to_be_checked()

    def test_a_page_from_the_back_forward_cache_is_loaded_again(self):
        page = self.page
        self.open_item(page, "Lamp")
        page.get_by_label("Note").fill("private")
        other = self.new_tab()
        with other.expect_navigation():
            other.evaluate(RESTART)
        # Playwright disables the cache.
        with page.expect_event("load"):
            page.evaluate("""() => setTimeout(() => dispatchEvent(
                new PageTransitionEvent("pageshow", { persisted: true })))""")
        self.expect_heading(page, "Items")
        expect(page.get_by_label("Note")).to_have_count(0)

    def test_where_the_browser_refuses_another_entry_the_page_takes_the_place_of_the_last(self):
        for refused in (["pushState"], ["pushState", "replaceState"]):
            page = self.context.new_page()
            page.goto(f"{self.url}/items")
            page.evaluate("""names => {
                for (const name of names) {
                    history[name] = () => { throw new DOMException("", "SecurityError"); };
                }
            }""", refused)
            self.open_item(page, "Lamp")
            page.get_by_label("Note").fill("bright")
            if "replaceState" not in refused:
                expect(page).to_have_url(re.compile("/item$"))
            self.reload_without_the_browsers_help(page)
            self.expect_heading(page, "The lamp")
            expect(page.get_by_label("Note")).to_have_value("bright")
            expect(page).to_have_url(re.compile("/item$"))
