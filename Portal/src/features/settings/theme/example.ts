// A screen with an example of every block, for showing a theme.

import type { FlowDocument, Json, JsonObject } from "../../../document";
import { language, t } from "../../../localization";

export const EXAMPLE = "Example";

/** A document with the example screen in the reader's language. */
export function exampleDocument(): FlowDocument {
  return {
    schema: 1, flows: [], defaultLocale: language,
    screens: [{
      name: EXAMPLE,
      root: {
        type: "column", gap: 4,
        children: [...texts(), ...fields(), ...layouts(), ...indicators(), ...lists(), footer()],
      },
    }],
  };
}

/** The sample data of the screen. */
export const exampleValues = (): { data: JsonObject; products: JsonObject } => ({
  data: {
    days: [3, 5, 4, 7].map((value, index) => ({ day: `${index + 1}`, value })),
    names: [{ name: "Ada" }, { name: "Grace" }],
  },
  products: {
    year: { name: t("theme.ex-year"), price: "59 €", period: "" },
    month: { name: t("theme.ex-month"), price: "6 €", period: "" },
  },
});

const text = (words: string, more: JsonObject = {}): JsonObject =>
  ({ type: "text", text: words, ...more });

const button = (title: string, style: string, more: JsonObject = {}): JsonObject =>
  ({ type: "button", title, style, do: [{ fire: "next" }], ...more });

function texts(): Json[] {
  return [
    text(t("theme.ex-display"), { style: "display", role: "heading2" }),
    text(t("theme.ex-title"), { style: "title", role: "heading3" }),
    text(t("theme.ex-headline"), { style: "headline", role: "heading3" }),
    text(t("theme.ex-body"), { inline: true }),
    text(t("theme.ex-muted"), { tone: "muted", style: "small" }),
    {
      type: "row", gap: 3, align: "center", wrap: true,
      children: [
        ...["accent", "good", "warning", "danger"].map((tone): Json => (
          { type: "badge", text: t(`theme.ex-${tone as "good"}`), tone })),
        { type: "icon", name: "heart", alt: { decorative: true }, tone: "accent" },
      ],
    },
    text("let x = 1", { style: "code" }), { type: "divider" },
  ];
}

function layouts(): Json[] {
  const item = (title: string): JsonObject => ({ title });
  return [
    {
      type: "card", children: [
        text(t("theme.ex-card"), { style: "headline" }), text(t("theme.ex-card-text")),
      ],
    },
    {
      type: "column", surface: "surface", corner: "large", pad: 4, gap: 2, children: [
        text(t("theme.ex-surface")), text(t("theme.ex-muted"), { tone: "muted" }),
      ],
    },
    {
      type: "column", surface: "accent", corner: "small", pad: 4, children: [
        text(t("theme.ex-on-accent")),
      ],
    },
    {
      type: "grid", min: "small", children: ["1", "2", "3"].map((words): Json => (
        { type: "card", children: [text(words, { align: "center" })] })),
    },
    {
      type: "overlay", align: "bottomStart", children: [
        { type: "image", image: "picture", alt: { decorative: true }, ratio: "16:9", fit: "fill" },
        { type: "badge", text: t("theme.ex-accent"), tone: "accent" },
      ],
    },
    {
      type: "bullets", style: "check",
      items: [item(t("theme.ex-good")), item(t("theme.ex-accent"))],
    },
    {
      type: "facts", items: [
        { name: t("theme.ex-name"), value: "Ada" }, { name: t("theme.ex-price"), value: "59 €" },
      ],
    },
    {
      type: "disclosure", title: t("theme.ex-more"), open: true,
      children: [text(t("theme.ex-card-text"))],
    },
    { type: "spacer", size: 2 },
    { type: "image", image: "picture", alt: t("theme.ex-picture"), ratio: "16:9", fit: "fill" },
    {
      type: "video", video: "film", poster: "picture", captions: { silent: true },
      a11y: { label: t("theme.ex-video") },
    },
  ];
}

function fields(): Json[] {
  const title = (value: string): Json => ({ value, title: t(`theme.ex-${value as "year"}`) });
  const field = (type: string, name: string, label: string, more: JsonObject): Json =>
    ({ type, name, label, ...more });
  return [
    field("input", "name", t("theme.ex-name"), { kind: "name", hint: t("theme.ex-hint") }),
    field("number", "count", t("theme.ex-number"), { min: 0, max: 9 }),
    field("date", "day", t("theme.ex-date"), {}),
    field("toggle", "news", t("theme.ex-toggle"), { default: true }),
    field("slider", "size", t("theme.ex-slider"), { min: 0, max: 10, step: 1, default: 6 }),
    field("choice", "plan", t("theme.ex-choice"), {
      options: [title("year"), title("month")], default: "year",
    }),
    {
      type: "offer", name: "offer", products: ["year", "month"], default: "year",
      title: "{product.name}", price: "{product.price}", style: "cards",
    },
  ];
}

function indicators(): Json[] {
  return [
    { type: "progress", value: 2, total: 3, alt: t("theme.ex-progress") },
    {
      type: "row", gap: 4, align: "center", children: [
        { type: "progress", value: 2, total: 3, style: "ring", alt: t("theme.ex-progress") },
        { type: "progress", value: 2, total: 3, style: "dots", alt: t("theme.ex-progress") },
      ],
    },
    {
      type: "chart", from: "data.days", x: "item.day", y: "item.value", kind: "bar",
      summary: t("theme.ex-chart"),
    },
    { type: "countdown", until: "2099-12-31T00:00:00Z", units: "d", ended: text("–") },
  ];
}

function lists(): Json[] {
  const card = (words: string): Json => ({ type: "card", children: [text(words)] });
  return [
    {
      type: "list", from: "data.names", key: "item.name", empty: text("–"),
      item: text("{item.name}"),
    },
    { type: "carousel", children: [card(t("theme.ex-card")), card(t("theme.ex-title"))] },
    {
      type: "tabs", tabs: [
        { title: t("theme.ex-year"), children: [text("59 €")] },
        { title: t("theme.ex-month"), children: [text("6 €")] },
      ],
    },
    { type: "custom", name: "Custom", children: [card(t("theme.ex-custom"))] },
    { type: "link", title: t("theme.ex-link"), to: "https://example.com" },
    button(t("theme.ex-secondary"), "secondary"), button(t("theme.ex-plain"), "plain"),
    button(t("theme.ex-danger-button"), "danger"),
  ];
}

const footer = (): Json => (
  { type: "footer", children: [button(t("theme.ex-primary"), "primary", { icon: "check" })] });
