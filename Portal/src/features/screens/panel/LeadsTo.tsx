import {
  alwaysApplies, connect, routesOf, targetOf, type FlowDocument, type Route, type Step,
} from "../../../document";
import { useStore } from "../../../model/store";
import { Select } from "../../../ui";
import { t } from "../../../localization";
import type { ScreenModel } from "../screenModel";

/** The destination of a port at each step that shows the screen, to connect a button directly. */
export function LeadsTo({ model, port }: { model: ScreenModel; port: string }) {
  const document = useStore(model.editor.draft.document);
  const shownAt = document.flows.flatMap(({ id, steps }) => (
    steps.filter(({ screen }) => screen === model.name).map((step) => ({ flow: id, step }))));
  if (port === "") return null;
  return (
    <>
      {shownAt.map(({ flow, step }) => (
        <StepDestination
          key={`${flow} ${step.id}`} model={model} document={document} flow={flow} step={step}
          port={port} isOnly={shownAt.length === 1}
        />
      ))}
    </>
  );
}

function StepDestination({ model, document, flow, step, port, isOnly }: {
  model: ScreenModel; document: FlowDocument; flow: string; step: Step; port: string;
  isOnly: boolean;
}) {
  const routes = routesOf(step, port);
  const current = valueOf(routes.find(alwaysApplies));
  const isPlain = routes.length < 2 && current !== null;
  const steps = document.flows.find(({ id }) => id === flow)?.steps ?? [];
  const options = [
    ...(current === "" ? [{ value: "", text: t("screens.leads-nowhere") }] : []),
    ...(current !== null ? [] : [{ value: "", text: t("screens.leads-by-rules") }]),
    ...steps.map(({ id }) => ({ value: `to:${id}`, text: id })),
    { value: "finish:completed", text: t("screens.leads-end") },
  ];
  const isListed = options.some(({ value }) => value === (current ?? ""));
  return (
    <Select
      label={isOnly ? t("screens.leads-to") : t("screens.leads-to-at", { step: step.id })}
      hint={isPlain ? undefined : t("screens.leads-more")}
      value={current ?? ""} disabled={!model.editor.canEdit || !isPlain}
      options={isListed
        ? options : [{ value: current ?? "", text: nameOf(current ?? "") }, ...options]}
      onValue={(value) => {
        if (value === "") return;
        const destination = value.startsWith("to:") ? { to: value.slice(3) }
          : { finish: value.slice("finish:".length) };
        model.editor.draft.apply(
          t("screens.do-connect", { port }), connect(flow, step.id, port, destination));
      }}
    />
  );
}

const nameOf = (value: string) => value.slice(value.indexOf(":") + 1);

/** A route as the value of an option; empty if there is none, null if it is more complex. */
function valueOf(route: Route | undefined): string | null {
  if (!route) return "";
  if ("split" in route) return null;
  const target = targetOf(route);
  if (target.kind === "step") return `to:${target.step}`;
  return target.kind === "finish" ? `finish:${target.outcome}` : `flow:${target.flow}`;
}
