import { useEffect, useRef, type KeyboardEvent } from "react";
import {
  alwaysApplies, isConditional, isSplit, removeRoute, writeRule, type Destination, type Route,
  type RouteRef,
} from "../../../document";
import { useStore } from "../../../model/store";
import { Button, Icon, IconButton, Menu, type MenuContent } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { Findings } from "../Findings";
import { initialTest } from "../rules/choices";
import { RuleBuilder } from "../rules/RuleBuilder";
import { conditionSentence } from "../rules/ruleText";
import type { useReorder } from "../useReorder";
import { duplicateRoute, setWhen } from "./edits";
import { SplitEditor } from "./SplitEditor";
import { DestinationEditor } from "./DestinationEditor";

interface RouteCardProps {
  at: RouteRef;
  route: Route;
  count: number;
  /** Whether an earlier route applies to everyone. */
  isShadowed: boolean;
  /** The number of that route, from 1. */
  shadow: number;
  reorder: ReturnType<typeof useReorder>;
}

/** One rule of a port: its condition and its destination. */
export function RouteCard(props: RouteCardProps) {
  const { at, route, count, isShadowed, shadow, reorder } = props;
  const { canEdit, editor, findings } = useInspector();
  const selection = useStore(editor.selection);
  const card = useRef<HTMLLIElement>(null);
  const selected = selection.route;
  const isSelected = selected?.port === at.port && selected.route === at.route;
  const isAlways = alwaysApplies(route);
  const isOnly = count === 1 && isAlways && !isSplit(route);
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const toggle = () => editor.selection.set({
    steps: [at.step], ...(isSelected ? { port: at.port } : { route: at }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || step === 0 || !canEdit) return;
    event.preventDefault();
    reorder.move(at.route, at.route + step);
  };
  const about = findings.filter(
    (finding) => finding.port === at.port && finding.route === at.route);
  const reorderProps = reorder.item(at.route);
  return (
    <li
      ref={card} {...reorderProps} onKeyDown={onKeyDown}
      className={`route ${isSelected ? "open" : ""} ${isShadowed ? "shadowed" : ""}`}
      aria-current={isSelected || undefined}
    >
      {!isOnly && (
        <div className="route-head">
          {canEdit && count > 1
            ? <Handle index={at.route} count={count} reorder={reorder} />
            : <span className="route-number" aria-hidden="true">{at.route + 1}</span>}
          <button type="button" className="route-title" aria-expanded={isSelected} onClick={toggle}>
            <RouteTitle route={route} number={at.route + 1} isFirst={at.route === 0} />
          </button>
          {canEdit && <RouteMenu {...props} />}
        </div>
      )}
      {isShadowed && <p className="route-shadow">{t("routes.shadowed", { number: shadow })}</p>}
      {isSelected && !isOnly && <RouteRule at={at} route={route} />}
      {isSplit(route)
        ? <SplitEditor at={at} split={route.split} isOpen={isSelected} />
        : (
          <div className="route-destination">
            <DestinationEditor at={at} destination={route as Destination} />
            {isOnly && canEdit && <RouteMenu {...props} />}
          </div>
        )}
      <Findings findings={about} />
    </li>
  );
}

function Handle({ index, count, reorder }: {
  index: number; count: number; reorder: ReturnType<typeof useReorder>;
}) {
  return (
    <button
      type="button" className="route-handle" {...reorder.handle(index)}
      aria-label={t("routes.handle", { place: index + 1, count })}
      title={t("routes.handle-title")}
    >
      <span aria-hidden="true">{index + 1}</span>
      <Icon name="drag" size={16} />
    </button>
  );
}

/** The title of a route: “If country is Germany”, “Everyone else”. */
function RouteTitle({ route, number, isFirst }: {
  route: Route; number: number; isFirst: boolean;
}) {
  const text = isConditional(route) ? t("routes.if", { rule: conditionSentence(route.when) })
    : t(isFirst ? "routes.everyone" : "routes.else");
  return (
    <>
      <span className="visually-hidden">{t("routes.rule-number", { number })} </span>
      {isSplit(route) && <Icon name="split" size={16} />}
      <span>{text}</span>
    </>
  );
}

/** The editor of the route's condition. */
function RouteRule({ at, route }: { at: RouteRef; route: Route }) {
  const { apply, attributes, canEdit } = useInspector();
  const { when } = route;
  if (when !== undefined) {
    return (
      <div className="route-rule">
        <RuleBuilder
          label={t("routes.rule")} when={when}
          onChange={(next, mergeKey) => apply(
            t("routes.undo-rule"), setWhen(at, next),
            mergeKey && `rule:${at.flow}/${at.step}/${at.port}/${at.route}/${mergeKey}`)}
        />
      </div>
    );
  }
  if (!canEdit) return null;
  const limit = () => {
    const info = attributes[0];
    const test = initialTest(info?.name ?? "country", info?.types ?? []);
    const when = writeRule(test);
    apply(t("routes.undo-rule"), setWhen(at, when));
  };
  return (
    <div className="route-rule">
      <Button size="small" kind="quiet" icon="add" onClick={limit}>{t("routes.limit")}</Button>
    </div>
  );
}

function RouteMenu({ at, route, count, reorder }: RouteCardProps) {
  const { apply } = useInspector();
  const items: MenuContent = [
    {
      text: t("routes.up"), icon: "up", shortcut: "Alt ↑", isDisabled: at.route === 0,
      onChoose: () => reorder.move(at.route, at.route - 1),
    },
    {
      text: t("routes.down"), icon: "down", shortcut: "Alt ↓", isDisabled: at.route === count - 1,
      onChoose: () => reorder.move(at.route, at.route + 1),
    },
    null,
    {
      text: t("routes.duplicate"), icon: "copy",
      onChoose: () => apply(t("routes.undo-add"), duplicateRoute(at)),
    },
    ...(route.when !== undefined ? [{
      text: t("routes.for-everyone"), icon: "people" as const,
      onChoose: () => apply(t("routes.undo-rule"), setWhen(at, null)),
    }] : []),
    {
      text: t("routes.remove"), icon: "trash", isDangerous: true,
      onChoose: () => apply(t("routes.undo-remove"), removeRoute(at)),
    },
  ];
  return (
    <Menu
      items={items} align="end" label={t("routes.menu", { number: at.route + 1 })}
      trigger={(props) => (
        <IconButton
          {...props} icon="more" size="small" label={t("routes.menu", { number: at.route + 1 })}
        />
      )}
    />
  );
}
