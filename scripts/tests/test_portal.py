"""Tests each rule of scripts/check-portal as a black box: a portal in, findings out."""

import unittest

from support import RepositoryCase

FINDING_CODES = 'enum FindingCode: String {\n  case deadEnd = "dead-end"\n}\n'
TOKENS = ":root { --text: #111111; --space-2: 0.5rem; }\n"
ENGLISH = """import type { Message } from "./message";
export const en = messages({
  // General
  "app.name": "FlowMagic",
  "list.title": "Steps of {flow}",
  "list.steps": { one: "{count} step", other: "{count} steps" },
});
"""
GERMAN = """export const de: Record<MessageKey, Message> = {
  "app.name": "FlowMagic",
  "list.title": "Schritte von {flow}",
  "list.steps": {
    one: "{count} Schritt",
    other: "{count} Schritte",
  },
};
"""
LIST = """import { useEffect } from "react";
import { Chip } from "../../ui";
import { t } from "../../localization";
import "./list.css";

/** What "nobody" says: <p>in a comment</p>. */
export function List({ count }: { count: number }) {
  const isFew = count < 3 && count > 1;
  return (
    <p title={t("app.name")} style={{ color: "var(--text)" }}>
      {t("list.title", { flow: "shop" })}, {t(`list.${"steps"}`, { count })}
    </p>
  );
}
"""


class Portal(RepositoryCase):
    def setUp(self):
        super().setUp()
        self.put("localization/en.ts", ENGLISH)
        self.put("localization/de.ts", GERMAN)
        self.put("features/list/index.tsx", LIST)
        self.put("features/list/list.css", ".list { color: var(--text); }\n")
        self.put("features/help/topics.ts", 'export const findings = ["dead-end"] as const;\n')
        self.write("Design/tokens.css", TOKENS)
        self.write("Sources/FlowCore/Verification/FindingCode.swift", FINDING_CODES)

    def put(self, path, text):
        self.write(f"Portal/src/{path}", text)

    def assert_found(self, *parts):
        run = self.run_script("check-portal", "--no-types")
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertEqual(len(run.stdout.splitlines()), len(parts), run.stdout)
        for part in parts:
            self.assertIn(part, run.stdout)

    def assert_clean(self):
        run = self.run_script("check-portal", "--no-types")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertRegex(run.stdout, r"^ok portal \(\d+ sources, \d+ features, \d+ texts\)\n$")

    def test_a_portal_that_follows_the_rules_gives_one_line(self):
        self.assert_clean()

    # Layers

    def test_dependencies_point_one_way(self):
        self.put("ui/Box.tsx", 'import { useStore } from "../model/store";\n')
        self.put("model/a.ts", 'import {\n  List,\n} from "../features/list";\n')
        self.put("localization/extra.ts", 'export * from "../document";\n')
        self.put("api/client.ts", 'const page = await import("../app/App");\n')
        self.put("app/App.tsx", 'import { List } from "../features/list";\n')
        self.put("main.tsx", 'import { App } from "./app/App";\n')
        self.assert_found(
            "Portal/src/ui/Box.tsx:1: [eslint(no-restricted-imports)] '../model/store'",
            "Portal/src/model/a.ts:1: [eslint(no-restricted-imports)] '../features/list'",
            "Portal/src/localization/extra.ts:1: [eslint(no-restricted-imports)] '../document'",
            "Portal/src/api/client.ts:1: [eslint(no-restricted-imports)] '../app/App'",
        )

    def test_the_pure_layers_import_no_react(self):
        self.put("document/a.ts", 'import { useMemo } from "react";\n')
        self.put("engine/a.ts", 'import type { Flow } from "../document";\n')
        self.assert_found("document works without a page: no React here")

    def test_internals_of_a_feature_are_not_imported_from_outside(self):
        self.put("features/list/order.ts", "export const order = 1;\n")
        self.put("features/list/deep/a.ts", 'import { order } from "../order";\n')
        self.put("features/bar/index.tsx", 'import { List } from "../list";\n'
                 'import { order } from "../list/order";\n')
        self.put("app/Pages.tsx", 'const list = () => import("../features/list");\n'
                 'import "../features/list/list.css";\n')
        self.assert_found(
            "Portal/src/features/bar/index.tsx:2: [eslint(no-restricted-imports)] '../list/order'",
            "app/Pages.tsx:2: [eslint(no-restricted-imports)] '../features/list/list.css'",
        )

    def test_modules_do_not_import_each_other_in_a_cycle(self):
        self.put("features/a/Page.tsx", 'export { Part } from "./Part";\n'
                 'export interface Frame {}\n')
        self.put("features/a/Part.tsx", 'import type { Frame } from "./Page";\n'
                 'export const Part = (frame: Frame) => frame;\n')
        self.assert_found("Page.tsx:1: [import(no-cycle)]", "Part.tsx:1: [import(no-cycle)]")

    def test_features_do_not_import_each_other_in_a_cycle(self):
        self.put("features/a/a.ts", 'import "../b";\n')
        self.put("features/b/b.ts", 'import "../c";\n')
        self.put("features/c/c.ts", 'import "../a";\nimport "../list";\n')
        self.assert_found("features import each other: a -> b -> c -> a")

    # Localization

    def test_every_text_is_used_and_every_used_text_exists(self):
        self.put("localization/en.ts", ENGLISH.replace("});", '  "app.old": "Old",\n});'))
        self.put("localization/de.ts", GERMAN.replace("};", '  "app.old": "Alt",\n};'))
        self.put("features/a/index.ts", 'const text = tIfExists("list.gone");\n')
        self.assert_found(
            "Portal/src/localization/en.ts:7: “app.old” is not used",
            "Portal/src/features/a/index.ts:1: “list.gone” is not in",
        )

    def test_a_use_in_a_comment_or_in_a_test_does_not_count(self):
        self.put("localization/en.ts", ENGLISH.replace("});", '  "app.old": "Old",\n});'))
        self.put("localization/de.ts", GERMAN.replace("};", '  "app.old": "Alt",\n};'))
        self.put("features/a/index.ts", '// t("app.old")\nexport {};\n')
        self.put("features/a/a.test.ts", 't("app.old");\n')
        self.assert_found("“app.old” is not used")

    def test_languages_have_the_same_texts_with_the_same_placeholders(self):
        self.put("localization/de.ts", GERMAN.replace("{flow}", "{ablauf}")
                 .replace("app.name", "app.names"))
        self.assert_found(
            "“app.name” is missing in Portal/src/localization/de.ts",
            "“app.names” is not in Portal/src/localization/en.ts",
            "localization/de.ts:3: “list.title” has other placeholders than English (flow)",
        )

    def test_texts_of_a_lazily_loaded_part_are_checked_like_all_others(self):
        self.put("localization/late-en.ts", 'export const late = {\n  "late.day": "Late {day}",\n'
                 '  "late.none": "None",\n};\n')
        self.put("localization/late-de.ts", 'export const late = {\n  "late.day": "Spät",\n};\n')
        self.put("features/a/index.ts", 'const text = t("late.day");\n')
        self.assert_found(
            "“late.none” is missing in Portal/src/localization/late-de.ts",
            "localization/late-de.ts:2: “late.day” has other placeholders than English (day)",
            "Portal/src/localization/late-en.ts:3: “late.none” is not used",
        )

    def test_what_users_see_or_hear_comes_from_localization(self):
        self.put("features/a/index.tsx", "\n".join([
            'const a = <p>Not found</p>;', 'const b = <input placeholder="Your name" />;',
            'const c = <h2>Steps {count}</h2>;', 'const d = <b>FlowMagic</b>;',
            'const e = <li key="step" className="a b" type="button" />;',
            'const f = rows.map((row): Map<string, number> => <Row key="a" row={row} />);',
            'const g = (a: Ref<Node>, b: Ref<Node>) => <kbd>{"Z"}</kbd>;',
            'const h = a < b && c > d ? <i /> : <u>·</u>;', ""]))
        self.assert_found(
            "index.tsx:1: [react(jsx-no-literals)]", "index.tsx:2: [react(jsx-no-literals)]",
            "index.tsx:3: [react(jsx-no-literals)]")

    # Styles

    def test_custom_properties_are_defined_and_colors_come_from_the_tokens(self):
        self.put("features/a/a.css", "\n".join([
            ".a { color: var(--inc); }", ".b { border: 1px solid #ff0000; }",
            ".c { background: rgb(0 0 0 / 50%); --own: 1px; width: var(--own); }",
            ".white { color: white; }",
            ".face b { color: #ffffff; }", '.face b[data-hue="1"] { background: #8a3fa8; }',
            ".variant.hue-1 { background: #0d9488; }",

            "/* #123456 */ .d { color: color-mix(in srgb, currentcolor 40%, transparent); }",
            ".e { mask: url(#red); white-space: nowrap; }", ""]))
        self.put("features/a/index.tsx", 'const a = <i style={{ color: "#00ff00" }} />;\n'
                 'const b = <i style={{ "--set": 2 }} />;\n')
        self.put("features/a/b.css", ".f { width: var(--set); }\n")
        self.assert_found(
            "a.css:1: --inc is not defined", "a.css:2: the color #ff0000",
            "a.css:3: the color rgb(", "a.css:4: the color white",
            "index.tsx:1: the color #00ff00")

    # Help

    def test_the_targets_of_the_tour_exist(self):
        self.put("features/help/tour/steps.ts",
                 "const a = ['[data-tour=\"list\"]', '[data-tour=\"gone\"]'];\n")
        self.put("features/a/index.tsx", 'const a = <p data-tour={isOpen ? "list" : "x"} />;\n')
        self.assert_found('the tour looks for data-tour="gone"')

    def test_the_help_explains_the_existing_findings(self):
        self.put("features/help/topics.ts", 'export const findings = ["dead-ends"] as const;\n')
        self.assert_found(
            "does not have the finding “dead-end”", "“dead-ends” is not a finding")


if __name__ == "__main__":
    unittest.main()
