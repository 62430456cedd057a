import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import { orderedSteps } from "./order";
import type { FlowResults } from "./types";

const document = {
  schema: 1,
  flows: [{
    id: "main", start: "hello",
    steps: [
      { id: "help", screen: "A" },
      { id: "end", screen: "A" },
      { id: "hello", screen: "A", ports: { next: [{ to: "plan" }] } },
      {
        id: "plan", screen: "A",
        ports: {
          next: [{
            split: {
              experiment: "offer",
              variants: [
                { key: "a", flow: "pay", then: { done: { flow: "thanks", then: "end" } } },
                { key: "b", flow: "pay", then: { done: "plan" } },
              ],
            },
          }],
        },
      },
    ],
  }],
} as unknown as FlowDocument;

const results = (...steps: [string, number][]): FlowResults => ({
  flow: "main", sessions: 9, failures: 0, outcomes: [],
  steps: steps.map(([step, sessions]) => ({ step, sessions, ports: [] })),
});

test("steps are in the order in which users reach them, then those of older releases", () => {
  const ordered = orderedSteps(
    results(["old", 1], ["end", 3], ["older", 7], ["hello", 9]), document);
  assert.deepEqual(ordered.map(({ step, sessions, isRemoved }) => [step, sessions, isRemoved]), [
    ["hello", 9, false], ["plan", 0, false], ["end", 3, false], ["help", 0, false],
    ["older", 7, true], ["old", 1, true],
  ]);
});

test("without a release, the step with the most sessions is first", () => {
  const ordered = orderedSteps(results(["a", 1], ["b", 5]), null);
  assert.deepEqual(
    ordered.map(({ step, isRemoved }) => [step, isRemoved]), [["b", false], ["a", false]]);
});
