export { ArchiveDialog, buildName } from "./ArchiveDialog";
export { ChangeList } from "./ChangeList";
export { spotlightOf, useDifferences, useRelease, type Differences } from "./differences";
export { Presence } from "./Presence";
export { PublishControls } from "./PublishControls";
export { RollBackDialog } from "./RollBackDialog";
export { authorLabel } from "./authorLabel";
