// Quick fixes for a screen that needs an output which users may not have.

import {
  addStep, alwaysApplies, changeFlow, isNever, uniqueName, mapDestinations, routesOf, setShowWhen,
  stepOf, type DeclaredScreen, type Destination, type Edit, type Json, type Manifest, type Route,
  type Step,
} from "../../../document";
import { t } from "../../../localization";
import { humanized } from "../../screen";
import {
  choice, knownScreens, lastDestination, stringArgument, portsOf, type FixContext, type QuickFix,
} from "./context";
import { matchesSchema, simplestValue } from "./values";

/** A new step for a screen, with content that it can decode. */
export function stepOfScreen(
  context: FixContext, screen: DeclaredScreen, id: string, ports: [string, Route[]][],
): Step {
  const known = contentOf(context, screen);
  return {
    id, screen: screen.name, ...(known === undefined ? {} : { content: known }),
    ports: Object.fromEntries(ports),
  };
}

/**
 * Returns the content of another step with the screen, or else the simplest that the screen can
 * decode.
 */
function contentOf({ document }: FixContext, screen: DeclaredScreen): Json | undefined {
  const other = document.flows.flatMap((flow) => flow.steps).find((step) => (
    step.screen === screen.name && step.content !== undefined
      && matchesSchema(screen.content, step.content)));
  if (other) return other.content;
  if (screen.content === undefined || matchesSchema(screen.content, null)) return undefined;
  return simplestValue(screen.content, screen.name);
}

/** Whether a screen provides a key when it fires a port. */
function providesBy(screen: DeclaredScreen, port: string, key: string): boolean {
  if (!Object.hasOwn(screen.provides ?? {}, key)) return false;
  const declared = (screen.ports ?? []).find((candidate) => (
    (typeof candidate === "string" ? candidate : candidate.name) === port));
  return declared !== undefined
    && (typeof declared === "string" || (declared.provides ?? [key]).includes(key));
}

/** Screens that provide a key, in every build with the screen that needs it. */
function screensProviding(context: FixContext, key: string): DeclaredScreen[] {
  const manifests = context.manifests.filter(
    (manifest) => hasScreen(manifest, context.step?.screen));
  return knownScreens(context).filter((screen) => {
    const isEverywhere = manifests.every((manifest) => (manifest.screens ?? []).some((other) => (
      other.name === screen.name && portsOf(other).some((port) => providesBy(other, port, key)))));
    // Users who skip the new step leave it by `next`, so that port must also provide the key.
    const canBeSkipped = !isSkipped(context, screen, key) || providesBy(screen, "next", key);
    return isEverywhere && canBeSkipped && Object.keys(screen.needs ?? {}).length === 0;
  });
}

const hasScreen = (manifest: Manifest, name: string | undefined) => (
  (manifest.screens ?? []).some((screen) => screen.name === name));

export function needNotProvided(context: FixContext): QuickFix[] {
  const { finding, flow, step, document } = context;
  const key = stringArgument(context, "key");
  if (!flow || !step || key === undefined) return [];
  const showFixes = (finding.path ?? []).filter((entry) => entry.skipped).flatMap((entry) => {
    const skipped = stepOf(document, entry.flow, entry.step);
    const screen = knownScreens(context).find(({ name }) => name === skipped?.screen);
    const isProvider = skipped?.showWhen !== undefined && screen && providesBy(screen, "next", key)
      && context.manifests.every((manifest) =>
        (manifest.screens ?? []).some((it) => it.name === screen.name));
    return isProvider ? [{
      label: t("findings.fix-show", { step: skipped.id }),
      edit: setShowWhen(entry.flow, skipped.id, undefined),
    }] : [];
  });
  const inserts = screensProviding(context, key).map((screen) => ({
    label: screen.name, edit: insertProvidingStep(context, screen, key),
  }));
  return [
    ...choice(t("findings.fix-insert", { key }), inserts, (fix) =>
      t("findings.fix-insert-one", { screen: fix.label })),
    ...showFixes, ...hideFixes(context, key),
  ];
}

/**
 * Inserts a step that asks for the key on every path to the one that needs it. Users who already
 * have it skip the new step.
 */
function insertProvidingStep(context: FixContext, screen: DeclaredScreen, key: string): Edit {
  const flow = context.flow?.id ?? "";
  const targetStep = context.step?.id ?? "";
  return (document) => {
    const steps = document.flows.find(({ id }) => id === flow)?.steps ?? [];
    const preferred = humanized(key).toLowerCase().replace(/[^\p{L}\d]+/gu, "-") || "step";
    const id = uniqueName(preferred, steps.map((step) => step.id));
    const routesToTarget: Route[] = [{ to: targetStep }];
    const ports = portsOf(screen).filter((port) => providesBy(screen, port, key));
    const inserted = stepOfScreen(context, screen, id, ports.map((port) => [port, routesToTarget]));
    const isKnown = isProvidedSomewhere(context, key);
    const newStep: Step = {
      ...inserted, ...(isKnown ? { showWhen: { [`output.${key}`]: { $exists: false } } } : {}),
      ports: isSkipped(context, screen, key)
        ? { ...inserted.ports, next: routesToTarget } : inserted.ports,
    };
    const redirected = changeFlow(flow, (it) => ({
      ...it, start: it.start === targetStep ? id : it.start,
      steps: it.steps.map((step) => mapDestinations(step, (destination: Destination) => (
        "to" in destination && destination.to === targetStep
          ? { ...destination, to: id } : destination))),
    }))(document);
    return addStep(flow, newStep)(redirected);
  };
}

/**
 * Whether some users skip the new step: those who have the key, and those of builds without its
 * screen.
 */
function isSkipped(context: FixContext, screen: DeclaredScreen, key: string): boolean {
  return isProvidedSomewhere(context, key)
    || !context.manifests.every((manifest) => hasScreen(manifest, screen.name));
}

function isProvidedSomewhere(context: FixContext, key: string): boolean {
  const names = new Set(knownScreens(context)
    .filter((screen) => Object.hasOwn(screen.provides ?? {}, key)).map((screen) => screen.name));
  return context.document.flows.some((flow) => flow.steps.some((step) => (
    step.id === key || names.has(step.screen))));
}

/** Shows the step only to users who have the key; the others skip it by `next`. */
function hideFixes(context: FixContext, key: string): QuickFix[] {
  const { flow, step } = context;
  if (!flow || !step || isNever(step.showWhen)) return [];
  const next = routesOf(step, "next");
  const likely = Object.keys(step.ports ?? {})
    .map((port) => lastDestination(context, flow, step, port))
    .find((to) => to !== undefined && !("to" in to && to.to === step.id));
  if (!next.some(alwaysApplies) && !likely) return [];
  // Users who skip it must not reach a step that needs the same key.
  const successor = next.some(alwaysApplies)
    ? lastDestination(context, flow, step, "next") : likely;
  const nextStep = successor && "to" in successor
    ? stepOf(context.document, flow.id, successor.to) : undefined;
  if (knownScreens(context).some((screen) => (
    screen.name === nextStep?.screen && Object.hasOwn(screen.needs ?? {}, key)))) return [];
  const name = `output.${key}`;
  return [{
    label: t("findings.fix-show-if", { key }),
    edit: changeFlow(flow.id, (it) => ({
      ...it,
      steps: it.steps.map((other) => {
        if (other.id !== step.id) return other;
        const showWhen = other.showWhen && Object.keys(other.showWhen).length > 0
          ? { $and: [other.showWhen, { [name]: { $exists: true } }] }
          : { [name]: { $exists: true } };
        const ports = next.some(alwaysApplies) || !likely
          ? other.ports : { ...other.ports, next: [...next, likely as Route] };
        return { ...other, showWhen, ...(ports ? { ports } : {}) };
      }),
    })),
  }];
}
