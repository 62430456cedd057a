import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { PictureUse } from "../../../document";
import { changeScreen, withValue } from "../../../document/blocks";
import { Button, Callout, Dialog, failureText, Loading } from "../../../ui";
import { t } from "../../../localization";
import { localesOf } from "../../inspector";
import type { PropertyProps } from "../panel/property";
import { altEdit, AlternativeFields, altOf, missingAlt, type Alt } from "./AlternativeFields";
import { assetEntry, assetName, uploadPicture, withAsset, withPictureVariant } from "./assets";
import { focusOf, wholePicture } from "./crop";
import { CropFields } from "./CropFields";
import { readPicture, UnusablePicture } from "./encoding";
import { hasPicture, isForAll, UseField } from "./PictureVariants";

/** The number of uploaded sizes of a picture, and of all. */
type UploadProgress = { done: number; all: number };

/** The dialog for a new file: crop and alternative text, then upload. */
export function PictureDialog({ file, onClose, ...props }: PropertyProps & {
  file: File; onClose(): void;
}) {
  const { model } = props;
  const document = model.editor.draft.document.get();
  const locales = useMemo(() => localesOf(document), [document]);
  const { source, failure } = useSource(file);
  const [crop, setCrop] = useState(wholePicture);
  const [use, setUse] = useState<PictureUse>({});
  const [alt, setAlt] = useState<Alt>(() => altOf(props, locales));
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  const reasonId = useId();
  useEffect(() => () => controller.current?.abort(), []);
  const upload = async () => {
    if (!source || progress) return;
    const control = controller.current = new AbortController();
    setProblem(null);
    setProgress({ done: 0, all: 1 });
    try {
      const assets = await uploadPicture(
        model.editor.application.id, source, crop,
        (done, all) => setProgress({ done, all }), control.signal);
      const entry = assetEntry(assets, isForAll(use) ? focusOf(source, crop) : undefined);
      if (isForAll(use)) showPicture(props, file.name, entry, alt);
      else addVariant(props, use, entry);
      onClose();
    } catch (error) {
      if (control.signal.aborted) return;
      setProgress(null);
      setProblem(error);
    }
  };
  const shownProblem = failure ?? problem;
  const reason = source && isForAll(use) ? missingAlt(alt) : null;
  return (
    <Dialog
      title={t("screens.picture-new")} width="wide" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          {reason !== null && <p className="field-hint picture-reason" id={reasonId}>{reason}</p>}
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" isBusy={progress !== null} disabled={!source || reason !== null}
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={() => void upload()}
          >
            {t("screens.picture-add")}
          </Button>
        </>
      }
    >
      <div className="picture-dialog">
        {shownProblem !== null && <Callout kind="danger">{problemText(shownProblem)}</Callout>}
        {!source && failure === null && <Loading text={t("app.loading")} />}
        {source && (
          <>
            <CropFields source={source} crop={crop} onCrop={setCrop} />
            {hasPicture(props) && <UseField locales={locales} use={use} onUse={setUse} />}
            {alt && isForAll(use) && (
              <AlternativeFields alt={alt} locales={locales} onAlt={setAlt} />
            )}
          </>
        )}
        {progress && (
          <div className="picture-progress" role="status">
            <progress value={progress.done + 0.5} max={progress.all} aria-hidden="true" />
            {t("screens.picture-uploading", { number: progress.done + 1, count: progress.all })}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The picture in a file; null until it is decoded. */
function useSource(file: File) {
  const [source, setSource] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let bitmap: ImageBitmap | null = null;
    let isActive = true;
    readPicture(file).then((read) => {
      bitmap = read;
      if (isActive) setSource(read);
      else read.close();
    }, (error: unknown) => isActive && setFailure(error));
    return () => {
      isActive = false;
      bitmap?.close();
    };
  }, [file]);
  return { source, failure };
}

const problemText = (problem: unknown): string =>
  (problem instanceof UnusablePicture ? t(`screens.picture-${problem.problem}`)
    : failureText(problem));

/** Sets an uploaded picture with its alternative text, as one edit. */
function showPicture(
  props: PropertyProps, file: string, entry: ReturnType<typeof assetEntry>, alt: Alt,
): void {
  const { model, ownerPath, rule } = props;
  const name = assetName(model.editor.draft.document.get(), file);
  model.editor.draft.apply(t("screens.do-picture"), (before) => {
    const shown = changeScreen(
      model.name, (screen) => withValue(screen, `${ownerPath}/${rule.key}`, name));
    return altEdit(props, alt)(shown(withAsset(name, entry)(before)));
  });
  model.announcement.set(t("screens.announce-picture", { name }));
}

/** Adds an uploaded picture as a variant of the one that the block shows. */
function addVariant(
  { model, value }: PropertyProps, use: PictureUse, entry: ReturnType<typeof assetEntry>,
): void {
  const name = String(value);
  model.editor.draft.apply(t("screens.do-variant"), withPictureVariant(name, use, entry));
  model.announcement.set(t("screens.announce-variant", { name }));
}
