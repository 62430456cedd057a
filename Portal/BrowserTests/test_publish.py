"""Publishing: changes are reviewed, no unseen release is replaced, and rollback is possible."""

import http.client
import re
import unittest

from editing import EditingCase
from portal import APP, expect

# Ports of three steps that get an additional route that is never taken.
REPEATED = {"Login": "forgotPassword", "SignUp": "haveAccount", "ForgotPassword": "usePhone"}


class PublishingTests(EditingCase):
    def connect_app(self, environment="production"):
        """Connects an app to the environment's event stream."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        key = self.sample["sdkKeys"][environment]
        connection.request(
            "GET", f"{APP}/environments/{environment}/stream", headers={
                "Authorization": f"Bearer {key}", "Accept": "text/event-stream"})
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        # NB: the stream stays open only as long as its response exists.
        self.addCleanup(response.close)

    def test_a_change_is_published_its_adoption_is_counted_and_it_is_rolled_back(self):
        self.connect_app()
        page = self.open_list("editor")
        expect(page.locator(".publish-button")).to_have_attribute("aria-disabled", "true")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        expect(sheet).to_contain_text("Live: release 3")
        expect(sheet.locator(".changes")).to_contain_text("SignUp")
        self.assert_region_accessible(page, ".top", "bar")
        sheet.get_by_role("button", name="Use “").click()
        expect(sheet.get_by_label("Note")).not_to_have_value("")
        self.accept_all(sheet)
        sheet.get_by_role("button", name="Publish to production").click()
        done = page.get_by_role("dialog", name="Published")
        expect(done).to_contain_text("Release 4 is live in production.")
        expect(done.locator(".adoption")).to_contain_text("1of 1 running app has it")
        self.assert_region_accessible(page, ".sheet", "published")
        self.assertEqual(self.target("Home", "login", self.live_document()), "SignUp")
        expect(self.shown_version(page)).to_have_text("Draftsame as live")
        done.get_by_role("button", name="Roll back release 4…").click()
        dialog = page.get_by_role("dialog", name="Roll production back to release 3?")
        expect(dialog.get_by_label("Keep the draft")).to_be_checked()
        expect(dialog).to_contain_text("1 change stays there, unpublished")
        dialog.get_by_role("button", name="Roll back").click()
        self.expect_text(page, "Rolled back: release 5 is live in production")
        self.assertEqual(self.target("Home", "login", self.live_document()), "Login")
        self.expect_target(page, "Home", "login", "SignUp")
        self.expect_status(page, "release 5, just now by you")
        self.assert_draft_and_live_are_distinguished(page)

    def assert_draft_and_live_are_distinguished(self, page):
        """Checks, after a rollback, which version is shown, what differs, and the switch."""
        expect(self.shown_version(page)).to_have_text("Draft1 unpublished change")
        expect(page.get_by_role("button", name="Publish 1 change")).to_be_enabled()
        expect(page.locator("[data-step=Home]")).to_contain_text("Changed, not live")
        expect(page.locator("[data-step=Home] .chip.change")).to_have_css("align-items", "center")
        self.show_canvas(page)
        edge = page.locator('.canvas-base [data-line*="login"].different')
        expect(edge).to_have_count(1)
        page.locator(".version-switch button", has_text="Live").click()
        expect(self.shown_version(page)).to_have_text("LiveRelease 5")
        expect(page.locator(".version-note")).to_contain_text("Live in production: release 5, just")
        expect(edge).to_have_count(1)
        self.assert_region_accessible(page, ".flow-bar", "live")
        self.show_list(page)
        home = page.locator("[data-step=Home]")
        expect(home).to_contain_text("Different in the draft")
        expect(home.locator("select")).to_have_count(0)
        page.locator(".version-switch button", has_text="Draft").click()
        self.expect_target(page, "Home", "login", "SignUp")

    def shown_version(self, page):
        """The label of the shown document: the draft, or the live release."""
        return page.locator(".version-switch button[aria-pressed=true]")

    def show_canvas(self, page):
        page.locator(".flow-bar .segmented label", has_text="Canvas").click()
        expect(page.locator(".canvas-card").first).to_be_visible()

    def test_a_rollback_resets_the_draft_if_selected(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.publish(page, "To try").get_by_role("button", name="Done").click()
        page.reload()
        page.get_by_role("button", name="Roll back release 4…").click()
        dialog = page.get_by_role("dialog", name="Roll production back to release 3?")
        expect(dialog.locator(".changes")).to_contain_text("Login")
        self.assert_region_accessible(page, ".dialog", "rollback")
        dialog.get_by_label("Reset the draft").check()
        dialog.get_by_role("button", name="Roll back").click()
        self.expect_text(page, "Release 5 is live in production")
        self.assertEqual(self.target("Home", "login", self.live_document()), "Login")
        expect(self.shown_version(page)).to_have_text("Draftsame as live")
        self.assertIsNone(self.draft())
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(self.shown_version(page)).to_have_text("Draft1 unpublished change")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_each_warning_is_accepted_separately(self):
        page = self.open_list("editor")
        self.reroute(page, "SignUp", "haveAccount", "Home")
        self.reroute(page, "ForgotPassword", "sendLink", "Home")
        sheet = self.open_sheet(page)
        publish = sheet.get_by_role("button", name="Publish to production")
        boxes = sheet.locator(".warning input")
        expect(boxes.first).to_be_visible()
        for box in boxes.all():
            expect(publish).to_be_disabled()
            box.check()
        expect(publish).to_be_enabled()
        # A warning accepted with a reason is not shown again.
        reasons = sheet.get_by_label("Reason", exact=True)
        for reason in reasons.all():
            reason.fill("People shop for ever")
        self.assert_region_accessible(page, ".sheet", "reasons")
        publish.click()
        page.get_by_role("dialog", name="Published").get_by_role("button", name="Done").click()
        accepted = self.draft()["acceptedFindings"]
        self.assertEqual({finding["reason"] for finding in accepted}, {"People shop for ever"})
        # The id is stored, because a name would outlive the account; apps do not receive it.
        members = self.server.get("/v1/organizations/acme/members").json["members"]
        names = {member["id"]: member["name"] for member in members}
        self.assertEqual({names[finding["by"]] for finding in accepted}, {"Sample editor"})
        self.assertNotIn("acceptedFindings", self.live_document())
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        expect(sheet.locator(".warning")).to_have_count(0)
        sheet.get_by_role("button", name="Publish to production").click()
        page.get_by_role("dialog", name="Published").get_by_role("button", name="Done").click()
        page.locator(".findings-button").click()
        panel = page.locator(".side-panel.findings")
        panel.get_by_text("accepted warning").click()
        expect(panel).to_contain_text("“People shop for ever” Sample editor")
        self.assert_region_accessible(page, ".side-panel", "accepted")
        panel.get_by_role("button", name="Withdraw acceptance").first.click()
        expect(page.locator(".findings-button")).to_contain_text("1 warning")
        # Accepting from the findings panel requires a reason.
        panel.get_by_role("button", name="Accept…").click()
        accept = panel.get_by_role("button", name="Accept permanently")
        expect(accept).to_be_disabled()
        panel.get_by_label("Reason", exact=True).fill("They do")
        accept.click()
        expect(page.locator(".findings-button")).not_to_contain_text("warning")
        page.goto("/apps/shop/history/4")
        expect(page.locator(".release-side .sides").last).to_contain_text(
            "“People shop for ever”")

    def test_repeating_warnings_have_one_checkbox_and_one_reason(self):
        document = self.live_document()
        for step, port in REPEATED.items():
            self.step(document, step)["ports"][port].append({"to": "RandomPage"})
        self.save_draft(document)
        page = self.open_editor("editor")
        sheet = self.open_sheet(page)
        publish = sheet.get_by_role("button", name="Publish to production")
        group = sheet.locator(".warning-repeat")
        expect(group).to_have_count(1)
        common = group.get_by_role("checkbox", name="3 steps:")
        for box in sheet.locator(".sheet-part > .warning input").all():
            box.check()
        expect(publish).to_be_disabled()
        common.check()
        expect(publish).to_be_enabled()
        # The single checkboxes follow, and clearing one makes the common checkbox indeterminate.
        group.get_by_text("All 3, one by one").click()
        single_boxes = group.locator("details input[type=checkbox]")
        expect(single_boxes).to_have_count(3)
        for box in single_boxes.all():
            expect(box).to_be_checked()
        single_boxes.first.uncheck()
        expect(publish).to_be_disabled()
        expect(common).to_have_js_property("indeterminate", value=True)
        self.assert_region_accessible(page, ".sheet", "repeated")
        common.check()
        expect(publish).to_be_enabled()
        group.get_by_label("Reason", exact=True).first.fill("The second one is for later")
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()
        accepted = [finding for finding in self.draft()["acceptedFindings"]
                if finding["reason"] == "The second one is for later"]
        self.assertEqual({finding["step"] for finding in accepted}, set(REPEATED))

    def test_an_error_blocks_publishing_and_is_shown(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        document = self.draft()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Nowhere"}]
        self.save_draft(document)
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("title", "Fix 1 error to publish.")
        button.press("Enter")
        expect(page.locator(".side-panel.findings")).to_be_visible()
        expect(page.get_by_role("dialog", name="Publish changes")).to_have_count(0)

    def test_an_unseen_release_is_not_replaced(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        self.accept_all(sheet)
        document = self.live_document()
        self.step(document, "Home")["ports"]["signUp"] = [{"to": "RandomPage"}]
        self.assertEqual(self.server.publish("Plums first", flows=document).status, 201)
        expect(sheet).to_contain_text("in the meantime")
        expect(sheet).to_contain_text("Plums first")
        expect(sheet.locator(".callout .changes")).to_contain_text("RandomPage")
        publish = sheet.get_by_role("button", name="Publish to production")
        expect(publish).to_be_disabled()
        sheet.get_by_role("button", name="Reviewed").click()
        expect(sheet.locator(".callout .changes")).to_have_count(0)
        expect(sheet.locator(".sheet-part .changes")).to_contain_text("signUp")
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()

    def test_a_change_of_the_draft_is_shown_in_the_open_sheet(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        self.accept_all(sheet)
        document = self.draft()
        self.step(document, "Home")["ports"]["signUp"] = [{"to": "RandomPage"}]
        page.route("**/changes?*", lambda route: route.abort())
        self.save_draft(document)
        expect(sheet.locator(".changes")).to_contain_text("RandomPage")
        self.assertEqual(self.target("Home", "login", self.live_document()), "Login")

    def test_a_failure_is_shown_at_the_button_until_the_next_attempt(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        self.accept_all(sheet)
        url = "**/environments/production/releases"
        page.route(url, lambda route: route.abort())
        button = sheet.get_by_role("button", name="Publish to production")
        button.click()
        error = sheet.locator(".sheet-foot [role=alert]")
        expect(error).to_contain_text("The server cannot be reached")
        expect(error).to_be_in_viewport()
        page.unroute(url)
        button.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()

    def add_offer(self):
        """Adds a step to the draft and changes others, as another member."""
        document = self.draft()
        flow = next(flow for flow in document["flows"] if flow["id"] == "shop")
        flow["steps"].append({
            "id": "offer", "screen": "INFO", "content": {
                "title": "Two plums for one", "description": "Today", "primaryButtonText": "Go"},
            "ports": {"next": [
                {"when": {"country": "DE"}, "to": "Home"}, {"to": "RandomPage"}]}})
        self.step(document, "Home")["ports"]["signUp"] = [{"to": "offer"}]
        self.step(document, "Home")["ports"]["forgotPassword"] = [{"split": {
            "experiment": "help", "variants": [
                {"key": "a", "weight": 0.5, "to": "ForgotPassword"},
                {"key": "b", "weight": 0.5, "to": "ForgotPasswordPhone"}]}}]
        self.step(document, "RandomPage")["content"]["title"] = "Plums " + "and_plums" * 20
        self.save_draft(document)

    def test_details_of_a_new_step_are_shown_before_publishing(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        self.add_offer()
        sheet = self.open_sheet(page)
        details = sheet.locator(".change-details")
        expect(details).to_contain_text("“next” leads to “Home” if country is Germany")
        expect(details).to_contain_text("Otherwise “next” leads to “RandomPage”")
        expect(details).to_contain_text("title: “Two plums for one”")
        self.assert_old_and_new_are_side_by_side(page, sheet)

    def assert_old_and_new_are_side_by_side(self, page, sheet):
        """Checks that changed texts and ports show both sides, and a split all destinations."""
        title = sheet.locator(".sides", has_text="Plums and_plums")
        expect(title.locator(".before")).to_have_text("“Plums are back”")
        ports = sheet.locator(".sides", has_text="ForgotPasswordPhone")
        expect(ports.locator(".before")).to_have_text(
            "“forgotPassword” leads to “ForgotPassword”")
        expect(ports.locator(".after")).to_have_text(
            "“forgotPassword” leads to “ForgotPassword” for 50% of users and "
            "“ForgotPasswordPhone” for 50% of users")
        expect(sheet).not_to_contain_text("no longer leads")
        for size in ((1280, 800), (390, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            # The page may not have been laid out in its new size yet.
            page.wait_for_function(
                "() => [...document.querySelectorAll('.sheet *')].every((element) => "
                "element.getBoundingClientRect().right <= innerWidth + 1)")
        self.assert_region_accessible(page, ".sheet", "sides")

    def test_details_of_a_new_step_appear_once_they_are_loaded(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        self.add_offer()
        page.context.route("**/part.*.js", lambda route: route.abort())
        with page.expect_event("requestfailed"):
            sheet = self.open_sheet(page)
        expect(sheet).to_contain_text("“offer”")
        expect(sheet.locator(".change-details")).to_have_count(0)
        page.context.unroute("**/part.*.js")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(sheet.locator(".change-details")).to_contain_text("“next” leads to “Home”")

    def test_another_environment_has_its_own_state(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        sheet.get_by_label("Environment").select_option("staging")
        expect(sheet).to_contain_text("Live: release 2")
        self.accept_all(sheet)
        sheet.get_by_role("button", name="Publish to staging").click()
        expect(page.get_by_role("dialog", name="Published")).to_contain_text("staging")
        # Without a note, the history summarizes the changes.
        release = self.server.get(f"{APP}/releases?environment=staging").json["releases"][0]
        self.assertIn("SignUp", release["note"])
        self.assertEqual(self.target("Home", "login", self.live_document("staging")), "SignUp")
        self.assertEqual(self.target("Home", "login", self.live_document()), "Login")

    def test_members_who_may_not_publish_see_why(self):
        page = self.open_list("drafter")
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        button = page.get_by_role("button", name="Ask to publish…")
        expect(button).to_have_attribute("aria-disabled", "false")
        expect(button).to_have_attribute(
            "title", "Only editors of production can publish there. Press to see whom to ask.")
        button.click()
        dialog = page.get_by_role("dialog", name="Ask someone to publish")
        expect(dialog.get_by_role("link", name="owner@example.com")).to_have_attribute(
            "href", re.compile("^mailto:owner"))
        expect(dialog.get_by_role("link", name="editor@example.com")).to_be_visible()
        expect(dialog.get_by_role("link", name="viewer@example.com")).to_have_count(0)
        expect(dialog).to_contain_text(f"{self.url}/apps/shop")
        dialog.get_by_role("button", name="Copy link").click()
        expect(dialog.get_by_text("Copied").first).to_be_visible()
        self.assert_region_accessible(page, ".dialog", "ask")

    def test_viewers_see_who_can_publish(self):
        page = self.open_list("viewer")
        self.expect_status(page, "View only")
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("title", re.compile(r"Ask .*owner@example\.com"))
        page.locator(".save-status").click()
        expect(page.get_by_role("menu")).to_contain_text("owner@example.com")

    def test_publishing_works_on_a_phone(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        page.set_viewport_size({"width": 360, "height": 740})
        done = self.publish(page, "On the way")
        self.assert_region_accessible(page, ".sheet", "published-phone")
        done.get_by_role("button", name="Roll back release 4…").click()
        page.get_by_role("button", name="Roll back", exact=True).click()
        self.expect_text(page, "Rolled back: release 5")


if __name__ == "__main__":
    unittest.main()
