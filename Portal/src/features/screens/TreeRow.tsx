import { memo, type MouseEvent } from "react";
import type { FlowDocument } from "../../document";
import type { Block, BlockPath } from "../../document/blocks";
import { useStore } from "../../model/store";
import { Icon } from "../../ui";
import { t } from "../../localization";
import { startDrag } from "./dragging";
import { severityIcon } from "./FindingsAt";
import { blockText, typeName } from "./naming";
import type { OtherMember } from "./others";
import type { ScreenModel } from "./screenModel";

interface TreeRowProps {
  block: Block;
  path: BlockPath;
  model: ScreenModel;
  texts: FlowDocument;
  others: OtherMember[];
}

/** A block in the structure. */
export const TreeRow = memo(function TreeRow({ block, path, model, texts, others }: TreeRowProps) {
  const isActive = useStore(model.selected, (all) => (all.at(-1) ?? "/root") === path);
  const isSelected = useStore(model.selected, (all) => all.includes(path));
  const findings = useStore(model.findings, ({ at }) => at(path));
  const [severity, count] = [findings[0]?.severity, findings.length];
  const text = blockText(block, texts);
  const onClick = (event: MouseEvent) => model.select(
    path, event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only");
  return (
    <button
      type="button" className="tree-row" data-path={path} tabIndex={isActive ? 0 : -1}
      aria-pressed={isSelected} onClick={onClick}
      onPointerDown={(event) => {
        if (path === "/root") return;
        startDrag(event, model, { paths: isSelected ? model.selected.get() : [path] });
      }}
    >
      <span className="tree-type">{typeName(block.type)}</span>
      {text && <span className="tree-text">{text}</span>}
      {others.filter((other) => other.path === path).map((other) => (
        <span key={other.id} className="tree-other member" data-hue={other.hue}>
          {other.name}
        </span>
      ))}
      {block["showIf"] !== undefined && (
        <span className="tree-mark" title={t("screens.shown-to-some")}>
          <Icon name="eye" size={14} />
          <span className="visually-hidden">{t("screens.shown-to-some")}</span>
        </span>
      )}
      {severity && (
        <span className={`tree-mark ${severity}`}>
          <Icon name={severityIcon(severity)} size={14} />
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t("screens.has-findings", { count })}</span>
        </span>
      )}
    </button>
  );
});
