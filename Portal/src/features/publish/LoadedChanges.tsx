import type { Change } from "../../document";
import { Callout, failureText, Loading } from "../../ui";
import { t } from "../../localization";
import { ChangeList, type ChangeListProps } from "./ChangeList";

/** The differences in a dialog: while they are loaded, after a failure, and if there are none. */
export function LoadedChanges({ changes, failure, noChanges, ...props }: (
  Omit<ChangeListProps, "changes"> & {
    changes: Change[] | null; failure: unknown; noChanges: string;
  })) {
  if (failure) return <Callout kind="danger">{failureText(failure)}</Callout>;
  if (!changes) return <Loading text={t("app.loading")} />;
  if (changes.length === 0) return <Callout>{noChanges}</Callout>;
  return <ChangeList {...props} changes={changes} />;
}
