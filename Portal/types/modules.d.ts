// What packages without types of their own look like, as far as we use them.

declare module "*.css";

declare module "*.wasm" {
  const address: string;
  export default address;
}

declare module "csstype" {
  export interface Properties<Length = string | number> {
    [property: string]: Length | string | number | undefined;
  }
}

declare module "prop-types" {
  export type Validator<T> = (value: T) => Error | null;
  export type Requireable<T> = Validator<T | null | undefined>;
  export type ValidationMap<T> = { [K in keyof T]?: Validator<T[K]> };
  export type ReactNodeLike = unknown;
  export type ReactElementLike = unknown;
  export type ReactComponentLike = unknown;
  export type WeakValidationMap<T> = { [K in keyof T]?: Validator<T[K]> };
  export type InferProps<T> = { [K in keyof T]?: unknown };
}

declare module "d3-selection" {
  export interface Selection<E extends Element> {
    call(behaviour: (selection: Selection<E>) => void, ...rest: unknown[]): Selection<E>;
    on(type: string, listener: ((this: E, ...values: unknown[]) => void) | null): Selection<E>;
    node(): E | null;
  }
  export function select<E extends Element>(element: E): Selection<E>;
}

declare module "d3-zoom" {
  import type { Selection } from "d3-selection";
  export interface ZoomTransform {
    readonly x: number;
    readonly y: number;
    readonly k: number;
    apply(point: [number, number]): [number, number];
    invert(point: [number, number]): [number, number];
    scale(k: number): ZoomTransform;
    translate(x: number, y: number): ZoomTransform;
    rescaleX: unknown;
  }
  export const zoomIdentity: ZoomTransform;
  export function zoomTransform(element: Element): ZoomTransform;
  export interface ZoomBehavior<E extends Element> {
    (selection: Selection<E>): void;
    scaleExtent(extent: [number, number]): ZoomBehavior<E>;
    extent(extent: () => [[number, number], [number, number]]): ZoomBehavior<E>;
    filter(filter: (this: E) => boolean): ZoomBehavior<E>;
    wheelDelta(delta: () => number): ZoomBehavior<E>;
    clickDistance(distance: number): ZoomBehavior<E>;
    interpolate(interpolate: unknown): ZoomBehavior<E>;
    on(type: string, listener: ((this: E) => void) | null): ZoomBehavior<E>;
    transform(selection: Selection<E>, transform: ZoomTransform): void;
    translateBy(selection: Selection<E>, x: number, y: number): void;
    scaleBy(selection: Selection<E>, k: number, point?: [number, number]): void;
    scaleTo(selection: Selection<E>, k: number, point?: [number, number]): void;
  }
  export function zoom<E extends Element>(): ZoomBehavior<E>;
}

declare module "d3-drag" {
  import type { Selection } from "d3-selection";
  export interface DragBehavior<E extends Element, S> {
    (selection: Selection<E>): void;
    filter(filter: (this: E) => boolean): DragBehavior<E, S>;
    subject(subject: (this: E) => S): DragBehavior<E, S>;
    container(container: (this: E) => Element): DragBehavior<E, S>;
    clickDistance(distance: number): DragBehavior<E, S>;
    on(type: string, listener: ((this: E) => void) | null): DragBehavior<E, S>;
  }
  export function drag<E extends Element, S = unknown>(): DragBehavior<E, S>;
}

declare module "dagre" {
  export namespace graphlib {
    class Graph {
      setGraph(label: Record<string, unknown>): void;
      setDefaultEdgeLabel(label: () => Record<string, unknown>): void;
      setNode(id: string, label: { width: number; height: number }): void;
      setEdge(from: string, to: string, label?: Record<string, unknown>): void;
      nodes(): string[];
      node(id: string): { x: number; y: number; width: number; height: number };
    }
  }
  export function layout(graph: graphlib.Graph): void;
}

declare module "*.json" {
  const value: unknown;
  export default value;
}
