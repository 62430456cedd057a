import type { RouteEvaluation } from "./explain";
import { useStore } from "../../model/store";
import { Chip, Icon, type IconName } from "../../ui";
import { t } from "../../localization";
import { conditionSentence } from "../inspector";
import type { PreviewModel } from "./previewModel";
import { entryTitle, skippedText, splitText, targetText } from "./sentences";
import { displayValue } from "./user";
import type { Decision, LogEntry } from "./simulation";

const icons: { [kind in LogEntry["kind"]]: IconName } = {
  start: "start", move: "arrow", back: "back", user: "user", adopted: "check", stayed: "alert",
};

/** The log of the simulation, newest first; each tap with the routes that were evaluated. */
export function SimulationLog({ preview }: { preview: PreviewModel }) {
  const { log } = useStore(preview.simulation);
  return (
    <section className="trace-log">
      <h3>{t("preview.log")}</h3>
      <ol reversed>
        {[...log].reverse().map((entry, index) => (
          <li key={entry.id} className={`trace-entry ${entry.kind}`}>
            <Icon name={icons[entry.kind]} size={16} />
            <LogItem entry={entry} isNewest={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function LogItem({ entry, isNewest }: { entry: LogEntry; isNewest: boolean }) {
  const decisions = entry.kind === "move" || entry.kind === "start" ? entry.decisions : [];
  const notes = <Notes entry={entry} />;
  if (decisions.every(isPlain)) {
    return (
      <div className="trace-text">
        <p>
          <span className="trace-title">{entryTitle(entry)}</span>{" "}
          {decisions.length > 0 && <span className="trace-to">{destinationLabel(decisions)}</span>}
        </p>
        {notes}
      </div>
    );
  }
  return (
    <details className="trace-text" open={isNewest || undefined}>
      <summary>
        <span className="trace-title">{entryTitle(entry)}</span>
        <span className="trace-to">{destinationLabel(decisions)}</span>
      </summary>
      {decisions.map((decision, index) => <DecisionText key={index} decision={decision} />)}
      {notes}
    </details>
  );
}

/** Whether there was no decision: one route, which everyone takes. */
function isPlain({ skipped, port, routes }: Decision): boolean {
  const [only] = routes;
  return !skipped && port !== undefined && routes.length === 1
    && only?.result === "taken" && !only.when && !only.split;
}

function destinationLabel(decisions: Decision[]): string {
  const last = decisions.at(-1);
  return last ? targetText(last.to, decisions[0]?.flow ?? "") : "";
}

function Notes({ entry }: { entry: LogEntry }) {
  if (entry.kind === "stayed") return <p className="trace-note">{entry.reason}</p>;
  if (entry.kind === "start" && entry.filled.length > 0) {
    return <p className="trace-note">{t("preview.filled", { names: entry.filled.join(", ") })}</p>;
  }
  if (entry.kind !== "move") return null;
  return (
    <>
      {entry.output !== undefined && (
        <p className="trace-note">{t("preview.entered", { value: displayValue(entry.output) })}</p>
      )}
      {entry.exposures.map((exposure) => (
        <p className="trace-note" key={exposure.experiment}>
          <Chip kind="accent" icon="split">{exposure.experiment}</Chip>
          {t("preview.exposure", { variant: exposure.variant })}
        </p>
      ))}
    </>
  );
}

/** One port or one skipped step: its routes in order, and which one was taken. */
function DecisionText({ decision }: { decision: Decision }) {
  const { flow, step, port, skipped, showWhen, routes, to } = decision;
  return (
    <div className="trace-decision">
      {skipped && (
        <p>
          {skippedText(decision)}
          {skipped === "hidden" && showWhen !== undefined && (
            <span className="trace-rule">{conditionSentence(showWhen)}</span>
          )}
        </p>
      )}
      {port === undefined && <p>{t("preview.returned", { step, where: targetText(to, flow) })}</p>}
      {routes.length > 0 && (
        <ol>
          {routes.map((route) => (
            <RouteResult
              key={route.route} evaluation={route} isOnly={routes.length === 1}
              where={route.result === "taken" ? targetText(to, flow) : undefined}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function RouteResult({ evaluation, where, isOnly }: {
  evaluation: RouteEvaluation; where: string | undefined; isOnly: boolean;
}) {
  const { result, when, split } = evaluation;
  const icon = result === "taken" ? "check" : result === "later" ? "minus" : "close";
  const always = isOnly ? t("preview.rule-only") : t("preview.rule-always");
  return (
    <li className={`trace-route ${result}`}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{t(`preview.result-${result}`)}: </span>
      <span className="trace-route-text">
        <span className={when !== undefined ? "trace-rule" : undefined}>
          {when !== undefined ? conditionSentence(when) : split ? t("preview.rule-split") : always}
        </span>
        {split && <span className="trace-split">{splitText(split)}</span>}
        {split && split.bucket !== undefined && <SplitBar evaluation={split} />}
        {where !== undefined && <span className="trace-where">→ {where}</span>}
      </span>
    </li>
  );
}

/** The variants' shares, and the user's position among them. */
function SplitBar({ evaluation }: { evaluation: NonNullable<RouteEvaluation["split"]> }) {
  const { ranges, bucket = 0, variant } = evaluation;
  return (
    <span className="split-bar" aria-hidden="true">
      {ranges.map((range) => (
        <i
          key={range.variant} className={range.variant === variant ? "mine" : undefined}
          title={range.variant}
          style={{ left: `${range.from * 100}%`, width: `${(range.to - range.from) * 100}%` }}
        />
      ))}
      <b style={{ left: `${bucket * 100}%` }} />
    </span>
  );
}
