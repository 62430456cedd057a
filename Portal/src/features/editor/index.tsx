export { EditorPage } from "./EditorPage";
