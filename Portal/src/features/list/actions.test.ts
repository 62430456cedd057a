import assert from "node:assert/strict";
import { test } from "node:test";
import type { Screen } from "../../api";
import { retarget, stepOf, type Edit, type FlowDocument, type RouteRef } from "../../document";
import { chosenEdge } from "../../document/insertion";
import type { EditorModel } from "../../model/editor";
import { Store } from "../../model/store";
import { ListActions, type ListHost } from "./actions";

const ref: RouteRef = { flow: "shop", step: "home", port: "next", route: 0 };
const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "shop", start: "home",
    steps: [
      { id: "home", screen: "Home", ports: { next: [{ to: "done" }] } },
      { id: "done", screen: "Done" },
    ],
  }],
};

test("a step is inserted into a route unless that has changed since it was chosen", () => {
  const current = new Store(document);
  const editor = {
    flow: new Store("shop"), screens: new Store<Screen[]>([]),
    draft: {
      document: current, apply: (_label: string, edit: Edit) => current.set(edit(current.get())),
    },
  };
  const actions = new ListActions(
    editor as unknown as EditorModel, { focus: () => undefined } as unknown as ListHost);
  const into = chosenEdge(document, ref);
  const insert = () => actions.add({ id: "legal", screen: "Legal" }, { kind: "add", into });
  const changed = retarget(ref, { finish: "left" })(document);
  current.set(changed);
  const { setTimeout } = globalThis;
  // NB: the timer of a toast would keep the process running.
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  insert();
  globalThis.setTimeout = setTimeout;
  assert.equal(current.get(), changed);
  current.set(document);
  insert();
  assert.deepEqual(stepOf(current.get(), "shop", "home")?.ports, { next: [{ to: "legal" }] });
  assert.deepEqual(stepOf(current.get(), "shop", "legal")?.ports, { next: [{ to: "done" }] });
});
