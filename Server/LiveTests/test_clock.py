"""Clock changes: apps never receive a statement that looks older than the one they have."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from envelopes import trusted_key, verified_statement
from support import LiveCase, wait_for

DAY = 24 * 3600


@unittest.skipUnless(sys.platform == "linux" and shutil.which("gcc"), "needs Linux and gcc")
class Clock(LiveCase):
    def setUp(self):
        super().setUp()
        self.offset = self.folder / "offset"
        self.set_clock(0)
        # NB: libfaketime does not work: it replaces the environment before main, and then Swift
        # does not find the program's arguments. LD_PRELOAD does not support paths with spaces.
        folder = tempfile.mkdtemp(prefix="flowmagic-")
        self.addCleanup(shutil.rmtree, folder)
        self.library = f"{folder}/clock_shift.so"
        source = Path(__file__).resolve().parent / "clock_shift.c"
        subprocess.run(["gcc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", self.library, source],
                       check=True)

    def set_clock(self, seconds):
        new = self.folder / "offset.new"
        new.write_text(str(seconds))
        os.replace(new, self.offset)

    def start(self, sample):
        return self.serve(sample, environment={
            "LD_PRELOAD": self.library, "CLOCK_SHIFT_FILE": str(self.offset)})

    def statement(self, server):
        return verified_statement(
            server.envelope().body, trusted_key(server.sample["sdkKeys"]["production"]))

    def test_statements_stay_ordered_when_the_clock_is_set_back(self):
        sample = self.init()
        server = self.start(sample)
        statements = [self.statement(server)]
        self.assertEqual(server.publish("before").status, 201)
        statements.append(self.statement(server))
        self.set_clock(-3 * DAY)
        response = server.publish("three days ago")
        self.assertEqual(response.status, 201, response)
        self.assertLess(response.json["published"], server.releases()[1]["published"],
                        "the clock was not shifted")
        statements.append(self.statement(server))
        self.assertEqual(server.stop(), 0)
        self.set_clock(-5 * DAY)
        server = self.start(sample)
        statements.append(self.statement(server))
        server.kill()
        server = self.start(sample)
        statements.append(self.statement(server))
        self.assertEqual(server.publish("five days ago").status, 201)
        statements.append(self.statement(server))
        self.assertEqual([statement["number"] for statement in statements], [3, 4, 5, 5, 5, 6])
        issued = [statement["issued"] for statement in statements]
        self.assertEqual(issued, sorted(set(issued)), "a statement looks older than one before")

    def test_a_statement_is_renewed_after_twelve_hours(self):
        server = self.start(self.init())
        before = self.statement(server)
        self.set_clock(13 * 3600)
        server.signal(signal.SIGHUP)
        after = wait_for(
            lambda: (new := self.statement(server))["issued"] != before["issued"] and new,
            "a new statement")
        self.assertEqual(after["number"], before["number"])
        self.assertGreaterEqual(after["issued"], before["issued"] + 12 * 3600)
        self.assertEqual(after["expires"], after["issued"] + 7 * 24 * 3600)


if __name__ == "__main__":
    unittest.main()
