import { useState } from "react";
import type { FlowDocument, Target } from "../../document";
import { t } from "../../localization";
import { targetsOf, targetText, targetValue } from "./targets";

interface DestinationSelectProps {
  label: string;
  flow: string;
  document(): FlowDocument;
  target: Target | null;
  isMissing?: boolean;
  onTarget(value: string): void;
  /** Called when the user wants a new step. */
  onNewStep(): void;
}

const NEW = "new";

/**
 * A select for the destination of an edge. A native select, because every assistive technology and
 * every phone supports it best; typing a step's first letters finds it. NB: the options are
 * rendered only while it has the focus. A flow of 1,000 steps has thousands of edges, and each
 * select would otherwise contain a thousand options.
 */
export function DestinationSelect(
  { label, flow, document, target, isMissing, onTarget, onNewStep }: DestinationSelectProps,
) {
  const [useCount, setUseCount] = useState(0);
  const isUsed = useCount > 0;
  // NB: another member may have added a step since the select got the focus.
  const renderOptions = () => setUseCount((count) => count + 1);
  const value = target ? targetValue(target) : "";
  const groups = isUsed ? targetsOf(document(), flow) : [];
  const isListed = groups.some((group) => group.targets.some((option) => option.value === value));
  return (
    <select
      className="input select list-target" aria-label={label} value={value}
      aria-invalid={isMissing || undefined}
      onFocus={renderOptions} onPointerDown={renderOptions} onKeyDown={renderOptions}
      onBlur={() => setUseCount(0)}
      onChange={({ target: { value: next } }) => (next === NEW ? onNewStep() : onTarget(next))}
    >
      {!target && <option value="">{t("list.nowhere")}</option>}
      {target && !isListed && (
        <option value={value}>
          {isMissing ? t("list.missing", { step: targetText(target) }) : targetText(target)}
        </option>
      )}
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.targets.map((option) => (
            <option key={option.value} value={option.value}>{option.text}</option>
          ))}
        </optgroup>
      ))}
      {isUsed && <option value={NEW}>{t("list.new-step")}</option>}
    </select>
  );
}
