import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowRuntime } from "flowcore";
import type { Flow, FlowDocument, JsonObject, Manifest } from "../../document";
import { attributeShown, readAttribute } from "./AttributeInput";
import { outputOf } from "./answers";
import { attributeFields, parsed, presets } from "./user";
import { sessionFailureText } from "./sentences";
import { Simulation } from "./simulation";

const engine = await FlowRuntime.load(readFileSync("Wasm/.build/flowruntime.wasm"));

const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "f", start: "home", steps: [
      { id: "home", screen: "Home", ports: {
        next: [{ when: { country: "AT" }, to: "legal", style: "root" }, { to: "ask" }],
        stuck: [{ when: { country: "XX" }, to: "ask" }],
      } },
      { id: "legal", screen: "Legal", showWhen: { age: { $gte: 18 } },
        ports: { next: [{ to: "ask" }] } },
      { id: "ask", screen: "Ask", ports: { next: [{ to: "sum" }] } },
      { id: "sum", screen: "Sum", ports: { next: [{ finish: "done" }] } },
    ],
  }],
};
const manifest: Manifest = {
  schema: 1, version: "2.3", screens: [
    { name: "Home", ports: ["next", "stuck"] }, { name: "Legal", ports: ["next"] },
    { name: "Ask", ports: ["next"], provides: { email: "string" } },
    { name: "Sum", ports: ["next"], needs: { email: "string" } },
  ],
};

function simulate(context: JsonObject = {}): Simulation {
  const made = new Simulation(engine, { document, manifest, context });
  made.start("f");
  return made;
}

const last = (it: Simulation) => it.state.log.at(-1);

test("a simulation advances, collects the entered values, and ends", () => {
  const it = simulate();
  it.fire("next", undefined);
  it.fire("next", "mira@example.org");
  assert.equal(it.state.current?.step, "sum");
  assert.equal(it.state.outputs["email"], "mira@example.org");
  it.fire("next", undefined);
  assert.equal(it.state.outcome, "done");
  assert.deepEqual(it.state.path.map((one) => one.port), ["next", "next", "next"]);
});

test("a tap can be undone after the end, and where the phone cannot go back", () => {
  const it = simulate({ country: "AT", age: 30 });
  it.fire("next", undefined);
  assert.equal(it.state.current?.step, "legal");
  assert.equal(it.state.canGoBack, false);
  it.undo();
  assert.equal(it.state.current?.step, "home");
  assert.equal(it.state.canUndo, false);
  assert.equal(it.state.log.length, 1);
});

test("the path has the edges taken: the route and the variant", () => {
  const variants = ["long", "brief"].map((key) => ({ to: "ask", key, weight: 0.5 }));
  const [flow] = structuredClone(document.flows) as Flow[];
  assert.ok(flow);
  flow.steps[0] = { ...flow.steps[0]!, ports: { next: [
    { when: { country: "AT" }, to: "ask" }, { split: { experiment: "e", variants } },
  ] } };
  const taken = (context: JsonObject) => {
    const it = new Simulation(
      engine, { document: { ...document, flows: [flow] }, manifest, context });
    it.start("f");
    it.fire("next", undefined);
    return it;
  };
  const by = { flow: "f", step: "home", port: "next", style: "root" };
  assert.deepEqual(taken({ country: "AT", userId: "a" }).state.path[0], { ...by, route: 0 });
  const places = Array.from({ length: 20 }, (_, index) => taken({ userId: `user-${index}` }))
    .map((it) => {
      const move = last(it);
      assert.ok(move?.kind === "move");
      const variant = variants.findIndex((one) => one.key === move.decisions[0]?.variant);
      assert.deepEqual(it.state.path[0], { ...by, route: 1, variant });
      return variant;
    });
  assert.deepEqual([...new Set(places)].sort(), [0, 1]);
});

test("a step shown again after going back has no exit", () => {
  const it = simulate();
  it.fire("next", undefined);
  it.back();
  assert.deepEqual(it.state.path, [{ flow: "f", step: "home", style: "root" }]);
});

test("values entered before going back are kept as suggestions", () => {
  const it = simulate();
  it.fire("next", undefined);
  it.fire("next", "mira@example.org");
  it.back();
  assert.equal(it.state.current?.step, "ask");
  assert.equal(it.draft("email"), "mira@example.org");
  assert.equal(it.state.outputs["email"], undefined);
});

test("a skipped step is in the log with its condition", () => {
  const it = simulate({ country: "AT", age: 12 });
  it.fire("next", undefined);
  assert.equal(it.state.current?.step, "ask");
  const entry = last(it);
  assert.ok(entry?.kind === "move");
  assert.deepEqual(entry.decisions.map((decision) => [decision.step, decision.skipped]), [
    ["home", undefined], ["legal", "hidden"]]);
  assert.deepEqual(entry.decisions[1]?.showWhen, { age: { $gte: 18 } });
});

test("a port that leads nowhere keeps the position, with the reason", () => {
  const it = simulate();
  it.fire("stuck", undefined);
  assert.equal(it.state.current?.step, "home");
  assert.equal(it.state.failure?.code, "no-route");
  const entry = last(it);
  assert.ok(entry?.kind === "move");
  assert.deepEqual(entry.decisions[0]?.routes.map((route) => route.result), ["condition"]);
  it.fire("next", undefined);
  assert.equal(it.state.failure, null);
});

test("a missing output is shown instead of the screen that needs it", () => {
  const it = simulate();
  it.fire("next", undefined);
  it.fire("next", undefined);
  const { failure } = it.state;
  assert.equal(failure?.code, "missing-need");
  assert.equal(
    failure && sessionFailureText(failure),
    "“sum” needs “email”, which was not entered on this path.");
  assert.equal(it.state.current?.step, "ask");
});

test("a changed draft is adopted like a release on a phone, and logged once", () => {
  const it = simulate();
  it.fire("next", undefined);
  for (const style of ["sheet", "cover"] as const) {
    const [flow] = structuredClone(document.flows) as Flow[];
    assert.ok(flow);
    flow.steps[2] = { ...flow.steps[2]!, ports: { next: [{ to: "sum", style }] } };
    it.adopt({ ...document, flows: [flow] });
  }
  assert.equal(it.state.stayed, null);
  assert.equal(it.state.log.filter((entry) => entry.kind === "adopted").length, 1);
  it.fire("next", "a");
  assert.equal(it.state.path.at(-1)?.style, "cover");
});

test("a draft without the current step leaves the preview unchanged", () => {
  const it = simulate();
  it.fire("next", undefined);
  const [flow] = structuredClone(document.flows) as Flow[];
  assert.ok(flow);
  flow.steps = flow.steps.filter((step) => step.id !== "ask");
  it.adopt({ ...document, flows: [flow] });
  assert.ok(it.state.stayed);
  assert.equal(last(it)?.kind, "stayed");
  it.fire("next", "a");
  assert.equal(it.state.current?.step, "sum");
});

test("another user takes another path from the current step on", () => {
  const it = simulate();
  it.setUser({ country: "AT", age: 40 });
  it.fire("next", undefined);
  assert.equal(it.state.current?.step, "legal");
});

test("a step opened by a link gets its needs", () => {
  const it = simulate();
  it.open("f", "sum", { email: "mira@example.org" });
  assert.equal(it.state.current?.step, "sum");
  assert.equal(last(it)?.kind, "start");
});

test("a step that the build lacks is skipped", () => {
  const screens = manifest.screens?.filter((screen) => screen.name !== "Legal");
  const it = new Simulation(engine, {
    document, manifest: { ...manifest, screens }, context: { country: "AT", age: 40 },
  });
  it.start("f");
  it.fire("next", undefined);
  const entry = last(it);
  assert.ok(entry?.kind === "move");
  assert.equal(entry.decisions[1]?.skipped, "missing-screen");
});

test("an output has the keys that its port provides, with their types", () => {
  const fields = [
    { kind: "field", key: "age", label: "", placeholder: "", type: "integer" },
    { kind: "field", key: "name", label: "", placeholder: "", type: "string" },
  ] as const;
  const declared = {
    name: "Ask", provides: { age: "integer", name: "string" } as const,
    ports: ["next", { name: "skip", provides: [] }, { name: "half", provides: ["age"] }],
  };
  const entered = { age: "42", name: "Mira" };
  assert.deepEqual(outputOf([...fields], entered, "next", declared), { age: 42, name: "Mira" });
  assert.equal(outputOf([...fields], entered, "skip", declared), undefined);
  assert.deepEqual(outputOf([...fields], entered, "half", declared), { age: 42 });
  const optional = { ...declared, ports: [{ name: "next", provides: ["age"] }] };
  assert.deepEqual(outputOf([...fields], entered, "next", optional), { age: 42, name: "Mira" });
});

test("input is converted to a value of its type", () => {
  assert.equal(parsed(" 2,5 ", "number"), 2.5);
  assert.equal(parsed("", "string"), undefined);
  assert.equal(parsed("true", "any"), true);
  assert.deepEqual(parsed("[1]", "any"), [1]);
  assert.equal(parsed("12", "string"), "12");
  assert.equal(parsed("{not json", "object"), "{not json");
});

test("an attribute accepts names and codes, and rejects values of other types", () => {
  const field = (name: string, type: "string" | "version" | "number") =>
    ({ name, type, suggestions: [] });
  const country = field("country", "string");
  assert.deepEqual(readAttribute("Austria", country), { value: "AT" });
  assert.deepEqual(readAttribute("at", country), { value: "AT" });
  assert.deepEqual(readAttribute("Germ", country), { value: "Germ" });
  assert.deepEqual(readAttribute(" ", country), { value: undefined });
  assert.deepEqual(readAttribute("German", field("locale", "string")), { value: "de" });
  assert.deepEqual(readAttribute("2.3", field("appVersion", "version")), { value: "2.3" });
  assert.ok("problem" in readAttribute("banana", field("appVersion", "version")));
  assert.ok("problem" in readAttribute("many", field("age", "number")));
  assert.equal(attributeShown("country", "AT"), "Austria");
  assert.equal(attributeShown("plan", "AT"), "AT");
});

test("preset users are derived from the flow's conditions", () => {
  const asking: FlowDocument = { ...document, attributes: { plan: "string" }, flows: [{
    id: "f", start: "a", steps: [{ id: "a", screen: "A", showWhen: {
      $or: [{ country: { $in: ["SE", "NO"] } }, { appVersion: { $vgte: "1.9" } },
        { "output.a": 3 }, { userId: { $inGroup: "beta" } }],
    } }],
  }] };
  const fields = attributeFields(asking, [], [manifest]);
  assert.deepEqual(fields.map((field) => field.name), [
    "country", "locale", "appVersion", "platform", "userId", "plan"]);
  assert.deepEqual(fields.find((field) => field.name === "userId")?.suggestions, []);
  const users = presets(fields, [manifest]).map((preset) => `${preset.country} ${preset.version}`);
  assert.deepEqual(users.slice(0, 4), ["SE 1.9", "SE 2.3", "NO 1.9", "NO 2.3"]);
});
