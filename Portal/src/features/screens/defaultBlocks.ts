// The initial block of each type, with placeholders for its contents.

import type { Block } from "../../document/blocks";
import { t, type MessageKey } from "../../localization";

const text = (content: string): Block => ({ type: "text", text: content });
const label = () => t("screens.placeholder-label");
const options = () => [1, 2, 3].map((number) => (
  { value: `option${number}`, title: t("screens.placeholder-option", { number }) }));
const decorative = { decorative: true };

const factories: { [type: string]: () => object } = {
  column: () => ({ gap: 3, children: [] }),
  row: () => ({ gap: 3, children: [] }),
  grid: () => ({ min: "medium", gap: 3, children: [] }),
  overlay: () => ({ children: [] }),
  card: () => ({ children: [text(t("screens.placeholder-text"))] }),
  footer: () => ({ children: [] }),
  spacer: () => ({ size: 3 }),
  text: () => ({ text: t("screens.placeholder-text") }),
  image: () => ({ image: "picture", alt: decorative, ratio: "16:9", fit: "fill" }),
  icon: () => ({ name: "star", alt: decorative, tone: "accent" }),
  video: () => ({
    video: "https://example.com/intro.mp4", poster: "https://example.com/intro.jpg",
    captions: { silent: true },
  }),
  badge: () => ({ text: t("screens.placeholder-badge"), tone: "accent" }),
  bullets: () => ({
    style: "check",
    items: [1, 2].map((number) => ({ title: t("screens.placeholder-reason", { number }) })),
  }),
  facts: () => ({
    items: [1, 2].map((number) => ({
      name: t("screens.placeholder-fact", { number }),
      value: t("screens.placeholder-value", { number }),
    })),
  }),
  progress: () => ({ value: 1, total: 3, alt: t("screens.placeholder-progress") }),
  chart: () => ({
    from: "data.values", x: "item.name", y: "item.value", kind: "bar",
    summary: t("screens.placeholder-chart"),
  }),
  countdown: () => ({ until: "2030-01-01T00:00:00Z", ended: text(t("screens.placeholder-ended")) }),
  disclosure: () => ({
    title: t("screens.placeholder-more"), children: [text(t("screens.placeholder-text"))],
  }),
  button: () => ({ title: t("screens.placeholder-continue"), do: [{ fire: "next" }] }),
  link: () => ({ title: t("screens.placeholder-more"), to: "https://example.com" }),
  input: () => ({ name: "answer", label: label(), kind: "text" }),
  number: () => ({ name: "number", label: label() }),
  date: () => ({ name: "date", label: label() }),
  toggle: () => ({ name: "agreed", label: label() }),
  slider: () => ({ name: "amount", label: label(), min: 0, max: 10, step: 1, default: 5 }),
  choice: () => ({
    name: "choice", label: t("screens.placeholder-choose"), required: true, options: options(),
  }),
  list: () => ({
    from: "data.items", key: "item.id", item: text("{item.name}"),
    empty: text(t("screens.placeholder-nothing")),
  }),
  carousel: () => ({
    dots: true, children: [1, 2].map((number) => ({
      type: "card", children: [text(t("screens.placeholder-reason", { number }))],
    })),
  }),
  tabs: () => ({
    tabs: [1, 2].map((number) => ({
      title: t("screens.placeholder-tab", { number }),
      children: [text(t("screens.placeholder-text"))],
    })),
  }),
  offer: () => ({
    name: "plan", products: ["monthly", "yearly"], default: "yearly",
    title: "{product.name}", price: "{product.price}",
  }),
  custom: () => ({ name: "MyBlock" }),
};

/** A new block of a type. */
export const newBlock = (type: string): Block => ({ type, ...factories[type]?.() });

/** The types grouped by purpose. */
export const blockGroups: { title: MessageKey; types: string[] }[] = [
  {
    title: "screens.group-show",
    types: [
      "text", "image", "icon", "video", "badge", "bullets", "facts", "progress", "chart",
      "countdown", "disclosure",
    ],
  },
  { title: "screens.group-press", types: ["button", "link"] },
  {
    title: "screens.group-ask",
    types: ["input", "number", "date", "toggle", "slider", "choice"],
  },
  {
    title: "screens.group-layout",
    types: ["column", "row", "grid", "overlay", "card", "footer", "spacer", "divider"],
  },
  { title: "screens.group-many", types: ["list", "carousel", "tabs", "offer", "custom"] },
];
