// The labels of ports' buttons, declared by builds.

import type { DeclaredScreen, PortLabel } from "./types";

/** A screen declared by a build, or sent by the server with the labels beside its ports. */
export interface LabeledScreen {
  ports?: DeclaredScreen["ports"];
  labels?: { [port: string]: PortLabel };
}

/**
 * Returns the label of a port's button in a language, a more general one or the first declared one;
 * undefined if no build declares a label.
 */
export function portLabel(
  screen: LabeledScreen | undefined, port: string, locale: string,
): string | undefined {
  const declared = screen?.ports?.find(
    (candidate) => typeof candidate !== "string" && candidate.name === port);
  const label = (screen?.labels && Object.hasOwn(screen.labels, port) ? screen.labels[port]
    : undefined) ?? (typeof declared === "object" ? declared.label : undefined);
  if (typeof label !== "object" || label === null) return label || undefined;
  for (let tag = locale; tag !== ""; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
    if (label[tag]) return label[tag];
  }
  return Object.values(label).find(Boolean);
}
