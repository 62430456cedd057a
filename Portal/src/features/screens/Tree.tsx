import {
  memo, useEffect, useLayoutEffect, useMemo, useRef, type ClipboardEvent, type KeyboardEvent,
} from "react";
import type { FlowDocument, Json } from "../../document";
import {
  blocksOf, drawnScreenOf, slotsOf, type Block, type BlockPath, type Slot,
} from "../../document/blocks";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { preventScrolling } from "./dragging";
import { textOf } from "./naming";
import { useOthers, type OtherMember } from "./others";
import type { ScreenModel } from "./screenModel";
import { TreeDrop } from "./TreeDrop";
import { handleKey } from "./treeKeys";
import { TreeRow } from "./TreeRow";

interface SharedProps {
  model: ScreenModel;
  texts: FlowDocument;
  others: OtherMember[];
}

/**
 * The blocks of a screen as nested lists, with keyboard support for everything that the preview
 * offers.
 *
 * NB: each of up to 200 rows subscribes to the selection and the findings itself, so that only
 * changed rows are re-rendered.
 */
export function Tree({ model }: { model: ScreenModel }) {
  const document = useStore(model.editor.draft.debounced);
  const others = useOthers(model);
  const root = useRef<HTMLDivElement>(null);
  const screen = drawnScreenOf(document, model.name);
  const texts = useTexts(document);
  useEffect(() => preventScrolling(root.current), []);
  if (!screen) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (handleKey(event, model, root.current)) event.preventDefault();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const [file] = clipboardData.files;
    if (file) model.addPicture(file);
    else void model.paste();
  };
  return (
    <div
      className="tree" ref={root} role="group" aria-label={t("screens.blocks")}
      onKeyDown={onKeyDown} onPaste={onPaste}
    >
      <ul><Node block={screen.root} path="/root" model={model} texts={texts} others={others} /></ul>
      {blocksOf(screen).length === 1 && <p className="muted small-text">{t("screens.empty")}</p>}
      <TreeDrop model={model} />
      <FocusFollower model={model} />
    </div>
  );
}

/** The texts of a document, memoized. */
function useTexts({ strings, defaultLocale }: FlowDocument): FlowDocument {
  return useMemo(() => ({
    schema: 1, flows: [], ...(strings ? { strings } : {}),
    ...(defaultLocale ? { defaultLocale } : {}),
  }), [strings, defaultLocale]);
}

/** Makes the focus follow the selection, such as moved or added blocks. */
function FocusFollower({ model }: { model: ScreenModel }) {
  const selected = useStore(model.selected);
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const tree = ref.current?.closest(".tree");
    const { activeElement, body } = window.document;
    const isHere = tree?.contains(activeElement) || activeElement === body;
    const row = tree?.querySelector<HTMLElement>(`[data-path="${model.active}"]`);
    if (isHere && selected.length > 0) row?.focus({ preventScroll: true });
    if (tree && row) reveal(row, tree);
  }, [selected]);
  return <span ref={ref} hidden />;
}

/**
 * Scrolls a hidden row to the center: at the edge, every further key would scroll again, and paint
 * up to 200 rows.
 */
function reveal(row: HTMLElement, tree: Element): void {
  const scroller = tree.parentElement;
  if (!scroller) return;
  const [box, container] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  // The tools stay at the top, over the rows.
  const top = tree.previousElementSibling?.getBoundingClientRect().bottom ?? container.top;
  if (box.top < top || box.bottom > container.bottom) row.scrollIntoView({ block: "center" });
}

const Node = memo(function Node(
  { block, path, ...shared }: SharedProps & { block: Block; path: BlockPath },
) {
  const { model, texts, others } = shared;
  return (
    <li>
      <TreeRow block={block} path={path} model={model} texts={texts} others={others} />
      {slotsOf(block, path).map((slot) => <SlotList key={slot.path} slot={slot} {...shared} />)}
    </li>
  );
});

function SlotList({ slot, ...shared }: SharedProps & { slot: Slot }) {
  const title = slotTitle(slot, shared.texts);
  return (
    <>
      {title && <p className="tree-slot">{title}</p>}
      <ul data-slot={slot.path}>
        {slot.blocks.map(({ block, path }) => (
          <Node key={path} block={block} path={path} {...shared} />
        ))}
      </ul>
    </>
  );
}

const slotTitle = ({ kind, title }: Slot, texts: FlowDocument): string | null => (
  kind === "children" ? null
    : kind === "tab" ? t("screens.slot-tab", { title: textOf(title as Json, texts) })
      : t(`screens.slot-${kind}`));
