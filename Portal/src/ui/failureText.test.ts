import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem, UnreachableError } from "../api";
import { failureText } from "./failureText";

test("a response without a problem document is described in the user's language", () => {
  assert.equal(
    failureText(new ApiProblem(403, {})), "The server responded with status 403. Try again.");
  assert.equal(failureText(new ApiProblem(403, { detail: "Not allowed." })), "Not allowed.");
  assert.match(failureText(new UnreachableError(502)), /cannot be reached/);
});
