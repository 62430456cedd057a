import { screens } from "../../document/merging/blocks";
import { withMoves } from "../../document/merging/moves";
import { setScreenMerging } from "../../document/merging/screens";
import { addStyles } from "../../ui";
import library from "./library/library.lazy.css";
import members from "./members.lazy.css";
import pictures from "./pictures/pictures.lazy.css";
import styles from "./screens.lazy.css";

addStyles(styles + pictures + members + library);
setScreenMerging({ rule: screens, follow: withMoves });

export { TemplatesSection } from "./library/TemplatesSection";
export { NewScreenDialog } from "./NewScreenDialog";
export { ScreenEditor } from "./ScreenEditor";
