"""Shared by the benchmarks of the canvas: a server with a large flow, and a page that shows it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("FLOWMAGIC_PORTAL", str(ROOT / "Portal/.build/files"))
sys.path.insert(0, str(ROOT / "Portal/BrowserTests"))

import portal  # noqa: E402
from portal import APP  # noqa: E402

SCREENS = ["INFO", "TEXT_INPUT", "Home", "RandomPage", "Login", "SUMMARY"]
# Resolves when zoom and cards have not changed for 20 frames.
SETTLED = """() => new Promise((done) => {
  const text = () => document.querySelector('.canvas-zoom').textContent
    + document.querySelectorAll('.canvas-card, .canvas-far canvas').length;
  let last = text(), same = 0;
  const check = () => {
    same = text() === last ? same + 1 : 0;
    last = text();
    if (same > 20) done(true); else requestAnimationFrame(check);
  };
  check();
})"""


def large_flow(steps):
    """A flow whose steps each lead to three others, mostly later ones."""
    def target(index, offset):
        return f"step{min(steps - 1, max(0, index + offset))}"

    def ports(index):
        offsets = (1, 2 + index % 5, -1 - index % 7)
        names = ("next", "more", "back")
        return {name: [{"to": target(index, offset)}] for name, offset in zip(names, offsets)}

    def step(index):
        last = {"next": [{"finish": "completed"}]} if index == steps - 1 else {}
        return {"id": f"step{index}", "screen": SCREENS[index % len(SCREENS)],
                "content": {"title": f"Question {index}", "headline": f"Question {index}",
                            "description": "A few words that say what it is about.",
                            "text": "A few words.", "placeholder": "An answer",
                            "primaryButtonText": "Next"},
                "ports": {**ports(index), **last}}

    return {"schema": 1, "flows": [
        {"id": "large", "start": "step0", "steps": [step(index) for index in range(steps)]}]}


def grid(steps, columns):
    """Positions of the steps in rows."""
    return {f"step{index}": [index % columns * 336, index // columns * 512]
            for index in range(steps)}


class CanvasBench(portal.PortalCase):
    """A benchmark whose server can have a large flow as the shop's draft."""

    steps = 100

    def runTest(self):
        raise NotImplementedError

    def put_flow(self, positions=None):
        self.save_draft(large_flow(self.steps))
        if positions:
            response = self.server.call(
                "PATCH", f"{APP}/layout", {"flows": {"large": {"steps": positions}}})
            assert response.status == 200, response

    def open_portal(self, **options):
        page = self.open_as(**options)
        page.evaluate("localStorage.setItem('tour', JSON.stringify({ isOver: true }))")
        return page

    def cpu_time(self, cdp):
        """The CPU time of the page's main thread so far, in seconds."""
        metrics = cdp.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def load_description():
    """Describes the machine's load, which affects the results."""
    one_minute, five_minutes, _ = os.getloadavg()
    return f"load {one_minute:.1f} now, {five_minutes:.1f} over 5 minutes, {os.cpu_count()} cores"


def run(case, *options):
    """Sets up the case, measures, and cleans up like a test."""
    case.setUpClass()
    bench = case(*options)
    try:
        bench.setUp()
        bench.measure()
    finally:
        bench.doCleanups()
        case.doClassCleanups()
