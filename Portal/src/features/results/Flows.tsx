import { useId, type ReactNode } from "react";
import { useApplication } from "../../model/application";
import type { FlowDocument } from "../../document";
import { Chip, Icon } from "../../ui";
import { formatNumber, formatShare, t } from "../../localization";
import { Rate } from "./Experiments";
import { orderedSteps, type OrderedStep } from "./order";
import type { FlowResults } from "./types";

/** The sessions of each flow by step, port and outcome. */
export function Flows({ flows, document }: {
  flows: FlowResults[]; document: FlowDocument | null;
}) {
  const title = useId();
  const sorted = [...flows].sort((a, b) => b.sessions - a.sessions || baseOf(b) - baseOf(a));
  const isKnown = ({ flow }: FlowResults) => (
    !document || document.flows.some(({ id }) => id === flow));
  const others = sorted.filter((flow) => !isKnown(flow));
  return (
    <section className="results-section" aria-labelledby={title}>
      <h2 id={title}>{t("results.flows")}</h2>
      <p className="muted">{t("results.flows-text")}</p>
      {sorted.filter(isKnown).map((flow) => (
        <Flow key={flow.flow} flow={flow} document={document} />
      ))}
      {others.length > 0 && (
        <Others text={t("results.other-flows", { count: others.length })}>
          {others.map((flow) => <Flow key={flow.flow} flow={flow} document={document} />)}
        </Others>
      )}
    </section>
  );
}

/**
 * Flows or steps that are not in the live release, collapsed: SDK keys are public, so anyone can
 * send any name.
 */
function Others({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details className="results-others">
      <summary><Icon name="chevron" size={16} />{text}</summary>
      <p className="muted">{t("results.others-text")}</p>
      {children}
    </details>
  );
}

/** The apps' own events. */
export function Events({ events }: { events: { event: string; sessions: number }[] }) {
  const title = useId();
  if (events.length === 0) return null;
  return (
    <section className="results-section" aria-labelledby={title}>
      <h2 id={title}>{t("results.events")}</h2>
      <ul className="card rows results-events">
        {events.map(({ event, sessions }) => (
          <li key={event}>
            <span>{event}</span>
            <span className="muted">{t("results.sessions", { count: sessions })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The number that shares are relative to: the sessions that started in the flow or, if none did,
 * because other flows enter it, those of its busiest step.
 */
function baseOf({ sessions, steps }: FlowResults): number {
  return sessions || Math.max(1, ...steps.map((step) => step.sessions));
}

function Flow({ flow, document }: { flow: FlowResults; document: FlowDocument | null }) {
  const title = useId();
  const base = baseOf(flow);
  const all = orderedSteps(flow, document);
  const steps = all.filter(({ isRemoved }) => !isRemoved);
  const others = all.filter(({ isRemoved }) => isRemoved);
  const row = (step: OrderedStep) => (
    <StepRow key={step.step} flow={flow.flow} step={step} base={base} />
  );
  return (
    <article className="card results-flow" aria-labelledby={title}>
      <header>
        <h3 id={title}>{flow.flow}</h3>
        <span className="muted">
          {flow.sessions > 0
            ? t("results.sessions", { count: flow.sessions })
            : t("results.within", { count: base })}
        </span>
        {flow.outcomes.map(({ outcome, sessions }) => (
          <Chip key={outcome} icon="end">
            {t("results.ended", { outcome, share: formatShare(sessions / base) })}
          </Chip>
        ))}
        {flow.failures > 0 && (
          <Chip kind="danger" icon="alert">
            {t("results.failed", { share: formatShare(flow.failures / base) })}
          </Chip>
        )}
      </header>
      <ol className="results-steps">
        {steps.map(row)}
      </ol>
      {others.length > 0 && (
        <Others text={t("results.other-steps", { count: others.length })}>
          <ol className="results-steps">{others.map(row)}</ol>
        </Others>
      )}
    </article>
  );
}

function StepRow({ flow, step, base }: { flow: string; step: OrderedStep; base: number }) {
  const application = useApplication();
  const query = new URLSearchParams({ flow, step: step.step });
  const name = step.isRemoved
    ? <span className="muted">{step.step}</span>
    : <a href={`/apps/${encodeURIComponent(application.id)}?${query}`}>{step.step}</a>;
  return (
    <li>
      <span className="results-step">
        {name}
      </span>
      <Rate rate={step.sessions / base} users={step.sessions} />
      {step.ports.length > 0 && (
        <ul className="results-ports" aria-label={t("results.ports-of", { step: step.step })}>
          {step.ports.map((port) => (
            <li key={port.port}>
              <b>{port.port}</b>{" "}
              {step.sessions > 0 ? formatShare(port.sessions / step.sessions)
                : formatNumber(port.sessions)}
              <small>
                {port.routes.map(({ to, sessions }) => (
                  `→ ${targetText(to, flow)}${
                    port.routes.length > 1 ? ` ${formatNumber(sessions)}` : ""}`)).join(", ")}
              </small>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function targetText(to: { flow?: string; step?: string; finish?: string }, flow: string): string {
  if (to.finish !== undefined) return t("results.target-end", { outcome: to.finish });
  return to.flow === flow ? to.step ?? "" : `${to.flow} · ${to.step}`;
}
