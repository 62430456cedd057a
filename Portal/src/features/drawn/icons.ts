// What a drawn screen names elsewhere. A page of the web host refers to the file with the icons; a
// shadow root cannot, so each reference gives way to the drawing. Pictures and videos of the web
// are not loaded into the portal: a grey area stands for them.

import drawings from "icons.txt";
import { drawnAsset, noAsset } from "../../model/drawnScreens";

let icons: Map<string, string> | null = null;

/** An HTML text of a drawn screen as it can be shown here. */
export function shownHTML(html: string): string {
  icons ??= new Map([...drawings.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/gs)]
    .map((match) => [match[1] ?? "", match[2] ?? ""]));
  return html
    .replace(/<use href="[^"#]*#(\w+)"><\/use>/g, (_, name: string) => icons?.get(name) ?? "")
    .replace(/(<(?:video|track)\b[^>]*?) src="[^"]*"/g, "$1")
    .replace(/ (src|poster)="data:[^"#]*#([^"]*)"/g, (_, name: string, asset: string) => (
      ` ${name}="${drawnAsset(asset)}"`))
    .replace(/ (src|poster)="https:[^"]*"/g, (_, name: string) => ` ${name}="${noAsset}"`);
}
