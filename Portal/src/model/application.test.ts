import assert from "node:assert/strict";
import { test } from "node:test";
import { ApplicationModel } from "./application";

test("a failed choice of an environment does not undo a later one", async () => {
  const answers = new Map<string, (response: Response) => void>();
  Object.assign(globalThis, {
    fetch: (path: string) => new Promise<Response>((resolve) => {
      answers.set(path.split("/").at(-2) ?? "", resolve);
    }),
  });
  const application = new ApplicationModel("shop");
  const [first, second] = ["staging", "development"].map(
    (name) => application.chooseEnvironment(name));
  answers.get("staging")?.(new Response("{}", { status: 500 }));
  await assert.rejects(first as Promise<void>);
  answers.get("development")?.(new Response('{"days":28,"sessions":0,"builds":[]}'));
  await second;
  assert.equal(application.environment.get(), "development");
});
