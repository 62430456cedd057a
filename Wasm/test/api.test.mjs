import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { FlowCore, FlowError, FlowRuntime } from "../flowcore.mjs";

const file = new URL("../.build/flowcore.wasm", import.meta.url);
const engine = await FlowCore.load(file);
const runtime = await FlowRuntime.load(new URL("../.build/flowruntime.wasm", import.meta.url));

const signUp = {
  schema: 1,
  application: "shop",
  number: 7,
  flows: [{
    id: "sign-up",
    start: "welcome",
    steps: [
      { id: "welcome", screen: "Info", ports: { next: [{ to: "email" }] } },
      {
        id: "email", screen: "Email", content: { title: { $text: "email" } },
        ports: {
          next: [{ when: { "output.email": { $regex: "@" } }, to: "done" }, { finish: "refused" }],
        },
      },
      { id: "done", screen: "Done", ports: { next: [{ finish: "completed" }] } },
    ],
  }],
  strings: { en: { email: "Your email, {name}?" }, de: { email: "Ihre E-Mail, {name}?" } },
  defaultLocale: "en",
};

test("a session reaches its outcome", () => {
  const session = runtime.release(signUp).start({ context: { name: "Mira", locale: "de" } });
  assert.deepEqual(session.transition.effect, {
    show: { flow: "sign-up", step: "welcome", screen: "Info", style: "root" }, removed: 0,
  });
  session.fire("next");
  assert.deepEqual(session.content, { title: "Ihre E-Mail, Mira?" });
  assert.deepEqual(session.ports, ["next"]);
  session.fire("next", "mira@example.org");
  assert.deepEqual(session.path.map((visit) => visit.step), ["welcome", "email", "done"]);
  assert.deepEqual(session.outputs, { email: "mira@example.org" });
  assert.equal(session.current.step, "done");
  assert.equal(session.release, 7);
  assert.deepEqual(session.fire("next").effect, { finish: "completed" });
  assert.deepEqual(session.status, { finished: "completed" });
});

test("going back restores the entered value", () => {
  const session = runtime.release(signUp).start();
  session.fire("next");
  session.fire("next", "mira@example.org");
  assert.equal(session.back().effect.pop.step, "email");
  assert.deepEqual(session.outputs, {});
  assert.equal(session.enteredValue("email"), "mira@example.org");
  assert.equal(session.enteredValue("toString"), undefined);
});

test("a new context takes effect immediately", () => {
  const session = runtime.release(signUp).start({ context: { name: "Mira" } });
  session.fire("next");
  session.context = { name: "Noor", locale: "en" };
  assert.deepEqual(session.content, { title: "Your email, Noor?" });
  assert.deepEqual(session.context, { name: "Noor", locale: "en" });
});

test("a saved session is restored by another engine", async () => {
  const session = runtime.release(signUp).start();
  session.fire("next", 1);
  const saved = session.save();
  const other = await FlowRuntime.load(runtime.module);
  const restored = other.release(signUp).restore(saved);
  assert.deepEqual(restored.path, session.path);
  assert.deepEqual(restored.save(), saved);
  assert.equal(restored.transition, null);
});

test("a deep link opens a step", () => {
  const session = runtime.release(signUp).open("done", { outputs: { email: "a@example.org" } });
  assert.deepEqual(session.path.map((visit) => visit.step), ["done"]);
  assert.deepEqual(session.outputs, { email: "a@example.org" });
});

test("a session adopts a release or reports why it stays", () => {
  const session = runtime.release(signUp).start();
  session.fire("next");
  const gone = structuredClone(signUp);
  gone.flows[0].steps[1].id = "mail";
  const reason = session.adopt(runtime.release(gone));
  assert.ok(reason instanceof FlowError);
  assert.equal(reason.code, "session-mismatch");
  assert.equal(session.adopt(runtime.release({ ...signUp, number: 8 })), null);
  assert.equal(session.release, 8);
});

test("an invalid text is rejected with line, column and pointer", () => {
  const text = '{\n  "schema": 1,\n  "flows": [,]\n}';
  for (const document of [text, new TextEncoder().encode(text)]) {
    assert.throws(() => runtime.release(document), (error) => {
      assert.ok(error instanceof FlowError);
      assert.equal(error.code, "json-syntax");
      assert.deepEqual([error.line, error.column], [3, 13]);
      assert.match(error.message, /value/);
      return true;
    });
  }
});

test("an error in a document is reported with its location", () => {
  const document = { schema: 1, flows: [{ id: "f", start: "a", steps: [{ id: "a" }] }] };
  assert.throws(() => engine.verify(document), {
    name: "FlowError", code: "missing-key", flow: "f", step: "a", pointer: "/flows/0/steps/0",
  });
});

test("an invalid manifest is rejected", () => {
  assert.throws(() => engine.verify(signUp, [{ schema: 9 }]), { code: "unknown-schema" });
  assert.throws(() => runtime.release(signUp, "{"), { code: "json-syntax" });
});

test("a missing step is an error, and a valid document has none", () => {
  const document = structuredClone(signUp);
  document.flows[0].steps[0].ports.next[0].to = "nowhere";
  const finding = engine.verify(document).find((entry) => entry.code === "unknown-step");
  assert.equal(finding.severity, "error");
  assert.equal(finding.step, "welcome");
  assert.deepEqual(engine.verify(signUp).filter((entry) => entry.severity === "error"), []);
});

test("at most a thousand findings of a kind are listed, and the others are counted", () => {
  const document = structuredClone(signUp);
  document.flows[0].steps[0].ports.next = Array.from({ length: 1_010 }, (_, n) => ({
    when: { age: n },
    to: "nowhere",
  }));
  const findings = engine.verify(document).filter((entry) => entry.code === "unknown-step");
  assert.equal(findings.length, 1_001);
  assert.equal(findings.at(-1).count, 10);
  assert.equal(findings.at(-1).step, undefined);
});

test("documents are converted, with a list of losses", () => {
  const { json, losses } = engine.convert(signUp, "flowkit");
  assert.equal(json.initialStepId, "welcome");
  assert.ok(losses.length > 0 && losses.every((loss) => loss.message.length > 10));
  assert.throws(() => engine.convert(signUp, "xml"), { code: "invalid-value" });
});

test("changes have a message id and its arguments", () => {
  const next = structuredClone(signUp);
  next.flows[0].steps.push({ id: "thanks", screen: "Info" });
  const changes = engine.diff(signUp, next);
  assert.equal(changes.length, 1);
  assert.equal(changes[0].kind, "step-added");
  assert.equal(changes[0].messageId, "step-added");
  assert.deepEqual(changes[0].arguments, { step: "thanks", screen: "Info" });
  assert.deepEqual(engine.diff(signUp, signUp), []);
});

test("conditions are evaluated, and bucket numbers computed", () => {
  assert.equal(engine.evaluate({ country: { $in: ["DE"] } }, { country: "DE" }), true);
  assert.equal(engine.evaluate({ id: { $inGroup: "a" } }, { id: 1 }, { a: [1] }), true);
  const { matches, issues } = engine.explain({ age: { $gtt: 1 } }, { age: 2 });
  assert.equal(matches, false);
  assert.equal(issues[0].kind, "unknown-operator");
  assert.equal(engine.bucket("", "a", 2), 0.0216);
  assert.equal(engine.bucket("", "a", 1), 0.22);
  assert.equal(engine.bucket("", "a", 7), null);
});

test("a disposed value cannot be used, and its handle does not refer to another one", () => {
  const release = runtime.release(signUp);
  const session = release.start();
  release.dispose();
  release.dispose();
  assert.throws(() => release.start(), /disposed/);
  assert.equal(session.fire("next").effect.show.step, "email");
  session.dispose();
  assert.throws(() => session.path, /disposed/);
  const next = runtime.release(signUp).start();
  assert.throws(() => session.fire("next"), /disposed/);
  assert.deepEqual(next.path.map((visit) => visit.step), ["welcome"]);
});

test("memory is freed", async () => {
  const own = await FlowRuntime.load(runtime.module);
  const memory = () => own._size;
  const round = () => {
    const release = own.release(signUp);
    const session = release.start({ context: { name: "x".repeat(1000) } });
    for (const port of ["next", "nope"]) session.fire(port, "y".repeat(1000));
    session.back();
    assert.throws(() => own.release("{"), FlowError);
    session.dispose();
    release.dispose();
  };
  for (let count = 0; count < 50; count += 1) round();
  const before = memory();
  for (let count = 0; count < 2000; count += 1) round();
  assert.equal(memory(), before);
});

test("values that are not JSON are rejected before they reach the engine", () => {
  const session = runtime.release(signUp).start();
  const circle = {};
  circle.self = circle;
  for (const output of [circle, () => 1, 1n, Symbol("x")]) {
    assert.throws(() => session.fire("next", output), TypeError);
  }
  assert.deepEqual(session.path.map((visit) => visit.step), ["welcome"]);
  assert.equal(runtime.hasTrapped, false);
});

test("a lone surrogate and deeply nested values are rejected by the engine", () => {
  const session = runtime.release(signUp).start();
  assert.throws(() => session.fire("next", "\ud800"), { code: "json-lone-surrogate" });
  let deep = 1;
  for (let depth = 0; depth < 100; depth += 1) deep = [deep];
  assert.throws(() => session.fire("next", deep), { code: "json-too-deep" });
  assert.throws(() => runtime.release(new Uint8Array(1 << 27)), { code: "json-too-large" });
  assert.throws(() => runtime.release(new Uint8Array(17 << 20)), { code: "json-too-large" });
  assert.equal(runtime.hasTrapped, false);
});

test("attack: mutated documents never trap the instance", () => {
  const source = JSON.stringify(signUp);
  let state = 2463534242;
  const random = (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
  let accepted = 0;
  for (let count = 0; count < 3000; count += 1) {
    const bytes = new TextEncoder().encode(source);
    for (let change = 0; change <= random(4); change += 1) {
      const index = random(bytes.length);
      const kind = random(3);
      if (kind === 0) bytes[index] = random(256);
      else if (kind === 1) bytes[index] = '{}[]",:0-e$'.charCodeAt(random(11));
      else bytes.copyWithin(index, random(bytes.length), random(bytes.length));
    }
    try {
      engine.verify(bytes);
      const session = runtime.release(bytes).start({ context: { name: "x" } });
      for (let step = 0; step < 4; step += 1) session.fire("next", "a@b");
      session.content;
      session.dispose();
      accepted += 1;
    } catch (error) {
      assert.ok(error instanceof FlowError, error.stack);
    }
  }
  assert.ok(accepted > 10, `only ${accepted} of the texts were accepted`);
  assert.equal(engine.hasTrapped, false);
  assert.equal(runtime.hasTrapped, false);
});

test("an instance that has trapped cannot be called, and another one can be loaded", async () => {
  // A module whose exports trap simulates a bug in the engine.
  const names = WebAssembly.Module.exports(engine.module)
    .filter((entry) => entry.kind === "function").map((entry) => entry.name);
  const broken = await FlowCore.load(trapping(names));
  assert.equal(broken.hasTrapped, false);
  assert.throws(() => broken.bucket("a", "b"), /stopped in bucket/);
  assert.equal(broken.hasTrapped, true);
  assert.throws(() => broken.verify(signUp), /stopped in bucket/);
  const other = await FlowCore.load(engine.module);
  assert.equal(other.bucket("", "a"), 0.0216);
});

test("the engine imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(engine.module), []);
  assert.deepEqual(WebAssembly.Module.imports(runtime.module), []);
});

test("an engine is loaded from bytes, a buffer, a module or a URL", async () => {
  const bytes = await readFile(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  for (const source of [bytes, buffer, engine.module, file, file.href]) {
    assert.equal((await FlowCore.load(source)).bucket("", "a"), 0.0216);
  }
  await assert.rejects(FlowCore.load(new URL("file:///nowhere/flowcore.wasm")), { code: "ENOENT" });
});

/** A module with a memory and functions with these names, which trap, except `allocate`. */
function trapping(names) {
  const leb = (value) => {
    const bytes = [];
    do bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    while ((value >>>= 7) > 0);
    return bytes;
  };
  const text = (string) => [...leb(string.length), ...new TextEncoder().encode(string)];
  const section = (id, items) => {
    const body = [...leb(items.length), ...items.flat()];
    return [id, ...leb(body.length), ...body];
  };
  return new Uint8Array([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [[0x60, 0, 1, 0x7f]]),
    ...section(3, names.map(() => [0])),
    ...section(5, [[0, 1]]),
    ...section(7, [[...text("memory"), 2, 0],
      ...names.map((name, index) => [...text(name), 0, ...leb(index)])]),
    ...section(10, names.map((name) =>
      name === "allocate" ? [4, 0, 0x41, 0, 0x0b] : [3, 0, 0x00, 0x0b])),
  ]);
}
