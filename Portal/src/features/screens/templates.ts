// The built-in templates of screens. The texts are examples in the reader's language.

import {
  endOf, insertBlocks, portsIn, type Block, type DrawnScreen,
} from "../../document/blocks";
import { t, type MessageKey } from "../../localization";

export interface Template {
  id: string;
  title: MessageKey;
  text: MessageKey;
  root(): Block;
}

const column = (...children: Block[]): Block => ({ type: "column", gap: 4, children });
const footer = (...children: Block[]): Block => ({ type: "footer", children });
const heading = (text: string): Block =>
  ({ type: "text", text, style: "title", role: "heading1" });
const text = (content: string, properties: object = {}): Block =>
  ({ type: "text", text: content, ...properties } as Block);
const button = (title: string, port: string, style?: string): Block =>
  ({ type: "button", title, ...(style ? { style } : {}), do: [{ fire: port }] });
const next = () => button(t("screens.placeholder-continue"), "next");
const skip = () => button(t("screens.placeholder-later"), "skip", "plain");

/** Adds a button that fires `next` to a screen that fires no port. */
export function withExit(screen: DrawnScreen): DrawnScreen {
  if (portsIn(screen).length > 0) return screen;
  const { root } = screen;
  const end = root.type === "column" ? endOf(root) : undefined;
  return end ? insertBlocks(screen, end, [next()]) : { ...screen, root: column(root, next()) };
}

/** Makes a button leave without submitting the form. */
const withoutSubmit = (block: Block): Block => ({ ...block, submits: false });

const choice = (name: string, many = false): Block => ({
  type: "choice", name, label: t("screens.placeholder-choose"), required: true,
  ...(many ? { many } : {}),
  options: [1, 2, 3].map((number) => (
    { value: `option${number}`, title: t("screens.placeholder-option", { number }) })),
});

export const templates: Template[] = [
  {
    id: "blank", title: "screens.blank", text: "screens.blank-text",
    root: () => column(heading(t("screens.placeholder-title")), footer(next())),
  },
  {
    id: "welcome", title: "screens.welcome", text: "screens.welcome-text",
    root: () => column(
      { type: "spacer", grow: true },
      { ...heading(t("screens.placeholder-welcome")), style: "display", align: "center" },
      text(t("screens.placeholder-promise"), { align: "center", tone: "muted" }),
      { type: "spacer", grow: true },
      footer(button(t("screens.placeholder-start"), "start"),
        button(t("screens.placeholder-sign-in"), "login", "plain"))),
  },
  {
    id: "question", title: "screens.question", text: "screens.question-text",
    root: () => column(
      heading(t("screens.placeholder-question")), choice("answer"), footer(next())),
  },
  {
    id: "form", title: "screens.form", text: "screens.form-text",
    root: () => column(
      heading(t("screens.placeholder-about-you")),
      {
        type: "input", kind: "name", name: "name", label: t("screens.placeholder-name"),
        required: true,
      },
      {
        type: "input", kind: "email", name: "email", label: t("screens.placeholder-email"),
        required: true,
      },
      { type: "toggle", name: "news", label: t("screens.placeholder-news") },
      footer(next())),
  },
  {
    id: "legal", title: "screens.legal", text: "screens.legal-text",
    root: () => column(
      heading(t("screens.placeholder-terms")), text(t("screens.placeholder-terms-text")),
      { type: "link", title: t("screens.placeholder-terms-read"), to: "https://example.com/terms" },
      { type: "toggle", name: "consent", label: t("screens.placeholder-agree"), mustBe: true },
      footer(button(t("screens.placeholder-accept"), "accept"),
        withoutSubmit(button(t("screens.placeholder-decline"), "decline", "plain")))),
  },
  {
    id: "permission", title: "screens.permission", text: "screens.permission-text",
    root: () => column(
      { type: "icon", name: "bell", alt: { decorative: true }, tone: "accent" },
      heading(t("screens.placeholder-permission")), text(t("screens.placeholder-permission-text")),
      {
        type: "bullets", style: "check",
        items: [1, 2].map((number) => ({ title: t("screens.placeholder-reason", { number }) })),
      },
      footer(button(t("screens.placeholder-allow"), "allow"), skip())),
  },
  {
    id: "offer", title: "screens.offer", text: "screens.offer-text",
    root: () => column(
      heading(t("screens.placeholder-offer")),
      {
        type: "bullets", style: "check",
        items: [1, 2, 3].map((number) => ({ title: t("screens.placeholder-reason", { number }) })),
      },
      {
        type: "offer", name: "plan", products: ["monthly", "yearly"], default: "yearly",
        title: "{product.name}", price: "{product.price}",
        // A fallback for builds without products, so that the screen has an exit in each.
        else: {
          type: "choice", name: "plan", label: t("screens.placeholder-choose"), required: true,
          options: [
            { value: "monthly", title: t("screens.placeholder-monthly") },
            { value: "yearly", title: t("screens.placeholder-yearly") },
          ],
        },
      },
      footer(button(t("screens.placeholder-buy"), "buy"), withoutSubmit(skip()))),
  },
  {
    id: "summary", title: "screens.summary", text: "screens.summary-text",
    root: () => column(
      heading(t("screens.placeholder-summary")),
      {
        type: "facts", items: [1, 2].map((number) => ({
          name: t("screens.placeholder-fact", { number }),
          value: t("screens.placeholder-value", { number }),
        })),
      },
      footer(button(t("screens.placeholder-confirm"), "next"), {
        type: "button", title: t("screens.placeholder-back"), style: "secondary",
        do: [{ back: true }],
      })),
  },
  {
    id: "video", title: "screens.video", text: "screens.video-text",
    root: () => column(
      heading(t("screens.placeholder-video")),
      {
        type: "video", video: "https://example.com/intro.mp4",
        poster: "https://example.com/intro.jpg", captions: { silent: true },
      },
      text(t("screens.placeholder-video-text"), { tone: "muted" }), footer(next())),
  },
  {
    id: "list", title: "screens.list", text: "screens.list-text",
    root: () => column(
      heading(t("screens.placeholder-list")),
      {
        type: "list", from: "data.items", key: "item.id",
        item: {
          type: "row", spread: "between", children: [
            text("{item.name}"), text("{item.value}", { tone: "muted" })],
        },
        empty: text(t("screens.placeholder-nothing"), { tone: "muted" }),
        else: text(t("screens.placeholder-nothing"), { tone: "muted" }),
      },
      footer(next())),
  },
];

/** Creates a screen with a name, from a template or from another screen. */
export function screenFrom(from: Template | DrawnScreen, name: string): DrawnScreen {
  return typeof from.root === "function"
    ? { name, root: from.root() } : { ...from as DrawnScreen, name };
}
