// The contents of a new step in sentences, so that nothing is published unseen.

import {
  continuationsOf, isConditional, isSplit, sharesOf, targetOf, type Destination, type Json,
  type Route, type Split, type Step, type Style, type Variant,
} from "../../document";
import { formatList, formatNumber, formatShare, t } from "../../localization";
import { conditionSentence } from "../inspector";

/** Returns a new step's condition, the destination of each port, and its content, as lines. */
export function stepDetails(step: Step): string[] {
  const ports = Object.entries(step.ports ?? {}).flatMap(
    ([port, routes]) => portDetails(port, routes));
  const shown = step.showWhen !== undefined
    ? [t("publish.new-shown", { condition: conditionSentence(step.showWhen) })] : [];
  const content = contentTexts(step.content ?? null)
    .map(([name, text]) => t("publish.new-text", { name, text }));
  return [...shown, ...ports, ...content];
}

/** Returns the destinations of a port and their users: one sentence for each route. */
export function portDetails(port: string, routes: Route[]): string[] {
  return routes.length === 0 ? [t("publish.new-nowhere", { port })]
    : routes.map((route, index) => routeDetails(port, route, index));
}

function routeDetails(port: string, route: Route, index: number): string {
  const where = isSplit(route) ? variantsText(route.split) : destinationText(route);
  if (isConditional(route)) {
    const condition = conditionSentence(route.when);
    return t("publish.new-leads-if", { port, where, condition });
  }
  return t(index === 0 ? "publish.new-leads" : "publish.new-else", { port, where });
}

function variantsText(split: Split): string {
  const shares = sharesOf(split);
  const variants = formatList(split.variants.map((variant, index) => t("publish.new-variant", {
    share: formatShare((shares[index] ?? 0) / 10_000), where: destinationText(variant),
  })));
  const { coverage = 1 } = split;
  return coverage < 1
    ? t("publish.new-part", { variants, share: formatShare(coverage) }) : variants;
}

function destinationText(destination: Destination | Variant): string {
  const target = targetOf(destination);
  const name = target.kind === "step" ? t("publish.new-to-step", { step: target.step })
    : target.kind === "finish" ? t("publish.new-to-end", { outcome: target.outcome })
      : t("publish.new-to-flow", { flow: target.flow });
  const then = "flow" in destination ? continuationsOf(destination.then) : [];
  const text = name + styleText(destination);
  if (then.length === 0) return text;
  const after = then.map(([outcome, next]) => {
    const where = destinationText(next);
    return outcome === "*" ? t("publish.new-then-any", { where })
      : t("publish.new-then", { outcome, where });
  });
  return `${text} (${after.join("; ")})`;
}

const styles: { [style in Style]?: Parameters<typeof t>[0] } = {
  sheet: "publish.new-sheet", cover: "publish.new-cover", replace: "publish.new-replace",
  root: "publish.new-root",
};

function styleText(destination: { style?: Style }): string {
  const key = destination.style && styles[destination.style];
  return key ? ` ${t(key)}` : "";
}

/** Returns the texts and settings of a content, each with its name. */
export function contentTexts(content: Json, name = ""): [name: string, text: string][] {
  if (typeof content === "object" && content !== null) {
    return Object.entries(content).flatMap(([key, value]) => {
      const part = Array.isArray(content) ? formatNumber(Number(key) + 1) : key;
      return contentTexts(value, name === "" ? part : `${name} › ${part}`);
    });
  }
  if (name === "" || content === null) return [];
  const text = typeof content === "string" ? t("app.quoted", { text: content })
    : typeof content === "number" ? formatNumber(content)
      : t(content ? "publish.new-on" : "publish.new-off");
  return [[name, text]];
}
