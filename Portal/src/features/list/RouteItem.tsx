import { isConditional, type Edge } from "../../document";
import { chosenEdge } from "../../document/insertion";
import { IconButton, Menu } from "../../ui";
import { formatShare, t } from "../../localization";
import { conditionSentence } from "../inspector";
import type { ListActions } from "./actions";
import { DestinationSelect } from "./DestinationSelect";
import { targetText } from "./targets";

interface RouteItemProps {
  edge: Edge;
  /** The number of the port's routes. */
  count: number;
  canEdit: boolean;
  isSelected: boolean;
  isMissing: boolean;
  actions: ListActions;
}

/** One route of a port: its users and its destination. */
export function RouteItem(props: RouteItemProps) {
  const { edge, canEdit, isSelected, isMissing, actions } = props;
  const { ref, target } = edge;
  const who = whoText(edge, props.count);
  const label = t("list.leads", { port: ref.port, who });
  const destination = target.kind === "step" ? { flow: ref.flow, step: target.step }
    : target.kind === "flow" ? { flow: target.flow, step: "" } : null;
  const style = edge.style === "push" ? null : t(`list.style-${edge.style as "sheet"}`);
  return (
    <li
      className={`list-route ${ref.outcome !== undefined ? "inner" : ""}`}
      aria-current={isSelected || undefined}
    >
      <span className="list-who">{who}</span>
      <span className="list-to">
        {canEdit ? (
          <DestinationSelect
            label={label} flow={ref.flow} document={actions.document} target={target}
            isMissing={isMissing} onTarget={(value) => actions.retarget(ref, value)}
            onNewStep={() => actions.host.ask({ kind: "add", ref })}
          />
        ) : <strong>{targetText(target)}</strong>}
        {style && <span className="list-style">{style}</span>}
      </span>
      <span className="list-tools">
        {destination && !isMissing && (
          <IconButton
            icon="arrow" size="small" className="list-follow"
            label={t("list.follow", { to: targetText(target) })}
            onClick={() => actions.host.follow(ref.step, destination)}
          />
        )}
        <RouteMenu {...props} label={label} />
      </span>
    </li>
  );
}

function RouteMenu(
  { edge, count, canEdit, actions, label }: RouteItemProps & { label: string },
) {
  const { ref } = edge;
  if (!canEdit) {
    return (
      <IconButton
        icon="eye" size="small" label={t("list.open-route")}
        onClick={() => actions.openRoute(ref)}
      />
    );
  }
  const isRoute = ref.outcome === undefined && (ref.variant ?? 0) === 0;
  return (
    <Menu
      label={label} align="end"
      items={[
        { text: t("list.edit-route"), icon: "edit", onChoose: () => actions.openRoute(ref) },
        {
          text: t("canvas.insert"), icon: "add",
          onChoose: () => actions.host.ask({
            kind: "add", into: chosenEdge(actions.document(), ref),
          }),
        },
        ...(isRoute && count > 1 ? [
          {
            text: t("list.earlier"), icon: "up" as const, isDisabled: ref.route === 0,
            onChoose: () => actions.moveRoute(ref, -1),
          },
          {
            text: t("list.later"), icon: "down" as const, isDisabled: ref.route === count - 1,
            onChoose: () => actions.moveRoute(ref, 1),
          },
        ] : []),
        null,
        {
          text: t("list.remove-route"), icon: "trash", isDangerous: true,
          onChoose: () => actions.removeRoute(ref),
        },
      ]}
      trigger={(props) => (
        <IconButton {...props} icon="more" size="small" label={t("list.route-menu", { label })} />
      )}
    />
  );
}

/** Returns who takes an edge, as text. */
function whoText(edge: Edge, count: number): string {
  const { ref, when, share, experiment } = edge;
  if (ref.outcome !== undefined) {
    return ref.outcome === "*"
      ? t("list.any-outcome") : t("list.outcome", { outcome: ref.outcome });
  }
  const condition = isConditional(edge)
    ? t("list.when", { condition: conditionSentence(when) }) : null;
  if (share !== undefined) {
    const part = t("list.share", {
      share: formatShare(share), variant: edge.variantKey ?? "", experiment: experiment ?? "",
    });
    return condition ? `${condition}: ${part}` : part;
  }
  return condition ?? t(count > 1 ? "list.everyone-else" : "list.everyone");
}
