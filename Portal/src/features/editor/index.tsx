export { startEngine } from "../../engine";
export { EditorPage } from "./EditorPage";
