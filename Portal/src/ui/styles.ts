// Styles of what is loaded later, so that no page loads them before it is shown.

/** Adds a style sheet behind those of the page; importing a file `*.later.css` gives its text. */
export function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
