import { useLayoutEffect, useRef } from "react";
import { isSwitchedOff, isHandledElsewhere } from "../../model/shortcuts";
import { Icon, Kbd, Select } from "../../ui";
import { t } from "../../localization";
import { orders, type Order } from "./order";

/** Searches and sorts the applications; `/` focuses the search. */
export function HomeTools({ query, onQuery, order, onOrder }: {
  query: string; onQuery(query: string): void; order: Order; onOrder(order: Order): void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isHandledElsewhere(event) || isSwitchedOff(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="home-tools">
      <div className="home-search">
        <Icon name="search" size={18} />
        <input
          ref={field} type="search" className="input" value={query} autoComplete="off"
          aria-label={t("home.search")} placeholder={t("home.search")} aria-keyshortcuts="/"
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onQuery("");
          }}
        />
        <Kbd>/</Kbd>
      </div>
      <Select
        label={t("home.sort")} isLabelHidden value={order} onValue={onOrder}
        options={orders.map((value) => ({ value, text: t(`home.sort-${value}`) }))}
      />
    </div>
  );
}
