// The dialogs of the bar and the history: loaded when idle, because the canvas comes first.

export { ConflictDialog } from "./ConflictDialog";
export { DiscardDialog, ReloadDialog } from "./DraftDialogs";
export { RollBackDialog } from "./RollBackDialog";
export { PromoteDialog } from "./PromoteDialog";
export { PublishSheet } from "./PublishSheet";
export { AskDialog } from "./AskDialog";
