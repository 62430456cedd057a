import { useState } from "react";
import { addFlow, uniqueName, removeFlow, renameFlow } from "../../document";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, Confirm, Dialog, Icon, Menu, TextField, type MenuContent } from "../../ui";
import { t } from "../../localization";

type FlowDialog = "add" | "rename" | "remove" | null;

/** Switches between flows; adds, renames and removes flows. */
export function FlowMenu() {
  const editor = useEditor();
  const document = useStore(editor.draft.document);
  const current = useStore(editor.flow);
  const [dialog, setDialog] = useState<FlowDialog>(null);
  const items: MenuContent = [
    t("editor.flows"),
    ...document.flows.map((flow) => ({
      text: flow.id, isChecked: flow.id === current,
      detail: t("editor.steps", { count: flow.steps.length }),
      onChoose: () => editor.flow.set(flow.id),
    })),
    ...(editor.canEdit ? [
      null,
      { text: t("editor.add-flow"), icon: "add" as const, onChoose: () => setDialog("add") },
      { text: t("editor.rename-flow"), icon: "edit" as const, onChoose: () => setDialog("rename") },
      {
        text: t("editor.remove-flow"), icon: "trash" as const, isDangerous: true,
        isDisabled: document.flows.length < 2, onChoose: () => setDialog("remove"),
      },
    ] : []),
  ];
  return (
    <>
      <Menu
        items={items} label={t("editor.flows")}
        trigger={(props) => (
          <button {...props} type="button" className="button plain flow-menu">
            <Icon name="flow" />
            <span className="flow-menu-name">{current || t("editor.no-flow")}</span>
            <Icon name="down" size={16} />
          </button>
        )}
      />
      {dialog === "remove" && (
        <Confirm
          title={t("editor.remove-flow")} text={t("editor.remove-flow-text", { flow: current })}
          action={t("editor.remove-flow")} isDangerous onClose={() => setDialog(null)}
          onConfirm={() => {
            editor.draft.apply(t("editor.remove-flow"), removeFlow(current));
            setDialog(null);
          }}
        />
      )}
      {(dialog === "add" || dialog === "rename") && (
        <NameDialog
          isNew={dialog === "add"} current={current} taken={document.flows.map((flow) => flow.id)}
          onClose={() => setDialog(null)}
          onName={(name) => {
            if (dialog === "add") {
              editor.draft.apply(
                t("editor.add-flow"), addFlow({ id: name, start: "", steps: [] }));
            } else {
              editor.draft.apply(t("editor.rename-flow"), renameFlow(current, name));
            }
            editor.flow.set(name);
            setDialog(null);
          }}
        />
      )}
    </>
  );
}

function NameDialog({ isNew, current, taken, onName, onClose }: {
  isNew: boolean; current: string; taken: string[]; onName(name: string): void; onClose(): void;
}) {
  const [name, setName] = useState(isNew ? uniqueName(t("editor.new-flow-name"), taken) : current);
  const trimmed = name.trim();
  const isTaken = taken.includes(trimmed) && (isNew || trimmed !== current);
  const error = isTaken ? t("editor.name-taken") : undefined;
  const submit = () => {
    if (trimmed !== "" && !isTaken) onName(trimmed);
  };
  const title = t(isNew ? "editor.add-flow" : "editor.rename-flow");
  return (
    <Dialog
      title={title} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={trimmed === "" || isTaken} onClick={submit}>
            {title}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("editor.flow-name")} hint={t("editor.flow-name-hint")} error={error}
          value={name} onValue={setName} autoFocus maxLength={100}
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}
