import {
  useEffect, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent,
} from "react";
import type { FlowDocument } from "../../document";
import { blockAt, valueAt, type DrawnScreen } from "../../document/blocks";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { phoneRoot } from "./design";
import { blockName, textOf } from "./naming";
import type { ScreenModel } from "./screenModel";
import { writeText } from "./texts";
import { nextText, ownerOf, visibleTexts } from "./textEditing";

/**
 * A field over a text in the preview, styled like it. Enter and blur end editing, Escape also
 * restores the text, and Tab moves to the next one.
 *
 * NB: the field has its own text, and the draft follows at intervals: rendering for each letter
 * takes longer than a frame.
 */
export function TextInPlace({ model, screen, pointer, locale, drawn }: {
  model: ScreenModel; screen: DrawnScreen; pointer: string; locale: string; drawn: number;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [path] = ownerOf(screen, pointer);
  const { draft } = model.editor;
  const { document } = draft;
  const textIn = (edited: FlowDocument) => textOf(valueAt(model.screen, pointer), edited, locale);
  const text = useStore(document, textIn);
  const [initialText] = useState(text);
  useLayoutEffect(() => {
    const area = field.current;
    const element = visibleTexts(screen, phoneRoot(), path)
      .find((visibleText) => visibleText.pointer === pointer)?.element;
    if (area && element) position(area, element);
  }, [pointer, drawn]);
  // Undo, other members and the settings change the text, too.
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || draft.isPending || area.value === text) return;
    area.value = text;
    growIfNeeded(area);
  }, [text]);
  useLayoutEffect(() => field.current?.select(), []);
  useEffect(() => () => draft.applyPending(), [draft]);
  const onInput = ({ currentTarget: area }: FormEvent<HTMLTextAreaElement>) => {
    growIfNeeded(area);
    const { value } = area;
    draft.applyLater(() => writeText(model, pointer, value, locale));
  };
  const endEditing = () => {
    model.editing.set(null);
    window.document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
  };
  const editNext = (by: 1 | -1) => {
    const next = nextText(screen, phoneRoot(), pointer, by);
    if (!next) return endEditing();
    model.select(next.path);
    model.editing.set(next.pointer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Tab") {
      event.preventDefault();
      editNext(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      endEditing();
    } else if (event.key === "Escape") {
      draft.applyPending();
      if (textIn(document.get()) !== initialText) writeText(model, pointer, initialText, locale);
      endEditing();
    }
  };
  return (
    <textarea
      ref={field} className="stage-text" defaultValue={text} autoFocus spellCheck
      aria-label={t("screens.text-of", { name: blockName(blockAt(screen, path), document.get()) })}
      onInput={onInput}
      onBlur={() => {
        draft.applyPending();
        model.editing.update((now) => (now === pointer ? null : now));
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()} onKeyDown={onKeyDown}
    />
  );
}

/** Positions a field over an element, in the same font. */
function position(area: HTMLTextAreaElement, element: HTMLElement): void {
  const container = area.parentElement?.getBoundingClientRect();
  if (!container) return;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  for (const name of ["font", "letterSpacing", "textAlign"] as const) {
    area.style[name] = style[name];
  }
  // NB: a short text, such as a choice, gets space to grow.
  const isCentered = style.textAlign === "center";
  const maxWidth = isCentered ? container.width - 24 : container.right - box.left - 12;
  const width = Math.max(box.width, Math.min(maxWidth, 192)) + 8;
  const left = isCentered ? box.left + (box.width - width) / 2 : box.left - 4;
  area.style.left = `${left - container.left}px`;
  area.style.top = `${box.top - container.top - 2}px`;
  area.style.width = `${width}px`;
  // NB: measured once, because every measurement lays out the whole screen again.
  if (area.style.height) return;
  area.style.height = "0";
  grow(area, box.height);
}

// NB: for each letter only the field's height is measured; positioning it would be too slow.
function growIfNeeded(area: HTMLTextAreaElement): void {
  if (area.scrollHeight > area.clientHeight) grow(area);
}

function grow(area: HTMLTextAreaElement, minHeight = 0): void {
  area.style.height = `${Math.max(area.scrollHeight, minHeight) + 4}px`;
}
