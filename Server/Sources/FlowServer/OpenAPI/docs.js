"use strict";
// Renders /openapi.json and lets readers send each request. No markup is created from text:
// everything from the server is set as text content, so that it cannot run as script.

const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

/** Text with `code` between backticks. */
function prose(tag, text, attributes = {}) {
  const parts = text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
  return make(tag, attributes, ...parts);
}

// The token and the values of path parameters live as long as this page; storage would be readable
// by other pages of this origin.
const token = byId("token");
const pathValues = new Map();
byId("credential").addEventListener("submit", (event) => event.preventDefault());
byId("reveal").addEventListener("click", (event) => {
  const reveals = token.type === "password";
  token.type = reveals ? "text" : "password";
  event.target.textContent = reveals ? "Hide" : "Show";
  event.target.setAttribute("aria-pressed", String(reveals));
});

let schemas = {};

/** An example value for a schema. */
function example(schema, depth = 0) {
  if (!schema || depth > 8) return null;
  if (schema.$ref) return example(schemas[schema.$ref.split("/").pop()], depth + 1);
  if (schema.examples) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.allOf;
  if (options && !schema.properties) return example(options[0], depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([name, value]) => [name, example(value, depth + 1)]));
  }
  if (type === "array") return [example(schema.items, depth + 1)];
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (type === "boolean") return false;
  return "text";
}

function field(operation, parameter) {
  const id = `${operation.operationId}-${parameter.name}`;
  const value = parameter.in === "path" ? pathValues.get(parameter.name) ?? "" : "";
  const input = make("input", {
    id, "data-name": parameter.name, "data-in": parameter.in, required: parameter.required,
    spellcheck: "false", autocomplete: "off", value,
    inputmode: parameter.schema?.type === "integer" ? "numeric" : null,
  });
  const note = parameter.required ? parameter.in : `${parameter.in}, optional`;
  return make("div", { class: "field" },
    make("label", { for: id }, parameter.name + " ", make("i", {}, note)), input,
    parameter.description ? prose("small", parameter.description) : null);
}

function pretty(text, type) {
  if (!type.includes("json")) return text;
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

/** The request for the values of a form. */
function request(form, method, path) {
  const headers = {};
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("[data-name]")) {
    const { name, in: source } = input.dataset;
    if (source === "path") {
      pathValues.set(name, input.value);
      path = path.replace(`{${name}}`, encodeURIComponent(input.value));
    } else if (input.value && source === "query") query.set(name, input.value);
    else if (input.value) headers[name] = input.value;
  }
  if (token.value) headers.Authorization = `Bearer ${token.value.trim()}`;
  const body = form.querySelector("textarea")?.value;
  if (body) headers["Content-Type"] = "application/json";
  const search = query.toString();
  return [path + (search ? `?${search}` : ""), { method: method.toUpperCase(), headers, body }];
}

async function send(form, method, path) {
  const button = form.querySelector(".primary");
  const output = form.querySelector("[data-response]");
  const [url, options] = request(form, method, path);
  const controller = new AbortController();
  button.disabled = true;
  output.replaceChildren(make("p", {}, "Waiting for the response…"));
  const started = performance.now();
  try {
    const response = await fetch(url, { ...options, signal: controller.signal });
    const type = response.headers.get("content-type") ?? "";
    const text = type.includes("event-stream")
      ? await readStream(response, controller) : await response.text();
    const duration = Math.round(performance.now() - started);
    const tag = response.headers.get("etag");
    const line = `${response.status} in ${duration} ms${tag ? `, ETag ${tag}` : ""}`;
    output.replaceChildren(
      make("p", {}, make("b", { class: response.ok ? "good" : "bad" }, line)),
      make("pre", { tabindex: "0", "aria-label": "Response body" },
        pretty(text, type) || "(empty)"));
  } catch (error) {
    output.replaceChildren(make("p", { class: "bad" }, `There is no response: ${error.message}`));
  } finally {
    button.disabled = false;
  }
}

/** Reads a stream for two seconds. */
async function readStream(response, controller) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const timer = setTimeout(() => controller.abort(), 2000);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch { /* Two seconds are over. */ }
  clearTimeout(timer);
  return `${text}\n(this page reads a stream for two seconds only)`;
}

function statuses(operation) {
  const items = Object.entries(operation.responses).map(([status, response]) =>
    make("li", {}, make("b", { class: status < 400 ? "good" : "bad" }, status),
      prose("span", response.description)));
  return make("ul", { class: "statuses" }, ...items);
}

function tryIt(operation, method, path) {
  const form = make("form", { autocomplete: "off" }, make("h4", {}, "Try it"),
    ...(operation.parameters ?? []).map((parameter) => field(operation, parameter)));
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema) {
    const id = `${operation.operationId}-body`;
    const text = make("textarea", { id, spellcheck: "false" });
    text.value = JSON.stringify(example(schema), null, 2);
    form.append(make("div", { class: "field" }, make("label", { for: id }, "body"), text,
      make("small", {}, operation.requestBody.description)));
  }
  form.append(make("button", { class: "primary", type: "submit" }, "Send"),
    make("div", { "data-response": true, "aria-live": "polite" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, method, path);
  });
  return form;
}

function card(operation, method, path) {
  const details = make("details", { id: operation.operationId },
    make("summary", {}, make("span", { class: `method ${method}` }, method.toUpperCase()),
      make("h3", {}, operation.summary), make("span", { class: "path" }, path)));
  // Created when opened: all forms at once would be slow to render and to navigate by keyboard.
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    details.append(make("div", { class: "body" },
      make("div", {}, operation.description ? prose("p", operation.description) : null,
        make("h4", {}, "Responses"), statuses(operation)),
      tryIt(operation, method, path)));
  });
  return make("article", { "data-text": `${method} ${path} ${operation.summary}`.toLowerCase() },
    details);
}

function addTopic(name, operations) {
  const id = `topic-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  const section = make("section", { "aria-labelledby": id }, make("h2", { id }, name),
    ...operations.map(({ operation, method, path }) => card(operation, method, path)));
  byId("list").append(section);
  const links = operations.map(({ operation }) =>
    make("li", { "data-text": operation.summary.toLowerCase() },
      make("a", { href: `#${operation.operationId}` }, operation.summary)));
  byId("index").append(make("div", {}, make("h2", {}, name), make("ul", {}, ...links)));
}

function addProblems(operations) {
  const titles = new Map();
  for (const { operation } of operations) {
    for (const response of Object.values(operation.responses)) {
      for (const [, code, title] of response.description.matchAll(/`([a-z-]+)`: ([^.]+)\./g)) {
        titles.set(code, title);
      }
    }
  }
  for (const [code, title] of [...titles].sort()) {
    byId("problem-list").append(make("dt", { id: `problem-${code}` }, make("code", {}, code)),
      make("dd", {}, `${title}.`));
  }
}

function openTarget() {
  // The ids contain no characters that an address escapes.
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
  (target.querySelector("summary") ?? target).focus?.();
}

function search(text) {
  const query = text.trim().toLowerCase();
  document.querySelector("nav").classList.toggle("searching", query !== "");
  for (const node of document.querySelectorAll("article, nav li")) {
    node.hidden = query !== "" && !node.dataset.text.includes(query);
  }
  for (const group of document.querySelectorAll("#list > section, #index > div")) {
    group.hidden = !group.querySelector("article:not([hidden]), li:not([hidden])");
  }
}

byId("search").addEventListener("input", (event) => search(event.target.value));
document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    byId("search").focus();
  }
});
window.addEventListener("hashchange", openTarget);

async function start() {
  const api = await (await fetch("/openapi.json")).json();
  schemas = api.components.schemas;
  byId("version").textContent = api.info.version;
  byId("lead").textContent = api.info.description.replaceAll("`", "");
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ operation, method, path })));
  for (const { name } of api.tags) {
    addTopic(name, operations.filter(({ operation }) => operation.tags.includes(name)));
  }
  addProblems(operations);
  openTarget();
}

start().catch((error) => {
  byId("lead").textContent = `The API description could not be loaded: ${error.message}`;
});
