import assert from "node:assert/strict";
import {test} from "node:test";

const files = new URL("../../Sources/YogaWeb/Files/", import.meta.url);
const {requestStorage} = await import(new URL("media.js", files));

const withStorage = async (storage) => {
  Object.defineProperty(globalThis, "navigator", {value: {storage}, configurable: true});
  return await requestStorage();
};

test("a browser that estimates no storage has an unknown amount of free space", async () => {
  assert.equal(await withStorage(undefined), null);
  assert.equal(await withStorage({persist: async () => true}), null);
  assert.equal(await withStorage({estimate: async () => ({usage: 2})}), null);
});

test("the free space is what the quota leaves, also if persistence is denied", async () => {
  const persist = () => Promise.reject(new Error("denied"));
  assert.equal(await withStorage({persist, estimate: async () => ({quota: 9, usage: 2})}), 7);
});
