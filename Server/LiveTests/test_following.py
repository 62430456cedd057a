"""Following development builds of an app: current steps, attributes and screenshots."""

import json
import os
import pty
import signal
import threading
import time
import unittest
import uuid
from pathlib import Path

from changes import ChangeStream
from pictures import encode_png
from support import APP, ROOT, LiveCase, wait_for

SHOP = os.environ.get("SHOP_BINARY") or str(ROOT / ".build/debug/shop")


def event(kind, session, **more):
    return {"id": str(uuid.uuid4()), "at": int(time.time() * 1000), "session": session,
            "type": kind, **more}


def events(*all_events, key=None):
    return {"batch": key or str(uuid.uuid4()),
            "build": {"platform": "ios", "version": "2.0", "build": "77"},
            "events": list(all_events)}


def picture(red):
    """A PNG image of 2 × 3 pixels."""
    return encode_png([bytes([red, 0, 0] * 2)] * 3)


def steps(data):
    return [session.get("step") for session in data["sessions"]]


class Following(LiveCase):
    def attributes(self, server):
        listed = server.get(f"{APP}/attributes").json["attributes"]
        return {attribute["name"]: attribute for attribute in listed}

    def test_a_shown_step_appears_on_the_stream(self):
        server = self.serve_sample()
        page = ChangeStream(self, server)
        response = server.send(
            events(event("session-started", "s1", flow="shop"),
                   event("step-shown", "s1", flow="shop", step="Home", screen="Home", release=1)),
            "development")
        self.assertEqual((response.status, response.json["interval"]), (202, 1))
        data = page.wait("sessions", lambda data: data["sessions"])
        session = data["sessions"][0]
        self.assertEqual(data["environment"], "development")
        self.assertEqual(session["build"], {"platform": "ios", "version": "2.0", "build": "77"})
        self.assertEqual(
            [session[name] for name in ("id", "flow", "step", "screen", "release")],
            ["s1", "shop", "Home", "Home", 1])
        server.send(events(event("session-finished", "s1", outcome="done")), "development")
        page.wait("sessions", lambda data: data["sessions"][:1]
                  and data["sessions"][0].get("outcome") == "done")
        # Production events are stored and counted, but sessions are not shown.
        response = server.send(events(event("step-shown", "s9", flow="shop", step="Home")))
        self.assertEqual(response.json["interval"], 30)
        server.send(events(event("step-shown", "s2", flow="shop", step="Login")), "staging")
        page.wait("sessions", lambda data: steps(data) == ["Login"])
        self.assertNotIn("s9", json.dumps(page.data_of("sessions")))

    def test_acknowledged_attributes_count_once_and_survive_a_kill(self):
        server = self.serve_sample()
        attributes = {
            "country": "DE", "plan": "gold", "userId": {"type": "string", "private": True}}
        first = events(*(
            event("session-started", str(uuid.uuid4()), flow="shop", attributes=attributes)
            for _ in range(3)))
        for _ in range(2):
            self.assertEqual(server.send(first).status, 202)
        other = events(event("session-started", "s", flow="shop", attributes={"country": "AT"}))
        self.assertEqual(server.send(other, "staging").status, 202)
        server.kill()
        server = self.serve(server.sample)
        self.assertEqual(server.send(first).status, 202, "a batch can be sent again")
        attributes = self.attributes(server)
        self.assertEqual(
            attributes["country"]["values"],
            [{"value": "DE", "sessions": 3}, {"value": "AT", "sessions": 1}])
        self.assertTrue(attributes["country"]["declared"] and attributes["country"]["seen"])
        self.assertFalse(attributes["plan"]["declared"])
        user = attributes["userId"]
        self.assertEqual((user["private"], user["values"]), (True, []))
        self.assertIn("lastSeen", attributes["plan"])

    def test_a_snapshot_appears_immediately_and_survives_a_kill(self):
        server = self.serve_sample()
        page = ChangeStream(self, server)
        path = f"{APP}/screens/Home/snapshot"
        keys = server.sample["sdkKeys"]
        self.assert_problem(
            server.call("PUT", path, picture(1), bearer=keys["production"]), 403, "wrong-key")
        self.assertEqual(
            server.call("PUT", path, picture(2), bearer=keys["development"]).status, 204)
        self.assertEqual(page.wait("snapshot"), {"screen": "Home"})
        server.kill()
        server = self.serve(server.sample)
        stored = server.get(path)
        self.assertEqual((stored.body, stored.headers["Content-Type"]), (picture(2), "image/png"))
        self.assertEqual(stored.headers["X-Content-Type-Options"], "nosniff")
        again = server.get(path, headers={"If-None-Match": stored.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        screens = server.get(f"{APP}/screens").json["screens"]
        home = next(screen for screen in screens if screen["name"] == "Home")
        self.assertEqual((home["snapshot"]["width"], home["snapshot"]["height"]), (2, 3))
        self.assertEqual(f'"{home["snapshot"]["etag"]}"', stored.headers["ETag"])

    def test_the_snapshot_command_uploads_an_image(self):
        server = self.serve_sample()
        file = self.folder / "login page.png"
        file.write_bytes(picture(3))
        run = self.command(
            "snapshot", "shop", "Login", file, "--json", env={
                **os.environ, "FLOWMAGIC_SERVER": f"http://127.0.0.1:{server.port}",
                "FLOWMAGIC_TOKEN": server.sample["token"], "HOME": str(self.folder)})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads(run.stdout)["snapshot"]["height"], 3)
        self.assertEqual(server.get(f"{APP}/screens/Login/snapshot").body, picture(3))


class ShopInTerminal:
    """The sample app in a pseudo-terminal."""

    def __init__(self, case, server, *arguments):
        home = case.folder / "home"
        home.mkdir(exist_ok=True)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm", "LANG": "de_AT.UTF-8",
            "XDG_DATA_HOME": str(home / "data"), "XDG_STATE_HOME": str(home / "state"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "SHOP_SERVER": f"http://127.0.0.1:{server.port}",
            "SHOP_KEY": server.sample["sdkKeys"]["development"]}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(SHOP, [SHOP, "--environment", "development", *arguments], environment)
        threading.Thread(target=self._drain, daemon=True).start()
        case.addCleanup(self.kill)

    def _drain(self):
        try:
            while os.read(self.terminal, 1 << 16):
                pass
        except OSError:
            pass

    def type(self, text):
        os.write(self.terminal, text.encode())

    def quit(self):
        """Quits with Ctrl-C and returns the exit status."""
        self.type("\x03")
        _, status = os.waitpid(self.pid, 0)
        self.pid = None
        return os.waitstatus_to_exitcode(status)

    def kill(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


@unittest.skipUnless(Path(SHOP).exists(), "scripts/live-test builds the sample app")
class FollowingTheShop(LiveCase):
    def test_the_server_receives_the_steps_and_attributes_of_the_sample_app(self):
        server = self.serve_sample()
        page = ChangeStream(self, server)
        shop = ShopInTerminal(self, server, "--set", "plan=gold")
        # It starts with the bundled flow, and adopts the release that it receives.
        at_home = page.wait(
            "sessions", lambda data: steps(data) == ["Home"]
            and data["sessions"][0].get("release") == 1)
        self.assertEqual(at_home["sessions"][0]["build"]["platform"], "terminal")
        shop.type("1")
        page.wait("sessions", lambda data: steps(data) == ["Login"])
        attributes = wait_for(
            lambda: {
                attribute["name"]: attribute
                for attribute in server.get(f"{APP}/attributes").json["attributes"]
                if attribute["seen"]},
            "the shop's attributes")
        values = {name: [value["value"] for value in attribute["values"]]
                  for name, attribute in attributes.items()}
        self.assertEqual(values["country"], ["AT"])
        self.assertEqual(values["locale"], ["de-AT"])
        self.assertEqual(values["plan"], ["gold"])
        self.assertEqual(values["appVersion"], ["1.0.0"])
        self.assertEqual(values["userId"], [])
        self.assertTrue(attributes["userId"]["private"])
        self.assertEqual(shop.quit(), 0)
        # The app restores its session, whose step is sent again.
        server.kill()
        server = self.serve(server.sample)
        page = ChangeStream(self, server)
        shop = ShopInTerminal(self, server)
        page.wait("sessions", lambda data: steps(data) == ["Login"])
        self.assertEqual(shop.quit(), 0)


if __name__ == "__main__":
    unittest.main()
