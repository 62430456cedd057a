// The state of the canvas: positions, viewport, selection and drag.

import type { Screen } from "../../api";
import {
  flowOf, routeKey, type Edit, type Flow, type FlowDocument, type RouteRef, type Step,
} from "../../document";
import type { ChosenEdge } from "../../document/insertion";
import type { EditorModel, Selection } from "../../model/editor";
import { LayoutModel, type Position, type PositionChanges } from "../../model/layout";
import { Store } from "../../model/store";
import type { Box, Point } from "./geometry";
import { arranged } from "./arranging";
import { collapsed as withCollapsed, sectionNode, expandMembers } from "./collapsing";
import { chipWidth } from "./fitting";
import { graphOf, isStepNode, type CanvasEdge, type Graph } from "./graph";
import { subflowScene, type SubflowScene } from "./subflowScene";
import { completePositions } from "./placement";
import { chipScaleOf, type Level } from "./levels";
import { renamedNodes } from "./renaming";
import { Scene } from "./scene";
import type { Guide } from "./snapping";
import { Viewport, type View } from "./viewport";
import { Virtualizer } from "./virtualizer";

/** The source of an edge that is being drawn. */
export type Source =
  | { kind: "port"; node: string; port: string }
  | { kind: "outcome"; node: string; ref: RouteRef }
  | { kind: "edge"; node: string; ref: RouteRef };

/** The shapes over the cards during a drag. */
export interface Overlay {
  guides?: Guide[];
  marquee?: Box;
  line?: { start: Point; end: Point };
  /** The potential destination of the edge. */
  target?: string;
  /** The source of the edge that is being drawn. */
  source?: Source;
}

export type CanvasDialog =
  | { kind: "choose"; at: Point; source?: Source; position?: Point }
  | {
    kind: "menu"; at: Point; node?: string; edge?: string; section?: string;
    menu?: "port" | "edges" | "insert";
  }
  /** Asks for the screen to insert into an edge. */
  | { kind: "insert"; edge: ChosenEdge }
  | { kind: "search"; query?: string }
  | { kind: "section" }
  | { kind: "edit-section"; section: string }
  | null;

export interface EdgeElements {
  line: SVGPathElement;
  tip: SVGPathElement;
  chip?: HTMLElement;
}

/** The element under the pointer; `at` is where the pointer entered an edge, in window pixels. */
export type Hover = { node?: string; edge?: string; port?: string; at?: Point } | null;

/** The state of the canvas while the list is shown. */
interface SavedState {
  positions: Map<string, Map<string, Position>>;
  views: Map<string, View>;
}
const savedStates = new WeakMap<EditorModel, SavedState>();

/** The maximum number of nodes whose moves are animated. */
const MAX_ANIMATED = 300;

export class CanvasModel {
  readonly editor: EditorModel;
  readonly layout: LayoutModel;
  readonly viewport = new Viewport();
  readonly scene = new Scene();
  readonly virtualizer: Virtualizer;
  /** Increases whenever a node moves or looks different. */
  readonly version = new Store(0);
  readonly hover = new Store<Hover>(null);
  /** Selected ends and sub-flows; the editor has the selected steps. */
  readonly otherSelection = new Store<ReadonlySet<string>>(new Set());
  /** The step that is selected only because it was searched for; arrow keys do not move it. */
  foundStep: string | null = null;
  /** The focused card. */
  readonly active = new Store<string | null>(null);
  readonly overlay = new Store<Overlay>({});
  readonly dialog = new Store<CanvasDialog>(null);
  readonly tool = new Store<"select" | "hand">(
    matchMedia("(pointer: coarse)").matches ? "hand" : "select");
  readonly isMinimapShown = new Store(localStorage.getItem("canvas.minimap") !== "off");
  /** The level of detail at the current zoom. */
  readonly level = new Store<Level>("near");
  /** The announcement for screen readers. */
  readonly announcement = new Store("");
  /** Listeners that draw without React, called in the same frame. */
  readonly motion = new Set<(nodes: Iterable<string>, edges: Iterable<CanvasEdge>) => void>();
  /** The elements in the page, so that dragging needs no rendering. */
  readonly elements = new Map<string, HTMLElement>();
  readonly lines = new Map<string, EdgeElements>();
  #screens = new Map<string, Screen>();
  #saved: SavedState;
  #stops: (() => void)[] = [];
  #isRefreshScheduled = false;
  /** The document that was shown last. */
  #document: FlowDocument | undefined;
  #animation = 0;

  constructor(editor: EditorModel) {
    this.editor = editor;
    this.layout = new LayoutModel(editor.application, () => editor.canEdit);
    this.#saved = savedStates.get(editor) ?? { positions: new Map(), views: new Map() };
    savedStates.set(editor, this.#saved);
    this.scene.measureChip = chipWidth;
    this.level.subscribe(() => {
      this.scene.scaleChips(chipScaleOf(this.level.get()));
      this.didChange();
    });
    this.virtualizer = new Virtualizer(this);
    const scheduleRefresh = () => this.#scheduleRefresh();
    this.#stops = [
      editor.draft.document.subscribe(scheduleRefresh), editor.flow.subscribe(scheduleRefresh),
      editor.screens.subscribe(scheduleRefresh), this.layout.state.subscribe(scheduleRefresh),
      this.viewport.subscribe((view) => {
        if (this.scene.graph.flow) this.#saved.views.set(this.scene.graph.flow, view);
      }),
    ];
    this.refresh();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    cancelAnimationFrame(this.#animation);
    this.virtualizer.close();
    this.viewport.close();
    this.layout.close();
  }

  get flow(): string {
    return this.scene.graph.flow;
  }

  get canEdit(): boolean {
    return this.editor.canEdit;
  }

  // Graph and scene ----------------------------------------------------------------------------

  #scheduleRefresh(): void {
    if (this.#isRefreshScheduled) return;
    this.#isRefreshScheduled = true;
    queueMicrotask(() => {
      if (this.#isRefreshScheduled) this.refresh();
    });
  }

  /** Updates the scene from the document and the layout. */
  refresh(): void {
    this.#isRefreshScheduled = false;
    const { draft, flow } = this.editor;
    const document = draft.document.get();
    const before = this.scene.graph;
    const isSameFlow = before.flow === flow.get();
    // Once a user changes a flow, its automatic layout is fixed: its steps keep their positions.
    if (isSameFlow && this.canEdit && this.#document !== document) this.#storeAllPositions();
    this.#document = document;
    const screens = this.#screens = new Map(
      this.editor.screens.get().map((it): [string, Screen] => [it.name, it]));
    const collapsed = new Set(this.layout.collapsed(flow.get()));
    const graph = withCollapsed(graphOf(
      document, flowOf(document, flow.get()), screens, collapsed, (it) => this.subflowScene(it),
      isSameFlow ? before.all ?? before : undefined), collapsed);
    if (isSameFlow) this.#keepPositionsOfRenamed(renamedNodes(before, graph));
    const positions = this.#positionsOf(graph);
    const displayed = isSameFlow ? this.#displayedPositions() : null;
    this.scene.drag = null;
    this.scene.update(graph, positions);
    if (displayed && this.#animate(displayed, positions)) return;
    this.didChange();
  }

  /** The scene of a sub-flow that is shown in place. */
  subflowScene(flow: Flow): SubflowScene {
    const { draft, screens } = this.editor;
    return subflowScene(draft.document.get(), flow, this.#screens, screens.get());
  }

  #positionsOf(shown: Graph): Map<string, Position> {
    const graph = shown.all ?? shown;
    const stored = this.layout.positions(graph.flow);
    const saved = this.#saved.positions.get(graph.flow);
    const known = new Map<string, Position>();
    for (const id of graph.nodes.keys()) {
      const position = stored[id] ?? saved?.get(id);
      if (position) known.set(id, position);
    }
    const isNew = ![...graph.nodes.values()].some((it) => it.kind === "step" && known.has(it.id));
    const positions = isNew ? arranged(graph, chipWidth) : completePositions(graph, known);
    this.#saved.positions.set(graph.flow, new Map([...(saved ?? []), ...positions]));
    // A collapsed section is placed at the top left corner of its cards.
    for (const node of shown.nodes.values()) {
      const corners = (node.info?.members ?? []).map((id): Position => positions.get(id) ?? [0, 0]);
      if (node.kind === "section") {
        positions.set(node.id, [
          Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))]);
      }
    }
    return positions;
  }

  #keepPositionsOfRenamed(names: Map<string, string>): void {
    if (names.size === 0) return;
    const stored = this.layout.positions(this.flow);
    const saved = this.#saved.positions.get(this.flow);
    const changes: PositionChanges = {};
    for (const [from, to] of names) {
      const position = this.scene.positions.get(from);
      if (!position) continue;
      saved?.set(to, position);
      saved?.delete(from);
      if (stored[from]) Object.assign(changes, { [from]: null, [to]: position });
    }
    if (this.canEdit && Object.keys(changes).length > 0) this.layout.move(this.flow, changes);
  }

  #displayedPositions(): Map<string, Position> {
    return new Map([...this.scene.graph.nodes.keys()].map((id) => [id, this.scene.position(id)]));
  }

  /** Animates cards to their new positions within 260 ms; returns false if it animates nothing. */
  #animate(from: Map<string, Position>, to: Map<string, Position>): boolean {
    cancelAnimationFrame(this.#animation);
    const moved = [...to].filter(([id, [x, y]]) => {
      const before = from.get(id);
      return before && (before[0] !== x || before[1] !== y);
    });
    if (moved.length === 0 || moved.length > MAX_ANIMATED) return false;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
    const { graph } = this.scene;
    let start = 0;
    const frame = (now: number) => {
      start ||= now;
      const t = Math.min(1, (now - start) / 260);
      const eased = 1 - (1 - t) ** 3;
      const positions = new Map(to);
      for (const [id, [x, y]] of t < 1 ? moved : []) {
        const [a, b] = from.get(id) as Position;
        positions.set(id, [a + (x - a) * eased, b + (y - b) * eased]);
      }
      this.scene.update(graph, positions);
      this.didChange();
      if (t < 1) this.#animation = requestAnimationFrame(frame);
    };
    frame(performance.now());
    return true;
  }

  didChange(): void {
    this.version.update((version) => version + 1);
    this.virtualizer.update(true);
  }

  /** The saved viewport of the flow. */
  get savedView(): View | undefined {
    return this.#saved.views.get(this.flow);
  }

  // Selection ----------------------------------------------------------------------------------

  get selected(): Set<string> {
    return new Set([...this.editor.selection.get().steps, ...this.otherSelection.get()]);
  }

  /** Selects nodes; `opens` opens the panel of a single one. */
  select(nodes: Iterable<string>, opens = false): void {
    this.foundStep = null;
    const all = [...nodes].flatMap((id) => this.scene.node(id) ?? []);
    const steps = all.filter(isStepNode).map((node) => node.id);
    const others = all.filter((node) => !isStepNode(node));
    this.otherSelection.set(new Set(others.map((node) => node.id)));
    this.#select({ steps }, opens);
  }

  selectEdge(ref: RouteRef, opens = true): void {
    this.otherSelection.set(new Set());
    this.#select({ steps: [ref.step], port: ref.port, route: ref }, opens);
  }

  selectPort(step: string, port: string): void {
    this.otherSelection.set(new Set());
    this.#select({ steps: [step], port }, true);
  }

  #select(selection: Selection, opens: boolean): void {
    if (opens) this.editor.select(selection);
    else {
      this.editor.selection.set(selection);
      this.editor.spotlight.set(null);
    }
  }

  /** The selected edge's key. */
  get selectedEdge(): string | null {
    const { route } = this.editor.selection.get();
    return route ? routeKey(route) : null;
  }

  get selectedSteps(): Step[] {
    const steps = this.editor.selection.get().steps;
    return steps.flatMap((id) => this.scene.node(id)?.step ?? []);
  }

  // Changes ------------------------------------------------------------------------------------

  /** Changes the document and positions together, as one undo step. */
  apply(label: string, edit: Edit | null, changes: PositionChanges = {}, mergeKey?: string): void {
    const { flow } = this;
    const moves = expandMembers(changes, this.scene.graph, this.scene.positions);
    if (Object.keys(moves).length === 0) {
      if (edit) this.editor.draft.apply(label, edit, mergeKey);
      return;
    }
    this.#storeAllPositions();
    const back = this.layout.move(flow, moves);
    this.editor.draft.applyWith(label, edit ?? ((document) => document), {
      undo: () => void this.layout.move(flow, back),
      redo: () => void this.layout.move(flow, moves),
    }, mergeKey);
  }

  /** Stores all automatic positions, which stay fixed after the first change. */
  #storeAllPositions(): void {
    const stored = this.layout.positions(this.flow);
    const missing = [...this.scene.positions]
      .filter(([id]) => !stored[id] && this.scene.node(id)?.kind !== "section");
    if (missing.length === 0) return;
    this.layout.move(this.flow, Object.fromEntries(
      missing.map(([id, [x, y]]) => [id, [Math.round(x), Math.round(y)]])));
  }

  /** Collapses nodes or sections, or expands them. */
  setCollapsed(ids: Iterable<string>, isCollapsed: boolean): void {
    const all = new Set(ids);
    const others = this.layout.collapsed(this.flow).filter((id) => !all.has(id));
    this.layout.setCollapsed(this.flow, isCollapsed ? [...others, ...all] : others);
  }

  isSectionCollapsed(section: string): boolean {
    return this.scene.node(sectionNode(section)) !== undefined;
  }

  announce(text: string): void {
    // Screen readers announce only changes, so a repeated text gets a space at its end.
    this.announcement.update((last) => (last === text ? `${text}\u00a0` : text));
  }
}
