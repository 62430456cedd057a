import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import { contrast, contrastsOf, MIN_CONTRAST, readableColor } from "./contrast";
import { hexColor, readTheme, defaultTheme, themeProperties, themeRoles } from "./theme";
import { resetTheme, resetThemeColor, setThemeColor, setThemeOption } from "./themeEdits";
import type { FlowDocument, Json } from "./types";

const empty: FlowDocument = { schema: 1, flows: [] };

/** Reproducible pseudorandom numbers. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

interface Vector { name: string; theme: Json; style: string[]; weak: string[][] }
const { themes } = JSON.parse(
  readFileSync("Conformance/theme.json", "utf8")) as { themes: Vector[] };

test("the style and the weak contrasts of a theme equal those of the engine", () => {
  assert.ok(themes.length >= 8);
  for (const { name, theme, style, weak } of themes) {
    assert.deepEqual(themeProperties(theme).map((it) => it.join(":")), style, name);
    assert.deepEqual(
      contrastsOf(readTheme(theme)).filter((it) => it.hundredths < MIN_CONTRAST)
        .map((it) => [it.text, it.background, it.appearance]), weak, name);
  }
});

test("contrast ratios equal those of the engine", async () => {
  const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
  const random = numbers(23);
  const color = () => `#${(random.next().value >>> 8).toString(16).padStart(6, "0")}`;
  let count = 0;
  for (let round = 0; round < 150; round += 1) {
    const theme = {
      colors: Object.fromEntries(themeRoles.map((role) => [role, {
        light: color(), dark: color(),
      }])),
    };
    const weak = contrastsOf(readTheme(theme)).filter((it) => it.hundredths < MIN_CONTRAST)
      .map((it) => [it.text, it.background, it.appearance, it.hundredths]);
    const findings = engine.verify({ ...empty, theme }, [])
      .filter((finding) => finding.messageId === "low-contrast")
      .map(({ arguments: it }) => [it["text"], it["background"], it["appearance"], it["ratio"]]);
    assert.deepEqual(weak, findings);
    count += weak.length;
  }
  assert.ok(count > 1000, "nearly all pairs of random colors are weak");
});

test("the default theme is readable, and equals the style sheet's", () => {
  assert.equal(Math.min(...contrastsOf(defaultTheme).map((it) => it.hundredths)) >= 450, true);
  const styles = readFileSync("Design/blocks.css", "utf8");
  for (const role of themeRoles) {
    const { light, dark } = defaultTheme.colors[role];
    assert.ok(styles.includes(`--fm-${role}: light-dark(${light}, ${dark});`), role);
  }
});

test("the contrast of black and white is 21, and of equal colors 1", () => {
  assert.equal(contrast("#000000", "#ffffff"), 2100);
  assert.equal(contrast("#8fb4ff", "#8fb4ff"), 100);
});

test("the nearest readable color is the color itself, a shade, or none", () => {
  assert.equal(readableColor("#1f57d6", ["#ffffff"]), "#1f57d6");
  const readable = readableColor("#8fb4ff", ["#ffffff", "#f4f5f7"]) ?? "";
  assert.ok(contrast(readable, "#f4f5f7") >= MIN_CONTRAST);
  assert.ok(contrast(readable, "#f4f5f7") < MIN_CONTRAST + 30, "no darker than is needed");
  assert.equal(readableColor("#777777", ["#ffffff", "#000000", "#777777"]), undefined);
});

test("colors are parsed with three or six digits", () => {
  assert.equal(hexColor("#0A6"), "#00aa66");
  assert.equal(hexColor("#00AA66"), "#00aa66");
  for (const wrong of ["0A6", "#00AA6", "red", "#00AA6G", "", null, 7]) {
    assert.equal(hexColor(wrong as Json), undefined);
  }
});

test("invalid values become the defaults", () => {
  assert.deepEqual(readTheme(undefined), defaultTheme);
  assert.deepEqual(readTheme({ colors: { accent: "blue" }, corner: "round", font: 3 }),
    defaultTheme);
  assert.equal(readTheme({ colors: { accent: { light: "#0A6" } } }).colors.accent.light, "#00aa66");
});

test("corners, spacing and the typeface are properties only if they are not the default", () => {
  const names = (theme: Json) => themeProperties(theme).map(([name]) => name).slice(10);
  assert.deepEqual(names({}), []);
  assert.deepEqual(names({ corner: "medium", spacing: "regular", font: "system" }), []);
  assert.deepEqual(names({ corner: "none", spacing: "spacious", font: "serif" }),
    ["--fm-corner", "--fm-space", "--fm-font"]);
});

test("an edit writes only roles and options that differ from the defaults", () => {
  const accent = setThemeColor("accent", "light", "#166b3a")(empty);
  assert.deepEqual(accent.theme, { colors: { accent: { light: "#166b3a", dark: "#8fb4ff" } } });
  assert.equal(setThemeColor("accent", "light", "#166b3a")(accent), accent);
  assert.deepEqual(resetThemeColor("accent")(accent), empty);
  const round = setThemeOption("corner", "large")(accent);
  assert.deepEqual(resetThemeColor("accent")(round).theme, { corner: "large" });
  assert.deepEqual(setThemeOption("corner", "medium")(round), accent);
  assert.deepEqual(resetTheme(round), empty);
  assert.equal(resetTheme(empty), empty);
});

test("unknown members of a theme are kept", () => {
  const document = { ...empty, theme: { icons: "app", colors: { brand: { light: "#000" } } } };
  const changed = setThemeColor("accent", "dark", "#ffffff")(document as FlowDocument);
  assert.deepEqual(resetThemeColor("accent")(changed), document);
});
