import { useState } from "react";
import {
  isSplit, movedShare, removeRoute, routesOf, setShare, sharesOf, stepOf, weightsAddUp,
  withVariant,
  withShares, type RouteRef, type Split,
} from "../../../document";
import { Button, Callout } from "../../../ui";
import { formatShare, t } from "../../../localization";
import { useInspector } from "../context";
import { useLiveDocument } from "../useLiveDocument";
import { destinationText } from "./DestinationPicker";
import { VariantRow } from "./VariantRow";
import { changeRoute, commonDestination, endSplit, destinationOnly } from "./edits";
import { ShareBar } from "./ShareBar";
import { SplitDetails } from "./SplitDetails";
import "./split.css";

/** Users divided among destinations: each variant's share, name and destination. */
export function SplitEditor(
  { at, split, isOpen }: { at: RouteRef; split: Split; isOpen: boolean },
) {
  const { apply, canEdit } = useInspector();
  const [locked, setLocked] = useState<ReadonlySet<number>>(new Set());
  const shares = sharesOf(split);
  const hasRanges = split.variants.some((variant) => variant.range);
  const common = commonDestination(split);
  const change = (next: Split, label = t("routes.undo-split"), mergeKey?: string) => apply(
    label, changeRoute(at, (route) => ({ ...route, split: next })),
    mergeKey && `split:${at.flow}/${at.step}/${at.port}/${at.route}/${mergeKey}`);
  const toggleLock = (index: number) => setLocked((all) => {
    const next = new Set(all);
    if (!next.delete(index)) next.add(index);
    return next;
  });
  return (
    <div className="split">
      <ShareBar split={split} />
      {!weightsAddUp(split) && !hasRanges && (
        <Callout kind="warn" action={canEdit && (
          <Button size="small" onClick={() => change(withShares(split, shares))}>
            {t("routes.make-equal")}
          </Button>
        )}>
          {t("routes.not-adding-up")}
        </Callout>
      )}
      <ul className="variants">
        {split.variants.map((variant, index) => (
          <VariantRow
            key={index} at={{ ...at, variant: index }} variant={variant} index={index}
            isOpen={isOpen}
            share={shares[index] ?? 0} isLocked={locked.has(index)} count={split.variants.length}
            onToggleLock={() => toggleLock(index)}
            onShareChange={(share) => change(
              withShares(split, setShare(shares, index, share, locked)),
              t("routes.undo-shares"), `share/${index}`)}
            onKeyChange={(key) => change({
              ...split, variants: split.variants.map((old, at) => {
                const { key: _, ...rest } = old;
                return at !== index ? old : key === "" ? rest : { ...rest, key };
              }),
            }, t("routes.undo-split"), `key/${index}`)}
            onRemove={() => {
              setLocked(new Set());
              apply(t("routes.undo-remove"), split.variants.length === 2
                ? endSplit(at, 1 - index) : removeRoute({ ...at, variant: index }));
            }}
          />
        ))}
      </ul>
      {common && (
        <Callout>{t("routes.same-destination", { where: destinationText(common) })}</Callout>
      )}
      {isOpen && <MovedWarning at={at} split={split} />}
      {isOpen && canEdit && (
        <div className="split-actions">
          <Button
            size="small" kind="quiet" icon="add"
            onClick={() => change(withVariant(split, {
              ...destinationOnly(split.variants.at(-1) ?? { finish: "completed" }),
              key: nextKey(split),
            }))}
          >
            {t("routes.add-variant")}
          </Button>
          {hasRanges && (
            <Button size="small" kind="quiet" onClick={() => change(withShares(split, shares))}>
              {t("routes.use-shares")}
            </Button>
          )}
        </div>
      )}
      {isOpen && <SplitDetails at={at} split={split} onChange={change} />}
    </div>
  );
}

/** An unused letter for a variant. */
function nextKey(split: Split): string {
  const taken = new Set(split.variants.map((variant, index) => variant.key ?? String(index)));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !taken.has(letter))
    ?? String(split.variants.length);
}

/** A warning with the share of users who would get another variant. */
function MovedWarning({ at, split }: { at: RouteRef; split: Split }) {
  const live = useLiveDocument();
  if (!live) return null;
  const before = routesOf(stepOf(live, at.flow, at.step), at.port)
    .filter(isSplit).find((route) => route.split.experiment === split.experiment);
  if (!before) return null;
  const moved = movedShare(before.split, split);
  if (moved < 0.0001) return null;
  return <Callout kind="warn">{t("routes.moves-users", { share: formatShare(moved) })}</Callout>;
}
