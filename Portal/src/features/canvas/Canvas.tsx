import {
  useEffect, useId, useLayoutEffect, useRef, useState, type RefObject,
} from "react";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, EmptyState, lazy, whenIdle } from "../../ui";
import { t, type MessageKey } from "../../localization";
import { EdgeLayer, ChipLayer, HighlightLayer } from "./Edges";
import { CanvasModel } from "./canvasModel";
import { EdgeTag } from "./EdgeTag";
import { addFirstFlow } from "./actions";
import { trackView } from "./viewTracking";
import { NodeLayer } from "./Nodes";
import { OverlayLayer } from "./Overlay";
import { SectionLayer } from "./SectionLayer";
import { startView } from "./startView";
import { Toolbar } from "./Toolbar";
import "./canvas.css";
import "./edges.css";
import "./cards.css";
import "./sketch.css";
import "./chrome.css";
import "./levels.css";

const OffscreenSteps = lazy(
  async () => (await import("./OffscreenSteps")).OffscreenSteps, "optional");
const Minimap = lazy(async () => (await import("./Minimap")).Minimap, "optional");

/** The flow as an editable canvas of cards and edges. */
export function Canvas() {
  const editor = useEditor();
  const [canvas, setCanvas] = useState<CanvasModel | null>(null);
  useEffect(() => {
    const model = new CanvasModel(editor);
    setCanvas(model);
    return () => model.close();
  }, [editor]);
  return canvas && <CanvasView canvas={canvas} />;
}

/** The number of edges above which they are faded until their node is selected. */
const MAX_UNFADED = 60;

function CanvasView({ canvas }: { canvas: CanvasModel }) {
  const root = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  const help = useId();
  const tool = useStore(canvas.tool);
  const isPainted = useStore(canvas.virtualizer.rendered, (it) => it.isPainted);
  const hasSpotlight = useStore(canvas.editor.spotlight, (it) => it !== null && !it.isGlobal);
  useCanvasView(canvas, root, world, dots, tiles);
  const interaction = useInteraction(canvas, root);
  const flow = useStore(canvas.editor.flow);
  const hasManyEdges = useStore(
    canvas.version, () => canvas.scene.graph.edges.length > MAX_UNFADED);
  const hasSelection = useStore(canvas.editor.selection, (it) => it.steps.length > 0);
  const classes = [
    "canvas", isPainted ? "far" : "", hasManyEdges ? "crowded" : "",
    hasSelection ? "has-selection" : "", hasSpotlight ? "has-spotlight" : "",
    tool === "hand" ? "pans" : "", canvas.canEdit ? "editable" : "",
  ].join(" ");
  return (
    <div className="canvas-container">
      <div
        ref={root} className={classes} tabIndex={0} role="application"
        aria-roledescription={t("canvas.role")} aria-describedby={help}
        aria-label={t("canvas.label", { flow })}
      >
        <div ref={dots} className="canvas-dots" aria-hidden="true" />
        <div ref={tiles} className="canvas-far" aria-hidden="true" />
        <div ref={world} className="canvas-world">
          <Corners canvas={canvas} />
          <SectionLayer canvas={canvas} />
          <EdgeLayer canvas={canvas} />
          <NodeLayer canvas={canvas} />
          <HighlightLayer canvas={canvas} />
          <ChipLayer canvas={canvas} />
          <OverlayLayer canvas={canvas} />
        </div>
      </div>
      <p id={help} className="visually-hidden">{t("canvas.help")}</p>
      <EdgeTag canvas={canvas} />
      <EmptyCanvas canvas={canvas} />
      <Toolbar canvas={canvas} />
      <Minimap canvas={canvas} />
      <OffscreenSteps canvas={canvas} />
      {interaction && <interaction.Popups canvas={canvas} />}
      <Announcer canvas={canvas} />
    </div>
  );
}

type Ref = RefObject<HTMLDivElement>;
type Interaction = typeof import("./interaction");

/** Updates the view without React. */
function useCanvasView(
  canvas: CanvasModel, root: Ref, world: Ref, dots: Ref, tiles: Ref,
): void {
  useLayoutEffect(() => {
    const element = root.current as HTMLDivElement;
    const stops = [
      trackView(canvas, element, world.current as HTMLDivElement, dots.current as HTMLDivElement),
      startView(canvas, element), paintWhenIdle(canvas, tiles.current as HTMLDivElement),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [canvas]);
}

/** Loads the interaction with the canvas; returns it for its popups, null until it is loaded. */
function useInteraction(canvas: CanvasModel, root: Ref): Interaction | null {
  const [loaded, setLoaded] = useState<Interaction | null>(null);
  useEffect(() => startWhenLoaded(async () => {
    setLoaded(await import("./interaction"));
    return () => undefined;
  }), []);
  // NB: shortcuts are handled only once their popup is loaded, so that no keystroke is lost.
  useLayoutEffect(() => {
    const element = root.current;
    if (!loaded || !element) return;
    element.dataset["ready"] = "true";
    return loaded.interact(canvas, element);
  }, [canvas, loaded]);
  return loaded;
}

/** Starts something once it is loaded; returns a function that stops it, even before then. */
function startWhenLoaded(start: () => Promise<() => void>): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  const attempt = () => void start().then((end) => {
    stop = end;
    if (isStopped) end();
  }, () => {
    // A failed load is retried when the connection is back.
    if (!isStopped) addEventListener("online", attempt, { once: true });
  });
  attempt();
  return () => {
    isStopped = true;
    removeEventListener("online", attempt);
    stop?.();
  };
}

/** Starts painting the zoomed-out view when the page is idle; returns a function that stops it. */
function paintWhenIdle(canvas: CanvasModel, element: HTMLElement): () => void {
  return startWhenLoaded(async () => {
    await new Promise<void>((idle) => whenIdle(async () => idle()));
    const { CanvasRenderer } = await import("./canvasRenderer");
    const painter = new CanvasRenderer(canvas, element);
    return () => painter.close();
  });
}

/**
 * A point beyond each of two corners of the flow. Both keep the size of the compositing layer
 * constant whichever cards are rendered; a layer that changes its size is repainted completely.
 */
function Corners({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { bounds } = canvas.scene;
  if (!bounds) return null;
  // In large steps, so that small moves of a card change nothing.
  const step = (value: number, round: (value: number) => number) => round(value / 4096) * 4096;
  const bottomRight = { x: bounds.x + bounds.width + 512, y: bounds.y + bounds.height + 512 };
  return (
    <>
      <i
        className="canvas-corner"
        style={{ left: step(bounds.x - 512, Math.floor), top: step(bounds.y - 512, Math.floor) }}
      />
      <i
        className="canvas-corner"
        style={{ left: step(bottomRight.x, Math.ceil), top: step(bottomRight.y, Math.ceil) }}
      />
    </>
  );
}

function Announcer({ canvas }: { canvas: CanvasModel }) {
  const text = useStore(canvas.announcement);
  return <div className="visually-hidden" role="status" aria-live="polite">{text}</div>;
}

/** The empty states of an application without a flow and of a flow without steps. */
function EmptyCanvas({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { application, draft } = canvas.editor;
  const { graph } = canvas.scene;
  const hasScreens = useStore(canvas.editor.screens).length > 0;
  const hasNoFlow = useStore(draft.document).flows.length === 0;
  const ask = () => canvas.dialog.set({
    kind: "choose",
    at: { x: canvas.viewport.width / 2 - 150, y: canvas.viewport.height / 2 - 120 },
  });
  if (graph.nodes.size > 0 || (graph.flow === "" && !hasNoFlow)) return null;
  const connect = `/apps/${encodeURIComponent(application.id)}/connect`;
  const add = hasNoFlow
    ? { text: t("editor.add-flow"), run: () => addFirstFlow(canvas) }
    : { text: t("canvas.add-step"), run: ask };
  const text: MessageKey = hasNoFlow ? "canvas.no-flow-text"
    : hasScreens ? "canvas.empty-text" : "canvas.empty-no-screens";
  return (
    <div className="canvas-empty" data-chrome>
      <EmptyState
        icon={hasNoFlow ? "flow" : "phone"}
        title={t(hasNoFlow ? "canvas.no-flow" : "canvas.empty")}
        action={canvas.canEdit && (
          <>
            <Button kind="primary" icon="add" onClick={add.run}>{add.text}</Button>
            {!hasScreens && (
              <a className="button plain" href={connect}>{t("canvas.to-connect")}</a>
            )}
          </>
        )}
      >
        <p>{t(text)}</p>
      </EmptyState>
    </div>
  );
}
