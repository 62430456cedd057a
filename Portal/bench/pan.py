"""Pans over a flow of 1,000 nodes and 3,000 edges, and counts the frames that are painted.

Goal: 60 frames per second, so the canvas's own work takes at most 16.7 ms per frame. Headless
Chromium paints in software, on the same cores as the server and everything else: check the load,
and compare with `idle`, the same page's frames while nothing moves.
"""

from canvas_flows import SETTLED, CanvasBench, grid, load_description, percentile, run

FRAME = 1000 / 60
SECONDS = 3

# Starts to record frames, and the page's own work in each (from the first callback of a frame to
# the task after it).
START = """() => {
  const watch = window.watch = { frames: [], work: [], isOn: true };
  let last = 0;
  const channel = new MessageChannel();
  let start = 0;
  channel.port1.onmessage = () => watch.work.push(performance.now() - start);
  const frame = (now) => {
    if (!watch.isOn) return;
    if (last) watch.frames.push(now - last);
    last = now;
    start = performance.now();
    channel.port2.postMessage(0);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
# Ends the recording, and returns it.
STOP = "() => { window.watch.isOn = false; return window.watch; }"
# Moves the view like a touchpad: one wheel event per frame, along loops that drift sideways.
PAN = """async ({ seconds, speed }) => {
  const canvas = document.querySelector('.canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const end = performance.now() + seconds * 1000;
  let angle = 0;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    angle += 0.03;
    canvas.dispatchEvent(new WheelEvent('wheel', {
      bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 2,
      deltaX: Math.cos(angle) * speed + speed / 3, deltaY: Math.sin(angle) * speed,
    }));
  }
}"""


class Pan(CanvasBench):
    steps = 1000

    def measure(self):
        self.put_flow(grid(self.steps, 40))
        page = self.open_portal(at="/apps/shop?flow=large")
        page.reload()
        page.locator(".canvas-card").first.wait_for()
        page.locator(".findings-button[aria-busy=false]").wait_for()
        print(f"pan: {self.steps} steps, {load_description()}")
        for name, zoom in (("near, 100 %", 1), ("middle, 40 %", 0.4), ("far, everything", None)):
            self.zoom_to(page, zoom)
            self.report(f"{name}: idle", page, None)
            self.report(f"{name}: panned", page, 24)
        print(f"pan: {load_description()} afterwards")

    def zoom_to(self, page, zoom):
        page.locator(".canvas").focus()
        page.keyboard.press("f" if zoom is None else "0")
        page.locator(".canvas-zoom").wait_for()
        if zoom is not None and zoom < 1:
            page.keyboard.press("-")
            page.keyboard.press("-")
            page.keyboard.press("-")
        page.wait_for_function(SETTLED)

    def report(self, name, page, speed):
        page.evaluate(START)
        page.evaluate(PAN, {"seconds": SECONDS, "speed": speed or 0})
        watch = page.evaluate(STOP)
        frames, work = watch["frames"], watch["work"]
        late = sum(1 for time in frames if time > FRAME * 1.5)
        over = sum(1 for time in work if time > FRAME)
        print(
            f"  {name}: {len(frames)} frames in {sum(frames) / 1000:.1f} s "
            f"({1000 * len(frames) / max(1, sum(frames)):.0f}/s), "
            f"median {percentile(frames, 0.5):.1f} ms, p95 {percentile(frames, 0.95):.1f} ms, "
            f"{late} late; own work median {percentile(work, 0.5):.1f} ms, "
            f"p95 {percentile(work, 0.95):.1f} ms, {over} over 16.7 ms")


if __name__ == "__main__":
    run(Pan)
