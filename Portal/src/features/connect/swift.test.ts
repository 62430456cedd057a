import assert from "node:assert/strict";
import { test } from "node:test";
import { packageLines } from "./swift";

test("the package is from the repository that the server specifies", () => {
  assert.equal(packageLines("https://git.example.com/mobile/flow-magic.git"), [
    '.package(url: "https://git.example.com/mobile/flow-magic.git", from: "0.1.0"),'
      + "  // in dependencies",
    '.product(name: "FlowMagic", package: "flow-magic"),  // in your target\'s dependencies',
  ].join("\n"));
  assert.match(packageLines("git@example.com:flowmagic"), /package: "flowmagic"/);
});

test("without a repository, the package is from a local copy", () => {
  assert.match(packageLines(undefined), /^\.package\(path: "\.\.\/flowmagic"\)/);
});
