import type { Marker } from "../../model/editor";
import { hueOf, initialsOf } from "../../ui";
import { t } from "../../localization";

const MAX_MARKERS = 3;

/** The markers at a card: the preview, live apps, and members present. */
export function MarkerTags({ markers }: { markers: Marker[] }) {
  if (markers.length === 0) return null;
  const shown = markers.slice(0, MAX_MARKERS);
  return (
    <ul className="canvas-markers">
      {shown.map((marker) => (
        <li key={marker.id} className={marker.kind} title={marker.text} data-marker={marker.id}>
          {marker.kind === "user"
            ? (
              <b data-hue={marker.hue ?? hueOf(marker.id)}>
                {initialsOf(marker.text, marker.text)}
              </b>
            ) : <i />}
          <span>{marker.text}</span>
        </li>
      ))}
      {markers.length > MAX_MARKERS && (
        <li className="more">
          {t("canvas.more-markers", { count: markers.length - MAX_MARKERS })}
        </li>
      )}
    </ul>
  );
}
