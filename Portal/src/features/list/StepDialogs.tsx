import { useState } from "react";
import { Button, Dialog, TextField } from "../../ui";
import { t } from "../../localization";
import type { ListActions, Question } from "./actions";

interface StepDialogProps<Kind extends Question> {
  question: Kind;
  /** The screens that the app has, or that the flows use. */
  screens: string[];
  actions: ListActions;
  onClose(): void;
}

/** The open dialog of the list. */
export function StepDialog({ question, ...rest }: StepDialogProps<Question>) {
  return question.kind === "add"
    ? <AddDialog question={question} {...rest} />
    : <RenameDialog question={question} {...rest} />;
}

/** The dialog for a new step: its screen and its name. */
function AddDialog(
  { question, screens, actions, onClose }: StepDialogProps<Question & { kind: "add" }>,
) {
  const [screen, setScreen] = useState("");
  const [name, setName] = useState<string | null>(null);
  const wanted = screen.trim();
  const shown = name ?? (wanted === "" ? "" : actions.freeName(wanted));
  const problem = nameProblem(actions, shown.trim(), null);
  const isReady = wanted !== "" && shown.trim() !== "" && !problem;
  const submit = () => {
    if (!isReady) return;
    onClose();
    actions.add({ id: shown.trim(), screen: wanted }, question);
  };
  return (
    <Dialog
      title={t("list.add")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button
            icon="edit" className="list-draw" onClick={() => {
              onClose();
              actions.draw(question, screens.includes(wanted) ? undefined : wanted);
            }}
          >
            {t("canvas.draw-screen")}
          </Button>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={!isReady} onClick={submit}>{t("list.add")}</Button>
        </>
      }
    >
      <form className="list-form" onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("list.screen")} value={screen} onValue={setScreen} list="list-screens" autoFocus
          hint={wanted !== "" && !screens.includes(wanted)
            ? t("list.screen-unknown") : t("list.screen-hint")}
        />
        <datalist id="list-screens">
          {screens.map((one) => <option key={one} value={one} />)}
        </datalist>
        <TextField
          label={t("list.name")} value={shown} onValue={setName} hint={t("list.name-hint")}
          error={shown.trim() === "" ? undefined : problem} maxLength={200}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function RenameDialog(
  { question, actions, onClose }: StepDialogProps<Question & { kind: "rename" }>,
) {
  const [name, setName] = useState(question.step);
  const wanted = name.trim();
  const problem = nameProblem(actions, wanted, question.step);
  const submit = () => {
    if (wanted === "" || problem) return;
    onClose();
    if (wanted !== question.step) actions.rename(question.step, wanted);
  };
  return (
    <Dialog
      title={t("list.rename")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={wanted === "" || !!problem} onClick={submit}>
            {t("list.rename")}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("list.name")} value={name} onValue={setName} autoFocus maxLength={200}
          hint={t("list.rename-hint")} error={problem}
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}

function nameProblem(actions: ListActions, name: string, own: string | null): string | undefined {
  const taken = actions.editor.currentFlow?.steps.some((step) => step.id === name);
  return taken && name !== own ? t("list.name-taken", { step: name }) : undefined;
}
