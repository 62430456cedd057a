import { useId, useState } from "react";
import { Callout, Chip, Select } from "../../ui";
import { formatNumber, formatShare, t } from "../../localization";
import { MIN_USERS, firstGoal, goalKey, scaleOf, sortGoals, comparisonResult } from "./goals";
import type { Difference, ExperimentResults, GoalResults } from "./types";

/** The experiments, each with a goal to compare its variants by. */
export function Experiments({ experiments }: { experiments: ExperimentResults[] }) {
  const title = useId();
  if (experiments.length === 0) return null;
  return (
    <section className="results-section" aria-labelledby={title}>
      <h2 id={title}>{t("results.experiments")}</h2>
      <p className="muted">{t("results.experiments-text")}</p>
      {experiments.map((results) => <Experiment key={results.experiment} results={results} />)}
    </section>
  );
}

function Experiment({ results }: { results: ExperimentResults }) {
  const [goalChoice, setGoalChoice] = useState("");
  const title = useId();
  const goals = sortGoals(results.goals);
  const goal = goals.find((candidate) => goalKey(candidate) === goalChoice) ?? firstGoal(results);
  const users = results.variants.reduce((sum, variant) => sum + variant.users, 0);
  const multipleExposures =
    results.variants.reduce((sum, variant) => sum + variant.multipleExposures, 0);
  return (
    <article className="card results-experiment" aria-labelledby={title}>
      <header>
        <h3 id={title}>{results.experiment}</h3>
        {results.isLive
          ? <Chip kind="good">{t("results.live")}</Chip> : <Chip>{t("results.over")}</Chip>}
        <span className="muted">{t("results.users", { count: users })}</span>
        {goal && (
          <Select
            className="results-goal" label={t("results.goal")} value={goalKey(goal)}
            onValue={setGoalChoice}
            options={goals.map((option) => ({ value: goalKey(option), text: goalText(option) }))}
          />
        )}
      </header>
      {results.hasSampleRatioMismatch && (
        <Callout kind="warn">{t("results.sample-ratio-mismatch")}</Callout>
      )}
      <Variants results={results} goal={goal} />
      {multipleExposures > 0 && (
        <p className="muted results-note">
          {t("results.multiple-exposures", { count: multipleExposures })}
        </p>
      )}
    </article>
  );
}

function goalText({ flow = "", step, port, outcome, event, failed }: GoalResults): string {
  if (event !== undefined) return t("results.goal-event", { event });
  if (failed) return t("results.goal-failed", { flow });
  if (outcome !== undefined) return t("results.goal-outcome", { flow, outcome });
  if (port !== undefined) return t("results.goal-port", { flow, step: step ?? "", port });
  return t("results.goal-step", { flow, step: step ?? "" });
}

function Variants({ results, goal }: { results: ExperimentResults; goal?: GoalResults }) {
  const users = results.variants.reduce((sum, variant) => sum + variant.users, 0);
  const scale = goal ? scaleOf(goal) : 1;
  return (
    <div className="results-scroll" tabIndex={0} role="region" aria-label={results.experiment}>
      <table className="results-table">
        <thead>
          <tr>
            <th scope="col">{t("results.variant")}</th>
            <th scope="col">{t("results.users-head")}</th>
            <th scope="col">{t("results.reached")}</th>
            <th scope="col">
              {t("results.compared", { variant: firstVariant(results) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.variants.map((variant, index) => {
            const reached = goal?.variants[index];
            return (
              <tr key={variant.variant}>
                <th scope="row">{variant.variant}</th>
                <td className="number" data-label={t("results.users-head")}>
                  {formatNumber(variant.users)}
                  <small>
                    {users > 0 && formatShare(variant.users / users)}
                    {variant.share !== undefined
                      && ` ${t("results.planned", { share: formatShare(variant.share) })}`}
                  </small>
                </td>
                <td data-label={t("results.reached")}>
                  <Rate rate={reached?.rate ?? 0} users={reached?.users ?? 0} />
                </td>
                <td>
                  <Comparison
                    difference={reached?.difference} isFirst={index === 0} scale={scale}
                    isFailure={goal?.failed === true}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const firstVariant = (results: ExperimentResults) => results.variants[0]?.variant ?? "";

/** A share as a bar and a number, with the number of users or sessions that it stands for. */
export function Rate({ rate, users }: { rate: number; users: number }) {
  return (
    <span className="results-rate">
      <span className="results-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, rate * 100)}%` }} />
      </span>
      <span>{formatShare(rate)}<small>{formatNumber(users)}</small></span>
    </span>
  );
}

function Comparison({ difference, isFirst, scale, isFailure }: {
  difference?: Difference; isFirst: boolean; scale: number; isFailure: boolean;
}) {
  const result = comparisonResult(difference, isFirst);
  const isSignificant = result === "higher" || result === "lower";
  const kind = isSignificant ? (result === "higher") === isFailure ? "danger" : "good" : "plain";
  if (result === "first") return <span className="muted">{t("results.first")}</span>;
  return (
    <span className="results-comparison">
      {difference && <Interval difference={difference} scale={scale} />}
      <Chip kind={kind}>{t(`results.${result}`, { count: MIN_USERS })}</Chip>
      {difference && (
        <small>
          {t("results.between", { low: points(difference.low), high: points(difference.high) })}
        </small>
      )}
    </span>
  );
}

/** A difference of shares in percentage points, with its sign. */
function points(value: number): string {
  const rounded = Math.round(value * 1000) / 10;
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
  return sign + formatNumber(Math.abs(rounded));
}

/** The confidence interval of a difference, drawn on an axis with 0 in its middle. */
function Interval({ difference, scale }: { difference: Difference; scale: number }) {
  const position = (value: number) => 50 + (value / scale) * 48;
  return (
    <span className="results-interval" aria-hidden="true">
      <span
        className="results-range"
        style={{
          left: `${position(difference.low)}%`,
          width: `${position(difference.high) - position(difference.low)}%`,
        }}
      />
      <span className="results-point" style={{ left: `${position(difference.value)}%` }} />
    </span>
  );
}
