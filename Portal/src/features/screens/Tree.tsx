import { memo, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { FlowDocument, Json } from "../../document";
import {
  blocksOf, drawnScreenOf, slotsOf, type Block, type BlockPath, type Slot, type Target,
} from "../../document/blocks";
import { useStore } from "../../model/store";
import { Icon } from "../../ui";
import { t } from "../../localization";
import { blockText, textOf, typeName } from "./naming";
import { startDrag } from "./dragging";
import { useOthers, type Other } from "./others";
import type { BlockFindings } from "./findings";
import { severityIcon } from "./FindingsAt";
import type { LocatedFinding } from "./located";
import type { ScreenModel } from "./screenModel";
import { pressed } from "./treeKeys";

interface Shared {
  model: ScreenModel;
  document: FlowDocument;
  chosen: BlockPath[];
  drop: Target | null;
  findings: BlockFindings;
  others: Other[];
}

/** The blocks of a screen as nested lists: everything on the phone can be done here by keys. */
export function Tree({ model, findings }: { model: ScreenModel; findings: BlockFindings }) {
  const document = useStore(model.editor.draft.document);
  const chosen = useStore(model.chosen);
  const drop = useStore(model.drop);
  const others = useOthers(model);
  const root = useRef<HTMLDivElement>(null);
  const screen = drawnScreenOf(document, model.name);
  const active = model.active;
  useLayoutEffect(() => {
    // What was moved or added is where the keyboard goes on.
    const isHere = root.current?.contains(window.document.activeElement)
      || window.document.activeElement === window.document.body;
    const row = root.current?.querySelector<HTMLElement>(`[data-path="${active}"]`);
    if (isHere && chosen.length > 0) row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (!screen) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, model, root.current)) event.preventDefault();
  };
  const shared = { model, document, chosen, drop, findings, others };
  return (
    <div
      className="tree" ref={root} role="group" aria-label={t("screens.blocks")}
      onKeyDown={onKeyDown}
    >
      <ul><Node block={screen.root} path="/root" {...shared} /></ul>
      {blocksOf(screen).length === 1 && <p className="soft small-text">{t("screens.empty")}</p>}
    </div>
  );
}

function Node({ block, path, ...shared }: Shared & { block: Block; path: BlockPath }) {
  const slots = slotsOf(block, path);
  return (
    <li>
      <NodeRow block={block} path={path} {...shared} />
      {slots.map((slot) => <SlotList key={slot.path} slot={slot} {...shared} />)}
    </li>
  );
}

function SlotList({ slot, ...shared }: Shared & { slot: Slot }) {
  const { drop, document } = shared;
  const isTarget = drop?.slot === slot.path;
  const title = slotTitle(slot, document);
  return (
    <>
      {title && <p className="tree-slot">{title}</p>}
      <ul className={isTarget && slot.blocks.length === 0 ? "drop-inside" : undefined}>
        {slot.blocks.map(({ block, path }, index) => (
          <NodeAt
            key={path} isBefore={isTarget && drop.index === index}
            isBehind={isTarget && drop.index > index && index === slot.blocks.length - 1}
          >
            <Node block={block} path={path} {...shared} />
          </NodeAt>
        ))}
      </ul>
    </>
  );
}

function NodeAt({ isBefore, isBehind, children }: {
  isBefore: boolean; isBehind: boolean; children: JSX.Element;
}) {
  return (
    <>
      {isBefore && <li className="tree-drop" aria-hidden="true" />}
      {children}
      {isBehind && <li className="tree-drop" aria-hidden="true" />}
    </>
  );
}

const slotTitle = ({ kind, title }: Slot, document: FlowDocument): string | null => (
  kind === "children" ? null
    : kind === "tab" ? t("screens.slot-tab", { title: textOf(title as Json, document) })
      : t(`screens.slot-${kind}`));

const nobody: Other[] = [];

function NodeRow({ block, path, model, document, chosen, findings, others }: Shared & {
  block: Block; path: BlockPath;
}) {
  const found = findings.at(path);
  const here = others.filter((other) => other.path === path);
  return (
    <Row
      model={model} path={path} type={block.type} text={blockText(block, document)}
      isActive={model.active === path} isChosen={chosen.includes(path)}
      isLimited={block["showIf"] !== undefined} others={here.length > 0 ? here : nobody}
      severity={found[0]?.severity} count={found.length}
    />
  );
}

/** A block in the structure; NB: drawn anew only when something of it changes, as there are 200. */
const Row = memo(function Row({
  model, path, type, text, isActive, isChosen, isLimited, others, severity, count,
}: {
  model: ScreenModel; path: BlockPath; type: string; text: string; isActive: boolean;
  isChosen: boolean; isLimited: boolean; others: Other[];
  severity: LocatedFinding["severity"] | undefined; count: number;
}) {
  const onClick = (event: MouseEvent) => model.choose(
    path, event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only");
  return (
    <button
      type="button" className="tree-row" data-path={path} tabIndex={isActive ? 0 : -1}
      aria-pressed={isChosen} onClick={onClick}
      onPointerDown={(event) => {
        if (path === "/root") return;
        startDrag(event, model, { paths: isChosen ? model.chosen.get() : [path] });
      }}
    >
      <span className="tree-type">{typeName(type)}</span>
      {text && <span className="tree-text">{text}</span>}
      {others.map((other) => (
        <span key={other.id} className="tree-other member" data-hue={other.hue}>
          {other.name}
        </span>
      ))}
      {isLimited && (
        <span className="tree-mark" title={t("screens.shown-to-some")}>
          <Icon name="eye" size={14} />
          <span className="unseen">{t("screens.shown-to-some")}</span>
        </span>
      )}
      {severity && (
        <span className={`tree-mark ${severity}`}>
          <Icon name={severityIcon(severity)} size={14} />
          <span aria-hidden="true">{count}</span>
          <span className="unseen">{t("screens.has-findings", { count })}</span>
        </span>
      )}
    </button>
  );
});
