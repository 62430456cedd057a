import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import { changesWithSections } from "./sectionChanges";
import type { Change, FlowDocument } from "./types";

interface Vector { name: string; old: FlowDocument; new: FlowDocument; changes: Partial<Change>[] }

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const { sections } = JSON.parse(
  readFileSync("Conformance/sections.json", "utf8")) as { sections: Vector[] };

test("changes of sections equal those of the command and the server", () => {
  assert.ok(sections.length >= 7);
  for (const vector of sections) {
    const changes = changesWithSections(engine.diff(vector.old, vector.new), vector.old, vector.new)
      .map(({ messageId, flow, step, arguments: values }) => ({
        messageId, ...(flow === undefined ? {} : { flow }), ...(step === undefined ? {} : { step }),
        arguments: values,
      }));
    assert.deepEqual(changes, vector.changes, vector.name);
  }
});
