import { useMemo, useState } from "react";
import { freeName } from "../../document";
import { addScreen, drawnScreensOf, type DrawnScreen } from "../../document/blocks";
import type { EditorModel, NewScreen } from "../../model/editor";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Dialog, TextField } from "../../ui";
import { t } from "../../localization";
import { useDrawn } from "./rendering";
import { ScreenPicture } from "./ScreenPicture";
import { screenFrom, templates } from "./templates";

/** A screen to begin with: a template, or a copy of one that the document draws. */
interface Beginning {
  id: string;
  title: string;
  text: string;
  /** The name that a screen made of it is given. */
  name: string;
  screen: DrawnScreen;
}

/** The width of a small picture, in pixels. */
const PICTURE = 96;
const LONGEST_NAME = 100;

/** A drawn screen that is not there yet: its name, and what it begins with. */
export function NewScreenDialog({ editor, wanted }: { editor: EditorModel; wanted: NewScreen }) {
  const [document] = useState(editor.draft.document.get());
  const beginnings = useMemo(() => beginningsOf(drawnScreensOf(document)), [document]);
  const [chosen, setChosen] = useState(beginnings[0]?.id ?? "");
  const [typed, setName] = useState<string | null>(wanted.name ?? null);
  const taken = new Set([
    ...editor.screens.get().map((one) => one.name),
    ...document.flows.flatMap((flow) => flow.steps.map((step) => step.screen)),
    ...drawnScreensOf(document).map((one) => one.name),
  ]);
  const beginning = beginnings.find((one) => one.id === chosen);
  const name = typed ?? freeName(beginning?.name ?? "", taken);
  const problem = taken.has(name.trim()) && name.trim() !== wanted.name
    ? t("screens.name-taken", { name: name.trim() }) : undefined;
  const isReady = name.trim() !== "" && !problem;
  const close = () => editor.newScreen.set(null);
  const submit = () => {
    if (!isReady || !beginning) return;
    close();
    const screen = screenFrom(beginning.screen, name.trim());
    wanted.add(screen.name, addScreen(screen));
    setQuery({ screen: screen.name }, true);
  };
  return (
    <Dialog
      title={t("screens.new")} width="wide" isLight={false} onClose={close}
      footer={
        <>
          <Button onClick={close}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={!isReady} onClick={submit}>{t("screens.create")}</Button>
        </>
      }
    >
      <form className="new-screen" onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("screens.name")} value={name} onValue={setName} error={problem}
          hint={t("screens.name-hint")} maxLength={LONGEST_NAME}
          onFocus={(event) => event.target.select()}
        />
        <Beginnings
          editor={editor} beginnings={beginnings} chosen={chosen} onChoose={setChosen}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function Beginnings({ editor, beginnings, chosen, onChoose }: {
  editor: EditorModel; beginnings: Beginning[]; chosen: string; onChoose(id: string): void;
}) {
  const document = useStore(editor.draft.document);
  const [first] = useState(document);
  const screens = useMemo(
    () => beginnings.map(({ id, screen }) => ({ ...screen, name: id })), [beginnings]);
  const drawn = useDrawn(first, screens);
  return (
    <fieldset className="new-screen-choices">
      <legend>{t("screens.begin-with")}</legend>
      {beginnings.map(({ id, title, text }) => (
        <label key={id} className={id === chosen ? "on" : undefined}>
          <input
            type="radio" name="screen-beginning" value={id} checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <ScreenPicture html={drawn?.get(id)} theme={first.theme} width={PICTURE} />
          <span className="new-screen-text"><strong>{title}</strong> <small>{text}</small></span>
        </label>
      ))}
    </fieldset>
  );
}

function beginningsOf(copies: DrawnScreen[]): Beginning[] {
  return [
    ...templates.map((one): Beginning => ({
      id: one.id, title: t(one.title), text: t(one.text),
      name: t(one.id === "blank" ? "screens.first-name" : one.title),
      screen: screenFrom(one, one.id),
    })),
    ...copies.map((screen): Beginning => ({
      id: `copy/${screen.name}`, title: t("screens.copy-of", { name: screen.name }),
      text: t("screens.copy-text"), name: screen.name, screen,
    })),
  ];
}
