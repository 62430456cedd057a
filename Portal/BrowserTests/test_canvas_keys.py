"""The canvas by keyboard alone."""

import re
import unittest

from canvas_case import SIDE_PANEL, CanvasCase, expect


class KeyboardTests(CanvasCase):
    def focus(self, page):
        page.locator(".canvas").focus()
        page.keyboard.press("Tab")

    def test_tab_and_arrows_go_from_card_to_card(self):
        page = self.open_canvas()
        self.focus(page)
        expect(self.node(page, "Home")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".canvas-card:focus")).not_to_have_attribute("data-node", "Home")
        page.keyboard.press("ArrowLeft")
        expect(self.node(page, "Home")).to_be_focused()

    def test_card_says_what_it_is(self):
        page = self.open_canvas()
        card = page.get_by_role("group", name=re.compile("^Home, screen Home, Start"))
        expect(card).to_be_visible()

    def test_connect_by_keyboard(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("c")
        expect(page.get_by_role("menuitem", name="login")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.type("randompage")
        page.keyboard.press("Enter")
        self.wait_for_routes(page, "Home", "login", [{"to": "RandomPage"}])
        expect(page.locator(".canvas-room [role=status]")).to_have_text(
            "login leads to RandomPage.")
        expect(self.node(page, "Home")).to_be_focused()

    def test_arrow_keys_move_what_is_chosen(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("Space")
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        expect(page.locator(".canvas-room [role=status]")).to_contain_text("1 card moved.")
        page.keyboard.press("Control+z")
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()

    def test_new_step_by_key(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("n")
        page.keyboard.type("info")
        page.keyboard.press("Enter")
        self.wait_for_draft(page, lambda it: any(
            one["id"] == "INFO" for one in it["flows"][0]["steps"]), "a step")

    def test_enter_edits_and_letters_stay_letters_in_fields(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("Enter")
        name = page.locator(SIDE_PANEL).get_by_label("Step name")
        expect(name).to_be_focused()
        page.keyboard.type("/fn")
        expect(name).to_have_value(re.compile("/fn"))
        expect(page.get_by_role("combobox", name="Find step")).to_have_count(0)

    def test_the_keyboard_goes_to_what_was_found(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("/")
        page.keyboard.type("random")
        page.keyboard.press("Enter")
        expect(self.node(page, "RandomPage")).to_be_focused()
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        expect(self.node(page, "RandomPage")).to_be_focused()

    def test_menu_key_opens_the_menu_of_the_card(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("Shift+F10")
        expect(page.get_by_role("menuitem", name="Edit step")).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.node(page, "Home")).to_be_focused()

    def test_arrows_of_a_card_by_keyboard(self):
        page = self.open_canvas()
        self.focus(page)
        page.keyboard.press("a")
        page.get_by_role("menuitem", name="signUp → SignUp").press("Enter")
        expect(page.locator(".lit-chosen")).to_have_count(1)
        # Enter goes on to where that arrow leads, in the panel.
        page.keyboard.press("Enter")
        expect(page.locator(SIDE_PANEL).get_by_role("region", name="signUp").locator(
            ".route.open :focus")).to_have_count(1)

    def test_what_was_removed_and_saved_comes_back_whole(self):
        page = self.open_canvas()
        before = self.live_document()
        self.node(page, "Login").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Delete")
        self.wait_for_draft(page, lambda it: all(
            one["id"] != "Login" for one in it["flows"][0]["steps"]), "the removal")
        expect(page.locator(".save-status")).to_contain_text("Saved")
        toast = page.locator(".toast", has_text="1 card removed.")
        expect(toast).to_be_visible()
        page.keyboard.press("Control+z")
        # What is taken back already is not offered any more.
        expect(toast).to_have_count(0)
        draft = self.wait_for_draft(page, lambda it: any(
            one["id"] == "Login" for one in it["flows"][0]["steps"]), "the step")
        self.assertEqual(draft["flows"], before["flows"])

    def test_the_start_that_is_removed_has_a_successor_with_a_name(self):
        page = self.open_canvas()
        self.node(page, "Home").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Delete")
        self.expect_text(page, "The flow now starts with “Login”.")

    def test_what_stood_somewhere_stays_there_once_the_flow_has_changed(self):
        page = self.open_canvas()
        where = "() => [...document.querySelectorAll('.canvas-node')].map(" \
            "(one) => [one.dataset.place, one.style.left, one.style.top]).sort()"
        before = page.evaluate(where)
        self.focus(page)
        page.keyboard.press("c")
        page.get_by_role("menuitem", name="login").press("Enter")
        page.keyboard.type("randompage")
        page.keyboard.press("Enter")
        self.wait_for_routes(page, "Home", "login", [{"to": "RandomPage"}])
        expect(page.locator(".save-status")).to_contain_text("Saved")
        import support
        support.wait_for(
            lambda: self.server.get("/v1/apps/shop/layout").json["flows"].get("shop"), "places")
        page.reload()
        expect(self.node(page, "Home")).to_be_visible()
        self.assertEqual(page.evaluate(where), before)

    def test_back_leads_to_the_flow_one_came_from(self):
        page = self.open_canvas()
        page.locator("[data-place][class*=flow]").first.dblclick()
        expect(page).to_have_url(re.compile(r"\?flow=sign-up$"))
        page.go_back()
        expect(self.node(page, "Home")).to_be_visible()
        expect(page).to_have_url(re.compile(r"/apps/shop$"))
        page.go_forward()
        expect(self.node(page, "Home")).to_have_count(0)

    def test_links_to_a_step_open_it(self):
        page = self.open_canvas(at="/apps/shop?flow=shop&step=Login")
        expect(page.locator(SIDE_PANEL).get_by_label("Step name")).to_have_value("Login")
        expect(page.locator(".canvas-node.chosen [data-node=Login]")).to_be_visible()
        self.assertNotIn("step=", page.url)
        page.goto("/apps/shop?step=Gone")
        self.expect_text(page, "step “Gone”, which is not in the draft any more")
        expect(page.locator(SIDE_PANEL)).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
