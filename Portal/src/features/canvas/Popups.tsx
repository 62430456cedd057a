import { useCallback, useMemo } from "react";
import { routeKey, type RouteRef } from "../../document";
import type { ChosenEdge } from "../../document/insertion";
import { useStore } from "../../model/store";
import { ContextMenu } from "../../ui";
import { t } from "../../localization";
import type { CanvasModel, Source } from "./canvasModel";
import { canPlan, choicesFor, insertionsFor } from "./choices";
import { focusCard, refocus } from "./focusing";
import type { Point } from "./geometry";
import { canvasMenu, edgeName, edgesMenu, insertionMenu, portMenu } from "./menus";
import { noResultsText, Palette, type PaletteItem } from "./Palette";
import { searchIn } from "./searching";
import { SectionChooser, SectionDialog } from "./SectionDialogs";
import { textScale } from "./viewport";

/** The size of the palette in pixels at the default text size; in chrome.css, it is in rem. */
const PALETTE = { width: 300, height: 380 };

/** The open popup of the canvas: a choice, a menu, a search, or a dialog of a section. */
export function Popups({ canvas }: { canvas: CanvasModel }) {
  const dialog = useStore(canvas.dialog);
  const close = useCallback(() => {
    canvas.dialog.set(null);
    refocus(canvas);
  }, [canvas]);
  if (!dialog) return null;
  if (dialog.kind === "search") {
    return <Search key={dialog.query} canvas={canvas} query={dialog.query} onClose={close} />;
  }
  if (dialog.kind === "section") {
    return (
      <SectionChooser
        canvas={canvas} onClose={close} onChoose={(item) => choose(canvas, item)}
      />
    );
  }
  if (dialog.kind === "edit-section") {
    return <SectionDialog canvas={canvas} section={dialog.section} onClose={close} />;
  }
  if (dialog.kind === "choose") {
    return (
      <Chooser
        key={JSON.stringify(dialog.at)} canvas={canvas} at={dialog.at} source={dialog.source}
        position={dialog.position} onClose={close}
      />
    );
  }
  if (dialog.kind === "insert") {
    return (
      <Chooser
        key={routeKey(dialog.edge.ref)} canvas={canvas} at={positionOf(canvas, dialog.edge.ref)}
        edge={dialog.edge} onClose={close}
      />
    );
  }
  const { left, top } = canvasRect();
  const items = dialog.menu === "port" ? portMenu(canvas, dialog.node ?? "", dialog.at)
    : dialog.menu === "edges" ? edgesMenu(canvas, dialog.node ?? "")
    : dialog.menu === "insert" ? insertionMenu(canvas, dialog.node ?? "")
      : canvasMenu(canvas, dialog);
  return (
    <ContextMenu
      items={items} label={t("canvas.menu")} x={dialog.at.x + left} y={dialog.at.y + top}
      onClose={() => {
        if (canvas.dialog.get() === dialog) canvas.dialog.set(null);
        refocus(canvas);
      }}
    />
  );
}

const canvasRect = () =>
  document.querySelector(".canvas-container")?.getBoundingClientRect() ?? new DOMRect();

/** The middle of an edge, in window pixels; that of the view if the edge is not shown. */
function positionOf({ scene, viewport }: CanvasModel, edge: RouteRef): Point {
  const shape = scene.shape(routeKey(edge));
  return shape ? viewport.toWindow(shape.label)
    : { x: viewport.width / 2 - PALETTE.width / 2, y: viewport.height / 3 };
}

/** The choice of a destination, of a new step's screen, or of the screen to insert into an edge. */
function Chooser({ canvas, at, source, position, edge, onClose }: {
  canvas: CanvasModel; at: Point; source?: Source; position?: Point; edge?: ChosenEdge;
  onClose(): void;
}) {
  const { application } = canvas.editor;
  const screens = useStore(canvas.editor.screens);
  const builds = useStore(application.builds);
  const find = useMemo(
    () => (edge ? insertionsFor(canvas, edge) : choicesFor(canvas, position ?? null, source)),
    [canvas, source, position, edge, screens, builds]);
  const { width, height } = canvas.viewport;
  const scale = textScale();
  const style = {
    left: Math.max(8, Math.min(at.x, width - PALETTE.width * scale - 8)),
    top: Math.max(8, Math.min(at.y - 20, height - PALETTE.height * scale - 8)),
  };
  const label = canvas.flow === "" ? t("canvas.no-flow")
    : edge ? t("canvas.choose-inserted", { edge: edgeName(canvas, edge.ref) })
    : t(source ? "canvas.choose-target" : "canvas.choose-screen");
  const isPlanning = canPlan(canvas) && screens.length === 0;
  return (
    <Palette
      label={label} title={label} find={find} emptyText={noResultsText()} style={style}
      placeholder={t(isPlanning ? "canvas.type-screen" : "canvas.type-to-find")}
      note={canvas.flow !== "" && screens.length === 0 && <NoScreensHint canvas={canvas} />}
      onChoose={(item) => choose(canvas, item)} onClose={onClose}
    />
  );
}

/** A hint shown while no screens are known: how apps declare them, with a link to the page. */
function NoScreensHint({ canvas }: { canvas: CanvasModel }) {
  return (
    <>
      {t("canvas.screens-from-app")}{" "}
      <a href={`/apps/${encodeURIComponent(canvas.editor.application.id)}/connect`}>
        {t("canvas.to-connect")}
      </a>
    </>
  );
}

/** Runs the chosen item, then focuses its card. */
function choose(canvas: CanvasModel, item: PaletteItem): void {
  canvas.dialog.set(null);
  const id = item.run() ?? canvas.active.get();
  refocus(canvas);
  if (id !== null) focusCard(canvas, id);
}

/** Finds steps, screens, sections and flows by name and text. */
function Search({ canvas, query, onClose }: {
  canvas: CanvasModel; query?: string; onClose(): void;
}) {
  const find = useMemo(() => searchIn(canvas), [canvas]);
  return (
    <Palette
      className="search" label={t("canvas.search")} placeholder={t("canvas.search-placeholder")}
      find={find} emptyText={noResultsText()} start={query} onClose={onClose}
      onChoose={(item) => choose(canvas, item)}
    />
  );
}
