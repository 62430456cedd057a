// Says what was just done, with a way back.

import { toast, type Toast } from "../ui";
import { t } from "../localization";
import type { DraftModel } from "./draft";

/** Says what the newest edit was; it can be taken back there as long as it is the newest. */
export function showUndoToast(draft: DraftModel, content: Omit<Toast, "action">): void {
  const edit = draft.newestEdit;
  let stop = () => {};
  const close = toast({
    ...content, action: { text: t("action.undo"), run: () => draft.undo() }, onClose: () => stop(),
  });
  stop = draft.state.subscribe(() => {
    if (draft.newestEdit !== edit) close();
  });
}
