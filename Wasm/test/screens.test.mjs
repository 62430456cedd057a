// Drawn screens in the browser build: declarations, HTML, and presses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FlowRuntime } from "../flowcore.mjs";

const runtime = await FlowRuntime.load(new URL("../.build/flowruntime.wasm", import.meta.url));

const email = {
  name: "Email",
  title: { $text: "title" },
  state: { plan: { type: "string", default: "year" } },
  root: { type: "column", children: [
    { type: "text", text: { $text: "title" }, role: "heading1" },
    { type: "text", text: { $: "output.name" } },
    {
      type: "input", name: "email", label: "Email", kind: "email", required: true, id: "email",
    },
    { type: "text", text: "By the month", showIf: { "state.plan": "month" } },
    { type: "button", id: "month", title: "Monthly", do: [{ set: "plan", to: "month" }] },
    { type: "button", id: "next", title: "Next", do: [{ fire: "next" }] },
    { type: "button", id: "buy", title: "Buy", do: [
      { call: "purchase", with: { plan: "year" },
        then: { bought: { fire: "done" }, failed: { back: true } } }] },
    { type: "link", id: "terms", title: "Terms", to: "https://example.org/terms" },
  ] },
};
const document = {
  schema: 1, flows: [], screens: [email], defaultLocale: "en",
  strings: { en: { title: "Your <email>" }, de: { title: "Deine E-Mail" } },
};

test("a drawn screen has the declaration that code would have", () => {
  const { declarations } = runtime.screens(document);
  assert.deepEqual(declarations.map((screen) => screen.name), ["Email"]);
  assert.deepEqual(declarations[0].provides, { email: "string" });
  assert.deepEqual(declarations[0].needs, { name: "any" });
  assert.deepEqual(declarations[0].ports.map((port) => port.name), ["next", "done"]);
});

test("a build that shows no blocks has none of the screens", () => {
  const screens = runtime.screens(document, { schema: 1, screens: [] });
  assert.deepEqual(screens.declarations, []);
  assert.equal(screens.render("Email"), null);
  assert.equal(screens.show("Email"), null);
});

test("a screen is rendered in the user's language, and its texts are escaped", () => {
  const screens = runtime.screens(document);
  const { html, title } = screens.render("Email", { outputs: { name: "Mira" } });
  assert.equal(title, "Your <email>");
  assert.match(html, /<h1[^>]*>Your &lt;email&gt;<\/h1>/);
  assert.match(html, />Mira</);
  assert.equal(screens.render("Email", { attributes: { locale: "de" } }).title, "Deine E-Mail");
  assert.equal(screens.render("Nothing"), null);
});

test("an incomplete form is rejected, and a complete one leaves through its port", () => {
  const screen = runtime.screens(document).show("Email");
  const [{ reject }] = screen.press("next");
  assert.equal(reject[0].field, "email");
  assert.match(screen.html, /aria-invalid="true"/);
  screen.enter("mira@example.org", "email");
  assert.deepEqual(screen.press("next"), [{ fire: "next", output: "mira@example.org" }]);
});

test("state changes the screen, and is saved with the entered values", () => {
  const screens = runtime.screens(document);
  const screen = screens.show("Email");
  assert.doesNotMatch(screen.html, /By the month/);
  assert.deepEqual(screen.press("month"), []);
  screen.enter("m", "email");
  assert.match(screen.html, /By the month/);
  const again = screens.show("Email", {}, screen.saved);
  assert.match(again.html, /By the month/);
  assert.match(again.html, /value="m"/);
});

test("a call ends in an outcome, and a link is an effect", () => {
  const enteredValues = { email: "a@example.org" };
  const screen = runtime.screens(document).show("Email", { enteredValues });
  const [call] = screen.press("buy");
  assert.deepEqual(call, {
    call: "purchase", with: { plan: "year" }, outcomes: ["bought", "failed"],
  });
  assert.deepEqual(screen.finish("bought"), [{ fire: "done", output: "a@example.org" }]);
  assert.deepEqual(screen.finish("bought"), []);
  assert.deepEqual(
    screen.press("terms"), [{ open: "https://example.org/terms", in: "browser" }]);
});

test("a disposed object cannot be used, and its shown screens still can", () => {
  const screens = runtime.screens(document);
  const screen = screens.show("Email");
  screens.dispose();
  assert.throws(() => screens.render("Email"), /disposed/);
  assert.deepEqual(screen.press("month"), []);
  screen.dispose();
  assert.throws(() => screen.press("month"), /disposed/);
});
