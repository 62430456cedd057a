import { useEffect, useState, type ClipboardEvent, type DragEvent } from "react";
import { isObject } from "../../../document";
import { assetPath } from "../../../model/drawnScreens";
import { useStore } from "../../../model/store";
import { Button, lazy } from "../../../ui";
import { t } from "../../../localization";
import { useProperty, type PropertyProps } from "../panel/property";
import { PictureVariants } from "./PictureVariants";

const loadDialogs = () => import("./dialogs");
const LibraryDialog = lazy(async () => (await loadDialogs()).LibraryDialog);
const PictureDialog = lazy(async () => (await loadDialogs()).PictureDialog);

const acceptedTypes = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/** The field for a block's picture: upload by drop, paste or file, or choose from the library. */
export function PictureField(props: PropertyProps) {
  const { label, isDisabled } = useProperty(props);
  const { model, type, value } = props;
  const document = useStore(model.editor.draft.document);
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const [showsLibrary, setShowsLibrary] = useState(false);
  const droppedFile = useStore(model.file);
  useEffect(() => {
    if (droppedFile === null || type !== "image" || isDisabled) return;
    setFile(droppedFile);
    model.file.set(null);
  }, [droppedFile]);
  const name = typeof value === "string" ? value : "";
  const path = assetPath(document.assets?.[name], model.editor.application.id, 400);
  const openFirst = (files: FileList | undefined | null) => {
    const [first] = files ?? [];
    if (first) setFile(first);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    openFirst(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    openFirst(event.clipboardData.files);
  };
  return (
    <div
      className={`picture-field ${isOver ? "over" : ""}`} role="group" aria-label={label}
      {...(!isDisabled && {
        onDrop, onPaste, onDragLeave: () => setOver(false),
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
      })}
    >
      <div className="picture-shown">
        {path ? <img src={path} alt={t("screens.picture-now", { name })} />
          : <span className="muted small-text">{t("screens.picture-none")}</span>}
      </div>
      <PictureVariants {...props} isDisabled={isDisabled} />
      {!isDisabled && (
        <>
          <span className="picture-tools">
            <label className="button small picture-upload">
              <input
                type="file" accept={acceptedTypes} onChange={(event) => {
                  openFirst(event.target.files);
                  event.target.value = "";
                }}
              />
              {t("screens.picture-upload")}
            </label>
            <Button size="small" onClick={() => setShowsLibrary(true)}>
              {t("screens.picture-choose")}
            </Button>
          </span>
          <p className="field-hint">{t("screens.picture-hint")}</p>
        </>
      )}
      {file && <PictureDialog {...props} file={file} onClose={() => setFile(null)} />}
      {showsLibrary && <LibraryDialog {...props} onClose={() => setShowsLibrary(false)} />}
    </div>
  );
}

/** Whether a property is a picture, not a video or a binding. */
export const isOfPicture = ({ rule, value }: PropertyProps): boolean =>
  rule.kind === "asset" && rule.key !== "video" && !isObject(value);
