import type { Actor } from "../../api";
import type { ApplicationModel } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { authorName, isMe } from "../../model/authors";
import { t } from "../../localization";

/**
 * Who somebody is, as one would say it: oneself, a name that is known here, or the address; as it
 * follows “by”, or where the name stands `alone`.
 */
export function whoIs(application: ApplicationModel, author: Actor, alone?: "alone"): string {
  if (isMe(author)) {
    return t(alone ? "publish.you-alone" : "publish.you");
  }
  const here = application.people.get()
    .find((one) => author.type === "user" && one.id === author.id);
  return here?.name || authorName(author);
}

/** Who else has changed the draft last, as far as that is known. */
export function theOther({ application, draft }: EditorModel): string {
  const { author } = draft.state.get();
  return author !== null && !isMe(author) ? whoIs(application, author) : t("conflict.someone");
}
