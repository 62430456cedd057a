"""Inserting a screen into an arrow: A → C becomes A → B → C."""

import re
import unittest

import support as live
from canvas_case import SIDE_PANEL, CanvasCase, expect

LAYOUT = "/v1/apps/shop/layout"


class InsertTests(CanvasCase):
    def place(self, **positions):
        """Stores the positions of steps."""
        response = self.server.call("PATCH", LAYOUT, {"flows": {"shop": {"steps": positions}}})
        self.assertLess(response.status, 300, response)

    def wait_for_positions(self, **positions):
        """Waits until the server's layout has exactly these positions, or none, of steps."""
        def stored():
            steps = self.server.get(LAYOUT).json["flows"]["shop"]["steps"]
            return {step: steps.get(step) for step in positions} == positions
        live.wait_for(stored, f"the positions {positions}")

    def select_arrow(self, page, step, arrow):
        """Selects an arrow by keyboard, which opens its route in the panel."""
        self.node(page, step).focus()
        page.keyboard.press("a")
        page.get_by_role("menuitem", name=arrow).press("Enter")
        expect(page.locator(SIDE_PANEL).locator(".route.open")).to_be_visible()

    def chooser(self, page):
        """The field for the screen, once it has focus."""
        field = page.get_by_role("combobox", name="Which screen goes into")
        expect(field).to_be_focused()
        return field

    def choose(self, page, query):
        self.chooser(page).fill(query)
        page.keyboard.press("Enter")

    def test_a_screen_is_inserted_from_the_panel_and_undone_at_once(self):
        self.place(Home=[0, 0], Login=[328, 0])
        page = self.open_canvas()
        before = self.live_document()["flows"]
        self.select_arrow(page, "Home", "login → Login")
        page.locator(SIDE_PANEL).get_by_role("button", name="Insert screen…").click()
        self.choose(page, "info")
        expect(self.node(page, "INFO")).to_be_focused()
        expect(page.locator(".canvas-container [role=status]")).to_have_text(
            "INFO inserted after Home. It leads to Login.")
        expect(page.locator(SIDE_PANEL).get_by_label("Step name")).to_have_value("INFO")
        draft = self.wait_for_routes("Home", "login", [{"to": "INFO"}])
        self.assertEqual(self.routes(draft, "INFO", "next"), [{"to": "Login"}])
        self.wait_for_positions(Home=[0, 0], INFO=[328, 0], Login=[656, 0])
        page.keyboard.press("Control+z")
        expect(self.node(page, "INFO")).to_have_count(0)
        draft = self.wait_for_routes("Home", "login", [{"to": "Login"}])
        self.assertEqual(draft["flows"], before)
        self.wait_for_positions(Home=[0, 0], Login=[328, 0])

    def test_a_screen_is_inserted_into_a_variant_by_keyboard(self):
        document = {key: value for key, value in self.live_document().items()
                    if key in ("schema", "flows", "strings", "defaultLocale", "locales")}
        long = {"weight": 0.3, "key": "long", "to": "SignUp"}
        short = {"weight": 0.7, "key": "short", "to": "RandomPage", "style": "sheet"}

        def routes(*variants):
            split = {"experiment": "form", "by": "userId", "variants": list(variants)}
            return [{"when": {"plan": "plus"}, "split": split}, {"to": "Login"}]
        self.step(document, "Home")["ports"]["login"] = routes(long, short)
        self.save_draft(document)
        page = self.open_canvas()
        self.node(page, "Home").focus()
        page.keyboard.press("i")
        expect(page.get_by_role("menu")).to_contain_text("Into which arrow?")
        page.get_by_role("menuitem", name="login → RandomPage").press("Enter")
        self.choose(page, "info")
        draft = self.wait_for_routes("Home", "login", routes(long, {**short, "to": "INFO"}))
        self.assertEqual(self.routes(draft, "INFO", "next"), [{"to": "RandomPage"}])

    def test_a_screen_is_inserted_from_the_menu_of_an_arrow(self):
        page = self.open_canvas()
        page.mouse.click(*self.edge_position(page, "Home", "signUp"), button="right")
        page.get_by_role("menuitem", name="Insert screen…").click()
        self.choose(page, "info")
        draft = self.wait_for_routes("Home", "signUp", [{"to": "INFO"}])
        self.assertEqual(self.routes(draft, "INFO", "next"), [{"to": "SignUp"}])

    def test_a_screen_without_ports_is_listed_last_with_the_reason(self):
        document = {key: value for key, value in self.live_document().items()
                    if key in ("schema", "flows", "strings", "defaultLocale", "locales", "screens")}
        poster = {"type": "column", "children": [{"type": "text", "text": "Hello"}]}
        document["screens"].append({"name": "Poster", "root": poster})
        self.save_draft(document)
        page = self.open_canvas()
        # The only arrow of the card.
        self.node(page, "RandomPage").focus()
        page.keyboard.press("i")
        field = self.chooser(page)
        expect(page.get_by_role("option").last).to_contain_text("Poster")
        field.fill("Poster")
        option = page.locator(".canvas-option[aria-disabled=true]")
        expect(option).to_contain_text("has no port to continue at")
        self.assert_region_accessible(page, ".canvas-palette", "the screens to insert")
        page.keyboard.press("Enter")
        option.click(force=True)
        expect(field).to_be_focused()
        expect(self.node(page, "Poster")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(field).to_have_count(0)

    def test_a_new_screen_is_drawn_for_an_arrow(self):
        page = self.open_canvas()
        self.node(page, "RandomPage").focus()
        page.keyboard.press("i")
        self.chooser(page)
        page.get_by_role("option", name="New screen…").click()
        dialog = page.get_by_role("dialog", name="New screen")
        dialog.get_by_role("radio", name=re.compile("^Welcome")).check()
        dialog.get_by_label("Name of the screen").fill("Hello")
        dialog.get_by_role("button", name="Add screen").click()
        # There is no way back to the step before, as before.
        draft = self.wait_for_routes("RandomPage", "home", [{"to": "Hello", "style": "root"}])
        self.assertEqual(
            self.step(draft, "Hello")["ports"], {"start": [{"to": "Home", "style": "root"}]})

    def test_on_a_phone_the_panel_makes_room_for_the_screens(self):
        page = self.open_canvas(size="phone", has_touch=True)
        self.select_arrow(page, "Home", "login → Login")
        page.locator(SIDE_PANEL).get_by_role("button", name="Insert screen…").tap()
        self.chooser(page)
        expect(page.locator(SIDE_PANEL)).to_have_count(0)
        page.get_by_role("option", name=re.compile("^Info")).tap()
        self.wait_for_routes("Home", "login", [{"to": "INFO"}])

    def test_viewers_cannot_insert(self):
        page = self.open_canvas("viewer")
        self.select_arrow(page, "Home", "login → Login")
        expect(page.get_by_role("button", name="Insert screen…")).to_have_count(0)
        page.keyboard.press("i")
        expect(page.locator(".canvas-palette")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
