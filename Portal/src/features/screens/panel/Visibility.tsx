import { useMemo } from "react";
import {
  isObject, writeRule, type Condition, type FlowDocument, type Step,
} from "../../../document";
import type { Block, BlockPath } from "../../../document/blocks";
import { useStore } from "../../../model/store";
import { Button } from "../../../ui";
import { t } from "../../../localization";
import {
  attributesOf, initialTest, InspectorProvider, RuleBuilder, useInspectorOf,
} from "../../inspector";
import type { ScreenModel } from "../screenModel";

/** The first step that shows the screen; rules can use the values known there. */
function stepShowing(document: FlowDocument, name: string): [flow: string, step: Step] {
  for (const { id, steps } of document.flows) {
    const step = steps.find(({ screen }) => screen === name);
    if (step) return [id, step];
  }
  return ["", { id: "", screen: name }];
}

interface VisibilityProps { model: ScreenModel; block: Block; path: BlockPath }

/** The condition for showing a block, with the same rules as routes. */
export function Visibility(props: VisibilityProps) {
  const { model, block, path } = props;
  return (
    <section
      className="panel-section" aria-labelledby="screen-visibility"
      data-property={`${path}/showIf`}
    >
      <h3 id="screen-visibility">{t("screens.visibility")}</h3>
      {isObject(block["showIf"]) ? <ConditionFields {...props} /> : (
        <>
          <p className="muted small-text">{t("screens.shown-always")}</p>
          {model.editor.canEdit && (
            <Button size="small" icon="add" onClick={() => addCondition(model, path)}>
              {t("screens.show-some")}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** Adds an initial condition: on an earlier output, otherwise on an existing attribute. */
function addCondition(model: ScreenModel, path: BlockPath): void {
  const { application, draft } = model.editor;
  const document = draft.document.get();
  const [flow, step] = stepShowing(document, model.name);
  // NB: computed on demand, because traversing the flow is too slow for each keystroke.
  const attributes = attributesOf({
    document, reported: application.attributes.get(),
    builds: application.builds.get()?.builds ?? [],
    flow, step: step.id,
  });
  const info = attributes.find((attribute) => attribute.group === "outputs") ?? attributes[0];
  const rule = writeRule(info?.group === "outputs"
    ? { kind: "test", attribute: info.name, operator: "$exists", value: true }
    : initialTest(info?.name ?? "country", info?.types ?? []));
  model.set(path, "showIf", rule as never);
}

function ConditionFields({ model, block, path }: VisibilityProps) {
  const { editor, name } = model;
  const document = useStore(editor.draft.debounced);
  const [flow, step] = useMemo(() => stepShowing(document, name), [document, name]);
  const inspector = useInspectorOf(flow, step);
  const state = model.screen?.["state"];
  const withState = useMemo(() => ({
    ...inspector,
    attributes: [
      ...Object.keys(isObject(state) ? state : {}).map((key) => ({
        name: `state.${key}`, text: key, types: [], group: "app" as const, values: [],
        detail: t("screens.from-state"),
      })),
      ...inspector.attributes,
    ],
  }), [inspector, state]);
  const set = (value: Condition | undefined) => model.set(path, "showIf", value as never);
  return (
    <InspectorProvider value={withState}>
      <p className="muted small-text">{t("screens.shown-if")}</p>
      <RuleBuilder
        label={t("screens.visibility")} when={block["showIf"] as Condition}
        onChange={(next) => set(next)}
      />
      {editor.canEdit && (
        <Button size="small" kind="quiet" icon="close" onClick={() => set(undefined)}>
          {t("screens.show-all")}
        </Button>
      )}
    </InspectorProvider>
  );
}
