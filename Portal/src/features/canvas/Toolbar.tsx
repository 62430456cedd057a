import { useEffect, useRef } from "react";
import { useStore } from "../../model/store";
import { IconButton, Menu, type MenuContent } from "../../ui";
import { formatShare, t } from "../../localization";
import { alignSelected, arrangeAll } from "./actions";
import type { CanvasModel } from "./canvasModel";
import type { Alignment } from "./snapping";
import { contentBounds } from "./startView";
import type { View } from "./viewport";

/** The toolbar at the lower left. */
export function Toolbar({ canvas }: { canvas: CanvasModel }) {
  const tool = useStore(canvas.tool);
  const isMinimapShown = useStore(canvas.isMinimapShown);
  const { viewport, canEdit } = canvas;
  return (
    <div className="canvas-toolbar" role="toolbar" aria-label={t("canvas.toolbar")} data-chrome>
      <span className="canvas-tools">
        <IconButton
          icon="zoomOut" label={t("canvas.zoom-out")} shortcut="-"
          onClick={() => viewport.zoomBy(1 / 1.4)}
        />
        <ZoomLevel canvas={canvas} />
        <IconButton
          icon="zoomIn" label={t("canvas.zoom-in")} shortcut="+"
          onClick={() => viewport.zoomBy(1.4)}
        />
        <IconButton
          icon="fit" label={t("canvas.fit")} shortcut="F" onClick={() => fitAll(canvas)}
        />
      </span>
      <span className="canvas-tools">
        <IconButton
          icon="map" label={t("canvas.minimap-toggle")} shortcut="M" isPressed={isMinimapShown}
          className="canvas-minimap-toggle" onClick={() => toggleMinimap(canvas)}
        />
        <IconButton
          icon="select" label={t("canvas.select-tool")} shortcut="V" isPressed={tool === "select"}
          onClick={() => canvas.tool.set(tool === "select" ? "hand" : "select")}
        />
        <IconButton
          icon="search" label={t("canvas.search")} shortcut="/"
          onClick={() => canvas.dialog.set({ kind: "search" })}
        />
      </span>
      {canEdit && (
        <span className="canvas-tools">
          <IconButton
            icon="add" label={t("canvas.add-step")} shortcut="N"
            onClick={() => canvas.dialog.set({
              kind: "choose", at: { x: 16, y: viewport.height - 420 },
            })}
          />
          <IconButton
            icon="layout" label={t("canvas.arrange")} shortcut="Shift+L"
            onClick={() => arrangeAll(canvas)}
          />
          <AlignMenu canvas={canvas} />
        </span>
      )}
    </div>
  );
}

/** Fits the selection into the view if it has several nodes, otherwise the whole flow. */
export function fitAll(canvas: CanvasModel): void {
  const selected = canvas.selected;
  const bounds = selected.size > 1 ? canvas.scene.boundsOf(selected) : contentBounds(canvas);
  if (bounds) canvas.viewport.fit(bounds, true);
}

export function toggleMinimap(canvas: CanvasModel): void {
  const isShown = !canvas.isMinimapShown.get();
  canvas.isMinimapShown.set(isShown);
  localStorage.setItem("canvas.minimap", isShown ? "on" : "off");
}

/** The zoom level; a press sets it to 100%. */
function ZoomLevel({ canvas }: { canvas: CanvasModel }) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let shown = 0;
    const show = ({ k }: View) => {
      if (k === shown || !ref.current) return;
      shown = k;
      const factor = k < 0.1 ? 1000 : 100;
      ref.current.textContent = formatShare(Math.round(k * factor) / factor);
    };
    show(canvas.viewport.view);
    return canvas.viewport.subscribe(show);
  }, [canvas]);
  return (
    <button
      ref={ref} type="button" className="canvas-zoom" title={t("canvas.zoom-reset")}
      onClick={() => canvas.viewport.zoomBy(1 / canvas.viewport.view.k)}
    />
  );
}

const alignments: [Alignment, Parameters<typeof t>[0]][] = [
  ["left", "canvas.align-left"], ["center", "canvas.align-center"],
  ["right", "canvas.align-right"], ["top", "canvas.align-top"],
  ["middle", "canvas.align-middle"], ["bottom", "canvas.align-bottom"],
];
const distributions: [Alignment, Parameters<typeof t>[0]][] = [
  ["distribute-x", "canvas.distribute-x"], ["distribute-y", "canvas.distribute-y"],
];

/** The menu for aligning the selection. */
export function alignItems(canvas: CanvasModel): MenuContent {
  const count = canvas.selected.size;
  const item = ([how, text]: [Alignment, Parameters<typeof t>[0]], minimum: number) => ({
    text: t(text), isDisabled: count < minimum, onChoose: () => alignSelected(canvas, how),
  });
  return [
    t(count < 2 ? "canvas.align-none" : "canvas.align"),
    ...alignments.map((it) => item(it, 2)), null, ...distributions.map((it) => item(it, 3)),
  ];
}

function AlignMenu({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.editor.selection);
  useStore(canvas.otherSelection);
  return (
    <Menu
      items={alignItems(canvas)} label={t("canvas.align")}
      trigger={(props) => <IconButton {...props} icon="align" label={t("canvas.align")} />}
    />
  );
}
