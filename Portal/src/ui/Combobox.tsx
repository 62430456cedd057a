import {
  useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { t } from "../localization";
import { Icon, type IconName } from "./Icon";
import { place } from "./Menu";
import "./combobox.css";

export interface Suggestion {
  value: string;
  text: string;
  /** Secondary text beside the text. */
  detail?: string;
  /** The group of the suggestion; groups are listed under their names. */
  group?: string;
  icon?: IconName;
  /** Whether it is the typed text itself, not a known suggestion. */
  isText?: boolean;
}

interface ComboboxProps {
  /** The accessible name of the field. */
  label: string;
  /** The text shown while the user is not typing. */
  value: string;
  /** All suggestions, or those for a text. */
  suggestions: Suggestion[] | ((typed: string) => Suggestion[]);
  onChoose(value: string): void;
  /** Handles a text that is not among the suggestions; without it, such a text is discarded. */
  onText?(text: string): void;
  /**
   * Returns the label of the entry that creates something new from a text that is not among the
   * suggestions; the entry comes last, and must be selected explicitly.
   */
  createLabel?(text: string): string;
  placeholder?: string;
  icon?: IconName;
  isDisabled?: boolean;
  isInvalid?: boolean;
  describedBy?: string;
  /** Whether the field is cleared after a selection, for the next one. */
  clearsOnChoose?: boolean;
  onBackspace?(): void;
  onPaste?(text: string): boolean;
  autoFocus?: boolean;
  className?: string;
  /** The text shown when nothing matches. */
  emptyText?: string;
  id?: string;
}

/** A text field with suggestions: type to narrow them down, arrows and Enter to choose. */
export function Combobox(props: ComboboxProps) {
  const { label, value, onChoose, onText, placeholder, isDisabled, className = "" } = props;
  const { createLabel } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [activeOrBest, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const query = isOpen ? typed ?? "" : null;
  const shown = useVisibleOptions(
    props.suggestions, query, onText === undefined ? null : createLabel ?? "plain");
  const active = activeOrBest === BEST_MATCH ? bestMatch(shown, typed ?? "") : activeOrBest;
  const finish = () => {
    setOpen(false);
    setTyped(props.clearsOnChoose && input.current === document.activeElement ? "" : null);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion | undefined) => {
    finish();
    if (suggestion?.isText) onText?.(suggestion.value);
    else if (suggestion) onChoose(suggestion.value);
  };
  /** Applies the entered value when the focus leaves, unless it is incomplete. */
  const leave = (text: string) => {
    const named = shown.find((suggestion) => !suggestion.isText && isNamed(suggestion, text));
    const isIncomplete = createLabel !== undefined
      || shown.some((suggestion) => !suggestion.isText && hasPrefix(suggestion, text));
    if (named || !isIncomplete) choose(named ?? shown.find((suggestion) => suggestion.isText));
    else finish();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const count = shown.length;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow && !event.altKey) {
      event.preventDefault();
      if (!isOpen) return setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const next = active < 0 && step < 0 ? count - 1 : (active + step + count) % count;
      setActive(count === 0 ? -1 : next);
    } else if (event.key === "Enter") {
      if (!isOpen && typed === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (active >= 0) choose(shown[active]);
      else finish();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      finish();
    } else if (event.key === "Backspace" && (typed ?? "") === "" && props.onBackspace) {
      props.onBackspace();
    }
  };
  return (
    <span className={`combobox ${className}`}>
      {props.icon && <Icon name={props.icon} size={16} />}
      <input
        ref={input} id={props.id} className="input" type="text" role="combobox" aria-label={label}
        aria-expanded={isOpen} aria-autocomplete="list" aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={props.isInvalid || undefined} aria-describedby={props.describedBy}
        autoComplete="off" spellCheck={false} disabled={isDisabled} placeholder={placeholder}
        autoFocus={props.autoFocus} value={typed ?? value}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(event.target.value.trim() === "" ? -1 : BEST_MATCH);
          setOpen(true);
        }}
        onPaste={(event) => {
          if (props.onPaste?.(event.clipboardData.getData("text"))) event.preventDefault();
        }}
        onBlur={() => (typed?.trim() ? leave(typed) : finish())}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <SuggestionList
          id={id} label={label} anchor={input} shown={shown} active={active} onActive={setActive}
          onChoose={choose} emptyText={onText ? undefined : props.emptyText}
        />
      )}
    </span>
  );
}

/** Stands for the index of the best match, until an arrow key or the pointer selects another. */
const BEST_MATCH = -2;

/**
 * Returns the index of the suggestion that a text most likely means: an exact match, one that
 * starts with it, one with a word that does, or any; the typed text itself if it comes first, or if
 * there is no other.
 */
export function bestMatch(shown: Suggestion[], text: string): number {
  const query = text.trim().toLocaleLowerCase();
  if (shown[0]?.isText) return 0;
  const rankOf = (suggestion: Suggestion) => (suggestion.isText ? 4 : isNamed(suggestion, text) ? 0
    : hasPrefix(suggestion, text) ? 1
      : suggestion.text.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(query)) ? 2 : 3);
  let best = shown.length > 0 ? 0 : -1;
  shown.forEach((suggestion, index) => {
    const leader = shown[best];
    if (leader && rankOf(suggestion) < rankOf(leader)) best = index;
  });
  return best;
}

/** The suggestions for a text, and the text itself if it is allowed; empty while closed. */
function useVisibleOptions(
  suggestions: ComboboxProps["suggestions"], typed: string | null,
  ownText: ((text: string) => string) | "plain" | null,
): Suggestion[] {
  return useMemo(() => {
    if (typed === null) return [];
    const matches = typeof suggestions === "function"
      ? suggestions(typed) : filterSuggestions(suggestions, typed);
    const text = typed.trim();
    if (ownText === null || text === "") return matches;
    const named = matches.find((suggestion) => isNamed(suggestion, text));
    if (named) return [named, ...matches.filter((suggestion) => suggestion !== named)];
    if (ownText !== "plain") {
      return [...matches, { value: text, text: ownText(text), isText: true }];
    }
    // The typed text comes first, unless it is a prefix of a suggestion.
    const own: Suggestion = { value: text, text: t("combobox.use", { text }), isText: true };
    const isPrefix = matches.some((suggestion) => hasPrefix(suggestion, text));
    return isPrefix ? [...matches, own] : [own, ...matches];
  }, [suggestions, typed, ownText]);
}

const isNamed = (suggestion: Suggestion, text: string) =>
  [suggestion.text, suggestion.value].some((name) =>
    name.toLocaleLowerCase() === text.trim().toLocaleLowerCase());

const hasPrefix = (suggestion: Suggestion, text: string) =>
  [suggestion.text, suggestion.value].some((name) =>
    name.toLocaleLowerCase().startsWith(text.trim().toLocaleLowerCase()));

/** The maximum number of rendered suggestions; typing filters them. */
const MAX_OPTIONS = 200;

export function filterSuggestions(all: Suggestion[], typed: string): Suggestion[] {
  const query = typed.trim().toLocaleLowerCase();
  if (query === "") return all.slice(0, MAX_OPTIONS);
  const indexIn = (text: string | undefined) => (text ?? "").toLocaleLowerCase().indexOf(query);
  const matches = all.flatMap((suggestion) => {
    const { text, value, detail } = suggestion;
    const indexes = [indexIn(text), indexIn(value), indexIn(detail)];
    if (indexes.every((index) => index < 0)) return [];
    return [{ suggestion, isPrefix: indexes[0] === 0 || indexes[1] === 0 }];
  });
  // Groups keep their order; within a group prefix matches come first.
  const groups = [...new Set(matches.map(({ suggestion }) => suggestion.group))];
  return groups.flatMap((group) => {
    const members = matches.filter(({ suggestion }) => suggestion.group === group);
    return [
      ...members.filter(({ isPrefix }) => isPrefix), ...members.filter(({ isPrefix }) => !isPrefix),
    ];
  }).map(({ suggestion }) => suggestion).slice(0, MAX_OPTIONS);
}

function SuggestionList({ id, label, anchor, shown, active, onActive, onChoose, emptyText }: {
  id: string; label: string; anchor: RefObject<HTMLElement>; shown: Suggestion[]; active: number;
  onActive(index: number): void; onChoose(suggestion: Suggestion): void; emptyText?: string;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!ref.current || !box) return;
      ref.current.style.minWidth = `${Math.max(box.width, 180)}px`;
      place(ref.current, box, "start");
    };
    position();
    // The list follows its field when an ancestor scrolls.
    addEventListener("scroll", position, true);
    return () => removeEventListener("scroll", position, true);
  }, [shown]);
  useEffect(() => {
    ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);
  if (shown.length === 0 && !emptyText) return null;
  return createPortal(
    <div
      ref={ref} id={id} role="listbox" aria-label={label} className="menu suggestions"
      // NB: without this the field would lose focus before the click is completed.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {shown.length === 0 && <p className="menu-heading">{emptyText}</p>}
      {shown.map((suggestion, index) => (
        <SuggestionRow
          key={`${suggestion.group ?? ""}/${suggestion.value}`} id={`${id}-${index}`}
          suggestion={suggestion}
          heading={suggestion.group !== shown[index - 1]?.group ? suggestion.group : undefined}
          isActive={index === active} onActive={() => onActive(index)}
          onChoose={() => onChoose(suggestion)}
        />
      ))}
    </div>,
    document.body,
  );
}

function SuggestionRow({ id, suggestion, heading, isActive, onActive, onChoose }: {
  id: string; suggestion: Suggestion; heading?: string; isActive: boolean; onActive(): void;
  onChoose(): void;
}) {
  return (
    <>
      {heading && <div className="menu-heading" role="presentation">{heading}</div>}
      <div
        id={id} role="option" aria-selected={isActive}
        className={`menu-item ${isActive ? "active" : ""}`}
        onPointerMove={isActive ? undefined : onActive} onClick={onChoose}
      >
        {suggestion.icon && <Icon name={suggestion.icon} size={16} />}
        <span className="menu-text">{suggestion.text}</span>
        {suggestion.detail && <span className="suggestion-detail">{suggestion.detail}</span>}
      </div>
    </>
  );
}
