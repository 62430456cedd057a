// Quick fixes for findings about ports, routes, splits and skipped steps, one function for each.

import {
  alwaysApplies, changeStep, connect, continuationsOf, uniqueName, isSplit, routesOf, setRoutes,
  setShowWhen, stepOf, type Variant, type Destination, type Edit, type Split,
} from "../../../document";
import { bySimilarity, distance } from "../../../document/similarity";
import { formatShare, t } from "../../../localization";
import {
  changeDestinations, changeRoute, choice, declaredScreens, destinationText, lastDestination,
  outcomesOf, portsOf, possibleDestinations, removeRoute, routeAt, stringArgument, withRoutes,
  type FixContext, type QuickFix,
} from "./context";
import { experimentsOf } from "./names";

/** Connects a port to a chosen destination; the most likely one comes first. */
function connectFixes(
  context: FixContext, port: string, likely: Destination | undefined, label: string,
): QuickFix[] {
  const { flow, step } = context;
  if (!flow || !step) return [];
  const edit = (to: Destination) => connect(flow.id, step.id, port, to);
  const first: QuickFix[] = likely === undefined ? [] : [{
    label: t("findings.fix-connect-to", { where: destinationText(likely) }), edit: edit(likely),
  }];
  const choices = possibleDestinations(flow, step.id).map((to) => ({
    label: destinationText(to), edit: edit(to),
  }));
  return [...first, ...choice(label, choices, (fix) => fix.label)];
}

export function portWithoutFallback(context: FixContext): QuickFix[] {
  const { finding, flow, step } = context;
  if (!flow || !step || finding.port === undefined) return [];
  const port = finding.port;
  const label = t("findings.fix-connect-others");
  if (routesOf(step, port).length > 0) {
    return connectFixes(context, port, lastDestination(context, flow, step, port), label);
  }
  const isNeeded = port === "next" && step.showWhen !== undefined;
  return [
    ...connectFixes(context, port, undefined, t("findings.fix-connect")),
    ...(isNeeded ? [] : [{
      label: t("findings.fix-remove-port", { port }), edit: setRoutes(flow.id, step.id, port, []),
    }]),
  ];
}

export function unroutedPort(context: FixContext): QuickFix[] {
  const port = stringArgument(context, "port");
  if (port === undefined || !context.flow || !context.step) return [];
  const forAll = { key: "connect", label: t("findings.fix-connect") };
  return connectFixes(context, port, undefined, t("findings.fix-connect-port", { port }))
    .map((fix) => (fix.choices ? { ...fix, forAll } : fix));
}

export function unknownPort(context: FixContext): QuickFix[] {
  const { finding, flow, step } = context;
  if (!flow || !step || finding.port === undefined) return [];
  const from = finding.port;
  const all = declaredScreens(context, step.screen).map(portsOf);
  const common = (all[0] ?? []).filter((port) => all.every((ports) => ports.includes(port)));
  const free = common.filter((port) => routesOf(step, port).length === 0);
  const move = (to: string): Edit => changeStep(flow.id, step.id, (it) => ({
    ...it,
    ports: Object.fromEntries(Object.entries(it.ports ?? {}).filter(([port]) => port !== to)
      .map(([port, routes]) => [port === from ? to : port, routes])),
  }));
  const moves = bySimilarity(free, from).map((port) => ({ label: port, edit: move(port) }));
  return [
    ...choice(t("findings.fix-move-port"), moves, (fix) =>
      t("findings.fix-move-port-to", { port: fix.label })),
    {
      label: t("findings.fix-remove-port", { port: from }),
      edit: setRoutes(flow.id, step.id, from, []),
    },
  ];
}

export function unknownTarget(context: FixContext): QuickFix[] {
  const { finding, flow, document } = context;
  const route = routeAt(context);
  const preferred = stringArgument(context, "target");
  if (!flow || !route || preferred === undefined) return [];
  const isStep = finding.code === "unknown-step";
  const names = isStep ? flow.steps.map((step) => step.id)
    : document.flows.map(({ id }) => id).filter((id) => id !== flow.id);
  const change = (name: string) => changeDestinations(context, (destination) => {
    if (isStep && "to" in destination && destination.to === preferred) {
      return { ...destination, to: name };
    }
    return !isStep && "flow" in destination && destination.flow === preferred
      ? { ...destination, flow: name } : destination;
  });
  const choices = bySimilarity([...new Set(names)].filter(Boolean), preferred).slice(0, 40)
    .map((name) => ({ label: name, edit: change(name) }));
  const labelFor = (name: string) => t("findings.fix-connect-to", {
    where: destinationText(isStep ? { to: name } : { flow: name }),
  });
  // A similar name was probably meant.
  const similar = choices.filter(({ label }) => distance(label, preferred) <= 2).slice(0, 1);
  const isOnly = !isSplit(route)
    && ("to" in route ? route.to === preferred : "flow" in route && route.flow === preferred);
  return [
    ...similar.map((fix) => ({ ...fix, label: labelFor(fix.label) })),
    ...choice(
      t(isStep ? "findings.fix-other-step" : "findings.fix-other-flow"),
      choices.filter((fix) => fix !== similar[0]), (fix) => labelFor(fix.label)),
    ...(isOnly ? removeRoute(context, t("findings.fix-remove-route")) : []),
  ];
}

export function unknownOutcome(context: FixContext): QuickFix[] {
  const flow = stringArgument(context, "target");
  const outcome = stringArgument(context, "outcome");
  const edit = changeDestinations(context, (destination) => {
    if (!("flow" in destination) || destination.flow !== flow) return destination;
    const others = continuationsOf(destination.then).filter(([name]) => name !== outcome);
    return { ...destination, then: Object.fromEntries(others) };
  });
  return [{ label: t("findings.fix-remove-outcome", { outcome: outcome ?? "" }), edit }];
}

export function shadowedRoute(context: FixContext): QuickFix[] {
  const { finding, step, flow } = context;
  const route = routeAt(context);
  if (!route || !step || !flow || finding.port === undefined) return [];
  const port = finding.port;
  const earlier = finding.messageId === "shadowed-route.always"
    ? Number(finding.arguments["route"]) : -1;
  const move = changeStep(flow.id, step.id, (it) => {
    const routes = routesOf(it, port).filter((_, index) => index !== finding.route);
    routes.splice(earlier, 0, route);
    return withRoutes(it, port, routes);
  });
  return [
    { label: t("findings.fix-remove-route"), edit: changeRoute(context, () => null) },
    ...(earlier >= 0 && !alwaysApplies(route)
      ? [{ label: t("findings.fix-move-up"), edit: move }] : []),
  ];
}

// Splits ---------------------------------------------------------------------------------------

function changeSplit(context: FixContext, change: (split: Split) => Split): Edit {
  return changeRoute(context, (route) => (
    isSplit(route) ? { ...route, split: change(route.split) } : route));
}

/**
 * The variants without ranges, with weights in the same proportions whose sum is 1; equal ones if
 * a weight is missing or all are 0.
 */
export function normalized(variants: Variant[]): Variant[] {
  const weights = variants.map((variant) => Math.max(0, variant.weight ?? 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isUsable = sum > 0 && variants.every((variant) => variant.weight !== undefined);
  const scaled = weights.map((weight) => (
    Math.floor((isUsable ? weight / sum : 1 / variants.length) * 10_000)));
  const rest = 10_000 - scaled.reduce((total, weight) => total + weight, 0);
  return variants.map(({ range: _, ...variant }, index) => ({
    ...variant, weight: ((scaled[index] ?? 0) + (index < rest ? 1 : 0)) / 10_000,
  } as Variant));
}

export function weightsDoNotAddUp(context: FixContext): QuickFix[] {
  return [{
    label: t("findings.fix-weights"),
    edit: changeSplit(context, (split) => ({ ...split, variants: normalized(split.variants) })),
  }];
}

export function invalidSplit(context: FixContext): QuickFix[] {
  const { messageId } = context.finding;
  const route = routeAt(context);
  if (!route || !isSplit(route)) return [];
  if (route.split.variants.length === 0) {
    return removeRoute(context, t("findings.fix-remove-route"), true);
  }
  if (messageId === "invalid-split.coverage") {
    const clamped = Math.min(Math.max(route.split.coverage ?? 1, 0), 1);
    return [{
      label: t("findings.fix-coverage", { share: formatShare(clamped) }),
      edit: changeSplit(context, (split) => ({ ...split, coverage: clamped })),
    }];
  }
  if (messageId === "invalid-split.namespace") {
    return [{
      label: t("findings.fix-namespace"),
      edit: changeSplit(context, ({ namespace: _, ...split }) => split),
    }];
  }
  if (messageId === "invalid-split.hash-version") {
    return [{
      label: t("findings.fix-hash"),
      edit: changeSplit(context, (split) => ({ ...split, hashVersion: 2 })),
    }];
  }
  return [{
    label: t("findings.fix-equal"),
    edit: changeSplit(context, (split) => ({
      ...split,
      variants: normalized(split.variants.map(({ weight: _, ...variant }) => variant as Variant)),
    })),
  }];
}

export function conflictingExperiment(context: FixContext): QuickFix[] {
  const route = routeAt(context);
  if (!route || !isSplit(route)) return [];
  const name = uniqueName(route.split.experiment, experimentsOf(context.document));
  return [{
    label: t("findings.fix-experiment", { name }),
    edit: changeSplit(context, (split) => ({ ...split, experiment: name })),
  }];
}

// Paths ----------------------------------------------------------------------------------------

export function deadEnd(context: FixContext): QuickFix[] {
  const { flow, step } = context;
  if (!flow || !step) return [];
  const outcome = outcomesOf(flow)[0] ?? "completed";
  const screens = declaredScreens(context, step.screen);
  const ports = [...new Set([...screens.flatMap(portsOf), ...Object.keys(step.ports ?? {})])];
  return choice(
    t("findings.fix-end"),
    ports.map((port) => ({
      label: t("findings.fix-end-by", { port, outcome }),
      edit: connect(flow.id, step.id, port, { finish: outcome }),
    })),
    (fix) => fix.label);
}

export function skipCycle(context: FixContext): QuickFix[] {
  const { finding, document, manifests } = context;
  const shown = (finding.path ?? []).flatMap((entry) => {
    const step = stepOf(document, entry.flow, entry.step);
    const isEverywhere = manifests.every((manifest) => (
      (manifest.screens ?? []).some((screen) => screen.name === step?.screen)));
    return step?.showWhen !== undefined && isEverywhere
      ? [{ flow: entry.flow, step: step.id }] : [];
  });
  return choice(
    t("findings.fix-show-one"),
    shown.map(({ flow, step }) => ({
      label: t("findings.fix-show", { step }), edit: setShowWhen(flow, step, undefined),
    })),
    (fix) => fix.label);
}

/** Adds a route on `next` to a step that some users or a build skip. */
export function skipFixes(context: FixContext): QuickFix[] {
  const { finding, flow, step } = context;
  if (!flow || !step) return [];
  const likely = Object.keys(step.ports ?? {}).flatMap((port) => {
    const last = lastDestination(context, flow, step, port);
    return last && !("to" in last && last.to === step.id) ? [last] : [];
  })[0];
  const isHidden = finding.code === "skip-without-next";
  return [
    ...(isHidden ? [{
      label: t("findings.fix-show", { step: step.id }),
      forAll: { key: "show", label: t("findings.fix-show-all") },
      edit: setShowWhen(flow.id, step.id, undefined),
    }] : []),
    ...connectFixes(context, "next", likely, t("findings.fix-connect-over")),
  ];
}
