import { useLayoutEffect, useRef, useState } from "react";
import { blockAt, type BlockPath, type DrawnScreen } from "../../document/blocks";
import { useStore } from "../../model/store";
import { Icon } from "../../ui";
import { t } from "../../localization";
import type { BlockFindings } from "./findings";
import { severityIcon } from "./FindingsAt";
import type { LocatedFinding } from "./locatedFinding";
import { blockName } from "./naming";
import type { ScreenModel } from "./screenModel";
import { boxByPath, useSizeAround, type Box } from "./stageBoxes";

/** The size of a mark in CSS pixels, the minimum target size (WCAG 2.2, 2.5.8). */
const MARK_SIZE = 24;

type BoxAt = (path: BlockPath) => Box | undefined;

interface Mark { path: BlockPath; findings: LocatedFinding[]; left: number; top: number }

const noMarks: Mark[] = [];

/** The marks of findings at the right edge of the preview, each beside its block. */
export function StageMarks({ model, screen, findings, drawn }: {
  model: ScreenModel; screen: DrawnScreen; findings: BlockFindings; drawn: number;
}) {
  const ref = useRef<HTMLUListElement>(null);
  const [marks, setMarks] = useState<Mark[]>([]);
  const size = useSizeAround(ref);
  const document = useStore(model.editor.draft.debounced);
  useLayoutEffect(() => {
    if (findings.all.length === 0) return setMarks(noMarks);
    const container = ref.current?.parentElement?.getBoundingClientRect();
    if (container) setMarks(marksOf(findings, boxByPath(container), container.width));
  }, [findings, drawn, size]);
  return (
    <ul ref={ref} className="stage-marks" aria-label={t("screens.marks")}>
      {marks.map(({ path, findings: located, left, top }) => (
        <li key={path} style={{ left, top }}>
          <button
            type="button" className={`stage-mark ${located[0]?.severity ?? ""}`}
            aria-label={t("screens.mark", {
              name: blockName(blockAt(screen, path), document), count: located.length,
            })}
            title={located.map(({ text }) => text).join("\n")}
            onPointerDown={(event) => event.stopPropagation()}
            onDoubleClick={(event) => event.stopPropagation()}
            onClick={() => located[0] && model.show(located[0])}
          >
            {located.length > 1 ? located.length
              : <Icon name={severityIcon(located[0]?.severity ?? "advice")} size={14} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One mark for each block with findings, beside the block, without overlaps. */
function marksOf(findings: BlockFindings, boxes: BoxAt, width: number): Mark[] {
  const marks: Mark[] = [];
  for (const path of new Set(findings.all.map((finding) => finding.path))) {
    const top = Math.max(0, boxOf(path, boxes)?.top ?? 0);
    let left = width - MARK_SIZE;
    const isTaken = (at: number) => marks.some((mark) =>
      Math.abs(mark.left - at) < MARK_SIZE && Math.abs(mark.top - top) < MARK_SIZE);
    while (isTaken(left)) left -= MARK_SIZE;
    marks.push({ path, findings: findings.at(path), left, top });
  }
  return marks;
}

/** The box of a block; for one that is not drawn, the end of its predecessor, or its parent. */
function boxOf(path: BlockPath, boxes: BoxAt): Box | undefined {
  const own = boxes(path);
  if (own || path === "") return own;
  const [, list = "", index = "0"] = /^(.*)\/(\d+)$/.exec(path) ?? [];
  for (let at = Number(index) - 1; at >= 0; at -= 1) {
    const before = boxes(`${list}/${at}`);
    if (before) return { ...before, top: before.top + before.height };
  }
  return boxOf(path.slice(0, path.lastIndexOf("/")), boxes);
}
