import { useEffect, useState } from "react";
import { useStore } from "../../../model/store";
import {
  Button, Callout, Confirm, Dialog, EmptyState, failureText, IconButton, Loading,
} from "../../../ui";
import { formatList, t } from "../../../localization";
import { isObject, type FlowDocument } from "../../../document";
import { changeScreen, valueAt, withValue } from "../../../document/blocks";
import type { PropertyProps } from "../panel/property";
import {
  assetEntry, assetName, digestsOf, listAssets, nameOf, removeAsset, withAsset, type ListedAsset,
} from "./assets";

/** A dialog to choose from the application's pictures, each with its uses. */
export function LibraryDialog({ onClose, ...props }: PropertyProps & { onClose(): void }) {
  const { model } = props;
  const application = model.editor.application.id;
  const document = useStore(model.editor.draft.document);
  const [assets, setAssets] = useState<ListedAsset[] | null>(null);
  const [deleting, setDeleting] = useState<ListedAsset | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    let isActive = true;
    listAssets(application).then(
      (all) => isActive && setAssets(all), (error: unknown) => isActive && setProblem(error));
    return () => {
      isActive = false;
    };
  }, [application]);
  const choose = (asset: ListedAsset) => {
    setPicture(props, asset);
    onClose();
  };
  const remove = (asset: ListedAsset) => {
    setProblem(null);
    setDeleting(null);
    removeAsset(application, asset.sha256).then(
      () => setAssets((all) => all?.filter((other) => other !== asset) ?? null), setProblem);
  };
  if (deleting) {
    return (
      <Confirm
        title={t("screens.library-remove", { name: factsOf(deleting) })} isDangerous
        text={t("screens.library-remove-text")} action={t("action.delete")}
        onConfirm={() => remove(deleting)} onClose={() => setDeleting(null)}
      />
    );
  }
  const shown = assets?.filter((asset) => !isSizeOrVariant(document.assets, asset.sha256));
  return (
    <Dialog title={t("screens.library")} width="wide" onClose={onClose}>
      {problem !== null && <Callout kind="danger">{failureText(problem)}</Callout>}
      {!shown && problem === null && <Loading text={t("app.loading")} />}
      {shown?.length === 0 && (
        <EmptyState icon="content" title={t("screens.library-empty")}>
          {t("screens.library-empty-text")}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul className="library">
          {shown.map((asset) => (
            <li key={asset.sha256}>
              <button type="button" className="library-choice" onClick={() => choose(asset)}>
                <img src={asset.path} alt="" loading="lazy" />
                <strong>{nameOf(document, asset.sha256) ?? t("screens.library-unnamed")}</strong>
                <small>{factsOf(asset)}</small>
                <small>{usageText(asset)}</small>
              </button>
              {isUnused(asset) && model.editor.canEdit && (
                <IconButton
                  icon="trash" size="small" onClick={() => setDeleting(asset)}
                  label={t("screens.library-remove", { name: factsOf(asset) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="library-end"><Button onClick={onClose}>{t("action.cancel")}</Button></div>
    </Dialog>
  );
}

const isUnused = ({ use }: ListedAsset) => use.names.length === 0 && use.releases === 0;

const factsOf = ({ width, height, size }: ListedAsset) =>
  t("screens.library-facts", { width, height, size: Math.max(1, Math.round(size / 1024)) });

/** A sentence about a picture's uses. */
function usageText({ use }: ListedAsset): string {
  const parts = [
    use.screens.length > 0 && t("screens.library-on", { screens: formatList(use.screens) }),
    use.environments.length > 0
      && t("screens.library-live", { environments: formatList(use.environments) }),
    use.releases > 0 && use.environments.length === 0
      && t("screens.library-released", { count: use.releases }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : t("screens.library-unused");
}

/** Whether a picture is a smaller size, or a variant, of one in the document. */
const isSizeOrVariant = (assets: FlowDocument["assets"], sha256: string): boolean =>
  Object.values(assets ?? {}).some((entry) => digestsOf(entry).indexOf(sha256) > 0);

/**
 * Sets the block's picture, and adds it to the document's assets. As after an upload, it is not
 * decorative by default: a suggestion asks for its alternative text.
 */
function setPicture(props: PropertyProps, asset: ListedAsset): void {
  const { model, type, ownerPath, path, rule } = props;
  const document = model.editor.draft.document.get();
  const known = nameOf(document, asset.sha256);
  const name = known ?? assetName(document, "picture");
  const alt = `${path}/alt`;
  model.editor.draft.apply(t("screens.do-picture"), (before) => {
    const named = known === undefined ? withAsset(name, assetEntry([asset]))(before) : before;
    return changeScreen(model.name, (screen) => {
      const shown = withValue(screen, `${ownerPath}/${rule.key}`, name);
      const current = valueAt(shown, alt);
      const isDecorative = type === "image" && isObject(current)
        && current["decorative"] === true;
      return isDecorative ? withValue(shown, alt, "") : shown;
    })(named);
  });
  model.announcement.set(t("screens.announce-picture", { name }));
}
