// The display names of actors: users, tokens, apps and operators.

import type { Actor } from "../api";
import { t } from "../localization";
import { me } from "./session";

/** The actor that `flowmagic init` records. */
const FIRST_SETUP = "flowmagic init";

/** Returns the display name of an actor; those of tokens and SDK keys begin with the type. */
export function authorName({ type, name }: Actor): string {
  switch (type) {
    case "token": return t("app.token", { name });
    case "app": return t("app.sdk-key", { name });
    case "anyone": return t("organization.someone");
    case "operator": return name === FIRST_SETUP ? t("app.first-setup") : name;
    default: return name;
  }
}

/** Whether the actor is the signed-in user, by id, since a token may have any name. */
export const isMe = ({ type, id }: Actor): boolean => type === "user" && id === me.get()?.id;

/** The signed-in user as an actor; null if nobody is signed in. */
export function myself(): Actor | null {
  const user = me.get();
  return user && { type: "user", id: user.id, name: user.email };
}
