"""The canvas by keyboard alone."""

import re
import unittest

import support as live
from canvas_case import SIDE_PANEL, CanvasCase, expect


class KeyboardTests(CanvasCase):
    def focus_first_node(self, page):
        page.locator(".canvas").focus()
        page.keyboard.press("Tab")

    def test_tab_and_arrow_keys_move_focus_between_nodes(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        expect(self.node(page, "Home")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".canvas-card:focus")).not_to_have_attribute("data-node", "Home")
        page.keyboard.press("ArrowLeft")
        expect(self.node(page, "Home")).to_be_focused()

    def test_a_node_has_an_accessible_name(self):
        page = self.open_canvas()
        card = page.get_by_role("group", name=re.compile("^Home, screen Home, Start"))
        expect(card).to_be_visible()

    def connect_login_to_random_page(self, page):
        page.keyboard.press("c")
        expect(page.get_by_role("menuitem", name="login")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.type("randompage")
        page.keyboard.press("Enter")
        self.wait_for_routes("Home", "login", [{"to": "RandomPage"}])

    def test_connect_by_keyboard(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        self.connect_login_to_random_page(page)
        expect(page.locator(".canvas-container [role=status]")).to_have_text(
            "login leads to RandomPage.")
        expect(self.node(page, "Home")).to_be_focused()

    def test_a_step_is_found_changed_published_and_rolled_back_without_a_mouse(self):
        page = self.open_canvas()
        page.keyboard.press("/")
        page.keyboard.type("random")
        page.keyboard.press("Enter")
        expect(self.node(page, "RandomPage")).to_be_focused()
        # Follows an arrow backwards, then goes to the port of the card at its start.
        page.keyboard.press("ArrowLeft")
        expect(self.node(page, "Home")).to_be_focused()
        self.connect_login_to_random_page(page)
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        self.tab_to(page, page.get_by_role("button", name="Publish 1 change"), "Shift+Tab")
        page.keyboard.press("Enter")
        sheet = page.get_by_role("dialog", name="Publish changes")
        expect(sheet).to_be_visible()
        publish = sheet.get_by_role("button", name="Publish to production")
        for box in sheet.get_by_role("checkbox").all():
            self.tab_to(page, box)
            page.keyboard.press("Space")
        expect(publish).to_be_enabled()
        self.tab_to(page, publish)
        page.keyboard.press("Enter")
        done = page.get_by_role("dialog", name="Published")
        expect(done).to_contain_text("Release 4 is live in production.")
        self.assertEqual(self.target_of_login(), "RandomPage")
        self.tab_to(page, done.get_by_role("button", name="Roll back release 4…"))
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Roll production back to release 3?")
        self.tab_to(page, dialog.get_by_role("button", name="Roll back", exact=True))
        page.keyboard.press("Enter")
        self.expect_text(page, "Rolled back: release 5 is live in production")
        self.assertEqual(self.target_of_login(), "Login")

    def tab_to(self, page, locator, key="Tab"):
        """Presses Tab until an element has the focus."""
        expect(locator).to_be_visible()
        for _ in range(40):
            if locator.evaluate("element => element === document.activeElement"):
                return
            page.keyboard.press(key)
        self.fail(f"Tab does not lead to {locator}")

    def target_of_login(self):
        return self.step(self.live_document(), "Home")["ports"]["login"][0]["to"]

    def test_delete_applies_to_the_focused_card(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("Space")
        expect(page.locator(".canvas-node.selected [data-node=Home]")).to_be_visible()
        page.keyboard.press("Control+ArrowRight")
        card = page.locator(".canvas-card:focus")
        expect(card).not_to_have_attribute("data-node", "Home")
        step = card.get_attribute("data-node")
        page.keyboard.press("Delete")
        expect(page.get_by_role("dialog", name=f"Remove “{step}”?")).to_be_visible()

    def test_insert_and_connect_apply_to_the_focused_card(self):
        page = self.open_canvas()
        for key in "ic":
            self.node(page, "Home").focus()
            page.keyboard.press("a")
            page.get_by_role("menuitem", name="signUp → SignUp").press("Enter")
            expect(page.locator(".canvas-node.selected [data-node=Home]")).to_be_visible()
            page.locator(".canvas-card:focus").press("Control+ArrowRight")
            card = page.locator(".canvas-card:focus")
            expect(card).not_to_have_attribute("data-node", "Home")
            step = card.get_attribute("data-node")
            page.keyboard.press(key)
            expect(page.locator(f".canvas-node.selected [data-node={step}]")).to_be_visible()
            expect(page.locator(".canvas-node.selected")).to_have_count(1)
            # Which of its arrows or ports, or already the question about its only one.
            question = page.locator(".canvas-palette").get_by_role("combobox")
            popup = page.get_by_role("menu").or_(question)
            expect(popup).to_be_visible()
            if key == "i" and question.count() > 0:
                expect(question).to_have_accessible_name(
                    re.compile(f"^Which screen goes into “{step}: "))
            page.keyboard.press("Escape")
            expect(popup).to_have_count(0)

    def test_the_canvas_keeps_the_keys_when_the_focused_card_is_removed(self):
        page = self.open_canvas()
        self.node(page, "Login").focus()
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        expect(self.node(page, "Login")).to_have_count(0)
        expect(page.locator(".canvas")).to_be_focused()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Tab")
        expect(page.locator(".canvas-card:focus")).to_be_visible()
        step = page.locator(".canvas-card:focus").get_attribute("data-node")
        document = self.wait_for_draft(lambda draft: all(
            it["id"] != "Login" for it in draft["flows"][0]["steps"]), "the removal")
        flow = document["flows"][0]
        flow["steps"] = [it for it in flow["steps"] if it["id"] != step]
        flow["start"] = flow["steps"][0]["id"]
        self.save_draft(document)
        expect(self.node(page, step)).to_have_count(0)
        expect(page.locator(".canvas")).to_be_focused()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Tab")
        expect(page.locator(".canvas-card:focus")).to_be_visible()

    def test_arrow_keys_move_the_selected_nodes(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("Space")
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        expect(page.locator(".canvas-container [role=status]")).to_contain_text("1 card moved.")
        page.keyboard.press("Control+z")
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()

    def test_new_step_by_key(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("n")
        page.keyboard.type("info")
        page.keyboard.press("Enter")
        self.wait_for_draft(lambda draft: any(
            step["id"] == "INFO" for step in draft["flows"][0]["steps"]), "a step")

    def test_enter_edits_and_text_fields_keep_their_letters(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("Enter")
        name = page.locator(SIDE_PANEL).get_by_label("Step name")
        expect(name).to_be_focused()
        page.keyboard.type("/fn")
        expect(name).to_have_value(re.compile("/fn"))
        expect(page.get_by_role("combobox", name="Find step")).to_have_count(0)

    def test_focus_moves_to_the_search_result(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("/")
        page.keyboard.type("random")
        page.keyboard.press("Enter")
        expect(self.node(page, "RandomPage")).to_be_focused()
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        expect(self.node(page, "RandomPage")).to_be_focused()

    def test_the_menu_key_opens_the_context_menu_of_the_node(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("Shift+F10")
        expect(page.get_by_role("menuitem", name="Edit step")).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.node(page, "Home")).to_be_focused()

    def test_edges_of_a_node_are_selected_by_keyboard(self):
        page = self.open_canvas()
        self.focus_first_node(page)
        page.keyboard.press("a")
        page.get_by_role("menuitem", name="signUp → SignUp").press("Enter")
        expect(page.locator(".highlight-selected")).to_have_count(1)
        # Enter opens the edge's route in the panel.
        page.keyboard.press("Enter")
        expect(page.locator(SIDE_PANEL).get_by_role("region", name="signUp").locator(
            ".route.open :focus")).to_have_count(1)

    def test_undo_restores_a_step_whose_removal_was_saved(self):
        page = self.open_canvas()
        before = self.live_document()
        self.node(page, "Login").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        self.wait_for_draft(lambda draft: all(
            step["id"] != "Login" for step in draft["flows"][0]["steps"]), "the removal")
        expect(page.locator(".save-status")).to_contain_text("Saved")
        toast = page.locator(".toast", has_text="1 card removed.")
        expect(toast).to_be_visible()
        page.keyboard.press("Control+z")
        # A change that was undone is no longer offered for undo.
        expect(toast).to_have_count(0)
        draft = self.wait_for_draft(lambda draft: any(
            step["id"] == "Login" for step in draft["flows"][0]["steps"]), "the step")
        self.assertEqual(draft["flows"], before["flows"])

    def test_removing_the_start_step_names_its_successor(self):
        page = self.open_canvas()
        self.node(page, "Home").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        self.expect_text(page, "The flow now starts with “Login”.")

    def test_nodes_keep_their_positions_when_the_flow_changes(self):
        page = self.open_canvas()
        positions = "() => [...document.querySelectorAll('.canvas-node')].map(" \
            "(node) => [node.dataset.place, node.style.left, node.style.top]).sort()"
        before = page.evaluate(positions)
        self.focus_first_node(page)
        page.keyboard.press("c")
        page.get_by_role("menuitem", name="login").press("Enter")
        page.keyboard.type("randompage")
        page.keyboard.press("Enter")
        self.wait_for_routes("Home", "login", [{"to": "RandomPage"}])
        expect(page.locator(".save-status")).to_contain_text("Saved")
        live.wait_for(
            lambda: self.server.get("/v1/apps/shop/layout").json["flows"].get("shop"), "a layout")
        page.reload()
        expect(self.node(page, "Home")).to_be_visible()
        self.assertEqual(page.evaluate(positions), before)

    def test_the_back_button_returns_to_the_previous_flow(self):
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
        expect(page.locator(".canvas-node.selected [data-node=Login]")).to_be_visible()
        self.assertNotIn("step=", page.url)
        page.goto("/apps/shop?step=Gone")
        self.expect_text(page, "step “Gone”, which is no longer in the draft")
        expect(page.locator(SIDE_PANEL)).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
