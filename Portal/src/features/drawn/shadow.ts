// Drawn screens are in shadow roots, with the style sheet of the web host and none of the portal's.

import styles from "blocks.txt";
import type { Json } from "../../document";
import { themeProperties } from "../../document/theme";

// A custom block without a preview shows its name, because only the app can draw it.
const customBlockStyle =
  ".fm-custom:empty::before { content: attr(data-custom); color: var(--fm-muted); }";

let sheet: CSSStyleSheet | null = null;

/** The shadow root of an element, with the style sheet of drawn screens. */
export function drawnRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles + customBlockStyle);
  }
  if (root.adoptedStyleSheets.length === 0) root.adoptedStyleSheets = [sheet, new CSSStyleSheet()];
  return root;
}

const themes = new WeakMap<ShadowRoot, Json | undefined>();

/** Applies a document's theme to a shadow root. */
export function setTheme(root: ShadowRoot, theme: Json | undefined): void {
  // NB: applying the current theme again would recalculate the styles of the whole screen.
  if (themes.has(root) && themes.get(root) === theme) return;
  themes.set(root, theme);
  const properties = themeProperties(theme).map(([name, value]) => `${name}: ${value};`);
  root.adoptedStyleSheets[1]?.replaceSync(`.fm-screen { ${properties.join(" ")} }`);
}
