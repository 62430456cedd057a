"""How the script handles a server's responses: edits of lists, and long-running presses.

The page is a real one; the responses to its events are made up by the test.
"""

import json
import os
import subprocess
import time
import unittest
from urllib.parse import parse_qs

from browser import expect, free_port, shared_browser
from support import ROOT, TIMEOUT

BINARY = os.environ.get("FUNNEL_BINARY") or str(ROOT / ".build/debug/funnel")
TYPE = "application/vnd.flowmagic.patch+json"


def item(name):
    return (f'<li data-item="{name}"><div data-key="{name}"><p data-key="{name}/text">{name}</p>'
            f'<input name="field.{name}" aria-label="{name}"></div></li>')


SCREEN = (
    '<input type="hidden" name="fm" value="one"><div class="fm-screen"><div data-key="/root">'
    '<h1 tabindex="-1">List</h1><ul data-key="list">' + "".join(map(item, "abc")) + "</ul>"
    '<button type="submit" name="press" value="next" class="fm-button" data-key="next">'
    "<span>Go</span></button></div></div>")


class WebScriptTest(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.process = subprocess.Popen(
            [BINARY, str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop)
        self.assertIn(str(self.port), self.process.stdout.readline())
        context = shared_browser().new_context(locale="en-GB")
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.page.goto(f"http://127.0.0.1:{self.port}/sleep")
        self.address = self.page.evaluate("document.querySelector('form').getAttribute('action')")
        self.events = []
        # The last response is repeated.
        self.responses = [self.patch(screen=SCREEN)]
        self.page.route("**/sleep/**", self.respond)
        self.press(".fm-default")
        expect(self.page.get_by_role("heading")).to_have_text("List")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def patch(self, **parts):
        return {"n": 1, "at": self.address, "state": "two", "live": "", "title": "Title", **parts}

    def respond(self, route):
        if route.request.method != "POST":
            route.fallback()
            return
        self.events.append(parse_qs(route.request.post_data))
        response = self.responses.pop(0) if len(self.responses) > 1 else self.responses[0]
        route.fulfill(status=200, content_type=TYPE, body=json.dumps(response))

    def await_event(self, condition):
        """Waits for an event, while the browser's own event loop runs."""
        end = time.monotonic() + TIMEOUT
        while not any(condition(event) for event in self.events):
            self.assertLess(time.monotonic(), end, self.events)
            self.page.wait_for_timeout(20)

    def press(self, button="[data-key=next]"):
        """Presses without moving the focus."""
        self.page.evaluate("(button) => document.querySelector(button).click()", button)

    def test_items_are_inserted_moved_and_removed_around_a_field_with_input(self):
        field = self.page.get_by_label("b")
        field.fill("typed")
        field.evaluate("(field) => field.setSelectionRange(2, 3)")
        expect(field).to_be_focused()
        self.responses = [self.patch(ops=[
            ["d", "list", "a"], ["r", "c/text", '<p data-key="c/text">changed</p>'],
            ["i", "list", "c", item("d")], ["m", "list", "b", None],
        ])]
        self.press()
        expect(self.page.locator("li")).to_have_count(3)
        expect(self.page.locator("li p")).to_have_text(["d", "changed", "b"])
        expect(field).to_be_focused()
        expect(field).to_have_value("typed")
        self.assertEqual(
            field.evaluate("(field) => [field.selectionStart, field.selectionEnd]"), [2, 3])
        self.assertEqual(self.events[-1]["field.b"], ["typed"])
        self.assertEqual(self.page.title(), "Title")
        # The next event sends the new state.
        self.press()
        self.await_event(lambda event: event["fm"] == ["two"])

    def test_a_block_that_is_rendered_again_keeps_its_input(self):
        field = self.page.get_by_label("b")
        field.fill("typed")
        field.evaluate("(field) => field.setSelectionRange(1, 1)")
        fresh = '<div data-key="b"><p>new</p><input name="field.b" aria-label="b"></div>'
        self.responses = [self.patch(ops=[["r", "b", fresh]])]
        self.press()
        expect(self.page.locator("li p").nth(1)).to_have_text("new")
        expect(field).to_have_value("typed")
        expect(field).to_be_focused()
        self.assertEqual(field.evaluate("(field) => field.selectionStart"), 1)

    def test_a_patch_of_a_missing_element_loads_the_page(self):
        self.responses = [self.patch(ops=[["d", "list", "nothing"]])]
        self.press()
        expect(self.page.locator("ul[data-key=list]")).to_have_count(0)
        expect(self.page.locator("h1")).to_be_visible()

    def test_a_looping_video_waits_for_visitors_who_prefer_reduced_motion(self):
        video = '<video data-key="film" autoplay loop muted controls></video>'
        film = self.page.locator("video")
        # The video has no source, so it never plays.
        self.page.add_init_script(
            "window.pauses = 0; HTMLMediaElement.prototype.pause = () => { window.pauses += 1; };")
        self.responses = [self.patch(screen=SCREEN + video)]
        for preference, has_autoplay, pauses in (("no-preference", True, 0), ("reduce", False, 1)):
            with self.subTest(preference):
                self.page.emulate_media(reduced_motion=preference)
                self.load_with(video)
                expect(film).to_have_js_property("autoplay", has_autoplay)
                self.assertEqual(self.page.evaluate("pauses"), pauses)
                self.press(".fm-default")
                expect(self.page.get_by_role("heading")).to_have_text("List")
                expect(film).to_have_js_property("autoplay", has_autoplay)
                self.assertEqual(self.page.evaluate("pauses"), 2 * pauses)

    def load_with(self, html):
        """Loads the page again, with more HTML at the end of its form."""
        def respond(route):
            page = route.fetch().text()
            route.fulfill(status=200, content_type="text/html; charset=utf-8",
                          body=page.replace("</form>", f"{html}</form>"))

        address = f"http://127.0.0.1:{self.port}/sleep"
        self.page.route(address, respond)
        self.page.goto(address)
        self.page.unroute(address, respond)

    def hold_response(self):
        """Holds back the response to the next event.

        Returns a function that sends it, and one that returns whether it is held back."""
        held = []

        def hold(route):
            if route.request.method != "POST" or held:
                route.fallback()
                return
            held.append(route)

        self.page.route("**/sleep/**", hold)

        def send():
            self.page.unroute("**/sleep/**", hold)
            self.respond(held[0])

        return send, lambda: bool(held)

    def await_true(self, condition):
        end = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), end)
            self.page.wait_for_timeout(20)

    BUTTON = ('<button type="submit" name="press" value="next" class="fm-button" data-key="next">'
              "<span>New</span></button>")

    def test_a_press_of_a_button_that_is_then_replaced_is_performed(self):
        send, is_held = self.hold_response()
        self.press()
        self.await_true(is_held)
        # Pressed while the page waits for the first response, which replaces the button.
        self.press()
        self.responses = [self.patch(ops=[["r", "next", self.BUTTON]]), self.patch(ops=[])]
        send()
        self.await_event(lambda event: event["fm"] == ["two"] and event["press"] == ["next"])
        expect(self.page.locator("[data-key=next]")).to_have_text("New")

    def test_a_button_that_the_next_screen_has_too_is_not_pressed_there(self):
        send, is_held = self.hold_response()
        self.press()
        self.await_true(is_held)
        self.press()
        # A later event of the new screen shows that none was sent before it.
        screen = SCREEN.replace(">List<", ">Next<")
        self.responses = [self.patch(screen=screen, at=self.address + "x"), self.patch(ops=[])]
        send()
        expect(self.page.get_by_role("heading")).to_have_text("Next")
        count = len(self.events)
        self.page.get_by_label("b").fill("typed")
        self.press()
        self.await_event(lambda event: event.get("field.b") == ["typed"])
        self.assertEqual(len(self.events), count + 1)

    def test_a_button_pressed_before_a_reload_shows_its_page_is_not_pressed_there(self):
        send, is_held = self.hold_response()
        self.page.reload()
        self.await_true(is_held)
        # The page as the server has it, which has a button with the same name.
        self.press(".fm-default")
        self.responses = [self.patch(screen=SCREEN), self.patch(ops=[])]
        count = len(self.events)
        send()
        expect(self.page.get_by_role("heading")).to_have_text("List")
        self.page.get_by_label("b").fill("typed")
        self.press()
        self.await_event(lambda event: event.get("field.b") == ["typed"])
        self.assertEqual(len(self.events), count + 2)
        self.assertIn("shown", self.events[count])

    def test_a_button_is_not_replaced_while_a_pointer_presses_it(self):
        send, is_held = self.hold_response()
        self.press()
        self.await_true(is_held)
        box = self.page.locator("[data-key=next]").bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.responses = [self.patch(ops=[["r", "next", self.BUTTON]]), self.patch(ops=[])]
        with self.page.expect_response("**/sleep/**"):
            send()
        self.page.mouse.up()
        self.await_event(lambda event: event["fm"] == ["two"] and event["press"] == ["next"])

    def busy(self, **parts):
        return {"busy": {"text": "Looking", **parts}}

    def test_a_long_running_press_shows_its_progress(self):
        self.responses = [self.busy(), self.busy(text="Almost", fraction=0.75)]
        self.press()
        expect(self.page.get_by_role("status")).to_have_text("Almost")
        bar = self.page.get_by_role("progressbar", name="Almost")
        self.assertEqual(bar.evaluate("(bar) => bar.value"), 0.75)
        button = self.page.locator("[data-key=next]")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(self.page.locator("form")).to_have_attribute("aria-busy", "true")
        expect(self.page.get_by_role("button", name="Cancel")).to_have_count(0)
        self.assertEqual(self.events[-1], {"fm": ["one"], "wait": ["1"]})
        self.responses = [self.patch(ops=[])]
        expect(self.page.get_by_role("status")).to_have_count(0)
        expect(button).to_have_attribute("aria-disabled", "false")

    def test_a_long_running_press_is_followed_with_the_state_of_its_progress(self):
        self.responses = [self.busy(state="working"), self.patch(ops=[])]
        self.press()
        self.await_event(lambda event: event == {"fm": ["working"], "wait": ["1"]})

    def test_a_long_running_press_can_be_cancelled(self):
        self.responses = [self.busy(cancel="Cancel")]
        self.press()
        self.page.get_by_role("button", name="Cancel").click()
        self.await_event(lambda event: "cancel" in event)
        self.responses = [self.patch(ops=[])]
        expect(self.page.get_by_role("status")).to_have_count(0)
        self.assertEqual([request for request in self.events if "cancel" in request],
                         [{"fm": ["one"], "cancel": ["1"]}])
