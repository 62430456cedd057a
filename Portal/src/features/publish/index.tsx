export { ChangeList } from "./ChangeList";
export { spotlightOf, useDifferences, useRelease, type Differences } from "./differences";
export { People } from "./People";
export { PublishControls } from "./PublishControls";
export { RollBackDialog } from "./RollBackDialog";
export { whoIs } from "./who";
