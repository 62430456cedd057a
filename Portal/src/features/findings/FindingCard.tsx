import type { Finding, FlowDocument } from "../../document";
import { useEditor } from "../../model/editor";
import { findingFix, findingSentence } from "../../model/sentences";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Icon } from "../../ui";
import { t } from "../../localization";
import { AcceptButton } from "./Accepting";
import { QuickFixButtons } from "./QuickFixButtons";

/** One finding: the problem, the example path, and its fixes. */
export function FindingCard({ finding, onFixed }: { finding: Finding; onFixed(): void }) {
  const editor = useEditor();
  const spotlight = useStore(editor.spotlight);
  const hasLocation = finding.flow !== undefined || (finding.path?.length ?? 0) > 0;
  const isShown = spotlight?.text === findingSentence(finding);
  const drawn = drawnLocation(finding, editor.draft.document.get());
  return (
    <li className={`finding-card ${finding.severity} ${isShown ? "shown" : ""}`}>
      <Icon name="alert" size={18} />
      <div className="finding-text">
        <p>
          <span className="visually-hidden">{t(`findings.${finding.severity}`)}: </span>
          {findingSentence(finding, true)}
        </p>
        {finding.path && finding.path.length > 1 && <Path path={finding.path} />}
        <p className="finding-advice">{findingFix(finding)}</p>
        <div className="finding-actions">
          {drawn && (
            <Button
              size="small" kind="quiet" icon="eye" onClick={() => setQuery(drawn, true)}
            >
              {t("findings.show")}
            </Button>
          )}
          {hasLocation && (
            <Button
              size="small" kind="quiet" icon="eye" aria-pressed={isShown}
              onClick={() => (isShown ? editor.spotlight.set(null) : editor.show(finding))}
            >
              {t("findings.show")}
            </Button>
          )}
          <QuickFixButtons finding={finding} onFixed={onFixed} />
          <AcceptButton findings={[finding]} onAccepted={onFixed} />
        </div>
      </div>
    </li>
  );
}

/** The query of the URL that opens a finding's location in a drawn screen. */
function drawnLocation({ pointer = "" }: Finding, { screens }: FlowDocument) {
  const [, index, at] = /^\/screens\/(\d+)(.*)/.exec(pointer) ?? [];
  const screen = screens?.[Number(index)] as { name?: unknown } | undefined;
  return typeof screen?.name === "string" ? { screen: screen.name, at: at || "/root" } : null;
}

/** The example path. */
function Path({ path }: { path: NonNullable<Finding["path"]> }) {
  return (
    <ol className="finding-path" aria-label={t("findings.path")}>
      {path.map((entry, index) => (
        <li key={index} className={entry.skipped ? "skipped" : undefined}>
          <span className="finding-step">{entry.step}</span>
          {entry.skipped
            ? <span className="finding-port">{t("findings.skipped")}</span>
            : entry.port !== undefined && <span className="finding-port">{entry.port}</span>}
        </li>
      ))}
    </ol>
  );
}
