import type { ApplicationModel } from "../../model/application";
import { me } from "../../model/session";
import { t } from "../../words";

/** Who somebody is, as one would say it: oneself, a name that is known here, or the address. */
export function whoIs(application: ApplicationModel, author: string): string {
  if (author !== "" && author === me.get()?.email) return t("publish.you");
  const here = application.people.get().find((one) => one.email === author);
  return here?.name || author;
}
