// A segment's values as lines that members type, paste and load from files.

import type { Json } from "../../document";

export const valueFormats = ["text", "number", "json"] as const;
/** The format of a line: text, number, or JSON for any other value. */
export type ValueFormat = (typeof valueFormats)[number];

export function formatOf(values: Json[]): ValueFormat {
  if (values.every((value) => typeof value === "string" && !/[\r\n]/.test(value))) return "text";
  return values.every((value) => typeof value === "number") ? "number" : "json";
}

export function linesOf(values: Json[], format: ValueFormat): string {
  return values.map((value) => (
    format === "text" && typeof value === "string" && !/[\r\n]/.test(value)
      ? value : JSON.stringify(value))).join("\n");
}

/** The distinct values of the lines, and the numbers of invalid lines. */
export function valuesOf(
  lines: string, format: ValueFormat,
): { values: Json[]; invalid: number[] } {
  const values = new Map<string, Json>();
  const invalid: number[] = [];
  lines.split(/\r\n|\r|\n/).forEach((line, index) => {
    const text = line.trim();
    if (text === "") return;
    const value = valueOf(text, format);
    if (value === undefined) invalid.push(index + 1);
    else values.set(JSON.stringify(value), value);
  });
  return { values: [...values.values()], invalid };
}

function valueOf(text: string, format: ValueFormat): Json | undefined {
  if (format === "text") return text;
  if (format === "number") {
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
