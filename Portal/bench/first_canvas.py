"""How long it takes from the address to a canvas that one can use: 100 steps, 4 times slower CPU.

Goal: 1.5 s. The page is asked for anew with an empty cache. The canvas counts as usable when cards,
or the painted overview, have been painted and the page takes the next task.
"""

import statistics

from canvas_flows import CanvasBench, grid, load, run

GOAL = 1500
RUNS = 5
# In the page from its first script on: when the canvas is painted and answers.
WATCH = """() => {
  const look = () => {
    const room = document.querySelector('.canvas');
    const isThere = room && (room.querySelector('.canvas-card')
      || room.querySelector('.canvas-far canvas'));
    if (!isThere) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.canvasThere = performance.now(); }));
  };
  requestAnimationFrame(look);
}"""


class FirstCanvas(CanvasBench):
    steps = 100

    def measure(self):
        self.put_flow(grid(self.steps, 12))
        page = self.open_portal(at="/apps/shop")
        page.add_init_script(f"({WATCH})()")
        cdp = page.context.new_cdp_session(page)
        print(f"first_canvas: {self.steps} steps, {load()}")
        for slowdown in (1, 4):
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            times = []
            for _ in range(RUNS):
                cdp.send("Network.clearBrowserCache")
                page.goto("/apps/shop?flow=large", wait_until="commit")
                page.wait_for_function("() => window.canvasThere")
                times.append(page.evaluate("window.canvasThere"))
            middle = statistics.median(times)
            result = "met" if middle <= GOAL else "missed"
            goal = "" if slowdown == 1 else f" (goal {GOAL} ms: {result})"
            print(f"  CPU {slowdown} times slower: median {middle:.0f} ms, "
                  f"from {min(times):.0f} to {max(times):.0f}{goal}")
        print(f"first_canvas: {load()} afterwards")


if __name__ == "__main__":
    run(FirstCanvas)
