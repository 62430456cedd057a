"""Touch events, as a phone sends them to the browser."""


class TouchInput:
    """Touches a page with one or two fingers."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def drag(self, *strokes, steps=8):
        """Moves each finger from the start of its stroke to the end."""
        self.send("touchStart", *[start for start, _ in strokes])
        for step in range(1, steps + 1):
            share = step / steps
            self.send("touchMove", *[
                tuple(a + (b - a) * share for a, b in zip(start, end)) for start, end in strokes])
        self.send("touchEnd")

    def tap(self, point):
        self.send("touchStart", point)
        self.send("touchEnd")

    def long_press(self, point, until):
        """Holds a finger at a point until `until` returns."""
        self.send("touchStart", point)
        until()
        self.send("touchEnd")
