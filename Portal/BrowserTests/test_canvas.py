"""The canvas: viewport, nodes, edges, selection and editing with a mouse."""

import unittest

from canvas_case import SIDE_PANEL, CanvasCase, expect


class ViewportTests(CanvasCase):
    def test_each_step_is_a_node_with_its_content_and_ports(self):
        page = self.open_canvas()
        home = self.node(page, "Home")
        expect(home).to_contain_text("The Corner Shop")
        expect(home).to_contain_text("Good things, close by.")
        expect(home.locator(".canvas-port")).to_have_text(
            ["login", "signUp", "forgotPassword", "randomPage"])
        expect(home.locator(".canvas-start")).to_be_visible()
        expect(page.locator(".canvas-card")).to_have_count(6)
        expect(page.locator(".canvas-base [data-line]")).to_have_count(13)
        for colors in ("light", "dark"):
            page.emulate_media(color_scheme=colors, reduced_motion="reduce")
            self.assert_no_violations(page)

    def test_a_sub_flow_opens_and_collapses_in_place(self):
        page = self.open_canvas()
        node = page.locator(".canvas-flow")
        expect(node.locator(".canvas-mini.step")).to_have_count(8)
        node.get_by_role("button", name="Collapse sign-up").click()
        expect(node.locator(".canvas-mini")).to_have_count(0)
        node.get_by_role("button", name="Expand sign-up").click()
        expect(node.locator(".canvas-mini.step")).to_have_count(8)
        node.get_by_role("button", name="Open sign-up").click()
        expect(self.node(page, "intro")).to_be_visible()
        expect(page.locator(".canvas-end")).to_contain_text("completed")

    def test_toolbar_zooms_fits_the_view_and_hides_the_minimap(self):
        page = self.open_canvas()
        level = page.locator(".canvas-zoom")
        before = level.inner_text()
        self.click_button(page, "Zoom in")
        expect(level).not_to_have_text(before)
        self.click_button(page, "Show everything")
        expect(level).to_have_text(before)
        level.click()
        expect(level).to_have_text("100%")
        expect(page.locator(".canvas-minimap")).to_be_visible()
        self.click_button(page, "Minimap")
        expect(page.locator(".canvas-minimap")).to_have_count(0)

    def test_keys_zoom_and_fit(self):
        page = self.open_canvas()
        level = page.locator(".canvas-zoom")
        before = level.inner_text()
        page.keyboard.press("0")
        expect(level).to_have_text("100%")
        page.keyboard.press("+")
        expect(level).to_have_text("140%")
        page.keyboard.press("f")
        expect(level).to_have_text(before)

    def test_wheel_with_control_zooms_at_the_pointer(self):
        page = self.open_canvas()
        x, y = self.title_position(page, "Home")
        level = page.locator(".canvas-zoom")
        before = level.inner_text()
        page.mouse.move(x, y)
        page.keyboard.down("Control")
        page.mouse.wheel(0, -60)
        page.keyboard.up("Control")
        expect(level).not_to_have_text(before)
        page.wait_for_function(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-node=Home]')", arg=[x, y])

    def test_space_and_middle_button_pan(self):
        page = self.open_canvas()
        before = self.node(page, "Home").bounding_box()
        x, y = self.empty_position(page)
        page.mouse.move(x, y)
        page.keyboard.down("Space")
        self.drag(page, (x, y), (x + 90, y + 30))
        page.keyboard.up("Space")
        page.mouse.move(x, y)
        page.mouse.down(button="middle")
        page.mouse.move(x + 10, y + 5, steps=3)
        page.mouse.up(button="middle")
        page.wait_for_function(
            "x => Math.abs("
            "document.querySelector('[data-node=Home]').getBoundingClientRect().x - x) < 1",
            arg=before["x"] + 100)

    def test_a_click_on_the_minimap_moves_the_viewport(self):
        page = self.open_canvas()
        page.keyboard.press("0")
        expect(page.locator(".canvas-zoom")).to_have_text("100%")
        box = page.locator(".canvas-minimap").bounding_box()
        y = box["y"] + box["height"] / 2
        left = "document.querySelector('.canvas-minimap-frame').getBoundingClientRect().x"
        page.mouse.click(box["x"] + box["width"] - 20, y)
        page.wait_for_function(f"edge => {left} > edge", arg=box["x"] + 8)
        page.mouse.click(box["x"] + 20, y)
        page.wait_for_function(f"edge => {left} < edge", arg=box["x"] + 8)
        expect(self.node(page, "Home")).to_be_in_viewport()

    def test_search_jumps_to_a_step_of_another_flow(self):
        page = self.open_canvas()
        page.keyboard.press("/")
        page.keyboard.type("write to you")
        expect(page.get_by_role("option")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(self.node(page, "email")).to_be_in_viewport()
        expect(page.locator(".selected [data-node=email]")).to_be_visible()

    def test_viewers_cannot_change_anything(self):
        page = self.open_canvas("viewer")
        before = self.node(page, "Home").bounding_box()
        x, y = self.title_position(page, "Home")
        self.drag(page, (x, y), (x + 120, y + 60))
        self.drag(page, self.center(self.handle(page, "Home", "login")),
                  self.center(self.node(page, "RandomPage")))
        expect(page.get_by_role("button", name="Arrange all")).to_have_count(0)
        page.mouse.click(x, y)
        expect(page.locator(".selected [data-node=Home]")).to_be_visible()
        page.keyboard.press("Delete")
        self.assertEqual(self.node(page, "Home").bounding_box()["x"], before["x"])
        self.assertIsNone(self.draft())

    def test_findings_are_shown_on_their_node(self):
        page = self.open_canvas()
        self.node(page, "RandomPage").click(position={"x": 30, "y": 10})
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        expect(self.node(page, "Home").locator(".canvas-badge")).to_be_visible()
        expect(self.node(page, "Home").locator(".canvas-port.open")).to_contain_text("randomPage")

    def test_the_canvas_is_accessible_on_a_phone(self):
        page = self.open_canvas(size="phone", has_touch=True)
        expect(page.locator(".canvas-toolbar")).to_be_visible()
        self.assert_no_violations(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        self.assertLessEqual(width, page.viewport_size["width"])


class EmptyApplicationTests(CanvasCase):
    def test_a_flow_can_be_planned_before_its_app_exists(self):
        response = self.server.call(
            "POST", "/v1/apps?organization=acme",
            {"id": "kiosk", "name": "Kiosk", "environments": ["production"]})
        self.assertEqual(response.status, 201, response)
        page = self.open_editor(at="/apps/kiosk")
        empty = page.locator(".canvas-empty")
        expect(empty).to_contain_text("No flow yet")
        expect(empty.get_by_role("link", name="Connect your app")).to_have_attribute(
            "href", "/apps/kiosk/connect")
        self.assert_no_violations(page)
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(empty).to_contain_text("This flow has no steps yet")
        empty.get_by_role("button", name="Add step").click()
        chooser = page.locator(".canvas-palette")
        expect(chooser).to_contain_text("Screens appear when your app has connected")
        page.keyboard.type("Welcome")
        page.get_by_role("option", name="Use “Welcome” as a new screen").click()
        expect(self.node(page, "Welcome")).to_be_focused()
        expect(page.locator(".findings-button")).not_to_contain_text("error")

    def test_a_screen_that_no_build_in_use_has_is_not_offered(self):
        page = self.open_canvas()
        page.keyboard.press("n")
        page.keyboard.type("Welcome")
        expect(page.get_by_role("option")).to_have_text(["New screen…Welcome"])


class EditingTests(CanvasCase):
    def test_dragging_from_a_handle_to_a_node_connects_them(self):
        page = self.open_canvas()
        self.drag(page, self.center(self.handle(page, "ForgotPasswordPhone", "sendCode")),
                  self.title_position(page, "Home"))
        self.wait_for_routes("ForgotPasswordPhone", "sendCode", [{"to": "Home"}])
        page.keyboard.press("Control+z")
        self.wait_for_routes("ForgotPasswordPhone", "sendCode", [{"to": "Login"}])

    def test_dragging_an_edge_reconnects_it(self):
        page = self.open_canvas()
        self.drag(page, self.edge_position(page, "Home", "forgotPassword", 0.7),
                  self.title_position(page, "RandomPage"))
        self.wait_for_routes("Home", "forgotPassword", [{"to": "RandomPage"}])

    def test_a_drop_on_the_empty_canvas_adds_a_step_there(self):
        page = self.open_canvas()
        self.drag(page, self.center(self.handle(page, "Login", "login")), self.empty_position(page))
        field = page.get_by_role("combobox", name="Where does it lead?")
        expect(field).to_be_focused()
        field.fill("text in")
        page.keyboard.press("Enter")
        expect(self.node(page, "TEXT_INPUT")).to_be_visible()
        expect(self.node(page, "TEXT_INPUT")).to_be_focused()
        draft = self.wait_for_routes("Login", "login", [{"to": "TEXT_INPUT"}])
        step = self.step(draft, "TEXT_INPUT")
        self.assertEqual(step["screen"], "TEXT_INPUT")
        self.assertEqual(set(step["content"]), {"title", "placeholder", "primaryButtonText"})

    def test_a_drop_on_the_empty_canvas_can_end_the_flow(self):
        page = self.open_canvas()
        self.drag(page, self.center(self.handle(page, "Login", "login")), self.empty_position(page))
        page.get_by_role("combobox").fill("left")
        page.get_by_role("option", name="End the flow as “left”").click()
        expect(page.locator(".canvas-end")).to_contain_text("left")
        self.wait_for_draft(
            lambda draft: self.routes(draft, "Login", "login")[0].get("finish") == "left", "an end")

    def test_a_drop_on_the_empty_canvas_can_enter_a_flow(self):
        page = self.open_canvas()
        self.drag(page, self.center(self.handle(page, "Login", "login")), self.empty_position(page))
        page.get_by_role("combobox").fill("other flows")
        page.get_by_role("option", name="sign-up").click()
        expect(page.locator(".canvas-flow")).to_have_count(2)
        self.wait_for_draft(
            lambda draft: self.routes(draft, "Login", "login")[0].get("flow") == "sign-up",
            "a flow")

    def test_escape_cancels_a_connection(self):
        page = self.open_canvas()
        page.mouse.move(*self.center(self.handle(page, "Login", "login")))
        page.mouse.down()
        page.mouse.move(*self.title_position(page, "RandomPage"), steps=5)
        expect(page.locator(".target [data-node=RandomPage]")).to_be_visible()
        page.keyboard.press("Escape")
        page.mouse.up()
        expect(page.locator(".canvas-connection")).to_have_count(0)
        self.assertIsNone(self.draft())

    def test_double_click_on_empty_canvas_adds_a_step(self):
        page = self.open_canvas()
        page.mouse.dblclick(*self.empty_position(page))
        page.get_by_role("combobox", name="Which screen").fill("summary")
        page.keyboard.press("Enter")
        self.wait_for_draft(lambda draft: any(
            step["id"] == "SUMMARY" for step in draft["flows"][0]["steps"]), "a step")
        expect(page.locator(".selected [data-node=SUMMARY]")).to_be_visible()

    def test_double_click_on_a_node_edits_it(self):
        page = self.open_canvas()
        page.mouse.dblclick(*self.title_position(page, "Home"))
        expect(page.locator(SIDE_PANEL)).to_be_visible()

    def test_delete_removes_an_edge(self):
        page = self.open_canvas()
        page.mouse.click(*self.edge_position(page, "Home", "signUp"))
        expect(page.locator(".highlight-selected")).to_have_count(1)
        page.keyboard.press("Delete")
        self.wait_for_routes("Home", "signUp", None)

    def test_delete_lists_the_uses_of_a_step_and_redirects_them_and_undo_restores_it(self):
        page = self.open_canvas()
        page.mouse.click(*self.title_position(page, "ForgotPassword"))
        page.keyboard.press("Delete")
        dialog = page.get_by_role("dialog", name="Remove “ForgotPassword”?")
        expect(dialog).to_contain_text("2 arrows lead here:")
        expect(dialog).to_contain_text("Home · forgotPassword")
        expect(dialog).to_contain_text("Login · forgotPassword")
        expect(dialog).to_contain_text("nobody reaches ForgotPasswordPhone anymore")
        expect(dialog.get_by_label("New destination")).to_have_value('{"to":"Login"}')
        self.assert_region_accessible(page, ".dialog", "remove")
        dialog.get_by_label("New destination").select_option(label="RandomPage")
        dialog.get_by_role("button", name="Remove and reroute").click()
        expect(self.node(page, "ForgotPassword")).to_have_count(0)
        for step in ("Home", "Login"):
            self.wait_for_routes(step, "forgotPassword", [{"to": "RandomPage"}])
        page.get_by_role("button", name="Undo", exact=True).last.click()
        expect(self.node(page, "ForgotPassword")).to_be_visible()
        # A step that no route leads to is removed without a confirmation.
        self.node(page, "RandomPage").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Control+d")
        expect(self.node(page, "RandomPage-2")).to_be_visible()
        page.keyboard.press("Delete")
        expect(self.node(page, "RandomPage-2")).to_have_count(0)

    def test_selected_nodes_move_together_and_undo_moves_them_back(self):
        page = self.open_canvas()
        start = self.node(page, "SignUp").bounding_box()
        page.mouse.click(*self.title_position(page, "Home"))
        page.keyboard.down("Shift")
        page.mouse.click(*self.title_position(page, "SignUp"))
        page.keyboard.up("Shift")
        expect(page.locator(".canvas-node.selected")).to_have_count(2)
        x, y = self.title_position(page, "Home")
        page.keyboard.down("Control")
        self.drag(page, (x, y), (x - 60, y - 40))
        page.keyboard.up("Control")
        is_at = "x => Math.abs(document.querySelector('[data-node=SignUp]')" \
            ".getBoundingClientRect().x - x) < 2"
        page.wait_for_function(is_at, arg=start["x"] - 60)
        page.keyboard.press("Control+z")
        page.wait_for_function(is_at, arg=start["x"])
        self.assertIsNone(self.draft(), "positions are not part of the document")

    def test_a_selection_box_selects_the_nodes_inside(self):
        page = self.open_canvas()
        a = self.node(page, "SignUp").bounding_box()
        b = self.node(page, "RandomPage").bounding_box()
        top, bottom = min(a["y"], b["y"]), max(a["y"] + a["height"], b["y"] + b["height"])
        self.drag(page, (a["x"] - 14, top - 8), (a["x"] + a["width"] / 2, bottom - 10))
        expect(page.locator(".selected [data-node=SignUp]")).to_be_visible()
        expect(page.locator(".selected [data-node=RandomPage]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".canvas-node.selected")).to_have_count(0)
        page.keyboard.press("Control+a")
        expect(page.locator(".canvas-node.selected")).to_have_count(7)

    def test_align_lines_up_the_selected_nodes(self):
        page = self.open_canvas()
        page.keyboard.press("Control+a")
        page.get_by_role("button", name="Align").click()
        page.get_by_role("menuitem", name="Top edges").click()
        page.wait_for_function("""() => new Set([...document.querySelectorAll('.canvas-node')]
          .map(node => Math.round(node.getBoundingClientRect().y))).size === 1""")

    def test_auto_layout_is_one_undo_step(self):
        page = self.open_canvas()
        x, y = self.title_position(page, "Home")
        self.drag(page, (x, y), (x + 40, y + 200))
        expect(page.get_by_role("button", name="Undo: move")).to_be_visible()
        self.click_button(page, "Arrange all")
        page.get_by_role("button", name="Undo: arrange all").click()
        expect(page.get_by_role("button", name="Undo: move")).to_be_visible()

    def overlapping_nodes(self, page):
        """Pairs of nodes that overlap."""
        return page.evaluate("""() => {
          const cards = [...document.querySelectorAll('.canvas [data-node]')].map((card) =>
            [card.dataset.node, card.getBoundingClientRect()]);
          return cards.flatMap(([a, p], index) => cards.slice(index + 1)
            .filter(([, q]) => p.left < q.right && q.left < p.right
              && p.top < q.bottom && q.top < p.bottom).map(([b]) => `${a} and ${b}`));
        }""")

    def test_nodes_are_copied_by_keyboard_while_the_toolbar_has_focus(self):
        page = self.open_canvas()
        page.mouse.click(*self.title_position(page, "Login"))
        page.get_by_role("button", name="Zoom out").click()
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+v")
        expect(self.node(page, "Login-2")).to_be_visible()
        self.assertEqual(self.overlapping_nodes(page), [])

    def test_copy_and_paste_into_another_flow(self):
        page = self.open_canvas()
        page.keyboard.down("Shift")
        page.mouse.click(*self.title_position(page, "Login"))
        page.keyboard.up("Shift")
        page.keyboard.press("Control+c")
        page.locator(".canvas-flow").get_by_role("button", name="Open sign-up").click()
        expect(self.node(page, "intro")).to_be_visible()
        page.keyboard.press("Control+v")
        expect(self.node(page, "Login")).to_be_visible()
        self.wait_for_draft(lambda draft: any(
            step["id"] == "Login" for step in draft["flows"][1]["steps"]), "the copy")

    def test_cut_and_duplicate(self):
        page = self.open_canvas()
        page.mouse.click(*self.title_position(page, "RandomPage"))
        page.keyboard.press("Control+d")
        expect(self.node(page, "RandomPage-2")).to_be_visible()
        self.assertEqual(self.overlapping_nodes(page), [])
        page.keyboard.press("Control+x")
        expect(self.node(page, "RandomPage-2")).to_have_count(0)

    def test_only_steps_are_pasted(self):
        page = self.open_canvas()
        page.mouse.click(*self.empty_position(page))
        page.evaluate("""() => {
          const data = new DataTransfer();
          data.setData('text/plain', '{"kind": "flowmagic/steps", "steps": [{"id": 3}]}');
          document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
        }""")
        expect(page.locator(".canvas-card")).to_have_count(6)
        self.assertIsNone(self.draft())

    def test_the_context_menu_of_a_node_makes_it_the_start(self):
        page = self.open_canvas()
        page.mouse.click(*self.title_position(page, "Login"), button="right")
        page.get_by_role("menuitem", name="Set as start").click()
        self.wait_for_draft(lambda draft: draft["flows"][0]["start"] == "Login", "the start")


if __name__ == "__main__":
    unittest.main()
