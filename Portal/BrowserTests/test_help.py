"""The help: guidelines, keyboard shortcuts, and the interactive tour."""

import re
import unittest
from urllib.parse import urlsplit

from portal import PortalCase, expect, layout

# Holds messages of the page's workers, such as the engine's, until a test releases them.
HOLD_MESSAGES = """
  window.heldMessages = {
    isHolding: false,
    waiting: [],
    release() {
      this.isHolding = false;
      for (const deliver of this.waiting.splice(0)) deliver();
    },
  };
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (name, listener, ...options) {
    listen.call(this, name, name !== "message" ? listener : (event) => {
      if (heldMessages.isHolding) heldMessages.waiting.push(() => listener(event));
      else listener(event);
    }, ...options);
  };
"""


class HelpCase(PortalCase):
    def choose_from_menu(self, page, item):
        page.locator(".help-button").click()
        page.get_by_role("menuitem", name=item, exact=True).click()

    def show_list(self, page):
        page.locator(".flow-bar .segmented").get_by_text("List", exact=True).click()
        expect(page.locator(".list-steps")).to_be_visible()

    def select(self, page, step, label, to):
        target = page.locator(f'[data-step="{step}"]').get_by_role(
            "combobox", name=label, exact=True)
        target.focus()
        target.select_option(label=to)


class HelpTests(HelpCase):
    def test_the_help_menu_opens_the_guidelines_which_link_to_the_help(self):
        page = self.open_editor()
        self.choose_from_menu(page, "Guidelines")
        dialog = page.get_by_role("dialog", name="Guidelines")
        expect(dialog.get_by_role("heading", name="Change a connection")).to_be_visible()
        dialog.get_by_role("link", name="Open help").click()
        self.expect_heading(page, "Guidelines")
        self.assertEqual(page.locator(".help-topics a").all_inner_texts(), [
            "Guidelines", "Glossary", "How to", "Findings", "Keyboard shortcuts"])

    def test_a_question_mark_opens_the_shortcuts_and_focus_returns(self):
        page = self.open_editor()
        page.locator(".findings-button").focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
        expect(dialog.get_by_text("Find step")).to_be_visible()
        expect(dialog.get_by_role("heading", name="List")).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(".findings-button")).to_be_focused()

    def test_a_question_mark_pressed_while_the_help_loads_is_not_lost(self):
        page = self.new_page()
        page.context.add_cookies(self.sample["cookies"]["owner"])
        held = []

        def hold_help(route):
            part = self.server.get(urlsplit(route.request.url).path).body
            if b"help-button" in part:
                held.append(route)
            else:
                route.continue_()
        page.route("**/part.*.js", hold_help)
        page.goto("/apps/shop")
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
        expect(dialog).to_have_count(0)
        self.assertNotEqual(held, [])
        for route in held:
            route.continue_()
        expect(dialog).to_be_visible()

    def test_a_finding_is_explained_under_its_code(self):
        page = self.open_as(at="/help/findings#need-not-provided")
        row = page.locator("tr#need-not-provided")
        expect(row.get_by_text("something it needs was not provided")).to_be_visible()
        self.assertGreater(page.locator(".help-findings tbody tr").count(), 30)

    def test_topics_have_urls_and_an_unknown_one_shows_the_guidelines(self):
        page = self.open_as(at="/help/concepts")
        self.expect_heading(page, "Glossary")
        page.get_by_role("link", name="How to").click()
        self.expect_heading(page, "How to")
        expect(page).to_have_url(f"{self.url}/help/how")
        page.go_back()
        self.expect_heading(page, "Glossary")
        page.goto("/help/nothing-like-that")
        self.expect_heading(page, "Guidelines")


class TourTests(HelpCase):
    def start(self, page):
        page.get_by_role("button", name="Start tour").click()
        self.expect_count(page, "1 of 7")

    def expect_count(self, page, text):
        expect(page.locator(".tour-count")).to_have_text(text)

    def test_the_tour_is_offered_once_on_the_sample(self):
        page = self.open_editor()
        expect(page.get_by_role("heading", name="First time here?")).to_be_visible()
        page.get_by_role("button", name="Not now").click()
        expect(page.locator(".tour")).to_have_count(0)
        page.reload()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        expect(page.locator(".tour")).to_have_count(0)

    def test_the_tour_is_not_offered_to_viewers(self):
        page = self.open_editor("viewer")
        expect(page.locator(".tour")).to_have_count(0)
        page.locator(".help-button").click()
        expect(page.get_by_role("menuitem", name="Guided tour")).to_have_count(0)

    def test_each_step_waits_for_the_users_action(self):
        page = self.open_editor()
        self.start(page)
        self.show_list(page)
        expect(page.locator(".tour-ring")).to_be_visible()
        self.select(page, "Home", "login, Everyone, leads to", "RandomPage")
        self.expect_count(page, "2 of 7")
        page.locator('[data-step="Login"] .list-name').focus()
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        self.expect_count(page, "3 of 7")
        page.locator(".findings-button").click()
        self.expect_count(page, "4 of 7")
        page.keyboard.press("Control+z")
        self.expect_count(page, "5 of 7")
        page.get_by_role("button", name="Skip").click()
        self.expect_count(page, "6 of 7")
        page.get_by_role("button", name="Skip").click()
        self.expect_count(page, "7 of 7")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".tour")).to_have_count(0)

    def test_a_warning_from_the_first_step_does_not_complete_the_second(self):
        page = self.open_editor()
        self.start(page)
        self.show_list(page)
        self.select(page, "Home", "signUp, Everyone, leads to", "RandomPage")
        expect(page.locator(".findings-button[aria-busy=false]")).to_contain_text("warning")
        self.expect_count(page, "2 of 7")
        page.locator('[data-step="Login"] .list-name').focus()
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        self.expect_count(page, "3 of 7")

    def test_an_edit_before_the_verification_result_completes_the_step(self):
        page = self.open_editor()
        page.add_init_script(HOLD_MESSAGES)
        page.reload()
        self.start(page)
        self.show_list(page)
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        page.evaluate("heldMessages.isHolding = true")
        self.select(page, "Home", "login, Everyone, leads to", "RandomPage")
        self.expect_count(page, "2 of 7")
        page.locator('[data-step="Login"] .list-name').focus()
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        expect(page.locator('[data-step="Login"]')).to_have_count(0)
        page.evaluate("heldMessages.release()")
        self.expect_count(page, "3 of 7")

    def test_the_box_does_not_cover_the_step_palette(self):
        page = self.open_editor()
        self.start(page)
        page.locator(".canvas").focus()
        page.keyboard.press("n")
        expect(page.locator(".canvas-palette")).to_be_visible()
        are_apart = """() => {
          const [a, b] = [".tour", ".canvas-palette"].map((selector) =>
            document.querySelector(selector).getBoundingClientRect());
          return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        }"""
        page.wait_for_function(are_apart)

    def test_the_offer_does_not_cover_a_card_that_was_just_drawn(self):
        for width in (390, 834, 1440):
            with self.subTest(width):
                self.server.call("DELETE", "/v1/apps/shop/draft", headers={"If-Match": "*"})
                page = self.open_editor(has_touch=width < 1000)
                page.set_viewport_size({"width": width, "height": 900})
                page.get_by_role("button", name="Add step").click()
                page.get_by_role("option", name=re.compile("^New screen")).click()
                page.get_by_role("dialog", name="New screen").get_by_role(
                    "button", name="Add screen").click()
                expect(page.locator(".stage-host h1")).to_be_visible()
                page.get_by_role("button", name="Back to the flow").click()
                expect(page.locator(".canvas .selected [data-node]")).to_be_visible()
                page.locator(".side-panel-head").get_by_role("button").last.click()
                expect(page.locator(".tour.placed")).to_be_visible()
                page.wait_for_function("""() => {
                  const [a, b] = [".tour", ".canvas .selected [data-node]"].map((selector) =>
                    document.querySelector(selector).getBoundingClientRect());
                  return a.right <= b.left || b.right <= a.left
                    || a.bottom <= b.top || b.bottom <= a.top;
                }""")
                layout.save_screenshot(page, f"tour-offer-{width}")

    def test_the_tour_does_not_cover_the_elements_that_it_mentions_on_a_tablet(self):
        page = self.open_editor(has_touch=True)
        page.set_viewport_size({"width": 834, "height": 1112})
        self.start(page)
        home, login, other = (
            page.locator(f'.canvas [data-node="{step}"]')
            for step in ("Home", "Login", "RandomPage"))
        page.mouse.move(*self.center(home.locator('[data-handle="login"] .canvas-dot')))
        page.mouse.down()
        page.mouse.move(*self.center(other), steps=8)
        page.mouse.up()
        self.expect_count(page, "2 of 7")
        login.tap()
        expect(page.locator(".side-panel").get_by_label("Step name")).to_have_value("Login")
        page.keyboard.press("Delete")
        self.remove_anyway(page)
        self.expect_count(page, "3 of 7")
        page.locator(".findings-button").tap()
        self.expect_count(page, "4 of 7")
        page.locator('[data-tour="undo"] button').first.tap()
        self.expect_count(page, "5 of 7")
        page.get_by_role("button", name="Try it").tap()
        page.locator(".device").get_by_role("button", name="Log in").tap()
        self.expect_count(page, "6 of 7")
        page.get_by_role("button", name=re.compile("^Publish")).tap()
        sheet = page.get_by_role("dialog", name="Publish changes")
        expect(sheet).to_be_visible()
        self.expect_count(page, "7 of 7")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        page.get_by_role("button", name="Done").tap()
        expect(page.locator(".tour")).to_have_count(0)

    def test_the_tour_resumes_where_it_was_left(self):
        page = self.open_editor()
        self.start(page)
        page.get_by_role("button", name="Skip").click()
        page.get_by_role("button", name="Skip").click()
        self.expect_count(page, "3 of 7")
        page.reload()
        self.expect_count(page, "3 of 7")
        page.get_by_role("button", name="End tour").click()
        expect(page.locator(".tour")).to_have_count(0)
        self.choose_from_menu(page, "Resume tour")
        self.expect_count(page, "3 of 7")

    def test_the_tour_starts_from_the_help_and_never_blocks_a_click(self):
        page = self.open_as(at="/help")
        page.get_by_role("button", name="Start tour").click()
        self.expect_count(page, "1 of 7")
        expect(page).to_have_url(f"{self.url}/apps/shop")
        ring = page.locator(".tour-ring")
        expect(ring).to_be_visible()
        self.assertEqual(ring.evaluate("ring => getComputedStyle(ring).pointerEvents"), "none")
        self.show_list(page)
        self.assert_accessible(page, "the tour")


if __name__ == "__main__":
    unittest.main()
