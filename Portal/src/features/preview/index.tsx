export { PreviewPanel } from "./PreviewPanel";
export { previewFrom } from "./previewModel";
