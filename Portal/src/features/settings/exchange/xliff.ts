// Texts as XLIFF 2 (OASIS), a file for each language: what translation tools read and write.

import { templateParts, type FlowDocument } from "../../../document";
import { canonicalTag, rowsOf, sourceLanguage } from "../texts";
import { FileError, type Rejection, type RejectionReason, type TextFile } from "./file";
import { childrenOf, escapeXML, isCharacter, parseXML, XMLError, type XMLElement } from "./xml";

/** All source texts with their translations in a language, as XLIFF 2.0. */
export function toXLIFF(document: FlowDocument, locale: string, application: string): string {
  const source = sourceLanguage(document);
  const units = rowsOf(document).flatMap((row) => {
    const text = row.texts[source];
    if (text === undefined) return [];
    return unit(row.key, text, row.texts[locale], row.uses.join(", "));
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${
      escapeXML(source)}" trgLang="${escapeXML(locale)}">`,
    `  <file id="texts" original="${escapeXML(application)}">`, ...units, "  </file>", "</xliff>",
    "",
  ].join("\n");
}

function unit(key: string, source: string, target: string | undefined, where: string): string[] {
  const data = new Map<string, string>();
  for (const part of [...templateParts(source), ...templateParts(target ?? "")]) {
    if (part.isPlaceholder && !data.has(part.text)) data.set(part.text, `d${data.size + 1}`);
  }
  const state = target === undefined || target === "" ? "initial" : "translated";
  return [
    `    <unit id="${idOf(key)}" name="${escapeXML(key)}" xml:space="preserve">`,
    ...(where === "" ? []
      : [`      <notes><note category="location">${escapeXML(where)}</note></notes>`]),
    ...(data.size === 0 ? [] : [
      `      <originalData>${[...data].map(([text, id]) =>
        `<data id="${id}">${content(text)}</data>`).join("")}</originalData>`,
    ]),
    `      <segment state="${state}">`,
    `        <source>${inline(source, data)}</source>`,
    ...(target === undefined ? [] : [`        <target>${inline(target, data)}</target>`]),
    "      </segment>", "    </unit>",
  ];
}

function inline(text: string, data: ReadonlyMap<string, string>): string {
  const uses = new Map<string, number>();
  return templateParts(text).map((part) => {
    if (!part.isPlaceholder) return content(part.text);
    const ref = data.get(part.text) ?? "";
    const use = (uses.get(ref) ?? 0) + 1;
    uses.set(ref, use);
    return `<ph id="${ref}-${use}" dataRef="${ref}" disp="${escapeXML(part.text)}"/>`;
  }).join("");
}

/** Encodes text content; characters not allowed in XML become `cp` elements with their code. */
const content = (text: string): string =>
  // NB: of the control characters, XML allows only tab, line feed and carriage return.
  text.split(/([\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF])/).map((part, index) => (
    index % 2 === 0 ? escapeXML(part)
      : `<cp hex="${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}"/>`)).join("");

/** Encodes a key as a valid XLIFF id: other characters as `_x20_`. */
export const idOf = (key: string): string =>
  key.replace(/_(?=x[\dA-F]+_)|[^A-Za-z0-9._-]/gu,
    (character) => `_x${character.codePointAt(0)?.toString(16).toUpperCase()}_`);

/** Decodes an id to its key. */
export const keyOf = (id: string): string =>
  id.replace(/_x([\dA-F]{1,6})_/g, (whole, hex: string) => {
    const code = parseInt(hex, 16);
    return code <= 0x10FFFF ? String.fromCodePoint(code) : whole;
  });

/** Reads XLIFF 2; throws `FileError` for an invalid file, or one with another source language. */
export function readXLIFF(text: string, document: FlowDocument): TextFile {
  const root = parse(text);
  const version = root.attributes["version"] ?? "";
  if (root.name !== "xliff" || !/^2\.\d+$/.test(version)) {
    throw new FileError({ kind: "version", version });
  }
  const source = canonicalTag(root.attributes["srcLang"] ?? "");
  const locale = canonicalTag(root.attributes["trgLang"] ?? "");
  if (!source || !locale) throw new FileError({ kind: "no-language" });
  const expected = sourceLanguage(document);
  if (source !== expected) {
    throw new FileError({ kind: "source-language", file: source, document: expected });
  }
  const file: TextFile = { texts: [], rejections: [], locales: [locale], canAdd: false };
  for (const element of unitsOf(root)) readUnit(element, locale, file);
  return file;
}

function parse(text: string): XMLElement {
  try {
    return parseXML(text);
  } catch (error) {
    if (!(error instanceof XMLError)) throw error;
    throw new FileError({ kind: error.reason === "doctype" ? "doctype" : "xml", line: error.line });
  }
}

const unitsOf = (element: XMLElement): XMLElement[] => element.children.flatMap((child) => {
  if (typeof child === "string") return [];
  if (child.name === "unit") return [child];
  return child.name === "file" || child.name === "group" ? unitsOf(child) : [];
});

function readUnit(unit: XMLElement, locale: string, file: TextFile): void {
  const key = keyOf(unit.attributes["id"] ?? "");
  const data = new Map(childrenOf(unit, "originalData")
    .flatMap((child) => childrenOf(child, "data"))
    .map((element) => [element.attributes["id"] ?? "", dataText(element)]));
  const parts = unit.children.filter((child): child is XMLElement =>
    typeof child !== "string" && (child.name === "segment" || child.name === "ignorable"));
  const first = parts.find((part) => childrenOf(part, "target").length > 0);
  if (!first) return;
  const read = (name: "source" | "target") => parts.map((part) => {
    // Ignorable parts, such as the space between sentences, may lack a target.
    const element = childrenOf(part, name)[0]
      ?? (part.name === "ignorable" ? childrenOf(part, "source")[0] : undefined);
    return element ? textOf(element, data, key) : "";
  }).join("");
  try {
    const text = read("target");
    const line = childrenOf(first, "target")[0]?.line ?? unit.line;
    if (text !== "") file.texts.push({ line, key, locale, text, source: read("source") });
  } catch (error) {
    if (!(error instanceof InlineError)) throw error;
    file.rejections.push(error.rejection);
  }
}

class InlineError extends Error {
  readonly rejection: Rejection;

  constructor(line: number, reason: RejectionReason) {
    super(reason.kind);
    this.rejection = { line, reason };
  }
}

/** The text of a source or target, with inline codes restored and annotations removed. */
function textOf(element: XMLElement, data: ReadonlyMap<string, string>, key: string): string {
  return element.children.map((child) => {
    if (typeof child === "string") return child;
    const ref = child.attributes["dataRef"];
    const original = ref === undefined ? undefined : data.get(ref);
    switch (child.name) {
      case "cp": {
        const character = characterOf(child);
        if (character !== undefined) return character;
        break;
      }
      case "mrk": return textOf(child, data, key);
      case "sm": case "em": return "";
      case "ph":
        if (original !== undefined) return original;
    }
    throw new InlineError(child.line, { kind: "inline", key, name: child.name });
  }).join("");
}

/** The text of an element of `originalData`. */
const dataText = (element: XMLElement): string => element.children.map((child) => (
  typeof child === "string" ? child
    : child.name === "cp" ? characterOf(child) ?? "" : ""
)).join("");

/** The character whose code a `cp` contains; undefined if the code is missing or invalid. */
function characterOf(element: XMLElement): string | undefined {
  const code = parseInt(element.attributes["hex"] ?? "", 16);
  return isCharacter(code) ? String.fromCodePoint(code) : undefined;
}
