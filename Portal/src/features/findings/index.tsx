export { FindingsPanel } from "./FindingsPanel";
export { FindingNote } from "./FindingNote";
export { fixesFor, type Fix } from "./fixes";
