import assert from "node:assert/strict";
import { test } from "node:test";
import { positionOfPointer, pointerTo } from "./positions";

const text = `{
  "country": { "$in": ["DE", "A\\"T,"] },
  "a/b": [1, {"x~y": null}, true],
  "": -1.5e3
}`;

test("a pointer is found at the line and column of its member or element", () => {
  const at = (pointer: string) => {
    const position = positionOfPointer(text, pointer);
    return position && [position.line, position.column];
  };
  assert.deepEqual(at(""), [1, 1]);
  assert.deepEqual(at("/country"), [2, 3]);
  assert.deepEqual(at("/country/$in"), [2, 16]);
  assert.deepEqual(at("/country/$in/1"), [2, 30]);
  assert.deepEqual(at("/a~1b/1/x~0y"), [3, 15]);
  assert.deepEqual(at("/a~1b/2"), [3, 29]);
  assert.deepEqual(at("/"), [4, 3]);
});

test("a missing value is located at its nearest ancestor", () => {
  assert.deepEqual(positionOfPointer(text, "/country/$in/7/x"), { line: 2, column: 16 });
  assert.equal(positionOfPointer("", ""), undefined);
});

test("a pointer's parts are escaped", () => {
  assert.equal(pointerTo("/a", "b/~c"), "/a/b~1~0c");
  assert.equal(pointerTo("", 3), "/3");
});
