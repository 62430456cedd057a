"""The stages of continuous integration: order, effect of a failure, and the final table."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import support  # noqa: F401
import stages
from stages import Stage


class Stages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def stage(self, name, *needs, script="true", builds_packages=False):
        command = ["bash", "-c", f"echo begin {name} >>log; {script}; status=$?; "
                   f"echo end {name} >>log; exit $status"]
        return Stage(name, command, needs, builds_packages)

    def run_stages(self, *to_run, **limits):
        run = stages.Run(to_run, self.folder, **limits)
        with contextlib.redirect_stdout(io.StringIO()) as output:
            passed = run.run()
        log = (self.folder / "log").read_text().splitlines()
        return passed, run, log, output.getvalue()

    def test_a_stage_starts_when_its_prerequisites_have_passed(self):
        passed, _, log, _ = self.run_stages(
            self.stage("c", "a", "b"), self.stage("a"), self.stage("b", "a"))
        self.assertTrue(passed)
        self.assertEqual(log, [f"{what} {name}" for name in "abc" for what in ("begin", "end")])

    def test_two_stages_run_at_the_same_time(self):
        # Each waits for the other to open the pipe.
        os.mkfifo(self.folder / "pipe")
        passed, _, log, _ = self.run_stages(
            self.stage("a", script="echo hello >pipe"), self.stage("b", script="cat <pipe"))
        self.assertTrue(passed)
        self.assertEqual({line.split()[0] for line in log[:2]}, {"begin"})

    def test_one_stage_at_a_time_builds_packages(self):
        _, _, log, _ = self.run_stages(
            self.stage("a", builds_packages=True), self.stage("b", builds_packages=True),
            self.stage("c", builds_packages=True))
        for begin, end in zip(log[::2], log[1::2]):
            self.assertEqual(begin.replace("begin", "end"), end)

    def test_a_stage_that_hangs_is_ended_and_the_others_run(self):
        os.mkfifo(self.folder / "never")
        passed, run, log, output = self.run_stages(
            Stage("hangs", ["bash", "-c", "echo here; exec cat never"]), self.stage("b", "hangs"),
            self.stage("c"), limit=1)
        self.assertFalse(passed)
        self.assertEqual({line.split()[1] for line in log}, {"c"})
        self.assertIn("here\nerror: hangs was ended after", output)
        self.assertRegex(run.table(), r"hangs .* timed out")

    def test_a_failure_skips_only_the_dependent_stages(self):
        passed, run, log, _ = self.run_stages(
            self.stage("a", script="false"), self.stage("b", "a"), self.stage("c", "b"),
            self.stage("d"))
        self.assertFalse(passed)
        self.assertEqual({line.split()[1] for line in log}, {"a", "d"})
        self.assertEqual(run.summary(), "stages: 1 passed, 1 failed, 2 skipped")
        table = run.table()
        self.assertRegex(table, r"(?m)^a +\d+ +\d+ +\d+  failed \(1\)$")
        self.assertRegex(table, r"(?m)^b +- +- +-  skipped$")
        self.assertRegex(table, r"(?m)^c +- +- +-  skipped$")
        self.assertRegex(table, r"(?m)^d +\d+ +\d+ +\d+  passed$")

    def test_the_table_has_the_cpu_time_of_all_processes_of_a_stage(self):
        busy = "python3 -c 'import time\nwhile time.process_time() < 1.6: pass'"
        _, run, _, _ = self.run_stages(
            self.stage("a", script=f"({busy})"), self.stage("b", script="sleep 0.1"))
        self.assertRegex(run.table(), r"(?m)^a +\d+ +\d+ +[2-9]  passed$")
        self.assertRegex(run.table(), r"(?m)^b +\d+ +\d+ +0  passed$")

    def test_a_stage_whose_output_a_leftover_process_keeps_open_fails_at_the_limit(self):
        passed, _, _, output = self.run_stages(
            Stage("a", ["bash", "-c", "echo done >>log; echo done; sleep 9 & exit 0"]), limit=1,
            grace=1)
        self.assertFalse(passed)
        self.assertIn("done\n", output)

    def test_the_output_of_a_stage_is_complete(self):
        _, _, _, output = self.run_stages(
            self.stage("a", script="echo one; echo two >&2"))
        self.assertEqual(output, "one\ntwo\n")


if __name__ == "__main__":
    unittest.main()
