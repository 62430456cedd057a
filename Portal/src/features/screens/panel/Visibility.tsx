import { useMemo } from "react";
import {
  isObject, writeRule, type Condition, type FlowDocument, type Step,
} from "../../../document";
import type { Block, BlockPath } from "../../../document/blocks";
import { useStore } from "../../../model/store";
import { Button } from "../../../ui";
import { t } from "../../../localization";
import {
  freshTest, InspectorProvider, RuleBuilder, useInspectorOf,
} from "../../inspector";
import type { ScreenModel } from "../screenModel";

/** A step that shows the screen: what is known there is what rules can look at. */
function stepWith(document: FlowDocument, name: string): [flow: string, step: Step] {
  for (const { id, steps } of document.flows) {
    const found = steps.find(({ screen }) => screen === name);
    if (found) return [id, found];
  }
  return ["", { id: "", screen: name }];
}

/** For whom a block is shown: by the same rules as routes. */
export function Visibility({ model, block, path }: {
  model: ScreenModel; block: Block; path: BlockPath;
}) {
  const { editor, name } = model;
  const document = useStore(editor.draft.document);
  const [flow, step] = useMemo(() => stepWith(document, name), [document, name]);
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
  const when = block["showIf"];
  const set = (value: Condition | undefined) => model.set(path, "showIf", value as never);
  const begin = () => {
    const info = inspector.attributes.find((one) => one.group === "answers")
      ?? inspector.attributes[0];
    set(writeRule(info?.group === "answers"
      ? { kind: "test", attribute: info.name, operator: "$exists", value: true }
      : freshTest(info?.name ?? "country", info?.types ?? [])));
  };
  return (
    <section
      className="panel-section" aria-labelledby="screen-visibility"
      data-property={`${path}/showIf`}
    >
      <h3 id="screen-visibility">{t("screens.visibility")}</h3>
      {isObject(when) ? (
        <InspectorProvider value={withState}>
          <p className="soft small-text">{t("screens.shown-if")}</p>
          <RuleBuilder
            label={t("screens.visibility")} when={when as Condition}
            onChange={(next) => set(next)}
          />
          {editor.canEdit && (
            <Button size="small" kind="quiet" icon="close" onClick={() => set(undefined)}>
              {t("screens.show-all")}
            </Button>
          )}
        </InspectorProvider>
      ) : (
        <>
          <p className="soft small-text">{t("screens.shown-always")}</p>
          {editor.canEdit && (
            <Button size="small" icon="add" onClick={begin}>{t("screens.show-some")}</Button>
          )}
        </>
      )}
    </section>
  );
}
