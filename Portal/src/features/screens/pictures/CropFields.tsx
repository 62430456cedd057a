import { useLayoutEffect, useRef, type PointerEvent } from "react";
import { Field, Select } from "../../../ui";
import { formatShare, t } from "../../../localization";
import { cropRect, type Crop } from "./crop";

/** The longest side of the picture in the dialog, in pixels. */
const VIEW_SIZE = 420;
const MAX_ZOOM = 5;
const ratios: Record<string, number | null> = {
  natural: null, "16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1, "3:4": 3 / 4,
};

interface CropFieldsProps {
  source: ImageBitmap;
  crop: Crop;
  onCrop(crop: Crop): void;
}

/** The crop of a picture: aspect ratio, zoom and focal point. */
export function CropFields({ source, crop, onCrop }: CropFieldsProps) {
  const ratio = Object.keys(ratios).find((name) => ratios[name] === crop.ratio) ?? "natural";
  return (
    <div className="crop">
      <CropView {...{ source, crop, onCrop }} />
      <div className="crop-fields">
        <Select
          label={t("screens.crop-form")} value={ratio}
          options={Object.keys(ratios).map((name) => ({
            value: name, text: name === "natural" ? t("screens.crop-natural") : name,
          }))}
          onValue={(name) => onCrop({ ...crop, ratio: ratios[name] ?? null })}
        />
        <Slider
          label={t("screens.crop-zoom")} value={crop.zoom} min={1} max={MAX_ZOOM}
          text={formatShare(crop.zoom)}
          onValue={(zoom) => onCrop({ ...crop, zoom })}
        />
        <Slider
          label={t("screens.crop-x")} value={crop.x} min={0} max={1}
          text={formatShare(crop.x)} onValue={(x) => onCrop({ ...crop, x })}
        />
        <Slider
          label={t("screens.crop-y")} value={crop.y} min={0} max={1}
          text={formatShare(crop.y)} onValue={(y) => onCrop({ ...crop, y })}
        />
        <CropSize source={source} crop={crop} />
      </div>
    </div>
  );
}

function CropSize({ source, crop }: Pick<CropFieldsProps, "source" | "crop">) {
  const { width, height } = cropRect(source, crop);
  const text = t("screens.crop-size", { width, height });
  return <p className="muted small-text" role="status">{text}</p>;
}

function Slider({ label, value, min, max, text, onValue }: {
  label: string; value: number; min: number; max: number; text: string;
  onValue(value: number): void;
}) {
  return (
    <Field label={label}>
      {(props) => (
        <input
          {...props} type="range" className="slider" min={min} max={max} step={0.01}
          value={value} aria-valuetext={text}
          onChange={(event) => onValue(Number(event.target.value))}
        />
      )}
    </Field>
  );
}

/** The picture with its crop; clicking or dragging sets the focal point. */
function CropView({ source, crop, onCrop }: CropFieldsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, VIEW_SIZE / Math.max(source.width, source.height));
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    canvas.current.width = Math.max(1, Math.round(source.width * scale));
    canvas.current.height = Math.max(1, Math.round(source.height * scale));
    context.drawImage(source, 0, 0, canvas.current.width, canvas.current.height);
  }, [source, scale]);
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.type !== "pointerdown" && event.buttons !== 1) return;
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, size: number) => Math.min(1, Math.max(0, at / size));
    onCrop({
      ...crop, x: share(event.clientX - box.left, box.width),
      y: share(event.clientY - box.top, box.height),
    });
  };
  const part = cropRect(source, crop);
  const percent = (value: number, of: number) => `${(100 * value) / of}%`;
  return (
    <div className="crop-view" onPointerDown={point} onPointerMove={point}>
      <canvas ref={canvas} role="img" aria-label={t("screens.crop-view")} />
      <span
        className="crop-part" aria-hidden="true"
        style={{
          left: percent(part.x, source.width), top: percent(part.y, source.height),
          width: percent(part.width, source.width), height: percent(part.height, source.height),
        }}
      />
      <span
        className="crop-point" aria-hidden="true"
        style={{ left: percent(crop.x, 1), top: percent(crop.y, 1) }}
      />
    </div>
  );
}
