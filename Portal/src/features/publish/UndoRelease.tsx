import { useEffect, useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { isMe } from "../../model/authors";
import { findRelease } from "../../model/releases";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import { Button } from "../../ui";
import { t } from "../../localization";

/** A live release that can be rolled back, and the release before it. */
export interface UndoableRelease {
  current: ReleaseSummary;
  before: ReleaseSummary;
}

/** The live release, if the member published it and may roll it back to an earlier one. */
export function useUndoable(environment: string): UndoableRelease | null {
  const application = useApplication();
  const current = useStore(application.releases)[environment];
  const [before, setBefore] = useState<{ of: number; release?: ReleaseSummary } | null>(null);
  const canPublish = roleIncludes(application.role(environment), "editor");
  const isMine = current !== undefined && canPublish && isMe(current.author);
  const number = isMine ? current.number : undefined;
  useEffect(() => {
    if (number === undefined) return;
    let isActive = true;
    findRelease(application.id, number, environment).then(
      ({ before: release }) => isActive && setBefore({ of: number, release }),
      // The button is optional: the history page can roll back, too.
      () => undefined);
    return () => {
      isActive = false;
    };
  }, [application, environment, number]);
  if (!current || before?.of !== number || !before?.release) return null;
  return { current, before: before.release };
}

/** The button that rolls back the member's own release while it is live. */
export function UndoRelease({ release, onUndo }: { release: ReleaseSummary; onUndo(): void }) {
  const text = t("publish.undo-number", { number: String(release.number) });
  return (
    <Button className="undo-release" icon="undo" title={text} onClick={onUndo}>
      <span className="undo-text">{text}</span>
    </Button>
  );
}
