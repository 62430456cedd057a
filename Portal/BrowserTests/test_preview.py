"""The preview beside the canvas runs the draft and explains each transition."""

import unittest

from portal import PortalCase, expect


class PreviewCase(PortalCase):
    def open_preview(self):
        page = self.open_editor()
        page.get_by_role("button", name="Try it").click()
        expect(page.locator(".device .phone-screen")).to_be_visible()
        return page

    def expect_step(self, page, step):
        expect(page.locator(".device .phone-title")).to_have_text(step)

    def tap(self, page, text):
        page.locator(".device .screen-button").filter(has_text=text).click()

    def newest_entry(self, page):
        return page.locator(".trace-entry").first


class RunningTests(PreviewCase):
    def test_taps_fire_ports_and_the_canvas_follows(self):
        page = self.open_preview()
        self.expect_step(page, "Home")
        expect(page.locator(".device .screen-headline")).to_have_text("The Corner Shop")
        self.tap(page, "Sign up")
        self.expect_step(page, "SignUp")
        expect(page.locator('[data-marker="preview"]')).to_be_visible()
        expect(self.newest_entry(page)).to_contain_text("Home, signUp")
        self.tap(page, "Create an account")
        self.expect_step(page, "intro")
        expect(page.locator(".flow-menu-name")).to_have_text("sign-up")

    def test_buttons_have_the_apps_labels_and_placeholders_are_marked(self):
        page = self.open_preview()
        buttons = page.locator(".device .screen-button span")
        expect(buttons).to_have_text(["Log in", "Sign up", "Forgot password", "Something else"])
        note = page.locator(".device .screen-placeholder")
        expect(note).to_contain_text("Placeholder: drawn from the step’s content.")
        expect(note).not_to_contain_text("names")
        screens = [{"name": "Home", "ports": ["login", "signUp", "forgotPassword", "randomPage"]}]
        response = self.server.call("POST", "/v1/apps/shop/manifests", {
            "schema": 1, "platform": "ios", "version": "9.0.0", "build": "9", "screens": screens})
        self.assertLess(response.status, 300, response)
        page.reload()
        page.get_by_role("button", name="Try it").click()
        self.expect_step(page, "Home")
        expect(buttons.first).to_have_text("Login")
        expect(note).to_contain_text("from the ports’ names")

    def test_the_phone_works_by_keyboard(self):
        page = self.open_preview()
        page.locator(".device").focus()
        page.keyboard.press("2")
        self.expect_step(page, "SignUp")
        expect(page.locator(".device")).to_be_focused()
        page.keyboard.press("1")
        self.expect_step(page, "intro")
        page.keyboard.press("Backspace")
        self.expect_step(page, "SignUp")
        page.keyboard.press("Backspace")
        self.expect_step(page, "Home")
        expect(page.get_by_role("button", name="Step back")).to_be_disabled()

    def test_entered_values_are_suggested_after_going_back(self):
        page = self.open_preview()
        for button in ("Sign up", "Create an account", "Let's go"):
            self.tap(page, button)
        self.expect_step(page, "firstName")
        field = page.locator(".device input")
        field.fill("Mira")
        self.tap(page, "Next")
        self.expect_step(page, "lastName")
        expect(self.newest_entry(page)).to_contain_text("Entered: Mira")
        page.get_by_role("button", name="Back, as on the phone").click()
        self.expect_step(page, "firstName")
        expect(page.locator(".device input")).to_have_value("Mira")

    def test_the_end_shows_the_outcome(self):
        document = self.live_document()
        document["flows"][0]["steps"][0]["ports"] = {"login": [{"finish": "left"}]}
        self.save_draft(document)
        page = self.open_preview()
        self.tap(page, "Log in")
        expect(page.locator(".phone-end")).to_contain_text("End: left")
        page.locator(".phone-end").get_by_role("button", name="Restart").click()
        self.expect_step(page, "Home")

    def test_a_port_without_a_matching_route_is_reported(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [
            {"when": {"country": "DE"}, "to": "Login"}]
        self.save_draft(document)
        page = self.open_preview()
        self.tap(page, "Log in")
        expect(page.get_by_role("alert").filter(
            has_text="“login” leads nowhere for this user")).to_be_visible()
        self.expect_step(page, "Home")

    def test_the_preview_starts_at_the_selected_step(self):
        page = self.open_editor()
        # Until the canvas is ready, a click on a node selects nothing.
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        page.locator('[data-node="ForgotPassword"] .canvas-head').click()
        expect(page.get_by_role("button", name="Close panel")).to_be_visible()
        page.get_by_role("button", name="Try it").click()
        page.get_by_role("button", name="Start at “ForgotPassword”").click()
        self.expect_step(page, "ForgotPassword")
        expect(self.newest_entry(page)).to_contain_text("Opened “ForgotPassword” through a link")


class RouteChoiceTests(PreviewCase):
    def document_with_rules(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [
            {"when": {"country": {"$in": ["DE", "AT"]}, "appVersion": {"$vgte": "2.3"}},
             "to": "SignUp"},
            {"split": {"experiment": "short", "variants": [
                {"weight": 0.5, "key": "long", "to": "Login"},
                {"weight": 0.5, "key": "brief", "to": "ForgotPassword"}]}},
            {"to": "RandomPage"}]
        return document

    def choose_user(self, page, preset):
        if not page.locator(".user[open]").count():
            page.locator(".user > summary").click()
        page.get_by_role("button", name="User from…").click()
        page.get_by_role("menuitem", name=preset).click()

    def test_the_log_explains_which_route_was_taken(self):
        self.save_draft(self.document_with_rules())
        page = self.open_preview()
        self.tap(page, "Log in")
        routes = self.newest_entry(page).locator(".trace-route")
        expect(routes).to_have_count(3)
        expect(routes.nth(0)).to_have_class("trace-route condition")
        expect(routes.nth(0)).to_contain_text("is one of")
        expect(routes.nth(1)).to_have_class("trace-route taken")
        expect(routes.nth(1)).to_contain_text("is in the 50% that get")
        expect(routes.nth(2)).to_have_class("trace-route later")
        expect(self.newest_entry(page)).to_contain_text("exposure logged for")

    def test_only_the_edge_that_was_taken_is_highlighted(self):
        document = self.live_document()
        routes = [
            {"when": {"country": {"$in": ["DE"]}}, "to": "Home"},
            {"split": {"experiment": "short", "variants": [
                {"weight": weight, "key": key, "to": "Home"}
                for key, weight in (("A", 0.4), ("B", 0.4), ("C", 0.2))]}}]
        step = self.step(document, "SignUp")
        step["ports"] = dict.fromkeys(step["ports"], routes)
        self.save_draft(document)
        page = self.open_preview()
        self.tap(page, "Sign up")
        highlighted = page.locator(".canvas-highlights .highlight-preview")
        expect(highlighted).to_have_count(1)
        self.tap(page, "Create an account")
        self.expect_step(page, "Home")
        expect(highlighted).to_have_count(2)

    def test_a_country_is_typed_by_its_name(self):
        self.save_draft(self.document_with_rules())
        page = self.open_preview()
        page.locator(".user > summary").click()
        page.get_by_label("App version", exact=True).fill("2.3")
        country = page.get_by_label("Country", exact=True)
        country.fill("Austria")
        country.press("Enter")
        expect(page.locator(".user-line")).to_contain_text("Austria, version 2.3")
        expect(country).to_have_value("Austria")
        self.tap(page, "Log in")
        self.expect_step(page, "SignUp")
        first_route = self.newest_entry(page).locator(".trace-route").nth(0)
        expect(first_route).to_have_class("trace-route taken")

    def test_an_invalid_country_or_version_is_reported(self):
        page = self.open_preview()
        page.locator(".user > summary").click()
        country = page.get_by_label("Country", exact=True)
        country.fill("Germ")
        country.press("Enter")
        form = page.locator(".user-form")
        expect(form.get_by_role("alert")).to_have_text(
            "There is no country “Germ”. Apps send codes such as DE.")
        country.fill("germany")
        country.press("Enter")
        expect(country).to_have_value("Germany")
        expect(form.get_by_role("alert")).to_have_count(0)
        version = page.get_by_label("App version", exact=True)
        version.fill("banana")
        version.press("Tab")
        expect(version).to_have_value("banana")
        expect(form.get_by_role("alert")).to_contain_text("Enter a version such as 2.3")
        expect(page.locator(".user-line")).not_to_contain_text("banana")

    def test_stepping_back_to_the_start_keeps_focus_in_the_tools(self):
        page = self.open_preview()
        self.tap(page, "Log in")
        page.get_by_role("button", name="Step back").press("Enter")
        self.expect_step(page, "Home")
        expect(page.locator(".preview-tools :focus")).to_have_accessible_name("Restart")

    def test_attributes_of_a_preset_select_another_route(self):
        self.save_draft(self.document_with_rules())
        page = self.open_preview()
        self.choose_user(page, "Austria, version 2.3")
        expect(page.locator(".user-line")).to_contain_text("Austria, version 2.3")
        self.tap(page, "Anmelden")
        self.expect_step(page, "SignUp")
        first_route = self.newest_entry(page).locator(".trace-route").nth(0)
        expect(first_route).to_have_class("trace-route taken")

    def test_variants_differ_between_users_and_are_sticky_for_one(self):
        self.save_draft(self.document_with_rules())
        page = self.open_preview()
        page.locator(".user > summary").click()
        steps = set()
        for _ in range(24):
            self.tap(page, "Log in")
            expect(page.locator(".device .phone-title")).not_to_have_text("Home")
            first = page.locator(".device .phone-title").inner_text()
            steps.add(first)
            page.get_by_role("button", name="Restart").click()
            self.expect_step(page, "Home")
            self.tap(page, "Log in")
            self.expect_step(page, first)
            page.get_by_role("button", name="Restart").click()
            self.expect_step(page, "Home")
            if len(steps) == 2:
                break
            page.get_by_role("button", name="Another user").click()
        self.assertEqual(steps, {"Login", "ForgotPassword"})

    def test_a_skipped_step_is_shown_with_its_condition(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Login"}]
        login = self.step(document, "Login")
        login["showWhen"] = {"country": "DE"}
        login["ports"]["next"] = [{"to": "RandomPage"}]
        self.save_draft(document)
        page = self.open_preview()
        self.tap(page, "Log in")
        self.expect_step(page, "RandomPage")
        expect(self.newest_entry(page)).to_contain_text("“Login” was skipped")


class DraftChangeTests(PreviewCase):
    def test_a_change_of_the_draft_reaches_the_running_preview(self):
        page = self.open_preview()
        self.tap(page, "Sign up")
        self.expect_step(page, "SignUp")
        other = self.open_editor()
        document = self.live_document()
        self.step(document, "SignUp")["content"]["title"] = "Changed while you look"
        self.save_draft(document)
        expect(page.locator(".device")).to_contain_text("Changed while you look")
        expect(page.locator(".preview-notices")).to_contain_text("applied your change")
        self.expect_step(page, "SignUp")
        other.close()

    def test_the_live_release_can_be_previewed(self):
        document = self.live_document()
        self.step(document, "Home")["content"]["headline"] = "Only a draft"
        self.save_draft(document)
        page = self.open_preview()
        expect(page.locator(".device")).to_contain_text("Only a draft")
        page.locator(".user > summary").click()
        page.get_by_label("Source").select_option(label="Live in production")
        expect(page.locator(".device")).to_contain_text("The Corner Shop")

    def test_closing_the_panel_removes_the_path_from_the_canvas(self):
        page = self.open_preview()
        self.tap(page, "Sign up")
        expect(page.locator('[data-marker="preview"]')).to_be_visible()
        page.get_by_role("button", name="Close panel").click()
        expect(page.locator('[data-marker="preview"]')).to_have_count(0)
        page.get_by_role("button", name="Try it").click()
        self.expect_step(page, "SignUp")


class AppearanceTests(PreviewCase):
    def test_the_phone_is_accessible_at_all_sizes(self):
        page = self.open_preview()
        self.tap(page, "Sign up")
        self.assert_region_accessible(page, ".side-panel", "preview")
        page.locator(".user > summary").click()
        self.assert_region_accessible(page, ".side-panel", "preview-user")


if __name__ == "__main__":
    unittest.main()
