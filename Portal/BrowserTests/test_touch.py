"""The editor on a phone: pan, zoom, edit, publish and roll back by touch."""

import re
import unittest

from canvas_case import CanvasCase
from portal import OVERLAPS, expect
from touch import TouchInput

PHONE = {"size": "phone", "has_touch": True, "is_mobile": True}
# Touch targets in toolbars and sheets that are less than 44 px high.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    ".top :is(a, button), .flow-bar :is(a, button, label), .canvas-toolbar button,"
    + ".side-panel :is(button, select), .sheet button, .dialog button")]
  .filter((target) => target.clientHeight > 1 && target.getBoundingClientRect().height < 43.5)
  .map((target) => target.outerHTML.slice(0, 120))"""


class TouchTests(CanvasCase):
    def open_phone(self, role="owner", **options):
        page = self.open_canvas(role, **PHONE, **options)
        return page, TouchInput(page)

    def position(self, page, step):
        box = self.node(page, step).bounding_box()
        return box["x"], box["y"]

    def zoom(self, page):
        return int(page.locator(".canvas-zoom").inner_text().removesuffix("%"))

    def assert_page_did_not_move(self, page):
        """Checks that the page itself is neither scrolled nor zoomed."""
        self.assertEqual(
            page.evaluate("[visualViewport.scale, scrollX, scrollY]"), [1, 0, 0])

    def test_touch_gestures_pan_and_zoom_the_canvas_not_the_page(self):
        page, touch = self.open_phone()
        x, y = self.position(page, "Home")
        touch.drag(((200, 500), (240, 440)))
        page.wait_for_function(
            "at => document.querySelector('.canvas [data-node=Home]').getBoundingClientRect().x"
            " === at", arg=x + 40)
        self.assertEqual(self.position(page, "Home"), (x + 40, y - 60))
        before = self.zoom(page)
        touch.drag(((150, 400), (70, 400)), ((250, 400), (330, 400)))
        page.wait_for_function(
            "zoom => parseInt(document.querySelector('.canvas-zoom').textContent) > zoom",
            arg=2 * before)
        self.assert_page_did_not_move(page)
        self.assertIsNone(self.draft())

    def test_a_tap_opens_a_step_and_its_node_can_be_dragged(self):
        page, touch = self.open_phone()
        touch.tap(self.title_position(page, "Home"))
        panel = page.locator(".side-panel")
        expect(panel.get_by_label("Step name")).to_have_value("Home")
        self.assertEqual(page.evaluate(SMALL_TARGETS), [])
        panel.get_by_role("button", name="Close").first.tap()
        x, y = self.position(page, "Home")
        start = self.title_position(page, "Home")
        touch.drag((start, (start[0] + 40, start[1] + 60)))
        undo = page.locator(".flow-bar-group button").first
        expect(undo).to_be_enabled()
        self.assertNotEqual(self.position(page, "Home"), (x, y))
        # NB: a tap right after such a fast swipe only stops what the browser considers a fling.
        undo.click()
        expect(undo).to_be_disabled()
        self.assert_page_did_not_move(page)

    def test_a_long_press_opens_the_context_menu(self):
        page, touch = self.open_phone()
        menu = page.get_by_role("menu")
        touch.long_press(self.title_position(page, "Home"), lambda: expect(menu).to_be_visible())
        expect(page.locator(".side-panel")).to_have_count(0)
        menu.get_by_role("menuitem", name="Duplicate").tap()
        self.wait_for_draft(lambda draft: len(draft["flows"][0]["steps"]) == 7, "a seventh step")

    def test_the_selection_tool_draws_a_selection_box(self):
        page, touch = self.open_phone()
        x, y = self.position(page, "Home")
        page.get_by_role("button", name="Select by dragging a box").tap()
        touch.drag(((x - 20, y - 20), (x + 130, y + 230)))
        expect(page.locator(".selected [data-node=Home]")).to_be_visible()
        self.assertEqual(self.position(page, "Home"), (x, y))

    def test_a_connection_starts_near_the_handle(self):
        page, touch = self.open_phone()
        x, y = self.center(self.handle(page, "Home", "login"))
        to = self.center(self.node(page, "RandomPage"))
        touch.drag(((x + 12, y - 3), to))
        self.wait_for_routes("Home", "login", [{"to": "RandomPage"}])

    def test_an_arrow_is_dragged_to_a_card_under_the_sheet(self):
        page = self.open_canvas(has_touch=True)
        page.set_viewport_size({"width": 834, "height": 800})
        page.mouse.click(*self.title_position(page, "Home"))
        sheet = page.locator(".side-panel")
        expect(sheet.get_by_label("Step name")).to_have_value("Home")
        top = sheet.bounding_box()["y"]
        target = self.node(page, "ForgotPassword")
        self.assertGreater(self.center(target)[1], top)
        handle = self.handle(page, "Home", "login")
        # The canvas moves the selected card above the sheet first.
        page.wait_for_function(
            "([node, top]) => node.getBoundingClientRect().bottom < top",
            arg=[handle.element_handle(), top])
        self.wait_until_still(page, "Home")
        # At its edge, the canvas pans until the card is visible.
        page.mouse.move(*self.center(handle))
        page.mouse.down()
        page.mouse.move(self.center(target)[0], top - 24, steps=8)
        page.wait_for_function(
            """([node, top]) => {
              const box = node.getBoundingClientRect();
              return (box.top + box.bottom) / 2 < top - 40;
            }""", arg=[target.element_handle(), top])
        # Away from the edge, the canvas does not pan.
        page.mouse.move(self.center(target)[0], top - 100, steps=4)
        page.mouse.move(*self.center(target), steps=4)
        page.mouse.up()
        self.wait_for_routes("Home", "login", [{"to": "ForgotPassword"}])
        # A drop on the sheet connects nothing, because it hides the cards behind it.
        page.locator(".canvas").press("f")
        self.assert_visible_above(page, "Home", sheet, can_expand=False)
        before = self.draft()
        x, y = self.center(self.handle(page, "Home", "login"))
        self.drag(page, (x, y), (x, sheet.bounding_box()["y"] + 20))
        expect(page.locator(".canvas.is-dragging")).to_have_count(0)
        expect(page.locator(".canvas-palette")).to_have_count(0)
        self.assertEqual(self.draft(), before)

    def test_a_flow_is_previewed_published_and_rolled_back(self):
        self.save_login_route("SignUp")
        page, _ = self.open_phone("editor")
        page.get_by_role("button", name="Try it").tap()
        expect(page.locator(".user > summary")).to_be_visible()
        device = page.locator(".device")
        device.get_by_role("button", name="Log in").tap()
        expect(device.locator(".phone-title")).to_have_text("SignUp")
        self.assertEqual(page.evaluate(SMALL_TARGETS), [])
        page.locator(".side-panel-head button").tap()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.tap()
        sheet = page.get_by_role("dialog", name="Publish changes")
        sheet.locator("button.change-line").first.tap()
        self.assert_visible_above(page, "Home", sheet)
        sheet.get_by_role("button", name="Show all").tap()
        self.accept_all(sheet)
        sheet.get_by_label("Note").fill("On the way")
        self.assertEqual(page.evaluate(SMALL_TARGETS), [])
        sheet.get_by_role("button", name="Publish to production").tap()
        done = page.get_by_role("dialog", name="Published")
        expect(done).to_contain_text("Release 4 is live in production.")
        self.assertEqual(page.evaluate(SMALL_TARGETS), [])
        done.get_by_role("button", name="Roll back release 4…").tap()
        page.get_by_role("button", name="Roll back", exact=True).tap()
        self.expect_text(page, "Rolled back: release 5")
        home = self.step(self.live_document(), "Home")
        self.assertEqual(home["ports"]["login"], [{"to": "Login"}])

    def test_the_step_of_a_finding_is_visible_above_the_panel(self):
        self.save_login_route("Nowhere")
        page, _ = self.open_phone()
        page.locator(".findings-button").tap()
        panel = page.locator(".side-panel")
        panel.get_by_role("button", name="Show").first.tap()
        self.assert_visible_above(page, "Home", panel)
        panel.get_by_role("button", name="Expand panel").tap()
        expect(panel).not_to_have_class(re.compile(r"\bcollapsed\b"))

    def assert_visible_above(self, page, step, sheet, can_expand=True):
        """Waits until the center of a node is between the toolbars and the open sheet."""
        if can_expand:
            expect(sheet.locator(".expand")).to_be_visible()
        page.wait_for_function(
            """([step, sheet]) => {
              const card = document.querySelector(`.canvas [data-node="${step}"]`);
              const { top, bottom } = card.getBoundingClientRect();
              const bar = document.querySelector(".flow-bar").getBoundingClientRect().bottom;
              const middle = (top + bottom) / 2;
              return middle > bar && middle < sheet.getBoundingClientRect().top;
            }""", arg=[step, sheet.element_handle()])

    def save_login_route(self, to):
        """Saves a draft in which the port `Home.login` leads to another step."""
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": to}]
        self.save_draft(document)

    def test_the_top_bar_fits_in_both_languages(self):
        for locale in ("en-GB", "de-DE"):
            page, _ = self.open_phone(locale=locale)
            for width in (320, 360, 390):
                page.set_viewport_size({"width": width, "height": 740})
                self.assertEqual(page.evaluate(OVERLAPS), [], f"{locale} at {width} px")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


if __name__ == "__main__":
    unittest.main()
