// A drawing of a screen, derived from its content, its declaration and its ports: a placeholder
// until the app has sent a snapshot.

import type { Screen } from "../../api";
import {
  isObject, portLabel, type FlowDocument, type Json, type JsonObject, type Step,
} from "../../document";
import { language } from "../../localization";

export type Widget =
  | { kind: "headline" | "text" | "input" | "secret" | "button" | "link" | "toggle"; text: string }
  | { kind: "list"; items: string[]; more: number }
  | { kind: "picture" }
  | { kind: "fact"; text: string; value: string };

const MAX_ITEMS = 4;
const MAX_WIDGETS = 12;

/** The widgets of a step's screen from top to bottom. */
export function sketchOf(
  step: Step, screen: Screen | undefined, strings: FlowDocument["strings"], locale = language,
): Widget[] {
  const schema = objectSchema(screen?.content);
  const value = step.content ?? schema?.["default"] ?? null;
  const content = isObject(value) ? value : exampleOf(schema);
  const sketch = new SketchBuilder(strings, locale);
  if (isObject(content)) sketch.addObject(content);
  else if (typeof value === "string") sketch.add("title", value);
  return sketch.finish(step, screen);
}

class SketchBuilder {
  #top: Widget[] = [];
  #texts: Widget[] = [];
  #fields: Widget[] = [];
  #buttons: Widget[] = [];
  #strings: Map<string, string>;
  #locale: string;

  constructor(strings: FlowDocument["strings"], locale: string) {
    this.#locale = locale;
    const tables = strings ?? {};
    const table = tables[locale] ?? tables["en"] ?? Object.values(tables)[0] ?? {};
    this.#strings = new Map(Object.entries(table));
  }

  addObject(content: JsonObject, depth = 0): void {
    for (const [key, value] of Object.entries(content)) {
      if (isObject(value) && !("$text" in value)) {
        if (depth < 2) this.addObject(value, depth + 1);
      } else this.add(key, value, content);
    }
  }

  add(key: string, value: Json, owner: JsonObject = {}): void {
    const name = key.toLowerCase();
    const text = this.#text(value);
    if (typeof value === "boolean") this.#flag(key, value, owner);
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof value === "number") {
      this.#fields.push({ kind: "fact", text: sentenceCase(key), value: String(value) });
    } else if (text !== null) this.#string(name, text, owner);
  }

  #string(name: string, text: string, owner: JsonObject): void {
    if (text.trim() === "") return;
    if (/image|picture|photo|icon|logo|illustration|avatar|video|url$/.test(name)) {
      if (!this.#top.some((it) => it.kind === "picture")) this.#top.unshift({ kind: "picture" });
    } else if (/button|cta|action$|submit/.test(name)) {
      const isQuiet = /secondary|skip|cancel|later|tertiary|link/.test(name);
      this.#buttons.push({ kind: isQuiet ? "link" : "button", text });
    } else if (/placeholder|inputlabel|fieldlabel|prompt$/.test(name)) {
      const isSecret = owner["isSecret"] === true || owner["secure"] === true;
      this.#fields.push({ kind: isSecret ? "secret" : "input", text });
    } else if (/^(title|headline|heading|header|question)$/.test(name)) {
      const isFirst = !this.#top.some((it) => it.kind === "headline");
      (isFirst ? this.#top : this.#texts).push({ kind: isFirst ? "headline" : "text", text });
    } else if (!/^(id|key|type|kind|style|locale|format|color|colour)$/.test(name)) {
      this.#texts.push({ kind: "text", text });
    }
  }

  #flag(key: string, isOn: boolean, owner: JsonObject): void {
    // A member that configures a field's behavior is not drawn as a switch.
    if (/^(is|has|should|can)?(secret|secure|required|optional|hidden)$/i.test(key)) {
      if (isOn && /secret|secure/i.test(key) && !("placeholder" in owner)) {
        this.#fields.push({ kind: "secret", text: "" });
      }
      return;
    }
    this.#fields.push({
      kind: "toggle", text: sentenceCase(key.replace(/^(is|has|show)(?=[A-Z])/, "")),
    });
  }

  #list(values: Json[]): void {
    const items = values.flatMap((item) => {
      const text = this.#text(item);
      if (text !== null) return [text];
      if (typeof item === "number") return [String(item)];
      if (!isObject(item)) return [];
      const name = ["title", "label", "text", "name", "value", "id"].map((key) => item[key])
        .map((it) => this.#text(it)).find((it) => it !== null);
      return name ? [name] : [];
    });
    if (items.length === 0) return;
    const more = Math.max(0, items.length - MAX_ITEMS);
    this.#fields.push({ kind: "list", items: items.slice(0, MAX_ITEMS), more });
  }

  /** A literal text, or the localized text of a key. */
  #text(value: Json | undefined): string | null {
    if (typeof value === "string") return value;
    if (!isObject(value) || typeof value["$text"] !== "string") return null;
    return this.#strings.get(value["$text"]) ?? value["$text"];
  }

  /** The first widgets in order; missing ones are derived from the screen's name and ports. */
  finish(step: Step, screen: Screen | undefined): Widget[] {
    if (!this.#top.some((it) => it.kind === "headline")) {
      const [first] = this.#texts;
      if (first?.kind === "text" && first.text.length < 60) {
        this.#texts.shift();
        this.#top.push({ kind: "headline", text: first.text });
      } else this.#top.push({ kind: "headline", text: sentenceCase(step.screen) });
    }
    if (this.#buttons.length === 0) {
      const ports = screen?.ports ?? Object.keys(step.ports ?? {});
      ports.slice(0, 4).forEach((port, index) => {
        this.#buttons.push({
          kind: index === 0 ? "button" : "link",
          text: portLabel(screen, port, this.#locale) ?? sentenceCase(port),
        });
      });
    }
    return [
      ...this.#top, ...this.#texts.slice(0, 3), ...this.#fields, ...this.#buttons.slice(0, 4),
    ].slice(0, MAX_WIDGETS);
  }
}

/** The part of a content schema that describes an object; null if there is none. */
export function objectSchema(schema: Json | undefined): JsonObject | null {
  if (!isObject(schema)) return null;
  if (isObject(schema["properties"])) return schema;
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[key];
    for (const part of Array.isArray(parts) ? parts : []) {
      const objectPart = objectSchema(part);
      if (objectPart) return objectPart;
    }
  }
  return null;
}

/** Content that matches a screen's schema: its default, or an example; undefined without one. */
export function exampleOf(schema: JsonObject | null): Json | undefined {
  if (!schema) return undefined;
  if (schema["default"] !== undefined) return schema["default"];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const members = Object.entries(properties).flatMap(([name, property]) => {
    if (!required.includes(name) || !isObject(property)) return [];
    return [[name, exampleValue(name, property)] as const];
  });
  return Object.fromEntries(members);
}

function exampleValue(name: string, schema: JsonObject): Json {
  if (schema["default"] !== undefined) return schema["default"];
  if (Array.isArray(schema["enum"]) && schema["enum"][0] !== undefined) return schema["enum"][0];
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "array": return [];
    case "boolean": return false;
    case "integer": case "number": {
      const least = schema["minimum"];
      return typeof least === "number" ? least : 0;
    }
    case "object": return exampleOf(objectSchema(schema)) ?? {};
    case "null": return null;
    default: return sentenceCase(name);
  }
}

/** `forgotPassword` and `TEXT_INPUT` as readable text: “Forgot password”, “Text input”. */
export function sentenceCase(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_\-./]+/g, " ").trim();
  const lower = spaced.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
