// The text of an audit log entry, after the actor's name.

import type { AuditEntry } from "../../api";
import { authorName } from "../../model/authors";
import { t, tIfExists, type MessageValues } from "../../localization";

/** The display names of users by their ids, for entries that contain only ids. */
export type Names = ReadonlyMap<string, string>;

/** The categories of the audit log's filter: prefixes of action codes. */
export const actionPrefixes = [
  "release.", "application.", "environment.", "manifest.", "build.", "sdk-key.", "token.",
  "member.", "invitation.", "organization.", "screen-template.", "account.", "backup.",
] as const;

/** Returns the display name of the actor. */
export function actorOf(entry: AuditEntry): string {
  const { type, name } = entry.actor;
  // A token's name is shown beside a chip that marks it.
  return type === "token" ? name : authorName(entry.actor);
}

/** Returns the action in a few words; its code if the portal has no text for it. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  return tIfExists(`organization.did-${messageOf(entry)}`, valuesOf(entry, names))
    ?? t("organization.did-other", { action: entry.action });
}

/** Returns the end of the message's key: the action, and a suffix if there are more details. */
function messageOf({ action, detail }: AuditEntry): string {
  const { fromRelease, fromEnvironment } = detail;
  if (action === "release.published" && typeof fromRelease === "number"
    && typeof fromEnvironment === "string") return `${action}-from`;
  return action;
}

function valuesOf(entry: AuditEntry, names: Names): MessageValues {
  const values: MessageValues = {
    application: entry.application ?? "", environment: entry.environment ?? "",
  };
  for (const [name, value] of Object.entries(entry.detail)) {
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  const { user, email } = entry.detail;
  if (typeof user === "string") {
    values["user"] = names.get(user)
      ?? (typeof email === "string" ? email : t("organization.gone"));
  }
  for (const role of ["role", "from", "to"]) {
    const value = entry.detail[role];
    if (typeof value === "string") values[role] = tIfExists(`role.${value}`) ?? value;
  }
  return values;
}

/** Returns the other details of an entry: a note, roles, or a reason. */
export function detailsOf(entry: AuditEntry): string[] {
  const { note, reason, grants, override } = entry.detail;
  return [
    typeof note === "string" && note !== "" ? t("app.quoted", { text: note }) : "",
    typeof grants === "string" && grants !== "" ? grants : "",
    typeof override === "string" ? t("organization.audit-override", { reason: override }) : "",
    typeof reason === "string" ? tIfExists(`organization.why-${reason}`) ?? reason : "",
  ].filter(Boolean);
}
