"""The editor of drawn screens: its structure, the screen, the palette and the settings."""

import re

from portal import expect, layout
from test_screens import DOCUMENT, GOAL, ScreensCase


class EditorCase(ScreensCase):
    def open_screen(self, name="Goal", document=DOCUMENT, **options):
        page = self.open_document(document, **options)
        page.goto(f"/apps/shop?screen={name}")
        expect(page.locator(".tree-row").first).to_be_focused()
        expect(page.locator(".stage-host .fm-screen")).to_be_visible()
        return page

    def rows(self, page):
        return page.locator(".tree-row")

    def row(self, page, text):
        return self.rows(page).filter(has_text=text)

    def panel(self, page):
        """The settings panel, once it shows the latest selection."""
        return page.locator(".screen-panel:not([inert])")

    def expect_rows(self, page, *texts):
        """Checks that the structure shows a column with these blocks."""
        expect(self.rows(page)).to_have_text(
            [re.compile("^Column"), *(re.compile(re.escape(text) + "$") for text in texts)])

    def wait_for_blocks(self, check, description, name="Goal"):
        """Waits until a screen's blocks in the server's draft meet a condition; returns them."""
        def matches(draft):
            screen = self.screen(draft, name)
            return screen and check(screen["root"]["children"])
        draft = self.wait_for_draft(matches, description)
        return self.screen(draft, name)["root"]["children"]

    def types(self, blocks):
        return [block["type"] for block in blocks]


class StructureTest(EditorCase):
    def test_blocks_are_added_moved_copied_and_removed_by_keyboard(self):
        page = self.open_screen()
        rows = self.rows(page)
        self.expect_rows(page, "What is your goal?", "Continue")
        page.keyboard.press("ArrowDown")
        expect(self.row(page, "goal")).to_be_focused()
        page.keyboard.press("n")
        search = page.get_by_role("searchbox", name="Find a block")
        expect(search).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.row(page, "goal")).to_be_focused()
        page.keyboard.press("n")
        expect(search).to_be_focused()
        page.keyboard.type("choice")
        page.keyboard.press("Enter")
        self.expect_rows(page, "What is your goal?", "Choose one", "Continue")
        expect(page.locator(".stage-host .fm-option")).to_have_count(3)
        self.row(page, "Choice").focus()
        page.keyboard.press("Alt+ArrowDown")
        expect(rows.last).to_have_text("ChoiceChoose one")
        expect(rows.last).to_be_focused()
        page.keyboard.press("Control+d")
        expect(rows).to_have_count(5)
        page.keyboard.press("Shift+ArrowUp")
        expect(page.locator(".tree-row[aria-pressed=true]")).to_have_count(2)
        page.keyboard.press("Delete")
        expect(rows).to_have_count(3)
        blocks = self.wait_for_blocks(lambda blocks: len(blocks) == 2, "two blocks")
        self.assertEqual(blocks, GOAL["root"]["children"])
        page.keyboard.press("Control+z")
        expect(rows).to_have_count(5)
        names = [block.get("name") for block in self.wait_for_blocks(
            lambda blocks: len(blocks) == 4, "four blocks")]
        self.assertEqual(names, [None, None, "choice", "choice2"])

    def test_a_block_is_moved_into_a_row_and_out_of_it(self):
        page = self.open_screen()
        self.row(page, "goal").click()
        page.get_by_role("button", name="Add block").click()
        page.get_by_role("button", name="Row", exact=True).click()
        self.row(page, "Continue").click()
        page.keyboard.press("Alt+ArrowRight")
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[1].get("children"), "a row with the button")
        self.assertEqual(self.types(blocks[1]["children"]), ["button"])
        expect(self.row(page, "Continue")).to_be_focused()
        page.keyboard.press("Alt+ArrowLeft")
        blocks = self.wait_for_blocks(lambda blocks: len(blocks) == 3, "the button after the row")
        self.assertEqual(self.types(blocks), ["text", "row", "button"])

    def test_blocks_are_pasted_into_another_screen(self):
        page = self.open_screen(document=self.document_with_two_screens())
        self.row(page, "goal").click()
        self.row(page, "Continue").click(modifiers=["Control"])
        page.keyboard.press("Control+c")
        page.evaluate("""() => {
          history.pushState(null, "", "?screen=Plan");
          dispatchEvent(new Event("popstate"));
        }""")
        self.expect_rows(page, "Your plan")
        self.row(page, "Your plan").click()
        page.keyboard.press("Control+v")
        self.expect_rows(page, "Your plan", "What is your goal?", "Continue")
        self.wait_for_blocks(lambda blocks: len(blocks) == 3, "pasted blocks", "Plan")

    def test_rows_are_dragged(self):
        page = self.open_screen()
        box = self.row(page, "goal").bounding_box()
        self.drag(page, self.center(self.row(page, "Continue")), (box["x"] + 40, box["y"] + 3))
        self.expect_rows(page, "Continue", "What is your goal?")


class ScreenTest(EditorCase):
    def on_screen(self, page, selector):
        """An element of the screen as users see it."""
        return page.locator(f".stage-host {selector}")

    def test_a_text_is_edited_in_place(self):
        page = self.open_screen()
        page.mouse.dblclick(*self.center(self.on_screen(page, "h1")))
        field = page.get_by_role("textbox", name=re.compile("^Text of Text"))
        expect(field).to_be_focused()
        page.keyboard.type("Where to?")
        page.keyboard.press("Enter")
        expect(field).to_have_count(0)
        expect(self.on_screen(page, "h1")).to_have_text("Where to?")
        expect(self.row(page, "Where to?")).to_be_focused()
        page.keyboard.press("Control+z")
        expect(self.on_screen(page, "h1")).to_have_text("What is your goal?")
        page.keyboard.press("F2")
        expect(field).to_be_focused()
        page.keyboard.type("Never mind")
        page.keyboard.press("Escape")
        expect(self.on_screen(page, "h1")).to_have_text("What is your goal?")

    def test_blocks_are_dragged_from_the_palette_and_on_the_screen(self):
        page = self.open_screen()
        page.get_by_role("button", name="Add block").click()
        badge = page.get_by_role("button", name="Badge", exact=True)
        expect(badge.locator(".fm-badge")).to_have_count(1)
        box = self.on_screen(page, ".fm-button").bounding_box()
        self.drag(page, self.center(badge), (box["x"] + 40, box["y"] + 4))
        blocks = self.wait_for_blocks(lambda blocks: len(blocks) == 3, "a badge")
        self.assertEqual(self.types(blocks), ["text", "badge", "button"])
        head = self.on_screen(page, "h1").bounding_box()
        self.drag(
            page, self.center(self.on_screen(page, ".fm-button")), (head["x"] + 40, head["y"] + 3))
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[0]["type"] == "button", "the button on top")
        self.assertEqual(self.types(blocks), ["button", "text", "badge"])

    def test_a_click_on_the_screen_selects_the_block(self):
        page = self.open_screen()
        page.mouse.click(*self.center(self.on_screen(page, ".fm-button")))
        expect(self.row(page, "Continue")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".stage-outline")).to_have_count(1)
        expect(self.panel(page).locator("h3").first).to_have_text("Button")


class SettingsTest(EditorCase):
    def test_input_never_changes_the_previously_selected_block(self):
        page = self.open_screen()
        panel = self.panel(page)
        expect(panel.locator("h3").first).to_have_text("The whole screen")
        # While blocks are selected faster than the panel renders, its fields are inert.
        is_inert = page.evaluate("""async () => {
          for (const row of document.querySelectorAll(".tree-row")) row.click();
          for (let turn = 0; turn < 10; turn += 1) await null;
          return document.querySelector(".screen-panel").inert;
        }""")
        self.assertTrue(is_inert)
        panel.get_by_label("Title", exact=True).fill("Next")
        self.expect_rows(page, "What is your goal?", "Next")
        self.assertEqual(
            self.wait_for_blocks(lambda blocks: blocks[1]["title"] == "Next", "the title")[0],
            GOAL["root"]["children"][0])

    def test_the_style_port_and_visibility_of_a_button_are_set(self):
        page = self.open_screen()
        panel = self.panel(page)
        self.row(page, "Continue").click()
        panel.get_by_label("Style").select_option("Secondary")
        panel.get_by_label("Port", exact=True).fill("done")
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[1]["do"] == [{"fire": "done"}], "another port")
        self.assertEqual(blocks[1]["style"], "secondary")
        panel.get_by_role("button", name="Show only to some users").click()
        expect(panel.get_by_role("group", name="Visibility")).to_be_visible()
        blocks = self.wait_for_blocks(lambda blocks: "showIf" in blocks[1], "a condition")
        expect(self.row(page, "Continue")).to_contain_text("Shown only to some users")
        panel.get_by_role("button", name="Show to everyone").click()
        self.wait_for_blocks(lambda blocks: "showIf" not in blocks[1], "no condition")

    def test_the_screen_is_renamed_and_its_step_follows(self):
        page = self.open_screen()
        name = page.get_by_label("Name of the screen")
        name.fill("Aim")
        name.press("Enter")
        expect(page.get_by_role("heading", level=2, name="Aim")).to_be_visible()
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Aim"), "the new name")
        self.assertEqual(self.step(draft, "goal", "onboarding")["screen"], "Aim")

    def test_offered_values_are_grouped_by_whether_they_always_exist(self):
        ask = {"name": "Ask", "root": {"type": "column", "children": [
            {"type": "input", "name": "pet", "kind": "text", "label": "Pet", "required": True},
            {"type": "button", "title": "Next", "do": [{"fire": "next"}]}]}}
        start = {"name": "Start", "root": {"type": "column", "children": [
            {"type": "button", "title": "Next", "do": [{"fire": "next"}]},
            {"type": "button", "title": "Skip", "do": [{"fire": "skip"}]}]}}
        for target, group in [("ask", "Always available"), ("goal", "Not always available")]:
            with self.subTest(target):
                document = {**DOCUMENT, "screens": [GOAL, ask, start], "flows": [
                    {"id": "onboarding", "start": "start", "steps": [
                        {"id": "start", "screen": "Start", "ports": {
                            "next": [{"to": "ask"}], "skip": [{"to": target}]}},
                        {"id": "ask", "screen": "Ask", "ports": {"next": [{"to": "goal"}]}},
                        *DOCUMENT["flows"][0]["steps"]]}]}
                self.server.call("DELETE", "/v1/apps/shop/draft", headers={"If-Match": "*"})
                page = self.open_screen(document=document)
                self.row(page, "goal").click()
                panel = self.panel(page)
                panel.get_by_role("button", name="Insert value").first.click()
                menu = page.get_by_role("menu", name="Insert value")
                expect(menu).to_contain_text(group)
                if target == "goal":
                    expect(menu).to_contain_text("Missing on start")
                menu.get_by_role("menuitem", name=re.compile("^pet")).click()
                expect(panel.get_by_label("Text", exact=True)).to_have_value(
                    re.compile(r"\{output\.pet\}"))

    def test_a_call_of_an_apps_action_has_an_action_for_each_outcome(self):
        response = self.server.call("POST", "/v1/apps/shop/manifests", {
            "schema": 1, "platform": "android", "version": "9.0", "build": "90", "blocks": {
                "level": 1, "actions": [{"name": "share", "outcomes": ["sent", "failed"]}]}})
        self.assertLess(response.status, 300, response)
        page = self.open_screen()
        self.row(page, "Continue").click()
        panel = self.panel(page)

        def choose(name):
            return panel.get_by_role("combobox", name=name, exact=True)

        choose("Action 1").select_option("call")
        expect(choose("Action of the app")).to_have_value("share")
        expect(choose("After “failed”")).to_have_value("")
        choose("After “sent”").select_option("fire")
        call = [{"call": "share", "then": {"sent": {"fire": "next"}}}]
        self.wait_for_blocks(lambda blocks: blocks[-1]["do"] == call, "the call")
        choose("After “sent”").select_option("")
        self.wait_for_blocks(
            lambda blocks: blocks[-1]["do"] == [{"call": "share", "then": {}}],
            "nothing afterwards")

    def test_data_that_builds_declare_is_suggested(self):
        response = self.server.call("POST", "/v1/apps/shop/manifests", {
            "schema": 1, "platform": "android", "version": "9.0", "build": "90", "blocks": {
                "level": 1, "data": [{"name": "watchlist"}]}})
        self.assertLess(response.status, 300, response)
        entries = {"type": "list", "from": "data.items", "key": "item.id",
                   "item": {"type": "text", "text": "Entry"},
                   "empty": {"type": "text", "text": "Nothing"}}
        goal = {**GOAL, "root": {"type": "column", "children": [
            *GOAL["root"]["children"], entries]}}
        page = self.open_screen(document={**DOCUMENT, "screens": [goal]})
        self.row(page, re.compile("^List")).click()
        option = self.panel(page).locator('[data-property$="/from"] option')
        expect(option).to_have_attribute("value", "data.watchlist")

    def test_an_offers_texts_can_use_product_data(self):
        offer = {"type": "offer", "name": "plan", "products": ["monthly"], "default": "monthly",
                 "title": "{product.name}", "price": "{product.price}"}
        goal = {**GOAL, "root": {"type": "column", "children": [
            *GOAL["root"]["children"], offer]}}
        page = self.open_screen(document={**DOCUMENT, "screens": [goal]})
        self.row(page, "Offer").click()
        panel = self.panel(page)
        panel.get_by_role("button", name="Insert value").first.click()
        menu = page.get_by_role("menu", name="Insert value")
        expect(menu).to_contain_text("Of the product, from the store")
        menu.get_by_role("menuitem", name=re.compile("^period")).click()
        expect(panel.get_by_label("Title", exact=True)).to_have_value(
            re.compile(r"\{product\.period\}"))

    def test_a_value_is_picked_for_a_setting_that_is_not_a_text(self):
        progress = {"type": "progress", "value": 1, "total": 3, "alt": "Step 1 of 3"}
        goal = {"name": "Goal", "state": {"done": {"type": "number", "default": 0}},
                "root": {"type": "column", "children": [*GOAL["root"]["children"], progress]}}
        page = self.open_screen(document={**DOCUMENT, "screens": [goal]})
        self.row(page, "Step 1").click()
        field = self.panel(page).locator('[data-property="/root/children/2/value"]')
        field.get_by_role("button", name="Insert value").click()
        page.get_by_role("menu").get_by_role("menuitem", name=re.compile("^done")).click()
        expect(field.get_by_role("textbox")).to_have_value("{state.done}")
        blocks = self.wait_for_blocks(lambda blocks: blocks[2]["value"] != 1, "a binding")
        self.assertEqual(blocks[2]["value"], {"$": "state.done"})

    def test_the_editor_is_translated_to_german(self):
        page = self.open_screen(locale="de-DE")
        expect(page.get_by_role("button", name="Baustein hinzufügen")).to_be_visible()
        self.row(page, "goal").click()
        expect(self.panel(page).locator("h3").first).to_have_text("Text")
        expect(page.get_by_label("Überschrift", exact=True)).to_be_visible()

    def test_the_editor_is_accessible_at_every_width(self):
        self.assert_usable("light")

    def test_the_editor_is_accessible_at_every_width_in_dark_mode(self):
        self.assert_usable("dark")

    def assert_usable(self, theme):
        page = self.open_screen(color_scheme=theme, reduced_motion="reduce")
        for width in (1280, 768, 360):
            page.set_viewport_size({"width": width, "height": 800})
            for part in ("Structure", "Screen", "Settings"):
                if width < 1024:
                    page.locator(".screen-head .segmented label", has_text=part).click()
                name = f"screen-editor-{part}-{width}-{theme}"
                layout.save_screenshot(page, name)
                layout.assert_accessible(self, page, name)
                layout.assert_fits(self, page, name, ".screen-editor")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name="Add block").click()
        expect(page.locator(".palette-item .fm-screen")).to_have_count(32)
        layout.save_screenshot(page, f"screen-editor-palette-{theme}")
        layout.assert_accessible(self, page, "the palette")

    def test_a_missing_screen_is_reported(self):
        page = self.open_document()
        page.goto("/apps/shop?screen=Gone")
        expect(page.get_by_role("heading", name="There is no screen named Gone")).to_be_visible()
        page.get_by_role("button", name="Back to the flow").click()
        expect(self.node(page, "goal")).to_be_visible()

    def test_a_viewer_cannot_change_anything(self):
        page = self.open_screen(role="viewer")
        expect(page.get_by_role("button", name="Add block")).to_have_count(0)
        self.row(page, "goal").click()
        expect(self.panel(page).locator("textarea").first).to_be_disabled()
        page.keyboard.press("Delete")
        page.keyboard.press("Alt+ArrowDown")
        self.expect_rows(page, "What is your goal?", "Continue")
        expect(self.row(page, "goal")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".screen-editor > [role=status]")).to_be_empty()
