import assert from "node:assert/strict";
import {test} from "node:test";

let canOpen = false;
const get = () => {
  const reading = {};
  queueMicrotask(() => {
    reading.result = "stored";
    reading.onsuccess();
  });
  return reading;
};
globalThis.indexedDB = {
  open: () => {
    const opening = {error: new Error("no access")};
    queueMicrotask(() => {
      if (!canOpen) return opening.onerror();
      opening.result = {transaction: () => ({objectStore: () => ({get})})};
      return opening.onsuccess();
    });
    return opening;
  },
};
const files = new URL("../../Sources/YogaWeb/Files/", import.meta.url);
const {read} = await import(new URL("database.js", files));

test("a database that could not be opened is opened at the next use", async () => {
  await assert.rejects(read("device"), /no access/u);
  canOpen = true;
  assert.equal(await read("device"), "stored");
});
