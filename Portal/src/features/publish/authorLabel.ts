import type { Actor } from "../../api";
import type { ApplicationModel } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { authorName, isMe } from "../../model/authors";
import { t } from "../../localization";

/**
 * An author's name: “you”, a member's name, or the email address. It follows “by”, or with `alone`
 * stands on its own.
 */
export function authorLabel(application: ApplicationModel, author: Actor, alone?: "alone"): string {
  if (isMe(author)) {
    return t(alone ? "publish.you-alone" : "publish.you");
  }
  const member = application.presence.get()
    .find((user) => author.type === "user" && user.id === author.id);
  return member?.name || authorName(author);
}

/** The name of the other member who last changed the draft, or “someone” if it is not known. */
export function lastOtherAuthor({ application, draft }: EditorModel): string {
  const { author } = draft.state.get();
  const isOther = author !== null && !isMe(author);
  return isOther ? authorLabel(application, author) : t("conflict.someone");
}
