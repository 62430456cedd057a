import { Icon, IconButton } from "../../ui";
import { t } from "../../localization";
import { Name, Port } from "./StepNode";
import { truncated, fonts } from "./fitting";
import { openFlow } from "./actions";
import { SubflowPreview } from "./SubflowPreview";
import type { NodeProps } from "./nodeProps";

/** An end of the flow. */
export function EndNode({ canvas, node, isActive }: NodeProps) {
  return (
    <div
      className="canvas-end" role="group" data-node={node.id} tabIndex={isActive ? 0 : -1}
      aria-roledescription={t("canvas.end")}
      aria-label={t("canvas.end-named", { outcome: node.title })}
      onFocus={() => canvas.active.set(node.id)}
    >
      <Icon name="flag" size={16} />
      <strong title={node.title} data-far={truncated(node.title, fonts.farEnd, 118)}>
        {truncated(node.title, fonts.end, 76)}
      </strong>
    </div>
  );
}

/** The missing destination of an edge. */
export function MissingNode({ canvas, node, isActive }: NodeProps) {
  return (
    <div
      className="canvas-missing" role="group" data-node={node.id} tabIndex={isActive ? 0 : -1}
      aria-roledescription={t("canvas.card")}
      aria-label={t("canvas.missing-step", { step: node.title })}
      onFocus={() => canvas.active.set(node.id)}
    >
      <Icon name="alert" size={16} />
      <span>{truncated(t("canvas.missing-step", { step: node.title }), fonts.port, 116)}</span>
    </div>
  );
}

/** A sub-flow: collapsed to its name, or expanded with its steps. */
export function FlowNode({ canvas, node, isActive }: NodeProps) {
  const flow = canvas.editor.draft.document.get().flows.find((it) => it.id === node.title);
  const isOpen = node.subflow !== undefined;
  const canOpen = flow !== undefined && flow.steps.length > 0;
  return (
    <div
      className={`canvas-flow ${isOpen ? "open" : ""}`} role="group" data-node={node.id}
      tabIndex={isActive ? 0 : -1} aria-roledescription={t("canvas.sub-flow")}
      aria-label={t("canvas.sub-flow-named", { flow: node.title })}
      onFocus={() => canvas.active.set(node.id)}
    >
      <header className="canvas-head">
        <span className="canvas-flow-symbol"><Icon name="flow" size={16} /></span>
        <span className="canvas-names">
          <Name text={node.title} width={node.width - (canOpen ? 124 : 68)} />
          <small>
            {flow ? t("editor.steps", { count: flow.steps.length }) : t("canvas.missing-flow")}
          </small>
        </span>
        {canOpen && (
          <span data-chrome className="canvas-flow-tools">
            <IconButton
              icon={isOpen ? "collapse" : "expand"} size="small" tabIndex={-1}
              label={t(isOpen ? "canvas.collapse" : "canvas.expand", { flow: node.title })}
              onClick={() => canvas.setCollapsed([node.id], isOpen)}
            />
            <IconButton
              icon="arrow" size="small" tabIndex={-1}
              label={t("canvas.open-flow", { flow: node.title })}
              onClick={() => openFlow(canvas, node)}
            />
          </span>
        )}
      </header>
      {node.subflow && <SubflowPreview canvas={canvas} flow={node.subflow} />}
      <div className="canvas-ports">
        {node.handles.map((handle) => <Port key={handle.name} handle={handle} />)}
        {node.handles.length === 0 && <p className="canvas-no-ports">{t("canvas.no-outcomes")}</p>}
      </div>
    </div>
  );
}
