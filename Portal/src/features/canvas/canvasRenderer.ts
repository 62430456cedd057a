// Cards and edges from far away, where there are too many for elements: painted on tiles that the
// view moves as pictures. Painting is spread over frames, a few milliseconds each.

import type { CanvasModel } from "./canvasModel";
import { family } from "./fitting";
import { overlaps, type Box } from "./geometry";
import type { CanvasEdge, CanvasNode } from "./graph";
import { HEAD_HEIGHT, SCREEN_HEIGHT } from "./sizes";

const TILE = 512;
/** How long a frame may paint, in milliseconds. */
const BUDGET = 4;
/** How much beyond the window is painted, in window pixels. */
const MARGIN = 256;

interface Tile {
  element: HTMLCanvasElement;
  box: Box;
  version: number;
}

interface Colours {
  [name: string]: string;
}
const names = [
  "surface", "line", "control", "accent", "sunken", "danger", "warn", "accent-tint", "ink", "soft",
  "good", "change",
];

export class CanvasRenderer {
  #canvas: CanvasModel;
  #element: HTMLElement;
  #tiles = new Map<string, Tile>();
  #spare: HTMLCanvasElement[] = [];
  #version = 0;
  #frame = 0;
  #colours: Colours = {};
  /** The colour of what is wrong or different, by step. */
  #findings = new Map<string, string>();
  #highlighted: ReadonlySet<string> = new Set();
  #stops: (() => void)[];

  constructor(canvas: CanvasModel, element: HTMLElement) {
    this.#canvas = canvas;
    this.#element = element;
    const anew = () => this.#anew();
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const onTheme = () => {
      this.#readColours();
      anew();
    };
    theme.addEventListener("change", onTheme);
    const observer = new MutationObserver(onTheme);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    canvas.motion.add(anew);
    this.#stops = [
      canvas.viewport.subscribe(() => this.#look()), canvas.version.subscribe(anew),
      canvas.virtualizer.rendered.subscribe(() => this.#look()),
      canvas.editor.selection.subscribe(anew), canvas.editor.spotlight.subscribe(anew),
      canvas.editor.verification.state.subscribe(anew), canvas.editor.marks.subscribe(anew),
      () => theme.removeEventListener("change", onTheme), () => observer.disconnect(),
      () => canvas.motion.delete(anew),
    ];
    this.#readColours();
    this.#anew();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #readColours(): void {
    const style = getComputedStyle(document.documentElement);
    for (const name of names) this.#colours[name] = style.getPropertyValue(`--${name}`).trim();
  }

  #anew(): void {
    this.#version += 1;
    this.#readFindings();
    this.#highlighted = new Set(this.#canvas.editor.spotlight.get()?.path.map((it) => it.step));
    this.#look();
  }

  #look(): void {
    const { viewport, virtualizer } = this.#canvas;
    const { isPainted, isComplete } = virtualizer.rendered.get();
    if (!isPainted) {
      // What is painted stays below the cards until all of them are there.
      if (isComplete && this.#tiles.size > 0) this.#clear();
      return;
    }
    const { x, y, k } = viewport.view;
    this.#element.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #clear(): void {
    for (const key of [...this.#tiles.keys()]) this.#drop(key);
    this.#spare = [];
  }

  #drop(key: string): void {
    const tile = this.#tiles.get(key);
    if (!tile) return;
    this.#tiles.delete(key);
    tile.element.remove();
    if (this.#spare.length < 12) this.#spare.push(tile.element);
  }

  #paint(): void {
    this.#frame = 0;
    if (!this.#canvas.virtualizer.rendered.get().isPainted) return;
    const { viewport } = this.#canvas;
    const scale = 2 ** Math.ceil(Math.log2(viewport.view.k * devicePixelRatio) - 0.25);
    const size = TILE / scale;
    const wanted = this.#wanted(viewport.visible(MARGIN), scale, size);
    const start = performance.now();
    let isDone = true;
    for (const [key, box] of wanted) {
      const tile = this.#tiles.get(key);
      if (tile?.version === this.#version) continue;
      if (performance.now() - start > BUDGET) {
        isDone = false;
        break;
      }
      this.#paintTile(key, box, scale, tile);
    }
    // Tiles of another zoom stay until those of this one are there.
    if (isDone) for (const key of this.#tiles.keys()) if (!wanted.has(key)) this.#drop(key);
    if (!isDone) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** The tiles to be seen, those in the middle first. */
  #wanted(seen: Box, scale: number, size: number): Map<string, Box> {
    const tiles: [string, Box, number][] = [];
    const bounds = this.#canvas.scene.bounds;
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    for (let x = Math.floor(seen.x / size); x * size < seen.x + seen.width; x += 1) {
      for (let y = Math.floor(seen.y / size); y * size < seen.y + seen.height; y += 1) {
        const box = { x: x * size, y: y * size, width: size, height: size };
        if (!bounds || !overlaps(box, { ...bounds, height: bounds.height + 400 })) continue;
        const far = Math.hypot(box.x + size / 2 - middle.x, box.y + size / 2 - middle.y);
        tiles.push([`${scale}/${x}/${y}`, box, far]);
      }
    }
    tiles.sort((a, b) => a[2] - b[2]);
    return new Map(tiles.map(([key, box]) => [key, box]));
  }

  #paintTile(key: string, box: Box, scale: number, there: Tile | undefined): void {
    const element = there?.element ?? this.#spare.pop() ?? document.createElement("canvas");
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
    if (!there) this.#element.append(element);
    this.#tiles.set(key, { element, box, version: this.#version });
  }

  #paintEdges(context: CanvasRenderingContext2D, box: Box, scale: number): void {
    const { scene, editor } = this.#canvas;
    const chosen = new Set(editor.selection.get().steps);
    const different = editor.marks.get().get(this.#canvas.flow)?.edges;
    const colourOf = (edge: CanvasEdge) => (chosen.has(edge.from) || chosen.has(edge.to)
      ? "accent" : different?.has(edge.key) ? "change" : "control");
    context.lineWidth = Math.max(1.6, 0.9 / scale);
    context.globalAlpha = scale < 0.12 ? 0.5 : 0.75;
    for (const colour of ["control", "change", "accent"]) {
      context.beginPath();
      for (const edge of scene.edgesIn(box)) {
        if (colourOf(edge) !== colour) continue;
        const points = scene.shape(edge.key)?.points ?? [];
        // From very far away every third point is enough.
        const step = scale < 0.12 && points.length > 12 ? 4 : 1;
        points.forEach((point, index) => {
          if (index === 0) context.moveTo(point.x, point.y);
          else if (index % step === 0) context.lineTo(point.x, point.y);
        });
      }
      context.strokeStyle = this.#colours[colour] ?? "";
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  #paintNode(context: CanvasRenderingContext2D, id: string, scale: number): void {
    const { scene } = this.#canvas;
    const node = scene.node(id);
    const box = scene.box(id);
    if (!node || !box) return;
    const c = this.#colours;
    const isChosen = this.#canvas.chosen.has(id);
    context.fillStyle = c["surface"] ?? "";
    context.strokeStyle = c[isChosen ? "accent" : this.#findings.get(id) ?? "line"] ?? "";
    context.lineWidth = isChosen ? 3 / scale : Math.max(1, 1 / scale);
    outline(context, box, node.kind === "end" ? 20 : 16);
    context.fill();
    context.stroke();
    if (node.kind === "step") this.#paintScreen(context, box);
    if (node.isStart) {
      context.fillStyle = c["good"] ?? "";
      context.beginPath();
      context.arc(box.x + 20, box.y + 24, 10, 0, 7);
      context.fill();
    }
    if (scale >= 0.2) this.#paintName(context, node, box);
    if (this.#highlighted.has(id)) {
      context.strokeStyle = c["danger"] ?? "";
      context.lineWidth = 4 / scale;
      context.stroke();
    }
  }

  #readFindings(): void {
    this.#findings.clear();
    const different = this.#canvas.editor.marks.get().get(this.#canvas.flow)?.steps;
    for (const step of different?.keys() ?? []) this.#findings.set(step, "change");
    for (const { flow, step, severity } of this.#canvas.editor.verification.state.get().findings) {
      if (step === undefined || flow !== this.#canvas.flow) continue;
      if (severity === "error" || this.#findings.get(step) !== "danger") {
        this.#findings.set(step, severity === "error" ? "danger" : "warn");
      }
    }
  }

  /** The parts of a phone's screen as blocks. */
  #paintScreen(context: CanvasRenderingContext2D, box: Box): void {
    const c = this.#colours;
    const [x, y] = [box.x + 12, box.y + HEAD_HEIGHT];
    const width = box.width - 24;
    context.fillStyle = c["sunken"] ?? "";
    context.fillRect(x, y, width, SCREEN_HEIGHT);
    context.fillStyle = c["control"] ?? "";
    context.globalAlpha = 0.5;
    context.fillRect(x + 12, y + 36, width * 0.6, 12);
    context.globalAlpha = 0.25;
    context.fillRect(x + 12, y + 60, width * 0.75, 8);
    context.fillRect(x + 12, y + 76, width * 0.5, 8);
    context.globalAlpha = 1;
    context.fillStyle = c["accent-tint"] ?? "";
    context.fillRect(x + 12, y + SCREEN_HEIGHT - 48, width - 24, 32);
  }

  #paintName(context: CanvasRenderingContext2D, node: CanvasNode, box: Box): void {
    context.fillStyle = this.#colours["ink"] ?? "";
    context.font = `600 20px ${family()}`;
    context.textBaseline = "middle";
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width - 8, box.height);
    context.clip();
    context.fillText(
      node.title, box.x + (node.isStart ? 38 : 16), box.y + Math.min(24, box.height / 2));
    context.restore();
  }
}

function outline(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  const { x, y, width, height } = box;
  context.beginPath();
  context.moveTo(x + radius, y);
  context.arcTo(x + width, y, x + width, y + height, radius);
  context.arcTo(x + width, y + height, x, y + height, radius);
  context.arcTo(x, y + height, x, y, radius);
  context.arcTo(x, y, x + width, y, radius);
  context.closePath();
}
