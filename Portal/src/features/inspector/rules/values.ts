// Validates typed text as a value of a type.

import type { Json, ValueType } from "../../../document";
import { t } from "../../../localization";
import { readNumber } from "../Inputs";

/** Versions such as 2, 2.3, 2.3.1, v2.3.1-beta.1. */
const version = /^v?\d+(\.\d+)*([-+][0-9a-z.-]+)*$/i;
const date = /^\d{4}-\d\d-\d\d(T[0-9:.]+(Z|[+-]\d\d:?\d\d)?)?$/;

/** Returns the problem of a text as a value of a type; null if it is valid. */
export function problemOf(text: string, type: ValueType): string | null {
  const trimmed = text.trim();
  switch (type) {
    case "version": return version.test(trimmed) ? null : t("rules.no-version");
    case "date": return isDate(trimmed) ? null : t("rules.no-date");
    case "number": case "integer": {
      const read = readNumber(trimmed, { isInteger: type === "integer" });
      return "problem" in read ? read.problem : null;
    }
    default: return null;
  }
}

/** Whether a date exists in the calendar. */
function isDate(text: string): boolean {
  if (!date.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}

/**
 * Returns the problem of a value that is invalid for every one of some types; null if one accepts
 * it, or if there are none.
 */
export function problemOfAll(value: Json, types: ValueType[]): string | null {
  const problems = types.map((type) => problemOf(String(value), type));
  return problems.every((problem) => problem !== null) ? problems[0] ?? null : null;
}
