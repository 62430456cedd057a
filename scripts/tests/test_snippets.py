"""Swift in pages and tutorials compiles, and errors are reported with page and line."""

import os
import tempfile
import textwrap
import unittest
from pathlib import Path

from support import RepositoryCase

import markdown
import snippets
import tutorials


def block(code, before=""):
    return f"{before}```swift\n{textwrap.dedent(code).strip()}\n```\n\n"


SWIFT_6 = ("-swift-version", "6")
SWIFT_5 = ("-swift-version", "5")


def check(page, programs=(), modes=(SWIFT_6,)):
    """The findings of a page or of programs as texts, and the counts."""
    found = programs or snippets.programs({"a.md": markdown.Page(page)})
    for program in found:
        program.imports = ["Foundation"]  # not the SDK, which the scripts' tests do not build
    with tempfile.TemporaryDirectory() as folder:
        findings, compiled, parsed = snippets.check(
            found, Path(folder), ["-parse-as-library"], modes, shared=())
    return [str(finding) for finding in findings], compiled, parsed


class Snippets(RepositoryCase):
    def test_blocks_build_on_each_other_and_a_name_may_be_declared_again(self):
        page = (
            block("struct Box { var a = 1 }\n\nlet box = Box()")
            + block("@main\nstruct App { static func main() { print(box(1)) } }\n"
                    "func box(_ a: Int) -> Box { Box(a: a) }\nextension Box { var b: Int { a } }")
            + block("let sum = box.a + 1\nswitch sum {\ncase 1: print(1)\ndefault: print(box.b)\n}")
            + block("struct Box { var text = \"\" }\nprint(Box().text)"))
        self.assertEqual(check(page), ([], 4, 0))

    def test_a_block_that_does_not_compile_is_reported_with_its_line(self):
        page = "# A\n\n" + block("let one = 1") + block("print(one)\nprint(two)")
        self.assertEqual(
            check(page)[0], ["a.md:9: error: cannot find 'two' in scope"])

    def test_declarations_in_a_comment_of_the_page_are_visible_and_not_counted(self):
        page = "<!-- swift\nlet two = 2\n-->\n" + block("print(two)")
        self.assertEqual(check(page), ([], 1, 0))

    def test_code_for_another_library_is_parsed_and_nothing_is_skipped(self):
        mark = "<!-- not compiled: Other -->\n"
        self.assertEqual(check(block("Other.start()", mark)), ([], 0, 1))
        self.assertIn("a.md:3: error: ", check(block("let = 1", mark))[0][0])
        self.assertNotEqual(check(block("Other.start()"))[0], [])

    def test_warnings_are_reported_except_for_unused_values(self):
        self.assertEqual(check(block("let unused = 1"))[0], [])
        self.assertIn("warning", check(block("func f() {}\ntry f()"))[0][0])

    def test_a_block_must_compile_in_every_mode(self):
        page = block("struct Box { static var count = 0 }")
        self.assertEqual(check(page, modes=(SWIFT_5,)), ([], 1, 0))
        found = check(page, modes=(SWIFT_5, SWIFT_6))[0]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"^a\.md:2: error: .*\(-swift-version 6\)$")
        both = check(block("print(two)"), modes=(SWIFT_5, SWIFT_6))[0]
        self.assertEqual(both, ["a.md:2: error: cannot find 'two' in scope"])

    def test_a_nonisolated_value_is_visible_to_the_types_of_its_page(self):
        page = (block("nonisolated struct Box: Sendable { var a = 1 }\nnonisolated let box = Box()")
                + block("struct Other { var b: Int { box.a } }\nprint(Other().b + box.a)"))
        self.assertEqual(check(page), ([], 2, 0))

    def test_an_example_in_a_doc_comment_of_a_public_declaration_is_compiled(self):
        comment = "/// ```swift\n/// print(zero)\n/// ```\n"
        self.write("Sources/A/A.swift", f"{comment}public struct A {{}}\n{comment}struct B {{}}\n")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.root)
        found = snippets.comment_programs(["Sources/A/A.swift"])
        self.assertEqual([(program.path, program.block_count) for program in found],
                         [("Sources/A/A.swift", 1)])
        self.assertIn("A.swift:2: error: cannot find 'zero'", check("", found)[0][0])


class Tutorials(RepositoryCase):
    def test_each_step_of_a_tutorial_is_a_program_of_all_its_files(self):
        self.write("A.docc/Code/one-1.swift", "let one = 1\n")
        self.write("A.docc/Code/one-2.swift", "let one: String = 1\n")
        self.write("A.docc/Code/two.swift", "func two() -> Int { 2 }\n")
        steps = "".join(
            f'@Code(name: "{name}", file: {file})\n'
            for name, file in [("One.swift", "one-1.swift"), ("Two.swift", "two.swift"),
                               ("Terminal", "run.txt"), ("One.swift", "one-2.swift")])
        path = self.write("A.docc/A.tutorial", steps)
        programs = tutorials.programs([str(path)])
        self.assertEqual(len(programs), 3)
        findings, compiled, _ = check("", programs)
        self.assertEqual(compiled, 3)
        self.assertEqual(len(findings), 1)
        self.assertIn("one-2.swift:1: error: ", findings[0])


if __name__ == "__main__":
    unittest.main()
