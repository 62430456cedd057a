// What an entry of the audit log says, behind the name of who did it.

import type { AuditEntry } from "../../api";
import { authorName } from "../../model/authors";
import { t, tIfExists, type MessageValues } from "../../localization";

/** What is known of people by their ids, for entries that name only those. */
export type Names = ReadonlyMap<string, string>;

/** The kinds of changes that one can look for: beginnings of action words. */
export const kinds = [
  "release.", "application.", "environment.", "manifest.", "build.", "sdk-key.", "token.",
  "member.", "invitation.", "organization.", "account.", "backup.",
] as const;

/** Who did it, as people say it. */
export function actorOf(entry: AuditEntry): string {
  const { type, name } = entry.actor;
  // A token's name stands beside a chip that says so.
  return type === "token" ? name : authorName(entry.actor);
}

/** What was done, in a few words; the bare word where it is newer than this page. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  return tIfExists(`organization.did-${entry.action}`, valuesOf(entry, names))
    ?? t("organization.did-other", { action: entry.action });
}

function valuesOf(entry: AuditEntry, names: Names): MessageValues {
  const values: MessageValues = { ...places(entry) };
  for (const [name, value] of Object.entries(entry.detail)) {
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  const person = entry.detail["person"];
  if (typeof person === "string") values["person"] = names.get(person) ?? t("organization.gone");
  for (const role of ["role", "from", "to"]) {
    const value = entry.detail[role];
    if (typeof value === "string") values[role] = tIfExists(`role.${value}`) ?? value;
  }
  return values;
}

function places({ application, environment }: AuditEntry): MessageValues {
  return {
    application: application ?? "", environment: environment ?? "",
  };
}

/** What else the entry knows: a note, roles, or a reason. */
export function detailsOf(entry: AuditEntry): string[] {
  const { note, reason, grants, override } = entry.detail;
  return [
    typeof note === "string" && note !== "" ? `“${note}”` : "",
    typeof grants === "string" && grants !== "" ? grants : "",
    typeof override === "string" ? t("organization.audit-override", { reason: override }) : "",
    typeof reason === "string" ? tIfExists(`organization.why-${reason}`) ?? reason : "",
  ].filter(Boolean);
}
