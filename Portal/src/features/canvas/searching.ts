// The steps that one can jump to, with everything that they say.

import type { Json } from "../../document";
import { t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import type { PaletteItem } from "./Palette";
import { spelled } from "./drawing";

export function stepsToFind(canvas: CanvasModel): { item: PaletteItem; words: string }[] {
  const { editor } = canvas;
  const document = editor.draft.document.get();
  const flows = [...document.flows].sort((a, b) =>
    Number(b.id === canvas.flow) - Number(a.id === canvas.flow));
  return flows.flatMap((flow) => flow.steps.map((step) => ({
    words: textsIn(step.content ?? null),
    item: {
      id: `${flow.id}/${step.id}`, text: step.id, detail: spelled(step.screen),
      group: flow.id === canvas.flow ? t("canvas.this-flow") : flow.id, icon: "phone" as const,
      run: () => {
        editor.command({ kind: "reveal", flow: flow.id, step: step.id, isChosen: true });
        return step.id;
      },
    },
  })));
}

function textsIn(content: Json): string {
  if (typeof content === "string") return content;
  if (typeof content !== "object" || content === null) return "";
  return Object.values(content).map(textsIn).join(" ");
}
