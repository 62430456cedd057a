import assert from "node:assert/strict";
import { test } from "node:test";
import { firstGoal, goalKey, scaleOf, sortGoals, comparisonResult } from "./goals";
import type { ExperimentResults, GoalResults } from "./types";

const goal = (members: Partial<GoalResults>, ...users: number[]): GoalResults => ({
  flow: "main", ...members,
  variants: users.map((count) => ({ users: count, rate: count / 100 })),
});
const experiment = (...goals: GoalResults[]): ExperimentResults => ({
  experiment: "offer", isLive: true, variants: [], goals,
});

test("the most frequent outcome is shown first", () => {
  const done = goal({ outcome: "done" }, 30, 40);
  const first = firstGoal(experiment(
    goal({ step: "plan" }, 90, 90), goal({ outcome: "cancelled" }, 3, 4), done));
  assert.equal(first, done);
});

test("without an outcome, a step that users of all variants reach is shown first", () => {
  const plan = goal({ step: "plan" }, 20, 10);
  const first = firstGoal(experiment(goal({ step: "long" }, 100, 0), plan));
  assert.equal(first, plan);
  assert.equal(firstGoal(experiment(goal({ step: "long" }, 100, 0)))?.step, "long");
  assert.equal(firstGoal(experiment()), undefined);
});

test("the app's events come before outcomes, steps, ports and failures", () => {
  const goals = [
    goal({ failed: true }), goal({ step: "a", port: "next" }), goal({ step: "a" }),
    goal({ outcome: "done" }), goal({ flow: undefined, event: "ordered" }),
  ];
  assert.deepEqual(sortGoals(goals), [...goals].reverse());
  assert.equal(new Set(goals.map(goalKey)).size, 5);
});

test("a variant is higher or lower only if its interval excludes zero", () => {
  const difference = (low: number, high: number) => ({ value: (low + high) / 2, low, high });
  assert.equal(comparisonResult(undefined, true), "first");
  assert.equal(comparisonResult(undefined, false), "insufficient");
  assert.equal(comparisonResult(difference(0.01, 0.2), false), "higher");
  assert.equal(comparisonResult(difference(-0.2, -0.01), false), "lower");
  assert.equal(comparisonResult(difference(-0.1, 0.2), false), "inconclusive");
  assert.equal(comparisonResult(difference(0, 0.2), false), "inconclusive");
});

test("intervals are drawn on the scale of the widest one", () => {
  const wide: GoalResults = {
    ...goal({}, 0),
    variants: [
      { users: 1, rate: 1 },
      { users: 1, rate: 1, difference: { value: 0, low: -0.3, high: 0.2 } },
    ],
  };
  assert.equal(scaleOf(wide), 0.3);
  assert.equal(scaleOf(goal({}, 1)), 0.01);
});
