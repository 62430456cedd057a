import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore, FlowRuntime, type Session, type Transition } from "flowcore";
import type { FlowDocument, Json, JsonObject, Manifest } from "../../document";
import { explainPort } from "./explain";

interface Event { fire?: string; output?: Json; back?: true; context?: JsonObject }
interface Vector {
  number: number; name: string; document?: FlowDocument; sample?: string; flow?: string;
  manifests?: Manifest[]; manifestSamples?: string[]; context?: JsonObject; events?: Event[];
  restore?: Json; open?: { step: string; flow?: string; outputs?: JsonObject };
}

const core = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const engine = await FlowRuntime.load(readFileSync("Wasm/.build/flowruntime.wasm"));
const read = (path: string) => readFileSync(path, "utf8");
const vectors = ["sessions", "subflows", "splits", "samples", "adoption", "words"].flatMap((file) =>
  (JSON.parse(read(`Conformance/${file}.json`)) as { vectors: Vector[] }).vectors);

/** Asserts that explanations match the engine's routes and variants; returns their number. */
function compare(
  vector: Vector, document: FlowDocument, session: Session, transition: Transition,
  context: JsonObject,
): number {
  let compared = 0;
  for (const edge of transition.edges ?? []) {
    if (edge.route === undefined || !edge.flow || !edge.step || !edge.port) continue;
    const at = { flow: edge.flow, step: edge.step, port: edge.port };
    const evaluations = explainPort(engine, document, at, { context, outputs: session.outputs });
    const taken = evaluations.filter((evaluation) => evaluation.result === "taken");
    const what = `${vector.number} ${vector.name}: ${JSON.stringify(at)}`;
    assert.equal(taken.length, 1, what);
    assert.equal(taken[0]?.route, edge.route, what);
    if (taken[0]?.split) assert.equal(taken[0].split.variant, edge.variant, what);
    compared += 1;
  }
  return compared;
}

/** Asserts that no route is taken if a port led nowhere; returns the number of such ports. */
function compareFailure(
  document: FlowDocument, session: Session, transition: Transition, context: JsonObject,
): number {
  if (!("fail" in transition.effect) || transition.effect.fail.code !== "no-route") return 0;
  const { flow, step, port } = transition.effect.fail;
  if (!flow || !step || !port || session.current?.step !== step) return 0;
  const evaluations = explainPort(
    engine, document, { flow, step, port }, { context, outputs: session.outputs });
  assert.ok(evaluations.every((evaluation) => evaluation.result !== "taken"));
  return 1;
}

test("explanations match the engine's decisions in the conformance vectors", () => {
  let compared = 0;
  let splits = 0;
  let failures = 0;
  for (const vector of vectors) {
    const source = vector.document ?? (vector.sample && read(`Samples/${vector.sample}`));
    if (!source || !vector.events || vector.restore || JSON.stringify(source).includes("#repeat")) {
      continue;
    }
    const manifest = vector.manifests?.[0]
      ?? (vector.manifestSamples?.[0] && read(`Samples/${vector.manifestSamples[0]}`));
    let document: FlowDocument;
    let session: Session;
    let context = vector.context ?? {};
    try {
      document = core.convert(source, "native").json as unknown as FlowDocument;
      const release = engine.release(document, manifest || undefined);
      session = vector.open
        ? release.open(vector.open.step, { ...vector.open, context })
        : release.start({ flow: vector.flow, context });
    } catch {
      continue;
    }
    if (session.transition) {
      compared += compare(vector, document, session, session.transition, context);
    }
    for (const event of vector.events) {
      if (event.context) {
        context = event.context;
        session.context = context;
      } else if (event.back) {
        session.back();
      } else if (event.fire !== undefined) {
        const transition = session.fire(event.fire, event.output);
        compared += compare(vector, document, session, transition, context);
        failures += compareFailure(document, session, transition, context);
        if (transition.exposures) splits += 1;
      } else {
        break;
      }
    }
  }
  assert.ok(compared > 250, `only ${compared} compared`);
  assert.ok(failures > 0);
  assert.ok(splits > 15, `only ${splits} splits`);
});

const flows = (routes: Json): FlowDocument => ({
  schema: 1, segments: { friends: ["mira"] },
  flows: [{ id: "f", start: "a", steps: [
    { id: "a", screen: "A", ports: { next: routes } as never }, { id: "b", screen: "B" },
  ] }],
});
const at = { flow: "f", step: "a", port: "next" };

test("each route is explained: no match, outside of the split, taken, or later", () => {
  const document = flows([
    { when: { country: "DE" }, to: "b" },
    { when: { userId: { $inGroup: "friends" } }, split: {
      experiment: "x", coverage: 0, variants: [{ weight: 1, to: "b" }],
    } },
    { to: "b" }, { to: "a" },
  ]);
  const user = { context: { userId: "mira", country: "AT" }, outputs: {} };
  const evaluations = explainPort(engine, document, at, user);
  assert.deepEqual(
    evaluations.map((evaluation) => evaluation.result), ["condition", "outside", "taken", "later"]);
  assert.equal(evaluations[1]?.split?.outside, "range");
  assert.equal(evaluations[1]?.split?.value, "mira");
});

test("a condition that is no object is never true, and is part of the explanation", () => {
  for (const when of [null, true, 5, "", []]) {
    const [first, second] = explainPort(
      engine, flows([{ when, to: "b" }, { to: "a" }]), at, { context: {}, outputs: {} });
    assert.equal(first?.result, "condition");
    assert.equal(first?.when, when);
    assert.equal(second?.result, "taken");
    assert.equal(second?.when, undefined);
  }
});

test("a user without the bucketing attribute is excluded from a split, with the reason", () => {
  const document = flows([
    { split: { experiment: "x", variants: [{ weight: 1, to: "b" }] } }, { to: "a" },
  ]);
  const [first] = explainPort(engine, document, at, { context: {}, outputs: {} });
  assert.equal(first?.result, "outside");
  assert.equal(first?.split?.outside, "unknown");
});

test("a user's bucket is in the range of their variant", () => {
  const document = flows([{ split: { experiment: "x", variants: [
    { weight: 0.25, key: "short", to: "a" }, { weight: 0.75, key: "long", to: "b" },
  ] } }]);
  for (let index = 0; index < 50; index += 1) {
    const user = { context: { userId: `user-${index}` }, outputs: {} };
    const split = explainPort(engine, document, at, user)[0]?.split;
    const range = split?.ranges.find(({ variant }) => variant === split.variant);
    const bucket = split?.bucket ?? -1;
    assert.ok(range && bucket >= range.from && bucket < range.to);
  }
});
