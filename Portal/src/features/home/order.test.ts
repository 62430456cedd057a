import assert from "node:assert/strict";
import { test } from "node:test";
import type { OverviewApplication } from "../../api";
import { filteredApplications, clientsOf, liveEnvironment, orders } from "./order";

const ada = { type: "user" as const, id: "p1", name: "ada@example.com" };

function application(
  id: string, changes: Partial<OverviewApplication> = {},
): OverviewApplication {
  return {
    id, name: id, created: "2026-01-01T00:00:00Z", role: "owner", environments: [], draft: null,
    findings: { environment: "production", errors: 0, warnings: 0 },
    changed: { at: "2026-01-01T00:00:00Z", by: ada, what: "application" },
    connected: false, ...changes,
  };
}

function environment(name: string, number: number | null, clients = 0) {
  const release = number === null ? null
    : {
      number, author: { type: "user" as const, id: "p1", name: "" }, note: "",
      published: "2026-01-01T00:00:00Z",
    };
  return { name, current: number, release, clients, sessions: 0 };
}

const ids = (list: OverviewApplication[]) => list.map(({ id }) => id);

test("all words must be in the name or the id", () => {
  const all = [application("shop", { name: "Corner Shop" }), application("bank")];
  assert.deepEqual(ids(filteredApplications(all, "CORNER sh", "name", new Set())), ["shop"]);
  assert.deepEqual(ids(filteredApplications(all, "corner bank", "name", new Set())), []);
  assert.deepEqual(ids(filteredApplications(all, " ", "name", new Set())), ["bank", "shop"]);
});

test("favorites come first, whatever the order", () => {
  const all = [
    application("a", { changed: { at: "2026-01-03T00:00:00Z", by: ada, what: "draft" } }),
    application("b", { changed: { at: "2026-01-02T00:00:00Z", by: ada, what: "draft" } }),
    application("c"),
  ];
  assert.deepEqual(ids(filteredApplications(all, "", "changed", new Set(["c"]))), ["c", "a", "b"]);
  for (const order of orders) {
    assert.equal(filteredApplications(all, "", order, new Set(["c"]))[0]?.id, "c", order);
  }
});

test("errors weigh more than warnings", () => {
  const findings = (errors: number, warnings: number) =>
    ({ findings: { environment: "production", errors, warnings } });
  const all = [
    application("a"), application("b", findings(0, 9)), application("c", findings(1, 0)),
  ];
  assert.deepEqual(ids(filteredApplications(all, "", "health", new Set())), ["c", "b", "a"]);
});

test("clients of all environments are counted, and “live” means production", () => {
  const shop = application("a", {
    environments: [environment("development", 4, 2), environment("production", 3, 5)],
  });
  assert.equal(clientsOf(shop), 7);
  assert.equal(liveEnvironment(shop)?.release?.number, 3);
});

test("without a release in production, the last environment with one is live", () => {
  const some = application("a", {
    environments: [
      environment("development", 1), environment("staging", 2), environment("production", null),
    ],
  });
  assert.equal(liveEnvironment(some)?.name, "staging");
  const none = application("a", { environments: [environment("test", null)] });
  assert.equal(liveEnvironment(none)?.name, "test");
});
