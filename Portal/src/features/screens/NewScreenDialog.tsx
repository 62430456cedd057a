import { useMemo, useState } from "react";
import { uniqueName } from "../../document";
import {
  addScreen, drawnScreenOf, drawnScreensOf, type DrawnScreen,
} from "../../document/blocks";
import type { EditorModel, NewScreen } from "../../model/editor";
import { setQuery } from "../../model/router";
import { Button, Callout, Dialog, failureText, Switch, TextField } from "../../ui";
import { t } from "../../localization";
import { StartingPoints } from "./StartingPoints";
import { importTemplate } from "./library/importTemplate";
import { copyPictures } from "./library/api";
import {
  ownStartingPoints, useOtherApplicationScreens, useLibraryStartingPoints, type StartingPoint,
} from "./library/startingPoints";
import { withLink } from "./library/links";
import { screenFrom, withExit } from "./templates";

const MAX_NAME_LENGTH = 100;

/** The dialog for a new drawn screen: its name, and its starting point. */
export function NewScreenDialog({ editor, request }: { editor: EditorModel; request: NewScreen }) {
  const [document] = useState(editor.draft.document.get());
  const own = useMemo(() => ownStartingPoints(drawnScreensOf(document)), [document]);
  const [application, setApplication] = useState("");
  const library = useLibraryStartingPoints(editor.application.organization);
  const otherApplicationScreens = useOtherApplicationScreens(application);
  const [chosen, setChosen] = useState(own[0]?.id ?? "");
  const [typedName, setName] = useState<string | null>(request.name ?? null);
  const [isLinked, setLinked] = useState(true);
  const adding = useAdding(editor, request);
  const taken = new Set([
    ...editor.screens.get().map((screen) => screen.name),
    ...document.flows.flatMap((flow) => flow.steps.map((step) => step.screen)),
    ...drawnScreensOf(document).map((drawnScreen) => drawnScreen.name),
  ]);
  const start = [...own, ...library.value ?? [], ...otherApplicationScreens.value ?? []]
    .find((point) => point.id === chosen);
  const name = typedName ?? uniqueName(start?.name ?? "", taken);
  const problem = taken.has(name.trim()) && name.trim() !== request.name
    ? t("screens.name-taken", { name: name.trim() }) : undefined;
  const isReady = name.trim() !== "" && !problem && start !== undefined;
  const close = () => editor.newScreen.set(null);
  const submit = () => {
    if (isReady) void adding.add(start, name.trim(), isLinked);
  };
  const failure = adding.failure ?? library.failure ?? otherApplicationScreens.failure;
  return (
    <Dialog
      title={t("screens.new")} width="wide" closesOnOutsideClick={false} onClose={close}
      footer={
        <>
          <Button onClick={close}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={!isReady} isBusy={adding.isBusy} onClick={submit}>
            {t("screens.create")}
          </Button>
        </>
      }
    >
      <form className="new-screen" onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("screens.name")} value={name} onValue={setName} error={problem}
          hint={t("screens.name-hint")} maxLength={MAX_NAME_LENGTH}
          onFocus={(event) => event.target.select()}
        />
        {failure !== null && <Callout kind="danger">{failureText(failure)}</Callout>}
        <StartingPoints
          editor={editor} document={document} own={own} library={library.value}
          otherApplicationScreens={otherApplicationScreens.value} application={application}
          onApplication={setApplication} chosen={chosen} onChoose={setChosen}
        >
          {start?.template && (
            <Switch
              label={t("screens.template-keep-linked")}
              hint={t("screens.template-keep-linked-hint")} isOn={isLinked} onChange={setLinked}
            />
          )}
        </StartingPoints>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** Adds the screen; from a template or another application with its texts and pictures. */
function useAdding(editor: EditorModel, request: NewScreen) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = async (
    { screen, content, template }: StartingPoint, name: string, isLinked: boolean,
  ) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (content) await copyPictures(content, editor.application.id);
    } catch (error) {
      setFailure(error);
      return setBusy(false);
    }
    editor.newScreen.set(null);
    request.add(name, (document) => {
      const complete = request.needsExit ? withExit : (drawn: DrawnScreen) => drawn;
      if (!content) return addScreen(complete(screenFrom(screen, name)))(document);
      const imported = importTemplate(document, content, name);
      const added = addScreen(complete(imported.screen))(imported.document);
      if (!template || !isLinked) return added;
      const { id, version } = template;
      return withLink(name, { template: id, version, names: imported.names })(added);
    });
    // NB: nothing is added if the edge for it has changed meanwhile.
    if (drawnScreenOf(editor.draft.document.get(), name)) setQuery({ screen: name }, true);
  };
  return { add, isBusy, failure };
}
