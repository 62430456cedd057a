import { get, path } from "../../api";
import { useLoaded } from "../../model/loading";
import type { EditorModel } from "../../model/editor";
import { formatList, t } from "../../localization";

export interface Member {
  email: string;
  name: string;
  role: string;
}

/** The notice for members who may only view, with whom to ask; null for members who may edit. */
export function useViewOnly(editor: EditorModel): string | null {
  const { organization } = editor.application;
  const isViewOnly = !editor.canEdit;
  const members = useLoaded(async (signal) => {
    if (!isViewOnly) return [];
    const response = await get<{ members: Member[] }>(
      path`/v1/organizations/${organization}/members`, { signal });
    return response.members;
  }, `${organization} ${isViewOnly}`);
  if (!isViewOnly) return null;
  const names = (members.value ?? []).filter((member) => member.role === "owner")
    .map((member) => (member.name ? `${member.name} (${member.email})` : member.email));
  return names.length === 0 ? t("draft.view-only-text")
    : t("draft.view-only-ask", { names: formatList(names, true) });
}
