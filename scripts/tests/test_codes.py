"""Compares codes in the source with headings in the documentation, in both directions."""

import unittest

from support import RepositoryCase
import codes

CODES = "Sources/FlowCore/Verification/FindingCode.swift"
ERRORS = "Sources/FlowCore/FlowError.swift"


class Findings(RepositoryCase):
    def setUp(self):
        super().setUp()
        for pair in codes.PAIRS:
            self.write(
                pair.source, f'enum {pair.enum}: String {{\n  case other = "some-code"\n}}\n'
            )
            self.write(pair.page, "### some-code\nMeans…\n")
        self.write(
            CODES, 'enum FindingCode: String {\n  case unreachableStep = "unreachable-step"\n}\n'
        )
        self.write(
            ERRORS, 'struct FlowError {\n  enum Code: String {\n    case a = "x-y"\n  }\n}\n'
        )
        self.write("docs/findings.md", "# Findings\n## `unreachable-step`\nMeans…\n")
        self.write("docs/errors.md", "# Errors\n### x-y\nMeans…\n## Reading errors\n")

    def test_pages_that_explain_every_code_pass(self):
        run = self.run_script("check-findings")
        self.assertEqual((run.returncode, run.stdout[:12]), (0, "ok findings "), run.stdout)

    def test_a_code_without_a_heading_and_a_heading_without_a_code_are_reported(self):
        self.write("docs/errors.md", "# Errors\n## x-z\nMeans…\n")
        run = self.run_script("check-findings")
        self.assertEqual(run.returncode, 1)
        self.assertIn(f"{ERRORS}:3: `x-y` is not explained: add the heading", run.stdout)
        self.assertIn("docs/errors.md:2: `x-z` is not a code of Code", run.stdout)

    def test_duplicate_headings_and_headings_without_text_are_reported(self):
        self.write("docs/errors.md", "## x-y\n\n## x-y\nMeans…\n")
        run = self.run_script("check-findings")
        self.assertIn("docs/errors.md:1: `x-y` has a heading without text", run.stdout)
        self.assertIn("docs/errors.md:3: `x-y` is explained twice; the other is line 1", run.stdout)

    def test_a_missing_page_is_an_error(self):
        (self.root / "docs/findings.md").unlink()
        run = self.run_script("check-findings")
        self.assertEqual(run.returncode, 1)
        self.assertIn("docs/findings.md: is missing", run.stdout)


class EnumCodes(unittest.TestCase):
    def test_only_the_cases_of_the_enum_itself_count(self):
        text = (
            'enum Code: String {\n  /// case no = "not-this"\n  case a = "a-1", b\n'
            '  case c = "c-1"\n  var d: Int {\n    switch self {\n    case .a: 1\n'
            '    case let x: 2\n'
            '    }\n  }\n}\nenum Other { case e = "e-1" }\n'
        )
        self.assertEqual(list(codes.enum_codes(text, "Code")), ["a-1", "b", "c-1"])


if __name__ == "__main__":
    unittest.main()
