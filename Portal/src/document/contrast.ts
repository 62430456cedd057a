// The contrast of a theme's colors (WCAG 2.2), rounded as in the engine.

import { themeRoles, type Appearance, type Theme, type ThemeRole } from "./theme";

/** The minimum contrast of text, in hundredths: 4.5 : 1 (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 450;

/** A text color and its background. */
export interface ContrastPair {
  text: ThemeRole;
  background: ThemeRole;
  appearance: Appearance;
  /** The contrast ratio in hundredths, truncated: 100 to 2,100. */
  hundredths: number;
}

const surfaces: ThemeRole[] = ["background", "surface", "raised"];
const backgroundRoles: { [role in ThemeRole]?: ThemeRole[] } = {
  text: surfaces, muted: surfaces, accent: surfaces, onAccent: ["accent"],
  good: ["background", "surface"], warning: ["background", "surface"],
  danger: ["background", "surface"],
};

/** The backgrounds of a role's text; empty for a role that is not text. */
export const backgroundsOf = (role: ThemeRole): ThemeRole[] => backgroundRoles[role] ?? [];

/** All pairs of text color and background, in the engine's order. */
export function contrastsOf(theme: Theme): ContrastPair[] {
  return (["light", "dark"] as const).flatMap((appearance) => themeRoles.flatMap((text) =>
    backgroundsOf(text).map((background): ContrastPair => ({
      text, background, appearance,
      hundredths: contrast(
        theme.colors[text][appearance], theme.colors[background][appearance]),
    }))));
}

/** The contrast ratio of two colors such as `#1f57d6`, in hundredths. */
export function contrast(color: string, other: string): number {
  const [a, b] = [luminance(color) + 50_000, luminance(other) + 50_000];
  return Math.floor(Math.max(a, b) * 100 / Math.min(a, b));
}

const components = (color: string) =>
  [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));

/** The relative luminance in millionths. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = components(color).map(linear);
  return Math.floor((red * 2_126 + green * 7_152 + blue * 722) / 10_000);
}

/** A linear color component, in millionths. */
function linear(component: number): number {
  const value = component / 255;
  return Math.round(
    (value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92) * 1_000_000);
}

/**
 * The nearest shade of a color that is readable on all backgrounds: the color mixed with as little
 * black or white as possible. Undefined if there is none.
 */
export function readableColor(color: string, backgrounds: string[]): string | undefined {
  const isReadable = (shade: string) =>
    backgrounds.every((background) => contrast(shade, background) >= MIN_CONTRAST);
  for (let share = 0; share <= 100; share += 1) {
    const shade = [0, 255].map((end) => mixed(color, end, share)).find(isReadable);
    if (shade) return shade;
  }
  return undefined;
}

/** Mixes a color with black (0) or white (255), by a share in hundredths. */
function mixed(color: string, end: number, share: number): string {
  return `#${components(color).map((value) => Math.round(value + (end - value) * share / 100)
    .toString(16).padStart(2, "0")).join("")}`;
}
