import { useLayoutEffect, useRef, useState } from "react";
import { isObject } from "../../document";
import { blockAt, type BlockPath, type DrawnScreen } from "../../document/blocks";
import { t } from "../../localization";
import { elementsIn, phoneRoot } from "./design";
import { blockName, textOf } from "./naming";
import type { ScreenModel } from "./screenModel";
import { writeText } from "./texts";

/** The member that is written on the phone, and the element that shows it. */
const written: { [type: string]: [key: string, selector: string] } = {
  text: ["text", ""], badge: ["text", ""], button: ["title", "span:last-child"],
  link: ["title", ""],
  disclosure: ["title", "summary"], input: ["label", "label"], number: ["label", "label"],
  date: ["label", "label"], slider: ["label", "label"], toggle: ["label", "label > span"],
  choice: ["label", "legend, label"],
};

/** The member with the text of a block; undefined for one that is bound to a value. */
export function textKeyOf(screen: DrawnScreen, path: BlockPath): string | undefined {
  const block = blockAt(screen, path);
  const [key] = written[block?.type ?? ""] ?? [];
  const value = key === undefined ? undefined : block?.[key];
  return typeof value === "string" || isObject(value) && "$text" in value ? key : undefined;
}

/** A field over a text of the phone, which looks like it. Escape and leaving it end that. */
export function TextInPlace({ model, screen, path, locale }: {
  model: ScreenModel; screen: DrawnScreen; path: BlockPath; locale: string;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const block = blockAt(screen, path);
  const key = textKeyOf(screen, path);
  const document = model.editor.draft.document.get();
  const [first] = useState(() => textOf(block?.[key ?? ""], document, locale));
  const text = textOf(block?.[key ?? ""], document, locale);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || !block) return;
    const [, selector = ""] = written[block.type] ?? [];
    const element = elementsIn(phoneRoot()).find((one) => one.path === path)?.element;
    const shown = (selector && element?.querySelector(selector)) || element;
    const around = area.parentElement?.getBoundingClientRect();
    if (!shown || !around) return;
    const box = shown.getBoundingClientRect();
    const style = getComputedStyle(shown);
    for (const name of ["font", "letterSpacing", "color", "textAlign"] as const) {
      area.style[name] = style[name];
    }
    area.style.left = `${box.left - around.left - 4}px`;
    area.style.top = `${box.top - around.top - 2}px`;
    area.style.width = `${Math.max(box.width, 96) + 8}px`;
    area.style.height = "0";
    area.style.height = `${Math.max(area.scrollHeight, box.height) + 4}px`;
  }, [text, path]);
  useLayoutEffect(() => field.current?.select(), []);
  if (!key || !block) return null;
  const end = () => {
    model.editing.set(null);
    window.document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
  };
  return (
    <textarea
      ref={field} className="stage-text" value={text} autoFocus spellCheck
      aria-label={t("screens.text-of", { name: blockName(block, document) })}
      onChange={(event) => writeText(model, `${path}/${key}`, event.target.value, locale)}
      onBlur={() => model.editing.set(null)}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" && !event.shiftKey) {
          event.preventDefault();
          end();
        } else if (event.key === "Escape") {
          if (text !== first) writeText(model, `${path}/${key}`, first, locale);
          end();
        }
      }}
    />
  );
}
