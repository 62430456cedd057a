// Renders cards and edges when there are too many for elements: painted on tiles that move with the
// view. Painting is spread over frames, a few milliseconds each.

import { onAppearanceChange } from "../drawn";
import type { CanvasModel } from "./canvasModel";
import { family } from "./fitting";
import { overlaps, type Box } from "./geometry";
import type { CanvasEdge } from "./graph";
import { LABEL_PADDING, LINE, namesThatFit, type Label, type NamedNode } from "./labels";
import { HEADER_HEIGHT, SCREEN_HEIGHT } from "./sizes";

const TILE = 512;
/** The time for painting in a frame, in milliseconds. */
const BUDGET = 4;
/** The width of the painted margin around the window, in window pixels. */
const MARGIN = 256;
/** The size of names, in window pixels; a tile may be shown slightly smaller than painted. */
const NAME_SIZE = 15;

interface Tile {
  element: HTMLCanvasElement;
  box: Box;
  version: number;
}

interface Colors {
  [name: string]: string;
}
const colorNames = [
  "surface", "border", "control-border", "accent", "sunken", "danger", "warn", "accent-tint",
  "text", "good", "change",
];

export class CanvasRenderer {
  #canvas: CanvasModel;
  #element: HTMLElement;
  #tiles = new Map<string, Tile>();
  #spareElements: HTMLCanvasElement[] = [];
  #version = 0;
  #frame = 0;
  #colors: Colors = {};
  /** The name of the color for a step's findings and differences, by step. */
  #markColors = new Map<string, string>();
  /** The visible names, by the scale of their tiles. */
  #labels = new Map<number, Label[]>();
  #highlighted: ReadonlySet<string> = new Set();
  #stops: (() => void)[];

  constructor(canvas: CanvasModel, element: HTMLElement) {
    this.#canvas = canvas;
    this.#element = element;
    const redraw = () => this.#redraw();
    canvas.motion.add(redraw);
    this.#stops = [
      canvas.viewport.subscribe(() => this.#update()), canvas.version.subscribe(redraw),
      canvas.virtualizer.rendered.subscribe(() => this.#update()),
      canvas.editor.selection.subscribe(redraw), canvas.editor.spotlight.subscribe(redraw),
      canvas.editor.verification.state.subscribe(redraw), canvas.editor.marks.subscribe(redraw),
      onAppearanceChange(() => {
        this.#readColors();
        redraw();
      }),
      () => canvas.motion.delete(redraw),
    ];
    this.#readColors();
    this.#redraw();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #readColors(): void {
    const style = getComputedStyle(document.documentElement);
    for (const name of colorNames) this.#colors[name] = style.getPropertyValue(`--${name}`).trim();
  }

  #redraw(): void {
    this.#version += 1;
    this.#labels.clear();
    this.#readMarkColors();
    this.#highlighted = new Set(this.#canvas.editor.spotlight.get()?.path.map((it) => it.step));
    this.#update();
  }

  #update(): void {
    const { viewport, virtualizer } = this.#canvas;
    const { isPainted, isComplete } = virtualizer.rendered.get();
    const { x, y, k } = viewport.view;
    if (isPainted || this.#tiles.size > 0) {
      this.#element.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    }
    if (!isPainted) {
      // The painted tiles stay below the cards until all cards are rendered.
      if (isComplete && this.#tiles.size > 0) this.#clear();
      return;
    }
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #clear(): void {
    for (const key of [...this.#tiles.keys()]) this.#removeTile(key);
    this.#spareElements = [];
  }

  #removeTile(key: string): void {
    const tile = this.#tiles.get(key);
    if (!tile) return;
    this.#tiles.delete(key);
    tile.element.remove();
    if (this.#spareElements.length < 12) this.#spareElements.push(tile.element);
  }

  #paint(): void {
    this.#frame = 0;
    if (!this.#canvas.virtualizer.rendered.get().isPainted) return;
    const { viewport } = this.#canvas;
    const scale = 2 ** Math.ceil(Math.log2(viewport.view.k * devicePixelRatio) - 0.25);
    const size = TILE / scale;
    const tiles = this.#visibleTiles(viewport.visibleBox(MARGIN), scale, size);
    const start = performance.now();
    let isDone = true;
    for (const [key, box] of tiles) {
      const tile = this.#tiles.get(key);
      if (tile?.version === this.#version) continue;
      if (performance.now() - start > BUDGET) {
        isDone = false;
        break;
      }
      this.#paintTile(key, box, scale, tile);
    }
    // Tiles of another zoom stay until those of this one are painted.
    if (isDone) for (const key of this.#tiles.keys()) if (!tiles.has(key)) this.#removeTile(key);
    if (!isDone) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** The boxes of the tiles in the painted area, those in the middle first. */
  #visibleTiles(area: Box, scale: number, size: number): Map<string, Box> {
    const tiles: [string, Box, number][] = [];
    const bounds = this.#canvas.scene.bounds;
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    for (let x = Math.floor(area.x / size); x * size < area.x + area.width; x += 1) {
      for (let y = Math.floor(area.y / size); y * size < area.y + area.height; y += 1) {
        const box = { x: x * size, y: y * size, width: size, height: size };
        if (!bounds || !overlaps(box, { ...bounds, height: bounds.height + 400 })) continue;
        const distance = Math.hypot(box.x + size / 2 - middle.x, box.y + size / 2 - middle.y);
        tiles.push([`${scale}/${x}/${y}`, box, distance]);
      }
    }
    tiles.sort((a, b) => a[2] - b[2]);
    return new Map(tiles.map(([key, box]) => [key, box]));
  }

  #paintTile(key: string, box: Box, scale: number, old: Tile | undefined): void {
    const element = old?.element ?? this.#spareElements.pop() ?? document.createElement("canvas");
    const context = element.getContext("2d");
    if (!context) return;
    if (element.width !== TILE) element.width = element.height = TILE;
    else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, TILE, TILE);
    }
    element.style.cssText = `left:${box.x}px;top:${box.y}px;`
      + `width:${box.width}px;height:${box.height}px`;
    context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
    this.#paintEdges(context, box, scale);
    for (const id of this.#canvas.scene.nodesIn(box)) this.#paintNode(context, id, scale);
    this.#paintNames(context, box, scale);
    if (!old) this.#element.append(element);
    this.#tiles.set(key, { element, box, version: this.#version });
  }

  #paintEdges(context: CanvasRenderingContext2D, box: Box, scale: number): void {
    const { scene, editor } = this.#canvas;
    const selected = new Set(editor.selection.get().steps);
    const different = editor.marks.get().get(this.#canvas.flow)?.edges;
    const colorOf = (edge: CanvasEdge) => (selected.has(edge.from) || selected.has(edge.to)
      ? "accent" : different?.has(edge.key) ? "change" : "control-border");
    context.lineWidth = Math.max(1.6, 0.9 / scale);
    for (const color of ["control-border", "change", "accent"]) {
      // Edges without a selected end are faded, those with a difference less so.
      context.globalAlpha = color === "accent" ? 1 : color === "change" ? 0.6
        : selected.size > 0 ? 0.22 : scale < 0.12 ? 0.32 : 0.45;
      context.beginPath();
      for (const edge of scene.edgesIn(box)) {
        if (colorOf(edge) !== color) continue;
        const points = scene.shape(edge.key)?.points ?? [];
        // When zoomed far out, every fourth point is enough.
        const step = scale < 0.12 && points.length > 12 ? 4 : 1;
        points.forEach((point, index) => {
          if (index === 0) context.moveTo(point.x, point.y);
          else if (index % step === 0) context.lineTo(point.x, point.y);
        });
      }
      context.strokeStyle = this.#colors[color] ?? "";
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  #paintNode(context: CanvasRenderingContext2D, id: string, scale: number): void {
    const { scene } = this.#canvas;
    const node = scene.node(id);
    const box = scene.box(id);
    if (!node || !box) return;
    const c = this.#colors;
    const isSelected = this.#canvas.selected.has(id);
    context.fillStyle = c["surface"] ?? "";
    context.strokeStyle = c[isSelected ? "accent" : this.#markColors.get(id) ?? "border"] ?? "";
    context.lineWidth = isSelected ? 3 / scale : Math.max(1, 1 / scale);
    roundedRectangle(context, box, node.kind === "end" ? 20 : 16);
    context.fill();
    context.stroke();
    if (node.kind === "step") this.#paintScreen(context, box);
    if (this.#highlighted.has(id)) {
      context.strokeStyle = c["danger"] ?? "";
      context.lineWidth = 4 / scale;
      context.stroke();
    }
    if (node.isStart) {
      context.fillStyle = c["good"] ?? "";
      context.beginPath();
      context.arc(box.x + 20, box.y + 24, 10, 0, 7);
      context.fill();
    }
  }

  #readMarkColors(): void {
    this.#markColors.clear();
    const different = this.#canvas.editor.marks.get().get(this.#canvas.flow)?.steps;
    for (const step of different?.keys() ?? []) this.#markColors.set(step, "change");
    for (const { flow, step, severity } of this.#canvas.editor.verification.state.get().findings) {
      if (step === undefined || flow !== this.#canvas.flow) continue;
      if (severity === "error" || this.#markColors.get(step) !== "danger") {
        this.#markColors.set(step, severity === "error" ? "danger" : "warn");
      }
    }
  }

  /** The parts of a phone's screen as blocks. */
  #paintScreen(context: CanvasRenderingContext2D, box: Box): void {
    const c = this.#colors;
    const [x, y] = [box.x + 12, box.y + HEADER_HEIGHT];
    const width = box.width - 24;
    context.fillStyle = c["sunken"] ?? "";
    context.fillRect(x, y, width, SCREEN_HEIGHT);
    context.fillStyle = c["control-border"] ?? "";
    context.globalAlpha = 0.5;
    context.fillRect(x + 12, y + 36, width * 0.6, 12);
    context.globalAlpha = 0.25;
    context.fillRect(x + 12, y + 60, width * 0.75, 8);
    context.fillRect(x + 12, y + 76, width * 0.5, 8);
    context.globalAlpha = 1;
    context.fillStyle = c["accent-tint"] ?? "";
    context.fillRect(x + 12, y + SCREEN_HEIGHT - 48, width - 24, 32);
  }

  /** As many names as fit, the most important first. */
  #paintNames(context: CanvasRenderingContext2D, box: Box, scale: number): void {
    const size = NAME_SIZE * devicePixelRatio / scale;
    context.font = `600 ${size}px ${family()}`;
    context.textBaseline = "middle";
    let labels = this.#labels.get(scale);
    if (!labels) {
      labels = namesThatFit(this.#namedNodes(), size, (text) => context.measureText(text).width);
      this.#labels.set(scale, labels);
    }
    for (const { lines, box: label } of labels) {
      if (!overlaps(label, box)) continue;
      context.fillStyle = this.#colors["surface"] ?? "";
      context.globalAlpha = 0.88;
      roundedRectangle(context, label, size * 0.3);
      context.fill();
      context.globalAlpha = 1;
      context.fillStyle = this.#colors["text"] ?? "";
      lines.forEach((line, index) => context.fillText(
        line, label.x + size * LABEL_PADDING,
        label.y + size * (LABEL_PADDING + LINE * (index + 0.5))));
    }
  }

  /** The cards with their names; starts, selected and highlighted ones first, then the busiest. */
  #namedNodes(): NamedNode[] {
    const { scene } = this.#canvas;
    const selected = this.#canvas.selected;
    const showsBlocks = this.#canvas.level.get() === "block";
    return [...scene.graph.nodes.values()].flatMap((node, index): NamedNode[] => {
      // At the level `block`, a section shows its own name instead of those of its cards.
      const isHidden = showsBlocks && node.section !== undefined && !selected.has(node.id);
      const box = isHidden ? null : scene.box(node.id);
      const isFirst = node.isStart || selected.has(node.id) || this.#highlighted.has(node.id);
      const edges = scene.graph.edgesAt.get(node.id)?.length ?? 0;
      const rank = isFirst ? -1 : index - 4 * edges;
      return box ? [{ id: node.id, title: node.title, box, rank }] : [];
    });
  }
}

function roundedRectangle(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  const { x, y, width, height } = box;
  context.beginPath();
  context.moveTo(x + radius, y);
  context.arcTo(x + width, y, x + width, y + height, radius);
  context.arcTo(x + width, y + height, x, y + height, radius);
  context.arcTo(x, y + height, x, y, radius);
  context.arcTo(x, y, x + width, y, radius);
  context.closePath();
}
