// The dialogs for pictures, which are loaded when one is first opened.

export { LibraryDialog } from "./LibraryDialog";
export { PictureDialog } from "./PictureDialog";
