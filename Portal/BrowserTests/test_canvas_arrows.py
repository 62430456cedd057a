"""Arrows on the canvas: their ends, names and labels, and what stays visible."""

import unittest

from canvas_case import SIDE_PANEL, CanvasCase, expect

# The middle of each arrow's tip in the window, by step and port.
TIPS = """() => Object.fromEntries([...document.querySelectorAll('.canvas-base [data-line]')].map(
  (line) => {
    const [, step, port, route, variant] = JSON.parse(line.dataset.line);
    const { x, y, width, height } = line.querySelector('.canvas-tip').getBoundingClientRect();
    return [[step, port, route, variant ?? ''].join(' '), [x + width / 2, y + height / 2]];
  }))"""
# Labels that overlap a card or another label.
OVERLAPS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map(
    (element) => [element.textContent, element.getBoundingClientRect()]);
  const overlap = (p, q) => p.left + 1 < q.right && q.left + 1 < p.right
    && p.top + 1 < q.bottom && q.top + 1 < p.bottom;
  const chips = boxes('.canvas-chip span');
  const cards = boxes('.canvas-card, .canvas-flow, .canvas-end');
  return chips.flatMap(([text, chip], index) =>
    [...cards, ...chips.slice(index + 1)].filter(([, other]) => overlap(chip, other))
      .map(([other]) => `${text} over ${other}`));
}"""


class ArrowTests(CanvasCase):
    def tips_at_login(self, page):
        tips = page.evaluate(TIPS)
        return {name: tips[name] for name in (
            "Home login 0 ", "SignUp haveAccount 0 ", "ForgotPassword sendLink 0 ",
            "ForgotPasswordPhone sendCode 0 ")}

    def test_one_of_several_arrows_at_a_card_is_named_and_dragged_away(self):
        page = self.open_canvas()
        tips = self.tips_at_login(page)
        heights = sorted(y for _, y in tips.values())
        self.assertGreater(min(b - a for a, b in zip(heights, heights[1:])), 7, tips)
        x, y = tips["Home login 0 "]
        tag = page.locator(".canvas-tag")
        page.mouse.move(x - 3, y)
        expect(tag).to_have_text("Home · login → Login")
        page.mouse.down()
        page.mouse.move(x - 60, y - 30, steps=4)
        expect(tag).to_have_text("Home · login → …")
        page.mouse.move(*self.title_position(page, "RandomPage"), steps=4)
        expect(tag).to_have_text("Home · login → RandomPage")
        page.mouse.up()
        expect(tag).to_have_count(0)
        draft = self.wait_for_routes("Home", "login", [{"to": "RandomPage"}])
        for step, port in (("SignUp", "haveAccount"), ("ForgotPassword", "sendLink")):
            self.assertEqual(self.routes(draft, step, port), [{"to": "Login"}])

    def test_a_selected_arrow_takes_precedence_over_its_neighbor(self):
        page = self.open_canvas()
        tips = self.tips_at_login(page)
        (name, (x, y)), (_, (_, other_y)) = sorted(tips.items(), key=lambda tip: tip[1][1])[-2:]
        step, port = name.split()[:2]
        self.node(page, step).focus()
        page.keyboard.press("a")
        page.get_by_role("menuitem", name=f"{port} → Login").press("Enter")
        expect(page.locator(".highlight-selected")).to_have_count(1)
        page.get_by_role("button", name="Close panel").click()
        # Once the panel is closed, fitting the view moves the tip back to where it was before.
        expect(page.locator(".side-panel")).to_have_count(0)
        self.wait_until_still(page, step)
        page.keyboard.press("f")
        # NB: the page's content security policy forbids `eval`.
        page.wait_for_function(
            f"""([x, y]) => {{
              const tip = ({TIPS})()['{name}'];
              return Math.abs(tip[0] - x) < 1 && Math.abs(tip[1] - y) < 1;
            }}""", arg=[x, y])
        # Nearer to the other arrow's end than to that of the selected one.
        page.mouse.move(x, y + (other_y - y) * 0.62)
        self.drag(page, (x, y + (other_y - y) * 0.62), self.title_position(page, "RandomPage"))
        self.wait_for_routes(step, port, [{"to": "RandomPage"}])

    def test_labels_of_rules_and_variants_cover_no_card(self):
        self.save_draft(self.document_with_rules())
        page = self.open_canvas()
        chips = page.locator(".canvas-chip span")
        expect(page.locator(".canvas[data-level=smaller]")).to_be_visible()
        expect(chips.filter(has_text="50% short")).to_be_visible()
        self.assertEqual(page.evaluate(OVERLAPS), [])
        page.keyboard.press("0")
        expect(page.locator(".canvas[data-level=near]")).to_be_visible()
        expect(chips.filter(has_text="50% · short")).to_be_visible()
        expect(chips.filter(has_text="50% · long · plan is plus")).to_be_visible()
        expect(chips.filter(has_text="otherwise")).to_be_visible()
        self.assertEqual(page.evaluate(OVERLAPS), [])

    def document_with_rules(self):
        """The live document with a rule, a split and a fallback route at Home.login."""
        document = {key: value for key, value in self.live_document().items()
                    if key in ("schema", "flows", "strings", "defaultLocale", "locales")}
        split = {"experiment": "short-form", "by": "userId", "variants": [
            {"weight": 0.5, "key": "long", "to": "SignUp"},
            {"weight": 0.5, "key": "short", "to": "RandomPage"}]}
        self.step(document, "Home")["ports"]["login"] = [
            {"when": {"country": {"$in": ["DE", "AT", "CH"]}}, "to": "ForgotPassword"},
            {"when": {"plan": "plus"}, "split": split}, {"to": "Login"}]
        return document

    def test_the_panel_does_not_cover_the_selection(self):
        page = self.open_canvas()
        page.mouse.click(*self.title_position(page, "Login"))
        expect(page.locator(SIDE_PANEL)).to_be_visible()
        expect(page.locator(".canvas-node.selected [data-node=Login]")).to_be_visible()
        page.wait_for_function("""() => {
          const card = document.querySelector('[data-node=Login]').getBoundingClientRect();
          const panel = document.querySelector('.side-panel').getBoundingClientRect();
          return card.right <= panel.left || card.bottom <= panel.top;
        }""")

    def test_the_sheet_on_a_phone_does_not_cover_the_selection(self):
        page = self.open_canvas(size="phone", has_touch=True)
        self.node(page, "Home").tap(position={"x": 30, "y": 8})
        expect(page.locator(SIDE_PANEL)).to_be_visible()
        page.wait_for_function("""() => {
          const card = document.querySelector('[data-node=Home]').getBoundingClientRect();
          const panel = document.querySelector('.side-panel').getBoundingClientRect();
          return card.top >= 0 && card.top + 20 < panel.top;
        }""")

    def test_arrange_is_announced_and_can_be_undone(self):
        page = self.open_canvas()
        before = self.node(page, "Home").bounding_box()
        x, y = self.title_position(page, "Home")
        self.drag(page, (x, y), (x + 60, y + 160))
        self.click_button(page, "Arrange all")
        toast = page.locator(".toast")
        expect(toast).to_contain_text("1 card arranged.")
        page.wait_for_function(
            "([x, y]) => { const box = document.querySelector('[data-node=Home]')"
            ".getBoundingClientRect(); return Math.abs(box.x - x) + Math.abs(box.y - y) < 3; }",
            arg=[before["x"], before["y"]])
        self.click_button(page, "Arrange all")
        expect(page.locator(".toast", has_text="All cards are already in place.")).to_be_visible()
        toast.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Undo: move")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
