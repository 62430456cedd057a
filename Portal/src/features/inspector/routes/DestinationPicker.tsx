import { useMemo } from "react";
import { flowOf, targetOf, type Destination, type Style } from "../../../document";
import { Combobox, filterSuggestions, type IconName, type Suggestion } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { outcomesOf } from "./edits";

/** A picker for a destination: a step, an end of the flow, or another flow. */
export function DestinationPicker({ destination, label, onChange }: {
  destination: Destination; label: string; onChange(destination: Destination): void;
}) {
  const { document, flow, canEdit } = useInspector();
  const steps = useMemo(() => destinationSuggestions(document, flow), [document, flow]);
  const suggestions = (typed: string) => {
    const matching = filterSuggestions(steps, typed);
    const name = typed.trim();
    const isKnown = steps.some((step) => step.value === `finish:${name}`);
    if (name === "" || isKnown) return matching;
    return [...matching, {
      value: `finish:${name}`, text: t("routes.end-with", { outcome: name }),
      icon: "end" as const, group: t("routes.group-end"),
    }];
  };
  if (!canEdit) return <span className="destination-text">{destinationText(destination)}</span>;
  return (
    <Combobox
      label={label} value={destinationText(destination)} icon={destinationIcon(destination)}
      suggestions={suggestions} onChoose={(value) => onChange(destinationFor(value))}
      emptyText={t("routes.no-destination")} className="destination"
    />
  );
}

function destinationSuggestions(
  document: Parameters<typeof flowOf>[0], flow: string,
): Suggestion[] {
  const outcomes = [...new Set([...outcomesOf(document, flow), "completed"])];
  return [
    ...(flowOf(document, flow)?.steps ?? []).map((step): Suggestion => ({
      value: `to:${step.id}`, text: step.id, icon: "phone", group: t("routes.group-steps"),
      ...(step.screen !== step.id ? { detail: step.screen } : {}),
    })),
    ...outcomes.map((outcome): Suggestion => ({
      value: `finish:${outcome}`, text: t("routes.end-with", { outcome }), icon: "end",
      group: t("routes.group-end"),
    })),
    ...document.flows.filter(({ id }) => id !== flow).map(({ id }): Suggestion => ({
      value: `flow:${id}`, text: t("routes.enter", { flow: id }), icon: "flow",
      group: t("routes.group-flows"),
    })),
  ];
}

function destinationFor(value: string): Destination {
  const [kind, ...rest] = value.split(":");
  const name = rest.join(":");
  if (kind === "finish") return { finish: name };
  return kind === "flow" ? { flow: name } : { to: name };
}

/** A destination in words. */
export function destinationText(destination: Destination): string {
  const target = targetOf(destination);
  if (target.kind === "finish") return t("routes.end-with", { outcome: target.outcome });
  return target.kind === "flow" ? t("routes.enter", { flow: target.flow }) : target.step;
}

export function destinationIcon(destination: Destination): IconName {
  const { kind } = targetOf(destination);
  return kind === "finish" ? "end" : kind === "flow" ? "flow" : "arrow";
}

const styles: Style[] = ["push", "sheet", "cover", "replace", "root"];

/** A picker for the presentation of the next screen. An end shows none. */
export function StylePicker({ destination, onChange }: {
  destination: Destination; onChange(style: Style): void;
}) {
  const { canEdit } = useInspector();
  if ("finish" in destination) return null;
  const style = destination.style ?? "push";
  if (!canEdit) return <span className="muted small-text">{t(`routes.style-${style}`)}</span>;
  return (
    <select
      className="input select style-select" aria-label={t("routes.style")} value={style}
      onChange={(event) => onChange(event.target.value as Style)}
    >
      {styles.map((value) => (
        <option key={value} value={value}>{t(`routes.style-${value}`)}</option>
      ))}
    </select>
  );
}
