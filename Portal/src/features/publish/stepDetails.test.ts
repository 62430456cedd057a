import assert from "node:assert/strict";
import { test } from "node:test";
import type { Step } from "../../document";

// The texts take their language from the page, and a test has no page.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
Object.defineProperty(
  globalThis, "navigator", { value: { languages: ["en-GB"] }, configurable: true });

const step: Step = {
  id: "offer", screen: "Info", showWhen: { country: "DE" },
  content: { title: "Plums", isLoud: false, items: [{ text: "Two for one" }], price: 3 },
  ports: {
    next: [
      { when: { country: { $in: ["DE", "AT"] } }, to: "Home", style: "root" },
      {
        split: {
          experiment: "x", variants: [{ weight: 0.3, to: "A" }, { weight: 0.7, finish: "x" }],
        },
      },
    ],
    skip: [{ flow: "sign-up", then: { done: "Home", "*": { finish: "left" } } }],
    never: [],
  },
};

test("every detail of a new step is described", async () => {
  const { stepDetails } = await import("./stepDetails");
  assert.deepEqual(stepDetails(step), [
    "Shown only if country is Germany",
    "“next” leads to “Home” starting over if country is one of Germany or Austria",
    "Otherwise “next” leads to “A” for 30% of users and the end “x” for 70% of users",
    "“skip” leads to the flow “sign-up” (after “done” to “Home”; "
      + "after any other outcome to the end “left”)",
    "“never” is not connected",
    "title: “Plums”", "isLoud: off", "items › 1 › text: “Two for one”", "price: 3",
  ]);
});

test("a new step whose condition is no object is described as never shown", async () => {
  const { stepDetails } = await import("./stepDetails");
  for (const showWhen of [null, true, []]) {
    assert.deepEqual(
      stepDetails({ id: "a", screen: "A", showWhen } as never), ["Shown only if never"]);
  }
});
