import { useState } from "react";
import { ApiProblem } from "../../../api";
import { Button, Callout, Dialog, failureText, Switch, TextField, toast } from "../../../ui";
import { t } from "../../../localization";
import type { ScreenModel } from "../screenModel";
import { addTemplate } from "./api";
import { contentOf } from "./content";
import { sameNames, withLink } from "./links";

const MAX_NAME_LENGTH = 100;

/** Saves a screen as a template of the organization; the screen can be linked to it. */
export function SaveDialog({ model, onClose }: { model: ScreenModel; onClose(): void }) {
  const { editor, screen } = model;
  const [name, setName] = useState(model.name);
  const [isLinked, setLinked] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isTaken = failure instanceof ApiProblem && failure.code === "already-exists";
  const trimmedName = name.trim();
  const save = async () => {
    if (!screen || trimmedName === "" || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { organization, id } = editor.application;
      const content = contentOf(editor.draft.document.get(), screen, id);
      const { id: template, version } = await addTemplate(organization, trimmedName, content);
      if (isLinked) {
        model.applyEdit(
          t("screens.do-template"), withLink(model.name, { template, version, names: sameNames }));
      }
      toast({ text: t("screens.template-saved", { name: trimmedName }), kind: "good" });
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("screens.template-save-title")} closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" disabled={trimmedName === ""} isBusy={isBusy} onClick={() => void save()}
          >
            {t("screens.template-save-do")}
          </Button>
        </>
      }
    >
      <form className="template-form" onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}>
        <p className="muted">{t("screens.template-save-text")}</p>
        {failure !== null && !isTaken && <Callout kind="danger">{failureText(failure)}</Callout>}
        <TextField
          label={t("screens.template-name")} value={name} onValue={setName}
          maxLength={MAX_NAME_LENGTH}
          error={isTaken ? t("screens.template-taken", { name: trimmedName }) : undefined}
        />
        <Switch
          label={t("screens.template-keep-linked")} hint={t("screens.template-keep-linked-hint")}
          isOn={isLinked} onChange={setLinked}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
