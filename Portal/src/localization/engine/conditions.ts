// Conditions in words, to follow “when” in a sentence.

import { plain, type Argument, type Arguments } from "./template";
import type { EnginePhrases } from "./texts";

interface Phrase { text: string; isList: boolean }

const comparisons = ["$lt", "$lte", "$gt", "$gte", "$vlt", "$vlte", "$vgt", "$vgte"];
const lists: { [operator: string]: [one: string, many: string, last: "and" | "or"] } = {
  $in: ["is", "oneOf", "or"], $ini: ["is", "oneOf", "or"],
  $nin: ["isNot", "noneOf", "or"], $nini: ["isNot", "noneOf", "or"],
  $all: ["contains", "contains", "and"], $alli: ["contains", "contains", "and"],
};

const isObject = (value: Argument | undefined): value is Arguments =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The operators of a test; undefined for a value that is compared as it is. */
function operators(test: Argument): [string, Argument][] | undefined {
  if (!isObject(test)) return undefined;
  const members = Object.entries(test) as [string, Argument][];
  return members.length > 0 && members.every(([key]) => key.startsWith("$")) ? members : undefined;
}

export function conditionText(condition: Argument, phrases: EnginePhrases): string {
  return new Conditions(phrases).phrase(condition).text;
}

/** A value as JSON; a text without its quotation marks if it is a single word. */
export function valueText(value: Argument, phrases: EnginePhrases): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return /^[\w.:\-\u0080-\uffff]+$/.test(value) ? value : plain(phrases.quoted, { text: value });
}

class Conditions {
  constructor(private readonly phrases: EnginePhrases) {}

  private text(key: string, value = ""): string {
    return plain(this.phrases.condition[key] ?? "", { value, name: value });
  }

  private list(items: string[], last: "and" | "or"): string {
    return joined(items, this.phrases[last]);
  }

  private value(value: Argument): string {
    return valueText(value, this.phrases);
  }

  phrase(condition: Argument): Phrase {
    if (!isObject(condition)) return { text: this.text("never"), isList: false };
    return this.join(
      Object.entries(condition).map(([key, value]) => this.member(key, value ?? null)), "and");
  }

  private join(parts: Phrase[], last: "and" | "or"): Phrase {
    const [first] = parts;
    if (!first) return { text: this.text("always"), isList: false };
    if (parts.length === 1) return first;
    // NB: a list inside of a list needs brackets to be read correctly.
    const texts = parts.map(({ text, isList }) => (isList ? `(${text})` : text));
    return { text: this.list(texts, last), isList: true };
  }

  private group(value: Argument, last: "and" | "or"): Phrase {
    if (!Array.isArray(value)) return { text: this.text("never"), isList: false };
    return this.join(value.map((condition) => this.phrase(condition)), last);
  }

  private member(key: string, value: Argument): Phrase {
    switch (key) {
      case "$and": return this.group(value, "and");
      case "$or": return this.group(value, "or");
      case "$nor": return { text: this.text("not", this.group(value, "or").text), isList: false };
      case "$not": return { text: this.text("not", this.phrase(value).text), isList: false };
      default: return this.test(this.subject(key), value);
    }
  }

  private quoted(text: string): string {
    return plain(this.phrases.quoted, { text });
  }

  /** `appVersion` is “app version”, `output.email` is “the output of “email””. */
  private subject(path: string): string {
    if (path.startsWith("output.") && path.length > "output.".length) {
      return this.text("answer", this.quoted(path.slice("output.".length)));
    }
    return this.phrases.attributes[path] ?? (path === "" ? this.quoted("")
      : path.replace(/[_.]/g, " ").replace(/([a-z])([A-Z])(?![A-Z]|$)/g, (_, before, first) => (
        `${before} ${first.toLowerCase()}`)).replace(/([a-z])([A-Z])/g, "$1 $2"));
  }

  private test(subject: string, test: Argument): Phrase {
    const members = operators(test);
    if (!members) return { text: `${subject} ${this.equals(test)}`, isList: false };
    const verbs = members.filter(([key]) => key !== "$not")
      .map(([key, operand]) => this.verb(key, operand));
    const clauses: Phrase[] = members.filter(([key]) => key === "$not").map(([, inner]) => ({
      text: this.text("not", this.test(subject, inner).text), isList: false,
    }));
    if (verbs.length > 0) {
      clauses.unshift({
        text: `${subject} ${this.list(verbs, "and")}`, isList: verbs.length > 1,
      });
    }
    return this.join(clauses, "and");
  }

  private equals(value: Argument): string {
    return value === null ? this.text("missing") : this.text("is", this.value(value));
  }

  private verbs(members: [string, Argument][]): string {
    return this.list(members.map(([key, operand]) => {
      if (key !== "$not") return this.verb(key, operand);
      const inner = operators(operand);
      return this.text("notSo", inner ? this.verbs(inner) : this.equals(operand));
    }), "and");
  }

  /** Returns the predicate of a test: “is at least 18”. */
  private verb(key: string, operand: Argument): string {
    if (comparisons.includes(key)) {
      return this.text(key, operand === null ? this.phrases.nothing : this.value(operand));
    }
    const list = lists[key];
    if (list) return this.membership(key, operand, list);
    switch (key) {
      case "$eq": case "$veq": return this.equals(operand);
      case "$ne": case "$vne":
        return operand === null ? this.text("exists") : this.text("isNot", this.value(operand));
      case "$exists": return this.text(operand ? "exists" : "missing");
      case "$type": return this.text("type", this.value(operand));
      case "$regex": return this.text("pattern", this.quoted(String(operand)));
      case "$regexi":
        return this.text("ignoringCase", this.text("pattern", this.quoted(String(operand))));
      case "$inGroup": return this.text("inSegment", this.quoted(String(operand)));
      case "$notInGroup": return this.text("notInSegment", this.quoted(String(operand)));
      case "$size": return this.inner(operand, "sizeThat", () =>
        this.text("size", this.value(operand)));
      case "$elemMatch": return this.inner(operand, "entryThat", () =>
        this.text("entryWhere", this.phrase(operand).text));
      default: return this.text("unknownOperator", this.quoted(key));
    }
  }

  private membership(
    key: string, operand: Argument, [one, many, last]: [string, string, "and" | "or"],
  ): string {
    if (!Array.isArray(operand)) return this.text("neverMatches");
    const values = operand.map((value) => this.value(value));
    const text = values.length === 0 ? this.text(many, this.phrases.nothing)
      : this.text(values.length === 1 ? one : many, this.list(values, last));
    return key.endsWith("i") ? this.text("ignoringCase", text) : text;
  }

  private inner(operand: Argument, key: string, otherwise: () => string): string {
    const members = operators(operand);
    return members ? this.text(key, this.verbs(members)) : otherwise();
  }
}

/** Joins items with commas, and the last one with `last`: “a, b and c”. */
export function joined(items: string[], last: string): string {
  return items.length < 2 ? items.join("") : items.slice(0, -1).join(", ") + last + items.at(-1);
}
