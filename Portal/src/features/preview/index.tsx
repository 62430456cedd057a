export { PreviewPanel } from "./PreviewPanel";
export { tryFrom } from "./previewModel";
