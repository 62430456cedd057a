"""A long-running press in a browser with a real host: its progress, a reload, and "Cancel"."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import layout
from browser import expect, free_port, shared_browser
from support import ROOT

BINARY = os.environ.get("FUNNEL_BINARY") or str(ROOT / ".build/debug/funnel")
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def document(seconds):
    """Asks for a name, then makes a plan."""
    return {
        "schema": 1, "flows": [{"id": "sleep", "start": "name", "steps": [
            {"id": "name", "screen": "Name", "ports": {"next": [{"to": "plan"}]}},
            {"id": "plan", "screen": "Plan", "ports": {"next": [{"finish": "done"}]}}]}],
        "screens": [
            {"name": "Name", "title": "Name", "root": {"type": "column", "children": [
                {"type": "text", "text": "Your name", "role": "heading1"},
                {"type": "input", "name": "name", "label": "Name", "kind": "name",
                 "required": True},
                {"type": "button", "id": "go", "title": "Make my plan", "do": [
                    {"call": "makePlan", "with": {"seconds": seconds},
                     "then": {"made": {"fire": "next"}}}]}]}},
            {"name": "Plan", "title": "Plan", "root": {"type": "column", "children": [
                {"type": "text", "text": "The plan of {name}", "role": "heading1"},
                {"type": "button", "id": "next", "title": "Done", "do": [{"fire": "next"}]}]}}]}


class LongWorkTest(unittest.TestCase):
    def open(self, seconds, **options):
        """A page of a new visitor, whose press takes that many seconds."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "document.json"
        path.write_text(json.dumps(document(seconds)), encoding="utf-8")
        self.environment = {**os.environ, "FUNNEL_KEY": KEY, "FUNNEL_DOCUMENT": str(path)}
        self.port = free_port()
        self.start()
        self.addCleanup(self.stop)
        context = shared_browser().new_context(
            locale="en-GB", viewport={"width": 390, "height": 844}, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/sleep")
        page.get_by_label("Name").fill("Ada")
        return page

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env=self.environment)
        self.assertIn(str(self.port), self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def press(self, page):
        page.get_by_role("button", name="Make my plan").click()

    def expect_progress(self, page):
        expect(page.get_by_role("status")).to_contain_text("Making your plan")

    def test_progress_is_updated_and_leads_to_the_next_step(self):
        page = self.open(4)
        self.press(page)
        self.expect_progress(page)
        bar = page.get_by_role("progressbar", name="Making your plan")
        first = bar.evaluate("bar => bar.value")
        page.wait_for_function(
            "first => document.querySelector('progress')?.value > first", arg=first)
        button = page.get_by_role("button", name="Make my plan")
        expect(button).to_have_attribute("aria-disabled", "true")
        layout.assert_accessible(self, page, "a page with progress")
        expect(page.locator("h1")).to_have_text("The plan of Ada")
        expect(page.get_by_role("status")).to_have_count(0)

    def test_a_reload_returns_to_the_progress_and_then_to_the_next_step(self):
        page = self.open(6)
        self.press(page)
        self.expect_progress(page)
        page.reload()
        self.expect_progress(page)
        expect(page.locator("h1")).to_have_text("The plan of Ada")

    def test_a_reload_after_the_press_shows_its_result(self):
        page = self.open(2)
        self.press(page)
        self.expect_progress(page)
        # The page no longer hears of the press, but a copy of the browser shows when it has ended.
        page.route("**/sleep/**", lambda route: route.abort()
                   if route.request.method == "POST" else route.continue_())
        copy = shared_browser().new_context(
            locale="en-GB", storage_state=page.context.storage_state())
        self.addCleanup(copy.close)
        other = copy.new_page()
        other.goto(f"http://127.0.0.1:{self.port}/sleep")
        expect(other.locator("h1")).to_have_text("The plan of Ada")
        page.unroute_all()
        with page.expect_response(
                lambda response: response.request.method == "POST" and response.ok):
            page.reload()
        expect(page.locator("form")).to_have_attribute("aria-busy", "false")
        expect(page.locator("h1")).to_have_text("The plan of Ada")

    def test_without_javascript_the_page_refreshes_automatically(self):
        page = self.open(3, java_script_enabled=False)
        self.press(page)
        expect(page.get_by_text("Making your plan")).to_be_visible()
        expect(page.locator("h1")).to_have_text("The plan of Ada")

    def test_cancel_keeps_the_entered_values(self):
        for options in ({}, {"java_script_enabled": False}):
            with self.subTest(**options):
                page = self.open(100, **options)
                self.press(page)
                page.get_by_role("button", name="Cancel").click()
                expect(page.locator("h1")).to_have_text("Your name")
                expect(page.get_by_label("Name")).to_have_value("Ada")
                expect(page.get_by_role("button", name="Make my plan")).to_be_enabled()

    def test_work_that_is_lost_with_its_server_is_not_restarted(self):
        page = self.open(100)
        self.press(page)
        self.expect_progress(page)
        self.stop()
        self.start()
        page.reload()
        expect(page.locator("h1")).to_have_text("Your name")
        expect(page.get_by_role("status")).to_have_count(0)
