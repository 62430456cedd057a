// Shows the last action, with undo.

import { toast, type Toast } from "../ui";
import { t } from "../localization";
import type { DraftModel } from "./draft";

/** Shows a toast about the newest edit, with undo as long as it is the newest. */
export function showUndoToast(draft: DraftModel, content: Omit<Toast, "action">): void {
  const edit = draft.newestEdit;
  let stop = () => {};
  const close = toast({
    ...content,
    action: {
      text: t("action.undo"),
      run: () => {
        if (!draft.undo(edit)) toast({ text: t("action.undo-changed") });
      },
    },
    onClose: () => stop(),
  });
  stop = draft.state.subscribe(() => {
    if (draft.newestEdit !== edit) close();
  });
}
