import { addStyles } from "../../ui";
import styles from "./screens.later.css";

addStyles(styles);

export { NewScreenDialog } from "./NewScreenDialog";
export { ScreenEditor } from "./ScreenEditor";
