import { useEffect, useState } from "react";
import { useEditor } from "../../model/editor";
import { useKeptFocus } from "../../model/focus";
import { useStore } from "../../model/store";
import { Button, Callout, Icon, Loading, Segmented } from "../../ui";
import { t } from "../../localization";
import { Follow } from "./Follow";
import { DisplayOptions } from "./DisplayOptions";
import { UserForm } from "./UserForm";
import { Phone } from "./Phone";
import { previewOf, type PreviewModel } from "./previewModel";
import { SimulationLog } from "./SimulationLog";
import "./preview.css";

type Mode = "simulate" | "follow";

/** The preview beside the canvas, which simulates the draft or follows a running app. */
export function PreviewPanel() {
  const [mode, setMode] = useState<Mode>("simulate");
  return (
    <div className="preview-panel">
      <Segmented<Mode>
        label={t("preview.mode")} value={mode} onValue={setMode}
        options={[
          {
            value: "simulate", text: t("preview.simulation"), icon: <Icon name="play" size={16} />,
          },
          { value: "follow", text: t("preview.follow"), icon: <Icon name="follow" size={16} /> },
        ]}
      />
      {mode === "simulate" ? <SimulationPanel /> : <Follow />}
    </div>
  );
}

function SimulationPanel() {
  const editor = useEditor();
  const preview = previewOf(editor);
  const { isLoading, problem } = useStore(preview.state);
  const { current, log, outcome, failure } = useStore(preview.simulation);
  const hasFlow = useStore(editor.draft.document, (document) => document.flows.length > 0);
  useEffect(() => preview.open(), [preview]);
  const isStarted = current !== null || outcome !== null || failure !== null;
  if (!hasFlow) return <Callout>{t("preview.no-flow")}</Callout>;
  return (
    <>
      <UserForm preview={preview} />
      {problem && (
        <Callout
          kind="danger"
          action={
            <Button size="small" onClick={() => void preview.restart()}>
              {t("app.try-again")}
            </Button>
          }
        >
          {problem}
        </Callout>
      )}
      {isStarted ? <Phone preview={preview} /> : isLoading && <Loading text={t("app.loading")} />}
      <DisplayOptions preview={preview} />
      <Tools preview={preview} />
      <Notices preview={preview} />
      {log.length > 0 && <SimulationLog preview={preview} />}
    </>
  );
}

function Tools({ preview }: { preview: PreviewModel }) {
  const { canUndo } = useStore(preview.simulation);
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <div className="preview-tools" ref={root}>
      <Button
        size="small" kind="quiet" icon="undo" disabled={!canUndo} onClick={() => preview.undo()}
      >
        {t("preview.undo")}
      </Button>
      <Button size="small" kind="quiet" icon="play" onClick={() => void preview.restart()}>
        {t("preview.restart")}
      </Button>
      <StartHere preview={preview} />
    </div>
  );
}

/** Starts at the selected step, like a deep link; without one, in the flow on the canvas. */
function StartHere({ preview }: { preview: PreviewModel }) {
  const { editor } = preview;
  const { steps } = useStore(editor.selection);
  const flow = useStore(editor.flow);
  const simulatedFlow = useStore(preview.state, (state) => state.flow);
  const step = steps.length === 1 ? steps[0] : undefined;
  if (step === undefined) {
    return flow === simulatedFlow || flow === "" ? null : (
      <Button
        size="small" kind="quiet" icon="start" className="preview-here"
        onClick={() => void preview.restart(flow)}
      >
        {t("preview.start-flow", { flow })}
      </Button>
    );
  }
  return (
    <Button
      size="small" kind="quiet" icon="start" className="preview-here"
      onClick={() => void preview.startAt(flow, step)}
    >
      {t("preview.start-at", { step })}
    </Button>
  );
}

/** Whether the session has adopted the last change of the draft, and whether the user changed. */
function Notices({ preview }: { preview: PreviewModel }) {
  const { hasNewUser } = useStore(preview.state);
  const { stayed, log } = useStore(preview.simulation);
  const again = (
    <Button size="small" onClick={() => void preview.restart()}>{t("preview.restart")}</Button>
  );
  return (
    <div className="preview-notices" role="status">
      {stayed !== null && (
        <Callout kind="warn" action={again}>{t("preview.stayed", { reason: stayed })}</Callout>
      )}
      {stayed === null && log.at(-1)?.kind === "adopted" && (
        <Callout kind="good">{t("preview.adopted")}</Callout>
      )}
      {hasNewUser && stayed === null && (
        <Callout action={again}>{t("preview.other-user")}</Callout>
      )}
    </div>
  );
}
