"""Functions are found and their lines counted, whatever is in strings and comments."""

import unittest

import support  # noqa: F401  (puts scripts/lib on the path)
import source_text


def swift(text):
    return [
        (f.name, f.lines) for f in source_text.swift_functions(text, source_text.mask_swift(text))
    ]


def script(text):
    return [(f.name, f.lines) for f in source_text.script_functions(source_text.mask_script(text))]


class SwiftFunctions(unittest.TestCase):
    def test_braces_in_strings_and_comments_do_not_count(self):
        text = 'func a() {\n  let x = "}" // }\n  /* } /* } */ } */\n}\nfunc b() {}\n'
        self.assertEqual(swift(text), [("a", 4), ("b", 1)])

    def test_braces_in_strings_of_every_kind_do_not_count(self):
        for literal in ['"\\"}"', '#"}"}"#', '"""\n  } "x" ""\n  """', '"\\(f("}") + "{")"',
                        '##"\\#(x) "# }"##', '#/ [}"] /#']:
            text = f"func a() {{\n  let x = {literal}\n}}\nfunc b() {{}}\n"
            names = [name for name, _ in swift(text)]
            self.assertEqual(names, ["a", "b"], literal)

    def test_a_signature_of_several_lines_counts_from_its_first_one(self):
        text = (
            "func a(\n  x: Int = { 1 }(),\n  y: Int\n)\n  throws(E) -> Int\nwhere T: P\n{\n"
            "  1\n}\n"
        )
        self.assertEqual(swift(text), [("a", 9)])

    def test_requirements_and_calls_are_not_functions(self):
        text = "protocol P {\n  func a()\n  init(x: Int)\n}\nlet y = T.init(x: 1)\nself.init(y)\n"
        self.assertEqual(swift(text), [])

    def test_initializers_subscripts_operators_and_raw_identifiers_are_functions(self):
        text = (
            "init?(x: Int) {}\nsubscript(i: Int) -> Int { 1 }\n"
            "static func == (a: T, b: T) -> Bool {\n  true }\n"
            "func `a step \"x\" { ends`() {}\ndeinit { }\nfunc f<T>(_: T) {}\n"
            "func < (a: T, b: T) -> Bool {}\nfunc <<<T>(a: T, b: T) {}\n"
        )
        names = [name for name, _ in swift(text)]
        self.assertEqual(
            names, ["init?", "subscript", "==", '`a step "x" { ends`', "deinit", "f", "<", "<<"]
        )

    def test_unterminated_text_does_not_hang(self):
        for text in ['func a() { "', "func a() { /*", 'func a() { """ \\(', "func a(", "`"]:
            swift(text)


class ScriptFunctions(unittest.TestCase):
    def test_functions_arrows_and_methods_are_found(self):
        text = (
            "export async function a(x = {}) {\n}\nconst b = (x) => {\n};\n"
            "const c = async x => {\n};\nclass D {\n  e(x) {\n  }\n}\nif (x) {\n}\n"
        )
        self.assertEqual([name for name, _ in script(text)], ["a", "b", "c", "e"])

    def test_braces_in_literals_do_not_count(self):
        text = "function a() {\n  x('}', `}`, /[}/]}/); // }\n  return /}/;\n}\nfunction b() {}\n"
        self.assertEqual(script(text), [("a", 4), ("b", 1)])

    def test_a_closing_tag_does_not_start_a_regular_expression(self):
        text = "function A() {\n  return <p>{isOpen && <B {...all} />}</p>;\n}\nfunction c() {}\n"
        self.assertEqual(script(text), [("A", 3), ("c", 1)])

    def test_a_division_does_not_start_a_regular_expression(self):
        text = "function a() {\n  return (b) / c + d / 2\n}\nfunction e() {}\n"
        self.assertEqual([name for name, _ in script(text)], ["a", "e"])


class OtherFunctions(unittest.TestCase):
    def test_python_and_shell_functions_are_measured(self):
        python = source_text.python_functions("def a():\n    x = 1\n    return x\n")
        shell = source_text.shell_functions("a() {\n  b\n}\nc() { d; }\n")
        self.assertEqual([(f.name, f.lines) for f in python], [("a", 3)])
        self.assertEqual([(f.name, f.lines) for f in shell], [("a", 3), ("c", 1)])


if __name__ == "__main__":
    unittest.main()
