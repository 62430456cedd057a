// A drawing of a screen, guessed from its content; it shows none of the app's design.

import {
  isObject, type DeclaredScreen, type Json, type JsonObject, type ValueType,
} from "../../document";

/** An input field. */
export interface DrawnField {
  kind: "field";
  /** The key that the screen provides; undefined for the single value of a screen. */
  key?: string;
  label: string;
  placeholder: string;
  type: ValueType;
  /** The options of a choice. */
  options?: { value: Json; text: string }[];
}

export type DrawnElement =
  | { kind: "headline" | "text" | "note"; text: string }
  | { kind: "image" }
  | { kind: "list"; items: { title: string; detail?: string }[] }
  | { kind: "toggle"; text: string; isOn: boolean }
  | { kind: "fact"; name: string; text: string }
  | { kind: "lines" }
  | DrawnField;

export interface DrawnButton {
  port: string;
  text: string;
  /**
   * Whether the text is derived from the port's name, because neither the content nor a build has
   * one.
   */
  isGuess?: boolean;
}

export interface Drawing {
  elements: DrawnElement[];
  buttons: DrawnButton[];
}

type ScreenDeclaration = Pick<DeclaredScreen, "provides" | "content"> & { name?: string };

interface DrawingSource {
  screen: string;
  content: Json | undefined;
  declared?: ScreenDeclaration | undefined;
  ports: string[];
  /** Returns the label of a port's button, if a build declares one. */
  label?: (port: string) => string | undefined;
  /** The string for a key of the document's tables. */
  text?: (key: string) => string | undefined;
}

/** Converts a code name to a label: `forgotPassword` becomes “Forgot password”. */
export function humanized(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/[_.\-/]+/g, " ").trim().split(/\s+/)
    .map((word) => (/^[A-Z\d]{2,4}$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Content with every `$text` replaced; by its key if it has no string. */
export function withTexts(value: Json, text: (key: string) => string | undefined): Json {
  if (Array.isArray(value)) return value.map((element) => withTexts(element, text));
  if (!isObject(value)) return value;
  const key = value["$text"];
  if (typeof key === "string") return text(key) ?? key;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [
    name, withTexts(member, text)]));
}

/** The part of a schema that describes an object, even if null is also allowed. */
function objectSchema(schema: Json | undefined): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  if (isObject(schema["properties"])) return schema;
  const choices = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(choices) ? choices.map(objectSchema).find(Boolean) : undefined;
}

/** Returns the screen's default content, if its schema has one. */
function defaultContent(schema: Json | undefined): Json | undefined {
  if (!isObject(schema)) return undefined;
  return schema["default"] ?? objectSchema(schema)?.["default"];
}

const headlineKey = /^(title|headline|heading|header|question)$/i;
const noteKey = /^(note|hint|help|footer|footnote|caption|legal|disclaimer)$/i;
const imageKey = /(image|icon|picture|photo|illustration|logo|avatar|cover|animation|video)/i;
const buttonKey = /(button(text|title|label)?|cta|action)$/i;
const placeholderKey = /placeholder$/i;
const optionsKey = /^(options|choices|answers|items|months|values|entries)$/i;
const settingKey = /(id|url|link|format|style|kind|type|key|currency|locale|country)$/i;

/** A screen as elements from top to bottom, and the buttons for its ports. */
export function drawingOf(source: DrawingSource): Drawing {
  const { screen, declared, ports } = source;
  const raw = source.content ?? defaultContent(declared?.content) ?? null;
  const content = withTexts(raw, source.text ?? (() => undefined));
  if (!isObject(content)) {
    return {
      elements: plainElements(source, content),
      buttons: ports.map((port) => defaultButton(source, port)),
    };
  }
  const schema = objectSchema(declared?.content)?.["properties"];
  const order = isObject(schema) ? Object.keys(schema) : [];
  const keys = [...new Set([...order.filter((key) => key in content), ...Object.keys(content)])];
  const used = new Set<string>();
  const buttons = ports.map((port, index) => {
    const text = buttonText(content, keys, port, index === 0, used);
    return text === undefined ? defaultButton(source, port) : { port, text };
  });
  const elements: DrawnElement[] = [];
  for (const key of keys) {
    if (used.has(key) || placeholderKey.test(key) || buttonKey.test(key)) continue;
    const element = elementOf(key, content[key] ?? null);
    if (element) elements.push(element);
  }
  const headlineAt = elements.findIndex((element) => element.kind === "headline");
  if (headlineAt > 0) elements.unshift(...elements.splice(headlineAt, 1));
  if (headlineAt < 0) elements.unshift({ kind: "headline", text: humanized(screen) });
  const notes = elements.filter((element) => element.kind === "note");
  const fields = fieldsOf(content, declared);
  const body = elements.filter(
    (element) => element.kind !== "note" && !isReplaced(element, fields));
  return { elements: [...body, ...fields, ...notes], buttons };
}

/** Whether a list has the options of a field, which shows them instead. */
function isReplaced(element: DrawnElement, fields: DrawnField[]): boolean {
  return element.kind === "list" && fields.some((field) => field.options
    && field.options.length === element.items.length
    && field.options.every((option, index) => option.text === element.items[index]?.title));
}

/** The elements of a screen whose content is not an object. */
function plainElements(source: DrawingSource, content: Json): DrawnElement[] {
  const headline: DrawnElement = { kind: "headline", text: humanized(source.screen) };
  if (typeof content === "string") return [headline, { kind: "text", text: content }];
  const fields = fieldsOf({}, source.declared);
  return fields.length > 0 ? [headline, ...fields] : [headline, { kind: "lines" }];
}

/** A button with the build's label, or with the port's name in words. */
function defaultButton({ label }: DrawingSource, port: string): DrawnButton {
  const text = label?.(port);
  return text === undefined ? { port, text: humanized(port), isGuess: true } : { port, text };
}

const normalized = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, "");

/** Returns the content's text for the button of a port; undefined if it has none. */
function buttonText(
  content: JsonObject, keys: string[], port: string, isFirst: boolean, used: Set<string>,
): string | undefined {
  const name = normalized(port);
  const fits = (key: string) => {
    const text = normalized(key);
    return text === name || ["button", "buttontext", "buttontitle", "buttonlabel", "label", "text"]
      .some((ending) => text === name + ending);
  };
  const mainButtonKey = /^(primary|main|continue)?(button|cta|action)(text|title|label)?$/i;
  const free = keys.filter((candidate) => !used.has(candidate));
  const key = free.find((candidate) => typeof content[candidate] === "string" && fits(candidate))
    ?? (isFirst ? free.find((candidate) => mainButtonKey.test(candidate)) : undefined);
  const text = key === undefined ? undefined : content[key];
  if (key === undefined || typeof text !== "string" || text === "") return undefined;
  used.add(key);
  return text;
}

function elementOf(key: string, value: Json): DrawnElement | null {
  if (value === null || value === "") return null;
  if (imageKey.test(key)) return { kind: "image" };
  if (typeof value === "string") {
    if (headlineKey.test(key)) return { kind: "headline", text: value };
    if (noteKey.test(key)) return { kind: "note", text: value };
    return settingKey.test(key)
      ? { kind: "fact", name: humanized(key), text: value } : { kind: "text", text: value };
  }
  if (typeof value === "boolean") return { kind: "toggle", text: humanized(key), isOn: value };
  if (typeof value === "number") return { kind: "fact", name: humanized(key), text: String(value) };
  if (Array.isArray(value)) {
    return value.length === 0 ? null : { kind: "list", items: value.map(itemOf) };
  }
  const item = itemOf(value);
  return { kind: "list", items: [item] };
}

function itemOf(value: Json): { title: string; detail?: string } {
  if (!isObject(value)) return { title: Array.isArray(value) ? value.join(", ") : String(value) };
  const texts = Object.entries(value).filter(([key, member]) =>
    typeof member === "string" && !imageKey.test(key) && !/^(id|key|value)$/i.test(key));
  const named = texts.find(([key]) => /^(title|label|name|headline|text)$/i.test(key)) ?? texts[0];
  const detail = texts.find((text) => text !== named);
  return {
    title: String(named?.[1] ?? value["id"] ?? Object.values(value)[0] ?? ""),
    ...(detail ? { detail: String(detail[1]) } : {}),
  };
}

/** Returns the fields: one for each provided key, or else one if the content asks for a value. */
function fieldsOf(content: JsonObject, declared: ScreenDeclaration | undefined): DrawnField[] {
  const placeholders = Object.keys(content).filter((key) => placeholderKey.test(key));
  const placeholderOf = (index: number) => {
    const key = placeholders[Math.min(index, placeholders.length - 1)];
    const text = key === undefined || (index > 0 && placeholders.length === 1) ? "" : content[key];
    return typeof text === "string" ? text : "";
  };
  const options = optionsOf(content);
  const provided = Object.entries(declared?.provides ?? {});
  if (provided.length > 0) {
    return provided.map(([key, type], index) => ({
      kind: "field", key, type, label: humanized(key), placeholder: placeholderOf(index),
      ...(options && provided.length === 1 ? { options } : {}),
    }));
  }
  if (placeholders.length === 0 && !options) return [];
  const first: DrawnField = {
    kind: "field", label: placeholderOf(0), placeholder: placeholderOf(0), type: "any",
    ...(options ? { options } : {}),
  };
  return [first];
}

function optionsOf(content: JsonObject): { value: Json; text: string }[] | undefined {
  const key = Object.keys(content).find((name) => optionsKey.test(name));
  const list = key === undefined ? undefined : content[key];
  if (!Array.isArray(list) || list.length === 0 || list.length > 30) return undefined;
  return list.map((option) => ({
    value: isObject(option)
      ? option["id"] ?? option["value"] ?? option["key"] ?? itemOf(option).title : option,
    text: itemOf(option).title,
  }));
}
