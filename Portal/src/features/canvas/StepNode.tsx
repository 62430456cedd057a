import { memo, useState } from "react";
import { path } from "../../api";
import { shortCondition } from "../../model/conditionSummary";
import { codeKind, kindIcons, kindName } from "../../model/kinds";
import { differenceText } from "../../model/sentences";
import { useStore } from "../../model/store";
import { useCanUseSnapshot } from "../../model/editor";
import { Icon, lazy } from "../../ui";
import { t } from "../../localization";
import { CodePicture } from "./CodePicture";
import { wrappedTitle, truncated, fonts } from "./fitting";
import type { Handle } from "./graph";
import { MarkerTags } from "./Markers";
import type { NodeBadges, NodeProps } from "./nodeProps";
import { Sketch } from "./Sketch";
import { ZOOMED_OUT_NAME_WIDTH, NAME_WIDTH } from "./sizes";
import { sentenceCase } from "./drawing";

const DrawnPicture = lazy(async () => (await import("../drawn")).DrawnPicture, "optional");

/** A step: its name, its screen as a phone shows it, and its ports. */
export function StepNode(props: NodeProps) {
  const { canvas, node, isActive, isSelected, badges, markers } = props;
  const { step } = node;
  if (!step) return null;
  const difference = props.difference ? differenceText(canvas.editor, props.difference) : "";
  const nameWidth = NAME_WIDTH - (node.isStart ? 30 : 0)
    - (badges.errors + badges.warnings > 0 ? 46 : 0) - (badges.conflicts > 0 ? 46 : 0);
  const condition = shortCondition(step.showWhen);
  const kind = codeKind(node.screen);
  return (
    <div
      className="canvas-card" role="group" data-node={node.id} tabIndex={isActive ? 0 : -1}
      data-kind={kind}
      aria-roledescription={t("canvas.card")}
      aria-label={accessibleName(node, badges, isSelected, condition, difference)}
      onFocus={() => canvas.active.set(node.id)}
    >
      {difference && <span className="canvas-difference">{difference}</span>}
      <header className="canvas-head">
        {node.isStart && (
          <span className="canvas-start" title={t("canvas.start")}>
            <Icon name="play" size={12} />
          </span>
        )}
        {kind && (
          <span className="canvas-kind" title={kindName(kind)}>
            <Icon name={kindIcons[kind]} size={14} />
          </span>
        )}
        <span className="canvas-names">
          <Name text={step.id} width={nameWidth - (kind ? 28 : 0)} />
          <small title={step.screen}>
            {truncated(sentenceCase(step.screen), fonts.small, nameWidth - (kind ? 28 : 0))}
          </small>
        </span>
        <ConflictBadge count={badges.conflicts} />
        <Badge badges={badges} />
      </header>
      <div className="canvas-screen" aria-hidden="true">
        <Picture canvas={canvas} node={node} />
        {condition && (
          <span className="canvas-show-when" title={t("canvas.shown-if", { when: condition })}>
            <Icon name="eye" size={12} />
            <span>{truncated(t("canvas.shown-if", { when: condition }), fonts.small, 126)}</span>
          </span>
        )}
      </div>
      <div className="canvas-ports">
        {node.handles.map((handle) => (
          <Port key={handle.name} handle={handle} mark={badges.ports[handle.name]} />
        ))}
        {node.handles.length === 0 && <p className="canvas-no-ports">{t("canvas.no-ports")}</p>}
      </div>
      <MarkerTags markers={markers} />
    </div>
  );
}

/** A name in the header of a card, and in attributes the texts that replace it when zoomed out. */
export function Name({ text, width }: { text: string; width: number }) {
  const lines = wrappedTitle(text, width, fonts.zoomedOutTitle, 3);
  return (
    <strong
      className={lines.split("\n").length > 2 ? "tall" : undefined}
      title={text} data-far={truncated(text, fonts.farTitle, width)} data-lines={lines}
      data-title={wrappedTitle(text, NAME_WIDTH)}
    >
      {truncated(text, fonts.title, width)}
    </strong>
  );
}

function accessibleName(
  node: NodeProps["node"], badges: NodeBadges, isSelected: boolean, condition: string,
  difference: string,
): string {
  const open = node.handles.filter((handle) => handle.state === "open").length;
  const kind = codeKind(node.screen);
  const screen = sentenceCase(node.step?.screen ?? "");
  return [
    kind ? t("canvas.code-name", { step: node.title, kind: kindName(kind), screen })
      : t("canvas.card-name", { step: node.title, screen }),
    difference, node.isStart ? t("canvas.start") : "",
    condition ? t("canvas.shown-if", { when: condition }) : "",
    badges.conflicts > 0 ? t("draft.conflicts", { count: badges.conflicts }) : "",
    badges.errors > 0 ? t("findings.errors", { count: badges.errors }) : "",
    badges.warnings > 0 ? t("findings.warnings", { count: badges.warnings }) : "",
    open > 0 ? t("canvas.open-ports", { count: open }) : "",
    isSelected ? t("canvas.selected") : "",
  ].filter(Boolean).join(", ");
}

function ConflictBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="canvas-badge conflict" title={t("conflict.at-step", { count })}>
      <Icon name="branch" size={12} />
      {count}
    </span>
  );
}

function Badge({ badges }: { badges: NodeBadges }) {
  const count = badges.errors + badges.warnings;
  if (count === 0) return null;
  const text = [
    badges.errors > 0 ? t("findings.errors", { count: badges.errors }) : "",
    badges.warnings > 0 ? t("findings.warnings", { count: badges.warnings }) : "",
  ].filter(Boolean).join(", ");
  return (
    <span className={`canvas-badge ${badges.errors > 0 ? "error" : "warning"}`} title={text}>
      <Icon name="alert" size={12} />
      {count}
    </span>
  );
}

/** A port's label and the handle where its edges start. */
export function Port({ handle, mark }: { handle: Handle; mark?: "error" | "warning" }) {
  const name = handle.name === "*" ? t("canvas.any-outcome") : handle.name;
  const title = handle.state === "undeclared" ? t("canvas.port-undeclared", { port: handle.name })
    : handle.state === "open" ? t("canvas.port-open", { port: handle.name })
      : t("canvas.port-connected", { port: handle.name });
  return (
    <div
      className={`canvas-port ${handle.state} ${mark ?? ""}`} data-handle={handle.name}
      title={title}
    >
      <span data-far={truncated(name, fonts.farPort, ZOOMED_OUT_NAME_WIDTH)}>
        {truncated(name, fonts.port, NAME_WIDTH)}
      </span>
      <i className="canvas-dot" />
    </div>
  );
}

/** The screen's snapshot if it can represent this step, otherwise a drawing. */
const Picture = memo(function Picture({ canvas, node }: Pick<NodeProps, "canvas" | "node">) {
  const [failed, setFailed] = useState("");
  const strings = useStore(canvas.editor.draft.document, (it) => it.strings);
  const { step, screen } = node;
  const canUseSnapshot = useCanUseSnapshot(canvas.editor, step?.screen ?? "");
  if (!step) return null;
  const kind = codeKind(screen);
  if (kind) return <CodePicture kind={kind} step={step} />;
  const etag = canUseSnapshot ? screen?.snapshot?.etag : undefined;
  if (etag !== undefined && etag !== failed) {
    const app = canvas.editor.application.id;
    const url = path`/v1/apps/${app}/screens/${step.screen}/snapshot`;
    return (
      <img
        src={`${url}?${encodeURIComponent(etag)}`} alt="" loading="lazy" decoding="async"
        draggable={false} onError={() => setFailed(etag)}
      />
    );
  }
  const sketch = <Sketch step={step} screen={screen} strings={strings} />;
  if (!screen?.isDrawn) return sketch;
  return (
    <DrawnPicture editor={canvas.editor} screen={step.screen} content={step.content ?? null}>
      {sketch}
    </DrawnPicture>
  );
});
