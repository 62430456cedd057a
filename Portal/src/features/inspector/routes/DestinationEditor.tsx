import {
  continuationsOf, flowOf, removeRoute, retarget, sameRoute, type Variant, type Destination,
  type RouteRef,
} from "../../../document";
import { useStore } from "../../../model/store";
import { Button, IconButton, Menu } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { DestinationPicker, StylePicker } from "./DestinationPicker";
import { addContinuation, outcomesOf, setStyle } from "./edits";

/** A destination with its presentation style and, for a flow, its continuations. */
export function DestinationEditor({ at, destination }: {
  at: RouteRef; destination: Destination | Variant;
}) {
  const { apply, document, flow } = useInspector();
  const changeDestination = (to: Destination) => {
    // NB: a flow without a continuation returns to the step that it was entered from.
    apply(t("routes.undo-destination"), retarget(at, to));
  };
  const isMissing = "to" in destination
    && !flowOf(document, flow)?.steps.some((step) => step.id === destination.to);
  return (
    <div className={`destination-editor ${isMissing ? "missing" : ""}`}>
      <div className="destination-line">
        <DestinationPicker
          destination={destination} label={t("routes.leads-to")} onChange={changeDestination}
        />
        <StylePicker
          destination={destination}
          onChange={(style) => apply(t("routes.undo-style"), setStyle(at, style))}
        />
      </div>
      <InsertButton at={at} />
      {"flow" in destination && at.outcome === undefined && (
        <Outcomes at={at} destination={destination} />
      )}
    </div>
  );
}

/** Inserts a screen before the destination of the selected edge, or of each variant of a split. */
function InsertButton({ at }: { at: RouteRef }) {
  const { canEdit, editor } = useInspector();
  const { route } = useStore(editor.selection);
  const isSelected = route && sameRoute({ ...route, variant: route.variant ?? at.variant }, at);
  if (!canEdit || !isSelected) return null;
  return (
    <Button
      size="small" kind="quiet" icon="add" className="insert-screen"
      onClick={() => editor.command({ kind: "insert", edge: at })}
    >
      {t("canvas.insert")}
    </Button>
  );
}

/** The destination of each outcome of an entered flow. */
function Outcomes({ at, destination }: {
  at: RouteRef; destination: Extract<Destination, { flow: string }>;
}) {
  const { apply, canEdit, document } = useInspector();
  const then = continuationsOf(destination.then);
  const known = [...outcomesOf(document, destination.flow), "*"];
  const unhandled = known.filter((outcome) => !then.some(([name]) => name === outcome));
  return (
    <div className="outcomes">
      <p className="outcomes-head">{t("routes.after", { flow: destination.flow })}</p>
      {then.map(([outcome, next]) => {
        const name = outcomeText(outcome);
        return (
          <div key={outcome} className="outcome" role="group" aria-label={name}>
            <div className="outcome-head">
              <span>{name}</span>
              {canEdit && (
                <IconButton
                  icon="close" size="small" label={t("routes.remove-outcome", { outcome: name })}
                  onClick={() =>
                    apply(t("routes.undo-remove"), removeRoute({ ...at, outcome }))}
                />
              )}
            </div>
            <DestinationEditor at={{ ...at, outcome }} destination={next} />
          </div>
        );
      })}
      {unhandled.length > 0 && <p className="field-hint">{t("routes.outcomes-left")}</p>}
      {canEdit && unhandled.length > 0 && (
        <Menu
          label={t("routes.add-outcome")}
          items={unhandled.map((outcome) => ({
            text: outcomeText(outcome),
            onChoose: () => apply(
              t("routes.undo-destination"), addContinuation(at, outcome, { to: at.step })),
          }))}
          trigger={(props) => (
            <Button {...props} size="small" kind="quiet" icon="add">
              {t("routes.add-outcome")}
            </Button>
          )}
        />
      )}
    </div>
  );
}

const outcomeText = (outcome: string) =>
  (outcome === "*" ? t("routes.any-outcome") : t("routes.outcome", { outcome }));
