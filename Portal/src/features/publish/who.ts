import type { ApplicationModel } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { authorName } from "../../model/authors";
import { me } from "../../model/session";
import { t } from "../../localization";

/**
 * Who somebody is, as one would say it: oneself, a name that is known here, or the address; as it
 * follows “by”, or where the name stands `alone`.
 */
export function whoIs(application: ApplicationModel, author: string, alone?: "alone"): string {
  if (author !== "" && author === me.get()?.email) {
    return t(alone ? "publish.you-alone" : "publish.you");
  }
  const here = application.people.get().find((one) => one.email === author);
  return here?.name || authorName(author);
}

/** Who else has changed the draft last, as far as that is known. */
export function theOther({ application, draft }: EditorModel): string {
  const { author } = draft.state.get();
  const isKnown = author !== null && author !== "" && author !== me.get()?.email;
  return isKnown ? whoIs(application, author) : t("conflict.someone");
}
