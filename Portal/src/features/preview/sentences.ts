// The log of a simulation, in the reader's language.

import type { Presentation } from "../../document";
import { formatShare, t, tIfExists } from "../../localization";
import { attributeText } from "../inspector";
import type { Decision, SessionFailure, LogEntry } from "./simulation";
import type { SplitEvaluation } from "./explain";

/** Returns the reason why the session cannot continue. */
export function sessionFailureText(failure: SessionFailure): string {
  const { code, step = "", port, message } = failure;
  // NB: a skipped step without `next` has no port; only the message of the error contains the need.
  const key = code === "no-route" && port === undefined ? "skip-without-next" : code;
  const need = / needs [“"]?(.+?)[”"]?, which the session lacks/.exec(message)?.[1] ?? "";
  return tIfExists(`preview.fail-${key}`, { step, port: port ?? "", need }) ?? message;
}

/** Returns the target of a decision, as text. */
export function targetText(to: Decision["to"], flow: string): string {
  if ("finish" in to) return t("preview.to-end", { outcome: to.finish });
  return to.flow === flow ? to.step : t("preview.to-flow", { flow: to.flow, step: to.step });
}

export function skippedText(decision: Decision): string {
  return t(decision.skipped === "missing-screen"
    ? "preview.skipped-missing" : "preview.skipped-hidden", { step: decision.step });
}

/** Returns the text of a split's decision for the user. */
export function splitText(split: SplitEvaluation): string {
  const values = {
    experiment: split.experiment, attribute: attributeText(split.attribute),
    value: split.value ?? "", variant: split.variant ?? "",
  };
  const width = (ranges: SplitEvaluation["ranges"]) => formatShare(
    ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0));
  if (split.variant === undefined) {
    return t(`preview.split-${split.outside ?? "range"}`, {
      ...values, share: width(split.ranges),
    });
  }
  const range = split.ranges.find(({ variant }) => variant === split.variant);
  return t("preview.split-variant", { ...values, share: width(range ? [range] : []) });
}

export function entryTitle(entry: LogEntry): string {
  const stepAt = (position: Presentation | null) => position?.step ?? "";
  switch (entry.kind) {
    case "start": return t(entry.isDeepLink ? "preview.log-link" : "preview.log-start", {
      step: stepAt(entry.at),
    });
    case "move": return t("preview.log-move", { step: entry.from.step, port: entry.port });
    case "back": return t("preview.log-back", { step: stepAt(entry.at) });
    case "user": return t("preview.log-user");
    case "adopted": return t("preview.log-adopted");
    case "stayed": return t("preview.log-stayed");
  }
}
