import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect, uniqueName, pasteSteps, removeRoute, removeSteps, renameStep, retarget,
  type FlowDocument, type Split,
} from "./index";

const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "shop", start: "home",
    steps: [
      {
        id: "home", screen: "Home",
        ports: {
          next: [
            { when: { "output.home": { $exists: true } }, to: "login", style: "sheet" },
            {
              split: {
                experiment: "short",
                variants: [
                  { weight: 0.2, to: "login" }, { weight: 0.3, to: "done" },
                  { weight: 0.5, to: "home" },
                ],
              },
            },
          ],
          enter: [{ flow: "sign-up", then: { completed: "login", "*": { finish: "left" } } }],
        },
      },
      { id: "login", screen: "Login", ports: { next: [{ to: "done" }] } },
      { id: "done", screen: "Done" },
    ],
  }],
};

const home = ({ flows }: FlowDocument) => flows[0]?.steps.find((step) => step.screen === "Home");

test("connecting a port replaces its fallback route, or adds one", () => {
  const replaced = connect("shop", "home", "next", { to: "done" })(document);
  assert.deepEqual(home(replaced)?.ports?.["next"]?.length, 2);
  assert.deepEqual(home(replaced)?.ports?.["next"]?.[1], { to: "done" });
  const added = connect("shop", "login", "other", { to: "home" })(document);
  assert.deepEqual(added.flows[0]?.steps[1]?.ports?.["other"], [{ to: "home" }]);
});

test("connecting a port keeps a route whose condition is no object, and is never true", () => {
  for (const when of [null, true, 5, "", []]) {
    const next = [{ when, to: "done" } as never];
    const steps = [{ id: "home", screen: "Home", ports: { next } }];
    const changed = connect("shop", "home", "next", { to: "home" })(
      { schema: 1, flows: [{ id: "shop", start: "home", steps }] });
    assert.deepEqual(home(changed)?.ports?.["next"], [...next, { to: "home" }]);
  }
});

test("connecting a port keeps a split in which only some users take part", () => {
  const variants = (share: number) => [
    { range: [0, 0.5] as [number, number], to: "done" },
    { range: [0.5, share] as [number, number], to: "home" },
  ];
  const splits: Split[] = [
    { experiment: "short", variants: variants(1), namespace: ["checkout", 0, 0.5] },
    { experiment: "short", variants: variants(0.9) },
  ];
  for (const split of splits) {
    const steps = [{ id: "home", screen: "Home", ports: { next: [{ split }] } }];
    const changed = connect("shop", "home", "next", { to: "home" })(
      { schema: 1, flows: [{ id: "shop", start: "home", steps }] });
    assert.deepEqual(home(changed)?.ports?.["next"], [{ split }, { to: "home" }]);
  }
});

test("a reconnected edge keeps its condition, and its style if it leads to a step", () => {
  const ref = { flow: "shop", step: "home", port: "next", route: 0 };
  const after = retarget(ref, { to: "done" })(document);
  assert.deepEqual(home(after)?.ports?.["next"]?.[0], {
    when: { "output.home": { $exists: true } }, to: "done", style: "sheet",
  });
  const ended = retarget(ref, { finish: "stopped" })(document);
  assert.deepEqual(home(ended)?.ports?.["next"]?.[0], {
    when: { "output.home": { $exists: true } }, finish: "stopped",
  });
});

test("a removed variant leaves its share to the others", () => {
  const after = removeRoute(
    { flow: "shop", step: "home", port: "next", route: 1, variant: 2 })(document);
  const route = home(after)?.ports?.["next"]?.[1];
  assert.ok(route && "split" in route);
  assert.deepEqual(route.split.variants.map((variant) => variant.weight), [0.4, 0.6]);
});

test("removing a step removes the edges to it, including those of variants and outcomes", () => {
  const after = removeSteps("shop", ["login"])(document);
  const ports = home(after)?.ports;
  assert.equal(ports?.["next"]?.length, 1);
  const split = ports?.["next"]?.[0];
  assert.ok(split && "split" in split);
  assert.equal(split.split.variants.length, 2);
  assert.deepEqual(ports?.["enter"], [{ flow: "sign-up", then: { "*": { finish: "left" } } }]);
});

test("after its start is removed, a flow starts at its nearest remaining step", () => {
  const step = (id: string, ...to: string[]) => ({
    id, screen: id, ports: { next: to.map((target) => ({ to: target })) },
  });
  const flow = (...steps: ReturnType<typeof step>[]): FlowDocument => (
    { schema: 1, flows: [{ id: "a", start: "start", steps }] });
  const startWithout = (original: FlowDocument, ...removed: string[]) =>
    removeSteps("a", removed)(original).flows[0]?.start;
  const cyclic = flow(
    step("lost"), step("start", "late", "early"), step("early", "end"), step("late", "end"),
    step("end", "start"));
  assert.equal(startWithout(cyclic, "start"), "early");
  assert.equal(startWithout(cyclic, "start", "early"), "late");
  assert.equal(startWithout(cyclic, "start", "early", "late"), "end");
  assert.equal(startWithout(cyclic, "start", "early", "late", "end"), "lost");
  assert.equal(startWithout(cyclic, "start", "lost", "early", "late", "end"), "");
  assert.equal(startWithout(cyclic, "early"), "start");
  assert.equal(startWithout(flow(step("start", "start"), step("next")), "start"), "next");
});

test("renaming a step updates edges, the start and conditions on its output", () => {
  const after = renameStep("shop", "home", "welcome")(document);
  assert.equal(after.flows[0]?.start, "welcome");
  const routes = home(after)?.ports?.["next"];
  assert.deepEqual(routes?.[0]?.when, { "output.welcome": { $exists: true } });
  assert.ok(routes?.[1] && "split" in routes[1]);
  assert.equal((routes[1].split.variants[2] as { to: string }).to, "welcome");
});

test("renaming a step keeps a condition that is null, which is never true", () => {
  const next = (to: string) => [{ when: null, to } as never];
  const steps = [
    { id: "mail", screen: "Mail" }, { id: "end", screen: "End", ports: { next: next("mail") } },
  ];
  const renamed = renameStep("shop", "mail", "email")(
    { schema: 1, flows: [{ id: "shop", start: "mail", steps }] });
  assert.deepEqual(renamed.flows[0]?.steps[1]?.ports?.["next"], next("email"));
});

test("renaming a step updates splits by its output, and keeps other routes identical", () => {
  const routes = (name: string) => [
    {
      split: {
        experiment: "x", by: `output.${name}`, fallbackBy: `output.${name}.id`,
        variants: [{ to: "end" }],
      },
    },
    { split: { experiment: "y", by: "output.homepage", variants: [{ to: "end" }] } },
    { when: { "output.end": 1 }, to: "end" },
  ];
  const next = routes("mail");
  const steps = [{ id: "mail", screen: "Mail" }, { id: "end", screen: "End", ports: { next } }];
  const renamed = renameStep("shop", "mail", "email")(
    { schema: 1, flows: [{ id: "shop", start: "mail", steps }] });
  const after = renamed.flows[0]?.steps[1]?.ports?.["next"];
  assert.deepEqual(after, routes("email"));
  assert.equal(after?.[1], next[1]);
  assert.equal(after?.[2], next[2]);
});

test("renaming a step updates placeholders in texts, but not keys of texts", () => {
  const texts = (name: string) => ({
    screens: [{ name: "Hi", title: `{output.${name}} {output.homepage}` }],
    strings: { en: { "output.home": `Hi, {output.${name}.first}`, braces: "{{output.home}}" } },
  });
  const renamed = renameStep("shop", "home", "welcome")({ ...document, ...texts("home") });
  assert.deepEqual({ screens: renamed.screens, strings: renamed.strings }, texts("welcome"));
  const others = { ...document, strings: { en: { hi: "Hi, {name}" } } };
  assert.equal(renameStep("shop", "home", "welcome")(others).strings, others.strings);
});

test("renaming a step updates conditions and bindings of drawn screens", () => {
  const screen = (name: string) => ({
    name: "Greeting",
    root: {
      type: "text", text: { $: `output.${name}.title` },
      showIf: { [`output.${name}`]: { $exists: true } },
    },
  });
  const drawn = { ...document, screens: [screen("home")] };
  const rename = renameStep("shop", "home", "welcome");
  assert.deepEqual(rename(drawn).screens, [screen("welcome")]);
  const others = { ...document, screens: [screen("login")] };
  assert.equal(rename(others).screens, others.screens);
});

test("an edit keeps unchanged parts identical", () => {
  const after = connect("shop", "login", "next", { to: "home" })(document);
  assert.equal(after.flows[0]?.steps[0], document.flows[0]?.steps[0]);
  assert.equal(removeSteps("shop", ["nobody"])(document), document);
});

test("pasted steps keep the edges among them, and lose those without a target", () => {
  const steps = document.flows[0]?.steps.slice(0, 2) ?? [];
  const { edit, names } = pasteSteps(document, "shop", {
    kind: "flowmagic/steps", positions: {}, steps: [...steps, {
      id: "stray", screen: "Stray", ports: { next: [{ to: "elsewhere" }] },
    }],
  });
  assert.equal(names.get("home"), "home-2");
  const after = edit(document).flows[0]?.steps ?? [];
  const copy = after.find((step) => step.id === "home-2");
  assert.equal((copy?.ports?.["next"]?.[0] as { to: string }).to, "login-2");
  assert.deepEqual(after.find((step) => step.id === "stray")?.ports, {});
});

test("a name that is taken gets a number", () => {
  assert.equal(uniqueName("home", ["home", "home-2"]), "home-3");
  assert.equal(uniqueName("home-2", ["home-2"]), "home-3");
});
