import { useEffect, useRef, useState } from "react";
import {
  alwaysApplies, routesOf, writeRule, type Destination, type Route,
} from "../../../document";
import { Button, Chip, Menu, type MenuContent } from "../../../ui";
import { t } from "../../../localization";
import type { EditorModel } from "../../../model/editor";
import { useStore } from "../../../model/store";
import { useInspector } from "../context";
import { Findings } from "../Findings";
import { initialTest } from "../rules/choices";
import { useReorder } from "../useReorder";
import {
  addSplit, destinationOf, insertRoute, moveRoute, indexForRule, destinationOnly, type PortRef,
} from "./edits";
import { RouteCard } from "./RouteCard";

/** A port of the step with its routes in order; the first that matches wins. */
export function PortSection({ port }: { port: string }) {
  const inspector = useInspector();
  const { flow, step, canEdit, apply, screen, findings, editor } = inspector;
  const selection = useStore(editor.selection);
  const section = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const routes = routesOf(step, port);
  const at: PortRef = { flow, step: step.id, port };
  const isDeclared = !screen || screen.ports.length === 0 || screen.ports.includes(port);
  const reorder = useReorder(routes.length, (from, to) => {
    apply(t("routes.undo-move"), moveRoute({ ...at, route: from }, to));
    editor.selection.set({ steps: [step.id], route: { ...at, route: to } });
    setAnnouncement(t("routes.moved", { place: to + 1, count: routes.length }));
  });
  const isSelected = selection.port === port || selection.route?.port === port;
  useEffect(() => {
    if (selection.port === port) section.current?.scrollIntoView({ block: "nearest" });
  }, [selection.port]);
  const fallback = routes.findIndex(alwaysApplies);
  const about = findings.filter((finding) => finding.port === port && finding.route === undefined);
  return (
    <section ref={section} className={`port ${isSelected ? "selected" : ""}`} aria-label={port}>
      <header className="port-head">
        <h4>{port}</h4>
        {!isDeclared && <Chip kind="warn">{t("routes.unknown-port")}</Chip>}
        {canEdit && <AddMenu at={at} routes={routes} />}
      </header>
      <Findings findings={about} />
      {routes.length === 0 && <FirstRoute at={at} />}
      {routes.length > 1 && <p className="field-hint order-hint">{t("routes.order")}</p>}
      <ol ref={reorder.list} className="route-list">
        {routes.map((route, index) => (
          <RouteCard
            key={index} at={{ ...at, route: index }} route={route} count={routes.length}
            isShadowed={fallback >= 0 && index > fallback} shadow={fallback + 1} reorder={reorder}
          />
        ))}
      </ol>
      {routes.length > 0 && fallback < 0 && canEdit && (
        <Button
          size="small" icon="people"
          onClick={() => {
            apply(t("routes.undo-add"), insertRoute(
              at, routes.length, elseRoute(routes, inspector.step.id)));
            focusRoute(editor, at, routes.length);
          }}
        >
          {t("routes.add-else")}
        </Button>
      )}
      <span className="visually-hidden" role="status">{announcement}</span>
    </section>
  );
}

const elseRoute = (routes: Route[], step: string): Route =>
  destinationOf(routes.at(-1), { to: step }) as Route;

/** Selects a new route and focuses its condition or destination. */
function focusRoute(editor: EditorModel, at: PortRef, route: number): void {
  editor.selection.set({ steps: [at.step], route: { ...at, route } });
  requestAnimationFrame(() => {
    const open = [...document.querySelectorAll(".port")]
      .find((port) => port.getAttribute("aria-label") === at.port)?.querySelector(".route.open");
    open?.querySelector<HTMLElement>(
      ":is(.rule-operand, .variant, .destination-editor) input")?.focus();
  });
}

/** The menu of additions to a port. */
function AddMenu({ at, routes }: { at: PortRef; routes: Route[] }) {
  const { apply, attributes, document: draft, editor } = useInspector();
  const first = draft.flows.find((flow) => flow.id === at.flow)?.steps
    .find((step) => step.id !== at.step);
  const fallback: Destination = first ? { to: first.id } : { finish: "completed" };
  const focusNew = (route: number) => focusRoute(editor, at, route);
  const items: MenuContent = [
    {
      text: t("routes.add-rule"), detail: t("routes.add-rule-text"), icon: "branch",
      onChoose: () => {
        const index = indexForRule(routes);
        const info = attributes[0];
        const test = initialTest(info?.name ?? "country", info?.types ?? []);
        const to = destinationOnly(destinationOf(routes[index] ?? routes.at(-1), fallback));
        const route = { when: writeRule(test), ...to };
        apply(t("routes.undo-add"), insertRoute(at, index, route as Route));
        focusNew(index);
      },
    },
    {
      text: t("routes.add-split"), detail: t("routes.add-split-text"), icon: "split",
      onChoose: () => {
        const always = routes.findIndex(alwaysApplies);
        apply(t("routes.undo-split"), addSplit(at, fallback));
        focusNew(always < 0 ? routes.length : always);
      },
    },
    ...(routes.some(alwaysApplies) ? [] : [{
      text: t("routes.add-else"), detail: t("routes.add-else-text"), icon: "people" as const,
      onChoose: () => {
        apply(t("routes.undo-add"), insertRoute(
          at, routes.length, destinationOf(routes.at(-1), fallback) as Route));
        focusNew(routes.length);
      },
    }]),
  ];
  return (
    <Menu
      items={items} align="end" label={t("routes.add-to", { port: at.port })}
      trigger={(props) => (
        <Button
          {...props} size="small" kind="quiet" icon="add"
          aria-label={t("routes.add-to", { port: at.port })}
        >
          {t("routes.add")}
        </Button>
      )}
    />
  );
}

/** A port that is not connected yet. */
function FirstRoute({ at }: { at: PortRef }) {
  const { apply, canEdit, document, editor } = useInspector();
  const first = document.flows.find((flow) => flow.id === at.flow)?.steps
    .find((step) => step.id !== at.step);
  return (
    <div className="port-empty">
      <p className="muted small-text">{t("routes.none")}</p>
      {canEdit && (
        <Button
          size="small" icon="arrow"
          onClick={() => {
            const to: Destination = first ? { to: first.id } : { finish: "completed" };
            apply(t("routes.undo-add"), insertRoute(at, 0, to as Route));
            focusRoute(editor, at, 0);
          }}
        >
          {t("routes.connect")}
        </Button>
      )}
    </div>
  );
}
