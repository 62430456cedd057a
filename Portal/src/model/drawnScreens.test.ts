import assert from "node:assert/strict";
import { test } from "node:test";
import { assetPath, today } from "./drawnScreens";

const sha256 = "0123456789abcdef".repeat(4);

test("a picture's path has the hash of the smallest size that is wide enough", () => {
  const small = "f".repeat(64);
  const entry = { sha256, width: 1600, sizes: [{ sha256: small, width: 800 }] };
  assert.equal(assetPath({ sha256 }, "shop", 400), `/assets/shop/${sha256}`);
  assert.equal(assetPath(entry, "shop", 780), `/assets/shop/${small}`);
  assert.equal(assetPath(undefined, "shop", 400), "");
});

test("attack: an entry with an invalid hash or application has no path", () => {
  for (const hash of ['x"><iframe srcdoc="', `${sha256}" onerror="x`, "../account", "", 7, null]) {
    assert.equal(assetPath({ sha256: hash }, "shop", 400), "");
  }
  for (const application of ['x" onerror="x', "../account/x?", "a/b", ".."]) {
    assert.equal(assetPath({ sha256 }, application, 400), "");
  }
});

test("today is the date in the user's time zone", () => {
  const at = (moment: string, offset: number) => (
    Object.assign(new Date(moment), { getTimezoneOffset: () => offset }));
  assert.equal(today(at("2026-11-22T12:00:00Z", -840)), "2026-11-23");
  assert.equal(today(at("2026-11-23T02:00:00Z", 300)), "2026-11-22");
});
