import { useEffect, useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { isMe } from "../../model/authors";
import { findRelease } from "../../model/releases";
import { includes } from "../../model/session";
import { useStore } from "../../model/store";
import { Button } from "../../ui";
import { t } from "../../localization";

export interface Undoable {
  current: ReleaseSummary;
  before: ReleaseSummary;
}

/** The live release, if it is the user's own and there is an earlier one. */
export function useUndoable(environment: string): Undoable | null {
  const application = useApplication();
  const current = useStore(application.releases)[environment];
  const [before, setBefore] = useState<{ of: number; release?: ReleaseSummary } | null>(null);
  const mayPublish = includes(application.role(environment), "editor");
  const isMine = current !== undefined && mayPublish && isMe(current.author);
  const number = isMine ? current.number : undefined;
  useEffect(() => {
    if (number === undefined) return;
    let isWanted = true;
    findRelease(application.id, number, environment).then(
      ({ before: release }) => isWanted && setBefore({ of: number, release }),
      // The button is optional: the history page can roll back, too.
      () => undefined);
    return () => {
      isWanted = false;
    };
  }, [application, environment, number]);
  if (!current || before?.of !== number || !before?.release) return null;
  return { current, before: before.release };
}

/** The button that rolls back the user's own release while it is live. */
export function UndoRelease({ release, onUndo }: { release: ReleaseSummary; onUndo(): void }) {
  const text = t("publish.undo-number", { number: String(release.number) });
  return (
    <Button className="undo-release" icon="undo" title={text} onClick={onUndo}>
      <span className="undo-text">{text}</span>
    </Button>
  );
}
