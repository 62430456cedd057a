import { useState } from "react";
import { drawnScreenOf } from "../../../document/blocks";
import { Button, Callout, failureText, toast } from "../../../ui";
import { t } from "../../../localization";
import type { ScreenModel } from "../screenModel";
import { canRead, canWrite, changeTemplate } from "./api";
import { nextContent } from "./importTemplate";
import { withLink } from "./links";
import { SaveDialog } from "./SaveDialog";
import { UpdateDialog } from "./UpdateDialog";
import { useLinkedTemplate, type LinkedTemplate } from "./useTemplate";

/** The section for saving a screen as a template, or for its link to one. */
export function LinkSection({ model }: { model: ScreenModel }) {
  const linked = useLinkedTemplate();
  const { organization } = model.editor.application;
  const [isSaving, setSaving] = useState(false);
  const canSave = canWrite(organization);
  if (!canRead(organization) || !linked && !canSave) return null;
  return (
    <section className="panel-section template-link" aria-label={t("screens.template")}>
      <h3>{t("screens.template")}</h3>
      {linked ? <TemplateLinkTools model={model} linked={linked} /> : (
        <>
          <p className="muted small-text">{t("screens.template-none")}</p>
          <Button size="small" icon="add" onClick={() => setSaving(true)}>
            {t("screens.template-save")}
          </Button>
        </>
      )}
      {isSaving && <SaveDialog model={model} onClose={() => setSaving(false)} />}
    </section>
  );
}

function TemplateLinkTools({ model, linked }: { model: ScreenModel; linked: LinkedTemplate }) {
  const { link, loaded, isOutdated, isChanged } = linked;
  const { editor, name } = model;
  const [isReviewing, setReviewing] = useState(false);
  const [pushState, setPushState] = useState<{ failure: unknown } | "busy" | null>(null);
  const { value, failure } = loaded;
  const newest = value?.newest;
  const unlink = () => {
    model.applyEdit(t("screens.do-unlink"), withLink(name, null));
    model.announcement.set(t("screens.announce-unlinked"));
  };
  const push = async () => {
    const document = editor.draft.document.get();
    const screen = drawnScreenOf(document, name);
    if (!newest || !screen || pushState === "busy") return;
    setPushState("busy");
    try {
      const { organization, id } = editor.application;
      const content = nextContent(document, screen, id, newest.content);
      const { version } = await changeTemplate(organization, newest.id, newest.etag, { content });
      model.applyEdit(t("screens.do-template"), withLink(name, { ...link, version }));
      toast({ text: t("screens.template-pushed", { name: newest.name }), kind: "good" });
      setPushState(null);
    } catch (error) {
      setPushState({ failure: error });
      void loaded.reload();
    }
  };
  const problem = pushState !== null && pushState !== "busy" ? pushState.failure : failure;
  return (
    <>
      <p>
        {newest ? t("screens.template-of", { name: newest.name, version: link.version })
          : value && !newest ? t("screens.template-gone") : t("app.loading")}
      </p>
      {problem !== null && <Callout kind="danger">{failureText(problem)}</Callout>}
      {newest && !isOutdated && (
        <p className="muted small-text">
          {t(isChanged ? "screens.template-changed-here" : "screens.template-current")}
        </p>
      )}
      {isOutdated && <Callout>{t("screens.template-outdated")}</Callout>}
      <div className="template-tools">
        {isOutdated && (
          <Button size="small" kind="primary" onClick={() => setReviewing(true)}>
            {t("screens.template-look")}
          </Button>
        )}
        {newest && !isOutdated && isChanged && editor.canEdit
          && canWrite(editor.application.organization) && (
          <Button size="small" isBusy={pushState === "busy"} onClick={() => void push()}>
            {t("screens.template-push")}
          </Button>
        )}
        {editor.canEdit && (
          <Button size="small" onClick={unlink}>{t("screens.template-unlink")}</Button>
        )}
      </div>
      {isReviewing && (
        <UpdateDialog model={model} linked={linked} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}
