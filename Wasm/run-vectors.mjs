// Runs the vectors of Conformance/ on the browser build: all, or those with the given numbers.
//
//   node Wasm/run-vectors.mjs [NUMBER]…
//
// Conformance/README.md explains them; Tests/FlowCoreTests/Conformance does the same natively.
import { isDeepStrictEqual } from "node:util";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FlowCore, FlowError, FlowRuntime } from "./flowcore.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const engine = await FlowCore.load(new URL(".build/flowcore.wasm", import.meta.url));
const runtime = await FlowRuntime.load(new URL(".build/flowruntime.wasm", import.meta.url));

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name))
      : entry.name.endsWith(".json") ? [join(folder, entry.name)] : []);
}

function sample(name) {
  return new Uint8Array(readFileSync(join(root, "Samples", name)));
}

/** Expands `{"#repeat": text, "times": count}` and `{"#join": [text, …]}`. */
function expanded(json) {
  if (Array.isArray(json)) return json.map(expanded);
  if (json === null || typeof json !== "object") return json;
  if (json["#repeat"] !== undefined) return json["#repeat"].repeat(json.times);
  if (json["#join"]) return json["#join"].map(expanded).join("");
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, expanded(value)]));
}

/** Whether `actual` equals `expected`, or has its members, where objects may have others too. */
function matches(actual, expected) {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length
      && expected.every((value, index) => matches(actual[index], value));
  }
  if (expected !== null && typeof expected === "object") {
    return actual !== null && typeof actual === "object" && !Array.isArray(actual)
      && Object.keys(expected).every((key) => Object.hasOwn(actual, key)
        && matches(actual[key], expected[key]));
  }
  return actual === expected;
}

/** An effect as one object with the members of the step or the error that it contains. */
function flattened(effect) {
  const [[kind, value], ...rest] = Object.entries(effect);
  const extra = Object.fromEntries(rest);
  if (kind === "fail") return { ...value, fail: value.code };
  if (kind === "show" || kind === "pop") return { ...value, [kind]: value.step, ...extra };
  return effect;
}

/** Sends an event to a drawn screen, and returns its effects. */
function send(shown, event) {
  if (Object.hasOwn(event, "enter")) return shown.enter(event.enter, event.in) ?? [];
  if (Object.hasOwn(event, "blur")) return shown.blur(event.blur) ?? [];
  if (Object.hasOwn(event, "press")) return shown.press(event.press);
  if (Object.hasOwn(event, "choose")) return shown.choose(event.choose, event.in);
  return shown.finish(event.finish, event.outputs);
}

class VectorRun {
  problems = [];

  constructor(vector) {
    this.vector = vector;
    this.expected = vector.expect;
  }

  expect(key, actual, isWhole = false) {
    if (!Object.hasOwn(this.expected, key)) return;
    const expected = this.expected[key];
    // NB: -0 equals 0 here, as in JSON.
    const same = (left, right) =>
      isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
    if (isWhole ? !same(actual ?? null, expected) : !matches(actual, expected)) {
      const texts = `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
      this.problems.push(`${key}: ${texts}`.slice(0, 1000));
    }
  }

  run() {
    const { vector } = this;
    if (Object.hasOwn(vector, "condition")) return this.runCondition();
    if (vector.bucket) {
      const { seed, value, version } = vector.bucket;
      return this.expect("number", engine.bucket(seed, value, version));
    }
    if (vector.screen) return this.runScreen();
    try {
      this.runDocument();
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      this.expect("error", { ...error });
      if (!this.expected.error) this.problems.push(`${error.code}: ${error.message}`);
    }
  }

  runCondition() {
    const { condition, context, groups } = this.vector;
    const { matches, issues } = engine.explain(condition, context, groups);
    this.expect("matches", matches);
    const kinds = issues.map((issue) => issue.kind);
    if (!isDeepStrictEqual(kinds, this.expected.issues ?? [])) {
      this.problems.push(`issues: ${JSON.stringify(issues)}`);
    }
  }

  /** A drawn screen; this build does not return resolved blocks and text. */
  runScreen() {
    const { screen, document, manifests, values, events = [] } = this.vector;
    const whole = { schema: 1, flows: [], ...document, screens: [screen] };
    const shown = runtime.screens(JSON.stringify(whole), manifests?.[0]).show(screen.name, values);
    const effects = events.map((event) => send(shown, event));
    this.expect("title", shown.title, true);
    if (this.expected.html) this.expected.html = [this.expected.html].flat().join("");
    this.expect("html", shown.html, true);
    this.expect("saved", shown.saved, true);
    this.expect("rejected", effects.at(-1)?.[0]?.reject, true);
    this.expect("effects", effects.map((list) => list.map(({ outcomes, ...rest }) => rest)), true);
  }

  get document() {
    const { vector } = this;
    if (vector.sample) return sample(vector.sample);
    if (vector.bytes !== undefined) return Buffer.from(vector.bytes, "hex");
    if (vector.text !== undefined) return [vector.text].flat().join("");
    return new TextEncoder().encode(JSON.stringify(vector.document));
  }

  runDocument() {
    const { vector, expected, document } = this;
    const manifests = [
      ...(vector.manifests ?? []), ...(vector.manifestSamples ?? []).map(sample),
    ];
    const release = runtime.release(document, manifests[0]);
    if (vector.convert) this.runConversion();
    if (expected.findings || expected.errors) {
      const findings = engine.verify(document, manifests);
      this.expect("findings", findings);
      this.expect("errors", findings.filter((finding) => finding.severity === "error"));
    }
    const session = this.start(release);
    const transitions = session.transition ? [session.transition] : [];
    this.runEvents(session, release, transitions, manifests[0]);
  }

  runConversion() {
    let json = this.document;
    let losses = [];
    for (const format of [this.vector.convert].flat()) {
      ({ json, losses } = engine.convert(
        json instanceof Uint8Array ? json : JSON.stringify(json), format));
    }
    this.expect("converted", json, true);
    for (const [pointer, value] of Object.entries(this.expected.convertedHas ?? {})) {
      const actual = pointer.split("/").slice(1).reduce((inner, key) => inner?.[key], json);
      if (actual !== value) this.problems.push(`${pointer}: got ${JSON.stringify(actual)}`);
    }
    if (this.expected.losses && losses.length !== this.expected.losses.length) {
      this.problems.push(`losses: ${JSON.stringify(losses)}`);
    }
    if (losses.length < (this.expected.lossesAtLeast ?? 0)) this.problems.push("too few losses");
  }

  start(release) {
    const { restore, open, flow, context } = this.vector;
    if (restore !== undefined) return release.restore(restore, { context });
    if (open) return release.open(open.step, { flow: open.flow, outputs: open.outputs, context });
    return release.start({ flow, context });
  }

  runEvents(first, firstRelease, transitions, manifest) {
    let session = first;
    let release = firstRelease;
    const steps = [];
    for (const event of this.vector.events ?? []) {
      if (event.fire !== undefined || event.back) {
        const transition = event.back ? session.back() : session.fire(event.fire, event.output);
        transitions.push(transition);
        steps.push(flattened(transition.effect));
      } else if (event.context) {
        session.context = event.context;
        steps.push(null);
      } else if (event.restart) {
        const saved = JSON.stringify(session.save());
        session = release.restore(saved, { context: session.context });
        steps.push(null);
      } else if (event.adopt) {
        const next = runtime.release(JSON.stringify(event.adopt), manifest);
        const reason = session.adopt(next);
        if (!reason) release = next;
        steps.push(reason ? { stayed: reason.code } : { adopted: true });
      } else {
        this.problems.push(`no such event: ${JSON.stringify(event)}`);
      }
    }
    this.expect("steps", steps);
    this.expectSession(session, transitions);
  }

  expectSession(session, transitions) {
    const { status } = session;
    this.expect("path", session.path.map((visit) => visit.step));
    this.expect("outputs", session.outputs, true);
    this.expect("content", session.content, true);
    this.expect("release", session.release);
    this.expect("start", session.transition && flattened(session.transition.effect));
    this.expect("status", typeof status === "string" ? status : Object.keys(status)[0]);
    this.expect("outcome", status.finished);
    this.expect("error", status.failed);
    const gathered = (key) => transitions.flatMap((transition) => transition[key] ?? []);
    this.expect("exposures", gathered("exposures"));
    this.expect("edges", gathered("edges").slice(0, this.expected.edges?.length));
    for (const [key, value] of Object.entries(this.expected.enteredValues ?? {})) {
      const entered = session.enteredValue(key);
      if (!isDeepStrictEqual(entered, value)) this.problems.push(`entered value ${key}`);
    }
  }
}

const numbers = new Set(process.argv.slice(2).map(Number));
let count = 0;
let failed = 0;
for (const file of files(join(root, "Conformance"))) {
  const { format, vectors } = JSON.parse(readFileSync(file, "utf8"));
  if (format !== 1) throw new Error(`${file} is not a file of vectors of format 1.`);
  for (const vector of vectors) {
    if (numbers.size > 0 && !numbers.has(vector.number)) continue;
    const run = new VectorRun(expanded(vector));
    count += 1;
    try {
      run.run();
    } catch (error) {
      run.problems.push(error.stack);
    }
    if (run.problems.length === 0) continue;
    failed += 1;
    console.log(`not ok ${vector.number} ${vector.name}\n  ${run.problems.join("\n  ")}`);
  }
}
console.log(`${count} vectors, ${failed} failed`);
process.exitCode = count === 0 || failed > 0 ? 1 : 0;
