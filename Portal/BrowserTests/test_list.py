"""The list view of a flow: everything on the canvas, for screen readers and the keyboard."""

import unittest

from portal import PortalCase, expect


class ListCase(PortalCase):
    def open_list(self, role="owner", at="/apps/shop", **options):
        """Opens the list view of a flow."""
        page = self.open_editor(role, at, **options)
        page.locator(".flow-bar .segmented").get_by_text("List", exact=True).click()
        expect(page.locator(".list-steps")).to_be_visible()
        return page

    def item(self, page, step):
        return page.locator(f'.list-step[data-step="{step}"]')

    def name(self, page, step):
        return self.item(page, step).locator(".list-name")

    def target(self, page, step, label):
        return self.item(page, step).get_by_role("combobox", name=label, exact=True)

    def names(self, page):
        return page.locator(".list-name").all_inner_texts()


class ReadingTests(ListCase):
    def test_a_focused_destination_offers_a_step_that_another_member_adds(self):
        page = self.open_list()
        select = self.target(page, "Home", "login, Everyone, leads to")
        select.focus()
        expect(select.locator("option[value='step:plums']")).to_have_count(0)
        document = {key: value for key, value in self.live_document().items()
                    if key in ("schema", "flows", "strings", "defaultLocale", "locales")}
        flow = next(flow for flow in document["flows"] if flow["id"] == "shop")
        flow["steps"].append({
            "id": "plums", "screen": "RandomPage", "ports": {"home": [{"to": "Home"}]}})
        self.save_draft(document)
        expect(self.item(page, "plums")).to_be_visible()
        expect(select).to_be_focused()
        select.press("Shift")
        expect(select.locator("option[value='step:plums']")).to_have_count(1)

    def test_steps_are_listed_in_traversal_order_with_ports_and_routes(self):
        page = self.open_list()
        self.assertEqual(self.names(page), [
            "Home", "SignUp", "ForgotPassword", "ForgotPasswordPhone", "Login", "RandomPage"])
        expect(self.item(page, "Home").get_by_text("Start", exact=True)).to_be_visible()
        ports = self.item(page, "Home").locator("h4")
        self.assertEqual(
            [text.replace("Port", "").strip() for text in ports.all_inner_texts()],
            ["login", "signUp", "forgotPassword", "randomPage"])
        expect(self.target(page, "Home", "login, Everyone, leads to")).to_have_value("step:Login")
        continuation = self.target(page, "SignUp", "start, When it ends with “completed”, leads to")
        expect(continuation).to_have_value("step:Home")

    def test_steps_and_ports_are_headings(self):
        page = self.open_list()
        self.assertEqual(
            [page.get_by_role("heading", level=level).count() for level in (3, 4)], [6, 12])
        expect(page.get_by_role("heading", level=2, name="Steps of “shop”")).to_be_visible()

    def test_unreachable_steps_are_marked_and_listed_last(self):
        self.save_draft({"schema": 1, "flows": [{"id": "shop", "start": "Home", "steps": [
            {"id": "Lost", "screen": "RandomPage", "ports": {"home": [{"to": "Home"}]}},
            {"id": "Home", "screen": "Home", "ports": {"login": [{"finish": "completed"}]}}]}]})
        page = self.open_list()
        self.assertEqual(self.names(page), ["Home", "Lost"])
        expect(self.item(page, "Lost").get_by_text("Unreachable")).to_be_visible()
        self.expect_text(page, "No route from the start leads to the steps below.")

    def test_conditions_splits_and_missing_steps_are_described_in_text(self):
        self.save_draft({"schema": 1, "flows": [{"id": "shop", "start": "Home", "steps": [
            {"id": "Home", "screen": "Home", "ports": {"login": [
                {"when": {"country": {"$in": ["DE", "AT"]}}, "to": "Login"},
                {"split": {"experiment": "door", "by": "userId", "variants": [
                    {"weight": 0.25, "key": "new", "to": "Gone"},
                    {"weight": 0.75, "key": "old", "to": "Login"}]}}]}},
            {"id": "Login", "screen": "Login", "showWhen": {"appVersion": {"$vgte": "2.3"}},
             "ports": {"login": [{"finish": "signed-in"}]}}]}]})
        page = self.open_list()
        routes = self.item(page, "Home").locator(".list-who").all_inner_texts()
        self.assertEqual(len(routes), 3)
        self.assertTrue(routes[0].startswith("If "), routes)
        self.assertNotIn("$in", routes[0])
        self.assertEqual(routes[1:], [
            "25% of users (“new” of door)", "75% of users (“old” of door)"])
        gone = self.item(page, "Home").get_by_role("combobox", name="25% of users")
        expect(gone).to_have_attribute("aria-invalid", "true")
        expect(gone).to_contain_text("Gone (missing)")
        expect(self.item(page, "Login").get_by_text("Shown only if")).to_be_visible()
        expect(self.item(page, "Home").locator(".list-finding.error").first).to_be_visible()

    def test_steps_are_filtered_by_the_typed_text(self):
        page = self.open_list()
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("phone")
        expect(page.locator(".list-name")).to_have_count(2)
        self.expect_text(page, "2 of 6 steps")
        page.get_by_role("searchbox").fill("no such name")
        self.expect_text(page, "No step matches “no such name”")
        page.get_by_role("searchbox").fill("")
        expect(page.locator(".list-name")).to_have_count(6)

    def test_viewers_cannot_change_anything(self):
        page = self.open_list("viewer")
        expect(page.locator(".list select, .list [type=checkbox]:disabled")).to_have_count(0)
        expect(page.get_by_role("button", name="Add step")).to_have_count(0)
        self.name(page, "Home").focus()
        page.keyboard.press("Delete")
        page.keyboard.press("F2")
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator(".list-name")).to_have_count(6)
        expect(self.item(page, "Home").get_by_text("Login", exact=True)).to_be_visible()
        self.assertIsNone(self.draft())

    def test_a_thousand_steps_are_listed_filtered_and_rerouted(self):
        steps = [{"id": f"s{n}", "screen": "INFO", "ports": {"next": [
            {"when": {"country": "DE"}, "to": f"s{min(n + 2, 999)}"},
            {"to": f"s{n + 1}"} if n < 999 else {"finish": "completed"}]}} for n in range(1000)]
        self.save_draft({"schema": 1, "flows": [{"id": "shop", "start": "s0", "steps": steps}]})
        page = self.open_list()
        expect(page.locator(".list-name")).to_have_count(1000)
        page.get_by_role("button", name="Expand all").click()
        expect(page.locator(".list-target")).to_have_count(2000)
        # Only the select in use contains its thousand destinations.
        self.assertLess(page.locator(".list-target option").count(), 2100)
        page.keyboard.press("/")
        page.keyboard.type("s998")
        expect(page.locator(".list-name").first).to_have_text("s996")
        target = self.item(page, "s998").locator(".list-target").last
        target.focus()
        target.select_option("step:s5")
        expect(page.locator(".flow-bar [aria-label^='Undo']")).to_be_enabled()


class EditingTests(ListCase):
    def test_a_port_is_rerouted_and_undo_restores_it(self):
        page = self.open_list()
        target = self.target(page, "Home", "login, Everyone, leads to")
        target.focus()
        target.select_option(label="RandomPage")
        draft = self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"] == [{"to": "RandomPage"}])
        self.assertEqual(self.step(draft, "Home")["ports"]["signUp"], [{"to": "SignUp"}])
        page.keyboard.press("Control+z")
        expect(target).to_have_value("step:Login")

    def test_a_route_can_end_the_flow_or_enter_another_one(self):
        page = self.open_list()
        target = self.target(page, "RandomPage", "home, Everyone, leads to")
        target.focus()
        target.select_option(label="End: completed")
        expect(target).to_have_value("finish:completed")
        target.select_option(label="Flow sign-up")
        self.wait_for_draft(
            lambda draft: self.step(draft, "RandomPage")["ports"]["home"] == [{"flow": "sign-up"}])

    def test_a_new_step_is_added_as_a_target(self):
        page = self.open_list()
        target = self.target(page, "Home", "login, Everyone, leads to")
        target.focus()
        target.select_option(label="New step…")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Screen").fill("RandomPage")
        expect(dialog.get_by_label("Step name")).to_have_value("RandomPage-2")
        dialog.get_by_role("button", name="Add step").click()
        expect(self.name(page, "RandomPage-2")).to_be_focused()
        self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"] == [{"to": "RandomPage-2"}])
        unconnected = self.target(page, "RandomPage-2", "home, Everyone, leads to")
        expect(unconnected).to_have_value("")
        unconnected.focus()
        unconnected.select_option(label="Home")
        self.wait_for_draft(lambda draft: (
            self.step(draft, "RandomPage-2").get("ports") == {"home": [{"to": "Home"}]}))

    def test_a_screen_is_inserted_into_a_route(self):
        page = self.open_list()
        menu = self.item(page, "Home").locator(".list-route").first.get_by_role(
            "button", name="More actions for")
        # From the panel, then from the menu.
        menu.click()
        page.get_by_role("menuitem", name="Edit route").click()
        page.locator(".side-panel").get_by_role("button", name="Insert screen…").click()
        dialog = page.get_by_role("dialog", name="Insert screen")
        dialog.get_by_role("button", name="Cancel").click()
        menu.click()
        page.get_by_role("menuitem", name="Insert screen…").click()
        dialog.get_by_label("Screen").fill("INFO")
        dialog.get_by_role("button", name="Insert screen").click()
        expect(self.name(page, "INFO")).to_be_focused()
        draft = self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"] == [{"to": "INFO"}])
        self.assertEqual(self.step(draft, "INFO")["ports"], {"next": [{"to": "Login"}]})
        page.keyboard.press("Control+z")
        expect(self.item(page, "INFO")).to_have_count(0)
        expect(self.target(page, "Home", "login, Everyone, leads to")).to_have_value("step:Login")

    def test_renaming_a_step_updates_its_routes(self):
        page = self.open_list()
        self.name(page, "Login").focus()
        page.keyboard.press("F2")
        field = page.get_by_role("dialog").get_by_label("Step name")
        field.fill("Home")
        self.expect_text(page, "This flow already has a step “Home”.")
        field.fill("SignIn")
        page.keyboard.press("Enter")
        expect(self.name(page, "SignIn")).to_be_focused()
        self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["ports"]["login"] == [{"to": "SignIn"}])

    def test_steps_are_removed_by_key_and_focus_stays_in_the_list(self):
        page = self.open_list()
        self.name(page, "Login").focus()
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        expect(self.item(page, "Login")).to_have_count(0)
        expect(self.name(page, "RandomPage")).to_be_focused()
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(self.item(page, "Login")).to_have_count(1)

    def test_the_start_and_the_order_of_routes_are_changed(self):
        self.save_draft({"schema": 1, "flows": [{"id": "shop", "start": "Home", "steps": [
            {"id": "Home", "screen": "Home", "ports": {"login": [
                {"when": {"country": "DE"}, "to": "Login"},
                {"when": {"country": "AT"}, "to": "Home"}, {"to": "Login"}]}},
            {"id": "Login", "screen": "Login", "ports": {"login": [{"finish": "completed"}]}}]}]})
        page = self.open_list()
        self.item(page, "Home").locator(".list-route").nth(1).get_by_role(
            "button", name="More actions for").click()
        page.get_by_role("menuitem", name="Move up").click()
        self.wait_for_draft(lambda draft: (
            self.step(draft, "Home")["ports"]["login"][0]["when"] == {"country": "AT"}))
        self.item(page, "Login").get_by_role(
            "button", name="More actions for Login", exact=True).click()
        page.get_by_role("menuitem", name="Set as start").click()
        self.wait_for_draft(lambda draft: draft["flows"][0]["start"] == "Login")

    def test_selected_steps_are_copied_into_another_flow(self):
        page = self.open_list(permissions=["clipboard-read", "clipboard-write"])
        for step in ("Home", "Login"):
            self.item(page, step).get_by_role("checkbox").check()
        self.expect_text(page, "2 selected")
        self.name(page, "Home").focus()
        page.keyboard.press("Control+c")
        self.expect_text(page, "2 steps copied")
        page.locator(".flow-menu").click()
        page.get_by_role("menuitemradio", name="sign-up").click()
        expect(self.name(page, "intro")).to_be_visible()
        self.name(page, "intro").focus()
        page.keyboard.press("Control+v")
        expect(self.name(page, "Home")).to_be_focused()
        draft = self.wait_for_draft(lambda draft: len(draft["flows"][1]["steps"]) == 10)
        self.assertEqual(self.step(draft, "Home", "sign-up")["ports"]["login"], [{"to": "Login"}])
        self.assertNotIn("signUp", self.step(draft, "Home", "sign-up")["ports"])

    def test_only_steps_are_pasted(self):
        page = self.open_list(permissions=["clipboard-read", "clipboard-write"])
        page.evaluate("navigator.clipboard.writeText('{\"kind\": \"flowmagic/steps\"}')")
        page.get_by_role("button", name="Paste steps").click()
        self.expect_text(page, "Nothing to paste.")
        expect(page.locator(".list-name")).to_have_count(6)


class KeyboardTests(ListCase):
    def test_arrow_keys_move_between_steps_and_expand_them(self):
        page = self.open_list()
        self.name(page, "Home").focus()
        page.keyboard.press("ArrowDown")
        expect(self.name(page, "SignUp")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(self.name(page, "SignUp")).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("ArrowRight")
        expect(self.name(page, "SignUp")).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("End")
        expect(self.name(page, "RandomPage")).to_be_focused()
        page.keyboard.press("Home")
        expect(self.name(page, "Home")).to_be_focused()

    def test_a_route_is_followed_and_back(self):
        page = self.open_list()
        self.name(page, "Home").focus()
        page.keyboard.press("g")
        expect(self.name(page, "Login")).to_be_focused()
        page.keyboard.press("b")
        expect(self.name(page, "Home")).to_be_focused()
        self.item(page, "SignUp").get_by_role("button", name="Go to Flow sign-up").click()
        expect(self.name(page, "intro")).to_be_focused()
        page.get_by_role("button", name="Back to SignUp").click()
        expect(self.name(page, "SignUp")).to_be_focused()

    def test_a_key_opens_a_step_beside_the_list(self):
        page = self.open_list()
        self.name(page, "Login").focus()
        page.keyboard.press("e")
        expect(page.get_by_role("complementary", name="Step")).to_be_visible()
        expect(self.item(page, "Login")).to_have_class("list-step selected ")
        page.keyboard.press("Escape")
        expect(page.locator(".list-step.selected")).to_have_count(0)

    def test_single_key_shortcuts_can_be_switched_off(self):
        page = self.open_list()
        page.keyboard.press("?")
        page.get_by_role("switch", name="Single-key shortcuts").click()
        page.keyboard.press("Escape")
        self.name(page, "Home").focus()
        page.keyboard.press("/")
        expect(self.name(page, "Home")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(self.name(page, "SignUp")).to_be_focused()


class LocalizationTests(ListCase):
    def test_the_list_is_translated_to_german(self):
        page = self.new_page(locale="de-DE")
        page.goto("/apps/shop")
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        page.locator("#password").press("Enter")
        page.locator(".flow-bar .segmented").get_by_text("Liste", exact=True).click()
        expect(page.get_by_role("heading", name="Schritte von „shop“")).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.lang"), "de")


if __name__ == "__main__":
    unittest.main()
