export { FindingsPanel } from "./FindingsPanel";
export { FindingNote } from "./FindingNote";
export { quickFixesFor, type QuickFix } from "./fixes";
