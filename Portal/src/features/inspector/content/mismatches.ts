import type { Screen } from "../../../api";
import { isObject, type Json, type Step } from "../../../document";
import { formatList, t } from "../../../localization";
import { matchesType, shapeOf } from "./schema";

/** Returns the parts of a step that a screen would not accept, in sentences. */
export function mismatchesOf(step: Step, screen: Screen): string[] {
  const ports = Object.keys(step.ports ?? {}).filter((port) => !screen.ports.includes(port));
  const missing = screen.ports.filter((port) => !Object.hasOwn(step.ports ?? {}, port));
  const members = contentMismatches(step.content, screen.content);
  return [
    ...(ports.length > 0 ? [t("inspector.mismatch-ports", {
      count: ports.length, ports: formatList(ports), screen: screen.name,
    })] : []),
    ...(missing.length > 0 ? [t("inspector.mismatch-missing", {
      count: missing.length, ports: formatList(missing),
    })] : []),
    ...(members.length > 0
      ? [t("inspector.mismatch-content", { members: formatList(members) })] : []),
  ];
}

/** The members of the content that are of another type, unknown or missing. */
function contentMismatches(content: Json | undefined, schema: Json | undefined): string[] {
  if (schema === undefined) return [];
  const shape = shapeOf(schema, content);
  if (content === undefined || content === null) return [];
  if (!isObject(content)) {
    return matchesType(schema, content) ? [] : [t("inspector.mismatch-whole")];
  }
  const wrong = Object.entries(content).filter(([key, value]) => {
    const inner = shape.properties.get(key);
    return inner === undefined ? shape.properties.size > 0 : !matchesType(inner, value);
  }).map(([key]) => key);
  const missing = [...shape.required].filter((key) => !Object.hasOwn(content, key));
  return [...new Set([...wrong, ...missing])];
}
