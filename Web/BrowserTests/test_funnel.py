"""The sample funnel in a browser, with and without JavaScript, completed by a new visitor."""

import os
import re
import subprocess
import unittest
from pathlib import Path

import layout
import support as live
from browser import expect, free_port, shared_browser

ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("FUNNEL_BINARY") or str(ROOT / ".build/debug/funnel")
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
# Steps that everyone who goes to bed late sees, whatever variant the split assigns.
REQUIRED = {"welcome", "goal", "age", "hours", "bedtime", "late", "habits", "name", "email",
            "summary", "offer", "consent"}
ENTRIES = {
    "goal": lambda page: page.get_by_role("radio").nth(1).check(),
    "age": lambda page: page.get_by_role("textbox").fill("34"),
    "bedtime": lambda page: page.get_by_role("radio").last.check(),
    "habits": lambda page: page.get_by_role("checkbox").first.check(),
    "name": lambda page: page.get_by_role("textbox").fill("Ada"),
    "email": lambda page: page.get_by_role("textbox").fill("ada@example.org"),
    "consent": lambda page: page.get_by_role("checkbox").check(),
}


class CommandTest(unittest.TestCase):
    def run_funnel(self, *arguments):
        return subprocess.run(
            [BINARY, *arguments], capture_output=True, text=True, timeout=30, check=False)

    def test_help_is_printed_and_nothing_is_served(self):
        for option in ("--help", "-h"):
            run = self.run_funnel(option)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("funnel PORT", run.stdout)

    def test_other_arguments_are_a_usage_error(self):
        for arguments in (["--port"], ["8o90"], ["65536"], ["-1"], ["8090", "8091"]):
            run = self.run_funnel(*arguments)
            self.assertEqual((run.returncode, run.stdout), (64, ""), arguments)
            self.assertIn("See funnel --help.", run.stderr)


class FunnelTest(unittest.TestCase):
    def setUp(self):
        self.browser = shared_browser()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/sleep"
        self.start()
        self.addCleanup(self.stop)

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env={**os.environ, "FUNNEL_KEY": KEY})
        self.assertIn(str(self.port), self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def open(self, locale="en", **options):
        """A page of a new visitor; fails at the end if the page has logged an error."""
        context = self.browser.new_context(
            locale=locale, viewport={"width": 390, "height": 844}, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        # Killing the server ends its stream: the browser logs an error and reconnects.
        page.on("console", lambda line: line.type == "error" and "net::ERR_" not in line.text
                and errors.append(line.text))
        self.addCleanup(lambda: self.assertEqual(errors, []))
        page.goto(self.url)
        return page

    def press(self, page):
        page.locator("button[name=press][value=next]:not(.fm-default)").click()

    def expect_step(self, page, step):
        expect(page).to_have_url(re.compile(f"/{step}$"))

    def walk(self, page, kill_at=None):
        """Completes the flow; the server is killed at a step, and another one continues."""
        seen = []
        while len(seen) < 20:
            step = page.url.rsplit("/", 1)[-1]
            if step == "plan":
                return seen
            seen.append(step)
            ENTRIES.get(step, lambda _: None)(page)
            if step == kill_at:
                self.stop()
                self.start()
            self.press(page)
            page.wait_for_url(lambda url, step=step: not url.endswith(f"/{step}"),
                              timeout=live.TIMEOUT * 1000)
        self.fail(f"The funnel does not end: {seen}")

    def test_a_visitor_without_javascript_completes_the_flow_although_the_server_is_killed(self):
        page = self.open(java_script_enabled=False)
        self.assertLessEqual(REQUIRED, set(self.walk(page, kill_at="hours")))

    def test_a_visitor_with_javascript_completes_the_flow_with_few_page_loads(self):
        page = self.open(locale="de", color_scheme="dark")
        loads = []
        page.on("request", lambda request: request.is_navigation_request()
                and loads.append(request))
        self.assertLessEqual(REQUIRED, set(self.walk(page, kill_at="hours")))
        # The last press leaves the funnel.
        self.assertLessEqual(len(loads), 3, [request.url for request in loads])

    def test_back_shows_the_entered_values_and_a_reload_shows_the_step(self):
        page = self.open()
        self.press(page)
        self.expect_step(page, "goal")
        expect(page.locator("h1")).to_be_focused()
        ENTRIES["goal"](page)
        self.press(page)
        self.expect_step(page, "age")
        ENTRIES["age"](page)
        self.press(page)
        self.expect_step(page, "hours")
        page.go_back()
        self.expect_step(page, "age")
        expect(page.get_by_role("textbox")).to_have_value("34")
        page.go_back()
        self.expect_step(page, "goal")
        expect(page.get_by_role("radio").nth(1)).to_be_checked()
        page.go_forward()
        page.go_forward()
        self.expect_step(page, "hours")
        expect(page.get_by_role("slider")).to_be_visible()
        page.reload()
        expect(page.get_by_role("slider")).to_be_visible()

    def test_another_language_keeps_the_entered_values(self):
        for is_enabled in [True, False]:
            page = self.open(java_script_enabled=is_enabled)
            self.press(page)
            self.expect_step(page, "goal")
            ENTRIES["goal"](page)
            page.get_by_role("button", name="Deutsch").click()
            expect(page.locator("html")).to_have_attribute("lang", "de")
            self.expect_step(page, "goal")
            expect(page.get_by_role("radio").nth(1)).to_be_checked()
            self.press(page)
            self.expect_step(page, "age")
            expect(page.get_by_role("button", name="English")).to_be_visible()

    def test_a_summary_of_errors_is_focused_and_links_to_the_field(self):
        page = self.open(locale="de")
        self.press(page)
        self.expect_step(page, "goal")
        ENTRIES["goal"](page)
        self.press(page)
        self.expect_step(page, "age")
        page.get_by_role("textbox").fill("7")
        page.evaluate("document.querySelector('form').noValidate = true")
        self.press(page)
        expect(page.locator(".fm-problems")).to_be_focused()
        expect(page.get_by_role("textbox")).to_have_value("7")
        page.locator(".fm-problems a").first.click()
        expect(page.get_by_role("textbox")).to_be_focused()

    def test_pages_are_accessible_on_a_phone_and_a_desktop_in_light_and_dark(self):
        page = self.open(bypass_csp=True)
        for step in ["welcome", "goal", "age"]:
            self.expect_step(page, step)
            layout.assert_accessible_at_all_sizes(self, page, f"funnel-{step}", full_page=True)
            ENTRIES.get(step, lambda _: None)(page)
            self.press(page)
        self.expect_step(page, "hours")
