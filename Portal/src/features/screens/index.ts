import { screens } from "../../document/merging/blocks";
import { withMoves } from "../../document/merging/moves";
import { setScreenMerging } from "../../document/merging/screens";
import { addStyles } from "../../ui";
import members from "./members.later.css";
import pictures from "./pictures/pictures.later.css";
import styles from "./screens.later.css";

addStyles(styles + pictures + members);
setScreenMerging({ rule: screens, follow: withMoves });

export { NewScreenDialog } from "./NewScreenDialog";
export { ScreenEditor } from "./ScreenEditor";
