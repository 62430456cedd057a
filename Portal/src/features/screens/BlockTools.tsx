import { useStore } from "../../model/store";
import { Button, IconButton } from "../../ui";
import { t } from "../../localization";
import { ArrangeMenu } from "./ArrangeMenu";
import type { ScreenModel } from "./screenModel";

const moves = ["up", "down", "in", "out"] as const;

/** The tools for adding blocks, and for the selected ones. */
export function BlockTools({ model, isAdding, onAdding }: {
  model: ScreenModel; isAdding: boolean; onAdding(isAdding: boolean): void;
}) {
  const selected = useStore(model.debouncedSelection);
  useStore(model.editor.draft.debounced, () => moves.map((move) => model.canMove(move)).join());
  const isMovable = selected.some((path) => path !== "/root");
  return (
    <div className="block-tools">
      <Button
        size="small" kind={isAdding ? "plain" : "primary"} icon={isAdding ? "back" : "add"}
        className="screen-add" onClick={() => onAdding(!isAdding)}
      >
        {t(isAdding ? "screens.to-blocks" : "screens.add-block")}
      </Button>
      {!isAdding && (
        <span role="toolbar" aria-label={t("screens.tools")} className="block-toolbar">
          <IconButton
            icon="up" size="small" label={t("screens.move-up")} shortcut="Alt+ArrowUp"
            disabled={!model.canMove("up")} onClick={() => model.move("up")}
          />
          <IconButton
            icon="down" size="small" label={t("screens.move-down")} shortcut="Alt+ArrowDown"
            disabled={!model.canMove("down")} onClick={() => model.move("down")}
          />
          <IconButton
            icon="back" size="small" label={t("screens.move-out")} shortcut="Alt+ArrowLeft"
            disabled={!model.canMove("out")} onClick={() => model.move("out")}
          />
          <IconButton
            icon="arrow" size="small" label={t("screens.move-in")} shortcut="Alt+ArrowRight"
            disabled={!model.canMove("in")} onClick={() => model.move("in")}
          />
          <ArrangeMenu model={model} />
          <IconButton
            icon="apps" size="small" label={t("screens.duplicate")} shortcut="Mod+D"
            disabled={!isMovable} onClick={() => model.duplicate()}
          />
          <IconButton
            icon="copy" size="small" label={t("action.copy")} shortcut="Mod+C"
            disabled={!isMovable} onClick={() => model.copy()}
          />
          <IconButton
            icon="paste" size="small" label={t("canvas.paste")} shortcut="Mod+V"
            onClick={() => void model.paste()}
          />
          <IconButton
            icon="trash" size="small" label={t("action.delete")} shortcut="Delete"
            disabled={!isMovable} onClick={() => model.remove()}
          />
        </span>
      )}
    </div>
  );
}
