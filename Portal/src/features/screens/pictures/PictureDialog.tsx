import { useEffect, useMemo, useRef, useState } from "react";
import { changeScreen, withValue } from "../../../document/blocks";
import { Button, Callout, Dialog, failureText, Loading } from "../../../ui";
import { t } from "../../../localization";
import { localesOf } from "../../inspector";
import type { PropertyProps } from "../panel/property";
import { altEdit, AlternativeFields, altOf, isAltReady, type Alt } from "./AlternativeFields";
import { assetEntry, assetName, uploadPicture, withAsset } from "./assets";
import { wholePicture } from "./crop";
import { CropFields } from "./CropFields";
import { readPicture, UnusablePicture } from "./encoding";

type Work = { done: number; all: number };

/** A file on its way: which part is kept, and what is said in its place; then it is uploaded. */
export function PictureDialog({ file, onClose, ...props }: PropertyProps & {
  file: File; onClose(): void;
}) {
  const { model } = props;
  const document = model.editor.draft.document.get();
  const locales = useMemo(() => localesOf(document), [document]);
  const { source, failure } = useSource(file);
  const [crop, setCrop] = useState(wholePicture);
  const [alt, setAlt] = useState<Alt>(() => altOf(props, locales));
  const [work, setWork] = useState<Work | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const canceling = useRef<AbortController | null>(null);
  useEffect(() => () => canceling.current?.abort(), []);
  const upload = async () => {
    if (!source || work) return;
    const control = canceling.current = new AbortController();
    setProblem(null);
    setWork({ done: 0, all: 1 });
    try {
      const assets = await uploadPicture(
        model.editor.application.id, source, crop,
        (done, all) => setWork({ done, all }), control.signal);
      showPicture(props, file.name, assetEntry(assets), alt);
      onClose();
    } catch (error) {
      if (control.signal.aborted) return;
      setWork(null);
      setProblem(error);
    }
  };
  const shown = failure ?? problem;
  return (
    <Dialog
      title={t("screens.picture-new")} width="wide" isLight={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" isBusy={work !== null} disabled={!source || !isAltReady(alt)}
            onClick={() => void upload()}
          >
            {t("screens.picture-add")}
          </Button>
        </>
      }
    >
      <div className="picture-dialog">
        {shown !== null && <Callout kind="danger">{problemText(shown)}</Callout>}
        {!source && failure === null && <Loading text={t("app.loading")} />}
        {source && (
          <>
            <CropFields source={source} crop={crop} onCrop={setCrop} />
            {alt && <AlternativeFields alt={alt} locales={locales} onAlt={setAlt} />}
          </>
        )}
        {work && (
          <div className="picture-progress" role="status">
            <progress value={work.done + 0.5} max={work.all} aria-hidden="true" />
            {t("screens.picture-uploading", { number: work.done + 1, count: work.all })}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The picture of a file; null until it was read. */
function useSource(file: File) {
  const [source, setSource] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let bitmap: ImageBitmap | null = null;
    let isWanted = true;
    readPicture(file).then((read) => {
      bitmap = read;
      if (isWanted) setSource(read);
      else read.close();
    }, (error: unknown) => isWanted && setFailure(error));
    return () => {
      isWanted = false;
      bitmap?.close();
    };
  }, [file]);
  return { source, failure };
}

const problemText = (problem: unknown): string =>
  (problem instanceof UnusablePicture ? t(`screens.picture-${problem.problem}`)
    : failureText(problem));

/** Puts an uploaded picture where it is wanted, with its alternative, as one edit. */
function showPicture(
  props: PropertyProps, file: string, entry: ReturnType<typeof assetEntry>, alt: Alt,
): void {
  const { model, holder, rule } = props;
  const name = assetName(model.editor.draft.document.get(), file);
  model.editor.draft.apply(t("screens.do-picture"), (before) => {
    const shown = changeScreen(
      model.name, (screen) => withValue(screen, `${holder}/${rule.key}`, name));
    return altEdit(props, alt)(shown(withAsset(name, entry)(before)));
  });
  model.said.set(t("screens.said-picture", { name }));
}
