import {
  useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode,
  type RefObject,
} from "react";
import { Icon, type IconName } from "../../ui";
import { t } from "../../localization";

export interface PaletteItem {
  id: string;
  group: string;
  text: string;
  /** What the text stands for, if it is a name in another form. */
  name?: string;
  detail?: string;
  icon: IconName;
  /** The text that replaces the query when the item is chosen; then `run` is not called. */
  query?: string;
  /** The reason why it cannot be chosen. */
  problem?: string;
  /** Returns the card to focus afterwards, if it is another one. */
  run(): string | void;
}

interface PaletteProps {
  label: string;
  /** A text above the field, too long for a placeholder. */
  title?: string;
  placeholder: string;
  /** Returns the items that match a query. */
  find(query: string): PaletteItem[];
  /** Shown if nothing matches. */
  emptyText: string;
  /** Shown below the results. */
  note?: ReactNode;
  style?: { left: number; top: number };
  className?: string;
  /** The initial query. */
  start?: string;
  onChoose(item: PaletteItem): void;
  onClose(): void;
}

/** A combobox: typing filters the list below the field, and arrow keys and Enter choose an item. */
export function Palette({
  label, title, placeholder, find, emptyText, note, style, className = "", start = "", onChoose,
  onClose,
}: PaletteProps) {
  const [query, setQuery] = useState(start);
  const [index, setIndex] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const items = useMemo(() => find(query.trim()), [query, find]);
  const current = Math.min(index, items.length - 1);
  const choose = (item: PaletteItem) => {
    if (item.problem !== undefined) return;
    if (item.query === undefined) return onChoose(item);
    setQuery(item.query);
    setIndex(0);
  };
  useOutsidePress(box, onClose);
  useLayoutEffect(() => {
    box.current?.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const steps: { [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = current + step;
      const isSingle = Math.abs(step) === 1;
      setIndex(isSingle ? (next + items.length) % Math.max(1, items.length)
        : Math.max(0, Math.min(items.length - 1, next)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const item = items[current];
      if (item) choose(item);
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <div ref={box} className={`canvas-palette ${className}`} style={style} data-chrome>
      {title && <p className="canvas-palette-title" aria-hidden="true">{title}</p>}
      <div className="canvas-palette-field">
        <Icon name="search" size={16} />
        <input
          type="text" role="combobox" aria-label={label} aria-expanded="true"
          aria-controls={id} aria-autocomplete="list" autoComplete="off" spellCheck={false}
          aria-activedescendant={items.length > 0 ? `${id}-${current}` : undefined}
          placeholder={placeholder} value={query} autoFocus onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setIndex(0);
          }}
        />
      </div>
      <Items id={id} label={label} items={items} current={current} onChoose={choose} />
      {items.length === 0 && query.trim() !== "" && (
        <p className="canvas-palette-none" role="status">{emptyText}</p>
      )}
      {note && <p className="canvas-palette-note">{note}</p>}
    </div>
  );
}

function Items({ id, label, items, current, onChoose }: {
  id: string; label: string; items: PaletteItem[]; current: number;
  onChoose(item: PaletteItem): void;
}) {
  const groups = [...new Set(items.map((item) => item.group))];
  return (
    <div
      id={id} role="listbox" aria-label={label} className="canvas-palette-list"
      hidden={items.length === 0}
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className="menu-heading" aria-hidden="true">{group}</div>
          {items.map((item, index) => item.group === group && (
            <div
              key={item.id} id={`${id}-${index}`} role="option" aria-selected={index === current}
              aria-disabled={item.problem !== undefined || undefined}
              className="canvas-option" onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(item)}
            >
              <Icon name={item.icon} size={16} />
              <span>{item.text}</span>
              {(item.problem ?? item.detail) && <small>{item.problem ?? item.detail}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function useOutsidePress(box: RefObject<HTMLElement>, onClose: () => void): void {
  useEffect(() => {
    const onPointer = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", onPointer, true);
    return () => document.removeEventListener("pointerdown", onPointer, true);
  });
}

/** Whether the texts together contain all words of a query, ignoring case. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.filter(Boolean).join(" ").toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export const noResultsText = () => t("canvas.nothing-found");
