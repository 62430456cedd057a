"""A finger, as the browser gets it from a phone."""


class TouchInput:
    """One or two touch on a page of a phone."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def drag(self, *ways, steps=8):
        """Moves each finger from where its way begins to where it ends."""
        self._send("touchStart", *[start for start, _ in ways])
        for step in range(1, steps + 1):
            share = step / steps
            self._send("touchMove", *[
                tuple(a + (b - a) * share for a, b in zip(start, end)) for start, end in ways])
        self._send("touchEnd")

    def tap(self, point):
        self._send("touchStart", point)
        self._send("touchEnd")

    def long_press(self, point, until):
        """Keeps a finger at a point until something is so."""
        self._send("touchStart", point)
        until()
        self._send("touchEnd")
