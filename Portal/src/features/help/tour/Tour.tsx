import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useEditor, type EditorModel } from "../../../model/editor";
import { useStore } from "../../../model/store";
import { Button, IconButton } from "../../../ui";
import { t } from "../../../localization";
import { pauseTour, finishTour, progress, SAMPLE, startTour } from "./progress";
import { subjectOf, initialState, findingCount, tourSteps, type TourStep } from "./steps";
import { useFreeCorner } from "./useFreeCorner";
import "./styles";

/** The guided tour, or the offer to start it; nothing if it is over. */
export function Tour() {
  const editor = useEditor();
  const { step, isRunning, isOver } = useStore(progress);
  if (!editor.canEdit) return null;
  const at = Math.min(step, tourSteps.length - 1);
  const current = tourSteps[at];
  if (isRunning && current) return <RunningStep key={at} editor={editor} step={current} at={at} />;
  const isOffered = !isOver && step === 0 && editor.application.id === SAMPLE;
  return isOffered ? <TourOffer /> : null;
}

function TourOffer() {
  const box = useFreeCorner("");
  return createPortal(
    <section ref={box} className="tour" aria-labelledby="tour-title">
      <h2 id="tour-title">{t("help.tour-offer")}</h2>
      <p>{t("help.tour-lead")}</p>
      <div className="tour-actions">
        <Button kind="quiet" size="small" onClick={finishTour}>{t("help.tour-not-now")}</Button>
        <Button kind="primary" size="small" onClick={() => startTour(0)}>
          {t("help.tour-start")}
        </Button>
      </div>
    </section>,
    document.body,
  );
}

/** One step of the tour; the next follows when it is completed. */
function RunningStep({ editor, step, at }: { editor: EditorModel; step: TourStep; at: number }) {
  const isLast = at === tourSteps.length - 1;
  const next = () => (isLast ? finishTour() : startTour(at + 1));
  useStepCompletion(editor, step, next);
  const target = useTarget(step);
  const box = useFreeCorner(subjectOf(step));
  return createPortal(
    <>
      {target && <span className="tour-ring" ref={target} aria-hidden="true" />}
      <section ref={box} className="tour" aria-label={t("help.tour")}>
        <header>
          <span className="tour-count">
            {t("help.tour-at", { step: at + 1, count: tourSteps.length })}
          </span>
          <IconButton
            icon="close" size="small" label={t("help.tour-end")}
            onClick={isLast ? finishTour : pauseTour}
          />
        </header>
        <div role="status" aria-live="polite">
          <h2>{t(`help.tour-${step.id}`)}</h2>
          <p>{t(`help.tour-${step.id}-text`)}</p>
        </div>
        <progress
          max={tourSteps.length} value={at + 1} aria-label={t("help.tour")}
        />
        <div className="tour-actions">
          <Button kind={isLast ? "primary" : "quiet"} size="small" onClick={next}>
            {t(isLast ? "help.tour-done" : "help.tour-skip")}
          </Button>
        </div>
      </section>
    </>,
    document.body,
  );
}

/** Advances as soon as the user has completed the step. */
function useStepCompletion(editor: EditorModel, step: TourStep, onDone: () => void): void {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let before = initialState(editor);
    let isOver = false;
    let hasFailed = false;
    const check = () => {
      if (isOver) return;
      // The position in the preview counts only relative to where the user began.
      const { previewed } = initialState(editor);
      if (before.previewed === "[]") before = { ...before, previewed };
      if (hasFailed) before = { ...before, findings: before.findings ?? findingCount(editor) };
      if (!step.isDone(editor, before)) return;
      isOver = true;
      done.current();
    };
    const { draft, verification, panel, markers } = editor;
    // A fast user may change something before the initial document has been verified.
    if (before.findings === null) {
      verification.check(before.document).then((findings) => {
        before = { ...before, findings: findings.length };
        check();
      }, () => {
        // If the initial findings stay unknown, the next ones count as initial, so that the tour
        // does not wait forever.
        hasFailed = true;
      });
    }
    const stops = [draft.document, verification.state, panel, markers]
      .map((store) => store.subscribe(check));
    // Dialogs are not in a store, so changes of the page are observed, too.
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true });
    check();
    return () => {
      isOver = true;
      observer.disconnect();
      for (const stop of stops) stop();
    };
  }, [editor, step]);
}

/** Keeps a ring around the step's target, wherever it moves; it never intercepts clicks. */
function useTarget(step: TourStep): ((ring: HTMLElement | null) => void) | null {
  const [hasTarget, setHasTarget] = useState(false);
  const ring = useRef<HTMLElement | null>(null);
  useEffect(() => {
    let frame = 0;
    let last = "";
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const target = step.targets.map((selector) => document.querySelector(selector)).find(isShown);
      setHasTarget(target !== undefined);
      if (!target || !ring.current) return;
      const { left, top, width, height } = target.getBoundingClientRect();
      const style = ring.current.style;
      // Outside a small target, but inside one that fills the page.
      const gap = width > innerWidth / 2 ? -6 : 4;
      const transform = `translate(${left - gap}px, ${top - gap}px)`;
      const key = `${transform} ${width} ${height}`;
      if (key === last) return;
      last = key;
      style.transform = transform;
      style.width = `${width + gap * 2}px`;
      style.height = `${height + gap * 2}px`;
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [step]);
  const [setRing] = useState(() => (element: HTMLElement | null) => {
    ring.current = element;
  });
  return hasTarget ? setRing : null;
}

const isShown = (element: Element | null): element is Element =>
  element !== null && element.getClientRects().length > 0;
