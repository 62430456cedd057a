"""Operator commands while a server is running: it performs them, through the control
socket next to the store."""

import json
import os
import signal
import socket
import stat
import subprocess
import time
import unittest
from pathlib import Path

from support import APP, BINARY, TIMEOUT, LiveCase, wait_for

NOBODY = 65534


class ControlCase(LiveCase):
    def setUp(self):
        super().setUp()
        self.socket = Path(f"{self.store}.control")

    def run_user(self, *arguments, status=0):
        """Runs `flowmagic user …` on the store; returns its JSON output, or the error."""
        run = self.command("user", *arguments, "--store", f"sqlite:{self.store}", "--json")
        self.assertEqual(run.returncode, status, run.stderr)
        return json.loads(run.stdout) if status == 0 else run.stderr

    def set_password(self, server, link, password="correct-horse-7-battery"):
        """Sets the password with a reset link; returns the password."""
        code = link.split("link=")[1]
        response = server.call("POST", "/v1/account/password/reset",
                             {"link": code, "password": password}, bearer="")
        self.assertEqual(response.status, 204, response)
        return password

    def token_of(self, server, email, password):
        response = server.call("POST", "/v1/account/sign-in",
                             {"email": email, "password": password}, bearer="")
        self.assertEqual(response.status, 200, response)
        return response.json["accessToken"]

    def actions(self, server):
        entries = server.get("/v1/audit").json["entries"]
        return [(entry["action"], entry["actor"]) for entry in entries]


class RunningServerTests(ControlCase):
    def test_an_account_is_added_reset_disabled_and_enabled_by_the_running_server(self):
        server = self.serve_sample()
        added = self.run_user("create", "grace@example.com", "--organization", "acme")
        self.assertTrue(added["inServer"])
        password = self.set_password(server, added["link"])
        token = self.token_of(server, "grace@example.com", password)
        self.assertEqual(server.get("/v1/me", bearer=token).status, 200)
        listed = self.run_user("list")
        self.assertEqual([user["email"] for user in listed["users"]], ["grace@example.com"])

        disabled = self.run_user("disable", "grace@example.com", "--yes")
        self.assertTrue(disabled["inServer"] and disabled["disabled"])
        self.assert_problem(server.get("/v1/me", bearer=token), 401, "no-session")
        enabled = self.run_user("enable", "grace@example.com")
        self.assertNotIn("disabled", enabled)
        link = self.run_user("reset-link", added["id"])["link"]
        password = self.set_password(server, link, "another-1-horse")
        self.token_of(server, "grace@example.com", password)
        removed = self.run_user("remove-factors", "grace@example.com", "--yes")["removed"]
        self.assertIs(removed, False, "there were none")

        by_operator = [action for action, actor in self.actions(server)
                       if actor["type"] == "operator" and actor["name"] == "flowmagic user"]
        self.assertIn("member.added", by_operator)
        self.assertIn("operator", server.log_text())
        self.assertEqual(server.stop(), 0)
        self.assertFalse(self.socket.exists(), "a clean stop removes the socket")
        self.assertFalse(self.run_user("list")["inServer"])

    def test_an_open_stream_of_a_disabled_user_ends(self):
        server = self.serve_sample()
        added = self.run_user("create", "grace@example.com", "--organization", "acme")
        token = self.token_of(server, "grace@example.com", self.set_password(server, added["link"]))
        stream = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
        self.addCleanup(stream.close)
        stream.sendall(f"GET {APP}/changes HTTP/1.1\r\nHost: x\r\n"
                       f"Authorization: Bearer {token}\r\n\r\n".encode())
        self.assertIn(b"200", stream.recv(4096))
        self.run_user("disable", "grace@example.com", "--yes")
        # An open stream has heartbeats.
        deadline = time.monotonic() + TIMEOUT
        while stream.recv(4096):
            self.assertLess(time.monotonic(), deadline, "the stream is still open")

    def test_a_new_admin_token_works_at_once(self):
        server = self.serve_sample()
        for _ in range(2):
            run = self.command("init", "--store", f"sqlite:{self.store}", "--new-token", "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            result = json.loads(run.stdout)
            self.assertTrue(result["inServer"])
            self.assertEqual(result["added"], ["an admin token"])
            expiries = [token["expires"] for token in result["adminTokens"]]
            self.assertIn(result["tokenExpires"], expiries)
            self.assertEqual(server.get("/v1/apps", bearer=result["token"]).status, 200)
        text = self.command("init", "--store", f"sqlite:{self.store}").stdout
        self.assertIn("No changes", text)
        self.assertTrue(text.endswith("Done by the running server.\n"), text)

    def test_a_sample_application_is_added_and_served_at_once(self):
        run = self.command("init", "--store", f"sqlite:{self.store}", "--json")
        server = self.serve({**json.loads(run.stdout), "sdkKeys": {}})
        run = self.command("init", "--store", f"sqlite:{self.store}", "--sample", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        keys = json.loads(run.stdout)["sdkKeys"]
        release = server.get(f"{APP}/environments/production/release", bearer=keys["production"])
        self.assertEqual(release.status, 200, release)

    def test_an_organization_is_created_by_the_running_server(self):
        server = self.serve_sample()
        arguments = ("org", "create", "globex", "--store", f"sqlite:{self.store}")
        run = self.command(*arguments)
        self.assertEqual(run.stdout, "Created the organization globex.\n"
                                     "Done by the running server.\n", run.stderr)
        again = self.command(*arguments)
        self.assertEqual(again.returncode, 1)
        self.assertRegex(again.stderr, r"^error: .*globex")
        self.assertEqual(server.stop(), 0)

    def test_a_refusal_has_the_same_message_as_without_a_server(self):
        server = self.serve_sample()
        running = [self.run_user("reset-link", "nobody@example.com", status=1),
                   self.run_user("create", "no address", status=1),
                   self.run_user("create", "a@example.net", "--organization", "globex", status=1)]
        self.assertEqual(server.stop(), 0)
        stopped = [self.run_user("reset-link", "nobody@example.com", status=1),
                   self.run_user("create", "no address", status=1),
                   self.run_user("create", "a@example.net", "--organization", "globex", status=1)]
        self.assertEqual(running, stopped)
        self.assertIn("Available: acme", running[2])


class ControlSocketTests(ControlCase):
    def test_only_the_owner_may_open_the_socket(self):
        self.serve_sample()
        wait_for(self.socket.exists, "the control socket")
        self.assertEqual(stat.S_IMODE(self.socket.stat().st_mode), 0o600)

    @unittest.skipUnless(os.geteuid() == 0, "becoming another user needs root")
    def test_another_user_gets_an_error_that_names_the_permitted_user(self):
        self.serve_sample()
        wait_for(self.socket.exists, "the control socket")
        # The user may list the folder, and still cannot open the socket.
        self.folder.chmod(0o755)

        def become_nobody():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        tool = Path("/tmp") / f"flowmagic-{os.getpid()}"
        tool.write_bytes(Path(BINARY).read_bytes())
        self.addCleanup(tool.unlink)
        tool.chmod(0o755)
        run = subprocess.run(
            [str(tool), "user", "list", "--store", f"sqlite:{self.store}"], cwd="/tmp",
            preexec_fn=become_nobody, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("run the command as root", run.stderr)

    def test_a_socket_left_by_a_crash_is_replaced(self):
        server = self.serve_sample()
        self.run_user("list")
        server.kill()
        self.assertTrue(self.socket.exists())
        self.assertFalse(self.run_user("list")["inServer"], "the command opens the store itself")
        server = self.serve(server.sample)
        self.assertTrue(self.run_user("list")["inServer"])
        self.assertEqual(server.stop(), 0)
        self.assertFalse(self.socket.exists())

    def test_a_second_server_does_not_replace_the_socket(self):
        server = self.serve_sample()
        self.assert_refuses_to_start("in use by another server", *self.serve_command())
        self.assertTrue(self.run_user("list")["inServer"])
        self.assertEqual(server.stop(), 0)

    def test_a_file_at_its_path_is_replaced_and_a_folder_gives_a_warning(self):
        sample = self.init()
        self.socket.write_text("left here")
        server = self.serve(sample)
        self.assertTrue(self.run_user("list")["inServer"])
        self.assertEqual(server.stop(), 0)
        (self.socket / "full").mkdir(parents=True)
        server = self.serve(sample)
        self.assertIn("cannot be used while this server runs", server.log_text())
        self.assertEqual(server.get("/readyz").status, 200)
        self.assertEqual(server.stop(), 0)

    def test_a_long_path_and_a_link_to_the_store_lead_to_the_socket(self):
        folder = self.folder / ("long " * 40)
        folder.mkdir()
        self.store = folder / "store.db"
        server = self.serve(self.init())
        self.assertTrue(self.run_user("list")["inServer"])
        link = self.folder / "link.db"
        link.symlink_to(self.store)
        self.store = link
        # The default folder of the keys is named after the link, but is not needed while a server
        # is running.
        self.assertTrue(self.run_user("list")["inServer"])
        self.assertEqual(server.stop(), 0)

    def test_commands_wait_for_a_server_that_stops_and_for_each_other(self):
        server = self.serve_sample()
        server.signal(signal.SIGTERM)
        command = [BINARY, "user", "list", "--json", "--store", f"sqlite:{self.store}"]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                   for _ in range(3)]
        for process in running:
            out, errors = process.communicate(timeout=TIMEOUT)
            self.assertEqual(process.returncode, 0, errors)
            self.assertIn("inServer", json.loads(out))

    def test_operator_routes_are_on_no_other_listener(self):
        server = self.serve_sample()
        self.assert_problem(
            server.call("POST", "/operator/listUsers", {}), 404, "unknown-path")


if __name__ == "__main__":
    unittest.main()
