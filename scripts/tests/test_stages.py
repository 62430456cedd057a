"""Stages end with all their child processes, test runs without tests fail, and suites know what
they need."""

import os
import re
import select
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT


class StageCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, script):
        """Starts bash in the test's folder with the scripts' shared functions."""
        libraries = f'source "{ROOT}/scripts/lib/common.sh"; source "{ROOT}/scripts/lib/runners.sh"'
        return subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", f"{libraries}\n{script}"], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            # A test that runs in the background ignores Ctrl-C, and so would its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run_bash(self, script):
        process = self.start(script)
        text, _ = process.communicate(timeout=60)
        return process.returncode, text


class Interrupted(StageCase):
    def test_a_stopped_stage_leaves_no_processes(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            fifo = self.folder / f"alive-{int(stop)}"
            os.mkfifo(fifo)
            # A grandchild in its own process group that ignores Ctrl-C, like some compilers. It
            # keeps the pipe open as long as it runs.
            child = f"trap '' INT; exec 3>{fifo.name}; set -m; sleep 1000 & echo here >&3; wait"
            process = self.start(f'run_stage long bash -c "{child}"')
            with fifo.open() as alive:
                self.assertEqual(alive.readline(), "here\n")
                process.send_signal(stop)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, -stop)
                ended, _, _ = select.select([alive], [], [], 60)
                self.assertTrue(ended, "the grandchild is still there")
                self.assertEqual(alive.read(), "")


class Runners(StageCase):
    def run_tests(self, output, status=0):
        (self.folder / "output").write_text(output)
        return self.run_bash(f"run_tests demo bash -c 'cat output; exit {status}'")

    def test_a_passed_run_is_one_line_with_the_summary_of_the_runner(self):
        cases = {
            "x\n✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.\n":
                "Test run with 12 tests in 3 suites passed after 0.1 seconds.",
            "Ran 49 tests in 2.3s\n\nOK\n": "Ran 49 tests in 2.3s; OK",
            "1204 vectors passed\n": "1204 vectors passed",
        }
        for output, summary in cases.items():
            status, text = self.run_tests(output)
            self.assertEqual(status, 0)
            self.assertRegex(text, rf"\Aok demo: {re.escape(summary)} \(\d+s\)\n\Z")

    def test_control_characters_in_the_output_do_not_hide_the_summary(self):
        for output in ("a\x1b\x07\x00b\n", "\x80\xff\n"):
            status, text = self.run_tests(
                f"{output}✔ Test run with 3 tests passed after 0.1 seconds.\n")
            self.assertEqual((status, text.split(" (")[0]), (
                0, "ok demo: Test run with 3 tests passed after 0.1 seconds."))

    def test_a_run_without_tests_fails(self):
        for output in ("", "Test run with 0 tests in 0 suites passed\n", "0 vectors\n",
                       "Build complete!\n"):
            status, text = self.run_tests(output)
            self.assertEqual(status, 1, output)
            self.assertIn("failed demo: the runner ran no test", text)

    def test_a_failed_run_shows_the_failures(self):
        status, text = self.run_tests(
            '✘ Test "a" recorded an issue at T.swift:2:29: Expectation failed: 1 == 2\n'
            "Test run with 1 test in 0 suites failed\n", status=3,
        )
        self.assertEqual(status, 1)
        self.assertRegex(text, r"\Afailed demo \(exit status 3, \d+s\)\n✘ Test \"a\" rec")


class SetupParts(StageCase):
    def test_suites_install_only_what_they_need(self):
        for suites, parts in [
                ("engine shop", "build wasm portal"),
                ("server live", "build wasm portal live"),
                ("accounts yoga-browser",
                 "build wasm portal live pictures browser pictures media")]:
            self.assertEqual(self.run_bash(f"setup_parts {suites}"), (0, f"{parts}\n"))


class Help(unittest.TestCase):
    def test_make_alone_lists_every_command(self):
        run = subprocess.run(
            ["make", "--no-print-directory", "-C", str(ROOT)], capture_output=True, text=True,
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        for command in "help setup run test check ci format coverage bench dist install".split():
            self.assertRegex(run.stdout, rf"(?m)^  {command} +[A-Z]")


if __name__ == "__main__":
    unittest.main()
