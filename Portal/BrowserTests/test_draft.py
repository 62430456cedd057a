"""Drafts lose no change: of one user, of several, and after failures."""

import unittest

from editing import EditingCase
from portal import APP, expect


class SingleUserTests(EditingCase):
    def sign_in_again(self, page, dialog):
        """Signs in from the dialog; what was not sent is restored and saved."""
        dialog.get_by_role("button", name="Sign in again").click()
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        self.click_button(page, "Sign in")
        self.expect_text(page, "were restored")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_changes_are_saved_automatically_and_survive_a_reload(self):
        page = self.open_list()
        self.expect_status(page, "No changes")
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")
        page.reload()
        expect(page.locator(".save-status")).to_contain_text("Saved")
        self.show_list(page)
        self.expect_target(page, "Home", "login", "SignUp")

    def test_an_application_without_a_draft_opens_without_a_failed_request(self):
        page = self.open_as()
        failed = []
        page.on("response", lambda response: (
            failed.append(response.url) if response.status >= 400 else None))
        page.goto("/apps/shop")
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        expect(page.locator(".version-switch")).to_contain_text("same as live")
        self.assertEqual(failed, [])

    def test_a_burst_of_edits_is_saved_and_undone_in_order(self):
        page = self.open_list()
        for step in ["SignUp", "RandomPage", "ForgotPassword", "SignUp", "RandomPage"]:
            self.reroute(page, "Home", "login", step)
        page.keyboard.press("Escape")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "RandomPage")
        for _ in range(5):
            page.get_by_role("button", name="Undo").click()
        self.expect_target(page, "Home", "login", "Login")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "Login")

    def test_offline_edits_are_sent_on_reconnect(self):
        page = self.open_list()
        page.context.set_offline(True)
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Offline: saved locally")
        self.assertIsNone(self.draft())
        page.context.set_offline(False)
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_a_part_that_failed_to_load_is_retried_on_reconnect(self):
        page = self.open_list()
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        page.context.set_offline(True)
        page.get_by_role("link", name="History").click()
        self.expect_text(page, "Could not load this part")
        self.expect_text(page, "You are offline.")
        page.context.set_offline(False)
        expect(page.get_by_role("heading", name="History", level=1)).to_be_visible()

    def test_unsent_changes_of_a_closed_page_are_restored(self):
        page = self.open_list()
        context = page.context
        # NB: an offline context does not block what a page sends while it closes.
        self.server.kill()
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Offline: saved locally")
        page.close()
        self.server = self.serve(
            self.sample, port=self.port, environment={"FLOWMAGIC_PUBLIC_URL": self.url})
        self.assertIsNone(self.draft())
        page = context.new_page()
        page.goto("/apps/shop")
        self.expect_text(page, "were restored")
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_a_killed_server_loses_no_change(self):
        page = self.open_list()
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        self.server.kill()
        self.reroute(page, "Home", "signUp", "RandomPage")
        self.expect_status(page, "Offline: saved locally")
        self.server = self.serve(
            self.sample, port=self.port, environment={"FLOWMAGIC_PUBLIC_URL": self.url})
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")
        self.assertEqual(self.target("Home", "signUp"), "RandomPage")

    def test_changes_survive_the_end_of_the_session(self):
        page = self.open_list()
        ended = []

        # NB: the session ends only when the change is sent. Before, another request could get the
        # 401, and the dialog would cover the list.
        def end_session(route):
            if route.request.method == "PUT" and not ended:
                ended.append(route)
                page.context.clear_cookies()
            route.continue_()

        page.route("**/v1/apps/shop/draft", end_session)
        self.reroute(page, "Home", "login", "SignUp")
        dialog = page.get_by_role("dialog", name="You are signed out")
        expect(dialog).to_be_visible()
        self.assertIsNone(self.draft())
        self.assert_region_accessible(page, ".dialog", "signed-out")
        self.sign_in_again(page, dialog)

    def test_changes_survive_signing_out_in_another_tab(self):
        page = self.open_list()
        self.reroute(page, "Home", "signUp", "RandomPage")
        self.expect_status(page, "Saved")
        # NB: this clears the site's data, which closes the database in the first tab.
        other = page.context.new_page()
        other.goto("/")
        self.sign_out(other)
        other.close()
        with page.expect_response(
                lambda response: response.request.method == "PUT"
                and response.url.endswith("/draft")) as saving:
            self.reroute(page, "Home", "login", "SignUp")
        self.assertEqual(saving.value.status, 401)
        dialog = page.get_by_role("dialog", name="You are signed out")
        expect(dialog).to_contain_text("saved in this browser")
        self.sign_in_again(page, dialog)

    def test_a_browser_without_storage_does_not_promise_it_after_signing_out(self):
        page = self.open_list()
        context = page.context
        self.reroute(page, "Home", "signUp", "RandomPage")
        self.expect_status(page, "Saved")
        page.evaluate(
            "() => { IDBDatabase.prototype.transaction = () => { throw new Error('full') } }")
        context.clear_cookies()
        self.reroute(page, "Home", "login", "SignUp")
        dialog = page.get_by_role("dialog", name="You are signed out")
        expect(dialog).to_contain_text("only this page has them")
        self.expect_status(page, "Signed out: keep this page open")
        self.assert_region_accessible(page, ".dialog", "signed-out-unkept")
        with context.expect_page() as opened:
            dialog.get_by_role("button", name="Sign in in a new tab").click()
        other = opened.value
        self.fill(other, email="owner@example.com", password=self.sample["password"])
        self.click_button(other, "Sign in")
        self.expect_home(other)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        self.expect_status(page, "Saved")
        expect(dialog).to_have_count(0)
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_another_user_of_the_same_browser_does_not_get_unsent_changes(self):
        page = self.open_list()
        context = page.context
        # NB: an offline context does not block what a page sends while it closes.
        self.server.kill()
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Offline: saved locally")
        page.close()
        context.clear_cookies()
        self.server = self.serve(
            self.sample, port=self.port, environment={"FLOWMAGIC_PUBLIC_URL": self.url})
        page = context.new_page()
        page.goto("/apps/shop")
        self.fill(page, email="editor@example.com", password=self.sample["password"])
        self.click_button(page, "Sign in")
        self.expect_status(page, "No changes")
        self.show_list(page)
        self.expect_target(page, "Home", "login", "Login")


class CollaborationTests(EditingCase):
    def test_two_users_see_each_others_changes_and_undo_their_own(self):
        owner, editor = self.open_list("owner"), self.open_list("editor")
        expect(owner.locator(".presence")).to_be_visible()
        self.reroute(owner, "Home", "login", "SignUp")
        self.expect_target(editor, "Home", "login", "SignUp")
        self.reroute(editor, "Home", "signUp", "RandomPage")
        self.expect_target(owner, "Home", "signUp", "RandomPage")
        owner.get_by_role("button", name="Undo").click()
        self.expect_target(editor, "Home", "login", "Login")
        self.expect_target(owner, "Home", "signUp", "RandomPage")
        self.expect_status(owner, "Saved")
        self.assertEqual(self.target("Home", "login"), "Login")
        self.assertEqual(self.target("Home", "signUp"), "RandomPage")

    def test_presence_shows_other_users_and_their_selection(self):
        owner, editor = self.open_list("owner"), self.open_list("editor")
        editor.locator("[data-step=SignUp] .list-check").check()
        owner.locator(".presence").click()
        item = owner.locator(".menu .menu-item").first
        expect(item).to_contain_text("SignUp")
        owner.keyboard.press("Escape")
        editor.context.close()
        expect(owner.locator(".presence")).to_have_count(0)

    def create_conflict(self):
        """Two users reroute the same port, one of them offline."""
        owner, editor = self.open_list("owner"), self.open_list("editor")
        owner.context.set_offline(True)
        self.reroute(owner, "Home", "login", "SignUp")
        self.expect_status(owner, "Offline")
        self.reroute(editor, "Home", "login", "RandomPage")
        self.expect_status(editor, "Saved")
        owner.context.set_offline(False)
        self.expect_status(owner, "1 conflict")
        return owner, editor

    def test_a_conflict_is_postponed_and_resolved_with_my_change(self):
        owner, editor = self.create_conflict()
        self.expect_target(owner, "Home", "login", "SignUp")
        self.expect_target(editor, "Home", "login", "RandomPage")
        self.assertEqual(self.target("Home", "login"), "RandomPage")
        self.reroute(owner, "Home", "signUp", "RandomPage")
        self.expect_target(editor, "Home", "signUp", "RandomPage")
        expect(owner.locator(".publish-button")).to_have_attribute("aria-disabled", "true")
        owner.get_by_role("button", name="Resolve", exact=True).click()
        dialog = owner.get_by_role("dialog", name="1 conflict")
        expect(dialog.locator(".conflict-choice.mine")).to_contain_text("SignUp")
        expect(dialog.locator(".conflict-choice.theirs")).to_contain_text("RandomPage")
        self.assert_region_accessible(owner, ".dialog", "conflict")
        dialog.get_by_role("button", name="Resolve later").click()
        expect(dialog).to_have_count(0)
        expect(owner.locator("[data-step=Home] .list-chips")).to_contain_text("1 conflict")
        owner.locator(".flow-bar .segmented label", has_text="Canvas").click()
        expect(owner.locator(".canvas [data-node=Home] .canvas-badge.conflict")).to_be_visible()
        self.assert_region_accessible(owner, ".canvas-head", "conflict-card")
        owner.locator(".canvas [data-node=Home]").dblclick(position={"x": 60, "y": 10})
        owner.locator(".inspector").get_by_role("button", name="Resolve").click()
        expect(dialog.locator(".conflict-choice.mine")).to_contain_text("SignUp")
        dialog.get_by_role("button", name="Resolve later").click()
        self.choose(owner, "Resolve")
        dialog.locator(".conflict-choice.mine").click()
        self.expect_text(owner, "All conflicts are resolved.")
        self.expect_status(owner, "Saved")
        self.expect_target(editor, "Home", "login", "SignUp")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_a_conflict_names_the_other_author(self):
        owner, _ = self.create_conflict()
        expect(owner.locator(".toast", has_text="changed the same part")).to_contain_text(
            "You and Sample editor changed the same part.")

    def test_a_conflict_is_resolved_with_their_change_after_a_reload(self):
        owner, _ = self.create_conflict()
        owner.reload()
        self.expect_status(owner, "1 conflict")
        self.choose(owner, "Resolve")
        owner.locator(".conflict-choice.theirs").click()
        self.expect_status(owner, "Saved")
        self.show_list(owner)
        self.expect_target(owner, "Home", "login", "RandomPage")

    def test_a_draft_discarded_by_another_user_needs_a_decision(self):
        owner, editor = self.open_list("owner"), self.open_list("editor")
        self.reroute(owner, "Home", "login", "SignUp")
        self.expect_target(editor, "Home", "login", "SignUp")
        self.expect_status(editor, "Saved")
        self.choose(editor, "Discard all changes")
        editor.get_by_role("button", name="Discard all changes", exact=True).click()
        dialog = owner.get_by_role("dialog", name="The draft was discarded")
        expect(dialog).to_be_visible()
        self.expect_status(owner, "The draft was discarded")
        expect(dialog.get_by_role("button", name="Keep my draft")).to_be_focused()
        owner.keyboard.press("Enter")
        self.expect_status(owner, "Saved")
        self.expect_target(editor, "Home", "login", "SignUp")
        self.assertEqual(self.target("Home", "login"), "SignUp")


class DiscardingTests(EditingCase):
    def test_discarding_lists_the_changes_and_can_be_undone(self):
        page = self.open_list()
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Saved")
        self.choose(page, "Discard all changes")
        dialog = page.get_by_role("dialog", name="Discard all changes?")
        expect(dialog).to_contain_text("SignUp")
        self.assert_region_accessible(page, ".dialog", "discard")
        dialog.get_by_role("button", name="Discard all changes", exact=True).click()
        self.expect_status(page, "No changes")
        self.expect_target(page, "Home", "login", "Login")
        self.assertIsNone(self.draft())
        page.locator(".toast").get_by_role("button", name="Undo").click()
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_reload_can_discard_unsent_changes_and_undo_restores_them(self):
        page = self.open_list()
        page.route(f"**{APP}/draft", lambda route: (
            route.abort() if route.request.method == "PUT" else route.continue_()))
        self.reroute(page, "Home", "login", "SignUp")
        self.expect_status(page, "Offline")
        self.choose(page, "Reload")
        dialog = page.get_by_role("dialog", name="Reload the draft?")
        self.assert_region_accessible(page, ".dialog", "reload")
        dialog.get_by_role("button", name="Discard mine").click()
        self.expect_target(page, "Home", "login", "Login")
        page.unroute(f"**{APP}/draft")
        page.locator(".toast").get_by_role("button", name="Undo").click()
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "SignUp")

    def test_viewers_see_draft_changes_and_cannot_make_any(self):
        page, viewer = self.open_list("drafter"), self.open_list("viewer")
        self.reroute(page, "Home", "login", "SignUp")
        item = viewer.locator("[data-step=Home]")
        expect(item).to_contain_text("SignUp")
        expect(viewer.get_by_role("button", name="Undo")).to_have_count(0)
        expect(viewer.locator(".list select")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
