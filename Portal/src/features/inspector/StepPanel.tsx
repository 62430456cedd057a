import { stepOf, type Step } from "../../document";
import { useEditor } from "../../model/editor";
import { useKeptFocus } from "../../model/focus";
import { useStore } from "../../model/store";
import { Button, Callout } from "../../ui";
import { t } from "../../localization";
import { ContentSection } from "./content/ContentSection";
import { contentCodes, ruleCodes } from "./codes";
import { InspectorProvider, useInspector, useInspectorOf } from "./context";
import { Findings } from "./Findings";
import { FlowPanel } from "./FlowPanel";
import { MultiSelectionPanel } from "./MultiSelectionPanel";
import { PortSection } from "./routes/PortSection";
import { ShowWhen } from "./ShowWhen";
import { StepHeader } from "./StepHeader";
import "./inspector.css";

/** The panel for the selection: a step, several steps, or the flow itself. */
export function StepPanel() {
  const root = useKeptFocus<HTMLDivElement>();
  return <div ref={root} className="inspector-panel"><SelectionPanel /></div>;
}

function SelectionPanel() {
  const editor = useEditor();
  const flow = useStore(editor.flow);
  const selection = useStore(editor.selection);
  const document = useStore(editor.draft.document);
  const id = selection.route?.step ?? selection.steps[0];
  const step = id === undefined ? undefined : stepOf(document, flow, id);
  if (selection.steps.length > 1) return <MultiSelectionPanel steps={selection.steps} />;
  if (!step) return <FlowPanel />;
  return <SingleStep key={`${flow}/${step.id}`} flow={flow} step={step} />;
}

function SingleStep({ flow, step }: { flow: string; step: Step }) {
  const inspector = useInspectorOf(flow, step);
  const ports = portsOf(step, inspector.screen?.ports ?? []);
  const about = inspector.findings.filter(
    (finding) => finding.port === undefined && !isAboutPart(finding.code));
  return (
    <InspectorProvider value={inspector}>
      <div className="inspector">
        <StepHeader />
        <StepConflicts />
        {about.length > 0 && <div className="inspector-section"><Findings findings={about} /></div>}
        <section className="inspector-section" aria-labelledby="inspector-ports">
          <h3 id="inspector-ports">{t("inspector.ports")}</h3>
          {ports.length === 0 && <p className="muted small-text">{t("inspector.no-ports")}</p>}
          {ports.map((port) => <PortSection key={port} port={port} />)}
        </section>
        <ContentSection />
        <ShowWhen />
      </div>
    </InspectorProvider>
  );
}

/** The number of conflicts at this step, with a button to resolve them. */
function StepConflicts() {
  const { editor, flow, step } = useInspector();
  const conflicts = useStore(editor.draft.state, (it) => it.conflicts)
    .filter((conflict) => conflict.flow === flow && conflict.step === step.id);
  const [first] = conflicts;
  if (!first) return null;
  return (
    <Callout
      kind="warn" icon="branch"
      action={
        <Button size="small" onClick={() => editor.openConflict.set(first.key)}>
          {t("conflict.resolve")}
        </Button>
      }
    >
      {t("conflict.at-step", { count: conflicts.length })}
    </Callout>
  );
}

/** The ports that the screen declares, in its order, then those that only the step has. */
export function portsOf(step: Step, declared: string[]): string[] {
  const own = Object.keys(step.ports ?? {}).filter((port) => !declared.includes(port));
  return [...declared, ...own];
}

/** Findings that are shown at the content or the condition instead of the top. */
const isAboutPart = (code: string) => contentCodes.includes(code) || ruleCodes.includes(code);
