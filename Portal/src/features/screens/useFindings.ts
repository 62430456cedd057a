import { useCallback, useEffect, useMemo, useRef } from "react";
import { drawnScreenOf } from "../../document/blocks";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { adviceFor } from "./advice/advice";
import { measuredAdvice, useMeasurement, withCurrentPaths } from "./advice/measured";
import { findingsOf, noFindings, type BlockFindings } from "./findings";
import { keyOf, type LocatedFinding } from "./locatedFinding";
import type { ScreenModel } from "./screenModel";

/** The findings and suggestions of a screen, updated while typing. */
export function useFindings({ editor, name }: ScreenModel): BlockFindings {
  const document = useStore(editor.draft.debounced);
  const { findings } = useStore(editor.verification.state);
  const screen = drawnScreenOf(document, name);
  const measured = useMeasurement(document, screen);
  const found = useMemo(() => {
    if (!screen) return noFindings;
    const advice = [
      ...adviceFor(screen),
      ...measuredAdvice(measured, document, screen, findings)];
    const { lowContrast } = withCurrentPaths(measured, screen);
    return findingsOf(findings, document, name, advice, lowContrast);
  }, [findings, document, screen, measured, name]);
  // NB: the same object while the findings are equal, so that typing re-renders nothing.
  const latest = useRef(found);
  if (!isSame(latest.current, found)) latest.current = found;
  return latest.current;
}

function isSame(a: BlockFindings, b: BlockFindings): boolean {
  const text = ({ finding: _, ...rest }: LocatedFinding) => JSON.stringify(rest);
  return a.all.length === b.all.length && a.all.every((finding, index) => {
    const other = b.all[index];
    return other !== undefined && finding.finding === other.finding
      && text(finding) === text(other);
  });
}

/** Returns a function that goes to the finding after the last shown one, as F8 does. */
export function useNextFinding(model: ScreenModel, findings: BlockFindings): () => void {
  const last = useRef<string | null>(null);
  const go = (by: 1 | -1) => {
    const { all } = findings;
    const lastShown = all.findIndex((finding) => keyOf(finding) === last.current);
    const active = all.findIndex(({ path }) => path === model.active);
    const start = by > 0 ? -1 : 0;
    const at = lastShown >= 0 ? lastShown + by
      : active >= 0 && model.active !== "/root" ? active : start + by;
    const next = all[(at + all.length) % all.length];
    if (!next) return;
    last.current = keyOf(next);
    model.show(next);
    model.announcement.set(t("screens.announce-finding", {
      number: all.indexOf(next) + 1, count: all.length, text: next.text,
    }));
  };
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog = (event.target as Element | null)?.closest?.("dialog, [role=menu]") != null;
      if (event.key !== "F8" || event.defaultPrevented || isInDialog) return;
      event.preventDefault();
      latest.current(event.shiftKey ? -1 : 1);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return useCallback(() => latest.current(1), []);
}
