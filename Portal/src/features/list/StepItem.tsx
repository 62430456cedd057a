import { memo } from "react";
import {
  edgesOf, sameRoute, type Edge, type Finding, type RouteRef, type Step,
} from "../../document";
import { Button, Chip, Icon, IconButton, Menu } from "../../ui";
import { kindIcons, kindName, type CodeKind } from "../../model/kinds";
import { findingFix, findingMessageKey, findingSentence } from "../../model/sentences";
import { t } from "../../localization";
import { conditionSentence } from "../inspector";
import type { ListActions } from "./actions";
import { DestinationSelect } from "./DestinationSelect";
import { portsOf } from "./order";
import { RouteItem } from "./RouteItem";

export interface StepItemProps {
  flow: string;
  step: Step;
  /** The ports that the step's screen declares, in order. */
  declared: readonly string[];
  /** The kind of code in the app; missing for a screen. */
  kind?: CodeKind | undefined;
  isStart: boolean;
  isUnreachable: boolean;
  /** The first unreachable step, with an explanation above it. */
  isFirstUnreachable: boolean;
  isOpen: boolean;
  isSelected: boolean;
  selectedRoute?: RouteRef;
  /** On the highlighted path. */
  isHighlighted: boolean;
  /** The markers here: the preview, a live app, another member. */
  marks: string;
  /** The difference from the live release, or from the draft. */
  difference: string;
  findings: readonly Finding[];
  /** The number of conflicts with someone else's changes. */
  conflicts: number;
  /** The missing destinations of this step's edges, joined with line breaks. */
  missing: string;
  canEdit: boolean;
  actions: ListActions;
}

/** One step, with its contents and actions. */
export const StepItem = memo(function StepItem(props: StepItemProps) {
  const { step, isOpen, isSelected, isHighlighted, canEdit, actions } = props;
  const errors = props.findings.filter((finding) => finding.severity === "error").length;
  const warnings = props.findings.length - errors;
  return (
    <li
      className={`list-step ${isSelected ? "selected" : ""} ${isHighlighted ? "highlighted" : ""}`}
      data-step={step.id}
    >
      {props.isFirstUnreachable && (
        <p className="list-lost">{t("list.unreachable-text")}</p>
      )}
      <div className="list-step-head">
        <input
          type="checkbox" className="list-check" checked={isSelected}
          aria-label={t("list.select", { step: step.id })}
          onChange={() => actions.toggleSelection(step.id)}
        />
        <h3>
          <button
            type="button" className="list-name" aria-expanded={isOpen}
            onClick={() => actions.host.toggle(step.id)}
          >
            <Icon name="chevron" size={16} />
            <span>{step.id}</span>
          </button>
        </h3>
        {step.screen !== step.id && (
          <span className="list-screen">
            <span className="visually-hidden">{t("list.screen")} </span>{step.screen}
          </span>
        )}
        <span className="list-chips">
          {props.isStart && <Chip kind="accent" icon="start">{t("list.start")}</Chip>}
          {props.kind && <Chip icon={kindIcons[props.kind]}>{kindName(props.kind)}</Chip>}
          {props.difference && <Chip kind="change" icon="diff">{props.difference}</Chip>}
          {props.marks && <Chip kind="good" icon="follow">{props.marks}</Chip>}
          {step.showWhen !== undefined && <Chip icon="eye">{t("list.sometimes")}</Chip>}
          {props.isUnreachable && <Chip kind="warn">{t("list.unreachable")}</Chip>}
          {props.conflicts > 0 && (
            <Chip kind="warn" icon="branch">
              {t("draft.conflicts", { count: props.conflicts })}
            </Chip>
          )}
          {errors > 0 && (
            <Chip kind="danger" icon="alert">{t("findings.errors", { count: errors })}</Chip>
          )}
          {warnings > 0 && (
            <Chip kind="warn" icon="alert">{t("findings.warnings", { count: warnings })}</Chip>
          )}
        </span>
        <span className="list-tools">
          <IconButton
            icon={canEdit ? "edit" : "eye"} size="small"
            label={t("list.open", { step: step.id })} onClick={() => actions.open(step.id)}
          />
          <StepMenu {...props} />
        </span>
      </div>
      {isOpen && <StepBody {...props} />}
    </li>
  );
}, isSame);

/** NB: findings are new objects each time, so their severities and messages are compared. */
function isSame(a: StepItemProps, b: StepItemProps): boolean {
  return (Object.keys(a) as (keyof StepItemProps)[]).every((key) => {
    if (key !== "findings") return Object.is(a[key], b[key]);
    return a.findings.length === b.findings.length
      && a.findings.every((finding, index) => {
        const other = b.findings[index];
        return finding.severity === other?.severity
          && findingMessageKey(finding) === findingMessageKey(other);
      });
  });
}

function StepMenu({ step, isStart, canEdit, actions }: StepItemProps) {
  if (!canEdit) {
    return (
      <IconButton
        icon="copy" size="small" label={t("list.copy-step", { step: step.id })}
        onClick={() => void actions.copy([step.id])}
      />
    );
  }
  return (
    <Menu
      label={t("list.step-menu", { step: step.id })} align="end"
      items={[
        {
          text: t("list.rename"), icon: "text", shortcut: "F2",
          onChoose: () => actions.host.ask({ kind: "rename", step: step.id }),
        },
        {
          text: t("list.set-start"), icon: "start", isDisabled: isStart,
          onChoose: () => actions.setStart(step.id),
        },
        { text: t("action.copy"), icon: "copy", onChoose: () => void actions.copy([step.id]) },
        null,
        {
          text: t("list.remove", { count: 1 }), icon: "trash", isDangerous: true,
          onChoose: () => actions.remove([step.id]),
        },
      ]}
      trigger={(props) => (
        <IconButton
          {...props} icon="more" size="small" label={t("list.step-menu", { step: step.id })}
        />
      )}
    />
  );
}

function StepBody(props: StepItemProps) {
  const { flow, step, declared, findings, actions } = props;
  const edges = edgesOf(flow, step);
  const ports = portsOf(step, declared);
  return (
    <div className="list-body">
      {findings.map((finding, index) => (
        <p key={index} className={`list-finding ${finding.severity}`}>
          <Icon name="alert" size={16} />
          <span>{findingSentence(finding, true)} {findingFix(finding)}</span>
          <Button size="small" kind="quiet" onClick={() => actions.editor.show(finding)}>
            {t("list.show-me")}
          </Button>
        </p>
      ))}
      {step.showWhen !== undefined && (
        <p className="list-when">
          <Icon name="eye" size={16} />
          <span>{t("list.shown-when", { condition: conditionSentence(step.showWhen) })}</span>
        </p>
      )}
      {ports.length === 0 && <p className="muted">{t("list.no-ports")}</p>}
      {ports.map((port) => (
        <Port
          key={port} {...props} port={port}
          edges={edges.filter((edge) => edge.ref.port === port)}
        />
      ))}
    </div>
  );
}

function Port(
  { port, edges, step, flow, canEdit, selectedRoute, missing, actions }: StepItemProps & {
    port: string; edges: Edge[];
  },
) {
  const count = new Set(edges.map((edge) => edge.ref.route)).size;
  const missingSteps = missing.split("\n");
  return (
    <div className="list-port">
      <div className="list-port-head">
        <h4><span className="visually-hidden">{t("list.port")} </span>{port}</h4>
        {canEdit && edges.length > 0 && (
          <IconButton
            icon="add" size="small" label={t("list.add-route-at", { port })}
            onClick={() => actions.openPort(step.id, port)}
          />
        )}
      </div>
      {edges.length > 0 ? (
        <ol className="list-routes">
          {edges.map((edge) => (
            <RouteItem
              key={`${edge.ref.route} ${edge.ref.variant} ${edge.ref.outcome}`}
              edge={edge} count={count} canEdit={canEdit} actions={actions}
              isSelected={selectedRoute !== undefined && sameRoute(selectedRoute, edge.ref)}
              isMissing={edge.target.kind === "step" && missingSteps.includes(edge.target.step)}
            />
          ))}
        </ol>
      ) : canEdit ? (
        <DestinationSelect
          label={t("list.leads", { port, who: t("list.everyone") })} flow={flow}
          document={actions.document} target={null}
          onTarget={(value) => actions.connect(step.id, port, value)}
          onNewStep={() => actions.host.ask({ kind: "add", port: { step: step.id, port } })}
        />
      ) : <p className="muted">{t("list.nowhere")}</p>}
    </div>
  );
}
