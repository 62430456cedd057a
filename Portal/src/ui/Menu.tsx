import {
  useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { Icon, type IconName } from "./Icon";
import { keyCaps } from "./keys";

export interface MenuItem {
  text: string;
  icon?: IconName;
  shortcut?: string;
  /** Secondary text below the text. */
  detail?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Whether the item is the selected one of several. */
  isChecked?: boolean;
  onChoose?(): void;
  href?: string;
}

/** Items, headings (texts) and separators (null). */
export type MenuContent = (MenuItem | string | null)[];

interface MenuProps {
  /** The items, or a function that returns them when the menu opens. */
  items: MenuContent | (() => MenuContent);
  /** The button that opens it. */
  trigger(props: {
    ref: (element: HTMLElement | null) => void; onClick(): void; "aria-expanded": boolean;
    "aria-haspopup": "menu"; "aria-controls"?: string;
  }): ReactNode;
  label: string;
  align?: "start" | "end";
}

/** A button with a menu. */
export function Menu({ items, trigger, label, align = "start" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLElement | null>(null);
  const id = useId();
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) button.current?.focus();
  };
  return (
    <>
      {trigger({
        ref: (element) => {
          button.current = element;
        },
        onClick: () => setOpen(!isOpen), "aria-expanded": isOpen, "aria-haspopup": "menu",
        ...(isOpen ? { "aria-controls": id } : {}),
      })}
      {isOpen && (
        <MenuList
          id={id} items={typeof items === "function" ? items() : items} label={label}
          align={align} onClose={close}
          anchor={() => button.current?.getBoundingClientRect() ?? new DOMRect()}
          isTrigger={(node) => button.current?.contains(node) ?? false}
        />
      )}
    </>
  );
}

/** A context menu at a point. */
export function ContextMenu(
  { items, label, x, y, onClose }: {
    items: MenuContent; label: string; x: number; y: number; onClose(): void;
  },
) {
  const id = useId();
  return (
    <MenuList
      id={id} items={items} label={label} align="start" onClose={onClose}
      anchor={() => new DOMRect(x, y, 0, 0)} isTrigger={() => false}
    />
  );
}

function MenuList({ id, items, label, align, anchor, onClose, isTrigger }: {
  id: string; items: MenuContent; label: string; align: "start" | "end";
  anchor(): DOMRect; onClose(returnsFocus: boolean): void; isTrigger(node: Node): boolean;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) place(ref.current, anchor(), align);
    focusables(ref.current)[0]?.focus();
  }, []);
  useEffect(() => {
    const outside = (event: Event) => {
      const node = event.target as Node;
      if (!ref.current?.contains(node) && !isTrigger(node)) onClose(false);
    };
    document.addEventListener("pointerdown", outside, true);
    return () => document.removeEventListener("pointerdown", outside, true);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const all = focusables(ref.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      onClose(true);
    } else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(all.length - 1);
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const next = [...all.slice(at + 1), ...all.slice(0, at + 1)]
        .find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
      next?.focus();
    }
  };
  return createPortal(
    <div ref={ref} id={id} role="menu" aria-label={label} className="menu" onKeyDown={onKeyDown}>
      {items.map((item, index) => (
        <MenuEntry key={index} item={item} onChosen={() => onClose(true)} />
      ))}
    </div>,
    document.body,
  );
}

function MenuEntry({ item, onChosen }: { item: MenuContent[number]; onChosen(): void }) {
  if (item === null) return <div role="separator" className="menu-line" />;
  if (typeof item === "string") {
    return <div className="menu-heading" role="presentation">{item}</div>;
  }
  const role = item.isChecked === undefined ? "menuitem" : "menuitemradio";
  const content = (
    <>
      {item.isChecked !== undefined
        ? <span className="menu-check">{item.isChecked && <Icon name="check" size={16} />}</span>
        : item.icon && <Icon name={item.icon} />}
      <span className="menu-text">
        {item.text}
        {item.detail && <small>{item.detail}</small>}
      </span>
      {item.shortcut && <kbd className="kbd">{keyCaps(item.shortcut).join("+")}</kbd>}
    </>
  );
  const classes = `menu-item ${item.isDangerous ? "danger" : ""}`;
  if (item.href) {
    return <a role={role} tabIndex={-1} className={classes} href={item.href}>{content}</a>;
  }
  return (
    <button
      type="button" role={role} tabIndex={-1} className={classes} aria-checked={item.isChecked}
      aria-disabled={item.isDisabled || undefined}
      onClick={() => {
        if (item.isDisabled) return;
        onChosen();
        item.onChoose?.();
      }}
    >
      {content}
    </button>
  );
}

function focusables(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/**
 * Positions a box inside the window: below its anchor, or above if it does not fit below and there
 * is more space above.
 */
export function place(box: HTMLElement, anchor: DOMRect, align: "start" | "end"): void {
  const { width, height } = box.getBoundingClientRect();
  const left = align === "start" ? anchor.left : anchor.right - width;
  const isBelow = anchor.bottom + 4 + height <= innerHeight || anchor.top < innerHeight / 2;
  const top = isBelow ? anchor.bottom + 4 : anchor.top - 4 - height;
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
