import { get, path } from "../../api";
import { useLoaded } from "../../model/loading";
import type { EditorModel } from "../../model/editor";
import { formatList, t } from "../../localization";

export interface Member {
  email: string;
  name: string;
  role: string;
}

/** For who may only look: that it is so, and who can change it. Null for who may change things. */
export function useViewOnly(editor: EditorModel): string | null {
  const { organization } = editor.application;
  const isOnlyLooking = !editor.canEdit;
  const members = useLoaded(async (signal) => {
    if (!isOnlyLooking) return [];
    const response = await get<{ members: Member[] }>(
      path`/v1/organizations/${organization}/members`, { signal });
    return response.members;
  }, `${organization} ${isOnlyLooking}`);
  if (!isOnlyLooking) return null;
  const names = (members.value ?? []).filter((one) => one.role === "owner")
    .map((one) => (one.name ? `${one.name} (${one.email})` : one.email));
  return names.length === 0 ? t("draft.view-only-text")
    : t("draft.view-only-ask", { names: formatList(names, true) });
}
