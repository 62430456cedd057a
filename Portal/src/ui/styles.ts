// Styles of lazily loaded features, so that no page loads them before they are needed.

/** Adds a style sheet after those of the page; importing a file `*.lazy.css` yields its text. */
export function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
