import { lazy } from "../../ui";

export { ArchiveDialog } from "./ArchiveDialog";
export { ChangeList } from "./ChangeList";
export { spotlightOf, useDifferences, useRelease, type Differences } from "./differences";
export { LoadedChanges } from "./LoadedChanges";
export { Presence } from "./Presence";
export { PublishControls } from "./PublishControls";
export { RollBackDialog } from "./RollBackDialog";
export { authorLabel } from "./authorLabel";

// NB: this file is part of the initial load, and the publishing sheet, which it uses, is not.
export const PromoteDialog = lazy(async () => (await import("./dialogs")).PromoteDialog);
