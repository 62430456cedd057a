import { useEffect, useState } from "react";
import { Failure } from "../../ui/Failure";
import { useApplication } from "../../model/application";
import { DraftModel } from "../../model/draft";
import { EditorModel, EditorProvider } from "../../model/editor";
import { Loading } from "../../ui";
import { t } from "../../localization";
import { ApplicationBar } from "../bar";
import { PublishControls } from "../publish";
import { EditorLayout } from "./EditorLayout";
import "./editor.css";

/** Where a flow is drawn, tried and published. */
export function EditorPage() {
  const application = useApplication();
  const [model, setModel] = useState<EditorModel | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    let made: EditorModel | null = null;
    const draft = DraftModel.of(application);
    draft.open().then(() => {
      if (!isWanted) return;
      made = new EditorModel(application, draft);
      setModel(made);
    }, (error) => isWanted && setFailure(error));
    return () => {
      isWanted = false;
      made?.close();
      draft.close();
    };
  }, [application, attempt]);
  if (failure) {
    const again = () => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <><ApplicationBar /><Failure failure={failure} onAgain={again} /></>;
  }
  if (!model) return <><ApplicationBar /><Loading text={t("app.loading")} /></>;
  return (
    <EditorProvider value={model}>
      <ApplicationBar><PublishControls /></ApplicationBar>
      <EditorLayout />
    </EditorProvider>
  );
}
