import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem, get, UnreachableError } from "./client";

/** The result of a request that is answered with a text. */
async function answered(body: string, status = 200): Promise<unknown> {
  const original = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(new Response(body, { status }));
  try {
    return await get("/v1/me");
  } catch (error) {
    return error;
  } finally {
    globalThis.fetch = original;
  }
}

test("a page of a proxy instead of JSON means that the server was not reached", async () => {
  assert.ok(await answered("<html>Sign in to the network</html>") instanceof UnreachableError);
  assert.ok(await answered("<html>Bad gateway</html>", 502) instanceof UnreachableError);
  assert.deepEqual(await answered('{"id":"user-1"}'), { id: "user-1" });
  assert.equal(await answered(""), undefined);
});

test("an error response without a problem document has its status", async () => {
  for (const body of ["<html/>", "null", "[]", ""]) {
    const problem = await answered(body, 403);
    assert.ok(problem instanceof ApiProblem, body);
    assert.deepEqual([problem.status, problem.code], [403, ""]);
  }
});
