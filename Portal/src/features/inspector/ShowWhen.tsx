import { setShowWhen, writeRule, type RuleTest } from "../../document";
import { Button } from "../../ui";
import { t } from "../../localization";
import { ruleCodes } from "./codes";
import { useInspector } from "./context";
import { Findings } from "./Findings";
import { initialTest } from "./rules/choices";
import { RuleBuilder } from "./rules/RuleBuilder";

/** The condition for showing the step; all other users continue through its port `next`. */
export function ShowWhen() {
  const { apply, attributes, canEdit, findings, flow, step } = useInspector();
  const conditionFindings = findings.filter(
    (finding) => finding.port === undefined && ruleCodes.includes(finding.code));
  const begin = () => {
    const info = attributes.find((attribute) => attribute.group === "outputs") ?? attributes[0];
    const test: RuleTest = info?.group === "outputs"
      ? { kind: "test", attribute: info.name, operator: "$exists", value: true }
      : initialTest(info?.name ?? "country", info?.types ?? []);
    apply(t("inspector.undo-show"), setShowWhen(flow, step.id, writeRule(test)));
  };
  return (
    <section className="inspector-section" aria-labelledby="inspector-show">
      <h3 id="inspector-show">{t("inspector.show-when")}</h3>
      {step.showWhen === undefined ? (
        <>
          <p className="muted small-text">{t("inspector.shown-always")}</p>
          {canEdit && (
            <Button size="small" icon="add" onClick={begin}>{t("inspector.show-limit")}</Button>
          )}
        </>
      ) : (
        <>
          <p className="muted small-text">{t("inspector.show-hint")}</p>
          <RuleBuilder
            label={t("inspector.show-when")} when={step.showWhen}
            onChange={(when, mergeKey) => apply(
              t("inspector.undo-show"), setShowWhen(flow, step.id, when),
              mergeKey && `show:${flow}/${step.id}/${mergeKey}`)}
          />
          {canEdit && (
            <Button
              size="small" kind="quiet" icon="close"
              onClick={() => apply(t("inspector.undo-show"), setShowWhen(flow, step.id, undefined))}
            >
              {t("inspector.show-everyone")}
            </Button>
          )}
        </>
      )}
      <Findings findings={conditionFindings} />
    </section>
  );
}
