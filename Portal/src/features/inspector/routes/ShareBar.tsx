import { variantName, rangesOf, type Split } from "../../../document";
import { formatShare, t } from "../../../localization";

/** The share of each variant; users outside of them continue with the next rule. */
export function ShareBar({ split }: { split: Split }) {
  const ranges = rangesOf(split);
  const text = ranges.map(([from, to], index) =>
    `${variantName(split, index)}: ${formatShare(Math.max(0, to - from))}`).join(", ");
  return (
    <div className="share-bar" role="img" aria-label={t("routes.bar", { variants: text })}>
      {ranges.map(([from, to], index) => (
        <span
          key={index} className={`variant-color hue-${index % 6}`}
          style={{ left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` }}
        />
      ))}
    </div>
  );
}
