import { useMemo, useState } from "react";
import type { FlowDocument } from "../../../document";
import { drawnScreenOf, type DrawnScreen } from "../../../document/blocks";
import { authorName } from "../../../model/authors";
import { changeSentence } from "../../../model/sentences";
import { useStore } from "../../../model/store";
import { Button, Callout, Dialog, failureText, Loading, Switch } from "../../../ui";
import { formatDate, t } from "../../../localization";
import { useDifferences } from "../../publish";
import { useRenderedScreens } from "../rendering";
import { ScreenPicture } from "../ScreenPicture";
import type { ScreenModel } from "../screenModel";
import { copyPictures } from "./api";
import { updateFromTemplate } from "./importTemplate";
import { withOwner } from "./startingPoints";
import type { LinkedTemplate } from "./useTemplate";

/** The width of the phones, in CSS pixels. */
const PHONE_WIDTH = 198;

/** Shows the changes of a newer template version, to apply or skip it. */
export function UpdateDialog({ model, linked, onClose }: {
  model: ScreenModel; linked: LinkedTemplate; onClose(): void;
}) {
  const document = useStore(model.editor.draft.document);
  const [prefersTemplate, setPrefersTemplate] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { newest, base } = linked.loaded.value ?? { newest: null, base: null };
  const updated = (current: FlowDocument) => {
    const mine = drawnScreenOf(current, model.name);
    return mine && newest ? updateFromTemplate(
      current, mine, linked.link, base?.content, { ...newest.content, version: newest.version },
      prefersTemplate ? "theirs" : "mine") : null;
  };
  const update = useMemo(() => updated(document), [document, newest, base, prefersTemplate]);
  if (!newest || !update) return null;
  const apply = async () => {
    setBusy(true);
    try {
      await copyPictures(newest.content, model.editor.application.id);
      model.applyEdit(t("screens.do-update"), (current) => updated(current)?.document ?? current);
      model.announcement.set(t("screens.announce-updated"));
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("screens.update", { name: newest.name })} width="wide" onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("screens.update-later")}</Button>
          {model.editor.canEdit && (
            <Button kind="primary" isBusy={isBusy} onClick={() => void apply()}>
              {t("screens.update-take")}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">
        {t("screens.update-text", {
          from: linked.link.version, to: newest.version, author: authorName(newest.author),
          day: formatDate(newest.updated),
        })}
      </p>
      {failure !== null && <Callout kind="danger">{failureText(failure)}</Callout>}
      {!base && <Callout kind="warn">{t("screens.update-no-base")}</Callout>}
      {update.conflicts > 0 && (
        <Switch
          label={t("screens.update-prefer", { count: update.conflicts })}
          hint={t("screens.update-prefer-hint")}
          isOn={prefersTemplate} onChange={setPrefersTemplate}
        />
      )}
      <Sentences before={document} after={update.document} name={model.name} />
      <Phones
        before={document} after={update.document} name={model.name}
        application={newest.content.application}
      />
    </Dialog>
  );
}

/** The document without flows and other screens, which are not compared. */
function onlyScreen(document: FlowDocument, name: string): FlowDocument {
  const { screenTemplates: _, ...rest } = document;
  const screen = drawnScreenOf(document, name);
  return { ...rest, flows: [], screens: screen ? [screen] : [] };
}

function Sentences({ before, after, name }: {
  before: FlowDocument; after: FlowDocument; name: string;
}) {
  const mine = useMemo(() => onlyScreen(before, name), [before, name]);
  const updated = useMemo(() => onlyScreen(after, name), [after, name]);
  const { changes, failure } = useDifferences(mine, updated);
  if (failure !== null) return <Callout kind="danger">{failure}</Callout>;
  if (!changes) return <Loading text={t("app.loading")} />;
  if (changes.length === 0) return <p>{t("screens.update-nothing")}</p>;
  return (
    <ul className="template-changes">
      {changes.map((change, index) => <li key={index}>{changeSentence(change)}</li>)}
    </ul>
  );
}

const listOf = (screen: DrawnScreen | undefined) => (screen ? [screen] : []);

function Phones({ before, after, name, application }: {
  before: FlowDocument; after: FlowDocument; name: string; application: string | undefined;
}) {
  const shown = useMemo(
    () => withOwner(after, before, application), [after, before, application]);
  const [old, next] = [drawnScreenOf(before, name), drawnScreenOf(after, name)];
  const oldScreens = useMemo(() => listOf(old), [old]);
  const nextScreens = useMemo(() => listOf(next), [next]);
  const oldHTML = useRenderedScreens(before, oldScreens);
  const nextHTML = useRenderedScreens(after, nextScreens);
  return (
    // NB: can be focused, so that the keyboard scrolls the dialog on small screens.
    <div className="template-phones" role="group" tabIndex={0} aria-label={t("screens.phone")}>
      <figure>
        <figcaption>{t("screens.update-before")}</figcaption>
        <ScreenPicture html={oldHTML?.get(name)} document={before} width={PHONE_WIDTH} />
      </figure>
      <figure>
        <figcaption>{t("screens.update-after")}</figcaption>
        <ScreenPicture html={nextHTML?.get(name)} document={shown} width={PHONE_WIDTH} />
      </figure>
    </div>
  );
}
