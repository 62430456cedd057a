"""Shared by the tests of the canvas: opening it, and locating nodes, handles and positions."""

import portal
from portal import expect, layout

SIDE_PANEL = ".side-panel"


class CanvasCase(portal.PortalCase):
    def new_page(self, *args, **options):
        page = super().new_page(*args, **options)
        # The tour's dialog would cover the canvas.
        page.add_init_script("localStorage.setItem('tour', '{\"isOver\": true}')")
        return page

    def open_canvas(self, role="owner", at="/apps/shop", **options):
        page = self.open_editor(role, at, **options)
        expect(self.node(page, "Home")).to_be_visible()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        return page

    def wait_until_still(self, page, step):
        """Waits until a node has the same position in ten consecutive frames."""
        self.node(page, step).evaluate("""async (node) => {
          const position = () => JSON.stringify(node.getBoundingClientRect());
          for (let count = 0, before = ""; count < 10; before = position()) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            count = position() === before ? count + 1 : 0;
          }
        }""")

    def title_position(self, page, step):
        """The point at which a node is dragged: its title, once the canvas has come to rest."""
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        self.wait_until_still(page, step)
        box = self.node(page, step).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + 10

    def edge_position(self, page, step, port, fraction=0.5):
        """The point at a fraction of an edge's length, counted from its port."""
        line = page.locator(f".canvas-base [data-line*='\"{step}\",\"{port}\"'] .canvas-line")
        return line.evaluate("""(line, fraction) => {
          const point = line.getPointAtLength(line.getTotalLength() * fraction);
          const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(line.getScreenCTM());
          return [x, y];
        }""", fraction)

    def empty_position(self, page):
        """An empty position on the canvas."""
        return page.evaluate("""() => {
          const pane = document.querySelector('.canvas').getBoundingClientRect();
          for (let y = pane.top + 90; y < pane.bottom - 80; y += 20) {
            for (let x = pane.left + 60; x < pane.right - 60; x += 20) {
              const isEmpty = [[0, 0], [40, 0], [-40, 0], [0, 40], [0, -40]].every(([a, b]) =>
                document.elementFromPoint(x + a, y + b)?.classList.contains('canvas'));
              if (isEmpty) return [x, y];
            }
          }
        }""")

    def assert_no_violations(self, page):
        """Checks that axe finds no violation, without a check for overflowing elements."""
        layout.assert_accessible(self, page, "the canvas")

    def routes(self, draft, step, port, flow="shop"):
        return self.step(draft, step, flow)["ports"].get(port)

    def wait_for_routes(self, step, port, routes):
        return self.wait_for_draft(
            lambda draft: self.routes(draft, step, port) == routes, f"{step}.{port} = {routes}")
