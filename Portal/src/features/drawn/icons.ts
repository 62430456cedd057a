// The icons of drawn screens. A page of the web host refers to their file; a shadow root cannot, so
// each reference gives way to the drawing.

import drawings from "icons.txt";

let icons: Map<string, string> | null = null;

/** An HTML text with the drawing of each icon in the place of its reference. */
export function withIcons(html: string): string {
  icons ??= new Map([...drawings.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/gs)]
    .map((match) => [match[1] ?? "", match[2] ?? ""]));
  return html.replace(/<use href="[^"#]*#(\w+)"><\/use>/g,
    (_, name: string) => icons?.get(name) ?? "");
}
