// The viewport: panned and zoomed with one CSS transform, without rendering anything again.

import type { Box, Point } from "./geometry";

/** The offset of the canvas in window pixels, and its zoom `k`. */
export interface View {
  x: number;
  y: number;
  k: number;
}

/** The minimum zoom, unless the flow needs an even smaller one to fit. */
const MIN_ZOOM = 0.04;
/** The minimum zoom for such a flow, as a share of the zoom at which it fits. */
const FIT_SHARE = 0.8;
const MAX_ZOOM = 4;
/** The duration of an animation, in milliseconds. */
const ANIMATION = 260;

/** The margins of the canvas that its tools cover, in pixels, at the default text size. */
const INSETS = { top: 64, right: 24, bottom: 72, left: 24 };
/** Below this width, the bars at the top and at the bottom have two rows. */
const NARROW = 640;
const ROW = 52;
/** The space between visible boxes and the canvas's tools. */
const MARGIN = 12;

/** Returns the scale of texts: the font size of the page, relative to 16 pixels. */
export function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

export type ViewListener = (view: View) => void;

/** The visible part of the canvas. */
export class Viewport {
  #view: View = { x: 0, y: 0, k: 1 };
  #listeners = new Set<ViewListener>();
  #frame = 0;
  #animation = 0;
  width = 0;
  height = 0;
  insets = INSETS;
  /** Returns the height of the tools at the top, which may have several rows. */
  barHeight = () => 0;
  /** Returns the part of the canvas currently covered from the right and from below. */
  coveredInsets = () => ({ right: 0, bottom: 0 });
  /** Returns the top left corner of the minimap, if it is shown. */
  minimapCorner: () => Point | null = () => null;
  /** The bounds of the content. */
  contentBounds: () => Box | null = () => null;
  /** The zoom at which texts are as large as those around the canvas. */
  #naturalZoom = 1;

  get view(): View {
    return this.#view;
  }

  /** Calls the listener at most once a frame, however often the view changes. */
  subscribe(listener: ViewListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows the window's size. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    const scale = textScale();
    const row = width < NARROW * scale ? ROW : 0;
    this.insets = {
      top: (INSETS.top + row) * scale, right: INSETS.right * scale,
      bottom: (INSETS.bottom + row) * scale, left: INSETS.left * scale,
    };
    this.#naturalZoom = Math.max(1, scale);
    this.#changed();
  }

  set(view: View): void {
    this.stop();
    this.#set(view);
  }

  #set(view: View): void {
    const k = this.#clampedZoom(view.k);
    this.#view = { x: view.x, y: view.y, k };
    this.#changed();
  }

  #changed(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener(this.#view);
    });
  }

  panBy(dx: number, dy: number): void {
    const { x, y, k } = this.#view;
    this.set({ x: x + dx, y: y + dy, k });
  }

  /** Zooms around a point of the window. */
  zoomAt(point: Point, factor: number, isAnimated = false): void {
    const { x, y, k } = this.#view;
    const next = this.#clampedZoom(k * factor);
    const view = {
      k: next, x: point.x - (point.x - x) * next / k, y: point.y - (point.y - y) * next / k,
    };
    if (isAnimated) this.animateTo(view);
    else this.set(view);
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.width / 2, y: this.height / 2 }, factor, true);
  }

  /** Converts a point of the window to canvas coordinates. */
  toCanvas({ x, y }: Point): Point {
    return { x: (x - this.#view.x) / this.#view.k, y: (y - this.#view.y) / this.#view.k };
  }

  toWindow({ x, y }: Point): Point {
    return { x: x * this.#view.k + this.#view.x, y: y * this.#view.k + this.#view.y };
  }

  /** The size of the part that nothing covers, from the top left. */
  get freeSize(): { width: number; height: number } {
    const { right, bottom } = this.coveredInsets();
    return { width: this.width - right, height: this.height - bottom };
  }

  /** The visible part of the canvas, and `margin` window pixels around it. */
  visibleBox(margin = 0): Box {
    const { x, y, k } = this.#view;
    return {
      x: (-x - margin) / k, y: (-y - margin) / k,
      width: (this.width + 2 * margin) / k, height: (this.height + 2 * margin) / k,
    };
  }

  /** Fits a box into the view, but with texts not larger than those around the canvas. */
  fit(box: Box, isAnimated: boolean): void {
    this.#show(this.fittingView(box), isAnimated);
  }

  fittingView(box: Box): View {
    const area = this.#freeArea();
    const hidden = Math.max(0, this.barHeight() + MARGIN - area.y);
    area.y += hidden;
    area.height = Math.max(40, area.height - hidden);
    const k = Math.min(this.#naturalZoom, fittingZoom(area, box));
    return {
      k, x: area.x + (area.width - box.width * k) / 2 - box.x * k,
      y: area.y + (area.height - box.height * k) / 2 - box.y * k,
    };
  }

  #clampedZoom(zoom: number): number {
    if (zoom >= MIN_ZOOM) return Math.min(MAX_ZOOM, zoom);
    const box = this.contentBounds();
    const least = box
      ? Math.min(MIN_ZOOM, fittingZoom(this.#freeArea(), box) * FIT_SHARE) : MIN_ZOOM;
    return Math.max(least, zoom);
  }

  #freeArea(): Box {
    const { top, right, bottom, left } = this.insets;
    const covered = this.coveredInsets();
    const below = Math.max(bottom, covered.bottom + MARGIN);
    return {
      x: left, y: top, width: Math.max(40, this.width - left - right - covered.right),
      height: Math.max(40, this.height - top - below),
    };
  }

  /** The available area for a box: above the minimap if it would be covered by it. */
  #freeAreaFor(box: Box, zoom: number): Box {
    const area = this.#freeArea();
    const corner = this.minimapCorner();
    const height = (corner?.y ?? 0) - MARGIN - area.y;
    const right = Math.min(this.toWindow(box).x + box.width * zoom, area.x + area.width);
    return corner && right + MARGIN > corner.x && box.height * zoom <= height
      ? { ...area, height: Math.min(area.height, height) } : area;
  }

  /** Pans as little as necessary to make a box visible, or as much of it as fits. */
  panIntoView(box: Box): void {
    const { x, y, k } = this.#view;
    const area = this.#freeAreaFor(box, k);
    const at = this.toWindow(box);
    const by = (start: number, size: number, min: number, max: number) => {
      if (start < min || size > max - min) return min - start;
      return Math.min(0, max - size - start);
    };
    const dx = by(at.x, box.width * k, area.x, area.x + area.width);
    const dy = by(at.y, box.height * k, area.y, area.y + area.height);
    if (Math.abs(dx) >= 1 || Math.abs(dy) >= 1) this.animateTo({ k, x: x + dx, y: y + dy });
  }

  /** Brings a box into view, and zooms in if the zoom is below `minZoom`. */
  reveal(box: Box, minZoom = 0, isAnimated = true): void {
    const { k } = this.#view;
    const area = this.#freeAreaFor(box, k);
    const zoom = Math.max(k, Math.min(minZoom, area.width / box.width, area.height / box.height));
    const at = this.toWindow(box);
    const isVisible = zoom === k && at.x >= area.x && at.y >= area.y
      && at.x + box.width * k <= area.x + area.width
      && at.y + box.height * k <= area.y + area.height;
    if (isVisible) return;
    this.#show({
      k: zoom, x: area.x + area.width / 2 - (box.x + box.width / 2) * zoom,
      y: area.y + area.height / 2 - (box.y + box.height / 2) * zoom,
    }, isAnimated);
  }

  #show(view: View, isAnimated: boolean): void {
    if (isAnimated) this.animateTo(view);
    else this.set(view);
  }

  /** Animates to a view within 260 ms; with reduced motion, sets it at once. */
  animateTo(to: View): void {
    this.stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#set(to);
    const from = this.#view;
    let start = 0;
    const frame = (now: number) => {
      start ||= now;
      const t = Math.min(1, (now - start) / ANIMATION);
      this.#set(interpolated(from, to, 1 - (1 - t) ** 3, this.width, this.height));
      this.#animation = t < 1 ? requestAnimationFrame(frame) : 0;
    };
    this.#animation = requestAnimationFrame(frame);
  }

  stop(): void {
    cancelAnimationFrame(this.#animation);
    this.#animation = 0;
  }

  close(): void {
    this.stop();
    cancelAnimationFrame(this.#frame);
    this.#listeners.clear();
  }
}

/** The zoom at which a box just fits into an area. */
const fittingZoom = (area: Box, box: Box) =>
  Math.min(area.width / Math.max(1, box.width), area.height / Math.max(1, box.height));

/** Interpolates two views: the zoom changes exponentially, and the center moves accordingly. */
function interpolated(from: View, to: View, t: number, width: number, height: number): View {
  const k = from.k * (to.k / from.k) ** t;
  const center = (view: View) => ({
    x: (width / 2 - view.x) / view.k, y: (height / 2 - view.y) / view.k,
  });
  const [a, b] = [center(from), center(to)];
  // A point that both views show at the same position stays there during the animation.
  const isScaled = Math.abs(to.k / from.k - 1) > 1e-3;
  const share = isScaled ? (1 - from.k / k) / (1 - from.k / to.k) : t;
  const x = a.x + (b.x - a.x) * share;
  const y = a.y + (b.y - a.y) * share;
  return t >= 1 ? to : { k, x: width / 2 - x * k, y: height / 2 - y * k };
}
