export { ArchiveDialog } from "./ArchiveDialog";
export { ChangeList } from "./ChangeList";
export { spotlightOf, useDifferences, useRelease, type Differences } from "./differences";
export { LoadedChanges } from "./LoadedChanges";
export { Presence } from "./Presence";
export { PublishControls } from "./PublishControls";
export { RollBackDialog } from "./RollBackDialog";
export { authorLabel } from "./authorLabel";
