import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowRuntime } from "flowcore";
import type { Flow, FlowDocument, JsonObject, Manifest } from "../../document";
import { displayAttribute, readAttribute } from "./AttributeInput";
import { outputOf } from "./screenFields";
import { attributeFields, parseValue, presets } from "./user";
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
  const simulation = new Simulation(engine, { document, manifest, context });
  simulation.start("f");
  return simulation;
}

const lastEntry = (simulation: Simulation) => simulation.state.log.at(-1);

test("a simulation advances, collects the entered values, and ends", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.fire("next", "mira@example.org");
  assert.equal(simulation.state.current?.step, "sum");
  assert.equal(simulation.state.outputs["email"], "mira@example.org");
  simulation.fire("next", undefined);
  assert.equal(simulation.state.outcome, "done");
  assert.deepEqual(simulation.state.path.map(({ port }) => port), ["next", "next", "next"]);
});

test("a tap can be undone where the phone cannot go back", () => {
  const simulation = simulate({ country: "AT", age: 30 });
  simulation.fire("next", undefined);
  assert.equal(simulation.state.current?.step, "legal");
  assert.equal(simulation.state.canGoBack, false);
  simulation.undo();
  assert.equal(simulation.state.current?.step, "home");
  assert.equal(simulation.state.canUndo, false);
  assert.equal(simulation.state.log.length, 1);
});

test("the path contains the edges that were taken: the route and the variant", () => {
  const variants = ["long", "brief"].map((key) => ({ to: "ask", key, weight: 0.5 }));
  const [flow] = structuredClone(document.flows) as Flow[];
  assert.ok(flow);
  flow.steps[0] = { ...flow.steps[0]!, ports: { next: [
    { when: { country: "AT" }, to: "ask" }, { split: { experiment: "e", variants } },
  ] } };
  const afterNext = (context: JsonObject) => {
    const simulation = new Simulation(
      engine, { document: { ...document, flows: [flow] }, manifest, context });
    simulation.start("f");
    simulation.fire("next", undefined);
    return simulation;
  };
  const exit = { flow: "f", step: "home", port: "next", style: "root" };
  assert.deepEqual(afterNext({ country: "AT", userId: "a" }).state.path[0], { ...exit, route: 0 });
  const users = Array.from({ length: 20 }, (_, index) => ({ userId: `user-${index}` }));
  const takenVariants = users.map(afterNext)
    .map((simulation) => {
      const move = lastEntry(simulation);
      assert.ok(move?.kind === "move");
      const variant = variants.findIndex(({ key }) => key === move.decisions[0]?.variant);
      assert.deepEqual(simulation.state.path[0], { ...exit, route: 1, variant });
      return variant;
    });
  assert.deepEqual([...new Set(takenVariants)].sort(), [0, 1]);
});

test("a step shown again after going back has no exit", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.back();
  assert.deepEqual(simulation.state.path, [{ flow: "f", step: "home", style: "root" }]);
});

test("values entered before going back are kept as suggestions", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.fire("next", "mira@example.org");
  simulation.back();
  assert.equal(simulation.state.current?.step, "ask");
  assert.equal(simulation.enteredValue("email"), "mira@example.org");
  assert.equal(simulation.state.outputs["email"], undefined);
});

test("a skipped step is in the log with its condition", () => {
  const simulation = simulate({ country: "AT", age: 12 });
  simulation.fire("next", undefined);
  assert.equal(simulation.state.current?.step, "ask");
  const entry = lastEntry(simulation);
  assert.ok(entry?.kind === "move");
  assert.deepEqual(entry.decisions.map((decision) => [decision.step, decision.skipped]), [
    ["home", undefined], ["legal", "hidden"]]);
  assert.deepEqual(entry.decisions[1]?.showWhen, { age: { $gte: 18 } });
});

test("a step whose condition is no object is skipped, with its condition in the log", () => {
  for (const showWhen of [null, true, []]) {
    const changed = structuredClone(document);
    changed.flows[0]!.steps[1]!.showWhen = showWhen as never;
    const context = { country: "AT" };
    const simulation = new Simulation(engine, { document: changed, manifest, context });
    simulation.start("f");
    simulation.fire("next", undefined);
    const entry = lastEntry(simulation);
    assert.ok(entry?.kind === "move");
    assert.equal(entry.decisions[1]?.skipped, "hidden");
    assert.deepEqual(entry.decisions[1]?.showWhen, showWhen);
  }
});

test("a port that leads nowhere keeps the position, with the reason", () => {
  const simulation = simulate();
  simulation.fire("stuck", undefined);
  assert.equal(simulation.state.current?.step, "home");
  assert.equal(simulation.state.failure?.code, "no-route");
  const entry = lastEntry(simulation);
  assert.ok(entry?.kind === "move");
  assert.deepEqual(entry.decisions[0]?.routes.map((route) => route.result), ["condition"]);
  simulation.fire("next", undefined);
  assert.equal(simulation.state.failure, null);
});

test("a missing output is shown instead of the screen that needs it", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.fire("next", undefined);
  const { failure } = simulation.state;
  assert.equal(failure?.code, "missing-need");
  assert.equal(
    failure && sessionFailureText(failure),
    "“sum” needs “email”, which was not entered on this path.");
  assert.equal(simulation.state.current?.step, "ask");
});

test("a changed draft is adopted like a release on a phone, and logged once", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  for (const style of ["sheet", "cover"] as const) {
    const [flow] = structuredClone(document.flows) as Flow[];
    assert.ok(flow);
    flow.steps[2] = { ...flow.steps[2]!, ports: { next: [{ to: "sum", style }] } };
    simulation.adopt({ ...document, flows: [flow] });
  }
  assert.equal(simulation.state.stayed, null);
  assert.equal(simulation.state.log.filter((entry) => entry.kind === "adopted").length, 1);
  simulation.fire("next", "a");
  assert.equal(simulation.state.path.at(-1)?.style, "cover");
});

test("undoing a tap keeps the changed draft", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.fire("next", "a");
  const [flow] = structuredClone(document.flows) as Flow[];
  assert.ok(flow);
  flow.steps[2] = { ...flow.steps[2]!, ports: { next: [{ finish: "early" }] } };
  simulation.adopt({ ...document, flows: [flow] });
  simulation.undo();
  assert.equal(simulation.state.current?.step, "ask");
  assert.equal(lastEntry(simulation)?.kind, "adopted");
  simulation.fire("next", "a");
  assert.equal(simulation.state.outcome, "early");
  simulation.undo();
  assert.equal(simulation.state.log.filter((entry) => entry.kind === "adopted").length, 1);
});

test("undoing a tap after a quiet change of the document logs no change", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  simulation.adopt({ ...document }, undefined, true);
  simulation.undo();
  assert.ok(simulation.state.log.every((entry) => entry.kind !== "adopted"));
});

test("a session stays on its release if the changed draft lacks the current step", () => {
  const simulation = simulate();
  simulation.fire("next", undefined);
  const [flow] = structuredClone(document.flows) as Flow[];
  assert.ok(flow);
  flow.steps = flow.steps.filter((step) => step.id !== "ask");
  simulation.adopt({ ...document, flows: [flow] });
  assert.ok(simulation.state.stayed);
  assert.equal(lastEntry(simulation)?.kind, "stayed");
  simulation.fire("next", "a");
  assert.equal(simulation.state.current?.step, "sum");
});

test("another user takes another path from the current step on", () => {
  const simulation = simulate();
  simulation.setUser({ country: "AT", age: 40 });
  simulation.fire("next", undefined);
  assert.equal(simulation.state.current?.step, "legal");
});

test("a step opened by a link gets its needs", () => {
  const simulation = simulate();
  simulation.open("f", "sum", { email: "mira@example.org" });
  assert.equal(simulation.state.current?.step, "sum");
  assert.equal(lastEntry(simulation)?.kind, "start");
});

test("a step that the build lacks is skipped", () => {
  const screens = manifest.screens?.filter((screen) => screen.name !== "Legal");
  const simulation = new Simulation(engine, {
    document, manifest: { ...manifest, screens }, context: { country: "AT", age: 40 },
  });
  simulation.start("f");
  simulation.fire("next", undefined);
  const entry = lastEntry(simulation);
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

test("a text is converted to a value of a type, or stays a text", () => {
  assert.equal(parseValue(" 2,5 ", "number"), 2.5);
  assert.equal(parseValue("", "string"), undefined);
  assert.equal(parseValue("true", "any"), true);
  assert.deepEqual(parseValue("[1]", "any"), [1]);
  assert.equal(parseValue("12", "string"), "12");
  assert.equal(parseValue("{not json", "object"), "{not json");
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
  assert.equal(displayAttribute("country", "AT"), "Austria");
  assert.equal(displayAttribute("plan", "AT"), "AT");
});

test("preset users are derived from the flow's conditions", () => {
  const conditional: FlowDocument = { ...document, attributes: { plan: "string" }, flows: [{
    id: "f", start: "a", steps: [{ id: "a", screen: "A", showWhen: {
      $or: [{ country: { $in: ["SE", "NO"] } }, { appVersion: { $vgte: "1.9" } },
        { "output.a": 3 }, { userId: { $inGroup: "beta" } }],
    } }],
  }], screens: [{ name: "A", root: { type: "column", children: [
    { type: "divider", showIf: { "state.page": 1, plan: "gold" } },
  ] } }] };
  const fields = attributeFields(conditional, [], [manifest]);
  assert.deepEqual(fields.map((field) => field.name), [
    "country", "locale", "appVersion", "platform", "userId", "plan"]);
  assert.deepEqual(fields.find((field) => field.name === "userId")?.suggestions, []);
  assert.deepEqual(fields.find((field) => field.name === "plan")?.suggestions, ["gold"]);
  const users = presets(fields, [manifest]).map((preset) => `${preset.country} ${preset.version}`);
  assert.deepEqual(users.slice(0, 4), ["SE 1.9", "SE 2.3", "NO 1.9", "NO 2.3"]);
});
