// Steps without a screen: code of the app, with its outcomes as ports.

import type { Screen } from "../api";
import type { DeclaredScreen } from "../document";
import { t } from "../localization";

const kinds = ["step", "decision", "work"] as const;
export type CodeKind = typeof kinds[number];

/** Returns the kind of app code behind a screen; undefined for a screen with an interface. */
export function codeKind(
  screen: Pick<Screen | DeclaredScreen, "kind"> | undefined,
): CodeKind | undefined {
  return kinds.find((kind) => kind === screen?.kind);
}

/** “Step in code”, “Decision”, “Work”. */
export const kindName = (kind: CodeKind) => t(`kind.${kind}`);

/** Returns the explanation of a kind, in a sentence or two. */
export const kindNote = (kind: CodeKind) => t(`kind.${kind}-note`);

/** Returns the explanation for the preview, which asks for the outcome. */
export const kindPreview = (kind: CodeKind) => t(`kind.${kind}-preview`);

export const kindIcons = { step: "code", decision: "decision", work: "work" } as const;
