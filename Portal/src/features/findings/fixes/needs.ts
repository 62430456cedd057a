import {
  addStep, alwaysApplies, changeFlow, freeName, mapDestinations, routesOf, setShowWhen, stepOf,
  type DeclaredScreen, type Destination, type Edit, type Json, type Manifest,
  type Route, type Step,
} from "../../../document";
import { t } from "../../../localization";
import { humanized } from "../../screen";
import {
  choice, knownScreens, lastDestination, named, portsOf, type Asked, type QuickFix,
} from "./asked";
import { fits, plainest } from "./values";

/** A new step of a screen, with content that it can read. */
export function stepOfScreen(
  asked: Asked, screen: DeclaredScreen, id: string, ports: [string, Route[]][],
): Step {
  const known = contentOf(asked, screen);
  return {
    id, screen: screen.name, ...(known === undefined ? {} : { content: known }),
    ports: Object.fromEntries(ports),
  };
}

/** What another step hands to the screen, else the plainest that it can read. */
function contentOf({ document }: Asked, screen: DeclaredScreen): Json | undefined {
  const other = document.flows.flatMap((flow) => flow.steps).find((step) => (
    step.screen === screen.name && step.content !== undefined
      && fits(screen.content, step.content)));
  if (other) return other.content;
  if (screen.content === undefined || fits(screen.content, null)) return undefined;
  return plainest(screen.content, screen.name);
}

function providesBy(screen: DeclaredScreen, port: string, key: string): boolean {
  if (!Object.hasOwn(screen.provides ?? {}, key)) return false;
  const declared = (screen.ports ?? []).find((one) => (
    (typeof one === "string" ? one : one.name) === port));
  return declared !== undefined
    && (typeof declared === "string" || (declared.provides ?? [key]).includes(key));
}

/** Screens that provide a key, in every build that has the screen which needs it. */
function providers(asked: Asked, key: string): DeclaredScreen[] {
  const showing = asked.manifests.filter((one) => hasScreen(one, asked.step?.screen));
  return knownScreens(asked).filter((screen) => {
    const everywhere = showing.every((one) => (one.screens ?? []).some((other) => (
      other.name === screen.name && portsOf(other).some((port) => providesBy(other, port, key)))));
    // Who skips the new step goes on by `next`, so whoever is shown it must provide by it.
    const isWayOn = !isSkipped(asked, screen, key) || providesBy(screen, "next", key);
    return everywhere && isWayOn && Object.keys(screen.needs ?? {}).length === 0;
  });
}

const hasScreen = (build: Manifest, name: string | undefined) => (
  (build.screens ?? []).some((screen) => screen.name === name));

export function needNotProvided(asked: Asked): QuickFix[] {
  const { finding, flow, step, document } = asked;
  const key = named(asked, "key");
  if (!flow || !step || key === undefined) return [];
  const show = (finding.path ?? []).filter((station) => station.skipped).flatMap((station) => {
    const passed = stepOf(document, station.flow, station.step);
    const screen = knownScreens(asked).find((one) => one.name === passed?.screen);
    const isProvider = passed?.showWhen && screen && providesBy(screen, "next", key)
      && asked.manifests.every((one) => (one.screens ?? []).some((it) => it.name === screen.name));
    return isProvider ? [{
      label: t("findings.fix-show", { step: passed.id }),
      edit: setShowWhen(station.flow, passed.id, undefined),
    }] : [];
  });
  const inserts = providers(asked, key).map((screen) => ({
    label: screen.name, edit: insertion(asked, screen, key),
  }));
  return [
    ...choice(t("findings.fix-insert", { key }), inserts, (one) =>
      t("findings.fix-insert-one", { screen: one.label })),
    ...show, ...hide(asked, key),
  ];
}

/**
 * A step that asks for it, on every way to the one that needs it. Where some bring it along
 * already, they skip the new step.
 */
function insertion(asked: Asked, screen: DeclaredScreen, key: string): Edit {
  const flow = asked.flow?.id ?? "";
  const needing = asked.step?.id ?? "";
  return (document) => {
    const steps = document.flows.find((one) => one.id === flow)?.steps ?? [];
    const wish = humanized(key).toLowerCase().replace(/[^\p{L}\d]+/gu, "-") || "step";
    const id = freeName(wish, steps.map((one) => one.id));
    const on: Route[] = [{ to: needing }];
    const ports = portsOf(screen).filter((port) => providesBy(screen, port, key));
    const made = stepOfScreen(asked, screen, id, ports.map((port) => [port, on]));
    const isKnown = isProvidedSomewhere(asked, key);
    const shown: Step = {
      ...made, ...(isKnown ? { showWhen: { [`output.${key}`]: { $exists: false } } } : {}),
      ports: isSkipped(asked, screen, key) ? { ...made.ports, next: on } : made.ports,
    };
    const redirected = changeFlow(flow, (it) => ({
      ...it, start: it.start === needing ? id : it.start,
      steps: it.steps.map((step) => mapDestinations(step, (destination: Destination) => (
        "to" in destination && destination.to === needing
          ? { ...destination, to: id } : destination))),
    }))(document);
    return addStep(flow, shown)(redirected);
  };
}

/** Whether some skip a new step: those who bring it along, and builds without its screen. */
function isSkipped(asked: Asked, screen: DeclaredScreen, key: string): boolean {
  return isProvidedSomewhere(asked, key)
    || !asked.manifests.every((one) => hasScreen(one, screen.name));
}

function isProvidedSomewhere(asked: Asked, key: string): boolean {
  const names = new Set(knownScreens(asked)
    .filter((screen) => Object.hasOwn(screen.provides ?? {}, key)).map((screen) => screen.name));
  return asked.document.flows.some((flow) => flow.steps.some((step) => (
    step.id === key || names.has(step.screen))));
}

/** Shows the step only to those who have it; the others skip it by `next`. */
function hide(asked: Asked, key: string): QuickFix[] {
  const { flow, step } = asked;
  if (!flow || !step) return [];
  const next = routesOf(step, "next");
  const likely = Object.keys(step.ports ?? {})
    .map((port) => lastDestination(asked, flow, step, port))
    .find((one) => one !== undefined && !("to" in one && one.to === step.id));
  if (!next.some(alwaysApplies) && !likely) return [];
  // Whoever skips it must not come to a step that needs the same.
  const over = next.some(alwaysApplies) ? lastDestination(asked, flow, step, "next") : likely;
  const behind = over && "to" in over ? stepOf(asked.document, flow.id, over.to) : undefined;
  if (knownScreens(asked).some((screen) => (
    screen.name === behind?.screen && Object.hasOwn(screen.needs ?? {}, key)))) return [];
  const name = `output.${key}`;
  return [{
    label: t("findings.fix-show-if", { key }),
    edit: changeFlow(flow.id, (it) => ({
      ...it,
      steps: it.steps.map((one) => {
        if (one.id !== step.id) return one;
        const showWhen = one.showWhen && Object.keys(one.showWhen).length > 0
          ? { $and: [one.showWhen, { [name]: { $exists: true } }] } : { [name]: { $exists: true } };
        const ports = next.some(alwaysApplies) || !likely
          ? one.ports : { ...one.ports, next: [...next, likely as Route] };
        return { ...one, showWhen, ...(ports ? { ports } : {}) };
      }),
    })),
  }];
}
