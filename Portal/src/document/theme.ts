// The theme of drawn screens: colors for each role, corners, spacing and the typeface, as in the
// engine. `Conformance/theme.json` checks that both agree.

import { isObject } from "./rule";
import type { Json } from "./types";

/** The roles of colors, in the engine's order. */
export const themeRoles = [
  "background", "surface", "raised", "text", "muted", "accent", "onAccent", "good", "warning",
  "danger",
] as const;

export type ThemeRole = typeof themeRoles[number];
export type Appearance = "light" | "dark";
export type ThemeColor = Record<Appearance, string>;

/** The values of the corners, the spacing and the typeface. */
export const themeOptions = {
  corner: ["none", "small", "medium", "large"],
  spacing: ["compact", "regular", "spacious"],
  font: ["system", "rounded", "serif", "monospaced"],
} as const;

export type ThemeOption = keyof typeof themeOptions;

/** A complete theme, with defaults for what a document does not set. */
export interface Theme {
  colors: Record<ThemeRole, ThemeColor>;
  corner: string;
  spacing: string;
  font: string;
}

// In the order of the roles: light, then dark. These are colors of apps, not of the portal.
const defaultColors = `
  ffffff 111318  f4f5f7 1b1e25  ffffff 242831  16191f f1f3f6  575e6b a7aebb  1f57d6 8fb4ff
  ffffff 0b162e  166b3a 7cd9a2  855700 f0c15c  b3261e ffa8a1`.trim().split(/\s+/);

/** The default theme. */
export const defaultTheme: Theme = {
  colors: byRole((_, index) => (
    { light: `#${defaultColors[2 * index]}`, dark: `#${defaultColors[2 * index + 1]}` })),
  corner: "medium", spacing: "regular", font: "system",
};

function byRole(color: (role: ThemeRole, index: number) => ThemeColor): Theme["colors"] {
  return Object.fromEntries(
    themeRoles.map((role, index) => [role, color(role, index)])) as Theme["colors"];
}

/** Reads `#0A6` or `#00AA66` as `#00aa66`; undefined for anything else. */
export function hexColor(text: Json | undefined): string | undefined {
  if (typeof text !== "string" || !/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

/** Reads a document's `theme`, with defaults for missing and invalid values. */
export function readTheme(json: Json | undefined): Theme {
  const theme = isObject(json) ? json : {};
  const colors = isObject(theme["colors"]) ? theme["colors"] : {};
  const option = (name: ThemeOption) => {
    const values: readonly string[] = themeOptions[name];
    return values.find((value) => value === theme[name]) ?? defaultTheme[name];
  };
  return {
    colors: byRole((role) => {
      const own = colors[role];
      const defaults = defaultTheme.colors[role];
      const { light, dark } = isObject(own) ? own : {} as { light?: Json; dark?: Json };
      return { light: hexColor(light) ?? defaults.light, dark: hexColor(dark) ?? defaults.dark };
    }),
    corner: option("corner"), spacing: option("spacing"), font: option("font"),
  };
}

const cornerSizes: { [value: string]: string } = { none: "0.00", small: "0.50", large: "1.75" };
const spaceSizes: { [value: string]: string } = { compact: "0.75", spacious: "1.25" };
const fontFamilies: { [value: string]: string } = {
  rounded: 'ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold",Nunito,system-ui,sans-serif',
  serif: "ui-serif,Georgia,Cambria,serif",
  monospaced: "ui-monospace,Menlo,Consolas,monospace",
};

/** A theme as custom properties for the style sheet of drawn screens, in the engine's order. */
export function themeProperties(json: Json | undefined): [name: string, value: string][] {
  const theme = readTheme(json);
  const list = themeRoles.map((role): [string, string] => {
    const { light, dark } = theme.colors[role];
    return [`--fm-${role}`, `light-dark(${light},${dark})`];
  });
  const [corner, space, font] = [
    cornerSizes[theme.corner], spaceSizes[theme.spacing], fontFamilies[theme.font],
  ];
  if (corner) list.push(["--fm-corner", corner]);
  if (space) list.push(["--fm-space", space]);
  if (font) list.push(["--fm-font", font]);
  return list;
}
