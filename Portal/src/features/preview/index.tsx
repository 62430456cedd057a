export { PreviewPanel } from "./PreviewPanel";
