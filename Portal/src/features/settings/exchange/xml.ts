// A small XML parser for translation files that records line numbers. It supports neither document
// types nor custom entities, so no file can make it load or expand anything.

export interface XMLElement {
  /** The name without a prefix, such as `unit`. */
  name: string;
  attributes: { [name: string]: string };
  children: (XMLElement | string)[];
  line: number;
}

/** A syntax error with its line. */
export class XMLError extends Error {
  readonly line: number;
  readonly reason: "doctype" | "malformed";

  constructor(line: number, reason: "doctype" | "malformed") {
    super(`${reason} XML in line ${line}`);
    this.line = line;
    this.reason = reason;
  }
}

/** The maximum nesting of elements. */
const MAX_DEPTH = 64;

const token = new RegExp([
  "<!--[\\s\\S]*?-->", "<!\\[CDATA\\[[\\s\\S]*?\\]\\]>", "<\\?[\\s\\S]*?\\?>", "<!DOCTYPE",
  "</[^<>\\s]+\\s*>", "<[^<>\\s/!?]+(?:\\s+[^\\s=<>/]+\\s*=\\s*(?:\"[^\"<]*\"|'[^'<]*'))*\\s*/?>",
  "[^<]+", "<",
].join("|"), "g");

/** Parses a document; throws `XMLError` if it is malformed or has a document type. */
export function parseXML(text: string): XMLElement {
  const top: XMLElement = { name: "", attributes: {}, children: [], line: 1 };
  const openElements: XMLElement[] = [top];
  let line = 1;
  // Line endings are normalized as XML requires; `&#13;` is kept.
  // NB: stops at the first error: after an unclosed comment, each further `<!--` would be searched
  // for its end up to the end of the file.
  for (const [part = ""] of text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").matchAll(token)) {
    const parent = openElements.at(-1) ?? top;
    if (part === "<") throw new XMLError(line, "malformed");
    if (part === "<!DOCTYPE") throw new XMLError(line, "doctype");
    if (part.startsWith("<![CDATA[")) add(parent, part.slice(9, -3));
    else if (part.startsWith("</")) {
      if (openElements.length === 1 || localName(part.slice(2, -1).trim()) !== parent.name) {
        throw new XMLError(line, "malformed");
      }
      openElements.pop();
    } else if (/^<[^!?]/.test(part)) {
      const element = elementOf(part, line);
      parent.children.push(element);
      if (!part.endsWith("/>")) openElements.push(element);
      if (openElements.length > MAX_DEPTH) throw new XMLError(line, "malformed");
    } else if (!part.startsWith("<")) add(parent, unescaped(part, line));
    line += part.split("\n").length - 1;
  }
  const elements = top.children.filter((child) => typeof child !== "string");
  const [root] = elements;
  if (openElements.length > 1 || elements.length !== 1 || typeof root !== "object") {
    throw new XMLError(line, "malformed");
  }
  return root;
}

function add(parent: XMLElement, text: string): void {
  if (parent.name === "" && text.trim() === "") return;
  parent.children.push(text);
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function elementOf(tag: string, line: number): XMLElement {
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
  const attributes: { [name: string]: string } = {};
  for (const [, key = "", , double, single] of tag.slice(name.length + 1)
    .matchAll(/([^\s=]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) {
    if (Object.hasOwn(attributes, key)) throw new XMLError(line, "malformed");
    attributes[key] = unescaped(double ?? single ?? "", line);
  }
  return { name: localName(name), attributes, children: [], line };
}

const entities: { [name: string]: string } = {
  lt: "<", gt: ">", amp: "&", quot: '"', apos: "'",
};

function unescaped(text: string, line: number): string {
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const number = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
    const code = number ? parseInt(number[1] ?? number[2] ?? "", number[1] ? 16 : 10) : NaN;
    const entity = Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (!whole.endsWith(";") || (entity === undefined && !(code > 0 && isCharacter(code)))) {
      throw new XMLError(line, "malformed");
    }
    return entity ?? String.fromCodePoint(code);
  });
}

/** Whether a number is a code point other than a surrogate, which the server rejects unpaired. */
export const isCharacter = (code: number): boolean =>
  code >= 0 && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);

/** Escapes text for an element or an attribute; parsers would normalize a carriage return. */
export const escapeXML = (text: string): string => text
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  .replaceAll('"', "&quot;").replaceAll("\r", "&#13;");

/** The child elements with a name. */
export const childrenOf = (element: XMLElement, name: string): XMLElement[] =>
  element.children.filter((child): child is XMLElement => (
    typeof child !== "string" && child.name === name));
