import { lazy } from "../../ui";

export { HelpButton } from "./HelpButton";
export { ShortcutsDialog } from "./Shortcuts";
export { Tour } from "./tour";

const Page = lazy(async () => (await import("./HelpPage")).HelpPage, "page");

/** NB: loaded separately, so that the editor does not wait for it. */
export function HelpPage({ topic }: { topic?: string }) {
  return <Page topic={topic} />;
}
