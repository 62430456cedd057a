import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, FlowDocument, Step } from "../../document";

// The texts take their language from the page, and a test has no page.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
Object.defineProperty(
  globalThis, "navigator", { value: { languages: ["en-GB"] }, configurable: true });

const documentOf = (step: Partial<Step>): FlowDocument => ({
  schema: 1,
  flows: [{ id: "shop", start: "Home", steps: [{ id: "Home", screen: "Home", ...step }] }],
});
const at = (kind: string, port?: string, values = {}) => ({
  kind, messageId: kind, flow: "shop", step: "Home", ...(port ? { port } : {}), arguments: values,
} as Change);

test("only the changed values of a content are listed, old and new side by side", async () => {
  const { sidesOf } = await import("./sides");
  const before = documentOf({ content: { title: "Hello", list: ["a", "b"], old: true } });
  const after = documentOf({ content: { title: "Welcome", list: ["a", "c"] } });
  assert.deepEqual(sidesOf(at("content-changed"), before, after), [
    { name: "title", before: ["“Hello”"], after: ["“Welcome”"] },
    { name: "list › 2", before: ["“b”"], after: ["“c”"] },
    { name: "old", before: ["on"], after: [] },
  ]);
});

test("a port shows every route and every variant's destination on both sides", async () => {
  const { sidesOf } = await import("./sides");
  const before = documentOf({ ports: { login: [{ to: "Forgot" }] } });
  const after = documentOf({ ports: { login: [{
    split: {
      experiment: "x",
      variants: [{ key: "a", weight: 0.5, to: "Forgot" }, { key: "b", weight: 0.5, to: "Info" }],
    },
  }] } });
  assert.deepEqual(sidesOf(at("destination-changed", "login"), before, after), [{
    name: "", before: ["“login” leads to “Forgot”"],
    after: ["“login” leads to “Forgot” for 50% of users and “Info” for 50% of users"],
  }]);
  assert.deepEqual(sidesOf(at("port-removed", "login"), before, documentOf({})), [{
    name: "", before: ["“login” leads to “Forgot”"], after: ["“login” is not connected"],
  }]);
});

test("a changed text has both sides, and a new step has none", async () => {
  const { sidesOf } = await import("./sides");
  const nothing = documentOf({});
  const changed = at("text-changed", undefined, { locale: "en", before: "Hi", text: "Hello" });
  assert.deepEqual(
    sidesOf(changed, nothing, nothing), [{ name: "", before: ["“Hi”"], after: ["“Hello”"] }]);
  assert.deepEqual(sidesOf(at("step-added"), { schema: 1, flows: [] }, nothing), []);
});
