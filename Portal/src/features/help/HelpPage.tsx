import { useEffect, useRef, useState } from "react";
import { get, query, type OverviewApplication } from "../../api";
import { navigate } from "../../model/router";
import { organization } from "../../model/session";
import { useStore } from "../../model/store";
import { Button, Callout, failureText } from "../../ui";
import { t } from "../../localization";
import { Guidelines } from "./Guidelines";
import { Shortcuts } from "./Shortcuts";
import { concepts, findings, instructions, topics, type Topic } from "./topics";
import { SAMPLE, startTour } from "./tour";
import "./help.css";

/** One topic of the help; the guidelines if there is no such topic. */
export function HelpPage({ topic }: { topic?: string }) {
  const current: Topic = topics.find((known) => known === topic) ?? "guidelines";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${t(`help.${current}`)} · ${t("help.title")} · ${t("app.name")}`;
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView();
    else if (topic !== undefined) heading.current?.focus({ preventScroll: true });
  }, [current, topic]);
  return (
    <main id="main" className="page help" tabIndex={-1}>
      <nav className="help-topics" aria-label={t("help.topics")}>
        {topics.map((link) => (
          <a key={link} href={`/help/${link}`} aria-current={link === current ? "page" : undefined}>
            {t(`help.${link}`)}
          </a>
        ))}
      </nav>
      <article className="help-page">
        <h1 tabIndex={-1} ref={heading}>{t(`help.${current}`)}</h1>
        {current === "guidelines" && <><Guidelines heading="h2" /><TourInvitation /></>}
        {current === "concepts" && (
          <dl className="help-terms">
            {concepts.map((concept) => (
              <div key={concept}>
                <dt>{t(`help.term-${concept}`)}</dt>
                <dd>{t(`help.term-${concept}-text`)}</dd>
              </div>
            ))}
          </dl>
        )}
        {current === "how" && instructions.map((instruction) => (
          <section key={instruction} id={instruction}>
            <h2>{t(`help.how-${instruction}`)}</h2>
            <p>{t(`help.how-${instruction}-text`)}</p>
          </section>
        ))}
        {current === "findings" && <FindingsTable />}
        {current === "keys" && <Shortcuts heading="h2" />}
      </article>
    </main>
  );
}

/** The codes of all findings with their explanations; the anchor of each is its code. */
function FindingsTable() {
  return (
    <>
      <p className="help-lead">{t("help.findings-lead")}</p>
      <table className="help-findings">
        <thead>
          <tr>
            <th scope="col">{t("help.findings")}</th>
            <th scope="col">{t("help.finding-see")}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((code) => (
            <tr key={code} id={code}>
              <th scope="row"><code>{code}</code></th>
              <td>{t(`help.finding-${code}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Offers to start the tour in the sample application or, without it, in the first one. */
function TourInvitation() {
  const chosen = useStore(organization);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const begin = async () => {
    setBusy(true);
    try {
      const { applications } = await get<{ applications: OverviewApplication[] }>(
        `/v1/overview${query({ organization: chosen ?? undefined })}`);
      const app = applications.find((application) => application.id === SAMPLE) ?? applications[0];
      if (!app) setFailure(t("help.tour-none"));
      else {
        startTour(0);
        navigate(`/apps/${encodeURIComponent(app.id)}`);
      }
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="help-invitation">
      <h2>{t("help.tour")}</h2>
      <p>{t("help.tour-lead")}</p>
      {failure && <Callout kind="warn">{failure}</Callout>}
      <Button kind="primary" icon="play" isBusy={isBusy} onClick={() => void begin()}>
        {t("help.tour-start")}
      </Button>
    </section>
  );
}
