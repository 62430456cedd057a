// A document with every kind of part, random edits of it, and the engine's differences.

import { readFileSync } from "node:fs";
import { FlowCore } from "flowcore";
import { canonical } from "../canonical";
import { addStep, retarget, setRoutes } from "../edits";
import { edgesOf, routesOf, stepOf } from "../reading";
import { changesWithSections } from "../sectionChanges";
import type { Change, FlowDocument, Json, Route, Step, Variant } from "../types";

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));

/** The differences as the portal lists them. */
export const changesOf = (from: FlowDocument, to: FlowDocument): Change[] =>
  changesWithSections(engine.diff(from, to), from, to);

/** The errors of a document, without the values that their texts contain. */
export const errorsOf = (document: FlowDocument): string[] => engine.verify(document, [])
  .filter(({ severity }) => severity === "error")
  .map(({ code, flow, step, port, arguments: values }) => (
    JSON.stringify([code, flow, step, port, values])));

export const live: FlowDocument = {
  schema: 1,
  flows: [
    {
      id: "shop", start: "home", sections: { pay: { title: "Paying", color: "blue" } },
      steps: [
        {
          id: "home", screen: "Home", content: { title: { $text: "hello" }, sale: true },
          ports: {
            next: [
              { when: { country: "DE" }, to: "legal" },
              { when: { country: { $inGroup: "near" } }, to: "login" }, { to: "login" },
            ],
            enter: [{ flow: "sign-up", then: { completed: "login" } }],
            split: [{
              split: {
                experiment: "short", by: "userId", coverage: 0.5, seed: "s",
                namespace: ["n", 0, 0.5],
                variants: [
                  { key: "a", weight: 0.5, to: "login" }, { key: "b", weight: 0.25, to: "legal" },
                  { key: "c", weight: 0.25, finish: "done" },
                ],
              },
            }],
          },
        },
        { id: "legal", screen: "Legal", showWhen: { age: 1 }, ports: { next: [{ to: "login" }] } },
        {
          id: "login", screen: "Drawn", section: "pay", content: { title: "In" },
          ports: {
            next: [{ to: "home" }], back: [{ when: { age: 5 }, finish: "out", style: "sheet" }],
          },
        },
        { id: "free", screen: "Free", section: "pay", content: { text: "Alone" } },
      ],
    },
    { id: "sign-up", start: "one", steps: [{ id: "one", screen: "Info" }] },
    { id: "help", start: "faq", steps: [{ id: "faq", screen: "Faq" }] },
  ],
  strings: { en: { hello: "Hello", bye: "Bye" }, de: { hello: "Hallo" } },
  defaultLocale: "en", locales: ["en", "de"],
  segments: { near: ["DE", "AT"], far: ["NZ"] },
  attributes: { country: "string", age: "number" },
  screens: [
    { name: "Drawn", root: { type: "text", text: { $text: "bye" } } },
    { name: "Other", root: { type: "image", source: "logo" } },
  ],
  assets: { logo: { light: "1" } }, theme: { accent: "red" },
};

export function randomNumbers(seed: number) {
  let state = seed >>> 0;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * count);
  };
  return { below, pick: <T>(list: T[]): T => list[below(list.length)]! };
}

type Random = ReturnType<typeof randomNumbers>;

function shuffled<T>(list: T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!);
}

const without = <T>(list: T[], random: Random): T[] => {
  const removed = random.below(list.length);
  return list.filter((_, index) => index !== removed);
};

function editVariants(variants: Variant[], random: Random, to: string): Variant[] {
  switch (random.below(4)) {
    case 0: return variants.length > 1 ? without(variants, random) : variants;
    case 1: return [...variants, { key: `v${random.below(9)}`, weight: 0.2, to }];
    case 2: return shuffled(variants, random);
    default: return variants.map((variant, index) => (
      index === 0 ? { key: variant.key, weight: random.below(10) / 10, to } as Variant : variant));
  }
}

function editRoutes(routes: Route[], random: Random, to: string): Route[] {
  const when = { country: random.pick(["DE", "AT", "CH"]) };
  switch (random.below(6)) {
    case 0: return without(routes, random);
    case 1: return [{ when, to }, ...routes];
    case 2: return shuffled(routes, random);
    case 3: return routes.map((route, index) => (index === 0 ? { ...route, when } : route));
    default: return routes.map((route): Route => {
      if ("to" in route) return random.below(2) === 0 ? route : { ...route, to };
      if (!("split" in route)) return route;
      const split = random.below(3) > 0 ? route.split : {
        ...route.split, coverage: random.below(10) / 10, seed: String(random.below(3)),
        by: random.pick(["userId", "age"]), experiment: random.pick(["short", "long"]),
      };
      return { ...route, split: { ...split, variants: editVariants(split.variants, random, to) } };
    });
  }
}

function editStep(step: Step, random: Random, to: string): Step {
  const ports = step.ports ?? {};
  const port = random.pick(Object.keys(ports).concat("more"));
  switch (random.below(7)) {
    case 0: return { ...step, screen: random.pick(["Other", "New", "Plain"]) };
    case 1: return { ...step, content: { title: random.pick<Json>(["x", { $text: "new" }, 1]) } };
    case 2: return { ...step, showWhen: random.pick<NonNullable<Step["showWhen"]>>([
      { age: random.below(9) }, { [`output.${to}.email`]: "x" }]) };
    case 3: return { ...step, section: random.pick(["pay", "more", undefined]) };
    case 4: return { ...step, ports: { ...ports, [port]: [{ to }] } };
    default: return { ...step, ports: {
      ...ports, [port]: editRoutes(ports[port] ?? [{ finish: "new" }], random, to),
    } };
  }
}

/** Puts a new step on an arrow, or beside it as another variant; repeated, this makes chains. */
function withStepOnArrow(
  document: FlowDocument, flow: string, id: string, random: Random,
): FlowDocument {
  const steps = document.flows.find((other) => other.id === flow)?.steps ?? [];
  const edges = steps.flatMap((step) => edgesOf(flow, step)).flatMap(({ ref, target }) => (
    target.kind === "step" ? [{ ref, to: target.step }] : []));
  if (edges.length === 0 || steps.some((step) => step.id === id)) return document;
  const { ref, to } = random.pick(edges);
  const added = addStep(flow, { id, screen: "New", ports: { next: [{ to }] } })(document);
  if (ref.variant !== undefined || ref.outcome !== undefined || random.below(3) > 0) {
    return retarget(ref, { to: id })(added);
  }
  const routes = routesOf(stepOf(document, flow, ref.step), ref.port);
  const variants: Variant[] = [
    { key: "old", weight: 0.5, to }, { key: "new", weight: 0.5, to: id }];
  return setRoutes(flow, ref.step, ref.port, routes.map((route, index): Route => (
    index !== ref.route ? route : {
      ...(route.when ? { when: route.when } : {}),
      split: { experiment: id, by: "userId", variants },
    })))(added);
}

/** A random edit; the result may have dangling references, like a draft. */
export function randomEdit(document: FlowDocument, random: Random): FlowDocument {
  const flowIndex = random.below(document.flows.length);
  const { flows, strings = {}, screens = [] } = document;
  const flow = flows[flowIndex]!;
  const to = random.pick(flow.steps).id;
  const withFlow = (change: object): FlowDocument => ({
    ...document, flows: flows.map((old, index) => (
      index === flowIndex ? { ...old, ...change } : old)),
  });
  const name = `n${random.below(99)}`;
  switch (random.below(18)) {
    case 0: return withFlow({ start: to });
    case 1: return withFlow({ steps: [...flow.steps, {
      id: name, screen: random.pick(["New", "Other"]), ports: { next: [{ to }] },
    }] });
    case 2: return flow.steps.length === 1 ? document : withFlow({
      steps: without(flow.steps, random),
    });
    case 3: return { ...document, flows: random.below(2) === 0 ? shuffled(flows, random)
      : flows.length > 1 ? without(flows, random) : flows };
    case 4: return { ...document, flows: [...flows, {
      id: name, start: "a", steps: [{ id: "a", screen: "A" }],
    }] };
    case 5: return withFlow({ sections: random.pick<object>([
      { pay: { title: name, color: "red" } }, { more: { title: "More", color: "red" } }, {},
    ]) });
    case 6: return { ...document, strings: {
      ...strings, en: random.pick<{ [key: string]: string }>([
        { hello: "Hi" }, { hello: "Hello", bye: "Bye", new: "New" }]),
    } };
    case 7: return {
      ...document, strings: random.pick<NonNullable<FlowDocument["strings"]>>([
        { en: strings["en"] ?? {} }, { ...strings, fr: { hello: "Salut" } }]),
      defaultLocale: random.pick(["en", "fr"]), locales: random.pick([["en"], ["fr", "de"]]),
    };
    case 8: return { ...document, segments: random.pick<FlowDocument["segments"]>([
      { near: ["DE", "CH"] }, { near: ["DE", "AT"], new: [1] }, {}]) };
    case 9: return { ...document, attributes: random.pick<FlowDocument["attributes"]>([
      { country: "number", more: "boolean" }, { age: "number" }]) };
    case 10: return { ...document, screens: random.below(2) === 0 && screens.length > 0
      ? without(screens, random) : [{ name: "New", root: { type: "text", text: name } },
        ...screens.filter((screen) => (screen as { name: string }).name !== "New")] };
    case 11: return { ...document, theme: { accent: name }, assets: { [name]: {} } };
    case 12: case 13: return withStepOnArrow(document, flow.id, name, random);
    default: return withFlow({ steps: flow.steps.map((step) => (
      step.id === to ? editStep(step, random, random.pick(flow.steps).id) : step)) });
  }
}

export function randomDraft(random: Random, count: number): FlowDocument {
  let document = live;
  for (let index = 0; index < count; index += 1) document = randomEdit(document, random);
  return canonical(document);
}
