// The dialogs of the bar: loaded when idle, because the canvas comes first.

export { ConflictDialog } from "./ConflictDialog";
export { DiscardDialog, ReloadDialog } from "./DraftDialogs";
export { RollBackDialog } from "./RollBackDialog";
export { PublishSheet } from "./PublishSheet";
export { AskDialog } from "./AskDialog";
