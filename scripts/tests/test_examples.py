"""Examples in the documentation run, and their output is the one on the page."""

import unittest

from support import RepositoryCase

PAGE = (
    "# Page\n\n<!-- run -->\n```sh\n{0}\n```\n\nIt prints:\n\n"
    "<!-- output -->\n```text\n{1}\n```\n"
)


class Examples(RepositoryCase):
    def test_an_example_that_works_passes_and_one_without_a_mark_is_not_run(self):
        self.write("a.md", PAGE.format("pwd >where.txt; echo hi", "hi") + "```sh\nexit 1\n```\n")
        run = self.run_script("check-docs")
        self.assertEqual(run.stdout, "ok docs (1 examples in 1 pages run as written)\n")
        self.assertEqual((self.root / "where.txt").read_text().strip(), str(self.root.resolve()))

    def test_a_command_that_fails_is_reported_with_its_output(self):
        self.write("a.md", PAGE.format("echo no >&2; exit 3 | cat", "no"))
        run = self.run_script("check-docs")
        self.assertEqual(run.returncode, 1)
        self.assertIn("a.md:5: this example ends with status 3:\nno", run.stdout)

    def test_different_output_is_reported_and_update_writes_it(self):
        self.write("a.md", PAGE.format("echo new", "old"))
        run = self.run_script("check-docs")
        self.assertEqual(run.returncode, 1)
        self.assertIn("-old\n+new", run.stdout)
        self.assertEqual(self.run_script("check-docs", "--update").returncode, 0)
        self.assertEqual((self.root / "a.md").read_text(), PAGE.format("echo new", "new"))

    def test_an_output_that_belongs_to_no_example_is_reported(self):
        self.write("a.md", "<!-- output -->\n```text\nx\n```\n")
        self.assertIn("no <!-- run --> block before", self.run_script("check-docs").stdout)

    def test_a_missing_test_is_reported_where_it_is_mentioned(self):
        self.write("Tests/A/OneTests.swift", "struct TwoTests { @Test func `it works`() {} }\n")
        self.write("Live/test_three.py", "def test_four():\n    pass\n")
        self.write("docs/a.md", "OneTests TwoTests test_three test_four\n"
                                "[“it works”](../Tests/A/OneTests.swift)\n")
        self.assertEqual(self.run_script("check-docs").returncode, 0)
        self.write("docs/b.md", "FiveTests\n\ntest_six and\n"
                                "[“it\nfails”](../Tests/A/OneTests.swift)\n")
        run = self.run_script("check-docs")
        self.assertEqual(run.returncode, 1)
        self.assertIn("docs/b.md:1: there is no test FiveTests", run.stdout)
        self.assertIn("docs/b.md:3: there is no test test_six", run.stdout)
        self.assertIn("docs/b.md:4: Tests/A/OneTests.swift has no test “it fails”", run.stdout)
        self.assertEqual(len(run.stdout.splitlines()), 3)


if __name__ == "__main__":
    unittest.main()
