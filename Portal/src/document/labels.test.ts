import assert from "node:assert/strict";
import { test } from "node:test";
import { portLabel } from "./labels";

test("a port's label is in the reader's language, a more general one, or the first", () => {
  const received = {
    ports: ["login", "help", "skip"],
    labels: { login: { en: "Log in", de: "Anmelden" }, help: "?" },
  };
  const declared = {
    ports: [
      { name: "login", label: { en: "Log in", de: "Anmelden" } }, { name: "help", label: "?" },
      "skip",
    ],
  };
  for (const screen of [received, declared]) {
    assert.equal(portLabel(screen, "login", "de-AT"), "Anmelden");
    assert.equal(portLabel(screen, "login", "en"), "Log in");
    assert.equal(portLabel(screen, "login", "fr"), "Log in");
    assert.equal(portLabel(screen, "help", "de"), "?");
    assert.equal(portLabel(screen, "skip", "de"), undefined);
    assert.equal(portLabel(screen, "toString", "de"), undefined);
  }
  assert.equal(portLabel(undefined, "login", "de"), undefined);
});
