import { withTexts } from "../../localization";
import { lazy } from "../../ui";

export { HelpButton } from "./HelpButton";
export { ShortcutsDialog } from "./Shortcuts";
export { Tour } from "./tour";

const Page = lazy(async () => (await withTexts("help", import("./HelpPage"))).HelpPage, "page");

/** The page of the help, which is loaded only when it is opened. */
export function HelpPage({ topic }: { topic?: string }) {
  return <Page topic={topic} />;
}
