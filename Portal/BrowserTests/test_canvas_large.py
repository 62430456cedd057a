"""A flow of 400 steps: overview, readable names, sections, and search."""

import re
import unittest

from canvas_case import CanvasCase, expect

STEPS = 400
SECTIONS = ["Welcome", "About you", "Goals", "Payment"]
# The smallest font size of the names of cards, ports and sections that are visible in the window.
SMALLEST_FONT_SIZE = """() => {
  const world = document.querySelector('.canvas-world');
  const zoom = new DOMMatrix(getComputedStyle(world).transform).a;
  const sizes = [...world.querySelectorAll(
    '.canvas-names strong, .canvas-port span, .canvas-end strong, .canvas-section-head strong')]
    .filter((name) => name.checkVisibility({ checkVisibilityCSS: true }))
    .flatMap((name) => [getComputedStyle(name), getComputedStyle(name, '::after')])
    .map((style) => parseFloat(style.fontSize)).filter((size) => size > 0);
  return sizes.length ? Math.min(...sizes) * zoom : 99;
}"""
# Whether the name of a section is visible in the window.
SECTION_IS_NAMED = """() => [...document.querySelectorAll('.canvas-section-head')].some((head) => {
  const { left, right, top, bottom } = head.getBoundingClientRect();
  return left > 0 && right < innerWidth && top > 0 && bottom < innerHeight;
})"""
# Whether the whole flow is visible: the frame on the minimap is then as large as the minimap.
ALL_IS_VISIBLE = """() => {
  const minimap = document.querySelector('.canvas-minimap canvas').getBoundingClientRect();
  const frame = document.querySelector('.canvas-minimap-frame').getBoundingClientRect();
  return Math.abs(minimap.width - frame.width) < 2 && Math.abs(minimap.height - frame.height) < 2;
}"""


class LargeFlowTests(CanvasCase):
    def put_flow(self, sections=True):
        """Saves a chain of steps as the shop's draft; each also leads further ahead, and back."""
        def step(index):
            def to(offset):
                return [{"to": f"step{min(STEPS - 1, max(0, index + offset))}"}]
            ports = {"next": to(1), "skip": to(3), "back": to(-2)}
            if index == STEPS - 1:
                ports["next"] = [{"finish": "completed"}]
            section = {"section": SECTIONS[index * len(SECTIONS) // STEPS]} if sections else {}
            return {"id": f"step{index}", "screen": ["INFO", "Home"][index % 2],
                    "ports": ports, **section}
        titles = {"sections": {title: {"title": title, "color": "blue"} for title in SECTIONS}}
        flow = {"id": "large", "start": "step0", "steps": [step(index) for index in range(STEPS)],
                **(titles if sections else {})}
        other = {"id": "other", "start": "hello", "steps": [
            {"id": "hello", "screen": "INFO", "ports": {"next": [{"finish": "done"}]}}]}
        self.save_draft({"schema": 1, "flows": [flow, other]})

    def open_large(self, at="/apps/shop", **options):
        page = self.open_as("owner", at, **options)
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        expect(page.locator(".canvas-card, .canvas-closed").first).to_be_visible()
        return page

    def test_everything_is_visible_and_names_are_readable_at_every_zoom(self):
        self.put_flow()
        page = self.open_large()
        expect(page.locator(".canvas[data-level=near]")).to_be_visible()
        self.assertGreater(page.evaluate(SMALLEST_FONT_SIZE), 10.99)
        expect(page.locator(".canvas-outside")).to_contain_text("more steps")
        page.locator(".canvas").focus()
        page.keyboard.press("f")
        page.wait_for_function(ALL_IS_VISIBLE)
        expect(page.locator(".canvas[data-level=block]")).to_be_visible()
        zoom = float(page.locator(".canvas-zoom").inner_text().removesuffix("%"))
        self.assertGreater(zoom, 4, "a long chain is broken into rows")
        for title in SECTIONS:
            head = page.locator(".canvas-section-head", has_text=title)
            expect(head).to_be_in_viewport()
        levels = set()
        while zoom < 100:
            self.assertGreater(page.evaluate(SMALLEST_FONT_SIZE), 8.4, f"at {zoom} %")
            level = page.locator(".canvas").get_attribute("data-level")
            levels.add(level)
            self.assertTrue(level != "block" or page.evaluate(SECTION_IS_NAMED), f"at {zoom} %")
            page.keyboard.press("+")
            expect(page.locator(".canvas-zoom")).not_to_have_text(f"{zoom:g}%")
            zoom = float(page.locator(".canvas-zoom").inner_text().removesuffix("%"))
        self.assertEqual(levels - {"small"}, {"block", "title", "smaller", "near"})

    def test_the_initial_view_is_readable_and_counts_the_steps_outside(self):
        page = self.open_canvas()
        expect(page.locator(".canvas[data-level=smaller]")).to_be_visible()
        for step in ("Home", "SignUp", "Login"):
            expect(self.node(page, step)).to_be_in_viewport(ratio=0.99)
        self.assertGreater(page.evaluate(SMALLEST_FONT_SIZE), 10.99)
        outside = page.locator(".canvas-outside")
        expect(outside).to_have_count(0)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("sessionStorage.clear()")
        page.reload()
        # A phone shows the start of the flow; one press shows the rest.
        expect(outside).to_have_text("1 more step")
        expect(self.node(page, "Home")).to_be_in_viewport(ratio=0.99)
        self.assertGreater(page.evaluate(SMALLEST_FONT_SIZE), 10.99)
        bars = page.locator(".flow-bar-end").bounding_box()
        outside.press("Enter")
        expect(outside).to_have_count(0)
        expect(page.locator(".canvas")).to_be_focused()
        for step in ("Home", "SignUp", "Login"):
            expect(self.node(page, step)).to_be_in_viewport(ratio=0.99)
            self.wait_until_still(page, step)
            self.assertGreater(
                self.node(page, step).bounding_box()["y"], bars["y"] + bars["height"])

    def test_arrows_are_faded_except_those_of_the_selected_step(self):
        self.put_flow(sections=False)
        page = self.open_large("/apps/shop?flow=large")
        line = page.locator(".canvas-base .different .canvas-line").first
        # Nothing of the flow is live, so every arrow is marked as changed; all are faded.
        expect(line).to_have_css("stroke-opacity", "0.6")
        page.locator(".canvas").press("/")
        page.keyboard.type("step200")
        page.keyboard.press("Enter")
        expect(page.locator('[data-node="step200"]')).to_be_focused()
        selected = page.locator(".canvas-highlights .highlight-near .canvas-line, "
                                ".canvas-highlights .highlight-selected .canvas-line")
        expect(selected.first).to_have_css("stroke-opacity", "1")

    def test_a_step_and_where_its_screen_is_used_are_found_by_keyboard(self):
        self.put_flow()
        page = self.open_large()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        page.keyboard.press("/")
        page.keyboard.type("step273")
        page.keyboard.press("Enter")
        expect(self.node(page, "step273")).to_be_focused()
        expect(self.node(page, "step273")).to_be_in_viewport(ratio=0.99)
        page.keyboard.press("Shift+F10")
        page.get_by_role("menuitem", name="Where is this screen used?").press("Enter")
        expect(page.get_by_role("combobox", name="Find step")).to_have_value("@Home")
        page.get_by_role("combobox", name="Find step").fill("info")
        page.get_by_role("option", name=re.compile("^Info 201 steps: step0")).click()
        page.get_by_role("combobox", name="Find step").press("End")
        expect(page.get_by_role("option").first).to_have_text(re.compile("^step0"))
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("payment")
        page.get_by_role("option", name=re.compile("^Payment$")).click()
        expect(self.node(page, "step300")).to_be_in_viewport()

    def test_sections_are_created_renamed_collapsed_moved_and_shared(self):
        self.put_flow(sections=False)
        page = self.open_large()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        findings = page.locator(".findings-button").inner_text()
        page.locator(".canvas").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        page.keyboard.press("Control+ArrowRight")
        page.keyboard.press("Shift+Space")
        expect(page.locator(".canvas-node.selected")).to_have_count(2)
        page.keyboard.press("g")
        page.keyboard.type("Log in")
        page.keyboard.press("Enter")
        head = page.locator(".canvas-section-head", has_text="Log in")
        expect(head).to_contain_text("2 steps")
        draft = self.wait_for_draft(lambda draft: draft["flows"][0].get("sections"), "the section")
        self.assertEqual(draft["flows"][0]["sections"], {
            "Log in": {"title": "Log in", "color": "blue"}})
        head.dblclick()
        page.get_by_role("textbox", name="Title").fill("Sign in")
        page.get_by_role("radio", name="Red").check(force=True)
        self.click_button(page, "Save section")
        expect(page.locator(".canvas-section.section-red")).to_contain_text("Sign in")
        # Sections do not affect apps, so they cause no findings.
        expect(page.locator(".findings-button[aria-busy=false]")).to_have_text(findings)
        head = page.locator(".canvas-section-head", has_text="Sign in")
        before = self.node(page, "step0").bounding_box()
        head.get_by_role("button", name="Collapse Sign in").click()
        closed = page.locator(".canvas-closed")
        expect(closed).to_contain_text("Sign in")
        expect(self.node(page, "step0")).to_have_count(0)
        box = closed.bounding_box()
        self.drag(page, (box["x"] + 40, box["y"] + 20), (box["x"] + 40, box["y"] + 80))
        closed.get_by_role("button", name="Expand Sign in").click()
        expect(self.node(page, "step0")).to_be_visible()
        page.wait_for_function(
            "y => document.querySelector('[data-node=step0]').getBoundingClientRect().y > y + 40",
            arg=before["y"])
        self.assert_no_violations(page)
        self.assert_link_works(page)

    def assert_link_works(self, page):
        """Checks that a section's link works for others, and that its removal keeps its steps."""
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Section Sign in").click()
        page.get_by_role("menuitem", name="Copy link").click()
        expect(page.locator(".toast", has_text="Link copied.")).to_be_visible()
        expect(page.locator(".save-status")).to_contain_text("Saved")
        link = page.evaluate("navigator.clipboard.readText()")
        other = self.open_as("viewer", link.removeprefix(self.url))
        expect(other.locator(".canvas-section-head", has_text="Sign in")).to_be_in_viewport()
        expect(self.node(other, "step0")).to_be_focused()
        other.goto("/apps/shop?section=Gone")
        self.expect_text(other, "section “Gone”, which is no longer in the draft")
        page.get_by_role("button", name="Section Sign in").click()
        page.get_by_role("menuitem", name="Remove section").click()
        expect(page.locator(".canvas-section")).to_have_count(0)
        draft = self.wait_for_draft(lambda draft: "sections" not in draft["flows"][0], "no section")
        self.assertEqual(len(draft["flows"][0]["steps"]), STEPS)
        page.keyboard.press("Control+z")
        expect(page.locator(".canvas-section-head", has_text="Sign in")).to_be_visible()

    def test_all_sections_collapse_to_an_overview_of_the_flow(self):
        self.put_flow()
        page = self.open_large()
        page.locator(".canvas").click(button="right", position={"x": 12, "y": 380})
        page.get_by_role("menuitem", name="Collapse all sections").click()
        expect(page.locator(".canvas-closed")).to_have_count(len(SECTIONS))
        for title in SECTIONS:
            expect(page.locator(".canvas-closed", has_text=title)).to_be_in_viewport(ratio=1)
        # One arrow represents all that lead from a section to the same target.
        arrow = page.locator(".canvas-chip span").first
        expect(arrow).to_have_text("4")
        page.locator(".canvas-closed", has_text="Payment").dblclick(position={"x": 60, "y": 20})
        expect(page.locator(".canvas-closed")).to_have_count(len(SECTIONS) - 1)
        expect(self.node(page, "step300")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
