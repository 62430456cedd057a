// A segment's values as lines that members type, paste and load from files.

import type { Json } from "../../document";

export const forms = ["text", "number", "json"] as const;
/** The format of a line: text, number, or JSON for any other value. */
export type Form = (typeof forms)[number];

export function formOf(values: Json[]): Form {
  if (values.every((value) => typeof value === "string" && !/[\r\n]/.test(value))) return "text";
  return values.every((value) => typeof value === "number") ? "number" : "json";
}

export function linesOf(values: Json[], form: Form): string {
  return values.map((value) => (
    form === "text" && typeof value === "string" && !/[\r\n]/.test(value)
      ? value : JSON.stringify(value))).join("\n");
}

/** The distinct values of the lines, and the numbers of invalid lines. */
export function valuesOf(lines: string, form: Form): { values: Json[]; wrong: number[] } {
  const found = new Map<string, Json>();
  const wrong: number[] = [];
  lines.split(/\r\n|\r|\n/).forEach((line, index) => {
    const text = line.trim();
    if (text === "") return;
    const value = valueOf(text, form);
    if (value === undefined) wrong.push(index + 1);
    else found.set(JSON.stringify(value), value);
  });
  return { values: [...found.values()], wrong };
}

function valueOf(text: string, form: Form): Json | undefined {
  if (form === "text") return text;
  if (form === "number") {
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The lines of a file; for a table, its first column. */
export function linesOfFile(rows: string[][]): string {
  return rows.map((row) => row[0]?.trim() ?? "").filter(Boolean).join("\n");
}
