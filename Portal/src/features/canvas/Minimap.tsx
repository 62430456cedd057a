import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { onAppearanceChange } from "../drawn";
import type { CanvasModel } from "./canvasModel";
import { expanded, type Box, type Point } from "./geometry";
import { textScale } from "./viewport";

/** The size of the minimap at the default text size; it grows with the text. */
const SIZE = { width: 200, height: 132 };

/** The scale and position of the flow in the minimap, and the size of the minimap. */
interface MinimapLayout {
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The whole flow as a minimap; pressing a point moves the view there. */
export function Minimap({ canvas }: { canvas: CanvasModel }) {
  const isShown = useStore(canvas.isMinimapShown);
  return isShown ? <MinimapView canvas={canvas} /> : null;
}

function MinimapView({ canvas }: { canvas: CanvasModel }) {
  const picture = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }] = useState(() => {
    const scale = textScale();
    return { width: Math.round(SIZE.width * scale), height: Math.round(SIZE.height * scale) };
  });
  const layout = useRef<MinimapLayout>({ k: 1, x: 0, y: 0, width, height });
  useEffect(() => trackView(canvas, picture.current, frame.current, layout), [canvas]);
  const moveView = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { k, x, y } = layout.current;
    const at: Point = { x: (event.clientX - left - x) / k, y: (event.clientY - top - y) / k };
    const { viewport } = canvas;
    const zoom = viewport.view.k;
    viewport.set({
      k: zoom, x: viewport.width / 2 - at.x * zoom, y: viewport.height / 2 - at.y * zoom,
    });
  };
  return (
    <div
      className="canvas-minimap" data-chrome role="img" aria-label={t("canvas.minimap")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        moveView(event);
      }}
      onPointerMove={moveView}
    >
      <canvas ref={picture} style={{ width, height }} />
      <div ref={frame} className="canvas-minimap-frame" />
    </div>
  );
}

/** Paints the nodes when something moves, and moves the frame with the view. */
function trackView(
  canvas: CanvasModel, picture: HTMLCanvasElement | null, frame: HTMLDivElement | null,
  layout: { current: MinimapLayout },
): () => void {
  if (!picture || !frame) return () => undefined;
  let request = 0;
  const paint = () => {
    request = 0;
    const bounds = canvas.scene.bounds;
    if (bounds) layout.current = paintAll(canvas, picture, expanded(bounds, 80), layout.current);
    moveFrame();
  };
  const schedulePaint = () => {
    request ||= requestAnimationFrame(paint);
  };
  const moveFrame = () => {
    const { k, x, y, ...size } = layout.current;
    const visible = canvas.viewport.visibleBox();
    const left = Math.max(0, visible.x * k + x);
    const top = Math.max(0, visible.y * k + y);
    const width = Math.max(0, Math.min(size.width, (visible.x + visible.width) * k + x) - left);
    const height = Math.max(0, Math.min(size.height, (visible.y + visible.height) * k + y) - top);
    frame.style.transform = `translate(${left}px, ${top}px)`;
    const shown = `${Math.round(width)}/${Math.round(height)}`;
    if (shown === frame.dataset["size"]) return;
    frame.dataset["size"] = shown;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
  };
  const stops = [
    canvas.version.subscribe(schedulePaint), canvas.editor.selection.subscribe(schedulePaint),
    canvas.viewport.subscribe(moveFrame), onAppearanceChange(schedulePaint),
    () => cancelAnimationFrame(request),
  ];
  paint();
  return () => {
    for (const stop of stops) stop();
  };
}

function paintAll(
  canvas: CanvasModel, picture: HTMLCanvasElement, bounds: Box, { width, height }: MinimapLayout,
): MinimapLayout {
  const ratio = Math.min(2, devicePixelRatio);
  picture.width = width * ratio;
  picture.height = height * ratio;
  const k = Math.min(width / bounds.width, height / bounds.height);
  const x = (width - bounds.width * k) / 2 - bounds.x * k;
  const y = (height - bounds.height * k) / 2 - bounds.y * k;
  const context = picture.getContext("2d");
  if (!context) return { k, x, y, width, height };
  const style = getComputedStyle(picture);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const [plain, highlight, start] = [color("control-border"), color("accent"), color("good")];
  const selected = canvas.selected;
  context.scale(ratio, ratio);
  for (const node of canvas.scene.graph.nodes.values()) {
    const box = canvas.scene.box(node.id);
    if (!box) continue;
    const isSelected = selected.has(node.id);
    context.globalAlpha = isSelected || node.isStart ? 1 : 0.45;
    context.fillStyle = isSelected ? highlight : node.isStart ? start : plain;
    context.fillRect(
      box.x * k + x, box.y * k + y, Math.max(2, box.width * k), Math.max(2, box.height * k));
  }
  return { k, x, y, width, height };
}
