import { useEffect, useRef, type CSSProperties } from "react";
import { useStore } from "../../model/store";
import { IconButton } from "../../ui";
import { t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import type { Box } from "./geometry";
import type { SectionInfo } from "./graph";
import { collapseSection, frameOf } from "./sectionActions";

/** The expanded sections: a frame around their cards, with a title. */
export function SectionLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { sections } = canvas.scene.graph;
  const expanded = [...sections.values()].filter((it) => !canvas.isSectionCollapsed(it.id));
  return (
    <div className="canvas-sections">
      {expanded.map((info) => {
        const bounds = canvas.scene.boundsOf(info.members);
        return bounds && (
          <SectionFrame key={info.id} canvas={canvas} info={info} box={frameOf(bounds)} />
        );
      })}
    </div>
  );
}

function SectionFrame({ canvas, info, box }: {
  canvas: CanvasModel; info: SectionInfo; box: Box;
}) {
  const frame = useRef<HTMLDivElement>(null);
  // The frame follows its cards while they are dragged.
  useEffect(() => {
    const members = new Set(info.members);
    const onMotion = (nodes: Iterable<string>) => {
      const element = frame.current;
      if (!element || ![...nodes].some((id) => members.has(id))) return;
      const bounds = canvas.scene.boundsOf(info.members);
      if (bounds) Object.assign(element.style, styleOf(frameOf(bounds)));
    };
    canvas.motion.add(onMotion);
    return () => void canvas.motion.delete(onMotion);
  }, [canvas, info.members]);
  return (
    <div
      ref={frame} className={`canvas-section section-${info.color}`} data-frame={info.id}
      style={{ ...styleOf(box), ...titleStyle(box) }}
    >
      <div className="canvas-section-head" data-section={info.id} title={info.title}>
        <strong>{info.title}</strong>
        <small>{t("editor.steps", { count: info.steps })}</small>
        <span data-chrome className="canvas-section-tools">
          <IconButton
            icon="collapse" size="small" tabIndex={-1}
            label={t("canvas.collapse", { flow: info.title })}
            onClick={() => collapseSection(canvas, info.id, true)}
          />
          <IconButton
            icon="more" size="small" tabIndex={-1}
            label={t("sections.menu", { title: info.title })}
            onClick={(event) => canvas.dialog.set({
              kind: "menu", section: info.id, at: menuPosition(event.currentTarget),
            })}
          />
        </span>
      </div>
    </div>
  );
}

const styleOf = ({ x, y, width, height }: Box) => (
  { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });

/** The maximum font size of the title of a section that is shown as a block. */
const titleStyle = ({ width, height }: Box) => (
  { "--title-size": `${Math.min(width * 0.15, height * 0.2)}px` } as CSSProperties);

function menuPosition(button: HTMLElement) {
  const container = button.closest(".canvas-container")?.getBoundingClientRect() ?? new DOMRect();
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left - container.left, y: bottom - container.top };
}
