import {
  useEffect, useLayoutEffect, useMemo, useRef, useState, type DragEvent, type MouseEvent,
  type PointerEvent,
} from "react";
import { drawnScreenOf, type DrawnScreen } from "../../document/blocks";
import { useStore } from "../../model/store";
import { Loading } from "../../ui";
import { t } from "../../localization";
import { drawnRoot, patchHTML, setTheme, useIsPortalDark } from "../drawn";
import { designCopy, phoneRoot, pathAt } from "./design";
import { preventScrolling, startDrag } from "./dragging";
import { lineAt } from "./dropping";
import type { BlockFindings } from "./findings";
import type { DisplayOptions } from "./locatedFinding";
import { useOthers, type OtherMember } from "./others";
import { useRenderedScreens } from "./rendering";
import type { ScreenModel } from "./screenModel";
import { boxesOf, boxOnPhone, relativeTo, useSizeAround, type Box } from "./stageBoxes";
import { StageMarks } from "./StageMarks";
import { TextInPlace } from "./TextInPlace";
import { textAt } from "./textEditing";

/** The screen as users see it, on which blocks are selected, dragged and edited. */
export function Stage({ model, locale, findings, display }: {
  model: ScreenModel; locale: string; findings: BlockFindings; display: DisplayOptions;
}) {
  const { editor } = model;
  const document = useStore(editor.draft.debounced);
  const screen = drawnScreenOf(document, model.name);
  const design = useMemo(() => (screen ? [designCopy(screen)] : []), [screen]);
  const html = useRenderedScreens(document, design, locale)?.get(model.name);
  const isPortalDark = useIsPortalDark();
  const dark = display.appearance ? display.appearance === "dark" : isPortalDark;
  const host = useRef<HTMLDivElement>(null);
  const wasSelected = useRef(false);
  const [drawn, setDrawn] = useState(0);
  const editing = useStore(model.editing);
  useLayoutEffect(() => {
    if (!host.current || html === undefined) return;
    // NB: React 18 does not support `inert`.
    host.current.inert = true;
    const root = drawnRoot(host.current);
    setTheme(root, document.theme);
    patchHTML(root, html, { locale, dark });
    const { style } = host.current;
    style.setProperty("--fm-text-size", display.isLarge ? "2rem" : "1rem");
    style.setProperty("color-scheme", display.appearance ?? "");
    setDrawn((count) => count + 1);
  }, [html, document.theme, document.assets, display, locale, dark]);
  useEffect(() => preventScrolling(host.current?.parentElement ?? null), []);
  const onPointerDown = (event: PointerEvent) => {
    wasSelected.current = false;
    if (event.button !== 0) return;
    const path = pathAt(phoneRoot(), event.clientX, event.clientY) ?? "/root";
    const isSelected = model.selected.get().includes(path);
    const isAdditive = event.ctrlKey || event.metaKey || event.shiftKey;
    wasSelected.current = isSelected && model.selected.get().length === 1;
    if (isAdditive) model.select(path, "toggle");
    else if (!isSelected) model.select(path);
    if (!isAdditive && path !== "/root") {
      startDrag(event, model, { paths: isSelected ? model.selected.get() : [path] });
    }
  };
  const editText = ({ clientX, clientY }: MouseEvent) => {
    const path = pathAt(phoneRoot(), clientX, clientY);
    if (!screen || path === null || !editor.canEdit) return;
    const text = textAt(screen, phoneRoot(), path, clientX, clientY);
    if (text) model.editing.set(text.pointer);
  };
  // A tap edits at once; a click selects first, and edits if already selected.
  const onClick = (event: MouseEvent) => {
    const isFinger = (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
    const isAdditive = event.ctrlKey || event.metaKey || event.shiftKey;
    const isMark = (event.target as Element).closest("button") !== null;
    if (!isAdditive && !isMark && (isFinger || wasSelected.current)) editText(event);
  };
  // NB: otherwise the browser would open the file instead of the page.
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    model.select(pathAt(phoneRoot(), event.clientX, event.clientY) ?? "/root");
    model.addPicture(file);
  };
  return (
    <div className="stage-phone" onDragOver={onDragOver} onDrop={onDrop}>
      {html === undefined && <Loading text={t("app.loading")} />}
      <div
        className={`stage-screen ${display.isLarge ? "large" : ""}`}
        role="group" aria-label={t("screens.stage")}
        onPointerDown={onPointerDown} onClick={onClick} onDoubleClick={editText}
      >
        <div className="stage-host" ref={host} aria-hidden="true" />
        {screen && <Outlines model={model} screen={screen} drawn={drawn} />}
        {screen && (
          <StageMarks model={model} screen={screen} findings={findings} drawn={drawn} />
        )}
        {screen && editing !== null && (
          <TextInPlace
            key={editing} model={model} screen={screen} pointer={editing} locale={locale}
            drawn={drawn}
          />
        )}
      </div>
    </div>
  );
}

/** The outlines of the selection, and the drop indicator. */
function Outlines({ model, screen, drawn }: {
  model: ScreenModel; screen: DrawnScreen; drawn: number;
}) {
  const selected = useStore(model.selected);
  const others = useOthers(model);
  const drop = useStore(model.dropTarget);
  const ref = useRef<HTMLDivElement>(null);
  const [boxes, setBoxes] = useState<Box[]>([]);
  const [marks, setMarks] = useState<(Box & { other: OtherMember })[]>([]);
  const [line, setLine] = useState<Box | null>(null);
  const size = useSizeAround(ref);
  useLayoutEffect(() => {
    const container = ref.current?.parentElement?.getBoundingClientRect();
    if (!container) return;
    setBoxes(boxesOf(selected, container));
    setMarks(others.flatMap((other) => (
      boxesOf([other.path], container).slice(0, 1).map((box) => ({ ...box, other })))));
  }, [selected, others, drawn, size]);
  useLayoutEffect(() => {
    // NB: measured only during a drag, because typing changes the screen, too.
    const container = drop && ref.current?.parentElement?.getBoundingClientRect();
    const target = container ? lineAt(screen, boxOnPhone, drop) : null;
    setLine(target && container ? relativeTo(target, container) : null);
  }, [drop, screen]);
  return (
    <div ref={ref} className="stage-outlines" aria-hidden="true">
      {marks.map(({ other, ...box }) => (
        <span key={other.id} className="stage-other member" data-hue={other.hue} style={box}>
          <b>{other.name}</b>
        </span>
      ))}
      {boxes.map((box, index) => <span key={index} className="stage-outline" style={{ ...box }} />)}
      {line && <span className="stage-line" style={{ ...line }} />}
    </div>
  );
}
