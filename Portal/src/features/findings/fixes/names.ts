// Quick fixes for findings about names, starts and unreachable steps, one function for each.

import {
  addFlow, changeFlow, changeStep, connect, mapDestinations, reachableSteps, removeSteps,
  renameFlow, renameStep, routesOf, setStart, uniqueName, type Edit, type Flow, type FlowDocument,
  type Step,
} from "../../../document";
import { bySimilarity } from "../../../document/similarity";
import { t } from "../../../localization";
import { humanized } from "../../screen";
import {
  choice, declaredScreens, knownScreens, outcomesOf, portsOf, type FixContext, type QuickFix,
} from "./context";
import { matchesSchema } from "./values";
import { stepOfScreen } from "./needs";

const slug = (name: string) => humanized(name).toLowerCase().replace(/[^\p{L}\d]+/gu, "-");

export function noFlows(context: FixContext): QuickFix[] {
  const choices = knownScreens(context).slice(0, 40).map((screen) => {
    const ports = portsOf(screen);
    const step = stepOfScreen(context, screen, "start", ports.map((port) => [
      port, [{ finish: "completed" }]]));
    return { label: screen.name, edit: addFlow({ id: "main", start: "start", steps: [step] }) };
  });
  return choice(t("findings.fix-add-flow"), choices, (fix) =>
    t("findings.fix-add-flow-with", { screen: fix.label }));
}

export function emptyId(context: FixContext): QuickFix[] {
  const { finding, flow, step, document } = context;
  if (finding.flow === "") {
    const name = uniqueName("flow", document.flows.map(({ id }) => id));
    return [{ label: t("findings.fix-name", { name }), edit: renameFlow("", name) }];
  }
  if (!flow || !step) return [];
  if (step.id === "") {
    const name = uniqueName(slug(step.screen) || "step", flow.steps.map(({ id }) => id));
    return [{ label: t("findings.fix-name", { name }), edit: renameStep(flow.id, "", name) }];
  }
  if (step.screen === "") return unknownScreen(context);
  if (finding.port === "") return [emptyPort(flow.id, step)];
  return finding.route === undefined ? [] : [emptyNameInRoute(context, step)];
}

function emptyPort(flow: string, step: Step): QuickFix {
  const name = uniqueName("next", Object.keys(step.ports ?? {}));
  return {
    label: t("findings.fix-name", { name }),
    edit: changeStep(flow, step.id, (it) => ({
      ...it,
      ports: Object.fromEntries(Object.entries(it.ports ?? {}).map(([port, routes]) => [
        port === "" ? name : port, routes])),
    })),
  };
}

/** Names an experiment or an outcome that has no name. */
function emptyNameInRoute(context: FixContext, step: Step): QuickFix {
  const { flow, document } = context;
  const outcome = flow ? outcomesOf(flow)[0] ?? "completed" : "completed";
  const experiment = uniqueName("experiment", experimentsOf(document));
  const isOutcome = context.finding.messageId === "empty-id.outcome";
  return {
    label: t("findings.fix-name", { name: isOutcome ? outcome : experiment }),
    edit: changeStep(flow?.id ?? "", step.id, (it) => {
      const renamed = mapDestinations(it, (destination) => (
        "finish" in destination && destination.finish === ""
          ? { ...destination, finish: outcome } : destination));
      return {
        ...renamed,
        ports: Object.fromEntries(Object.entries(renamed.ports ?? {}).map(([port, routes]) => [
          port, routes.map((route) => ("split" in route && route.split.experiment === ""
            ? { ...route, split: { ...route.split, experiment } } : route)),
        ])),
      };
    }),
  };
}

export function experimentsOf(document: FlowDocument): string[] {
  return document.flows.flatMap((flow) => flow.steps).flatMap((step) =>
    Object.values(step.ports ?? {}).flat()).flatMap((route) => (
    "split" in route ? [route.split.experiment] : []));
}

/** Renames every later item with the same id. */
function renameLaterDuplicates<T extends { id: string }>(all: T[], id: string, name: string): T[] {
  const first = all.findIndex((item) => item.id === id);
  const taken = new Set([...all.map((item) => item.id), name]);
  let next = name;
  return all.map((item, index) => {
    if (item.id !== id || index === first) return item;
    const renamed = { ...item, id: next };
    next = uniqueName(next, taken);
    taken.add(next);
    return renamed;
  });
}

export function duplicateFlow({ finding, document }: FixContext): QuickFix[] {
  const id = finding.flow ?? "";
  const name = uniqueName(id, document.flows.map((flow) => flow.id));
  const edit: Edit = (it) => ({ ...it, flows: renameLaterDuplicates(it.flows, id, name) });
  return [{ label: t("findings.fix-rename-second", { name }), edit }];
}

export function duplicateStep({ finding, flow }: FixContext): QuickFix[] {
  if (!flow) return [];
  const id = finding.step ?? "";
  const name = uniqueName(id, flow.steps.map((step) => step.id));
  const first = flow.steps.findIndex((step) => step.id === id);
  return [
    {
      label: t("findings.fix-rename-second", { name }),
      edit: changeFlow(flow.id, (it) => (
        { ...it, steps: renameLaterDuplicates(it.steps, id, name) })),
    },
    {
      label: t("findings.fix-remove-second"),
      edit: changeFlow(flow.id, (it) => ({
        ...it, steps: it.steps.filter((step, index) => step.id !== id || index === first),
      })),
    },
  ];
}

export function missingStart({ flow }: FixContext): QuickFix[] {
  if (!flow) return [];
  const entered = new Set<string>();
  for (const step of flow.steps) {
    mapDestinations(step, (destination) => {
      if ("to" in destination && destination.to !== step.id) entered.add(destination.to);
      return destination;
    });
  }
  const ids = [...new Set(flow.steps.map((step) => step.id))].filter(Boolean);
  const preferred = bySimilarity(ids, flow.start);
  const notEntered = preferred.filter((id) => !entered.has(id));
  const sorted = [...notEntered, ...preferred.filter((id) => entered.has(id))];
  return choice(
    t("findings.fix-start"),
    sorted.slice(0, 40).map((id) => ({ label: id, edit: setStart(flow.id, id) })),
    (fix) => t("findings.fix-start-at", { step: fix.label }));
}

/** Other screens that can read the step's content and have its ports. */
export function unknownScreen(context: FixContext): QuickFix[] {
  const { flow, step } = context;
  if (!flow || !step) return [];
  const routed = Object.keys(step.ports ?? {});
  const usable = knownScreens(context).filter((screen) => {
    const ports = portsOf(screen);
    const canReadContent = step.content === undefined
      ? screen.content === undefined || matchesSchema(screen.content, null)
      : matchesSchema(screen.content, step.content);
    return canReadContent && routed.every((port) => port === "next" || ports.includes(port));
  });
  const names = bySimilarity(usable.map((screen) => screen.name), step.screen);
  return choice(
    t("findings.fix-screen"),
    names.slice(0, 40).map((name) => ({
      label: name, edit: changeStep(flow.id, step.id, (it) => ({ ...it, screen: name })),
    })),
    (fix) => t("findings.fix-screen-to", { screen: fix.label }));
}

/** Connects an unconnected port to the step, or removes the step. */
export function unreachableStep(context: FixContext): QuickFix[] {
  const { flow, step } = context;
  if (!flow || !step) return [];
  const unconnected = flow.steps.filter((other) => other.id !== step.id).flatMap((other) => {
    const ports = new Set(declaredScreens(context, other.screen).flatMap(portsOf));
    return [...ports].filter((port) => routesOf(other, port).length === 0)
      .map((port) => ({ from: other.id, port }));
  });
  const choices = unconnected.slice(0, 40).map(({ from, port }) => ({
    label: t("findings.fix-connect-here", { step: from, port }),
    edit: connect(flow.id, from, port, { to: step.id }),
  }));
  const behind = unreachableFrom(flow, step);
  const forAll = { key: "remove", label: t("findings.fix-remove-steps") };
  return [
    ...choice(t("findings.fix-reach"), choices, (fix) => fix.label),
    {
      label: t("findings.fix-remove-step", { step: step.id }), forAll,
      edit: removeSteps(flow.id, [step.id]),
    },
    ...(behind.length > 1 ? [{
      label: t("findings.fix-remove-behind", { step: step.id, count: behind.length - 1 }),
      forAll: { key: "remove-behind", label: t("findings.fix-remove-all-behind") },
      edit: removeSteps(flow.id, behind),
    }] : []),
  ];
}

/** An unreachable step, with the unreachable steps that can be reached from it. */
function unreachableFrom(flow: Flow, { id }: Step): string[] {
  const reached = reachableSteps(flow);
  return [...reachableSteps({ ...flow, start: id })].filter((step) => !reached.has(step));
}
