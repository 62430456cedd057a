// Who somebody is where the server names no person.

import { t } from "../localization";

/** What `flowmagic init` writes down as the author of what it makes. */
const FIRST_SETUP = "flowmagic init";

/** An author as people would say it. */
export function authorName(author: string): string {
  return author === FIRST_SETUP ? t("app.first-setup") : author;
}
