import type { ReactNode } from "react";
import type { FlowDocument } from "../../document";
import type { EditorModel } from "../../model/editor";
import { Loading, Select } from "../../ui";
import { t } from "../../localization";
import {
  useCombinedDocument, useOtherApplications, type StartingPoint,
} from "./library/startingPoints";
import { useRenderedScreens } from "./rendering";
import { ScreenPicture } from "./ScreenPicture";

/** The width of a small picture, in CSS pixels. */
const PICTURE_WIDTH = 96;

interface ChoiceProps {
  document: FlowDocument;
  chosen: string;
  onChoose(id: string): void;
}

/** The starting points for a new screen, each with its picture. */
export function StartingPoints({
  editor, own, library, otherApplicationScreens, application, onApplication, children,
  ...choiceProps
}: ChoiceProps & {
  /** The options of the chosen template, below the templates. */
  children: ReactNode;
  editor: EditorModel; own: StartingPoint[]; library: StartingPoint[] | null;
  otherApplicationScreens: StartingPoint[] | null; application: string;
  onApplication(id: string): void;
}) {
  const { organization, id } = editor.application;
  const others = useOtherApplications(organization, id);
  return (
    <>
      {library && library.length > 0 && (
        <Choices title={t("screens.library-of")} all={library} {...choiceProps} />
      )}
      {children}
      <Choices title={t("screens.begin-with")} all={own} {...choiceProps} />
      {others.length > 0 && (
        <Select
          label={t("screens.elsewhere")} value={application} onValue={onApplication}
          options={[
            { value: "", text: t("screens.elsewhere-none") },
            ...others.map((other) => ({ value: other.id, text: other.name })),
          ]}
        />
      )}
      {application !== "" && !otherApplicationScreens && <Loading text={t("app.loading")} />}
      {application !== "" && otherApplicationScreens?.length === 0 && (
        <p className="muted">{t("screens.elsewhere-empty")}</p>
      )}
      {otherApplicationScreens && otherApplicationScreens.length > 0 && (
        <Choices
          title={t("screens.elsewhere-of", {
            name: others.find((other) => other.id === application)?.name ?? application,
          })}
          all={otherApplicationScreens} {...choiceProps}
        />
      )}
    </>
  );
}

function Choices({ title, all, document, chosen, onChoose }: ChoiceProps & {
  title: string; all: StartingPoint[];
}) {
  const shown = useCombinedDocument(document, all);
  const drawn = useRenderedScreens(shown.document, shown.screens);
  return (
    <fieldset className="new-screen-choices">
      <legend>{title}</legend>
      {all.map(({ id, title: name, text }) => (
        <label key={id} className={id === chosen ? "on" : undefined}>
          <input
            type="radio" name="screen-start" value={id} checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <ScreenPicture html={drawn?.get(id)} document={shown.document} width={PICTURE_WIDTH} />
          <span className="new-screen-text"><strong>{name}</strong> <small>{text}</small></span>
        </label>
      ))}
    </fieldset>
  );
}
