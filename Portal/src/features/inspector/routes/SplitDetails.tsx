import { useState } from "react";
import type { RouteRef, Split } from "../../../document";
import { Button, Combobox, Field, TextField } from "../../../ui";
import { formatShare, t } from "../../../localization";
import { attributeText, newAttribute } from "../rules/attributes";
import { NumberInput } from "../Inputs";
import { useInspector } from "../context";

type Change = (split: Split, label?: string, mergeKey?: string) => void;

/**
 * The details of an experiment: its name, its coverage, and the settings that decide who gets which
 * variant.
 */
export function SplitDetails({ at, split, onChange }: {
  at: RouteRef; split: Split; onChange: Change;
}) {
  const { canEdit } = useInspector();
  const [isExpanded, setExpanded] = useState(false);
  const set = (members: Partial<Split>, mergeKey?: string) => {
    const next = Object.entries({ ...split, ...members })
      .filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(next) as unknown as Split, undefined, mergeKey);
  };
  const hasRanges = split.variants.some((variant) => variant.range);
  return (
    <fieldset className="split-details" disabled={!canEdit}>
      <TextField
        label={t("routes.experiment")} hint={t("routes.experiment-hint")} value={split.experiment}
        error={split.experiment === "" ? t("routes.experiment-empty") : undefined}
        maxLength={100} onValue={(experiment) => set({ experiment }, "experiment")}
      />
      {!hasRanges && (
        <Coverage
          coverage={split.coverage ?? 1}
          onChange={(coverage) => set(
            { coverage: coverage === 1 ? undefined : coverage }, "coverage")}
        />
      )}
      <Button
        size="small" kind="quiet" icon={isExpanded ? "up" : "down"} aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
      >
        {t("routes.more")}
      </Button>
      {isExpanded && <MoreDetails key={`${at.port}/${at.route}`} split={split} set={set} />}
    </fieldset>
  );
}

function Coverage({ coverage, onChange }: {
  coverage: number; onChange(coverage: number): void;
}) {
  const percent = Math.round(coverage * 10_000) / 100;
  return (
    <Field
      label={t("routes.coverage")}
      hint={t(coverage < 1 ? "routes.coverage-some" : "routes.coverage-all")}
    >
      {(props) => (
        <span className="share-control">
          <input
            {...props} type="range" className="slider" min={0} max={100} step={1} value={percent}
            aria-valuetext={formatShare(coverage)}
            onChange={(event) => onChange(Number(event.target.value) / 100)}
          />
          <NumberInput
            label={t("routes.coverage-exact")} value={percent} minimum={0} maximum={100} unit="%"
            className="share-number" restoresOnBlur
            onNumber={(value) => onChange(Math.round(value * 100) / 10_000)}
          />
        </span>
      )}
    </Field>
  );
}

function MoreDetails({ split, set }: {
  split: Split; set(members: Partial<Split>, mergeKey?: string): void;
}) {
  const { attributes } = useInspector();
  const suggestions = attributes.filter((attribute) => attribute.group === "app")
    .map((attribute) => ({ value: attribute.name, text: attribute.text }));
  const by = split.by ?? "userId";
  return (
    <>
      <Field label={t("routes.by")} hint={t("routes.by-hint")}>
        {(props) => (
          <Combobox
            id={props.id} label={t("routes.by")} value={attributeText(by)}
            describedBy={props["aria-describedby"]} suggestions={suggestions}
            onChoose={(name) => set({ by: name === "userId" ? undefined : name })}
            onText={(name) => set({ by: name })} createLabel={newAttribute}
          />
        )}
      </Field>
      <Field label={t("routes.fallback-by")} hint={t("routes.fallback-by-hint")}>
        {(props) => (
          <Combobox
            id={props.id} label={t("routes.fallback-by")} placeholder={t("routes.nobody")}
            value={split.fallbackBy === undefined ? "" : attributeText(split.fallbackBy)}
            describedBy={props["aria-describedby"]}
            suggestions={[{ value: "", text: t("routes.nobody") }, ...suggestions]}
            onChoose={(name) => set({ fallbackBy: name === "" ? undefined : name })}
            onText={(name) => set({ fallbackBy: name })} createLabel={newAttribute}
          />
        )}
      </Field>
      <TextField
        label={t("routes.seed")} hint={t("routes.seed-hint")} value={split.seed ?? ""}
        placeholder={split.experiment} maxLength={100}
        onValue={(seed) => set({ seed: seed === "" ? undefined : seed }, "seed")}
      />
      <Namespace split={split} set={set} />
    </>
  );
}

function Namespace({ split, set }: {
  split: Split; set(members: Partial<Split>, mergeKey?: string): void;
}) {
  const [name, from, to] = split.namespace ?? ["", 0, 1];
  const change = (next: [string, number, number]) =>
    set({ namespace: next[0] === "" ? undefined : next }, "namespace");
  return (
    <>
      <TextField
        label={t("routes.namespace")} hint={t("routes.namespace-hint")} value={name}
        maxLength={100} onValue={(text) => change([text, from, to])}
      />
      {name !== "" && (
        <div className="namespace-range">
          <NumberInput
            label={t("routes.namespace-from")} value={Math.round(from * 10_000) / 100} minimum={0}
            maximum={100} unit="%" onNumber={(value) => change([name, value / 100, to])}
          />
          <span aria-hidden="true">–</span>
          <NumberInput
            label={t("routes.namespace-to")} value={Math.round(to * 10_000) / 100} minimum={0}
            maximum={100} unit="%" onNumber={(value) => change([name, from, value / 100])}
          />
        </div>
      )}
    </>
  );
}
