// Resources of drawn screens. A page of the web host refers to the file with the icons; a shadow
// root cannot, so each reference is replaced by the drawing. Pictures and videos from the web are
// not loaded into the portal, but replaced by a gray area.

import drawings from "icons.txt";
import { drawnAsset, noAsset, type DrawnScreenUse } from "../../model/drawnScreens";

let icons: Map<string, string> | null = null;

/** Prepares the HTML of a drawn screen, with its pictures for a language and an appearance. */
export function preparedHTML(html: string, use: DrawnScreenUse): string {
  icons ??= new Map([...drawings.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/gs)]
    .map((match) => [match[1] ?? "", match[2] ?? ""]));
  return html
    .replace(/<use href="[^"#]*#(\w+)"><\/use>/g, (_, name: string) => icons?.get(name) ?? "")
    .replace(/(<(?:video|track)\b[^>]*?) src="[^"]*"/g, "$1")
    .replace(/ (src|poster)="data:image\/svg[^"#]*#([^"]*)"/g, (_, name: string, asset: string) => (
      ` ${name}="${drawnAsset(asset, use)}"`))
    .replace(/ (src|poster)="https:[^"]*"/g, (_, name: string) => ` ${name}="${noAsset}"`);
}
