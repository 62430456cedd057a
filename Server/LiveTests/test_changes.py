"""Two users work on an application at the same time: each sees the other's changes live."""

import http.client
import json
import threading
import unittest

from streams import StreamClients
from support import APP, TIMEOUT, LiveCase, document, wait_for


class ChangeStream:
    """Reads the change stream in a thread, like a page of the portal."""

    def __init__(self, server, bearer, client=None, path=f"{APP}/changes"):
        self.events, self.is_ended, self.comments = [], False, 0
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        query = f"?client={client}" if client else ""
        self.connection.request(
            "GET", path + query, headers={"Authorization": f"Bearer {bearer}"})
        self.response = self.connection.getresponse()
        self.status, self.headers = self.response.status, self.response.headers
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        kind = None
        try:
            while line := self.response.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "data":
                    self.events.append((kind, json.loads(value)))
                elif line.startswith(b":"):
                    self.comments += 1
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.is_ended = True

    def data_of(self, kind):
        return [data for name, data in list(self.events) if name == kind]

    def wait(self, kind, condition=lambda data: True):
        """Waits for an event of a type that meets the condition; returns the newest."""
        # NB: in a list, because `{}` is falsy.
        return wait_for(
            lambda: [data for data in self.data_of(kind) if condition(data)],
            f"an event {kind}")[-1]

    def wait_until_ready(self):
        self.wait("ready")
        return self

    def close(self):
        """Disconnects like a closed page."""
        self.connection.sock.shutdown(2)
        self.thread.join(TIMEOUT)
        self.connection.close()


def names(data):
    return [user["email"] for user in data["users"]]


class ChangesCase(LiveCase):
    def setUp(self):
        super().setUp()
        self.sample = self.init(users=True)
        self.server = self.serve(self.sample)

    def sign_in(self, role):
        """An access token of the sample user with this role."""
        email = next(user["email"] for user in self.sample["users"] if user["role"] == role)
        response = self.server.call(
            "POST", "/v1/account/sign-in", {"email": email, "password": self.sample["password"]},
            bearer="")
        self.assertEqual(response.status, 200, response)
        return response.json["accessToken"]

    def open(self, bearer, client=None):
        page = ChangeStream(self.server, bearer, client)
        self.addCleanup(page.connection.close)
        self.assertEqual(page.status, 200)
        self.assertEqual(page.headers["Content-Type"], "text/event-stream")
        return page.wait_until_ready()


class CollaborationTests(ChangesCase):
    def test_two_users_see_each_other_and_each_others_changes(self):
        editor, viewer = self.sign_in("editor"), self.sign_in("viewer")
        first = self.open(editor, "pageEDITOR1")
        second = self.open(viewer, "pageVIEWER1")
        both = ["editor@example.com", "viewer@example.com"]
        first.wait("presence", lambda data: names(data) == both)
        self.assertEqual(names(second.data_of("presence")[0]), both)
        self.assertEqual(second.data_of("draft"), [{"revision": None}])
        self.assertEqual(
            {event["environment"]: event["number"] for event in second.data_of("release")},
            {"development": 1, "staging": 2, "production": 3})

        # Presence.
        moved = self.server.call(
            "PUT", f"{APP}/presence",
            {"client": "pageEDITOR1", "view": "canvas", "flow": "shop", "step": "Home",
             "editing": True}, bearer=editor)
        self.assertEqual(moved.status, 204, moved)
        user = second.wait("presence", lambda data: data["users"][0].get("step"))["users"][0]
        self.assertEqual((user["flow"], user["step"], user["editing"]), ("shop", "Home", True))

        # A draft, a layout and a release, with their author and client.
        header = {"X-Client": "pageEDITOR1"}
        put = self.server.call(
            "PUT", f"{APP}/draft", document("new"), {"If-None-Match": "*", **header}, bearer=editor)
        self.assertEqual(put.status, 201, put)
        layout = {"flows": {"shop": {"steps": {"Home": [12, 34]}}}}
        patch = self.server.call("PATCH", f"{APP}/layout", layout, header, bearer=editor)
        self.assertEqual(patch.status, 200, patch)
        publish = self.server.call(
            "POST", f"{APP}/environments/production/releases",
            {"note": "Together", "acceptWarnings": True}, header, bearer=editor)
        self.assertEqual(publish.status, 201, publish)
        for page in (first, second):
            draft = page.wait("draft", lambda data: data["revision"])
            self.assertEqual((draft["author"]["name"], draft["client"]), (both[0], "pageEDITOR1"))
            self.assertEqual(page.wait("layout"), {**layout, "client": "pageEDITOR1"})
            release = page.wait("release", lambda data: data["note"] == "Together")
            self.assertEqual(release["number"], publish.json["number"])
            self.assertEqual(release["client"], "pageEDITOR1")

        # Connected apps are counted.
        StreamClients(self).open(self.server, count=3)
        clients = second.wait(
            "clients", lambda data: data["environment"] == "production" and data["total"] == 3)
        self.assertEqual(clients["releases"], [{"number": release["number"], "clients": 3}])
        self.assertEqual(
            self.server.get(f"{APP}/environments/production/clients").json, clients)

        first.close()
        second.wait("presence", lambda data: names(data) == both[1:])

    def test_the_stream_ends_with_a_goodbye_event_when_the_server_stops(self):
        page = self.open(self.sample["token"])
        self.server.stop()
        wait_for(lambda: page.is_ended, "the stream to end")
        self.assertEqual(page.events[-1], ("goodbye", {"reconnectAfter": 1000}))

    def test_an_acknowledged_layout_survives_a_crash(self):
        for x in range(5):
            response = self.server.call(
                "PATCH", f"{APP}/layout",
                {"flows": {"shop": {"steps": {"Home": [x, x], f"s{x}": [x, 0]}}}})
            self.assertEqual(response.status, 200, response)
        self.server.kill()
        self.server = self.serve(self.sample)
        steps = self.server.get(f"{APP}/layout").json["flows"]["shop"]["steps"]
        self.assertEqual(steps, {"Home": [4, 4], **{f"s{x}": [x, 0] for x in range(5)}})


class Permissions(ChangesCase):
    def test_a_user_who_loses_access_loses_the_stream(self):
        viewer, drafter = self.sign_in("viewer"), self.sign_in("drafter")
        removed = self.open(viewer, "pageVIEWER1")
        left = self.open(drafter, "pageDRAFTER")
        stays = self.open(self.sign_in("editor"), "pageEDITOR1")
        members = self.server.get("/v1/organizations/acme/members").json["members"]
        user = next(member["id"] for member in members if member["email"] == "viewer@example.com")
        response = self.server.call("DELETE", f"/v1/organizations/acme/members/{user}")
        self.assertEqual(response.status, 204, response)
        wait_for(lambda: removed.is_ended, "the removed member's stream to end")
        self.assertEqual(removed.events[-1][0], "goodbye")
        # Signing out makes the server check the access of open streams again.
        self.assertEqual(self.server.call("POST", "/v1/me/sign-out", bearer=drafter).status, 204)
        wait_for(lambda: left.is_ended, "the signed-out user's stream to end")
        self.assertEqual(left.events[-1][0], "goodbye")
        stays.wait("presence", lambda data: names(data) == ["editor@example.com"])
        self.assertFalse(stays.is_ended)
        wait_for(lambda: stays.comments, "a heartbeat")
        again = self.server.call("GET", f"{APP}/changes", bearer=viewer)
        self.assert_problem(again, 404, "unknown-application")


if __name__ == "__main__":
    unittest.main()
