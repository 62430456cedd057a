import { useState } from "react";
import { Button, Dialog, TextField } from "../../ui";
import { t } from "../../localization";
import type { ListActions, DialogRequest } from "./actions";

interface StepDialogProps<Kind extends DialogRequest> {
  request: Kind;
  /** The screens that the app has, or that the flows use. */
  screens: string[];
  actions: ListActions;
  onClose(): void;
}

/** The open dialog of the list. */
export function StepDialog({ request, ...rest }: StepDialogProps<DialogRequest>) {
  return request.kind === "add"
    ? <AddDialog request={request} {...rest} />
    : <RenameDialog request={request} {...rest} />;
}

/** The dialog for a new step: its screen and its name. */
function AddDialog(
  { request, screens, actions, onClose }: StepDialogProps<DialogRequest & { kind: "add" }>,
) {
  const [screen, setScreen] = useState("");
  const [name, setName] = useState<string | null>(null);
  const trimmed = screen.trim();
  const shown = name ?? (trimmed === "" ? "" : actions.uniqueName(trimmed));
  const problem = nameProblem(actions, shown.trim(), null);
  const screenProblem = request.into && trimmed !== "" && !actions.canInsert(trimmed)
    ? t("list.cannot-insert", { screen: trimmed }) : undefined;
  const isReady = trimmed !== "" && shown.trim() !== "" && !problem && !screenProblem;
  const submit = () => {
    if (!isReady) return;
    onClose();
    actions.add({ id: shown.trim(), screen: trimmed }, request);
  };
  return (
    <Dialog
      title={t(request.into ? "list.insert" : "list.add")} width="narrow"
      closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button
            icon="edit" className="list-draw" onClick={() => {
              onClose();
              actions.draw(request, screens.includes(trimmed) ? undefined : trimmed);
            }}
          >
            {t("canvas.draw-screen")}
          </Button>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={!isReady} onClick={submit}>
            {t(request.into ? "list.insert" : "list.add")}
          </Button>
        </>
      }
    >
      <form className="list-form" onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("list.screen")} value={screen} onValue={setScreen} list="list-screens" autoFocus
          error={screenProblem}
          hint={trimmed !== "" && !screens.includes(trimmed)
            ? t("list.screen-unknown") : t("list.screen-hint")}
        />
        <datalist id="list-screens">
          {screens.map((choice) => <option key={choice} value={choice} />)}
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
  { request, actions, onClose }: StepDialogProps<DialogRequest & { kind: "rename" }>,
) {
  const [name, setName] = useState(request.step);
  const trimmed = name.trim();
  const problem = nameProblem(actions, trimmed, request.step);
  const submit = () => {
    if (trimmed === "" || problem) return;
    onClose();
    if (trimmed !== request.step) actions.rename(request.step, trimmed);
  };
  return (
    <Dialog
      title={t("list.rename")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={trimmed === "" || !!problem} onClick={submit}>
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
