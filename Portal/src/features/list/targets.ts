// The possible destinations of an edge, as the texts of a list.

import {
  edgesOf, targetOf, type Destination, type FlowDocument, type Target,
} from "../../document";
import { t } from "../../localization";

export interface TargetGroup {
  title: string;
  targets: { value: string; text: string }[];
}

/** Encodes a target as the value of an option. */
export function targetValue(target: Target): string {
  switch (target.kind) {
    case "step": return `step:${target.step}`;
    case "finish": return `finish:${target.outcome}`;
    case "flow": return `flow:${target.flow}`;
  }
}

export function destinationOf(value: string): Destination {
  const at = value.indexOf(":");
  const name = value.slice(at + 1);
  switch (value.slice(0, at)) {
    case "finish": return { finish: name };
    case "flow": return { flow: name };
    default: return { to: name };
  }
}

/** Returns the name of a target. */
export function targetText(target: Target): string {
  switch (target.kind) {
    case "step": return target.step;
    case "finish": return t("list.finish", { outcome: target.outcome });
    case "flow": return t("list.enter", { flow: target.flow });
  }
}

export const textOf = (destination: Destination): string => targetText(targetOf(destination));

/** All possible destinations of an edge in a flow. */
export function targetsOf(document: FlowDocument, flowId: string): TargetGroup[] {
  const flow = document.flows.find((candidate) => candidate.id === flowId);
  const steps = (flow?.steps ?? []).map((step) => ({
    value: `step:${step.id}`,
    text: step.screen === step.id ? step.id : `${step.id} (${step.screen})`,
  }));
  const outcomes = new Set(["completed"]);
  for (const { id, steps: sources } of document.flows) {
    for (const step of sources) {
      for (const { target } of edgesOf(id, step)) {
        if (target.kind === "finish") outcomes.add(target.outcome);
      }
    }
  }
  return [
    { title: t("list.steps"), targets: steps },
    {
      title: t("list.ends"),
      targets: [...outcomes].sort().map((outcome) => ({
        value: `finish:${outcome}`, text: t("list.finish", { outcome }),
      })),
    },
    {
      title: t("editor.flows"),
      targets: document.flows.filter(({ id }) => id !== flowId).map(({ id }) => ({
        value: `flow:${id}`, text: t("list.enter", { flow: id }),
      })),
    },
  ].filter((group) => group.targets.length > 0);
}
