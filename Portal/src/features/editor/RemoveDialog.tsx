import { useId, useState } from "react";
import {
  edgesOf, flowOf, successorOf, usesOf, type Destination, type Edge, type Uses,
} from "../../document";
import type { EditorModel, Removal } from "../../model/editor";
import { shortCondition } from "../../model/conditionSummary";
import { useStore } from "../../model/store";
import { Button, Dialog, Select } from "../../ui";
import { formatList, t } from "../../localization";
import "./remove.css";

/** The maximum number of edges or steps named one by one. */
const MAX_NAMED = 8;

/**
 * Confirms the removal of steps that are in use: lists the uses, and asks for a new destination.
 */
export function RemoveDialog({ editor, removal }: { editor: EditorModel; removal: Removal }) {
  const document = useStore(editor.draft.document);
  const { flow, steps } = removal;
  const uses = usesOf(document, flow, steps);
  const choices = choicesOf(editor, removal);
  const successor = valueOf(successorOf(document, flow, steps));
  const [choice, setChoice] = useState(successor || choices[0]?.value || "");
  const [reroutes, setReroutes] = useState(successor !== "");
  const hasEdges = uses.edges.length > 0;
  const close = () => editor.removal.set(null);
  const remove = () => {
    close();
    removal.run(hasEdges && reroutes && choice !== "" ? destinationOf(choice) : undefined);
  };
  const [only = ""] = steps;
  return (
    <Dialog
      title={steps.length === 1
        ? t("remove.title", { step: only }) : t("remove.title-many", { count: steps.length })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t("action.cancel")}</Button>
          <Button kind="danger" icon="trash" onClick={remove}>
            {t(hasEdges && reroutes ? "remove.do-reroute" : "remove.do")}
          </Button>
        </>
      }
    >
      <UseList uses={uses} flow={flow} />
      {hasEdges && (
        <RerouteChoice
          count={uses.edges.length}
          reroutes={reroutes && choices.length > 0} onReroute={setReroutes}
          choice={choice} onChoice={setChoice} choices={choices}
        />
      )}
      <p className="muted small-text">{t("remove.undo")}</p>
    </Dialog>
  );
}

function UseList({ uses, flow }: { uses: Uses; flow: string }) {
  const { edges, readers, start, unreachable } = uses;
  return (
    <ul className="remove-uses">
      {edges.length > 0 && (
        <li>
          {t("remove.edges", { count: edges.length })}
          <ul>
            {edges.slice(0, MAX_NAMED).map((edge, index) => (
              <li key={index}>{edgeText(edge)}</li>
            ))}
            {edges.length > MAX_NAMED && (
              <li>{t("remove.more", { count: edges.length - MAX_NAMED })}</li>
            )}
          </ul>
        </li>
      )}
      {start && start.to !== "" && <li>{t("remove.start", { step: start.to })}</li>}
      {readers.length > 0 && (
        <li>
          {t("remove.readers", {
            count: readers.length, steps: formatList(readers.slice(0, MAX_NAMED).map((reader) => (
              reader.flow === flow ? reader.step : `${reader.flow} › ${reader.step}`))),
          })}
        </li>
      )}
      {unreachable.length > 0 && (
        <li>
          {t("remove.unreachable", {
            count: unreachable.length, steps: formatList(unreachable.slice(0, MAX_NAMED)),
          })}
        </li>
      )}
    </ul>
  );
}

/** Describes an edge: its step and port, condition, variant, and the outcome of a sub-flow. */
function edgeText({ ref, when, variantKey }: Edge): string {
  const source = `${ref.step} · ${ref.port}`;
  return [source, shortCondition(when), variantKey ?? "", ref.outcome ?? ""]
    .filter(Boolean).join(" · ");
}

interface RerouteChoiceProps {
  count: number;
  reroutes: boolean;
  onReroute(reroutes: boolean): void;
  choice: string;
  onChoice(choice: string): void;
  choices: { value: string; text: string }[];
}

/** Asks whether incoming edges are routed to another destination or removed. */
function RerouteChoice(props: RerouteChoiceProps) {
  const { count, reroutes, onReroute, choice, onChoice, choices } = props;
  const id = useId();
  return (
    <fieldset className="remove-reroute">
      <legend>{t("remove.reroute-title", { count })}</legend>
      <div>
        <input
          type="radio" name={id} id={`${id}-reroute`} checked={reroutes}
          disabled={choices.length === 0}
          onChange={() => onReroute(true)}
        />
        <label htmlFor={`${id}-reroute`}>{t("remove.reroute")}</label>
        <Select
          label={t("remove.to")} isLabelHidden value={choice} options={choices}
          onValue={(value) => {
            onChoice(value);
            onReroute(true);
          }}
        />
      </div>
      <div>
        <input
          type="radio" name={id} id={`${id}-open`} checked={!reroutes}
          onChange={() => onReroute(false)}
        />
        <label htmlFor={`${id}-open`}>{t("remove.open", { count })}</label>
      </div>
    </fieldset>
  );
}

/** The possible destinations: the remaining steps, and the outcomes with which the flow ends. */
function choicesOf(editor: EditorModel, { flow, steps }: Removal) {
  const all = flowOf(editor.draft.document.get(), flow)?.steps ?? [];
  const ends = new Set(all.flatMap((step) => edgesOf(flow, step))
    .flatMap(({ target }) => (target.kind === "finish" ? [target.outcome] : [])));
  return [
    ...all.filter(({ id }) => !steps.includes(id)).map(({ id }) => (
      { value: valueOf({ to: id }), text: id })),
    ...[...ends].map((outcome) => ({
      value: valueOf({ finish: outcome }), text: t("canvas.end-named", { outcome }),
    })),
  ];
}

const valueOf = (destination: Destination | null): string => (
  destination === null ? "" : JSON.stringify(destination));
const destinationOf = (value: string): Destination => JSON.parse(value) as Destination;
