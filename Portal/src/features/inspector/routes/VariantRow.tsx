import type { Variant, Destination, RouteRef } from "../../../document";
import { Icon, IconButton, TextField } from "../../../ui";
import { formatShare, t } from "../../../localization";
import { NumberInput } from "../Inputs";
import { useInspector } from "../context";
import { DestinationEditor } from "./DestinationEditor";

interface VariantRowProps {
  at: RouteRef;
  variant: Variant;
  index: number;
  count: number;
  /** In ten-thousandths. */
  share: number;
  isOpen: boolean;
  isLocked: boolean;
  onToggleLock(): void;
  onShareChange(share: number): void;
  onKeyChange(key: string): void;
  onRemove(): void;
}

/** One variant: its share, name and destination. */
export function VariantRow(props: VariantRowProps) {
  const { at, variant, index, share, isOpen, count, onKeyChange, onRemove } = props;
  const { canEdit } = useInspector();
  const name = variant.key ?? String(index);
  const isEditable = isOpen && canEdit;
  return (
    <li>
      <div className="variant" role="group" aria-label={t("routes.variant", { name })}>
        <div className="variant-head">
          <span className={`variant-dot variant-color hue-${index % 6}`} aria-hidden="true" />
          {isEditable ? (
            <TextField
              label={t("routes.variant-name")} isLabelHidden value={variant.key ?? ""}
              maxLength={60}
              placeholder={String(index)} onValue={onKeyChange} className="variant-name"
            />
          ) : <span className="variant-name">{name}</span>}
          {!isEditable && <span className="variant-share">{shareText(variant, share)}</span>}
          {isEditable && count > 1 && (
            <IconButton
              icon="trash" size="small" label={t("routes.remove-variant", { name })}
              onClick={onRemove}
            />
          )}
        </div>
        {isEditable && (variant.range
          ? <p className="small-text">{t("routes.range", rangeText(variant.range))}</p>
          : <ShareControl {...props} name={name} />)}
        <DestinationEditor at={at} destination={variant as Destination} />
      </div>
    </li>
  );
}

const rangeText = ([from, to]: [number, number]) =>
  ({ from: formatShare(from), to: formatShare(to) });

const shareText = (variant: Variant, share: number) =>
  formatShare(variant.range ? Math.max(0, variant.range[1] - variant.range[0]) : share / 10_000);

function ShareControl(
  { name, share, count, isLocked, onToggleLock, onShareChange }: VariantRowProps & { name: string },
) {
  const isDisabled = isLocked || count < 2;
  return (
    <div className="share-control">
      <input
        type="range" className="slider" min={0} max={100} step={1} value={share / 100}
        aria-label={t("routes.share-of", { name })} disabled={isDisabled}
        aria-valuetext={formatShare(share / 10_000)}
        onChange={(event) => onShareChange(Number(event.target.value) * 100)}
      />
      <NumberInput
        label={t("routes.share-exact", { name })} value={share / 100} minimum={0} maximum={100}
        unit="%" isDisabled={isDisabled} className="share-number" restoresOnBlur
        onNumber={(percent) => onShareChange(Math.round(percent * 100))}
      />
      <button
        type="button" className="icon-button small" aria-pressed={isLocked} onClick={onToggleLock}
        aria-label={t("routes.lock", { name })} title={t("routes.lock-title")}
      >
        <Icon name="lock" size={16} />
      </button>
    </div>
  );
}
