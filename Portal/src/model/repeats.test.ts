import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../document";
import { repeatsOf } from "./repeats";

const unrouted = (step: string, port: string, screen = "Info"): Finding => ({
  code: "unrouted-port", messageId: "unrouted-port", severity: "warning", flow: "main", step,
  arguments: { port, screen },
});

test("equal findings at three or more locations are combined", () => {
  const all = [unrouted("a", "next"), unrouted("b", "next"), unrouted("c", "next", "Other")];
  const { repeats, others } = repeatsOf(all);
  assert.equal(repeats.length, 1);
  assert.deepEqual(others, []);
  const [repeat] = repeats;
  assert.equal(repeat?.count, 3);
  assert.deepEqual(repeat?.findings, all);
  assert.deepEqual(repeat?.merged.arguments, { port: "next", screen: "…" });
});

test("neither two locations nor three findings at one location are combined", () => {
  const two = [unrouted("a", "next"), unrouted("b", "next")];
  assert.deepEqual(repeatsOf(two), { repeats: [], others: two });
  const one = [unrouted("a", "x"), unrouted("a", "y"), unrouted("a", "z")];
  assert.deepEqual(repeatsOf(one), { repeats: [], others: one });
});

test("errors and warnings, and findings with different numbers, are not combined", () => {
  const short = (step: string, length: number): Finding => ({
    code: "content-mismatch", messageId: "content-mismatch.too-short", severity: "error",
    flow: "main", step, arguments: { screen: "Info", value: "/title", length },
  });
  const raised = { ...unrouted("d", "next"), severity: "error" as const };
  const all = [
    raised, short("a", 2), short("b", 2), short("c", 3), unrouted("a", "next"),
    unrouted("b", "next"),
  ];
  assert.deepEqual(repeatsOf(all), { repeats: [], others: all });
});
